"""All best seatings of a few players, counted, so that one of them can be drawn by its number.

Seatings are numbered so that a stranger can find the same one: the list is in the order of points, equals by entry
number; the first who is left takes mates from those after them, fours before threes, in the order of the list.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import Final

from muster.core.ids import PlayerId
from muster.core.pairing.counting import TooManyError
from muster.core.pairing.seating.field import FOUR, THREE, SeatedTable, TableField

STEPS: Final = 20_000
"""After so many steps counting is given up: counted, never timed, so that it ends alike everywhere."""

TABLES_A_STEP: Final = 50
"""How many tables looked at make up for one step."""


@dataclass(frozen=True, slots=True)
class BestSeatings:
    """All best seatings of some players.

    Attributes:
        cost: what each of them costs; the limit where there are none.
        count: how many there are; 0 if none costs so little.
    """

    cost: int
    count: int
    _counter: _Counter

    def numbered(self, number: int) -> list[SeatedTable]:
        """The one of this number, from 0."""
        return self._counter.numbered(number)


@dataclass(frozen=True, slots=True)
class _Ways:
    """How some players can be seated at the least cost: by the first one's table, and how many ways each leaves."""

    cost: int
    count: int
    tables: tuple[tuple[int, int], ...]


def best_seatings(
    field: TableField, players: Sequence[PlayerId], fours: int, most: int, *, steps: int | None
) -> BestSeatings:
    """All best seatings of these players, if any cost `most` or less.

    Args:
        field: what counts.
        players: in the order of points.
        fours: how many tables of four; the others are of three.
        most: a cost that is known to be reached, or is too much.
        steps: after how many counting is given up; None: never.

    Raises:
        TooManyError: it was given up.
    """
    counter = _Counter(field, players, fours, most, steps)
    ways = counter.ways(counter.all)
    return BestSeatings(ways.cost if ways.count else most, ways.count, counter)


class _Counter:
    """Counts from the players who are left, as bits, the first of the list lowest."""

    def __init__(
        self, field: TableField, players: Sequence[PlayerId], fours: int, most: int, steps: int | None
    ) -> None:
        self._field, self._players, self._fours, self._most = field, players, fours, most
        self._threes = (len(players) - FOUR * fours) // THREE
        self._budget = None if steps is None else steps * TABLES_A_STEP
        self._known = {0: _Ways(0, 1, ())}
        self._costs: dict[int, int | None] = {}
        self._mates = self._who_may_sit_with()
        self.all = (1 << len(players)) - 1

    def ways(self, left: int) -> _Ways:
        """The best ways to seat those who are left; none if each costs too much."""
        if left in self._known:
            return self._known[left]
        self._spend(TABLES_A_STEP)
        best: int | None = None
        found: list[tuple[int, int]] = []
        for table in self._tables(left):
            own = self._cost(table)
            if own is None:
                continue
            self._spend(1)
            others = self.ways(left ^ table)
            if not others.count or own + others.cost > self._most:
                continue
            total = own + others.cost
            if best is None or total < best:
                best, found = total, []
            if total == best:
                found.append((table, others.count))
        made = self._known[left] = _Ways(best or 0, sum(count for _, count in found), tuple(found))
        return made

    def numbered(self, number: int) -> list[SeatedTable]:
        """The seating of this number."""
        left, seating = self.all, list[SeatedTable]()
        while left:
            tables = self._known[left].tables
            ends = list(accumulate(count for _, count in tables))
            at = bisect_right(ends, number)
            table, count = tables[at]
            number -= ends[at] - count
            seating.append(self._named(table))
            left ^= table
        return seating

    def _tables(self, left: int) -> Iterator[int]:
        """Every table at which the first who is left may sit, fours before threes."""
        gone = len(self._players) - left.bit_count()
        threes_gone = -gone % FOUR
        fours_gone = (gone - THREE * threes_gone) // FOUR
        first = (left & -left).bit_length() - 1
        mates = [at for at in self._mates[first] if left >> at & 1]
        for size, free in ((FOUR, fours_gone < self._fours), (THREE, threes_gone < self._threes)):
            if free:
                for chosen in combinations(mates, size - 1):
                    yield sum((1 << at for at in chosen), 1 << first)

    def _cost(self, table: int) -> int | None:
        """What a table costs; None if that is too much already."""
        if table not in self._costs:
            cost = self._field.table_cost(self._named(table))
            self._costs[table] = cost if cost <= self._most else None
        return self._costs[table]

    def _named(self, table: int) -> SeatedTable:
        return tuple(player for at, player in enumerate(self._players) if table >> at & 1)

    def _who_may_sit_with(self) -> list[list[int]]:
        """For everybody the places of those after them in the list with whom a table does not cost too much."""
        field, players, weight = self._field, self._players, self._field.weights["spread"]
        found = []
        for at, player in enumerate(players):
            mates = []
            for after in range(at + 1, len(players)):
                pair = field.pair_cost(player, players[after])
                apart = abs(field.points[player] - field.points[players[after]]) * weight
                if pair + apart <= self._most:
                    mates.append(after)
            found.append(mates)
        return found

    def _spend(self, steps: int) -> None:
        if self._budget is not None:
            self._budget -= steps
            if self._budget < 0:
                raise TooManyError
