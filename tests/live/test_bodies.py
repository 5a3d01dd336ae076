"""Bodies: whole before anybody works on a request, within limits of size, time and memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from live_cases import CLIENT, LIMIT, Got, Inner, ask, front, page, run, scope_of, settled
from muster.live.bodies import COST, GRACE, LONGEST, SLOWEST, Bodies, Pace
from muster.live.front import REFUSED
from muster.live.http import Message, Scope


def refusing() -> Inner:
    """An application that answers what the front refuses with the status it is told."""
    return Inner(lambda scope: (scope.get(REFUSED, 200), [], b"in words"))


class Sender:
    """A client that sends piece by piece, as told, and goes away when told."""

    def __init__(self, app: Any, headers: dict[str, str] | None = None, client: str = CLIENT) -> None:
        self.got, self.asked = Got(), 0
        self._pieces: asyncio.Queue[Message] = asyncio.Queue()
        scope = scope_of("/p/x", headers or {}, "POST", client)
        self.running = asyncio.ensure_future(app(scope, self._receive, self._send))

    async def sends(self, body: bytes, *, more: bool = True) -> None:
        self._pieces.put_nowait({"type": "http.request", "body": body, "more_body": more})
        await settled()

    async def goes(self) -> None:
        self._pieces.put_nowait({"type": "http.disconnect"})
        await settled()

    async def _receive(self) -> Message:
        self.asked += 1
        return await self._pieces.get()

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.got.status = message["status"]
        self.got.body += message.get("body", b"")


def test_what_is_announced_as_too_large_is_refused_and_none_of_it_is_kept() -> None:
    async def act() -> None:
        inner = refusing()
        app = front(inner)
        sender = Sender(app, {"content-length": str(LIMIT + 1)})
        await settled()
        assert app.bodies.shares.taken == 0
        await sender.sends(b"x" * 70_000)
        assert not sender.got.status, "a server that has answered may close, and a browser then shows no page"
        await sender.sends(b"x", more=False)
        await sender.running
        assert (sender.got.status, sender.got.body) == (413, b"in words")
        assert inner.bodies == [b""]

    run(act)


@pytest.mark.parametrize("announced", ["9" * 5000, str(10**14), "1000001"])
def test_however_large_it_says_it_is(announced: str) -> None:
    async def act() -> None:
        inner = refusing()
        got = await ask(front(inner), "/p/x", {"content-length": announced}, method="POST")
        assert got.status == 413

    run(act)


def test_what_says_nothing_of_its_size_is_counted() -> None:
    async def act() -> None:
        inner = refusing()
        app = front(inner)
        pieces = [b"x" * 100_000] * 10
        assert (await ask(app, "/p/x", method="POST", body=pieces)).status == 200
        assert (await ask(app, "/p/x", method="POST", body=[*pieces, b"y", b"z"])).status == 413
        assert inner.bodies == [b"x" * LIMIT, b""]
        assert app.bodies.shares.taken == 0

    run(act)


def test_who_waits_to_be_asked_is_not_asked_for_what_is_refused() -> None:
    async def act() -> None:
        headers = {"content-length": str(LIMIT + 1), "expect": "100-continue"}
        sender = Sender(front(refusing()), headers)
        await sender.running
        assert (sender.got.status, sender.asked) == (413, 0)

    run(act)


def test_whoever_stalls_is_cut_and_keeps_nobody_busy() -> None:
    async def act() -> None:
        inner = refusing()
        app = front(inner)
        app.bodies = Bodies(lambda _: LIMIT, pace=Pace(grace=0.0))
        sender = Sender(app, {"content-length": "500000"})
        await asyncio.wait_for(sender.running, 60)
        assert sender.got.status == 408
        assert inner.bodies == [b""]
        assert app.bodies.shares.taken == 0

    run(act)


@pytest.mark.parametrize(
    ("size", "spent", "left"),
    [
        (0, 0.0, GRACE),
        (70_000, 10.0, GRACE + 70_000 / SLOWEST - 10.0),
        (10_000_000, 10.0, LONGEST - 10.0),
        (10_000, 200.0, GRACE + 10_000 / SLOWEST - 200.0),
    ],
)
def test_how_long_more_may_take_to_come(size: int, spent: float, left: float) -> None:
    assert Pace().left(size, spent) == left


def test_whoever_drips_is_cut() -> None:
    """A byte now and then does not keep a request alive."""

    async def act() -> None:
        now = [0.0]
        inner = refusing()
        app = front(inner)
        app.bodies = Bodies(lambda _: LIMIT, clock=lambda: now[0])
        sender = Sender(app)
        for _ in range(3):
            now[0] += 6
            await sender.sends(b"x")
            assert not sender.running.done()
        now[0] += 6
        await sender.sends(b"x")
        await sender.running
        assert sender.got.status == 408

    run(act)


def test_whoever_goes_away_while_sending_has_sent_nothing() -> None:
    async def act() -> None:
        inner = page()
        app = front(inner)
        sender = Sender(app)
        await sender.sends(b"points=1")
        await sender.goes()
        await sender.running
        assert not inner.scopes, "half a form is none"
        assert app.bodies.shares.taken == 0

    run(act)


def test_whoever_has_most_under_way_gives_the_oldest_up() -> None:
    async def act() -> None:
        inner = page()
        app = front(inner)
        app.bodies = Bodies(lambda _: LIMIT, budget=10 * COST)
        hoard = [Sender(app, client="192.0.2.66") for _ in range(10)]
        await settled()
        other = Sender(app, client="192.0.2.8")
        await settled()
        assert [one.running.done() for one in hoard] == [True] + [False] * 9
        assert hoard[0].got.status == 503
        assert b"Nothing was changed" in hoard[0].got.body
        await other.sends(b"a=1", more=False)
        await other.running
        assert (other.got.status, inner.bodies) == (200, [b"a=1"])
        for one in hoard:
            await one.goes()
        assert app.bodies.shares.taken == 0

    run(act)


def test_one_that_grows_too_large_for_all_is_refused() -> None:
    async def act() -> None:
        app = front(page())
        app.bodies = Bodies(lambda _: LIMIT, budget=10 * COST)
        sender = Sender(app)
        await sender.sends(b"x" * 10 * COST)
        await sender.running
        assert sender.got.status == 503
        app.bodies = Bodies(lambda _: LIMIT, budget=COST - 1)
        assert (await ask(app, "/p/x", method="POST")).status == 503

    run(act)


def test_a_body_counts_until_it_has_been_worked_on() -> None:
    async def act() -> None:
        gate = asyncio.Event()
        inner = page()
        inner.gate = gate
        app = front(inner)
        asking = asyncio.create_task(ask(app, "/p/x", method="POST", body=[b"x" * 1000]))
        await settled()
        assert app.bodies.shares.taken == COST + 1000
        gate.set()
        await asking
        assert app.bodies.shares.taken == 0

    run(act)


def test_nobody_who_sends_is_waited_for_when_the_server_stops() -> None:
    async def act() -> None:
        inner, gate = page(), asyncio.Event()
        app = front(inner)
        sending = Sender(app)
        inner.gate = gate
        working = asyncio.create_task(ask(app, "/p/x", method="POST"))
        await settled()
        app.close()
        await sending.running
        assert sending.got.status == 503
        assert (await ask(app, "/p/x", method="POST")).status == 503
        gate.set()
        assert (await working).status == 200, "what is being worked on is done"

    run(act)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("headers", [{"content-length": "5"}, {"transfer-encoding": "chunked"}])
def test_a_page_is_not_asked_for_with_a_body(method: str, headers: dict[str, str]) -> None:
    async def act() -> None:
        inner = page()
        got = await ask(front(inner), "/desk/", headers, method=method, body=[b"hello"])
        assert (got.status, inner.scopes) == (400, [])
        assert (await ask(front(inner), "/desk/", {"content-length": "0"}, method=method)).status == 200

    run(act)


def test_every_other_way_of_asking_has_its_body_read() -> None:
    async def act() -> None:
        seen = list[tuple[str, bytes]]()

        async def inner(scope: Scope, receive: Any, send: Any) -> None:
            message = await receive()
            seen.append((scope["method"], message["body"]))
            assert (await receive())["type"] == "http.disconnect"
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        parts: Iterable[bytes] = (b"a", b"b")
        for method in ("PUT", "DELETE", "OPTIONS"):
            await ask(front(inner), "/p/x", method=method, body=parts)
        assert seen == [("PUT", b"ab"), ("DELETE", b"ab"), ("OPTIONS", b"ab")]

    run(act)
