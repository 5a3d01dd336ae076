"""The last resort for fields that can be neither shuffled nor counted: a long seeded walk over best pairings.

It starts from one best pairing, found by matching, and at each step picks two pairs and one of the two other
ways to pair these four players; the step is taken if the round stays among the best. Equally many steps lead
from any pairing to another and back, so the walk tends to the uniform draw, but this is a limit and not an
exact promise; the result says so in its method.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Field, Pair
from muster.core.pairing.matching import cheapest_matching

_STEPS_A_PLAYER: Final = 60


def weigh(field: Field, players: Sequence[PlayerId]) -> list[list[int | None]]:
    """The whole cost of each pair as one number, so that sums compare like the vectors; None: forbidden."""
    worths = sorted({field.points[p] for p in players}, reverse=True)
    level = {worth: k for k, worth in enumerate(worths)}
    base = len(players) + 1
    return [[_weight(field, level, base, a, b) for b in players] for a in players]


def _weight(field: Field, level: dict[int, int], base: int, a: PlayerId, b: PlayerId) -> int | None:
    fine = None if a == b else field.fine(a, b)
    if fine is None:
        return None
    (high, upper), (low, _) = sorted(((level[field.points[a]], a), (level[field.points[b]], b)))
    total = fine
    for k in range(len(level) - 1):
        total = total * base + (high <= k < low)
        total = total * base + (high < k < low)
    return total * base + (high < low and upper in field.tired)


def walk(field: Field, players: Sequence[PlayerId], above: int, seed: DrawSeed) -> list[Pair]:
    """A pairing of the players that is among their best, near uniform."""
    listed = sorted(players, key=lambda p: (-field.points[p], p))
    weights = weigh(field, listed)
    found = cheapest_matching(len(listed), lambda i, j: weights[i][j])
    assert found is not None  # noqa: S101 - asked only where a pairing exists
    mates = list(found.mates)
    for step in range(_STEPS_A_PLAYER * len(listed)):
        _step(mates, weights, draws.number(seed, f"walk/{above}/{step}", len(listed) ** 2))
    return [(listed[i], listed[m]) for i, m in enumerate(mates) if i < m]


def _step(mates: list[int], weights: list[list[int | None]], number: int) -> None:
    """Pair i with j and their mates with each other, if that is as good."""
    i, j = divmod(number, len(mates))
    k, m = mates[i], mates[j]
    if j in (i, k):
        return
    new, other = weights[i][j], weights[k][m]
    old = (weights[i][k] or 0) + (weights[j][m] or 0)
    if new is not None and other is not None and new + other == old:
        mates[i], mates[j], mates[k], mates[m] = j, i, m, k
