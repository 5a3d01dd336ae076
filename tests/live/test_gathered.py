"""Pages of many readers made in one go: each gets their own, as it was when they asked or later."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest

from live_cases import Got, Inner, ask, run, settled
from muster.live import gathered
from muster.live.front import NOBODY, Front
from muster.live.http import Header, Scope
from muster.live.hub import Hub
from own_page_cases import Hall, front, hall, look


async def all_known(app: Front, there: Hall) -> None:
    """Each reader has looked once, so that their group is known; then all has changed."""
    for number in range(len(there.shown)):
        await look(app, number)
    app.wholes._hub.bump_all()
    there.asked.clear()
    there.batches.clear()


async def begun(inner: Inner, first: Awaitable[Got], *others: Awaitable[Got]) -> list[asyncio.Task[Got]]:
    """Looks that are under way: the page of the first is being made, and the others wait."""
    inner.gate = asyncio.Event()
    tasks = [asyncio.ensure_future(first)]
    await settled()
    tasks += [asyncio.ensure_future(one) for one in others]
    await settled()
    return tasks


async def bodies(inner: Inner, asking: list[asyncio.Task[Got]]) -> list[str]:
    """What came of them, once everything is answered."""
    assert inner.gate is not None
    inner.gate.set()
    return [(await one).body.decode() for one in asking]


def sizes(there: Hall) -> list[int]:
    return [len(one) for one in there.batches]


def test_what_is_wanted_while_another_is_made_is_made_in_one_go() -> None:
    async def act() -> None:
        there = hall(8)
        app, inner = front(there)
        await all_known(app, there)
        inner.scopes.clear()
        asking = await begun(inner, *(look(app, number) for number in range(8)))
        assert await bodies(inner, asking) == [f"<p>table {number} mine" for number in range(8)]
        assert sizes(there) == [1, 7]
        assert [one["client"] for one in inner.scopes] == [NOBODY] * 2
        assert (len(app.wholes), app.gathered.batches) == (8, 2)

    run(act)


@pytest.mark.parametrize("count", [gathered.FEW, 30, 200])
def test_few_go_together_and_of_a_hall_half_of_those_that_wait(count: int) -> None:
    async def act() -> None:
        there = hall(count)
        app, inner = front(there)
        await all_known(app, there)
        asking = await begun(inner, *(look(app, number) for number in range(count)))
        assert await bodies(inner, asking) == [f"<p>table {number} mine" for number in range(count)]
        left, found = count - 1, [1]
        while left:
            found.append(min(left, gathered.MOST, max(gathered.FEW, left // 2)))
            left -= found[-1]
        assert sizes(there) == found

    run(act)


def test_a_link_that_is_not_known_to_be_good_goes_alone_in_its_senders_turn() -> None:
    async def act() -> None:
        there = hall(4)
        app, inner = front(there)
        asking = await begun(inner, *(look(app, number) for number in range(4)), ask(app, "/p/no-such"))
        got = await bodies(inner, asking)
        assert got == [f"<p>table {number} mine" for number in range(4)] + ["nobody's"]
        assert sizes(there) == [1] * 4
        assert NOBODY not in [one["client"] for one in inner.scopes]
        assert app.gathered.batches == 0

    run(act)


def test_groups_hosts_and_languages_are_never_made_together() -> None:
    async def act() -> None:
        there = hall(6)
        there.groups = {"4-secret4": "8", "5-secret5": "8"}
        app, inner = front(there)
        await all_known(app, there)
        polish = {"cookie": "proof=mine", "accept-language": "pl"}
        asking = await begun(
            inner, look(app, 0), look(app, 1), look(app, 4), look(app, 5), look(app, 2, polish),
            look(app, 3, host="other.example.org"),
        )  # fmt: skip
        await bodies(inner, asking)
        named = [sorted(link.name[0] for link in one) for one in there.batches]
        assert named == [["0"], ["1"], ["4", "5"], ["2"], ["3"]]

    run(act)


def test_groups_take_turns() -> None:
    async def act() -> None:
        there = hall(gathered.FEW * 3)
        there.groups = {"0-secret0": "small"}
        app, inner = front(there)
        await all_known(app, there)
        asking = await begun(inner, *(look(app, number) for number in reversed(range(gathered.FEW * 3))))
        await bodies(inner, asking)
        place = next(at for at, one in enumerate(there.batches) if one[0].name == "0-secret0")
        assert place == 2
        assert len(there.batches) > 3

    run(act)


def test_of_each_link_one_page_waits_and_another_view_of_it_is_its_senders_own_turn() -> None:
    async def act() -> None:
        there = hall(3)
        app, inner = front(there)
        await all_known(app, there)
        stars = [{"cookie": f"proof=mine; star={number}"} for number in range(5)]
        asking = await begun(inner, look(app, 0), look(app, 1), *(look(app, 1, one) for one in stars))
        got = await bodies(inner, asking)
        assert got == ["<p>table 0 mine", "<p>table 1 mine"] + [f"<p>table 1 minestar={n}" for n in range(5)]
        assert app.gathered.batches == 2

    run(act)


def test_choices_are_those_of_each_browser() -> None:
    async def act() -> None:
        there = hall(4)
        app, inner = front(there)
        await all_known(app, there)
        looks = (look(app, number, {"cookie": f"proof=p{number}00; star={number}"}) for number in range(4))
        asking = await begun(inner, *looks)
        got = await bodies(inner, asking)
        assert got == [f"<p>table {number} p{number}00star={number}" for number in range(4)]
        assert sizes(there) == [1, 3]

    run(act)


def test_a_link_revoked_while_it_waits_opens_nothing_and_holds_up_nobody() -> None:
    async def act() -> None:
        there = hall(4)
        app, inner = front(there)
        await all_known(app, there)
        for gone in (1, 2):  # by which the others are asked for, and one of the others
            there.shown |= {f"{number}-secret{number}": f"table {number}" for number in range(4)}
            app.wholes._hub.bump_all()
            asking = await begun(inner, *(look(app, number) for number in range(4)))
            del there.shown[f"{gone}-secret{gone}"]
            got = await bodies(inner, asking)
            assert got[gone] == "nobody's"
            right = [f"table {number}" for number in range(4) if number != gone]
            assert [one for one in right if not any(one in body for body in got)] == []
            assert (await look(app, gone)).status == 404
            await look(app, 3)

    run(act)


@pytest.mark.parametrize("how", ["status", "error"])
def test_where_making_many_fails_each_is_made_for_itself(how: str) -> None:
    async def act() -> None:
        there = hall(5)
        app, inner = front(there)
        await all_known(app, there)
        whole = there.answer

        def failing(scope: Scope) -> tuple[int, list[Header], bytes]:
            status, headers, body = whole(scope)
            if there.batches and len(there.batches[-1]) > 1 and there.asked[-1][1]:
                if how == "error":
                    raise ValueError("out of order")
                return 500, headers, b"out of order"
            return status, headers, body

        inner.answer = failing
        asking = await begun(inner, *(look(app, number) for number in range(5)))
        assert inner.gate is not None
        inner.gate.set()
        got = await asyncio.gather(*asking, return_exceptions=True)
        said = [one.body.decode() if isinstance(one, Got) else str(one) for one in got]
        assert said == ["<p>table 0 mine", "out of order", "whole table 2", "whole table 3", "whole table 4"]

    run(act)


def test_what_changes_while_a_page_waits_is_on_it() -> None:
    async def act() -> None:
        there, hub = hall(3), Hub()
        app, inner = front(there, hub)
        await all_known(app, there)
        first = await begun(inner, look(app, 0), look(app, 1))
        there.shown["1-secret1"] = "moved"
        hub.bump(["A/1-secret1"])
        late = asyncio.ensure_future(look(app, 1))
        await settled()
        assert (await bodies(inner, [*first, late]))[1:] == ["<p>moved mine"] * 2
        await look(app, 1)
        assert sizes(there) == [1, 1]  # it was made after the change, and is kept

    run(act)


@pytest.mark.parametrize("seed", range(30))
def test_in_any_order_each_gets_their_own_as_it_was_when_they_asked_or_later(seed: int) -> None:
    """By dice: readers look, with stars of their own, things change, and answers come in between."""
    dice = random.Random(seed)  # noqa: S311

    async def act() -> None:
        count, versions, hub = 12, dict[int, int](), Hub()
        there = hall(count)
        there.groups = {f"{number}-secret{number}": "78"[number % 2] for number in range(count)}
        app, inner = front(there, hub)
        await all_known(app, there)
        asking = list[Callable[[], Awaitable[None]]]()

        def change() -> None:
            number = dice.randrange(count)
            versions[number] = versions.get(number, 0) + 1
            there.shown[f"{number}-secret{number}"] = f"table {number} version {versions[number]}."
            hub.bump([f"A/{number}-secret{number}"])

        async def check(number: int, star: int, least: int, got: Awaitable[Got]) -> None:
            body = (await got).body.decode()
            begins, _, rest = body.partition(" version ")
            assert begins == f"<p>table {number}"
            version, _, said = rest.partition(". ")
            assert int(version) >= least
            assert said == f"m{number:03}" + f"star={star}" * bool(star)

        for number in range(count):
            versions[number] = 0
            there.shown[f"{number}-secret{number}"] = f"table {number} version 0."
        hub.bump_all()
        for _ in range(120):
            inner.gate = inner.gate or asyncio.Event()
            if (what := dice.randrange(10)) < 6:
                number, star = dice.randrange(count), dice.choice([0, 0, 0, 1, 2])
                sent = {"cookie": f"proof=m{number:03}" + f"; star={star}" * bool(star)}
                task = asyncio.ensure_future(look(app, number, sent))
                asking.append(lambda n=number, s=star, v=versions[number], t=task: check(n, s, v, t))  # type: ignore[misc]
            elif what < 8:
                change()
            else:
                inner.gate.set()
                for _ in range(dice.randrange(40)):
                    await asyncio.sleep(0)
                inner.gate = asyncio.Event()
            for _ in range(dice.randrange(4)):
                await asyncio.sleep(0)
        open_ = inner.gate
        inner.gate = None
        if open_ is not None:
            open_.set()
        for one in asking:
            await one()
        assert app.gathered.batches
        assert max(sizes(there)) > 1

    run(act)
