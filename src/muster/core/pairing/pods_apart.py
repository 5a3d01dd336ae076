"""The first round of a pod where some who sit across the table must never meet (reading `F18`).

As many as possible still meet across. Of all pairings of the pod that keep as many, one is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Pair
from muster.core.pairing.pods import Pod, across

PURPOSE: Final = "across"
"""Under which one of the pairings is drawn."""

MOST_PARTED: Final = 5
"""Pairs across the table that are given up at most; where that does not do, the pod is paired like a Swiss round."""

MOST_MORE: Final = 2
"""How many of them at most are pairs that could meet."""


@dataclass(frozen=True, slots=True)
class FirstRound:
    """Who meets whom in the first round of a pod.

    Attributes:
        pairs: in the order of seats, in each the lower seat first.
        parted: the pairs across the table that do not meet; empty where all do.
        ways: how many pairings keep as many together.
    """

    pairs: tuple[Pair, ...]
    parted: tuple[Pair, ...] = ()
    ways: int = 1


def first_round(
    pod: Pod, resting: PlayerId | None, forbidden: Collection[Pair], seed: DrawSeed
) -> FirstRound | None:
    """The first round of a pod; None where too many would have to be parted, or nobody would be left to meet.

    Args:
        pod: who plays, in the order of their seats, and who has the bye.
        resting: whose bye it is; the others move up.
        forbidden: who must never meet, the smaller entry number first.
        seed: the draw seed of the pod.
    """
    meeting = across(pod, resting)
    apart = [pair for pair in meeting if _barred(pair, forbidden)]
    if not apart:
        return FirstRound(meeting)
    seats = {player: seat for seat, player in enumerate(pod)}
    others = [pair for pair in meeting if pair not in apart]
    for more in range(MOST_MORE + 1):
        if len(apart) + more > MOST_PARTED:
            return None
        found = [
            (
                _in_order([*anew, *(pair for pair in others if pair not in given_up)], seats),
                (*apart, *given_up),
            )
            for given_up in combinations(others, more)
            for anew in _anew((*apart, *given_up), forbidden, seats)
        ]
        if found:
            found.sort(key=lambda one: [(seats[first], seats[second]) for first, second in one[0]])
            pairs, parted = draws.choose(seed, PURPOSE, found)
            return FirstRound(pairs, _in_order(parted, seats), len(found))
    return None


def _barred(pair: Pair, forbidden: Collection[Pair]) -> bool:
    return (min(pair), max(pair)) in forbidden


def _anew(
    parted: Sequence[Pair], forbidden: Collection[Pair], seats: dict[PlayerId, int]
) -> Iterator[list[Pair]]:
    """Every way in which those of these pairs meet others of them, none of whom they must not meet."""
    before = {frozenset(pair) for pair in parted}

    def ways(left: tuple[PlayerId, ...]) -> Iterator[list[Pair]]:
        if not left:
            yield []
            return
        first, others = left[0], left[1:]
        for second in others:
            if frozenset((first, second)) not in before and not _barred((first, second), forbidden):
                for rest in ways(tuple(one for one in others if one != second)):
                    yield [(first, second), *rest]

    yield from ways(tuple(sorted((player for pair in parted for player in pair), key=seats.__getitem__)))


def _in_order(pairs: Sequence[Pair], seats: dict[PlayerId, int]) -> tuple[Pair, ...]:
    return tuple(sorted(pairs, key=lambda pair: seats[pair[0]]))
