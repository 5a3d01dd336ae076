"""The Swiss draw against general matching libraries: same states, same objective, one run.

    python -m bench.swiss            all rows (some peers take half a minute a state)
    python -m bench.swiss --quick    small counts, for a first look

States: Armada points, rounds 2 to 9, each round drawn by this engine and played out with a fixed seed. Peers
solve the complete graph with the whole vector as one exact integer weight (networkx in Python integers,
rustworkx in 128 bits where they suffice). Times are medians of five draws of each state, averaged over the
states; where a peer needs more than ten seconds it runs on a single state, and the row says so.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.check import check_pairs
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
    base = len(players) // 2 + 1
    steps = 2 * len(worths)
    unit = [base ** (steps - t) for t in range(steps + 1)]
    crossing = [0]
    for k in range(len(worths)):
        crossing.append(crossing[-1] + unit[2 * k + 1] + unit[min(2 * k + 2, steps)] * (2 * k + 2 <= steps))
    of = [level[points[p]] for p in players]

    def weight(i: int, j: int) -> int:
        high, low = sorted((of[i], of[j]))
        total = unit[0] if players[j] in met[players[i]] else 0
        return total + (crossing[low] - crossing[high] - unit[2 * high + 2] if low > high else 0)

    return players, weight, unit[0] * base


def by_networkx(points: Points, met: Met) -> list[Pair]:
    import networkx as nx

    players, weight, top = weights(points, met)
    graph = nx.Graph()
    n = len(players)
    graph.add_weighted_edges_from((i, j, top - weight(i, j)) for i in range(n) for j in range(i + 1, n))
    return [(players[i], players[j]) for i, j in nx.max_weight_matching(graph, maxcardinality=True)]


def by_rustworkx(points: Points, met: Met) -> list[Pair]:
    import rustworkx as rx

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
