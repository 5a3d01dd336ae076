"""Whole pages of readers' own from memory: each to its reader alone, true always, and gone soon."""

from __future__ import annotations

import asyncio
import gzip

import pytest

from live_cases import ask, run, settled
from muster.live import own_pages
from muster.live.http import Header, Scope
from muster.live.hub import Hub
from muster.live.own import ORDER, WantedPage
from muster.live.own_pages import OwnPages
from own_page_cases import HTML, front, hall, look


def test_an_unchanged_page_is_made_once_and_filled_for_each() -> None:
    async def act() -> None:
        there = hall()
        app, _ = front(there)
        first = await look(app, sent={"cookie": "proof=aaaa"})
        again = await look(app, sent={"cookie": "a=b; proof=bbbb"})
        newcomer = await look(app, sent={})
        assert [one.body for one in (first, again, newcomer)] == [
            b"<p>table 1 aaaa",
            b"<p>table 1 bbbb",
            b"<p>table 1 NEW!",
        ]
        assert "set-cookie" not in first.headers
        assert newcomer.headers["set-cookie"] == "proof=NEW!"
        assert len(there.asked) == 1
        for got in (first, again, newcomer):
            assert got.headers["cache-control"] == "private, no-store"
            assert got.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"
            assert got.headers["content-length"] == str(len(got.body))

    run(act)


def test_packed_and_head_are_the_same_page() -> None:
    async def act() -> None:
        app, _ = front(hall())
        packed = await look(app, sent={"cookie": "proof=aaaa", "accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == b"<p>table 1 aaaa"
        head = await look(app, method="HEAD")
        assert (head.status, head.body, head.headers["content-length"]) == (200, b"", "15")

    run(act)


def test_whoever_has_the_page_is_told_so() -> None:
    async def act() -> None:
        hub = Hub()
        app, _ = front(hall(), hub)
        first = await look(app)
        known = {"cookie": "proof=mine", "if-none-match": first.headers["etag"]}
        same = await look(app, sent=known)
        assert (same.status, same.body) == (304, b"")
        assert same.headers["cache-control"] == "private, no-store"
        # Without the cookie what is on the screen is not proved any more.
        assert (await look(app, sent={"if-none-match": first.headers["etag"]})).status == 200
        assert (await look(app, 2, sent=known)).status == 200
        hub.bump(["A/1-secret1"])
        assert (await look(app, sent=known)).status == 200

    run(act)


def test_a_change_of_one_reader_makes_theirs_anew() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, _ = front(there, hub)
        await look(app, 1)
        await look(app, 2)
        there.asked.clear()
        there.shown["1-secret1"] = "another table"
        hub.bump(["A/1-secret1"])
        assert (await look(app, 1)).body == b"<p>another table mine"
        assert (await look(app, 2)).body == b"<p>table 2 mine"
        assert there.asked == [("1-secret1", True)]
        hub.bump_all()
        await look(app, 2)
        assert len(there.asked) == 2

    run(act)


def test_however_many_want_it_at_once_it_is_made_once() -> None:
    async def act() -> None:
        there = hall()
        app, inner = front(there)
        inner.gate = asyncio.Event()
        asking = [asyncio.create_task(look(app, sent={"cookie": f"proof=m{n:03}"})) for n in range(20)]
        await settled()
        inner.gate.set()
        got = [(await one).body for one in asking]
        assert got == [f"<p>table 1 m{n:03}".encode() for n in range(20)]
        assert len(there.asked) == 1

    run(act)


def test_what_changes_while_it_is_made_is_made_again() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, inner = front(there, hub)
        inner.gate = asyncio.Event()
        early = asyncio.create_task(look(app))
        await settled()
        hub.bump(["A/1/round"])
        there.shown["1-secret1"] = "next"
        late = asyncio.create_task(look(app))
        await settled()
        inner.gate.set()
        await early
        assert (await late).body == b"<p>next mine"
        assert (await look(app)).body == b"<p>next mine"

    run(act)


def test_a_revoked_link_opens_nothing_at_once() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, _ = front(there, hub)
        await look(app)
        there.shown["new"] = there.shown.pop("1-secret1")
        hub.bump(["A/1-secret1"])
        assert (await look(app)).status == 404
        assert len(app.wholes) == 0
        assert (await ask(app, "/p/new", {"cookie": "proof=mine"})).body == b"<p>table 1 mine"
        assert (await look(app)).status == 404

    run(act)


@pytest.mark.parametrize(
    "name", ["1-secret2", "1-SECRET1", "1-secret1 ", "", "1", "x/1-secret1", "..", "1-secret1%00", "1-secret"]
)
def test_nobody_elses_link_opens_anything(name: str) -> None:
    async def act() -> None:
        app, _ = front(hall())
        await look(app)
        got = await ask(app, f"/p/{name}")
        assert got.status == 404
        assert b"table" not in got.body

    run(act)


@pytest.mark.parametrize(
    ("sent", "query", "method"),
    [
        ({"cookie": "sessionid=me; proof=mine"}, "", "GET"),
        ({"authorization": "me"}, "", "GET"),
        ({"range": "bytes=0-3"}, "", "GET"),
        ({"cookie": "proof=mine"}, "?did=reported", "GET"),
        ({"cookie": "proof=mine"}, "", "POST"),
    ],
)
def test_what_is_for_this_request_alone_is_passed_on(sent: dict[str, str], query: str, method: str) -> None:
    async def act() -> None:
        there = hall()
        app, _ = front(there)
        await look(app)
        got = await ask(app, f"/p/1-secret1{query}", sent, method=method)
        assert got.body == b"whole table 1"
        assert there.asked[-1] == ("1-secret1", False)
        assert len(app.wholes) == 1

    run(act)


def test_nothing_a_client_sends_is_in_what_is_kept_but_its_choices() -> None:
    async def act() -> None:
        there = hall()
        app, inner = front(there)
        sent = {"cookie": "proof=mine; star-A=1.2; other=x", "x-else": "me", "user-agent": "me", ORDER: "yes"}
        assert (await look(app, sent=sent)).body == b"<p>table 1 minestar-A=1.2"
        assert [one for one in inner.scopes[0]["headers"] if one[0] != b"host"] == [
            (b"accept", b"*/*"),
        ]
        assert there.batches == [(WantedPage("1-secret1", b"star-A=1.2"),)]
        # One page for each link: another choice makes another, and the first is forgotten.
        assert (await look(app)).body == b"<p>table 1 mine"
        assert len(app.wholes) == 1
        assert len(there.asked) == 2

    run(act)


def test_views_are_kept_apart() -> None:
    async def act() -> None:
        there = hall()
        app, _ = front(there)
        await look(app)
        there.shown["1-secret1"] = "Tisch 1"
        assert (
            await look(app, sent={"cookie": "proof=mine", "accept-language": "de"})
        ).body == b"<p>Tisch 1 mine"
        there.shown["1-secret1"] = "table 1"
        assert (await look(app)).body == b"<p>table 1 mine"
        there.shown["1-secret1"] = "elsewhere"
        assert (await look(app, host="other.example.org")).body == b"<p>elsewhere mine"

    run(act)


@pytest.mark.parametrize("what", ["status", "cookie", "nothing"])
def test_what_may_not_be_kept_is_not_and_is_asked_for_plainly_for_a_while(what: str) -> None:
    async def act() -> None:
        there = hall()
        if what == "status":
            there.status = 503
        elif what == "cookie":
            there.headers = (*HTML, (b"Set-Cookie", b"a=b"))
        else:
            there.gives = False
        app, _ = front(there)
        for _ in range(3):
            got = await asyncio.gather(*(look(app, number) for number in range(5)))
            assert [one.body.decode() for one in got] == [f"whole table {number}" for number in range(5)]
        assert len(app.wholes) == 0
        if what == "nothing":
            assert sum(wanted for _, wanted in there.asked) == 5

    run(act)


def test_nothing_stays_for_long() -> None:
    async def act() -> None:
        now, hub = [0.0], Hub()
        there = hall()
        app, _ = front(there, hub)
        app.wholes = OwnPages(hub, clock=lambda: now[0])
        for number in range(5):
            await look(app, number)
            now[0] += 1
        there.asked.clear()
        now[0] = own_pages.OLDEST
        await look(app, 0)
        assert there.asked == []
        now[0] += 0.5
        app.wholes.sweep()
        assert len(app.wholes) == 4
        hub.bump(["A/3-secret3"])
        app.wholes.sweep()
        assert len(app.wholes) == 3
        now[0] += own_pages.OLDEST
        app.wholes.sweep()
        assert (len(app.wholes), app.wholes.bytes) == (0, 0)

    run(act)


def test_memory_is_bounded() -> None:
    async def act() -> None:
        hub, there = Hub(), hall(40)
        app, _ = front(there, hub)
        app.wholes = OwnPages(hub, most=20_000)
        for number in range(40):
            assert (await look(app, number)).body == f"<p>table {number} mine".encode()
            assert app.wholes.bytes <= 20_000
        assert 0 < len(app.wholes) < 20

    run(act)


def test_a_making_that_fails_is_told_to_whoever_asked_and_the_next_one_has_it_made() -> None:
    async def act() -> None:
        there = hall()
        app, inner = front(there)
        whole = inner.answer

        def failing(scope: Scope) -> tuple[int, list[Header], bytes]:
            raise ValueError("out of order")

        inner.answer = failing
        with pytest.raises(ValueError, match="out of order"):
            await look(app)
        inner.answer = whole
        assert (await look(app)).body == b"<p>table 1 mine"

    run(act)
