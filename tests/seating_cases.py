"""Fields to be seated at tables of three and four, made by dice, and the best seatings found by looking at them all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.seating.draw import draw_tables
from muster.core.pairing.seating.field import TableField, seating_cost, table_sizes
from pairing_support import dice_of, seed

Seating = tuple[tuple[PlayerId, ...], ...]


@dataclass
class Evening:
    """Players on their way through rounds at tables, with whoever is stronger winning more often."""

    players: int
    dice: Random
    points: dict[PlayerId, int] = field(default_factory=dict)
    met: dict[PlayerId, dict[PlayerId, int]] = field(default_factory=lambda: defaultdict(dict))
    at_threes: dict[PlayerId, int] = field(default_factory=lambda: defaultdict(int))
    seated: dict[PlayerId, list[int]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self.points = {PlayerId(no): 0 for no in range(1, self.players + 1)}
        self.strength = {player: self.dice.gauss(0, 0.7) for player in self.points}

    def field(self, **more: object) -> TableField:
        met = {player: dict(mine) for player, mine in self.met.items()}
        return TableField(dict(self.points), met, dict(self.at_threes), **more)  # type: ignore[arg-type]

    def play(self, tables: Sequence[Sequence[PlayerId]]) -> None:
        for table in tables:
            luck = {player: self.strength[player] + self.dice.gauss(0, 1) for player in table}
            for worth, player in zip(
                (5, 3, 2, 1), sorted(table, key=luck.__getitem__, reverse=True), strict=False
            ):
                self.points[player] += worth
            for seat, player in enumerate(table, 1):
                self.seated[player].append(seat)
                self.at_threes[player] += len(table) == 3
            for one, two in combinations(table, 2):
                for a, b in ((one, two), (two, one)):
                    self.met[a][b] = self.met[a].get(b, 0) + 1

    def drawn(self, dice: DrawSeed, **more: object) -> Seating:
        return draw_tables(self.field(**more), dice, seated=self.seated).tables


@cache
def evening(case: int, players: int, rounds: int, name: str, **more: str) -> Evening:
    """An evening after so many rounds, which goes on from the one a round before; nobody plays on in it."""
    if not rounds:
        return Evening(players, dice_of(case))
    found = deepcopy(evening(case, players, rounds - 1, name, **more))
    found.play(found.drawn(seed(name, rounds), **more))
    return found


def every_seating(players: Sequence[PlayerId], fours: int, threes: int) -> Iterator[Seating]:
    """Every seating once: the first player's table, then the same for the others."""
    if not players:
        yield ()
        return
    first, *others = players
    for size, left in ((4, (fours - 1, threes)), (3, (fours, threes - 1))):
        if min(left) >= 0:
            for mates in combinations(others, size - 1):
                rest = [player for player in others if player not in mates]
                for further in every_seating(rest, *left):
                    yield ((first, *mates), *further)


def best_of_every(tables: TableField) -> tuple[int, set[frozenset[frozenset[PlayerId]]]]:
    """The least cost, and all seatings that have it."""
    best: int | None = None
    found: set[frozenset[frozenset[PlayerId]]] = set()
    players = sorted(tables.points)
    for seating in every_seating(players, *table_sizes(len(players))):
        cost = seating_cost(tables, seating)
        if best is None or cost < best:
            best, found = cost, set()
        if cost == best:
            found.add(as_tables(seating))
    assert best is not None
    return best, found


def as_tables(seating: Sequence[Sequence[PlayerId]]) -> frozenset[frozenset[PlayerId]]:
    return frozenset(map(frozenset, seating))
