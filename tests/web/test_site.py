"""The site around the pages: headers, cookies, static files, error pages, health, and what the log says."""

from __future__ import annotations

import gzip
import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import path, reverse
from django.utils import timezone

from muster import __version__
from muster.app.links.tokens import new_login_link
from muster.app.site.demo import add_demo
from muster.site import environment, errors, urls
from muster.site.door import door
from muster.site.logs import JsonLines, RequestNumbers, request_number
from web_cases import SATURDAY, Hall, account

TEMPLATES = Path(__file__).parents[2] / "src" / "muster" / "web"
TOKEN = "a-token-that-is-a-secret"  # noqa: S105
STATIC = r"{%-?\s*static\s+['\"]([^'\"]+)['\"]"
SHOWN = ("400", "403", "403_csrf", "404", "405", "408", "413", "429", "500", "503", "damaged")


def boom(request: HttpRequest, token: str = "") -> HttpResponse:
    raise ZeroDivisionError("the fault")


def gone(request: HttpRequest) -> HttpResponse:
    raise OperationalError("server closed the connection")


def too_much(request: HttpRequest) -> HttpResponse:
    raise RequestDataTooBig("too much")


def form(request: HttpRequest) -> HttpResponse:
    return HttpResponse("taken")


urlpatterns = [
    *urls.urlpatterns,
    path("boom/<str:token>", boom),
    path("gone", gone),
    path("too-much", too_much),
    path("form", form),
]
handler400, handler500 = urls.handler400, urls.handler500


@pytest.fixture
def failing(settings: LazySettings) -> Client:
    """A client of the site with some addresses that fail."""
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


def body(response: Any) -> bytes:
    """The body of a page or of a static file; reading one to its end closes it."""
    return b"".join(response.streaming_content) if response.streaming else response.content


def wire_size(response: Any) -> int:
    return len(
        response.content if response.headers.get("Content-Encoding") else gzip.compress(response.content)
    )


# Headers and cookies


@pytest.fixture
def pages(db: None) -> list[Any]:
    """Pages of every kind: for nobody, for an organiser, refused, and not there."""
    hall = Hall()
    hall.enter(3)
    nobody = Client()
    return [
        *(nobody.get(address) for address in (reverse("account_login"), "/nothing-here", "/healthz")),
        *(hall.client.get(address) for address in ("/desk/", "/account/")),
        *(hall.get(name) for name in ("now", "people", "plan", "standings")),
        hall.post("undo", version=1),
    ]


def test_every_page_has_a_policy_without_inline_or_eval(pages: list[Any]) -> None:
    for page in pages:
        policy = dict(
            part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert policy["style-src"] == "'self'"
        assert re.fullmatch(r"'self'( 'nonce-[\w+/=]+')?", policy["script-src"])
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["form-action"] == "'self'"
        assert "unsafe" not in page.headers["Content-Security-Policy"]


def test_no_page_needs_what_the_policy_forbids(pages: list[Any]) -> None:
    for page in pages:
        text = page.content.decode()
        assert not re.search(r"<script(?![^>]*\b(src=|nonce=|type=.application/json))", text)
        assert "<style" not in text
        assert not re.search(r"<[^>]+\s(style|on\w+)=", text)
        assert "javascript:" not in text
        assert not re.search(r"(src|href|action)=[\"'](https?:)?//", text)


def test_every_page_has_the_security_headers(pages: list[Any]) -> None:
    for page in pages:
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert page.headers["Referrer-Policy"] == "same-origin"
        assert page.headers["X-Frame-Options"] == "DENY"
        assert page.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert page.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "camera=()" in page.headers["Permissions-Policy"]


@pytest.mark.django_db
def test_cookies_are_out_of_reach_of_scripts_and_other_sites() -> None:
    client = Client()
    client.get(f"/enter/{new_login_link(account(), timezone.now())}")
    client.post(f"/enter/{new_login_link(account(), timezone.now())}")
    for name in ("csrftoken", "sessionid"):
        cookie = client.cookies[name]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
        assert not cookie["secure"], "a laptop in a shop has no certificate"


@pytest.mark.django_db
def test_a_page_is_compressed_and_its_size_says_nothing() -> None:
    hall = Hall()
    hall.enter(24)
    sizes = {
        len(hall.client.get(hall.url("now"), headers={"accept-encoding": "gzip"}).content) for _ in range(8)
    }
    assert len(sizes) > 1, "BREACH: the same page must not have the same compressed size each time"


# Queries


def test_what_is_for_nobody_in_particular_asks_the_database_nothing() -> None:
    # Without the mark for the database, any query fails.
    client = Client()
    assert b"{" in body(client.get("/static/muster/muster.css"))
    assert client.get("/static/nothing.css").status_code == 404
    assert client.get("/nothing-here").status_code == 404
    assert client.get("/desk/").status_code == 302


@pytest.mark.django_db
def test_health_takes_one_query(django_assert_num_queries: Callable[[int], Any]) -> None:
    with django_assert_num_queries(1):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": __version__})
    assert not answer.cookies
    assert "no-store" in answer.headers["Cache-Control"]


def test_health_without_a_database() -> None:
    with patch("muster.site.health.connection.cursor", side_effect=OperationalError("gone")):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "no database")


# Static files


@pytest.mark.parametrize(
    "template", sorted(TEMPLATES.rglob("*.html")), ids=lambda file: str(file.relative_to(TEMPLATES))
)
def test_every_static_file_a_template_names_is_there(template: Path) -> None:
    for name in re.findall(STATIC, template.read_text(encoding="utf-8")):
        assert finders.find(name), f"{template} names {name}"


@pytest.mark.django_db
def test_the_first_pages_with_everything_stay_under_60_kb() -> None:
    hall = Hall()
    add_demo(hall.organiser, SATURDAY)
    for address in (reverse("account_login"), "/desk/", "/desk/DEMO/1/"):
        page = hall.client.get(address, follow=True, headers={"accept-encoding": "gzip"})
        text = gzip.decompress(page.content) if page.headers.get("Content-Encoding") else page.content
        total = wire_size(page)
        links = set(re.findall(r"(?:src|href)=\"(/static/[^\"]+)\"", text.decode()))
        # Fonts are fetched once, and nothing waits for them.
        for link in (one for one in links if not one.endswith(".woff2")):
            total += len(gzip.compress(body(hall.client.get(link))))
        assert total < 60_000, f"{address}: {total} bytes"


# Error pages


@pytest.mark.parametrize("name", SHOWN)
def test_every_error_page_says_what_to_do_and_asks_the_database_nothing(name: str) -> None:
    text = render_to_string(f"{name}.html", {"reference": "4F7A-19C2"})
    assert "<h1>" in text
    assert "muster/muster.css" in text
    assert re.search(r"Nothing (was changed|is lost)|on record is safe|send it once more|on paper", text)
    assert ("4F7A-19C2" in text) == (name in {"500", "503", "damaged"})


def test_an_unknown_address() -> None:
    answer = Client().get("/nothing-here")
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.content.decode()


def test_a_fault_shows_a_number_that_the_log_has_too(
    failing: Client, caplog: pytest.LogCaptureFixture
) -> None:
    answer = failing.get(f"/boom/{TOKEN}")
    assert answer.status_code == 500
    reference = re.search(r"[0-9A-F]{4}-[0-9A-F]{4}", answer.content.decode())
    assert reference
    assert f"Reference {reference.group()}: GET failed" in caplog.text
    assert "ZeroDivisionError: the fault" in caplog.text
    assert TOKEN not in caplog.text
    assert answer.headers["Content-Security-Policy"]


def test_a_database_that_does_not_answer(failing: Client) -> None:
    answer = failing.get("/gone")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "database does not answer" in answer.content.decode()


def test_a_page_for_errors_that_fails_itself(failing: Client) -> None:
    with patch("muster.site.errors.render_to_string", side_effect=ZeroDivisionError):
        answer = failing.get("/boom/x")
    assert answer.status_code == 500
    assert re.search(r"Reference: [0-9A-F]{4}-[0-9A-F]{4}", answer.content.decode())


def test_too_large_is_refused_unread(failing: Client) -> None:
    answer = failing.post("/form", data=b"x" * 6_000_000, content_type="text/plain")
    assert answer.status_code == 413
    assert "five megabytes" in answer.content.decode()
    assert failing.get("/too-much").status_code == 413


def test_a_form_without_proof_is_refused_in_words(failing: Client) -> None:
    answer = failing.post("/form")
    assert answer.status_code == 403
    assert "what you typed is still there" in answer.content.decode()


@pytest.mark.django_db
def test_coming_back_to_an_address_that_only_takes_forms() -> None:
    hall = Hall()
    answer = hall.get("undo")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert "send it once more" in answer.content.decode()


def test_a_host_that_is_not_ours_is_refused() -> None:
    answer = Client().get("/desk/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "could not read that" in answer.content.decode()


@pytest.mark.django_db
def test_a_bad_request_of_another_kind() -> None:
    request = RequestFactory().get("/")
    assert errors.invalid(request, ValueError("no")).status_code == 400


# The log


def test_one_line_a_request_that_names_nobody(failing: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "muster.requests"):
        failing.get(f"/boom/{TOKEN}?name=Ada")
        failing.get("/nothing-here")
    lines = [record.getMessage() for record in caplog.records if record.name == "muster.requests"]
    assert [re.sub(r"\d+ ms", "", line) for line in lines] == [
        "GET /boom/<str:token> 500 ",
        "GET /? 404 ",
    ]
    assert TOKEN not in caplog.text


def test_lines_of_one_request_carry_its_number_also_as_json(
    failing: Client, caplog: pytest.LogCaptureFixture
) -> None:
    numbered, form = RequestNumbers(), JsonLines()
    caplog.handler.addFilter(numbered)
    try:
        with caplog.at_level(logging.INFO, "muster.requests"):
            for _ in range(2):
                failing.get(f"/boom/{TOKEN}?name=Ada", headers={"x-forwarded-for": "192.0.2.77"})
    finally:
        caplog.handler.removeFilter(numbered)
    ours = [record for record in caplog.records if record.name.startswith("muster.")]
    lines = [json.loads(form.format(record)) for record in ours]
    failed, asked, *second = lines
    assert re.fullmatch("[0-9a-f]{8}", failed["request"])
    assert asked["request"] == failed["request"]
    assert {one["request"] for one in second} != {asked["request"]}
    assert {name: asked[name] for name in ("level", "logger", "method", "route", "status")} == {
        "level": "INFO",
        "logger": "muster.requests",
        "method": "GET",
        "route": "boom/<str:token>",
        "status": 500,
    }
    assert (failed["level"], failed["method"]) == ("ERROR", "GET")
    assert failed["reference"] in failed["message"]
    assert "ZeroDivisionError" in failed["traceback"]
    assert all("\n" not in form.format(record) for record in ours)
    for personal in (TOKEN, "Ada", "192.0.2.77"):
        assert personal not in json.dumps(lines)


def test_a_line_outside_of_a_request_has_no_number() -> None:
    record = logging.LogRecord("muster.jobs", logging.WARNING, __file__, 1, "no jobs", (), None)
    request_number.set("")
    assert RequestNumbers().filter(record)
    assert json.loads(JsonLines().format(record))["request"] == "-"


def test_no_line_unless_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    answer = door(lambda request: HttpResponse("fine"))(RequestFactory().get("/", CONTENT_LENGTH="much"))
    assert answer.status_code == 200
    assert not caplog.records


# Settings from the environment


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("MUSTER_DEBUG", "perhaps", "neither 1 (yes) nor 0 (no)"),
        ("MUSTER_SECRET_KEY", "short", "at least 32"),
        ("MUSTER_DATABASE_URL", "mysql://u:geheim@h/db", "write postgresql://"),
        ("MUSTER_DATABASE_URL", "postgresql://u:geheim@h:port/db", "is the port a number"),
        ("MUSTER_DATABASE_URL", "postgresql://u:geheim@h", "write postgresql://"),
        ("MUSTER_DATABASE_URL", "postgresql://u:geheim@h:1,g:port/db", "is the port a number"),
        ("MUSTER_DATABASE_URL", "postgresql://u:geheim@h,/db", "write postgresql://"),
        ("MUSTER_HOSTS", "https://example.org", "is not a host name"),
        ("MUSTER_HOSTS", "*", "is not a host name"),
        ("MUSTER_HOSTS", "example.org:8000", "is not a host name"),
        ("MUSTER_ORIGIN", "example.org", "is not an address such as"),
        ("MUSTER_ORIGIN", "https://example.org/muster", "is not an address such as"),
        ("MUSTER_EMAIL_URL", "pop://u:geheim@h", "write smtp+tls://"),
        ("MUSTER_EMAIL_URL", "smtps://u:geheim@h", "set MUSTER_ORIGIN, too"),
        ("MUSTER_TRUSTED_PROXY", "127.0.0.1,everybody", "'everybody' is not an address or network"),
        ("MUSTER_LOG", "loud", "is none of problems, requests"),
        ("MUSTER_LOG_FORM", "xml", "is none of lines, json"),
        ("MUSTER_BACKUP_EVERY", "often", "is no number of hours from 0 (never) to 24"),
        ("MUSTER_BACKUP_EVERY", "25", "is no number of hours from 0 (never) to 24"),
        ("MUSTER_BACKUP_TO", "stick", "is no path from the root"),
    ],
)
def test_a_wrong_value_is_one_clear_line(variable: str, value: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(environment.WrongSettingError) as caught:
        read_all({variable: value}, tmp_path)
    message = str(caught.value)
    assert message.startswith(f"{variable}: ")
    assert says in message
    assert "\n" not in message
    assert "geheim" not in message, "no password in a message"


def read_all(environ: dict[str, str], data: Path) -> dict[str, Any]:
    own = environment.origin(environ)
    return {
        "debug": environment.flag(environ, "MUSTER_DEBUG"),
        "key": environment.secret_key(environ, data),
        "database": environment.database(environ, data),
        "hosts": environment.hosts(environ, own),
        "mail": environment.mail(environ, own),
        "proxies": environment.trusted_proxies(environ),
        "log": environment.choice(environ, "MUSTER_LOG", ("problems", "requests")),
        "form": environment.choice(environ, "MUSTER_LOG_FORM", ("lines", "json")),
        "every": environment.backup_every(environ),
        "to": environment.backup_to(environ),
    }


def test_nothing_set_is_safe(tmp_path: Path) -> None:
    found = read_all({}, tmp_path)
    assert found["debug"] is False
    assert len(found["key"]) >= 50
    assert found["key"] != read_all({}, tmp_path)["key"], "without a kept key, each process has its own"
    assert found["database"]["NAME"] == tmp_path / "muster.sqlite3"
    assert found["hosts"] == ["localhost", "127.0.0.1", "[::1]"]
    assert (found["mail"].backend, found["proxies"], found["log"]) == ("filebased", [], "problems")
    assert (found["form"], found["every"], found["to"]) == ("lines", 6, None)


def test_where_and_how_often_backups_are_made() -> None:
    assert environment.backup_every({"MUSTER_DATABASE_URL": "postgresql://h/db"}) == 0
    assert (
        environment.backup_every({"MUSTER_DATABASE_URL": "postgresql://h/db", "MUSTER_BACKUP_EVERY": "12"})
        == 12
    )
    assert environment.backup_every({"MUSTER_BACKUP_EVERY": "0"}) == 0
    assert environment.backup_to({"MUSTER_BACKUP_TO": "/mnt/stick"}) == Path("/mnt/stick")


def test_the_kept_key_is_used(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("k" * 50, encoding="ascii")
    assert environment.secret_key({}, tmp_path) == "k" * 50
    (tmp_path / "secret-key").unlink()
    (tmp_path / "secret-key").mkdir()
    with pytest.raises(environment.WrongSettingError, match=r"^MUSTER_DATA: .*cannot be read"):
        environment.secret_key({}, tmp_path)


def test_several_database_servers(tmp_path: Path) -> None:
    url = "postgresql://me:p%2C%40w@one.example,[fd00::2]:5433,10.0.0.3/muster"
    found = environment.database({"MUSTER_DATABASE_URL": url}, tmp_path)
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("me", "p,@w", "muster")
    assert (found["HOST"], found["PORT"]) == ("one.example,fd00::2,10.0.0.3", "5432,5433,5432")
    options = found["OPTIONS"]
    assert options["target_session_attrs"] == "read-write", "none but the one that takes writes"
    assert int(options["connect_timeout"]) <= 5, "one that has gone is not waited for long"
    assert found["CONN_HEALTH_CHECKS"]
    own = environment.database({"MUSTER_DATABASE_URL": f"{url}?connect_timeout=9&sslmode=require"}, tmp_path)
    assert own["OPTIONS"] == options | {"connect_timeout": "9", "sslmode": "require"}


def test_everything_set(tmp_path: Path) -> None:
    found = read_all(
        {
            "MUSTER_DEBUG": "yes",
            "MUSTER_SECRET_KEY": "s" * 32,
            "MUSTER_DATABASE_URL": "postgresql://us%40er:p%2Fw@db.example:5433/mus%20ter?sslmode=require",
            "MUSTER_HOSTS": "one.example, two.example",
            "MUSTER_ORIGIN": "https://play.example.org/",
            "MUSTER_EMAIL_URL": "smtp+tls://me:p%40ss@mail.example",
            "MUSTER_TRUSTED_PROXY": "127.0.0.1,10.0.0.0/8",
            "MUSTER_LOG": "requests",
        },
        tmp_path,
    )
    database, mail = found["database"], found["mail"]
    assert (database["USER"], database["PASSWORD"]) == ("us@er", "p/w")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "mus ter")
    assert database["OPTIONS"] == {"sslmode": "require"}
    assert found["hosts"][-3:] == ["one.example", "two.example", "play.example.org"]
    assert (mail.host, mail.port, mail.user, mail.password) == ("mail.example", 587, "me", "p@ss")
    assert (mail.starttls, mail.tls, mail.sender) == (True, False, "muster@play.example.org")
    own = urlsplit("https://play.example.org")
    assert environment.mail({"MUSTER_EMAIL_URL": "smtps://mail.example"}, own).port == 465
    assert found["proxies"] == ["127.0.0.1", "10.0.0.0/8"]
