"""The draw of a round at tables: the best seating there is, drawn among all best ones where they can be counted.

Everything random is read off the seed; nothing depends on the order in which players are given, nor on any clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final, Literal

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.counting import TooManyError
from muster.core.pairing.seating.counting import STEPS, best_seatings
from muster.core.pairing.seating.field import FOUR, THREE, SeatedTable, TableField, seating_cost, table_sizes
from muster.core.pairing.seating.floor import least_cost
from muster.core.pairing.seating.search import PASSES, POLISHES, Search, begun
from muster.core.pairing.seating.steps import Steps, StoppedError

Method = Literal["shuffled", "counted", "searched"]
"""How a round was drawn: every seating is as good, and the order was drawn; all best ones were counted, and one of them
drawn; or a good one was searched for, in which case not every one as good is equally likely."""

SeatsBy = Literal["balanced", "drawn"]
"""Where at the table people sit: where they have sat least; or as drawn."""

STARTS: Final = 4
"""How many searches begin, each from a list drawn anew."""

AFTER_SEARCH, AFTER_COUNT, AFTER_POLISH = 30, 50, 95
"""How many percent of a long draw are over after each part of it, about."""


@dataclass(frozen=True, slots=True)
class DrawnTables:
    """A drawn round.

    Attributes:
        tables: who sits at which table, in the order of the seats; the table with the most points first.
        cost: what the seating costs; `TableField.counts` takes it apart.
        method: how it was drawn.
        floor: what no seating can cost less than; the cost itself where it is proven best.
        ways: how many seatings are as good, where they were counted.
        stopped: after how many steps the search was stopped; None where it was not.
    """

    tables: tuple[SeatedTable, ...]
    cost: int
    method: Method
    floor: int
    ways: int | None = None
    stopped: int | None = None

    @property
    def best(self) -> bool:
        """Whether it is proven that no seating costs less."""
        return self.cost == self.floor


def draw_tables(
    field: TableField,
    seed: DrawSeed,
    *,
    seated: Mapping[PlayerId, Sequence[int]],
    seats_by: SeatsBy = "balanced",
    steps: Steps | None = None,
) -> DrawnTables:
    """Seat everybody at tables of four and three.

    Where somebody sits with whom they must not meet, no seating without was found; there is none if `best`.

    Args:
        field: everybody, and what stands between them.
        seed: the draw seed.
        seated: which seats each has had so far, from 1.
        seats_by: where at a table people sit.
        steps: are counted where a seating has to be searched for. Stopped, the search gives the best it has found.

    Raises:
        ValueError: so many players do not make tables of three and four.
    """
    drawn = _shuffled(field, seed) if field.plain else _best(field, seed, steps or Steps())
    tables = sorted(drawn.tables, key=lambda table: (_falling(field, table), min(table)))
    had = seated if seats_by == "balanced" else {}
    sitting = tuple(seat_order(table, had, seed, number) for number, table in enumerate(tables, 1))
    return replace(drawn, tables=sitting)


def seat_order(
    table: Sequence[PlayerId], had: Mapping[PlayerId, Sequence[int]], seed: DrawSeed, number: int
) -> SeatedTable:
    """Where those at one table sit: of all orders one of those with the least sum of how often each had that seat.

    Args:
        table: who sits there.
        had: which seats each has had so far, from 1.
        seed: the draw seed.
        number: of the table, in this draw.
    """
    found: dict[int, list[SeatedTable]] = {}
    for order in permutations(draws.order(seed, f"seats/{number}", table)):
        often = sum(list(had.get(player, ())).count(seat) for seat, player in enumerate(order, 1))
        found.setdefault(often, []).append(order)
    return draws.choose(seed, f"seat-choice/{number}", found[min(found)])


def _falling(field: TableField, table: SeatedTable) -> list[int]:
    """The points at a table, the most first, so that smaller lists come first; of equals the table of more players."""
    return [*sorted(-field.points[player] for player in table), 1]


def _shuffled(field: TableField, seed: DrawSeed) -> DrawnTables:
    order = draws.order(seed, "tables/0", field.points)
    fours, threes = table_sizes(len(order))
    starts = [*(FOUR * at for at in range(fours)), *(FOUR * fours + THREE * at for at in range(threes))]
    ends = [*starts[1:], len(order)]
    tables = tuple(tuple(order[start:end]) for start, end in zip(starts, ends, strict=True))
    cost = seating_cost(field, tables)
    return DrawnTables(tables, cost, "shuffled", cost)


def _best(field: TableField, seed: DrawSeed, steps: Steps) -> DrawnTables:
    floor, begun_ = least_cost(field), list[Search]()
    try:
        counted = _counted_or_searched(field, seed, floor, begun_, steps)
    except StoppedError:
        return _found(_cheapest(begun_), floor, steps.taken)
    return counted or _found(_cheapest(begun_), floor)


def _found(search: Search, floor: int, stopped: int | None = None) -> DrawnTables:
    return DrawnTables(tuple(map(tuple, search.tables)), search.cost, "searched", floor, stopped=stopped)


def _cheapest(found: Sequence[Search]) -> Search:
    """Of equal ones the earlier."""
    return min(found, key=lambda search: search.cost)


def _counted_or_searched(
    field: TableField, seed: DrawSeed, floor: int, found: list[Search], steps: Steps
) -> DrawnTables | None:
    """One of all best seatings, or nothing where they cannot be counted: then the cheapest search stands."""
    _search(field, seed, floor, found, steps)
    search = _cheapest(found)
    steps.part(AFTER_COUNT, STEPS)
    counted = _counted(field, seed, search.cost, steps)
    if counted is None and not search.done:
        before = search.cost
        steps.part(AFTER_POLISH, POLISHES)
        search.polish(seed)
        if search.cost < before:
            steps.part(100, STEPS)
            counted = _counted(field, seed, search.cost, steps)
    return counted


def _search(field: TableField, seed: DrawSeed, floor: int, found: list[Search], steps: Steps) -> None:
    """A few searches, until one has found what cannot be better; `found` has them while they go on."""
    for start in range(STARTS):
        order = draws.order(seed, f"tables/{start}", field.points)
        rank = {player: at for at, player in enumerate(order)}
        steps.part(AFTER_SEARCH * (start + 1) // STARTS, PASSES * len(order))
        found.append(begun(field, floor, rank, steps))
        found[-1].better(rank)
        if found[-1].done:
            break


def _counted(field: TableField, seed: DrawSeed, most: int, steps: Steps) -> DrawnTables | None:
    """One of all best seatings, or nothing where they are too many to be counted."""
    players = field.by_points()
    try:
        best = best_seatings(field, players, most, steps=STEPS, heard=steps.take)
    except TooManyError:
        return None
    drawn = best.numbered(draws.number(seed, "count", best.count))
    return DrawnTables(tuple(drawn), best.cost, "counted", best.cost, best.count)
