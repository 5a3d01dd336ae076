"""Seatings of a large field: not every one can be looked at, so good ones are searched for and bettered.

Whoever recomputes needs these very steps (`docs/pairing.md`); whoever checks needs only the cost and
the floor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest
from itertools import combinations
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.seating.counting import BestSeatings, best_seatings
from muster.core.pairing.seating.field import SeatedTable, TableField, table_sizes
from muster.core.pairing.seating.floor import blocks
from muster.core.pairing.seating.steps import Steps

REACHES: Final = (2, 6, 16)
"""How many tables away somebody is exchanged with, nearer ones first; then with any."""

PASSES: Final = 4
"""How often all tables are looked at for neighbours to be seated anew with."""

NEIGHBOURS: Final = 4
"""Tables beside a costly one, two of which are seated anew with it."""

POLISHES: Final = 400
"""How often three tables that were drawn are seated anew."""

DRAWN_NEIGHBOURS: Final = 8
"""Of how many tables nearest in points the two others are drawn."""


@dataclass(slots=True)
class Search:
    """A seating on its way to a better one.

    Attributes:
        rules: what counts.
        goal: the cost at which there is nothing left to better.
        tables: who sits at which, the table with the most points first when the search began.
        steps: are counted, and may end the search.
        costs: what each table costs.
    """

    rules: TableField
    goal: int
    tables: list[list[PlayerId]]
    steps: Steps = field(default_factory=Steps)
    costs: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.costs = [self.rules.table_cost(table) for table in self.tables]

    @property
    def cost(self) -> int:
        """What the seating costs."""
        return sum(self.costs)

    @property
    def done(self) -> bool:
        """Whether nothing can be better."""
        return self.cost <= self.goal

    def better(self, rank: Mapping[PlayerId, int]) -> None:
        """Exchange players, then seat neighbouring tables anew, for as long as that makes anything better.

        Args:
            rank: everybody's place in the drawn list, which decides among equals.
        """
        count = len(self.tables)
        for reach in (*(reach for reach in REACHES if reach < count - 1), count - 1):
            self._exchange_all(reach)
            if self.done:
                return
        for _ in range(PASSES):
            if self.done or not self._seat_neighbours_anew(rank):
                return

    def polish(self, seed: DrawSeed) -> None:
        """Seat three tables anew, drawn again and again, in one of the best ways for them, be it only as good."""
        for step in range(POLISHES if len(self.tables) > 2 else 0):
            if self.done:
                return
            self.steps.take()
            costly = [at for at, cost in enumerate(self.costs) if cost]
            first = draws.choose(seed, f"polish/{step}", costly)
            nearest = self._nearest(first, self._by_mean(first), DRAWN_NEIGHBOURS)
            at = (first, *draws.order(seed, f"polish-with/{step}", nearest)[:2])
            best = self._best_of(at, sum(self.costs[one] for one in at))
            self._put(at, best.numbered(draws.number(seed, f"polish-way/{step}", best.count)))

    def _exchange_all(self, reach: int) -> None:
        moved = True
        while moved and not self.done:
            self.steps.take()
            moved = False
            for at, cost in enumerate(self.costs):
                if cost and self._exchange(at, reach):
                    moved = True

    def _exchange(self, at: int, reach: int) -> bool:
        """The best exchange of one player of this table with one of a table at most so far away, if any helps."""
        best, move = 0, None
        for far in range(1, reach + 1):
            for other in (at - far, at + far):
                if 0 <= other < len(self.tables):
                    change, seats = self._best_exchange(at, other)
                    if change < best:
                        best, move = change, (other, *seats)
            if best <= -self.costs[at]:
                break
        if move is None:
            return False
        other, mine, theirs = move
        one, two = self.tables[at], self.tables[other]
        one[mine], two[theirs] = two[theirs], one[mine]
        self.costs[at], self.costs[other] = self.rules.table_cost(one), self.rules.table_cost(two)
        return True

    def _best_exchange(self, at: int, other: int) -> tuple[int, tuple[int, int]]:
        """What changes at most for the better if these tables exchange two, and who they are."""
        one, two = list(self.tables[at]), list(self.tables[other])
        before, table_cost = self.costs[at] + self.costs[other], self.rules.table_cost
        best, seats = 0, (0, 0)
        for mine in range(len(one)):
            for theirs in range(len(two)):
                one[mine], two[theirs] = two[theirs], one[mine]
                change = table_cost(one) + table_cost(two) - before
                one[mine], two[theirs] = two[theirs], one[mine]
                if change < best:
                    best, seats = change, (mine, theirs)
        return best, seats

    def _seat_neighbours_anew(self, rank: Mapping[PlayerId, int]) -> bool:
        helped = False
        for at in range(len(self.tables)):
            self.steps.take()
            near = self._nearest(at, at.__sub__, NEIGHBOURS)
            for others in combinations(near, 2):
                if self.costs[at] and self._seat_anew((at, *others), rank):
                    helped = True
        for at in range(len(self.tables)):
            if self.costs[at] >= self.rules.weights["repeats"] and self._exchange(at, len(self.tables) - 1):
                helped = True
        return helped

    def _seat_anew(self, at: tuple[int, ...], rank: Mapping[PlayerId, int]) -> bool:
        """Seat these tables in the best way there is, if any is better than now."""
        best = self._best_of(at, sum(self.costs[one] for one in at) - 1)
        if not best.count:
            return False
        found = best.numbered(0)
        found.sort(key=lambda table: (-self._mean(table), [rank[player] for player in table]))
        self._put(sorted(at), found)
        return True

    def _best_of(self, at: Sequence[int], most: int) -> BestSeatings:
        players = [player for one in at for player in self.tables[one]]
        players.sort(key=lambda player: (-self.rules.points[player], player))
        return best_seatings(self.rules, players, most, steps=None)

    def _put(self, at: Sequence[int], tables: Sequence[SeatedTable]) -> None:
        for one, table in zip(at, tables, strict=True):
            self.tables[one], self.costs[one] = list(table), self.rules.table_cost(table)

    def _nearest(self, at: int, far: Callable[[int], Fraction | int], count: int) -> list[int]:
        others = (other for other in range(len(self.tables)) if other != at)
        return nsmallest(count, others, key=lambda other: (abs(far(other)), other))

    def _by_mean(self, at: int) -> Callable[[int], Fraction]:
        mean = self._mean(self.tables[at])
        return lambda other: self._mean(self.tables[other]) - mean

    def _mean(self, table: Sequence[PlayerId]) -> Fraction:
        return Fraction(sum(self.rules.points[player] for player in table), len(table))


def begun(field_: TableField, goal: int, rank: Mapping[PlayerId, int], steps: Steps | None = None) -> Search:
    """A search that begins with the list cut into the blocks of the least spread.

    Args:
        field_: what counts.
        goal: the cost at which nothing is left to better.
        rank: everybody's place in the drawn list, which decides among equals.
        steps: as of `Search`; none are counted without.
    """
    players = sorted(field_.points, key=lambda player: (-field_.points[player], rank[player]))
    sizes = blocks([field_.points[player] for player in players], *table_sizes(len(players)))[1]
    if field_.threes_for == "lowest":
        sizes = tuple(sorted(sizes, reverse=True))
    tables, start = [], 0
    for size in sizes:
        tables.append(players[start : start + size])
        start += size
    return Search(field_, goal, tables, steps or Steps())
