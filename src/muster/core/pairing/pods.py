"""Pods: closed groups that draft together and then play among themselves (readings `F16`, `F17`, `F18`).

Seats are numbered clockwise: on the *left* of seat k sits seat k + 1, on its *right* seat k - 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Pair

Deal = Literal["drawn", "by-rank", "snake"]
"""How players come into pods: by the dice; the best together; or the best apart."""

Pod = tuple[PlayerId, ...]
"""The players of a pod in the order of their seats."""

FEWEST: Final = 4
"""Players of the smallest pod."""

USUAL: Final = (6, 10)
"""The least and the most players of a pod where there are several; one pod outside of this is worth a warning."""

BEST: Final = 8
"""The size that the packs are made for (`SWU-LIM-1`)."""

ONE_POD: Final = 11
"""Up to so many players sit in one pod."""

_Fault = tuple[int, int, int]
"""What speaks against a split, the worst first: odd pods, whose players have byes; how far sizes are from the best,
each squared; how many pods."""
_Split = tuple[_Fault, tuple[int, ...]]


def pod_sizes(players: int) -> tuple[int, ...]:
    """The sizes of the pods of so many players, the largest first.

    Of all splits into usual sizes the one with the fewest odd pods, then with sizes nearest to eight (the sum of the
    squares of the differences), then with the fewest pods.

    Raises:
        ValueError: there are too few players for a pod.
    """
    if players < FEWEST:
        raise ValueError(f"a pod is for at least {FEWEST} players")
    if players <= ONE_POD:
        return (players,)
    best: dict[int, _Split] = {0: ((0, 0, 0), ())}
    for total in range(USUAL[0], players + 1):
        splits = _splits(best, total)
        if splits:
            best[total] = min(splits)
    return best[players][1]


def other_sizes(players: int) -> tuple[tuple[int, ...], ...]:
    """Splits of so many players into pods of usual sizes, one pod fewer or more than usual; those that there are.

    Each has as few odd pods as possible and then sizes as near to eight as possible: for 19, which usually sit in pods
    of 10 and 9, there is 7 6 6.

    Raises:
        ValueError: there are too few players for a pod.
    """
    usual = len(pod_sizes(players))
    if players <= ONE_POD:
        return ()
    least, most = USUAL
    fitting = (pods for pods in (usual - 1, usual + 1) if least * pods <= players <= most * pods)
    return tuple(_into(players, pods) for pods in fitting)


def _into(players: int, pods: int) -> tuple[int, ...]:
    """The best split into so many pods: as far from eight as must be, two at a time, and one if the number is odd."""
    away = players - BEST * pods
    step = 1 if away > 0 else -1
    far, odd = divmod(abs(away), 2)
    sizes = [BEST + 2 * step] * far + [BEST + step] * odd
    return tuple(sorted([*sizes, *[BEST] * (pods - len(sizes))], reverse=True))


def _splits(best: Mapping[int, _Split], total: int) -> list[_Split]:
    """The best splits of so many players by the size of one of their pods."""
    found = []
    for size in range(USUAL[0], USUAL[1] + 1):
        if total - size in best:
            (odd, far, pods), sizes = best[total - size]
            fault = odd + size % 2, far + (size - BEST) ** 2, pods + 1
            found.append((fault, tuple(sorted((*sizes, size), reverse=True))))
    return found


def deal(players: Sequence[PlayerId], sizes: Sequence[int], how: Deal, seed: DrawSeed) -> tuple[Pod, ...]:
    """Who sits in which pod, and where.

    Args:
        players: everybody, in the order of the standings; of no meaning where all is drawn.
        sizes: how many sit in each pod; they add up to all players.
        how: drawn, pods and seats alike; or by rank or in a snake, with the seats drawn.
        seed: the draw seed.

    Raises:
        ValueError: the sizes do not add up, or a player is named twice.
    """
    if sum(sizes) != len(players) or len(set(players)) != len(players):
        raise ValueError("the sizes of the pods have to add up to all players, each of them once")
    if how == "drawn":
        return _cut(draws.order(seed, "pods", players), sizes)
    pods = _cut(players, sizes) if how == "by-rank" else _snake(players, sizes)
    return tuple(tuple(draws.order(seed, f"pod-seats/{no}", pod)) for no, pod in enumerate(pods, 1))


def _cut(players: Sequence[PlayerId], sizes: Sequence[int]) -> tuple[Pod, ...]:
    pods, start = [], 0
    for size in sizes:
        pods.append(tuple(players[start : start + size]))
        start += size
    return tuple(pods)


def _snake(players: Sequence[PlayerId], sizes: Sequence[int]) -> tuple[Pod, ...]:
    """The first to pod 1, 2, 3, …, the next back from the last; a pod that is full is passed over."""
    pods: list[list[PlayerId]] = [[] for _ in sizes]
    left, onwards = list(reversed(players)), True
    while left:
        for no in range(len(sizes)) if onwards else reversed(range(len(sizes))):
            if left and len(pods[no]) < sizes[no]:
                pods[no].append(left.pop())
        onwards = not onwards
    return tuple(map(tuple, pods))


def across(pod: Pod, resting: PlayerId | None = None) -> tuple[Pair, ...]:
    """The first round of a pod: everybody meets who sits farthest away.

    Args:
        pod: the players in the order of their seats.
        resting: whose bye it is, in an odd pod; the others move up.

    Raises:
        ValueError: somebody would be left without an opponent.
    """
    seated = [player for player in pod if player != resting]
    half, odd = divmod(len(seated), 2)
    if odd:
        raise ValueError("in an odd pod somebody has to rest")
    return tuple(zip(seated[:half], seated[half:], strict=True))
