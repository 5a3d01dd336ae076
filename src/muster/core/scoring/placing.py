"""A game of three or more at a table: who came where, and what that is worth (readings `F5`, `F6`; Twin Suns).

Places go by the hit points that are left. Who left the game stands behind everybody who stayed to its end, and who left
last stands best among them. Who never came stands last, is worth nothing, and is no opponent in the points of others:
three who play at a table of four play for the points of three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Final, Literal

TiedPlaces = Literal["lower", "higher"]
"""Which of the places that several share is the one whose points each of them gets."""

PLACE_POINTS: Final = (5, 3, 2, 1)
"""Points by place as they are usual; the last value goes on."""

_NONE: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Placing:
    """Where somebody came: the best and the worst of the places that are shared, equal for a place of one's own.

    Attributes:
        first: the best of them, from 1.
        last: the worst of them.
        nothing: they did not come, or were given the loss, so the place is worth nothing.
    """

    first: int
    last: int
    nothing: bool = False

    @property
    def shared(self) -> bool:
        """Whether others have the same place."""
        return self.first != self.last


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """What places are worth.

    Attributes:
        usual: points of the first place, the second and so on; the last value goes on.
        of_size: points at tables where so many play, where they are others.
        tied: whose points they get who share places.
    """

    usual: tuple[int, ...] = PLACE_POINTS
    of_size: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: _NONE)
    tied: TiedPlaces = "lower"

    def of(self, placing: Placing, players: int) -> int:
        """The points of a place at a table at which so many have played."""
        if placing.nothing:
            return 0
        points = self.of_size.get(players, self.usual)
        place = placing.last if self.tied == "lower" else placing.first
        return points[min(place, len(points)) - 1]


def placings(
    left: Sequence[int], conceded: Sequence[int] = (), absent: Sequence[int] = ()
) -> tuple[Placing, ...]:
    """Where everybody at a table came, in the order of the seats.

    Args:
        left: the hit points that each base has left; 0 for who is out, has left or is absent.
        conceded: the seats of those who left before the end, the first to leave first.
        absent: the seats of those who never came.

    Raises:
        ValueError: hit points are below 0, a seat is not at this table or is named twice, or somebody who left or never
            came has hit points.
    """
    _sound(left, [*conceded, *absent])
    gone = {seat: order for order, seat in enumerate(conceded)}

    def rank(seat: int) -> tuple[int, int]:
        if seat in absent:
            return 2, 0
        return (1, -gone[seat]) if seat in gone else (0, -left[seat])

    found: dict[int, Placing] = {}
    for _, sharing in groupby(sorted(range(len(left)), key=rank), key=rank):
        seats = list(sharing)
        first = len(found) + 1
        found |= {seat: Placing(first, first + len(seats) - 1, seat in absent) for seat in seats}
    return tuple(found[seat] for seat in range(len(left)))


def by_hand(places: Sequence[int]) -> tuple[Placing, ...]:
    """Placings as somebody wrote them down: equal numbers share the places they take up.

    Raises:
        ValueError: a place is skipped or has nobody, as in 1, 1, 2: after two who share the first comes the third.
    """
    found = []
    for place in places:
        better, sharing = sum(one < place for one in places), places.count(place)
        if place != better + 1:
            raise ValueError("who shares places takes up as many: after two first places comes the third")
        found.append(Placing(place, place + sharing - 1))
    return tuple(found)


def _sound(left: Sequence[int], out: Sequence[int]) -> None:
    seats = range(len(left))
    if min(left, default=0) < 0:
        raise ValueError("a base has no less than 0 hit points")
    if len(set(out)) != len(out) or any(seat not in seats for seat in out):
        raise ValueError("whoever left or never came is named once, by a seat of this table")
    if any(left[seat] for seat in out):
        raise ValueError("whoever left or never came has no hit points")
