"""All best seatings of a few players, counted, so that one of them can be drawn by its number.

Seatings are numbered so that a stranger can find the same one: the list is in the order of points, equals by entry
number; the first who is left takes mates from those after them, fours before threes, in the order of the list.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from muster.core.ids import PlayerId
from muster.core.pairing.counting import TooManyError
from muster.core.pairing.seating.field import FOUR, THREE, SeatedTable, TableField

STEPS: Final = 20_000
"""After so many steps counting is given up: counted, never timed, so that it ends alike everywhere."""

TABLES_A_STEP: Final = 50
"""How many tables looked at make up for one step."""

Heard = Callable[[], None]
"""Called at every step; may raise to end it."""

_Table = tuple[int, int]
"""Who sits at a table, as bits, and what it costs."""


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
    field: TableField,
    players: Sequence[PlayerId],
    most: int,
    *,
    steps: int | None,
    heard: Heard = lambda: None,
) -> BestSeatings:
    """All best seatings of these players, if any cost `most` or less.

    Args:
        field: what counts.
        players: in the order of points; they make tables of four and of at most three times three.
        most: a cost that is known to be reached, or is too much.
        steps: after how many counting is given up; None: never.
        heard: called at every step.

    Raises:
        TooManyError: it was given up.
    """
    counter = _Counter(field, players, most, steps, heard)
    counter.give_up_early()
    ways = counter.ways(counter.all)
    return BestSeatings(ways.cost if ways.count else most, ways.count, counter)


class _Counter:
    """Counts from the players who are left, as bits, the first of the list lowest."""

    def __init__(
        self,
        field: TableField,
        players: Sequence[PlayerId],
        most: int,
        steps: int | None,
        heard: Heard,
    ) -> None:
        self._field, self._players, self._most = field, players, most
        self._heard = heard
        self._budget = None if steps is None else steps * TABLES_A_STEP
        self._known = {0: _Ways(0, 1, ())}
        self._points = [field.points[player] for player in players]
        self._spread = field.weights["spread"]
        places = {player: at for at, player in enumerate(players)}
        self._pairs = [
            {places[other]: cost for other, cost in field.pair_costs[player].items() if other in places}
            for player in players
        ]
        self._mates = self._who_may_sit_with()
        self._free = [
            mates & ~sum(1 << at for at in pairs)
            for mates, pairs in zip(self._mates, self._pairs, strict=True)
        ]
        self._listed: dict[tuple[int, int, int], list[_Table]] = {}
        self.all = (1 << len(players)) - 1

    def ways(self, left: int) -> _Ways:
        """The best ways to seat those who are left; none if each costs too much."""
        self._heard()
        tables, known, most = self._tables(left), self._known, self._most
        self._spend(TABLES_A_STEP + len(tables))
        best: int | None = None
        found: list[tuple[int, int]] = []
        for table, own in tables:
            rest = left ^ table
            others = known[rest] if rest in known else self.ways(rest)
            total = own + others.cost
            if not others.count or total > most:
                continue
            if best is None or total < best:
                best, found = total, []
            if total == best:
                found.append((table, others.count))
        made = known[left] = _Ways(best or 0, sum(count for _, count in found), tuple(found))
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
            seating.append(tuple(self._players[place] for place in _places(table)))
            left ^= table
        return seating

    def _tables(self, left: int) -> list[_Table]:
        """Every table at which the first who is left may sit and that does not cost too much, fours before threes."""
        first = (left & -left).bit_length() - 1
        mates = self._mates[first] & left
        fours_left, threes_left = _tables_left(left)
        fours = self._of_size(FOUR, first, mates) if fours_left else []
        if not threes_left:
            return fours
        threes = self._of_size(THREE, first, mates)
        return [*fours, *threes] if fours else threes

    def _of_size(self, size: int, first: int, mates: int) -> list[_Table]:
        """Tables of one size for the first of it and those who may sit there, listed once."""
        key = size, first, mates
        if key not in self._listed:
            self._listed[key] = list(
                self._of_four(first, mates) if size == FOUR else self._of_three(first, mates)
            )
        return self._listed[key]

    def _of_four(self, first: int, mates: int) -> Iterator[_Table]:
        most, points, spread = self._most, self._points, self._spread
        for two, three, cost, lasts in self._twos(first, mates):
            one_pairs, two_pairs, three_pairs = self._pairs[first], self._pairs[two], self._pairs[three]
            seated = 1 << first | 1 << two | 1 << three
            for last in _places(lasts):
                whole = cost + one_pairs.get(last, 0) + two_pairs.get(last, 0) + three_pairs.get(last, 0)
                whole += (points[first] - points[last]) * spread
                if whole <= most:
                    yield seated | 1 << last, whole

    def _of_three(self, first: int, mates: int) -> Iterator[_Table]:
        for two, three, cost, _ in self._twos(first, mates):
            whole = cost + self._field.rest_cost([self._players[at] for at in (first, two, three)])
            if whole <= self._most:
                yield 1 << first | 1 << two | 1 << three, whole

    def _twos(self, first: int, mates: int) -> Iterator[tuple[int, int, int, int]]:
        """Two more for a table, what the three cost for who they are, and who may be the fourth."""
        with_first = self._pairs[first]
        for two in _places(mates):
            mates ^= 1 << two
            thirds = mates & self._mates[two]
            with_two, cost = self._pairs[two], with_first.get(two, 0)
            for three in _places(thirds):
                thirds ^= 1 << three
                more = cost + with_first.get(three, 0) + with_two.get(three, 0)
                if more <= self._most:
                    yield two, three, more, thirds & self._mates[three]

    def give_up_early(self) -> None:
        """Give up at once where so many tables are sure to be looked at that counting is given up in the end.

        One way to seat everybody is followed, and at each step of it only those tables are numbered at which nobody
        costs anything for who they are: all of them are looked at, so this is never too early.
        """
        left, spent = self.all, 0
        while self._budget is not None and left:
            first, table, tables = (left & -left).bit_length() - 1, 0, 0
            free = self._free[first] & left if _tables_left(left)[0] else 0
            for two in _places(free):
                free ^= 1 << two
                thirds = free & self._free[two]
                for three in _places(thirds):
                    thirds ^= 1 << three
                    lasts = thirds & self._free[three]
                    tables += lasts.bit_count()
                    if lasts and not table:
                        table = 1 << first | 1 << two | 1 << three | lasts & -lasts
            spent += TABLES_A_STEP + tables
            if spent > self._budget:
                raise TooManyError
            if not table:
                return
            left ^= table

    def _who_may_sit_with(self) -> list[int]:
        """For everybody as bits those after them in the list with whom a table does not cost too much."""
        found = []
        for at, pairs in enumerate(self._pairs):
            mates = 0
            for after in range(at + 1, len(self._pairs)):
                apart = (self._points[at] - self._points[after]) * self._spread
                if apart > self._most:
                    break
                if pairs.get(after, 0) + apart <= self._most:
                    mates |= 1 << after
            found.append(mates)
        return found

    def _spend(self, steps: int) -> None:
        if self._budget is not None:
            self._budget -= steps
            if self._budget < 0:
                raise TooManyError


def _tables_left(left: int) -> tuple[int, int]:
    """How many tables of four and of three those who are left make; never more than three of three."""
    count = left.bit_count()
    threes = -count % FOUR
    return (count - THREE * threes) // FOUR, threes


def _places(bits: int) -> Iterator[int]:
    """The places of these bits, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
