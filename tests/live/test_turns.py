"""Turns: few requests are worked on at a time, and everybody has theirs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from granian.utils.proxies import wrap_asgi_with_proxy_headers

from live_cases import Client, Inner, ask, front, page, run, scope_of, settled
from muster.live.http import Message, Scope
from muster.live.turns import Turns


def slow() -> tuple[Inner, asyncio.Event]:
    inner, gate = page(), asyncio.Event()
    inner.gate = gate
    return inner, gate


def asked_by(inner: Inner) -> list[str]:
    return [str(scope["client"][0]) for scope in inner.scopes]


def test_one_address_never_has_all_places() -> None:
    async def act() -> None:
        inner, gate = slow()
        turns = Turns(inner, 4)
        many = [asyncio.create_task(ask(turns, "/desk/", client="192.0.2.66")) for _ in range(50)]
        await settled()
        assert (len(inner.scopes), turns.busy) == (3, 3)
        other = asyncio.create_task(ask(turns, "/desk/", client="192.0.2.8"))
        await settled()
        assert asked_by(inner)[3:] == ["192.0.2.8"], "it need not wait"
        gate.set()
        assert {one.status for one in await asyncio.gather(*many, other)} == {200}
        assert (turns.busy, len(turns._waiting), turns._shares.taken) == (0, 0, 0)

    run(act)


def test_addresses_have_their_turns_one_after_the_other() -> None:
    async def act() -> None:
        inner, gate = slow()
        turns = Turns(inner, 1)
        asking = [
            asyncio.create_task(ask(turns, "/desk/", client=f"192.0.2.{who}"))
            for who in (1, 1, 1, 1, 2, 2, 3)
        ]
        await settled()
        gate.set()
        await asyncio.gather(*asking)
        assert [one[-1] for one in asked_by(inner)] == ["1", "1", "2", "3", "1", "2", "1"]

    run(act)


def test_of_too_many_that_wait_the_oldest_of_whoever_has_most_is_given_up() -> None:
    async def act() -> None:
        inner, gate = slow()
        turns = Turns(inner, 1, most=5)
        many = [asyncio.create_task(ask(turns, "/desk/", client="192.0.2.66")) for _ in range(6)]
        await settled()
        other = asyncio.create_task(ask(turns, "/desk/", client="192.0.2.8"))
        await settled()
        assert [one.done() for one in many] == [False, True, *[False] * 4]
        got = await many[1]
        assert (got.status, got.headers["retry-after"]) == (503, "5")
        gate.set()
        assert [one.status for one in await asyncio.gather(*many, other)] == [200, 503, *[200] * 5]

    run(act)


def test_with_no_place_to_wait_it_is_said_at_once() -> None:
    async def act() -> None:
        inner, gate = slow()
        turns = Turns(inner, 1, most=0)
        first = asyncio.create_task(ask(turns, "/desk/"))
        await settled()
        assert (await ask(turns, "/desk/")).status == 503
        gate.set()
        assert (await first).status == 200

    run(act)


def test_who_goes_away_while_waiting_leaves_no_place_taken() -> None:
    async def act() -> None:
        inner, gate = slow()
        turns = Turns(inner, 1)
        first, second, third = (asyncio.create_task(ask(turns, "/desk/")) for _ in range(3))
        await settled()
        second.cancel()
        await settled()
        gate.set()
        assert {(await one).status for one in (first, third)} == {200}
        assert (turns.busy, turns._shares.taken) == (0, 0)

    run(act)


def test_who_goes_away_as_their_turn_comes_gives_it_on() -> None:
    async def act() -> None:
        inner, gate = slow()
        turns = Turns(inner, 1)
        first, second, third = (asyncio.create_task(ask(turns, "/desk/")) for _ in range(3))
        await settled()
        turns._free("192.0.2.7")
        turns.busy += 1
        turns._working["192.0.2.7"] += 1
        second.cancel()
        await settled()
        assert not third.done()
        gate.set()
        assert {(await one).status for one in (first, third)} == {200}

    run(act)


def test_work_goes_on_when_whoever_asked_has_gone() -> None:
    async def act() -> None:
        inner, gate = slow()
        turns = Turns(inner, 1)
        asking = asyncio.create_task(ask(turns, "/desk/"))
        await settled()
        asking.cancel()
        await settled()
        assert turns.busy == 1, "a thread works for it to the end"
        assert not await turns.done(0)
        gate.set()
        assert await turns.done(60)

    run(act)


def test_whoever_reads_slowly_keeps_nobody_busy() -> None:
    async def act() -> None:
        inner = page()
        turns = Turns(inner, 1)
        reads = asyncio.Event()

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(_: Message) -> None:
            await reads.wait()

        slow_one = asyncio.create_task(turns(scope_of("/desk/", {}, "GET"), receive, send))
        await settled()
        assert (turns.busy, slow_one.done()) == (0, False)
        assert (await ask(turns, "/desk/")).status == 200
        reads.set()
        await slow_one
        reads.clear()
        turns._patience = 0.0
        await asyncio.wait_for(turns(scope_of("/desk/", {}, "GET"), receive, send), 60)  # cut

    run(act)


def test_an_application_that_breaks_leaves_no_place_taken() -> None:
    async def act() -> None:
        async def broken(scope: Scope, receive: Any, send: Any) -> None:
            raise ZeroDivisionError

        turns = Turns(broken, 1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await ask(turns, "/desk/")
        assert turns.busy == 0

    run(act)


def test_behind_a_proxy_everybody_has_their_own_turns() -> None:
    async def act() -> None:
        inner, gate = slow()
        app = wrap_asgi_with_proxy_headers(Turns(inner, 4), trusted_hosts=["192.0.2.7"])
        many = [
            asyncio.create_task(ask(app, "/desk/", {"x-forwarded-for": f"192.0.2.8, 198.51.100.{who}"}))
            for who in (66, 66, 66, 66, 66, 8)
        ]
        await settled()
        assert asked_by(inner) == ["198.51.100.66"] * 3 + ["198.51.100.8"]
        gate.set()
        await asyncio.gather(*many)

    run(act)


def test_a_shop_behind_one_address_is_served() -> None:
    """Three hundred phones on one network: each has a stream, and all send a form at once."""

    async def act() -> None:
        inner = page()
        app = front(Turns(inner, 4))
        phones = [Client(app, "/live/SPRING?on=news") for _ in range(300)]
        for phone in phones:
            assert "hello" in await phone.piece()
        forms = [ask(app, "/p/x", method="POST", body=[b"points=1"]) for _ in phones]
        assert {got.status for got in await asyncio.gather(*forms)} == {200}
        assert inner.bodies == [b"points=1"] * 300
        for phone in phones:
            phone.gone.set()
            await phone.running

    run(act)
