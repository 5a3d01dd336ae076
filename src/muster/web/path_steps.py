"""A player's way through the event as pages show it: the rounds with names and addresses, and the places as a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from muster.app.player.path import Path, PathStep
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, listing, say

ROUND: Final = 44
EDGE: Final = 22
TOP: Final = 26
HIGH: Final = 48
"""Units of the drawing, of which one is a pixel: the width of a round, the room beside, above and for the line."""


@dataclass(frozen=True, slots=True)
class MetPlayer:
    """Somebody they met, by name, and where that player's own way is; empty for nowhere."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class PathLine:
    """One round: the step, and whom they met; more than one at a table of three or four."""

    step: PathStep
    met: tuple[MetPlayer, ...]


@dataclass(frozen=True, slots=True)
class PlacesDrawn:
    """The places after each round as a line.

    Attributes:
        points: where the line goes, as SVG has it.
        dots: each place with where it stands.
        words: the same in words.
    """

    points: str
    dots: tuple[tuple[int, int, int], ...]
    words: Message

    @property
    def width(self) -> int:
        """How wide the drawing is."""
        return 2 * EDGE + ROUND * (len(self.dots) - 1)

    @property
    def height(self) -> int:
        """How high it is."""
        return TOP + HIGH + 12


def shown_steps(path: Path, name: Naming, address: Callable[[PlayerId], str]) -> tuple[PathLine, ...]:
    """The rounds of a player, the latest first."""
    return tuple(
        PathLine(step, tuple(MetPlayer(name(one), address(one)) for one in step.opponents))
        for step in reversed(path.steps)
    )


def places_drawn(places: Sequence[int]) -> PlacesDrawn | None:
    """The line of these places, the first place on top; None where nothing can have moved."""
    if len(places) < 2:
        return None
    worst = max(*places, 2)
    dots = tuple(
        (place, EDGE + ROUND * at, TOP + HIGH * (place - 1) // (worst - 1)) for at, place in enumerate(places)
    )
    line = " ".join(f"{x},{y}" for _, x, y in dots)
    words = say("Place after each round: {places}", places=listing(map(str, places), "plain"))
    return PlacesDrawn(line, dots, words)
