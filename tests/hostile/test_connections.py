"""Nobody can freeze the server: slow uploads, silent connections and hoarded streams from one address harm no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser_cases import Server, serving
from hostile_cases import ATTACKER, PAGES, SHOP, Visitor, many, said_by

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("hostile") / "data", "--demo") as found:
        yield found


@pytest.fixture
def visitor(server: Server, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    found = Visitor(server)
    found.looks(*PAGES, times=1)
    found.seconds.clear()
    yield found
    found.tells(request.node.name)


@pytest.mark.parametrize("count", [4, 40])
def test_stalled_uploads(server: Server, visitor: Visitor, count: int) -> None:
    head = (
        b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\nCookie: csrftoken=%b\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" % (b"a" * 32)
    )
    with many(server, count, ATTACKER, head + b"x" * 70_000) as uploads:
        visitor.looks(*PAGES)
        answers = said_by(uploads, b"</html>")
        assert {one[:12] for one in answers} == {b"HTTP/1.1 408"}, "each is answered, after the visitor"


def test_silent_connections(server: Server, visitor: Visitor) -> None:
    with many(server, 10_100, ATTACKER) as silent:
        visitor.looks(*PAGES)
        said_by(silent)  # each is closed


def test_connections_that_were_used_once(server: Server, visitor: Visitor) -> None:
    with many(server, 1_000, ATTACKER, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") as used:
        said_by(used, b"}")
        visitor.looks(*PAGES)
        said_by(used)  # each is closed


def test_hoarded_streams(server: Server, visitor: Visitor) -> None:
    ask = b"GET /live/DEMO2?on=news HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with many(server, 5_200, ATTACKER, ask) as hoard:
        said_by(hoard, b"event: hello")
        visitor.looks(*PAGES)
        with many(server, 300, SHOP, ask) as phones:
            assert all(b"event: hello" in one for one in said_by(phones, b"event: hello"))
            visitor.looks(*PAGES)
