"""Exact minimum-cost perfect matching in a general graph (Edmonds' blossoms), in whole numbers, with its proof.

Textbook primal-dual method in O(n³): trees of alternating paths grow from all unmatched vertices at once, odd
circles are shrunk into blossoms, and dual values change until an augmenting path of tight edges appears. The
dual values come back with the matching, so that whoever doubts it can check it without trusting this module.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchingProof:
    """Dual values by which a matching is seen to be the best, in units of half a weight.

    With the weight of an edge being `top - cost`: for every edge, the values of its two ends plus those of all
    circles holding both are at least twice its weight; circles' values are not negative. Then twice the weight
    of any perfect matching is at most the sum of the ends' values plus (size - 1) / 2 times each circle's, and
    a matching that reaches this sum is the best.
    """

    top: int
    ends: tuple[int, ...]
    circles: tuple[tuple[frozenset[int], int], ...]


@dataclass(frozen=True, slots=True)
class Matching:
    """Mates by vertex, and the proof that no perfect matching costs less."""

    mates: tuple[int, ...]
    proof: MatchingProof


Cost = Callable[[int, int], "int | None"]
"""What it costs to match vertex i with vertex j > i; None where it must not be."""


def cheapest_matching(size: int, cost: Cost) -> Matching | None:
    """The perfect matching of vertices 0 … size-1 with the least total cost; None if there is none.

    Costs are non-negative integers of any length.
    """
    found = largest_matching(size, cost)
    return found if all(mate >= 0 for mate in found.mates) else None


def largest_matching(size: int, cost: Cost) -> Matching:
    """As many pairs as possible and, among those matchings, the least total cost; mate -1: left over."""
    costs = {(i, j): cost(i, j) for i in range(size) for j in range(i + 1, size)}
    top = (size + 1) * (1 + max((c for c in costs.values() if c is not None), default=0))
    weights = [[0] * (size + 1) for _ in range(size + 1)]
    for (i, j), c in costs.items():
        if c is not None:
            weights[i + 1][j + 1] = weights[j + 1][i + 1] = top - c
    search = _Search(size, weights)
    while search.augment():
        pass
    return Matching(tuple(search.match[v] - 1 for v in range(1, size + 1)), search.proof(top))


class _Search:
    """The state of the search. Vertices are 1 … n, blossoms n+1 and up; 0 means none.

    `outer[x]` is the outermost blossom holding x; `side[x]` is 0 on the even, 1 on the odd level of a tree, -1
    outside; `came[x]` is the vertex from which a tree reached x; `near[x]` the even vertex with the least
    slack to x; `edge[x][y]` the two real ends of the tightest edge between x and y; `inside[b][v]` the direct
    part of blossom b that holds vertex v; `parts[b]` its circle, the base first.
    """

    def __init__(self, n: int, weights: list[list[int]]) -> None:
        span = n + n // 2 + 2
        self.n, self.used, self.weights = n, n, weights
        self.edge: list[list[tuple[int, int] | None]] = [[None] * span for _ in range(span)]
        for u in range(1, n + 1):
            for v in range(1, n + 1):
                if weights[u][v]:
                    self.edge[u][v] = (u, v)
        self.outer = [x if x <= n else 0 for x in range(span)]
        self.match, self.came, self.near, self.side = [0] * span, [0] * span, [0] * span, [-1] * span
        self.parts: list[list[int]] = [[] for _ in range(span)]
        self.inside = [[0] * (n + 1) for _ in range(span)]
        for v in range(1, n + 1):
            self.inside[v][v] = v
        self.dual = [0] * span
        self.dual[1 : n + 1] = [max(map(max, weights))] * n
        self.queue: deque[int] = deque()

    def slack(self, x: int, y: int) -> int:
        """How far the tightest edge between x and y is from being tight."""
        ends = self.edge[x][y]
        assert ends is not None  # noqa: S101 - callers ask only about edges there are
        u, v = ends
        return self.dual[u] + self.dual[v] - 2 * self.weights[u][v]

    def consider(self, u: int, x: int) -> None:
        if not self.near[x] or self.slack(u, x) < self.slack(self.near[x], x):
            self.near[x] = u

    def find_near(self, x: int) -> None:
        self.near[x] = 0
        for u in range(1, self.n + 1):
            if self.edge[u][x] and self.outer[u] != x and self.side[self.outer[u]] == 0:
                self.consider(u, x)

    def enqueue(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for part in self.parts[x]:
                self.enqueue(part)

    def set_outer(self, x: int, b: int) -> None:
        self.outer[x] = b
        for part in self.parts[x] if x > self.n else ():
            self.set_outer(part, b)

    def even_way(self, b: int, part: int) -> int:
        """Turn the circle of b round if needed, so that `part` stands at an even place; the place."""
        place = self.parts[b].index(part)
        if place % 2:
            self.parts[b][1:] = self.parts[b][:0:-1]
            place = len(self.parts[b]) - place
        return place

    def set_match(self, x: int, y: int) -> None:
        ends = self.edge[x][y]
        assert ends is not None  # noqa: S101 - matched along an edge
        self.match[x] = ends[1]
        if x > self.n:
            part = self.inside[x][ends[0]]
            place = self.even_way(x, part)
            for i in range(place):
                self.set_match(self.parts[x][i], self.parts[x][i ^ 1])
            self.set_match(part, y)
            self.parts[x] = self.parts[x][place:] + self.parts[x][:place]

    def flip(self, x: int, y: int) -> None:
        """Match x with y and swap matched and free edges up the tree from x."""
        while True:
            before = self.outer[self.match[x]]
            self.set_match(x, y)
            if not before:
                return
            parent = self.outer[self.came[before]]
            self.set_match(before, parent)
            x, y = parent, before

    def meeting(self, x: int, y: int) -> int:
        """The first even node on both ways to the root; 0 if the trees differ."""
        seen = set()
        while x or y:
            if x:
                if x in seen:
                    return x
                seen.add(x)
                x = self.outer[self.match[x]]
                if x:
                    x = self.outer[self.came[x]]
            x, y = y, x
        return 0

    def shrink(self, x: int, top: int, y: int) -> None:
        """Make a blossom of the circle top … x y … top."""
        b = self.n + 1
        while b <= self.used and self.outer[b]:
            b += 1
        self.used = max(self.used, b)
        self.dual[b], self.side[b], self.match[b] = 0, 0, self.match[top]
        self.parts[b] = [top, *self.branch(x, top)[::-1], *self.branch(y, top)]
        self.set_outer(b, b)
        for z in range(1, self.used + 1):
            self.edge[b][z] = self.edge[z][b] = None
        self.inside[b] = [0] * (self.n + 1)
        for part in self.parts[b]:
            self.join(b, part)
        self.find_near(b)

    def branch(self, x: int, top: int) -> list[int]:
        """The nodes from x up to, not including, `top`; odd nodes become even and are queued."""
        nodes = []
        while x != top:
            odd = self.outer[self.match[x]]
            nodes += [x, odd]
            self.enqueue(odd)
            x = self.outer[self.came[odd]]
        return nodes

    def join(self, b: int, part: int) -> None:
        for z in range(1, self.used + 1):
            if self.edge[part][z] and (not self.edge[b][z] or self.slack(part, z) < self.slack(b, z)):
                self.edge[b][z], self.edge[z][b] = self.edge[part][z], self.edge[z][part]
        for v in range(1, self.n + 1):
            if self.inside[part][v]:
                self.inside[b][v] = part

    def expand(self, b: int) -> None:
        """Open an odd blossom whose dual has come down to 0."""
        for part in self.parts[b]:
            self.set_outer(part, part)
        ends = self.edge[b][self.came[b]]
        assert ends is not None  # noqa: S101 - the tree reached b along an edge
        entry = self.inside[b][ends[0]]
        place = self.even_way(b, entry)
        for i in range(0, place, 2):
            odd, even = self.parts[b][i], self.parts[b][i + 1]
            link = self.edge[even][odd]
            assert link is not None  # noqa: S101 - neighbours in a circle
            self.came[odd] = link[0]
            self.side[odd], self.side[even] = 1, 0
            self.near[odd] = 0
            self.find_near(even)
            self.enqueue(even)
        self.side[entry], self.came[entry] = 1, self.came[b]
        for part in self.parts[b][place + 1 :]:
            self.side[part] = -1
            self.find_near(part)
        self.outer[b] = 0

    def follow(self, u: int, v: int) -> bool:
        """Use a tight edge from an even vertex u to v; True if it completed an augmenting path."""
        x, y = self.outer[u], self.outer[v]
        if self.side[y] == -1:
            self.came[y], self.side[y] = u, 1
            mate = self.outer[self.match[y]]
            self.near[y] = self.near[mate] = 0
            self.side[mate] = 0
            self.enqueue(mate)
        elif self.side[y] == 0:
            top = self.meeting(x, y)
            if not top:
                self.flip(x, y)
                self.flip(y, x)
                return True
            self.shrink(x, top, y)
        return False

    def nodes(self) -> list[int]:
        """The outermost vertices and blossoms."""
        return [x for x in range(1, self.used + 1) if self.outer[x] == x]

    def augment(self) -> bool:
        """One stage: grow trees until one more pair is won; False when none can be."""
        for x in range(self.used + 1):
            self.side[x], self.near[x] = -1, 0
        self.queue.clear()
        for x in self.nodes():
            if not self.match[x]:
                self.came[x], self.side[x] = 0, 0
                self.enqueue(x)
        if not self.queue:
            return False
        while not self.scan():
            if not self.shift():
                return False
            if self.follow_near():
                return True
            for b in range(self.n + 1, self.used + 1):
                if self.outer[b] == b and self.side[b] == 1 and self.dual[b] == 0:
                    self.expand(b)
        return True

    def follow_near(self) -> bool:
        """Follow the edges that have just become tight; True if one completed an augmenting path."""
        for x in self.nodes():
            near = self.near[x]
            if near and self.outer[x] == x != self.outer[near] and not self.slack(near, x):
                ends = self.edge[near][x]
                assert ends is not None  # noqa: S101 - the nearest vertex has an edge
                if self.follow(*ends):
                    return True
        return False

    def scan(self) -> bool:
        """Follow all tight edges of queued vertices; True if one completed an augmenting path."""
        while self.queue:
            u = self.queue.popleft()
            for v in range(1, self.n + 1):
                if self.weights[u][v] and self.outer[u] != self.outer[v]:
                    if self.slack(u, v):
                        self.consider(u, self.outer[v])
                    elif self.follow(u, v):
                        return True
        return False

    def shift(self) -> bool:
        """Change the dual values as far as they go; False when an unmatched vertex has come down to 0."""
        nodes = self.nodes()
        steps = [self.dual[b] // 2 for b in nodes if b > self.n and self.side[b] == 1]
        for x in nodes:
            if self.near[x] and self.side[x] < 1:
                slack = self.slack(self.near[x], x)
                steps.append(slack if self.side[x] == -1 else slack // 2)
        floor = min(self.dual[v] for v in range(1, self.n + 1) if self.side[self.outer[v]] == 0)
        step = min([*steps, floor])
        moves = {-1: 0, 0: -step, 1: step}
        for v in range(1, self.n + 1):
            self.dual[v] += moves[self.side[self.outer[v]]]
        for b in nodes:
            if b > self.n:
                self.dual[b] -= 2 * moves[self.side[b]]
        return step < floor

    def proof(self, top: int) -> MatchingProof:
        circles = tuple(
            (frozenset(v - 1 for v in range(1, self.n + 1) if self.inside[b][v]), self.dual[b])
            for b in range(self.n + 1, self.used + 1)
            if self.outer[b] and self.dual[b]
        )
        return MatchingProof(top, tuple(self.dual[1 : self.n + 1]), circles)
