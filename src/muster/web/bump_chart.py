"""How a tournament went as a drawing: every player's place after each round, a line each. Plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from muster.core.ids import PlayerId

ROW: Final = 24
ROUND: Final = 72
EDGE: Final = 14
"""Units, of which one is a pixel: the height of a place, the width of a round, and the room at either side."""

MOST: Final = 64
BEST: Final = 32
"""With more players than so many, so many of the best are drawn: more lines than that nobody can follow."""


@dataclass(frozen=True, slots=True)
class BumpLine:
    """A player's line.

    Attributes:
        player: whose.
        places: their place after each round; None before they came.
        points: where the line goes, as SVG has it.
        end: where it ends.
    """

    player: PlayerId
    places: tuple[int | None, ...]
    points: str
    end: tuple[int, int]

    @property
    def curve(self) -> str:
        """The same line in soft bends, as an SVG path: level at each round."""
        spots = [tuple(map(int, spot.split(","))) for spot in self.points.split()]
        bends = [
            f"c{(to - x) // 2} 0 {(to - x) // 2} {end - y} {to - x} {end - y}"
            for (x, y), (to, end) in pairwise(spots)
        ]
        return f"M{spots[0][0]} {spots[0][1]}" + "".join(bends)


@dataclass(frozen=True, slots=True)
class BumpChart:
    """The whole drawing: the lines by the last places, the best first, and where each round stands."""

    lines: tuple[BumpLine, ...]
    rounds: tuple[tuple[int, int], ...]
    players: int

    @property
    def width(self) -> int:
        """How wide it is."""
        return self.rounds[-1][1] + EDGE

    @property
    def height(self) -> int:
        """How high it is, the numbers of the rounds on top."""
        return ROW * (len(self.lines) + 1)

    @property
    def dots(self) -> str:
        """Where the lines end, a place below the other, as an SVG path of points."""
        x, y = self.lines[0].end
        return f"M{x} {y}h0" + f"m0 {ROW}h0" * (len(self.lines) - 1)

    @property
    def cropped(self) -> bool:
        """Whether only the best are drawn."""
        return len(self.lines) < self.players


def bump_chart(orders: Sequence[Sequence[PlayerId]], wide: int = ROUND) -> BumpChart | None:
    """The drawing of these orders, one after each round, the best first; None where nothing can have moved.

    Places nobody shares are drawn, so that no two lines end in one point. Of players whose place is below the last
    that is drawn the line runs along the bottom.

    Args:
        orders: the players after each round.
        wide: the width of a round.
    """
    if len(orders) < 2 or len(orders[-1]) < 2:
        return None
    shown = orders[-1][: len(orders[-1]) if len(orders[-1]) <= MOST else BEST]
    found = [{player: at for at, player in enumerate(order, 1)} for order in orders]
    lines = tuple(_line(player, [order.get(player) for order in found], len(shown), wide) for player in shown)
    rounds = tuple((number, _x(number, wide)) for number in range(1, len(orders) + 1))
    return BumpChart(lines, rounds, len(orders[-1]))


def _line(player: PlayerId, places: Sequence[int | None], rows: int, wide: int) -> BumpLine:
    spots = [
        (_x(number, wide), _y(place, rows)) for number, place in enumerate(places, 1) if place is not None
    ]
    return BumpLine(player, tuple(places), " ".join(f"{x},{y}" for x, y in spots), spots[-1])


def _x(number: int, wide: int) -> int:
    return EDGE + wide * (number - 1)


def _y(place: int, rows: int) -> int:
    """The middle of the place's row, below the numbers of the rounds; the bottom edge for whoever is further down."""
    return ROW * place + ROW // 2 if place <= rows else ROW * (rows + 1) - 2
