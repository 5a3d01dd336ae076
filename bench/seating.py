"""Rounds at tables of three and four: time, gap to the floor, and simulated annealing with a hundred times the time.

    python -m bench.seating            every size
    python -m bench.seating --quick    the last round of 16 alone, annealed for ten times the time

A day of four rounds is drawn by this engine and played out with a fixed seed: whoever is stronger has more left, with
luck. The last round, the one with most meetings to avoid, is annealed, too, from the list cut into blocks. Annealing
exchanges two players of two tables at random, by a weighed sum of what is counted; what is compared is what counts.
Wrong is a seating that the independent check refuses, annealing that comes below the floor, and annealing that is
better than what was said to be the best.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import combinations
from statistics import median
from typing import Final

from bench.report import Report
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.seating.check import check_tables
from muster.core.pairing.seating.draw import DrawnTables, draw_tables
from muster.core.pairing.seating.field import Fault, SeatedTable, TableField, seating_cost, table_sizes

SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
ROUNDS: Final = 4
POINTS: Final = (5, 3, 2, 1)
TIMES: Final = 100
"""How many times the time of the draw annealing has."""

LONGEST: Final = 60.0
"""Annealing has so many seconds at most; a row in which that is fewer than a hundred times the time says `times`."""

DRAWS: Final = 5
"""How often the last round is drawn: its time is the median."""

WEIGHTS: Final[Mapping[Fault, float]] = {"repeats": 40, "spread": 1, "threes": 0.05, "again": 0.01}
"""What annealing takes one of each fault to be worth: it needs slopes, not an order."""

HOT, COLD = 20.0, 0.05
LOOKS: Final = 500
"""Exchanges between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Row:
    """One round of a day.

    Attributes:
        players: how many are seated.
        round_no: which round.
        method: how it was drawn.
        seconds: what the draw took; `cpu` of the processor.
        proved: whether nothing is better.
        counts: how much of each fault there is, the worst first; `least` what every seating has at least.
        gap: what there is above that, fault by fault; nothing where the seating is proven best.
        annealed: what annealing came to; None where it was not tried. `annealing` its seconds of the processor,
            `times` how many times those of the draw.
        better: who has the better seating, if annealing was tried.
    """

    players: int
    round_no: int
    method: str
    seconds: float
    cpu: float
    proved: bool
    counts: dict[Fault, int]
    least: dict[Fault, int]
    gap: dict[Fault, int]
    annealing: float | None = None
    times: int | None = None
    annealed: dict[Fault, int] | None = None
    better: str = ""


@dataclass
class Hall:
    """A day at tables: what the draw may see, and hidden strengths that decide the games."""

    players: int
    points: dict[PlayerId, int] = field(default_factory=dict)
    met: dict[PlayerId, dict[PlayerId, int]] = field(default_factory=dict)
    at_threes: dict[PlayerId, int] = field(default_factory=dict)
    seats: dict[PlayerId, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.players)
        everybody = [PlayerId(number) for number in range(1, self.players + 1)]
        self.points = dict.fromkeys(everybody, 0)
        self.met = {player: {} for player in everybody}
        self.seats = {player: [] for player in everybody}
        self.strength = {player: self.dice.gauss(0, 1) for player in everybody}

    def field(self) -> TableField:
        met = {player: dict(mine) for player, mine in self.met.items()}
        return TableField(dict(self.points), met, dict(self.at_threes))

    def play(self, tables: Sequence[SeatedTable]) -> None:
        for table in tables:
            luck = {player: self.strength[player] + self.dice.gauss(0, 1) for player in table}
            for points, player in zip(
                POINTS, sorted(table, key=luck.__getitem__, reverse=True), strict=False
            ):
                self.points[player] += points
            for one, two in combinations(table, 2):
                self.met[one][two] = self.met[two][one] = self.met[one].get(two, 0) + 1
            for seat, player in enumerate(table, 1):
                self.seats[player].append(seat)
                self.at_threes[player] = self.at_threes.get(player, 0) + (len(table) == 3)


@dataclass
class Annealing:
    """A seating that is warm at first and cools as its time passes."""

    rules: TableField
    dice: random.Random

    def __post_init__(self) -> None:
        players = sorted(
            self.rules.points, key=lambda player: (-self.rules.points[player], self.dice.random())
        )
        fours, threes = table_sizes(len(players))
        sizes = [4] * fours + [3] * threes
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        self.tables = [players[start : start + size] for start, size in zip(starts, sizes, strict=True)]
        self.costs = [self.rules.table_cost(table) for table in self.tables]
        self.warmth = {fault: WEIGHTS.get(fault, 40.0) for fault in self.rules.faults}

    def energy(self, cost: int) -> float:
        """A cost as a sum in which one fault can make up for another."""
        return sum(self.warmth[fault] * count for fault, count in self.rules.counts(cost).items())

    def run(self, seconds: float) -> int:
        """The least cost met in so much time of the processor."""
        total = best = sum(self.costs)
        begun = time.process_time()
        while (passed := (time.process_time() - begun) / seconds) < 1:
            heat = HOT * (COLD / HOT) ** passed
            for _ in range(LOOKS):
                total += self._exchange(heat)
                best = min(best, total)
        return best

    def _exchange(self, heat: float) -> int:
        """Exchange two at random, or leave them; what it changes."""
        first, second = self.dice.sample(range(len(self.tables)), 2)
        one, two = self.tables[first], self.tables[second]
        mine, theirs = self.dice.randrange(len(one)), self.dice.randrange(len(two))
        one[mine], two[theirs] = two[theirs], one[mine]
        costs = self.rules.table_cost(one), self.rules.table_cost(two)
        before = self.costs[first], self.costs[second]
        warmer = sum(map(self.energy, costs)) - sum(map(self.energy, before))
        if warmer <= 0 or self.dice.random() < math.exp(-warmer / heat):
            self.costs[first], self.costs[second] = costs
            return sum(costs) - sum(before)
        one[mine], two[theirs] = two[theirs], one[mine]
        return 0


def seed(*parts: object) -> DrawSeed:
    return DrawSeed(sha256(repr(parts).encode()).hexdigest())


def day(players: int, times: int) -> Iterator[tuple[Row, bool]]:
    """Every round of a day, and whether nothing is wrong with it; the last is annealed, too."""
    hall = Hall(players)
    for round_no in range(1, ROUNDS + 1):
        rules = hall.field()
        again = DRAWS if round_no == ROUNDS else 1
        drawn, took, used = timed(rules, seed(players, round_no), hall.seats, again)
        counts, least = rules.counts(drawn.cost), rules.counts(drawn.floor)
        gap = {fault: count - least[fault] for fault, count in counts.items() if count != least[fault]}
        row = Row(
            players, round_no, drawn.method, round(took, 3), round(used, 3), drawn.best,
            counts, least, gap,
        )  # fmt: skip
        right = not check_tables(rules, drawn.tables).findings
        right = right and drawn.floor <= drawn.cost == seating_cost(rules, drawn.tables)
        if round_no == ROUNDS:
            row, sound = beside(row, rules, drawn, used, times)
            right = right and sound
        yield row, right
        hall.play(drawn.tables)


def timed(
    rules: TableField, dice: DrawSeed, seats: Mapping[PlayerId, Sequence[int]], times: int
) -> tuple[DrawnTables, float, float]:
    """A draw made so many times, and the medians of its seconds by the clock and of the processor."""
    drawn, took, used = draw_tables(rules, dice, seated=seats), list[float](), list[float]()
    for _ in range(times):
        begun, cpu = time.perf_counter(), time.process_time()
        drawn = draw_tables(rules, dice, seated=seats)
        took.append(time.perf_counter() - begun)
        used.append(time.process_time() - cpu)
    return drawn, median(took), median(used)


def beside(row: Row, rules: TableField, drawn: DrawnTables, used: float, times: int) -> tuple[Row, bool]:
    """The row with what annealing comes to in so many times the time, and whether that is possible."""
    seconds = min(LONGEST, used * times)
    cost = Annealing(rules, random.Random(row.players)).run(seconds)
    better = "annealing" if cost < drawn.cost else "ours" if cost > drawn.cost else "equal"
    changed = replace(
        row,
        annealing=round(seconds, 1),
        times=round(seconds / used),
        annealed=rules.counts(cost),
        better=better,
    )
    return changed, cost >= drawn.floor


def main(*, quick: bool) -> Report:
    """Every size, or the smallest with less time for annealing."""
    rows, right = [], True
    for players in SIZES[:1] if quick else SIZES:
        for row, sound in day(players, TIMES // 10 if quick else TIMES):
            print(row if sound else f"WRONG {row}", flush=True)
            rows.append(row)
            right = right and sound
    return Report(rows, right)


if __name__ == "__main__":
    raise SystemExit(0 if main(quick="--quick" in sys.argv).right else 1)
