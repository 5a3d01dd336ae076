"""What makes one Swiss pairing better than another: a list of criteria in order (COM-PAIR-2, COM-PAIR-3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from muster.core.ids import ClubId, PlayerId

Pair = tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion: what is counted, smaller being better."""

    name: str
    counts: str
    source: str


CRITERIA: Final = (
    Criterion("forbidden", "pairs the organiser has forbidden; always 0", "organiser"),
    Criterion("rematches", "pairs that have met in this stage", "COM-PAIR-2, SWU-PAIR-1, B20"),
    Criterion("stranded", "rematches the rounds still planned will force, small fields only", "B4a, D30a"),
    Criterion("clubmates", "pairs of one club, first round and on request only", "variant first_round"),
    Criterion(
        "down", "for each score group from the top: pairs crossing the boundary under it", "COM-PAIR-3, B20a"
    ),
    Criterion(
        "over",
        "for each group but the first, right after its `down`: pairs jumping over it",
        "COM-PAIR-3, B20a",
    ),
    Criterion("again", "players paired down who had been paired down before, on request only", "B21"),
)
"""All criteria in order. The fifth and sixth alternate: down 0, down 1, over 1, down 2, over 2, …"""

FIXED: Final = 4
"""How many components of a cost stand before the first `down`."""

_NOBODY: Final[Mapping[PlayerId, AbstractSet[PlayerId]]] = MappingProxyType({})
_NO_CLUBS: Final[Mapping[PlayerId, ClubId]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Field:
    """The players to be paired and what stands between them.

    Attributes:
        points: the points of everybody to be paired; the same points make a score group.
        met: whom each has met in this stage; others may be named and do not matter.
        forbidden: whom each must not meet.
        clubs: the clubs of players, where club-mates are kept apart; else empty.
        tired: who has been paired down before, where that is avoided; else empty.
        foes: everybody a player should rather not meet: met, forbidden and club-mates together.
    """

    points: Mapping[PlayerId, int]
    met: Mapping[PlayerId, AbstractSet[PlayerId]]
    forbidden: Mapping[PlayerId, AbstractSet[PlayerId]] = field(default_factory=lambda: _NOBODY)
    clubs: Mapping[PlayerId, ClubId] = field(default_factory=lambda: _NO_CLUBS)
    tired: AbstractSet[PlayerId] = frozenset()
    foes: Mapping[PlayerId, AbstractSet[PlayerId]] = field(default_factory=lambda: _NOBODY)

    def fine(self, a: PlayerId, b: PlayerId) -> int | None:
        """What this pair costs above the score groups: rematch and club-mates as one number; None if forbidden.

        Any rematch outweighs all pairs of club-mates that a round can hold.
        """
        if b in self.forbidden.get(a, ()):
            return None
        rematch = b in self.met[a]
        if not self.clubs:
            return int(rematch)
        return rematch * len(self.points) + same_club(self.clubs, a, b)


def same_club(clubs: Mapping[PlayerId, ClubId], a: PlayerId, b: PlayerId) -> bool:
    """Whether both have a club and it is the same."""
    club = clubs.get(a)
    return club is not None and club == clubs.get(b)


def make_field(
    points: Mapping[PlayerId, int],
    met: Mapping[PlayerId, AbstractSet[PlayerId]],
    forbidden: Iterable[Pair] = (),
    clubs: Mapping[PlayerId, ClubId] = _NO_CLUBS,
    tired: AbstractSet[PlayerId] = frozenset(),
) -> Field:
    """The field with everything that stands between two players joined in `foes`."""
    barred = _both_ways(forbidden, points)
    mates = _club_mates(clubs, points)
    if not barred and not mates:
        return Field(points, met, tired=tired, foes=met)
    foes = {p: met[p] | barred.get(p, frozenset()) | mates.get(p, frozenset()) - {p} for p in points}
    return Field(points, met, barred, clubs if mates else _NO_CLUBS, tired, foes)


def _both_ways(pairs: Iterable[Pair], points: Mapping[PlayerId, int]) -> dict[PlayerId, set[PlayerId]]:
    barred: dict[PlayerId, set[PlayerId]] = {}
    for a, b in pairs:
        if a in points and b in points:
            barred.setdefault(a, set()).add(b)
            barred.setdefault(b, set()).add(a)
    return barred


def _club_mates(
    clubs: Mapping[PlayerId, ClubId], points: Mapping[PlayerId, int]
) -> dict[PlayerId, frozenset[PlayerId]]:
    members: dict[ClubId, list[PlayerId]] = {}
    for player in points:
        if player in clubs:
            members.setdefault(clubs[player], []).append(player)
    return {p: frozenset(them) for them in members.values() if len(them) > 1 for p in them}


def score_groups(points: Mapping[PlayerId, int]) -> list[list[PlayerId]]:
    """The players by equal points, most points first."""
    groups: dict[int, list[PlayerId]] = {}
    for player, worth in points.items():
        if worth in groups:
            groups[worth].append(player)
        else:
            groups[worth] = [player]
    return [groups[worth] for worth in sorted(groups, reverse=True)]


def cost(pairs: Iterable[Pair], field: Field, stranded: int = 0) -> tuple[int, ...]:
    """The vector by which pairings are compared, the smaller the better, in the order of `CRITERIA`.

    That is: forbidden, rematches, stranded, clubmates, down 0, down 1, over 1, down 2, over 2, … (none under
    the last group), again.
    """
    worths = sorted(set(field.points.values()), reverse=True)
    level = {worth: k for k, worth in enumerate(worths)}
    down, over = [0] * len(worths), [0] * len(worths)
    counts = [0, 0, stranded, 0]
    again = 0
    for a, b in pairs:
        counts[0] += b in field.forbidden.get(a, ())
        counts[1] += b in field.met[a]
        counts[3] += same_club(field.clubs, a, b)
        high, low = sorted((level[field.points[a]], level[field.points[b]]))
        if high != low:
            upper = a if level[field.points[a]] == high else b
            again += upper in field.tired
            down[high] += 1
            for k in range(high + 1, low):
                down[k] += 1
                over[k] += 1
    steps = [number for k in range(1, len(worths) - 1) for number in (down[k], over[k])]
    return (*counts, *down[: min(1, len(worths) - 1)], *steps, again)


def component_names(groups: int) -> Sequence[tuple[str, int]]:
    """The criterion and the score group (0: none or the first) of each component of a cost."""
    named = [(criterion.name, 0) for criterion in CRITERIA[:FIXED]]
    named += [("down", 0)] * min(1, groups - 1)
    named += [(name, k) for k in range(1, groups - 1) for name in ("down", "over")]
    return [*named, ("again", 0)]
