"""The plain draw: every score group in random order, neighbours paired, groups with a rematch shuffled again.

Between two *even* boundaries (an even number of players stands above them) lies a segment. Inside it each
group sends exactly one player down to the next, and nobody anywhere else: fewer are impossible, because the
number above each boundary inside is odd. So a shuffle without foes is one of the best pairings, and all of
them are equally likely; segments have nothing to do with each other.

Shuffling again only where it is needed keeps the draw uniform if everything the discarded part has told about
its surroundings is discarded with it (partial rejection sampling, Guo, Jerrum and Liu 2017): a neighbouring
group goes too if the discarded player who crossed the boundary has a foe in it, because only then was it known
*not* to hold that foe at the boundary.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Field, Pair, score_groups

MOST_ROUNDS: Final = 60
"""How often a segment may be shuffled again at most."""


def patience(size: int) -> int:
    """How often a segment of so many players is shuffled again before its best pairings are counted."""
    return min(MOST_ROUNDS, size // 4)


class Shuffle:
    """A field in random order; its segments are redrawn in place.

    Attributes:
        groups: the score groups, each in its drawn order until some of it is redrawn.
        order: everybody in drawn order.
        starts: where each group starts in it, and its length.
    """

    __slots__ = ("field", "groups", "order", "seed", "starts", "turns")

    def __init__(self, field: Field, seed: DrawSeed) -> None:
        self.field, self.seed = field, seed
        self.groups = score_groups(field.points)
        rank = draws.keys(seed, "pairs/0", field.points).__getitem__
        self.order: list[PlayerId] = []
        self.starts = [0]
        for group in self.groups:
            if len(group) > 1:
                group.sort(key=rank)
            self.order += group
            self.starts.append(len(self.order))
        self.turns: dict[int, int] = {}

    def run(self) -> set[int]:
        """Draw everything; returns the first groups of the segments that could not be freed of conflicts."""
        order, foes = self.order, self.field.foes
        bad = {
            i
            for i, a, b in zip(range(0, len(order), 2), order[::2], order[1::2], strict=True)
            if b in foes[a]
        }
        groups = sorted(
            {k for i in bad for k in self._groups_of(i)} | self._needless(range(len(self.groups)))
        )
        stuck = set()
        end = 0
        for k in groups:
            if k < end:
                continue
            start, end = self.segment(k)
            if not self._redraw(start, end, {j for j in groups if start <= j < end}):
                stuck.add(start)
        return stuck

    def segment(self, k: int) -> tuple[int, int]:
        """The first group of the segment that holds group k, and the group after its last."""
        start, end = k, k + 1
        while self.starts[start] % 2:
            start -= 1
        while self.starts[end] % 2:
            end += 1
        return start, end

    def pairs(self, start: int, end: int) -> list[Pair]:
        """The neighbours of the groups from `start` up to `end`, two even boundaries."""
        first, last = self.starts[start], self.starts[end]
        return list(zip(self.order[first:last:2], self.order[first + 1 : last : 2], strict=True))

    def _groups_of(self, i: int) -> tuple[int, int]:
        """The groups of the two players at places i and i + 1."""
        high = bisect_right(self.starts, i) - 1
        return high, high + (i + 1 == self.starts[high + 1])

    def _redraw(self, start: int, end: int, bad: set[int]) -> bool:
        """Shuffle the bad groups of a segment, and what they told about, until none is bad; False: given up."""
        for _ in range(patience(self.starts[end] - self.starts[start])):
            again = self._widened(bad) if end - start > 1 else bad
            for k in sorted(again):
                self._turn(k)
            bad = self._conflicts(again) | self._needless(again)
            if not bad:
                return True
        return False

    def _turn(self, k: int) -> None:
        turn = self.turns[k] = self.turns.get(k, 0) + 1
        first, last = self.starts[k], self.starts[k + 1]
        self.order[first:last] = draws.order(self.seed, f"pairs/{turn}", self.order[first:last])

    def _conflicts(self, groups: Iterable[int]) -> set[int]:
        """The groups that take part in a pair of foes, among the pairs that these groups take part in."""
        order, foes = self.order, self.field.foes
        bad: set[int] = set()
        for k in groups:
            for i in range(self.starts[k] & ~1, self.starts[k + 1], 2):
                if order[i + 1] in foes[order[i]]:
                    bad.update(self._groups_of(i))
        return bad

    def _needless(self, groups: Iterable[int]) -> set[int]:
        """The groups that send down somebody paired down before though they have somebody who was not."""
        tired = self.field.tired
        if not tired:
            return set()
        return {
            k
            for k in groups
            if self.starts[k + 1] % 2
            and self.order[self.starts[k + 1] - 1] in tired
            and not all(player in tired for player in self.groups[k])
        }

    def _widened(self, bad: set[int]) -> set[int]:
        again, open_ = set(bad), list(bad)
        while open_:
            k = open_.pop()
            for border, inner, other in ((k, 0, k - 1), (k + 1, -1, k + 1)):
                place = self.starts[border]
                if place % 2 and other not in again and self._told(self.order[place + inner], other):
                    again.add(other)
                    open_.append(other)
        return again

    def _told(self, player: PlayerId, k: int) -> bool:
        """Whether the player has a foe in group k."""
        return not self.field.foes[player].isdisjoint(self.groups[k])
