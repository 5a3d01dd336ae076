"""The Swiss draw against general matching libraries: same states, same objective, one run.

    python -m bench.swiss            all rows (some peers take half a minute a state)
    python -m bench.swiss --quick    small counts, for a first look

States: Armada points, rounds 2 to 9, each round drawn by this engine and played out with a fixed seed. Peers
solve the complete graph with the whole vector as one exact integer weight (networkx in Python integers,
rustworkx in 128 bits where they suffice). Times are medians of five draws of each state, averaged over the
states; where a peer needs more than ten seconds it runs on a single state, and the row says so.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

import networkx as nx
import rustworkx as rx

from bench.report import Report
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.check import Case, check_pairs
from muster.core.pairing.criteria import Pair, cost, make_field
from muster.core.pairing.draw import draw_pairs

ROWS = ((0, 6, 5), (60, 7, 4), (140, 8, 3), (220, 9, 2), (300, 10, 1))
Points = dict[PlayerId, int]
Met = dict[PlayerId, frozenset[PlayerId]]


@dataclass(frozen=True)
class Row:
    """One line of the table; goal None: reported only."""

    name: str
    n: int
    ours_ms: float
    peer_ms: float | None
    ratio: float | None
    goal: float | None
    valid: bool


@dataclass
class Event:
    """A tournament in play: what a pairing engine may see, and hidden strengths that decide the games."""

    n: int
    seed: int
    points: Points = field(default_factory=dict)
    met: dict[PlayerId, set[PlayerId]] = field(default_factory=dict)
    byes: set[PlayerId] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed * 7919 + self.n)
        self.points = {PlayerId(i): 0 for i in range(1, self.n + 1)}
        self.met = {player: set() for player in self.points}
        self.strength = {player: self.dice.gauss(0, 1) for player in self.points}

    def entrants(self) -> tuple[Points, Met]:
        """The players of the next round; in an odd field the last without a bye rests."""
        rest = None
        if self.n % 2:
            rest = min(self.points, key=lambda p: (p in self.byes, self.points[p], p))
            self.byes.add(rest)
            self.points[rest] += 8
        here = {player: worth for player, worth in self.points.items() if player != rest}
        return here, {player: frozenset(self.met[player]) for player in here}

    def play(self, pairs: tuple[Pair, ...]) -> None:
        for a, b in pairs:
            lead = self.dice.gauss(80 * (self.strength[a] - self.strength[b]), 130)
            won, lost = next((w, x) for least, w, x in reversed(ROWS) if min(400, abs(lead)) >= least)
            self.points[a] += won if lead >= 0 else lost
            self.points[b] += lost if lead >= 0 else won
            self.met[a].add(b)
            self.met[b].add(a)


def draw_seed(*parts: object) -> DrawSeed:
    return DrawSeed(sha256(repr(parts).encode()).hexdigest())


def states(n: int, seed: int, last: int = 9) -> Iterator[tuple[int, Points, Met]]:
    """The round number and the field before each round from the second to the last."""
    event = Event(n, seed)
    for round_no in range(1, last + 1):
        points, met = event.entrants()
        if round_no > 1:
            yield round_no, points, met
        drawn = draw_pairs(points, met, draw_seed(n, seed, round_no))
        assert drawn is not None
        event.play(drawn.pairs)


def weights(points: Points, met: Met) -> tuple[list[PlayerId], Callable[[int, int], int], int]:
    """The players, the whole vector of a pair as one integer, and a bound above any total."""
    players = sorted(points)
    worths = sorted(set(points.values()), reverse=True)
    level = {worth: k for k, worth in enumerate(worths)}
    base, steps = len(players) // 2 + 1, 2 * len(worths)
    unit = [base ** (steps - t) for t in range(steps + 1)]
    prefix = [0]
    for k in range(len(worths)):
        prefix.append(prefix[-1] + unit[2 * k + 1] + unit[2 * k + 2])
    of = [level[points[p]] for p in players]
    foes = [met[p] for p in players]

    def weight(i: int, j: int) -> int:
        high, low = (of[i], of[j]) if of[i] < of[j] else (of[j], of[i])
        total = unit[0] if players[j] in foes[i] else 0
        return total + (prefix[low] - prefix[high] - unit[2 * high + 2] if low > high else 0)

    return players, weight, unit[0] * base


def by_networkx(points: Points, met: Met) -> list[Pair]:
    players, weight, top = weights(points, met)
    graph = nx.Graph()
    n = len(players)
    graph.add_weighted_edges_from((i, j, top - weight(i, j)) for i in range(n) for j in range(i + 1, n))
    return [(players[i], players[j]) for i, j in nx.max_weight_matching(graph, maxcardinality=True)]


def by_rustworkx(points: Points, met: Met) -> list[Pair]:
    players, weight, top = weights(points, met)
    if top.bit_length() + len(players).bit_length() > 120:
        weight, top = narrowed(points, met, players)
    graph = rx.PyGraph(multigraph=False)
    n = len(players)
    graph.add_nodes_from(range(n))
    graph.add_edges_from([(i, j, top - weight(i, j)) for i in range(n) for j in range(i + 1, n)])
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=False)
    return [(players[i], players[j]) for i, j in matched]


def narrowed(points: Points, met: Met, players: list[PlayerId]) -> tuple[Callable[[int, int], int], int]:
    """Weights that fit 128 bits: rematches, then squares of point gaps. Same graph and work, rougher objective."""
    reach = (max(points.values()) - min(points.values()) + 1) ** 2
    top = reach * len(players) * 2

    def weight(i: int, j: int) -> int:
        a, b = players[i], players[j]
        return (points[a] - points[b]) ** 2 + (top // 2 if b in met[a] else 0)

    return weight, top * len(players)


Engine = Callable[[Points, Met], "list[Pair]"]
PEERS: dict[str, Engine] = {"networkx": by_networkx, "rustworkx": by_rustworkx}
GOALS = {("networkx", 64): 300, ("rustworkx", 64): 8, ("networkx", 256): 2000, ("rustworkx", 256): 50,
         ("networkx", 1024): 20000, ("rustworkx", 1024): 500, ("rustworkx", 4096): 5000}  # fmt: skip
FULL = {("networkx", 64): 8, ("rustworkx", 64): 8, ("networkx", 256): 3, ("rustworkx", 256): 8,
        ("networkx", 1024): 1, ("rustworkx", 1024): 3, ("rustworkx", 4096): 1}  # fmt: skip
"""On how many of the eight states each peer is run."""
QUICK = dict.fromkeys((("networkx", 64), ("rustworkx", 64), ("rustworkx", 256)), 2)


def solve(engine: Engine, points: Points, met: Met, _run: int) -> list[Pair]:
    """One run of a peer."""
    return engine(points, met)


def clock(work: Callable[[int], object], runs: int = 5) -> float:
    """The median time of a piece of work in milliseconds."""
    taken = []
    for run in range(runs):
        start = time.perf_counter()
        work(run)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def ours(points: Points, met: Met) -> tuple[float, bool]:
    """Median time of seven draws from different seeds, and whether the checker found nothing in the last."""
    drawn = draw_pairs(points, met, draw_seed("check"))
    assert drawn is not None
    valid = not check_pairs(Case(points, met), drawn.pairs).findings
    return clock(lambda run: draw_pairs(points, met, draw_seed(run)), 7), valid


def spread(many: list[int], few: int) -> list[int]:
    """`few` of many places, evenly, the last included."""
    return many if few >= len(many) else [many[-1 - i * len(many) // few] for i in range(few)]


def speed_rows(peers: dict[tuple[str, int], int]) -> Iterator[Row]:
    for n in (64, 256, 1024, 4096):
        field_states = [(points, met) for _, points, met in states(n, 1)]
        mine = [ours(points, met) for points, met in field_states]
        mean = statistics.mean(ms for ms, _ in mine)
        valid = all(good for _, good in mine)
        yield Row("swiss, rounds 2-9", n, mean, None, None, None, valid)
        for name, engine in PEERS.items():
            if (name, n) in peers:
                chosen = spread(list(range(len(field_states))), peers[name, n])
                runs = 5 if (n <= 256 and name == "rustworkx") or n <= 64 else 1
                theirs = statistics.mean(
                    clock(partial(solve, engine, *field_states[i]), runs) for i in chosen
                )
                here = statistics.mean(mine[i][0] for i in chosen)
                label = f"swiss v {name}, {len(chosen)} states"
                yield Row(label, n, here, theirs, theirs / here, GOALS[name, n], valid)


def linear_row() -> Row:
    """time(50,000) / time(4,096), fifth round."""
    times, valid = [], True
    for n in (4096, 50_000):
        points, met = next((p, m) for round_no, p, m in states(n, 1, 5) if round_no == 5)
        ms, good = ours(points, met)
        times.append(ms)
        valid &= good
    return Row(
        "swiss, time(50,000) v time(4,096): at most 25",
        50_000,
        times[1],
        times[0],
        times[1] / times[0],
        25,
        valid,
    )


def late_row() -> Row:
    """Sixteen players, rounds 4 to 15: the median state."""
    mine, theirs, valid = [], [], True
    for seed in range(6):
        for round_no, points, met in states(16, seed, 15):
            if round_no >= 4:
                ms, good = ours(points, met)
                mine.append(ms)
                valid &= good
                theirs.append(clock(partial(solve, by_networkx, points, met)))
    here, there = statistics.median(mine), statistics.median(theirs)
    return Row("swiss, 16 players, rounds 4-15, median, v networkx", 16, here, there, there / here, 1, valid)


def anything(dice: random.Random, sizes: tuple[int, ...]) -> tuple[Points, Met]:
    """A field no tournament would make: random points, random (repeated) rounds behind it."""
    n = dice.choice(sizes)
    players = [PlayerId(i) for i in range(1, n + 1)]
    spread_of = dice.randrange(1, n + 1)
    points = {player: dice.randrange(spread_of) for player in players}
    met: dict[PlayerId, set[PlayerId]] = {player: set() for player in players}
    for _ in range(dice.randrange(min(n, 16))):
        shuffled = dice.sample(players, n)
        for a, b in zip(shuffled[::2], shuffled[1::2], strict=True):
            met[a].add(b)
            met[b].add(a)
    return points, {player: frozenset(them) for player, them in met.items()}


def quality_row(name: str, count: int, sizes: tuple[int, ...]) -> Row:
    """Random and played-out states against the checker's own optimum: how many are invalid or not the best."""
    dice, bad, unproved, walked, start = random.Random(11), 0, 0, 0, time.perf_counter()
    for i in range(count):
        points, met = anything(dice, sizes)
        drawn = draw_pairs(points, met, draw_seed(name, i))
        assert drawn is not None
        verdict = check_pairs(Case(points, met), drawn.pairs)
        bad += bool(verdict.findings)
        unproved += verdict.proof == "unproved"
        walked += "walked" in drawn.method
    print(f"  {name}: {count} states, {bad} not the best, {unproved} unproved, {walked} walked", flush=True)
    return Row(
        name, max(sizes), (time.perf_counter() - start) / count * 1000, None, None, 0, bad == unproved == 0
    )


def pairings(players: tuple[PlayerId, ...]) -> Iterator[tuple[Pair, ...]]:
    """All ways to pair the players."""
    if not players:
        yield ()
    for i in range(1, len(players)):
        for rest in pairings(players[1:i] + players[i + 1 :]):
            yield ((players[0], players[i]), *rest)


def fairness(points: Points, met: Met, draws: int, label: object) -> tuple[int, float]:
    """How many best pairings there are, and chi-square per degree of freedom over so many draws."""
    whole = make_field(points, met)
    costs = {frozenset(map(frozenset, p)): cost(p, whole) for p in pairings(tuple(sorted(points)))}
    best = {pairing for pairing, price in costs.items() if price == min(costs.values())}
    seen: Counter[object] = Counter()
    for i in range(draws):
        drawn = draw_pairs(points, met, draw_seed("fair", label, i))
        assert drawn is not None
        seen[frozenset(map(frozenset, drawn.pairs))] += 1
    assert set(seen) <= best, "a pairing that is not among the best"
    expected = draws / len(best)
    chi = sum((seen[pairing] - expected) ** 2 / expected for pairing in best)
    return len(best), chi / max(1, len(best) - 1)


def one_group(rounds: int) -> tuple[Points, Met]:
    """Eight players on equal points after so many rounds among themselves."""
    points = {PlayerId(i): 0 for i in range(1, 9)}
    met: dict[PlayerId, set[PlayerId]] = {player: set() for player in points}
    for round_no in range(rounds):
        drawn = draw_pairs(points, {p: frozenset(m) for p, m in met.items()}, draw_seed("group", round_no))
        assert drawn is not None
        for a, b in drawn.pairs:
            met[a].add(b)
            met[b].add(a)
    return points, {player: frozenset(them) for player, them in met.items()}


def fairness_rows(draws: int) -> Iterator[Row]:
    fields = [(f"one group of 8, {rounds} rounds played", one_group(rounds)) for rounds in (1, 2, 3)]
    dice = random.Random(3)
    while len(fields) < 9:
        points, met = anything(dice, (8, 10))
        # Chi-square per degree of freedom says little where there are only a few best pairings.
        if fairness(points, met, 1, "count")[0] >= 20:
            fields.append((f"mixed groups, field {len(fields) - 2}", (points, met)))
    for name, (points, met) in fields:
        start = time.perf_counter()
        count, value = fairness(points, met, draws, name)
        took = (time.perf_counter() - start) / draws * 1000
        # The goal is for the groups of 8; of six mixed fields one may well lie above it by chance alone.
        limit = 1.5 if "one group" in name else 1 + 4 * math.sqrt(2 / (count - 1))
        label = f"fair: {name}, {count} best pairings, chi2/df"
        yield Row(label, len(points), took, None, value, limit, value < limit)


def rows(*, quick: bool = False) -> Iterator[Row]:
    """All rows, as they are measured."""
    yield from speed_rows(QUICK if quick else FULL)
    yield linear_row()
    yield late_row()
    yield quality_row("quality, n <= 14", 2_000 if quick else 50_000, (4, 6, 8, 10, 12, 14))
    yield quality_row("quality, n = 16 to 64", 100 if quick else 2_000, (16, 18, 24, 32, 48, 64))
    yield from fairness_rows(4_000 if quick else 40_000)


def main(*, quick: bool = False) -> Report:
    """Measure and print every row."""
    measured = []
    for row in rows(quick=quick):
        peer = "" if row.peer_ms is None else f"{row.peer_ms:12.2f} ms"
        ratio = "" if row.ratio is None else f"{row.ratio:10.2f}"
        goal = "" if row.goal is None else f"goal {row.goal:.4g}"
        word = "valid" if row.valid else "WRONG"
        figures = f"{row.n:6} {row.ours_ms:10.3f} ms {peer:15} {ratio:10} {goal:10}"
        print(f"{row.name:62} {figures} {word}", flush=True)
        measured.append(row)
    return Report(measured, all(row.valid for row in measured))


if __name__ == "__main__":
    sys.exit(0 if main(quick="--quick" in sys.argv).right else 1)
