"""Looking ahead in small fields, so that the rounds still planned do not run into rematches (readings B4a, B20).

In a field of at most `SMALL` players, the one with the bye included, every pairing of this round is listed and
judged by the rematches that the rounds after it will force, if each of them is paired by the same rule (fewest
rematches now, then fewest later) and the byes go to whoever of those entitled makes it worst.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Field, Pair, cost

SMALL: Final = 8
"""Fields of more players, the one with the bye included, are not looked ahead in."""

HORIZON: Final[Mapping[int, int]] = {7: 4, 8: 4}
"""How many rounds ahead are looked at, by the size of the field; smaller fields: all that are planned."""

_IMPOSSIBLE: Final = 100
"""What a later round counts that forbidden pairs leave no way to pair."""

Met = tuple[int, ...]
"""For each player a mask of those met."""

Listed = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Future:
    """What the rounds after this one will look like.

    Attributes:
        rounds: how many more rounds of this stage are planned.
        resting: the player with the bye this round, with those they have met; None in an even field.
        byes: how many byes each has had, this round's included; absent: none.
        apart: whom the resting player must not meet in later rounds.
    """

    rounds: int
    resting: tuple[PlayerId, frozenset[PlayerId]] | None
    byes: Mapping[PlayerId, int]
    apart: AbstractSet[PlayerId] = frozenset()


def matters(field: Field, future: Future) -> bool:
    """Whether the field is small and the planned rounds might force a rematch."""
    size = len(field.points) + (future.resting is not None)
    if size > SMALL or not future.rounds:
        return False
    most = max((len(foes) + (player in future.apart) for player, foes in field.foes.items()), default=0)
    return not _safe(size, most + 1, future.rounds)


def _barred(player: PlayerId, field: Field, future: Future) -> AbstractSet[PlayerId]:
    """Whom the player must not meet in later rounds."""
    if future.resting is None:
        return field.forbidden.get(player, frozenset())
    rest = future.resting[0]
    if player == rest:
        return future.apart
    return field.forbidden.get(player, frozenset()) | ({rest} if player in future.apart else set())


def _safe(size: int, most: int, rounds: int) -> bool:
    """Whether so many rounds can be paired without rematches whatever happens (Dirac), at most `most` foes each."""
    return 2 * (most + rounds) <= size - size % 2


def best_pairings(
    field: Field, future: Future, keep: Callable[[Sequence[Pair]], bool] = lambda _pairs: True
) -> list[tuple[tuple[Pair, ...], tuple[int, ...]]]:
    """All best pairings in list order, each with its cost; of those that are kept, if only some are.

    In list order: the players by id; the first takes each possible opponent in turn, then the first of those
    left, and so on. Empty if forbidden pairs leave no way to pair everybody.
    """
    players = sorted(field.points)
    listed = _pairings(tuple(range(len(players))))
    pairings = (tuple((players[i], players[j]) for i, j in pairs) for pairs in listed)
    costs = {pairs: cost(pairs, field) for pairs in pairings if keep(pairs)}
    fewest = min((price[:2] for price in costs.values()), default=(1, 0))
    if fewest[0]:
        return []
    judged = {
        pairs: (*price[:2], stranded(pairs, field, future), *price[3:])
        for pairs, price in costs.items()
        if price[:2] == fewest
    }
    best = min(judged.values())
    return [(pairs, price) for pairs, price in judged.items() if price == best]


def stranded(pairs: Sequence[Pair], field: Field, future: Future) -> int:
    """How many rematches the planned rounds after this pairing will force at worst."""
    everybody = sorted({*field.points, *([future.resting[0]] if future.resting else [])})
    spot = {player: i for i, player in enumerate(everybody)}
    met = [0] * len(everybody)
    for player in everybody:
        past = future.resting[1] if future.resting and player == future.resting[0] else field.met[player]
        for other in past:
            if other in spot:
                met[spot[player]] |= 1 << spot[other]
                met[spot[other]] |= 1 << spot[player]
    after = _play(tuple(met), tuple((spot[a], spot[b]) for a, b in pairs))
    barred = tuple(
        sum(1 << spot[other] for other in _barred(player, field, future) if other in spot)
        for player in everybody
    )
    byes = tuple(future.byes.get(player, 0) for player in everybody)
    rounds = min(future.rounds, HORIZON.get(len(everybody), future.rounds))
    return _forced(after, byes if len(everybody) % 2 else (), barred, rounds)


@cache
def _pairings(players: tuple[int, ...]) -> tuple[Listed, ...]:
    if not players:
        return ((),)
    first, rest = players[0], players[1:]
    return tuple(
        ((first, mate), *others)
        for i, mate in enumerate(rest)
        for others in _pairings(rest[:i] + rest[i + 1 :])
    )


def _play(met: Met, pairs: Listed) -> Met:
    after = list(met)
    for i, j in pairs:
        after[i] |= 1 << j
        after[j] |= 1 << i
    return tuple(after)


def _forced(met: Met, byes: tuple[int, ...], barred: Met, rounds: int) -> int:
    """The rematches the next rounds force, by the worst choice of byes where the field is odd."""
    most = max(((a | b).bit_count() for a, b in zip(met, barred, strict=True)), default=0)
    if not rounds or _safe(len(met), most, rounds):
        return 0
    return _searched(*_by_shape(met, byes, barred), rounds)


@lru_cache(maxsize=1 << 16)
def _searched(met: Met, byes: tuple[int, ...], barred: Met, rounds: int) -> int:
    everybody = range(len(met))
    if not byes:
        return _round(met, byes, barred, rounds, tuple(everybody))
    least = min(byes)
    worst = 0
    for rester in everybody:
        if byes[rester] == least:
            later = (*byes[:rester], least + 1, *byes[rester + 1 :])
            others = tuple(i for i in everybody if i != rester)
            worst = max(worst, _round(met, later, barred, rounds, others))
    return worst


def _round(met: Met, byes: tuple[int, ...], barred: Met, rounds: int, players: tuple[int, ...]) -> int:
    """The rematches of this round, as few as possible, and of those after it, then as few as possible."""
    fewest, later = _IMPOSSIBLE, 0
    for pairs in _pairings(players):
        if any(barred[i] >> j & 1 for i, j in pairs):
            continue
        now = sum(met[i] >> j & 1 for i, j in pairs)
        if now > fewest or (now == fewest and not later):
            continue
        after = _forced(_play(met, pairs), byes, barred, rounds - 1)
        fewest, later = min((fewest, later), (now, after))
    return fewest + later


def _by_shape(met: Met, byes: tuple[int, ...], barred: Met) -> tuple[Met, tuple[int, ...], Met]:
    """The same position with the players renumbered by what they look like, so that fewer are searched twice."""
    size = len(met)
    least = min(byes, default=0)
    looks = [(byes[i] - least if byes else 0, barred[i].bit_count(), met[i].bit_count()) for i in range(size)]
    rank = _ranked(looks)
    for _ in range(3):
        rank = _ranked(
            [(rank[i], *sorted(rank[j] for j in range(size) if met[i] >> j & 1)) for i in range(size)]
        )
    old = sorted(range(size), key=lambda i: (rank[i], i))
    new = {i: spot for spot, i in enumerate(old)}

    def moved(masks: Met) -> Met:
        return tuple(sum(1 << new[j] for j in range(size) if masks[i] >> j & 1) for i in old)

    return moved(met), tuple(byes[i] - least for i in old) if byes else (), moved(barred)


def _ranked(looks: Sequence[tuple[int, ...]]) -> list[int]:
    places = {look: place for place, look in enumerate(sorted(set(looks)))}
    return [places[look] for look in looks]
