"""Everybody meets everybody, by the circle method (reading `F1`): a small shop's day, or the groups of a large one.

With m places, m even, round r turns the list of places 1 to m - 1 left by r. Its first meets place m, its second the
last, its third the last but one, and so on. With an odd number of players place m is nobody's: who would meet it rests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Pair

FEWEST: Final = 2
"""Players of the smallest round robin."""


@dataclass(frozen=True, slots=True)
class CircleRound:
    """One round of a round robin.

    Attributes:
        pairs: who meets whom; the place that stands first in the table of the method comes first.
        resting: who has nobody to meet, where the number of players is odd. A rest is no bye: it is worth nothing, and
            is no round taken part in.
    """

    pairs: tuple[Pair, ...]
    resting: PlayerId | None = None


def round_robin(players: Sequence[PlayerId], *, double: bool = False) -> tuple[CircleRound, ...]:
    """All rounds, in the order in which they are played.

    Args:
        players: place 1 first: in drawn order, or by seed.
        double: everybody meets everybody twice, the second time with the seats exchanged.

    Raises:
        ValueError: there are fewer than two players, or one is named twice.
    """
    if len(players) < FEWEST or len(set(players)) != len(players):
        raise ValueError("a round robin is for at least two players, each of them once")
    *turning, last = players if len(players) % 2 == 0 else [*players, None]
    once = tuple(_round([*turning[turn:], *turning[:turn], last]) for turn in range(len(turning)))
    return once + tuple(_exchanged(one) for one in once) if double else once


def rounds_of(players: int, *, double: bool = False) -> int:
    """How many rounds a round robin of so many players has."""
    return (players - 1 + players % 2) * (1 + double)


def _round(turned: Sequence[PlayerId | None]) -> CircleRound:
    """The round of a list as it is turned, the fixed place at its end."""
    first, *others, last = turned
    half = len(others) // 2
    facing = [(first, last), *zip(others[:half], reversed(others[half:]), strict=True)]
    pairs = tuple((one, two) for one, two in facing if one is not None and two is not None)
    return CircleRound(pairs, first if last is None else None)


def _exchanged(one: CircleRound) -> CircleRound:
    return CircleRound(tuple((b, a) for a, b in one.pairs), one.resting)
