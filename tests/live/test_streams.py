"""Streams and long polls: they say that something has changed, once, and hold nobody up."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from live_cases import Client, ask, front, page, run, settled
from muster.live import streams
from muster.live.hub import Hub
from muster.live.streams import Streams

WHERE = "/live/SPRING?on=1/round,news"


def opened(hub: Hub, **options: Any) -> tuple[Any, Streams]:
    app = front(page(), hub)
    app.streams = Streams(hub, **options)
    return app, app.streams


def fields(piece: str) -> dict[str, str]:
    """One event taken apart, as a browser does."""
    return dict(line.split(": ", 1) for line in piece.strip().splitlines())


def test_a_stream_says_the_time_and_then_each_change() -> None:
    async def act() -> None:
        hub = Hub()
        app, held = opened(hub)
        client = Client(app, WHERE)
        hello = fields(await client.piece())
        assert client.got.status == 200
        assert client.got.headers["content-type"] == "text/event-stream"
        assert hello["event"] == "hello"
        assert abs(json.loads(hello["data"])["now"] - hub.clock()) < 5000
        for topic in ("news", "1/round"):
            hub.bump([f"SPRING/{topic}"])
            event = fields(await client.piece())
            assert event["id"] == event["data"] == str(hub.latest)
        hub.bump(["SPRING/1/people", "OTHER/news"])
        client.gone.set()
        await asyncio.wait_for(client.running, 5)
        assert not client.got.pieces
        assert (held.open, len(hub._followers)) == (0, 0)

    run(act)


def test_many_who_are_told_together_learn_how_many_they_are() -> None:
    async def act() -> None:
        hub = Hub()
        app, _ = opened(hub)
        hall = [Client(app, WHERE) for _ in range(streams.MANY - 1)]
        for client in hall:
            await client.piece()
        other = Client(app, "/live/SPRING?on=1/t5")
        await other.piece()
        poll = asyncio.create_task(ask(app, f"/live/SPRING/wait?on=news&since={hub.latest}"))
        await settled()
        hub.bump(["SPRING/1/t5"])
        assert "crowd" not in await other.piece()
        hub.bump(["SPRING/news"])
        for client in hall:
            crowd, event = (await client.piece()).strip().split("\n\n")
            assert fields(crowd) == {"event": "crowd", "data": str(streams.MANY)}
            assert fields(event)["data"] == str(hub.latest)
            client.gone.set()
        assert json.loads((await poll).body)["crowd"] == streams.MANY
        other.gone.set()

    run(act)


@pytest.mark.parametrize("header", [True, False])
def test_who_comes_back_is_told_at_once_what_was_missed(header: bool) -> None:
    async def act() -> None:
        hub = Hub()
        hub.clock = lambda: hub.latest + 100_000  # long after
        app, _ = opened(hub)
        before = hub.newest(["SPRING/news"])
        hub.bump(["SPRING/news"])

        async def second_piece(since: int) -> str | None:
            where = WHERE if header else f"{WHERE}&since={since}"
            client = Client(app, where, {"last-event-id": str(since)} if header else None)
            await client.piece()
            for _ in range(5):
                await asyncio.sleep(0)
            client.gone.set()
            await client.running
            return client.got.pieces[0].decode() if client.got.pieces else None

        assert f"data: {hub.latest}" in str(await second_piece(before))
        assert await second_piece(hub.latest) is None
        # A stamp from a clock that was wrong hides nothing.
        assert await second_piece(hub.latest + 10_000_000) is not None

    run(act)


def test_a_page_says_how_old_it_is_when_it_opens() -> None:
    """A change between the making of the page and the opening of its stream is not missed."""

    async def act() -> None:
        now = [1_000_000]
        hub = Hub(clock=lambda: now[0])
        app, _ = opened(hub)
        now[0] += 60_000
        hub.bump(["SPRING/news"])
        now[0] += 10_000
        for age, moved in ((11_000, True), (500, False)):
            got = (
                await asyncio.wait_for(ask(app, f"/live/SPRING/wait?on=news&age={age}&since="), 5)
                if moved
                else None
            )
            client = Client(app, f"/live/SPRING?on=news&age={age}")
            await client.piece()
            await settled()
            assert bool(client.got.pieces) is moved
            assert got is None or json.loads(got.body)["moved"]
            client.gone.set()
            await client.running

    run(act)


def test_many_changes_are_one_word_to_a_slow_client() -> None:
    async def act() -> None:
        hub = Hub()
        app, _ = opened(hub)
        slow, quick = Client(app, WHERE), Client(app, WHERE)
        await slow.piece()
        await quick.piece()
        slow.reads.clear()
        for _ in range(1000):
            hub.bump(["SPRING/news"])
            await asyncio.sleep(0)
        slow.reads.set()
        await settled()
        assert len(slow.got.pieces) <= 2
        assert fields(slow.got.pieces[-1].decode())["data"] == str(hub.latest)
        assert fields(quick.got.pieces[-1].decode())["data"] == str(hub.latest)
        for one in (slow, quick):
            one.gone.set()
            await one.running

    run(act)


def test_a_stalled_reader_is_cut_and_holds_nobody() -> None:
    async def act() -> None:
        hub = Hub()
        app, held = opened(hub, patience=0.05)
        stalled, other = Client(app, WHERE), Client(app, WHERE)
        await stalled.piece()
        await other.piece()
        stalled.reads.clear()
        hub.bump(["SPRING/news"])
        assert "data" in await other.piece()
        await asyncio.wait_for(stalled.running, 5)
        assert held.open == 1
        hub.bump(["SPRING/news"])
        assert "data" in await other.piece()
        other.gone.set()
        await other.running

    run(act)


def test_a_quiet_stream_beats() -> None:
    async def act() -> None:
        app, _ = opened(Hub(), beat=0.01)
        client = Client(app, WHERE)
        await client.piece()
        assert [await client.piece() for _ in range(2)] == [":\n\n", ":\n\n"]
        client.gone.set()
        await client.running

    run(act)


def test_when_there_is_no_place_clients_are_told_to_poll() -> None:
    """Nobody gives up their only stream for another's."""

    async def act() -> None:
        hub = Hub()
        app, held = opened(hub, most=2)
        clients = [Client(app, WHERE, client=f"192.0.2.{n}") for n in range(2)]
        for one in clients:
            await one.piece()
        got = await ask(app, WHERE)
        assert (got.status, got.headers["retry-after"]) == (503, str(streams.RETRY))
        clients[0].gone.set()
        await clients[0].running
        assert held.open == 1
        third = Client(app, WHERE)
        assert "hello" in await third.piece()
        for one in (clients[1], third):
            one.gone.set()
            await one.running

    run(act)


def test_whoever_has_most_streams_gives_their_oldest_up() -> None:
    async def act() -> None:
        hub = Hub()
        app, held = opened(hub, most=300)
        hoard = [Client(app, WHERE, client="192.0.2.66") for _ in range(300)]
        for one in hoard:
            await one.piece()
        shop = [Client(app, WHERE, client="192.0.2.8") for _ in range(150)]
        for one in shop:
            assert "hello" in await one.piece()
        assert held.open == 300
        for one in hoard[:150]:
            assert "event: full" in await one.piece()
            await one.running
        assert not any(one.running.done() for one in hoard[150:] + shop)
        # Whoever has as many as anybody takes the next place from themselves.
        newest = Client(app, WHERE, client="192.0.2.8")
        assert "hello" in await newest.piece()
        assert "event: full" in await shop[0].piece()
        for one in (*hoard[150:], *shop, newest):
            one.gone.set()
            await one.running
        assert (held.open, len(held._places), held._places.taken) == (0, 0, 0)

    run(act)


def test_long_polls_are_shared_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_HELD", 2)
    where = "/live/SPRING/wait?on=news"

    async def act() -> None:
        app, held = opened(Hub())
        hoard = [asyncio.create_task(ask(app, where, client="192.0.2.66")) for _ in range(2)]
        await settled()
        other = asyncio.create_task(ask(app, where, client="192.0.2.8"))
        await settled()
        assert [one.done() for one in (*hoard, other)] == [True, False, False]
        said = json.loads((await hoard[0]).body)
        assert (said["moved"], said["held"]) == (False, False), "it is to ask later"
        held.close()
        await asyncio.gather(*hoard, other)

    run(act)


def test_streams_end_when_the_server_does() -> None:
    async def act() -> None:
        hub = Hub()
        app, held = opened(hub)
        clients = [Client(app, WHERE) for _ in range(5)]
        waiting = asyncio.create_task(ask(app, "/live/SPRING/wait?on=news"))
        for one in clients:
            await one.piece()
        held.close()
        await asyncio.wait_for(asyncio.gather(waiting, *(one.running for one in clients)), 5)
        assert (await ask(app, WHERE)).status == 503
        assert not json.loads((await ask(app, "/live/SPRING/wait?on=news")).body)["moved"]

    run(act)


def test_a_long_poll_is_held_until_a_change() -> None:
    async def act() -> None:
        hub = Hub()
        app, held = opened(hub, hold=0.02)
        first = json.loads((await ask(app, "/live/SPRING/wait?on=news")).body)
        assert first["moved"] is False
        held._hold = 20
        waiting = asyncio.create_task(ask(app, f"/live/SPRING/wait?on=news&since={first['stamp']}"))
        await settled()
        assert (waiting.done(), held.held) == (False, 1)
        hub.bump(["SPRING/news"])
        second = json.loads((await asyncio.wait_for(waiting, 5)).body)
        assert second["moved"]
        assert second["stamp"] > first["stamp"]
        assert (held.held, len(hub._followers)) == (0, 0)
        again = await ask(app, f"/live/SPRING/wait?on=news&since={first['stamp']}")
        assert json.loads(again.body)["moved"]

    run(act)


def test_with_too_many_long_polls_the_next_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_HELD", 0)

    async def act() -> None:
        app, _ = opened(Hub())
        said = json.loads((await asyncio.wait_for(ask(app, "/live/SPRING/wait?on=news"), 5)).body)
        assert (said["moved"], said["held"]) == (False, False)

    run(act)


@pytest.mark.parametrize(
    ("where", "status"),
    [
        ("/live/", 404),
        ("/live/SPRING/other?on=news", 404),
        ("/live/SPR..ING?on=news", 404),
        ("/live/SPRINGSPRINGS?on=news", 404),
        ("/live/SPRING", 400),
        ("/live/SPRING?on=", 400),
        ("/live/SPRING?on=NEWS", 400),
        ("/live/SPRING?on=" + "x" * 41, 400),
        ("/live/SPRING?on=" + ",".join(f"1/t{n}" for n in range(99)), 400),
        ("/live/SPRING?on=%ff", 400),
    ],
)
def test_nonsense_is_refused(where: str, status: int) -> None:
    async def act() -> None:
        hub = Hub()
        app, _ = opened(hub)
        got = await ask(app, where)
        assert got.status == status
        assert got.headers["x-content-type-options"] == "nosniff"
        assert len(hub) == 0
        assert (await ask(app, WHERE, method="POST")).status == 405

    run(act)
