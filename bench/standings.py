"""Standings: every statistic and the order, ours in exact integers against numpy in floats.

`python -m bench.standings` prints one line per size. Numpy gets its input ready as an array of matches; ours
starts from the records the engine keeps. `table` is what a page needs on top: every row with its fractions.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from bench.report import Report
from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.standings import Records, Table, standings
from muster.rules.schema import Standings, Tiebreaker
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants

ROUNDS = 9
GOAL = 20.0
GOAL_LINEAR = 25.0
STATISTICS: tuple[TiebreakerId, ...] = (
    "margin",
    "strength-of-schedule",
    "extended-strength-of-schedule",
    "opponents-match-wins",
    "game-wins",
    "opponents-game-wins",
    "match-wins",
)
MATCH_POINTS = 3

Match = tuple[int, int, int, int, int, int]
"""Winner, loser, winner's points, winner's margin, games won by the winner and by the loser."""


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement; times in milliseconds, medians.

    `ours` ranks, `table` also makes every row; `peer` is numpy, or for linearity ours at 4,096 players.
    """

    name: str
    n: int
    ours: float
    table: float
    peer: float
    ratio: float
    goal: float
    exact_order: bool


def rules() -> Standings:
    """All statistics at once: more than any one game compares."""
    tiebreakers = tuple(
        Tiebreaker(clause="BEN-ALL", id=identity, name=identity, short=identity[:12])
        for identity in STATISTICS
    )
    return Standings(
        clause="BEN-ALL", points_name="match points", tiebreakers=tiebreakers, random_clause="BEN-ALL"
    )


def play(n: int, seed: int = 1) -> list[Match]:
    """Rounds of neighbours in the order of points; strength decides with luck."""
    dice = random.Random(seed)
    strength = [dice.gauss(0, 1) for _ in range(n)]
    points = [0] * n
    matches: list[Match] = []
    for _ in range(ROUNDS):
        order = sorted(range(n), key=lambda player: (-points[player], dice.random()))
        for first, second in zip(order[::2], order[1::2], strict=True):
            difference = dice.gauss(80 * (strength[first] - strength[second]), 130)
            winner, loser = (first, second) if difference >= 0 else (second, first)
            margin = min(400, int(abs(difference)))
            matches.append((winner, loser, MATCH_POINTS, margin, 2, int(dice.random() < 0.45)))
            points[winner] += MATCH_POINTS
    return matches


def as_records(matches: list[Match], n: int) -> Records:
    """The matches as the engine keeps them."""
    records: dict[PlayerId, list[RoundRecord]] = {PlayerId(player): [] for player in range(1, n + 1)}
    for number, (winner, loser, points, margin, won, lost) in enumerate(matches):
        a, b, round_no = PlayerId(winner + 1), PlayerId(loser + 1), RoundNo(2 * number // n + 1)
        up = SideOutcome("win", points, margin, games=(won, lost, 0))
        down = SideOutcome("loss", 0, games=(lost, won, 0))
        records[a].append(RoundRecord(round_no, "match", up, (b,)))
        records[b].append(RoundRecord(round_no, "match", down, (a,)))
    return records


def with_numpy(matches: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """The same statistics in floats, and the order."""
    a, b = matches[:, 0], matches[:, 1]
    players, opponents = np.concatenate((a, b)), np.concatenate((b, a))
    nothing = np.zeros(len(a))

    def add(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.bincount(players, weights, n), np.float64)

    rounds = np.bincount(players, minlength=n)
    points, margin = (
        add(np.concatenate((matches[:, 2], nothing))),
        add(np.concatenate((matches[:, 3], nothing))),
    )
    won = add(np.concatenate((matches[:, 4], matches[:, 5])))
    lost = add(np.concatenate((matches[:, 5], matches[:, 4])))
    wins = np.bincount(a, minlength=n)

    def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(add(values[opponents]) / rounds)

    match_rate, game_rate = np.maximum(1 / 3, points / (3 * rounds)), np.maximum(1 / 3, won / (won + lost))
    schedule = mean(points / rounds)
    extended, opponents_match, opponents_game = mean(schedule), mean(match_rate), mean(game_rate)
    keys = (wins, opponents_game, game_rate, opponents_match, extended, schedule, margin, points)
    return np.asarray(np.lexsort(tuple(-np.asarray(values) for values in keys)), np.int64)


def order_by_fractions(matches: list[Match], n: int) -> list[int]:
    """The order by exact fractions, from the matches alone."""
    points, margin, wins, won, lost = ([0] * n for _ in range(5))
    met: list[list[int]] = [[] for _ in range(n)]
    for winner, loser, gained, by, up, down in matches:
        points[winner] += gained
        margin[winner] += by
        wins[winner] += 1
        for player, opponent, mine, theirs in ((winner, loser, up, down), (loser, winner, down, up)):
            won[player] += mine
            lost[player] += theirs
            met[player].append(opponent)
    third = Fraction(1, 3)

    def mean(values: list[Fraction]) -> list[Fraction]:
        return [sum((values[other] for other in own), Fraction(0)) / len(own) for own in met]

    schedule = mean([Fraction(points[p], len(met[p])) for p in range(n)])
    match_rate = [max(third, Fraction(points[p], 3 * len(met[p]))) for p in range(n)]
    game_rate = [max(third, Fraction(won[p], won[p] + lost[p])) for p in range(n)]
    columns = (points, margin, schedule, mean(schedule), mean(match_rate), game_rate, mean(game_rate), wins)
    lines = list(zip(*columns, strict=True))
    return sorted(range(n), key=lines.__getitem__, reverse=True)


def milliseconds(*works: Callable[[], object], times: int = 9) -> list[float]:
    """The median time of each, run in turn so that a busy machine is busy for all of them."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(times):
        for work, own in zip(works, taken, strict=True):
            start = perf_counter()
            work()
            own.append(perf_counter() - start)
    return [1000 * median(own) for own in taken]


def measure(n: int) -> Line:
    """One size: ours, numpy, and whether the order is exactly that of fractions."""
    matches = play(n)
    records, array, criteria, variants = as_records(matches, n), np.array(matches), rules(), Variants()

    def rank() -> Table:
        return standings(records, criteria, variants, rounds_completed=ROUNDS)

    ours, table, peer = milliseconds(rank, lambda: rank().rows, lambda: with_numpy(array, n))
    exact = [player - 1 for player in rank().order] == order_by_fractions(matches, n)
    return Line("all statistics", n, ours, table, peer, ours / peer, GOAL, exact)


def lines(sizes: tuple[int, ...] = (256, 1024, 4096, 50_000)) -> list[Line]:
    """All measurements: each size against numpy, and the largest against 4,096 for linearity."""
    measured = [measure(n) for n in sizes]
    by_size = {line.n: line for line in measured}
    if {4096, 50_000} <= set(sizes):
        small, large = by_size[4096], by_size[50_000]
        ratio = large.ours / small.ours
        exact = small.exact_order and large.exact_order
        linear = Line(
            "50,000 against 4,096", 50_000, large.ours, large.table, small.ours, ratio, GOAL_LINEAR, exact
        )
        measured.append(linear)
    return measured


def main(*, quick: bool = False) -> Report:
    """Measure and print; quick leaves out 50,000 players."""
    measured = lines((256, 1024, 4096) if quick else (256, 1024, 4096, 50_000))
    print(
        f"{'':22}{'n':>7}{'ours ms':>10}{'table ms':>10}{'peer ms':>10}{'ratio':>8}{'goal':>7}  order exact"
    )
    for line in measured:
        times = f"{line.ours:10.2f}{line.table:10.2f}{line.peer:10.2f}{line.ratio:8.1f}{line.goal:7.0f}"
        print(f"{line.name:22}{line.n:7}{times}  {'yes' if line.exact_order else 'NO'}")
    return Report(measured, all(line.exact_order for line in measured))


if __name__ == "__main__":
    raise SystemExit(0 if main(quick="--quick" in sys.argv).right else 1)
