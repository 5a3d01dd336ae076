"""`muster serve` and `muster link`: a process of its own, as people start it."""

from __future__ import annotations

import asyncio
import errno
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest

from browser_cases import Server, clean_env, serving
from cli_cases import MUSTER, run
from database_cases import begin_like
from live_cases import until
from muster.cli import listening, site


def muster(*words: str | Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which is expected to end by itself."""
    command = [*MUSTER, *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, env=clean_env() | (env or {}), timeout=60, check=False
    )


def ask(server: Server, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    """One request past everything that follows links or unpacks."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a folder that was not there."""
    with serving(tmp_path_factory.mktemp("serve") / "new" / "data") as server:
        yield server


@pytest.fixture
def begun(tmp_path: Path, begun_site: Path) -> Path:
    """The folder of a site with all tables and static files, which take a server longer to make than to start."""
    begin_like(begun_site, tmp_path)
    return tmp_path


def test_it_answers_and_says_how_it_is(served: Server) -> None:
    response, body = ask(served, "/healthz")
    assert response.status == 200
    assert json.loads(body)["status"] == "ok"
    assert ask(served, "/")[0].status == 200
    assert ask(served, "/desk/")[0].status == 302


def test_its_figures_are_for_this_machine(served: Server) -> None:
    ask(served, "/account/login/")
    response, body = ask(served, "/metrics")
    assert response.status == 200
    assert b'muster_requests_total{method="GET",route="account/login/",status="200"}' in body
    for headers in ({"Host": "play.example.org"}, {"X-Forwarded-For": "127.0.0.1"}):
        assert ask(served, "/metrics", **headers)[0].status == 404


def test_what_it_keeps_is_for_its_owner_alone(served: Server) -> None:
    assert stat.S_IMODE(served.data.stat().st_mode) == 0o700
    for name in ("secret-key", "muster.sqlite3"):
        assert stat.S_IMODE((served.data / name).stat().st_mode) == 0o600
    assert len((served.data / "secret-key").read_text(encoding="ascii")) >= 50


def test_the_link_is_for_an_organiser_and_not_kept_in_clear(served: Server) -> None:
    with closing(sqlite3.connect(served.data / "muster.sqlite3")) as database:
        accounts = database.execute("SELECT name, password FROM people_account").fetchall()
        digests = [row[0] for row in database.execute("SELECT digest FROM people_loginlink")]
    assert [name for name, _ in accounts] == ["Organiser"]
    assert accounts[0][1].startswith("!"), "nobody can guess a password that is none"
    token = served.link.rpartition("/")[2]
    assert token
    assert token not in digests
    response, _ = ask(served, urlsplit(served.link).path)
    assert response.status == 200


def test_static_files_never_change_under_their_name(served: Server) -> None:
    _, page = ask(served, "/account/login/")
    sheet = next(part for part in page.decode().split('"') if part.startswith("/static/muster/muster."))
    response, body = ask(served, sheet, **{"Accept-Encoding": "gzip"})
    assert response.status == 200
    assert response.headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Vary"] == "Accept-Encoding"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert not response.headers["Set-Cookie"]
    assert len(body) < 30_000
    assert ask(served, "/static/muster/muster.css")[0].status == 404, "only what never changes is served"


def test_an_upload_too_large_is_refused_in_words(served: Server) -> None:
    address = urlsplit(served.address)
    with closing(http.client.HTTPConnection(address.netloc, timeout=60)) as connection:
        connection.request("POST", "/account/login/", body=b"x" * 20_000_000)
        response = connection.getresponse()
        assert response.status == 413
        assert b"five megabytes" in response.read()


@pytest.mark.parametrize(
    ("asks", "status"),
    [
        (b"GET /account/login/?next=/\xc3\xa4 HTTP/1.1\r\n", b"200"),
        (b"GET /account/login/ HTTP/1.1\r\nContent-Length: 5\r\n", b"400"),
        (b"GET /account/login/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", b"400"),
        (b"POST /account/login/ HTTP/1.1\r\nContent-Length: 1000001\r\nExpect: 100-continue\r\n", b"413"),
    ],
)
def test_odd_requests_are_answered(served: Server, asks: bytes, status: bytes) -> None:
    where = urlsplit(served.address)
    with socket.create_connection((where.hostname, where.port), 60) as client:
        client.sendall(asks + b"Host: localhost\r\n\r\n")
        assert client.recv(4096).split(b" ")[1] == status


@pytest.mark.parametrize(
    "chunks", [b"-1\r\n\r\n", b"5\r\nhello\r\nzz\r\n", b"5\nhello\n0\n\n", b"f" * 18 + b"\r\n\r\n"]
)
def test_a_body_in_no_chunks_is_the_fault_of_who_sent_it(served: Server, chunks: bytes) -> None:
    where = urlsplit(served.address)
    head = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection((where.hostname, where.port), 60) as client:
        client.sendall(head + chunks)
        assert client.recv(4096).split(b" ")[1] == b"400"


def test_a_second_server_on_the_folder_says_so(served: Server, tmp_path: Path) -> None:
    command = [*MUSTER, "serve", "--json", "--port", "0", "--data", str(served.data)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_env()
    ) as second:
        assert second.stdout
        assert second.stderr
        answer = json.loads(second.stdout.readline())
        assert answer["address"] != served.address
        second.send_signal(signal.SIGINT)
        assert second.wait(60) == 0
        said = second.stderr.read()
        assert "That is fine" in said
        assert f"at {served.address}/" in said


def test_a_second_start_at_the_same_port_says_that_muster_runs_there(served: Server) -> None:
    ran = muster("serve", "--data", served.data, "--port", str(urlsplit(served.address).port))
    assert ran.returncode == 2
    since = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    says = (
        rf"Muster is already running here, with the same data, since {since}, at {re.escape(served.address)}/"
    )
    assert re.fullmatch(says, ran.stderr.strip())
    assert ran.stdout == ""


def _taken(host: str | None, port: int | None) -> bool:
    """Whether anybody answers there."""
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="processes are told apart by signals")
def test_a_server_that_is_killed_leaves_nobody_serving(begun: Path) -> None:
    command = [*MUSTER, "serve", "--json", "--port", "0", "--data", str(begun)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=clean_env()
    )
    with process:
        assert process.stdout is not None
        address = urlsplit(json.loads(process.stdout.readline())["local"])
        process.kill()
    # In a thread of its own: tests in a browser leave a loop running in this one.
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, until(lambda: not _taken(address.hostname, address.port))).result()
    again = [*MUSTER, "serve", "--json", "--port", str(address.port), "--data", str(begun)]
    with subprocess.Popen(again, stdout=subprocess.PIPE, text=True, env=clean_env()) as second:
        assert second.stdout is not None
        assert json.loads(second.stdout.readline())["local"].endswith(f":{address.port}")
        second.terminate()
        assert second.wait(60) == 0


def test_a_taken_port_is_one_line(served: Server, tmp_path: Path) -> None:
    port = urlsplit(served.address).port
    ran = muster("serve", "--data", tmp_path, "--port", str(port))
    assert ran.returncode == 2
    assert ran.stderr.strip() == (
        f"Port {port} is taken by another program: choose another with --port, such as --port {port + 1}."  # type: ignore[operator]
    )
    assert ran.stdout == ""


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    ran = muster("serve", "--data", tmp_path / "file" / "data", "--port", "0")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"The data folder {tmp_path / 'file' / 'data'} cannot be used: ")
    assert ran.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with patch.object(os, "access", return_value=False), pytest.raises(Exception, match="2"):
        site.make_data_folder(tmp_path)
    assert "cannot be used: it cannot be written to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("MUSTER_DEBUG", "perhaps"),
        ("MUSTER_ORIGIN", "nowhere"),
        ("MUSTER_DATABASE_URL", "oracle://x/y"),
        ("MUSTER_REDIS_URL", "http://127.0.0.1:6379"),
    ],
)
def test_a_wrong_setting_is_one_line(variable: str, value: str, tmp_path: Path) -> None:
    ran = muster("serve", "--data", tmp_path, "--port", "0", env={variable: value})
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"{variable}: ")
    assert ran.stderr.count("\n") == 1


def test_a_database_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    url = "postgresql://nobody@127.0.0.1:1/nothing"
    ran = muster("serve", "--data", tmp_path, "--port", "0", env={"MUSTER_DATABASE_URL": url})
    assert ran.returncode == 2
    assert ran.stderr.startswith("The database cannot be used: ")
    assert "Traceback" not in ran.stderr


def test_words_for_people_and_a_clean_end(tmp_path: Path) -> None:
    command = [*MUSTER, "serve", "--port", "0", "--data", str(tmp_path), "--demo"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_env()
    ) as process:
        assert process.stdout
        assert process.stderr
        begun = process.stdout.readline()
        said = [process.stdout.readline() for _ in range(5)]
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=60)
    assert process.returncode == 0
    assert begun == "First start: making the database and the files of the pages. This happens once.\n"
    assert said[0].endswith("is running. Stop it with Ctrl-C.\n")
    assert "On this machine   http://127.0.0.1:" in said[1]
    assert str(tmp_path) in said[2]
    assert "/enter/" in said[4]
    assert rest == "Stopped. Everything is on record.\n"
    assert complaints == ""
    with closing(sqlite3.connect(tmp_path / "muster.sqlite3")) as database:
        codes = [row[0] for row in database.execute("SELECT code FROM people_event ORDER BY code")]
    assert codes == ["DEMO", "DEMO2"]


def test_a_link_to_no_site_is_refused(tmp_path: Path) -> None:
    ran = muster("link", "--data", tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.strip() == (
        f"There is no database in {tmp_path}: name its folder with --data, or run "
        f"`muster serve --data {tmp_path}` once, which makes one."
    )
    assert not list(tmp_path.iterdir())


def test_link_lets_people_in_later(served: Server) -> None:
    ran = muster("link", "--data", served.data, "--port", str(urlsplit(served.address).port))
    assert ran.returncode == 0
    assert ask(served, urlsplit(ran.stdout.strip()).path)[0].status == 200
    made = json.loads(muster("link", "--data", served.data, "--json").stdout)["link"]
    assert made.startswith("http://127.0.0.1:8000/enter/")
    unknown = muster("link", "--data", served.data, "--account", "nobody@example.org")
    assert unknown.returncode == 2
    assert unknown.stderr.strip() == "No account has the e-mail address nobody@example.org."


def test_the_origin_is_what_people_are_shown(served: Server) -> None:
    ran = muster("link", "--data", served.data, env={"MUSTER_ORIGIN": "https://play.example.org/"})
    assert ran.stdout.startswith("https://play.example.org/enter/")


def test_behind_a_proxy_that_encrypts(begun: Path) -> None:
    env = {"MUSTER_ORIGIN": "https://play.example.org", "MUSTER_TRUSTED_PROXY": "127.0.0.1"}
    with serving(begun, env=env) as server:
        assert server.link.startswith("https://play.example.org/enter/")
        client = {"Host": "play.example.org", "X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "https"}
        response, _ = ask(server, urlsplit(server.link).path, **client)
    assert response.status == 200
    assert response.headers["Set-Cookie"].startswith("__Host-csrftoken=")
    assert "Secure" in response.headers["Set-Cookie"]
    assert "Domain" not in response.headers["Set-Cookie"]
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "upgrade-insecure-requests" in response.headers["Content-Security-Policy"]


PATIENT = (
    sys.executable,
    "-c",
    "from muster.cli import listening, main; listening.PATIENCE = 3600; main.main()",
)
"""`muster` whose server kills nobody who is slow to end: only what ends by itself ends at all."""


def test_it_ends_by_itself_though_streams_are_open(begun: Path) -> None:
    with ExitStack() as sockets:
        with serving(begun, muster=PATIENT) as server:
            address = urlsplit(server.address)
            waiting, stream = (
                sockets.enter_context(socket.create_connection((address.hostname, address.port), timeout=30))
                for _ in range(2)
            )
            for one, what in ((waiting, "SPRING/wait?on=news"), (stream, "SPRING?on=news")):
                one.sendall(f"GET /live/{what} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            said = stream.recv(4096)
            while b"hello" not in said:
                said += stream.recv(4096)
        while piece := stream.recv(4096):
            said += piece
    assert said.endswith(b"0\r\n\r\n"), "the stream was ended, not cut off"


# The local network


def test_lan_answers_to_the_network_address(begun: Path) -> None:
    network = listening.network_address()
    with serving(begun, "--lan") as server:
        port = urlsplit(server.address).port
        assert ask(server, "/healthz", Host=f"{network or '127.0.0.1'}:{port}")[0].status == 200
        assert ask(server, "/healthz", Host="elsewhere.example")[0].status == 400


def test_without_a_network_lan_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    from muster.cli import serve

    with patch.object(listening, "network_address", return_value=None):
        assert serve._network("0.0.0.0", 8000, lan=True) == ""  # noqa: S104
    assert "in no network just now" in capsys.readouterr().err


def test_the_network_address_is_shown_as_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from muster.cli import serve

    monkeypatch.delenv("MUSTER_HOSTS", raising=False)
    with patch.object(listening, "network_address", return_value="192.0.2.7"):
        network = serve._network("0.0.0.0", 8000, lan=True)  # noqa: S104
    assert network == "http://192.0.2.7:8000"
    assert os.environ["MUSTER_HOSTS"] == "192.0.2.7"
    monkeypatch.delenv("MUSTER_HOSTS")
    with patch("sys.stdout") as stdout:
        stdout.encoding = "utf-8"
        rows = serve._code(network)
        stdout.encoding = "ascii"
        assert serve._code(network) == []
    assert len({len(row) for row in rows}) == 1
    assert set("".join(rows)) <= set(" █▀▄")


def test_the_players_code_is_on_no_screen_with_the_organisers_link() -> None:
    from muster.cli import serve

    def shown(link: str) -> str:
        way = serve._Announcement(
            "http://a:1", "http://127.0.0.1:1", "http://192.0.2.7:1", link, Path("/data")
        )
        with patch.object(serve, "_code", return_value=["█▀▄"]):
            return "\n".join(map(str, serve._lines(way)))

    assert "█▀▄" not in shown("http://a:1/enter/secret")
    assert "http://192.0.2.7:1/" in shown("http://a:1/enter/secret")
    assert "█▀▄" in shown("")


def test_no_route_is_no_network() -> None:
    with patch.object(socket.socket, "connect", side_effect=OSError):
        assert listening.network_address() is None


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),  # noqa: S104
        ("::", "http://[::1]:8000"),
        ("192.0.2.7", "http://192.0.2.7:8000"),
    ],
)
def test_addresses_for_a_browser(host: str, shown: str) -> None:
    assert listening.at(host, 8000) == shown


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(errno.EACCES, "Permission denied"), "Port 80 is kept for the system"),
        (OSError(errno.EADDRNOTAVAIL, "Cannot assign"), "203.0.113.9 is no address of this machine"),
    ],
)
def test_other_reasons_not_to_listen(error: OSError, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(socket.socket, "bind", side_effect=error), pytest.raises(Exception, match="2"):
        listening.free_port("203.0.113.9", 80)
    assert says in capsys.readouterr().err


def test_help_names_every_option() -> None:
    shown: Any = run("serve", "--help").out
    for option in (
        "--data",
        "--host",
        "--port",
        "--lan",
        "--demo",
        "--no-demo",
        "--open",
        "--link",
        "--workers",
        "--json",
    ):
        assert option in shown
