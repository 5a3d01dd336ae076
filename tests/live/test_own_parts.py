"""Small parts of readers' own from memory: each reader's to that reader alone, true always, made once for all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from live_cases import Inner, ask, run, settled
from muster.live import own
from muster.live.front import Front
from muster.live.http import Header, Scope
from muster.live.hub import Hub
from muster.live.own import ORDER, Order, digest_of

HTML: tuple[Header, ...] = ((b"Content-Type", b"text/html"), (b"Cache-Control", b"private, no-store"))


@dataclass
class Tournament:
    """An application that knows some readers, and what each is to be shown."""

    shown: dict[str, str]
    group: str = "7"
    status: int = 200
    headers: tuple[Header, ...] = HTML
    orders: list[tuple[str, bool]] = field(default_factory=list)

    def answer(self, scope: Scope) -> tuple[int, list[Header], bytes]:
        name = scope["path"].removeprefix("/p/").removesuffix("/now")
        order = scope.get(ORDER)
        if order is not None:
            assert isinstance(order, Order)
            self.orders.append((name, order.whole))
        if name not in self.shown:
            return 404, [], b"nobody's"
        if order is not None:
            wanted = self.shown if order.whole else {name: self.shown[name]}
            parts = [
                (digest_of(one), ("A/1/round", f"A/{one}"), what.encode()) for one, what in wanted.items()
            ]
            order.fill(self.group, parts)
        return self.status, list(self.headers), self.shown[name].encode()

    @property
    def wholes(self) -> int:
        return sum(whole for _, whole in self.orders)


def front(tournament: Tournament, hub: Hub | None = None) -> tuple[Front, Inner]:
    inner = Inner(tournament.answer)
    made = Front(
        inner,
        Hub() if hub is None else hub,
        pages="/e/",
        files="/static/",
        small=("/p/", "/now"),
        language=lambda said: said.languages,
    )
    return made, inner


def hall(count: int = 40) -> Tournament:
    return Tournament({f"{number}-secret{number}": f"table {number}" for number in range(count)})


async def everybody(app: Front, there: Tournament, inner: Inner | None = None) -> list[str]:
    """What each reader gets when all ask in the same instant; the house answers once all have asked."""
    asking = [asyncio.create_task(ask(app, f"/p/{name}/now")) for name in there.shown]
    if inner is not None:
        inner.gate = asyncio.Event()
        await settled()
        inner.gate.set()
    got = await asyncio.gather(*asking)
    assert {one.status for one in got} == {200}
    return [one.body.decode() for one in got]


def test_everybody_gets_their_own_of_one_making() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, inner = front(there, hub)
        assert await everybody(app, there, inner) == list(there.shown.values())
        assert there.wholes == 1
        assert len(there.orders) <= 1 + 2 * own.FEW
        there.orders.clear()
        assert await everybody(app, there, inner) == list(there.shown.values())
        assert there.orders == []
        there.shown = {name: f"next {what}" for name, what in there.shown.items()}
        hub.bump(["A/1/round"])
        assert await everybody(app, there, inner) == list(there.shown.values())
        assert there.wholes == 1
        assert len(there.orders) <= 1 + own.FEW

    run(act)


def test_who_has_opened_a_page_is_known() -> None:
    """So all are made at once from the first change on. Of the page itself nothing is kept."""

    async def act() -> None:
        there, hub = hall(), Hub()
        app, inner = front(there, hub)
        whole = inner.answer

        def page(scope: Scope) -> tuple[int, list[Header], bytes]:
            if scope["path"].endswith("/now"):
                return whole(scope)
            scope[ORDER].fill(there.group, [])
            return 200, [], b"page"

        inner.answer = page
        for name in there.shown:
            assert (await ask(app, f"/p/{name}", {"cookie": "a=b"})).body == b"page"
        assert len(app.parts) == 0
        assert await everybody(app, there, inner) == list(there.shown.values())
        assert there.wholes == 1
        assert len(there.orders) == 1 + own.FEW

    run(act)


def test_a_change_of_one_reader_leaves_the_others_alone() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, _ = front(there, hub)
        await everybody(app, there)
        there.orders.clear()
        there.shown["3-secret3"] = "another table"
        hub.bump(["A/3-secret3"])
        assert (await ask(app, "/p/3-secret3/now")).body == b"another table"
        assert (await ask(app, "/p/4-secret4/now")).body == b"table 4"
        assert app.given["part"] == len(there.shown) + 2
        assert there.orders == [("3-secret3", False)]

    run(act)


def test_what_changes_while_it_is_made_is_made_again() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, inner = front(there, hub)
        await everybody(app, there)
        hub.bump(["A/1/round"])
        inner.gate = asyncio.Event()
        early = [asyncio.create_task(ask(app, f"/p/{name}/now")) for name in list(there.shown)[:20]]
        await settled()
        there.shown = {name: f"next {what}" for name, what in there.shown.items()}
        hub.bump(["A/1/round"])
        late = [asyncio.create_task(ask(app, f"/p/{name}/now")) for name in list(there.shown)[20:]]
        await settled()
        inner.gate.set()
        await asyncio.gather(*early)
        assert [(await one).body.decode() for one in late] == list(there.shown.values())[20:]

    run(act)


def test_what_another_process_says_counts_like_ones_own_word() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, _ = front(there, hub)
        await everybody(app, there)
        for missed in (False, True):
            there.orders.clear()
            if missed:
                hub.bump_all()
            else:
                hub.bump(["A/3-secret3"])
            await ask(app, "/p/3-secret3/now")
            assert there.orders == [("3-secret3", False)]

    run(act)


def test_a_link_made_new_opens_nothing_at_once() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, _ = front(there, hub)
        await everybody(app, there)
        there.shown["new"] = there.shown.pop("5-secret5")
        hub.bump(["A/5-secret5"])
        assert (await ask(app, "/p/5-secret5/now")).status == 404
        assert (await ask(app, "/p/new/now")).body == b"table 5"
        hub.bump(["A/1/round"])
        await everybody(app, there)
        assert (await ask(app, "/p/5-secret5/now")).status == 404

    run(act)


@pytest.mark.parametrize(
    "name", ["0-secret1", "0-SECRET0", "0-secret0 ", "", "0", "x/0-secret0", "..", "0-secret0%00"]
)
def test_nobody_elses_link_opens_anything(name: str) -> None:
    async def act() -> None:
        there = hall()
        app, _ = front(there)
        await everybody(app, there)
        got = await ask(app, f"/p/{name}/now")
        assert got.status == 404
        assert b"table" not in got.body

    run(act)


def test_nothing_a_client_sends_is_an_order_or_in_what_is_kept() -> None:
    async def act() -> None:
        there = hall()
        app, inner = front(there)
        sent = {"cookie": "sessionid=mine", ORDER: "yes", "x-muster.order": "yes", "authorization": "me"}
        assert (await ask(app, "/p/0-secret0/now", sent)).body == b"table 0"
        assert [name for scope in inner.scopes for name, _ in scope["headers"]] == [b"host", b"accept"]
        for path, method in (
            ("/p/0-secret0/now?a=1", "GET"),
            ("/p/0-secret0/now", "POST"),
            ("/p/0-secret0/x", "GET"),
        ):
            inner.scopes.clear()
            await ask(app, path, sent, method=method)
            assert ORDER not in inner.scopes[0]

    run(act)


def test_views_are_kept_apart() -> None:
    async def act() -> None:
        there = hall()
        app, _ = front(there)
        await everybody(app, there)
        there.shown["0-secret0"] = "Tisch 0"
        assert (await ask(app, "/p/0-secret0/now", {"accept-language": "de"})).body == b"Tisch 0"
        assert (await ask(app, "/p/0-secret0/now")).body == b"table 0"
        assert (await ask(app, "/p/0-secret0/now", host="other.example.org")).body == b"Tisch 0"

    run(act)


def test_head_is_the_same_without_its_body() -> None:
    async def act() -> None:
        there = hall()
        app, _ = front(there)
        whole, head = await ask(app, "/p/1-secret1/now"), await ask(app, "/p/1-secret1/now", method="HEAD")
        assert (head.status, head.body, head.headers) == (200, b"", whole.headers)
        assert whole.headers["cache-control"] == "private, no-store"
        assert whole.headers["content-length"] == str(len(whole.body))

    run(act)


@pytest.mark.parametrize("what", ["status", "cookie", "nothing"])
def test_what_may_not_be_kept_is_answered_to_its_reader_alone(what: str) -> None:
    async def act() -> None:
        there = hall()
        if what == "status":
            there.status = 503
        elif what == "cookie":
            there.headers = (*HTML, (b"Set-Cookie", b"a=b"))
        else:
            there.group = ""
        app, _ = front(there)
        for _ in range(2):
            got = await asyncio.gather(*(ask(app, f"/p/{name}/now") for name in there.shown))
            assert [one.body.decode() for one in got] == list(there.shown.values())
        assert len(app.parts) == 0

    run(act)


def test_memory_is_bounded() -> None:
    async def act() -> None:
        hub = Hub()
        there = hall()
        app, _ = front(there, hub)
        app.parts = own.OwnParts(hub, most=10_000)
        for number in range(5):
            there.group = str(number)
            there.shown = {f"{number}.{one}": f"table {one}" for one in range(15)}
            assert await everybody(app, there) == list(there.shown.values())
            assert app.parts.bytes <= 10_000
        assert 0 < len(app.parts) <= 20

    run(act)


def test_nothing_stays_for_long() -> None:
    """What is too old or not true any more is thrown away also where nobody asks for it."""

    async def act() -> None:
        now = [0.0]
        there, hub = hall(10), Hub()
        app, _ = front(there, hub)
        app.parts = own.OwnParts(hub, clock=lambda: now[0])
        await everybody(app, there)
        assert len(app.parts) == 10
        hub.bump(["A/3-secret3"])
        app.parts.sweep()
        assert len(app.parts) == 9
        now[0] = own.OLDEST
        app.parts.sweep()
        assert (len(app.parts), app.parts.bytes) == (0, 0)
        assert await everybody(app, there) == list(there.shown.values())

    run(act)


def test_time_alone_makes_it_anew() -> None:
    async def act() -> None:
        now = [0.0]
        there, hub = hall(), Hub()
        app, _ = front(there, hub)
        app.parts = own.OwnParts(hub, clock=lambda: now[0])
        await ask(app, "/p/1-secret1/now")
        there.shown["1-secret1"] = "time is up"
        now[0] = own.OLDEST
        assert (await ask(app, "/p/1-secret1/now")).body == b"table 1"
        now[0] += 1
        assert (await ask(app, "/p/1-secret1/now")).body == b"time is up"

    run(act)


def test_strangers_of_one_address_hold_up_nobody_else() -> None:
    async def act() -> None:
        there = hall()
        app, inner = front(there)
        inner.gate = asyncio.Event()
        tries = [asyncio.create_task(ask(app, f"/p/wrong{n}/now", client="192.0.2.66")) for n in range(100)]
        await settled()
        assert len(inner.scopes) == own.FEW
        mine = asyncio.create_task(ask(app, "/p/1-secret1/now"))
        await settled()
        assert len(inner.scopes) == own.FEW + 1
        inner.gate.set()
        assert (await mine).body == b"table 1"
        assert {(await one).status for one in tries} == {404}

    run(act)


def test_a_making_that_fails_is_told_to_nobody_else() -> None:
    async def act() -> None:
        there, hub = hall(), Hub()
        app, inner = front(there, hub)
        await everybody(app, there)
        hub.bump(["A/1/round"])
        whole = there.answer

        def failing(scope: Scope) -> tuple[int, list[Header], bytes]:
            order = scope.get(ORDER)
            if order is not None and order.whole:
                raise ValueError("out of order")
            return whole(scope)

        inner.answer = failing
        assert await everybody(app, there, inner) == list(there.shown.values())

    run(act)
