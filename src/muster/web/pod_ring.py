"""A pod as a drawing: its seats around the table, with the ways its packs go. Plain numbers for an SVG template.

Seats are numbered clockwise, as one looks at the table from above: on the left of seat k sits seat k + 1. What is
passed to the left goes clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from muster.app.rounds.pods import PodSeat, PodShown
from muster.web.lettering import Lettering, lettering

MOST_SEATS: Final = 12
"""A pod of more is no ring any more, but a list."""

WIDTH: Final = 460
HEIGHT: Final = 300
_TABLE: Final = 92
"""From the middle to the seats."""
_NAME: Final = (118, 38)
"""What a name has beside its seat, and above or below it."""
_BESIDE: Final = 20
"""From the middle of a seat to its name."""
_PACKS: Final = (66, 48, 30)
"""How far from the middle the ways of the three packs are drawn."""
_SWEEP: Final = (300, 40)
"""Of a way: from which of 360 degrees clockwise to which, counted from the top."""


@dataclass(frozen=True, slots=True)
class RingSeat:
    """A seat of the drawing.

    Attributes:
        of: who sits there.
        x: the middle of the seat.
        y: likewise.
        at: where the name begins, is centred or ends, as `anchor` says.
        anchor: `start`, `middle` or `end`.
        name: the name as it is set.
        top: the upper edge of its field.
    """

    of: PodSeat
    x: int
    y: int
    at: int
    anchor: str
    name: Lettering
    top: int

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The lines of the name, each with where it stands."""
        return self.name.within(self.top, _NAME[1])


@dataclass(frozen=True, slots=True)
class PackWay:
    """The way of a pack.

    Attributes:
        pack: which, from 1.
        path: its line.
        head: the tip of its arrow.
        x: where its number stands.
        y: likewise.
    """

    pack: int
    path: str
    head: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class PodRing:
    """The whole drawing, in units of which one is about a pixel."""

    seats: tuple[RingSeat, ...]
    packs: tuple[PackWay, ...]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def middle(self) -> tuple[int, int]:
        """The middle of the table."""
        return WIDTH // 2, HEIGHT // 2


def ring(pod: PodShown) -> PodRing | None:
    """A pod around its table; None where it has too many seats for that."""
    if len(pod.seats) > MOST_SEATS:
        return None
    return PodRing(tuple(_seats(pod)), tuple(_way(pack, far) for pack, far in enumerate(_PACKS, 1)))


def _seats(pod: PodShown) -> Iterator[RingSeat]:
    for at, seat in enumerate(pod.seats):
        turn = 360 * at / len(pod.seats)
        x, y = _spot(turn, _TABLE)
        wide, high = _NAME
        if abs(x - WIDTH // 2) < _TABLE // 4:
            above = y < HEIGHT // 2
            top = y - _BESIDE - high if above else y + _BESIDE
            yield RingSeat(seat, x, y, x, "middle", lettering(seat.name, wide, high), top)
        else:
            right = x > WIDTH // 2
            start = x + _BESIDE if right else x - _BESIDE
            name = lettering(seat.name, wide, high)
            yield RingSeat(seat, x, y, start, "start" if right else "end", name, y - high // 2)


def _way(pack: int, far: int) -> PackWay:
    """The first and the third to the left, which is clockwise; the second to the right."""
    start, end = _SWEEP
    left = pack % 2 == 1
    begin, finish = (start, end + 360) if left else (end + 360, start)
    (x, y), (to_x, to_y) = _spot(begin, far), _spot(finish, far)
    path = f"M{x} {y}A{far} {far} 0 0 {int(left)} {to_x} {to_y}"
    ahead = 7 * (1 if left else -1) * 60 / far
    tip, inner, outer = _spot(finish + 2 * ahead, far), _spot(finish, far - 6), _spot(finish, far + 6)
    head = " ".join(f"{one},{two}" for one, two in (tip, inner, outer))
    number = _spot(begin - 3 * ahead, far)
    return PackWay(pack, path, head, number[0], number[1] + 4)


def _spot(turn: float, far: int) -> tuple[int, int]:
    """A spot so far from the middle, turned so many degrees clockwise from the top."""
    angle = turn * pi / 180
    return round(WIDTH / 2 + far * sin(angle)), round(HEIGHT / 2 - far * cos(angle))
