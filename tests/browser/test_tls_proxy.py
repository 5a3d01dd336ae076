"""Behind a real proxy that does the encryption, set up as docs/serving.md says: coming in, live pages, addresses."""

from __future__ import annotations

import http.client
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from browser_cases import PHONE, Server, serving
from process_cases import free_port, wait_for
from support import absent

pytestmark = pytest.mark.long

NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;
events {{ worker_connections 2000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    limit_conn_zone $binary_remote_addr zone=each:10m;
    upstream muster {{ server 127.0.0.1:{inner}; keepalive 64; keepalive_timeout 10s; }}
    server {{
        listen 127.0.0.1:{outer} ssl http2;
        ssl_certificate {folder}/certificate.pem; ssl_certificate_key {folder}/key.pem;
        limit_conn each 1000; client_header_timeout 15s; send_timeout 30s; keepalive_timeout 15s;
        client_max_body_size 6m;
        location / {{ {passing} }}
        location /live/ {{ {passing} proxy_buffering off; }}
    }}
}}
"""
PASSING = """
            proxy_pass http://muster; proxy_http_version 1.1; proxy_set_header Connection "";
            proxy_set_header Host $http_host; proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
"""


@dataclass(frozen=True)
class Secured:
    """A site behind the proxy.

    Attributes:
        server: the site itself.
        address: where everybody goes.
    """

    server: Server
    address: str

    def ask(
        self, method: str, path: str, body: str = "", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, str]:
        """One request of somebody without cookies, at an address that is not the proxy's."""
        trusting = ssl._create_unverified_context()  # noqa: S323  (a certificate of its own)
        connection = http.client.HTTPSConnection(
            urlsplit(self.address).netloc, timeout=30, context=trusting, source_address=("127.0.0.2", 0)
        )
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        found = answer.status, answer.headers, answer.read().decode()
        connection.close()
        return found


@contextmanager
def proxy(folder: Path, inner: int, outer: int) -> Iterator[None]:
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or absent("nginx")
    openssl = shutil.which("openssl") or absent("OpenSSL")
    subprocess.run(
        [
            *(
                openssl,
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-subj",
                "/CN=localhost",
                "-days",
                "2",
            ),
            *("-keyout", folder / "key.pem", "-out", folder / "certificate.pem"),
        ],
        check=True,
        capture_output=True,
    )
    written = NGINX.format(folder=folder, inner=inner, outer=outer, passing=PASSING)
    (folder / "nginx.conf").write_text(written, encoding="ascii")
    with subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf"]) as process:
        try:
            yield
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def secured() -> Iterator[Secured]:
    outer = free_port()
    with tempfile.TemporaryDirectory(prefix="muster-proxy-") as name:
        folder, address = Path(name), f"https://localhost:{outer}"
        env = {"MUSTER_ORIGIN": address, "MUSTER_TRUSTED_PROXY": "127.0.0.1"}
        with serving(folder / "data", "--demo", env=env) as server:
            inner = urlsplit(server.address).port
            assert inner
            with proxy(folder, inner, outer):
                found = Secured(server, address)

                def answers() -> bool:
                    try:
                        return found.ask("GET", "/healthz")[0] == 200
                    except OSError:
                        return False

                wait_for(answers, "the proxy did not start")
                yield found


def test_the_organiser_comes_in_and_what_they_do_is_seen_live(browser: Browser, secured: Secured) -> None:
    context = browser.new_context(ignore_https_errors=True)
    desk, phone = (
        context.new_page(),
        browser.new_context(ignore_https_errors=True, viewport={"width": PHONE, "height": 740}).new_page(),
    )
    try:
        desk.goto(secured.address + urlsplit(secured.server.link).path)
        desk.locator("main form button").first.click()
        desk.wait_for_url(lambda url: "/enter/" not in url)
        assert desk.url.startswith(secured.address + "/")
        cookies = {one["name"]: one for one in context.cookies()}
        assert cookies["__Host-sessionid"]["httpOnly"]
        assert all(one["secure"] for one in cookies.values())
        phone.goto(f"{secured.address}/e/DEMO2")
        desk.goto(f"{secured.address}/desk/DEMO2/1/hall")
        desk.get_by_label("Tell everybody").fill("Lunch is served behind a proxy")
        desk.get_by_label("Tell everybody").press("Enter")
        expect(phone.get_by_text("Lunch is served behind a proxy").first).to_be_visible()
    finally:
        phone.context.close()
        context.close()


def test_browsers_are_told_to_stay_with_https(secured: Secured) -> None:
    status, headers, _ = secured.ask("GET", "/account/login/")
    assert status == 200
    assert "max-age=31536000" in headers["Strict-Transport-Security"]
    assert all("Secure" in cookie for cookie in headers.get_all("Set-Cookie", []))


def test_nobody_gets_more_tries_by_claiming_another_address(secured: Secured) -> None:
    said = []
    for number in range(80):
        form = urlencode(
            {"login": f"n{number}@example.org", "password": "x", "csrfmiddlewaretoken": "a" * 32}
        )
        status, _, page = secured.ask(
            "POST",
            "/account/login/",
            form,
            **{
                "Cookie": "__Host-csrftoken=" + "a" * 32,
                "Referer": secured.address + "/account/login/",
                "Content-Type": "application/x-www-form-urlencoded",
                "X-Forwarded-For": f"203.0.113.{number}",
            },
        )
        assert status in (200, 422, 429), status
        said.append("Too many" in page)
    assert said[-1]
    assert not said[0]


def test_other_sites_get_nothing_done(secured: Secured) -> None:
    form = urlencode({"login": "a", "password": "b", "csrfmiddlewaretoken": "a" * 32})
    headers = {"Cookie": "__Host-csrftoken=" + "a" * 32, "Content-Type": "application/x-www-form-urlencoded"}
    for origin in ("https://evil.example", "http://" + urlsplit(secured.address).netloc):
        assert secured.ask("POST", "/account/login/", form, Origin=origin, **headers)[0] == 403
    assert secured.ask("POST", "/account/login/", form, **headers)[0] == 403
