"""What is drawn behind words: rings, stars and something of the game, the same for an event every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from muster.app.events.front import games
from muster.people.models import Tournament

WIDTH: Final = 1200
HEIGHT: Final = 630
STARS: Final = 48
HAND: Final = ((-75, -26), (-25, -9), (25, 8), (75, 25))
FLEET: Final = ((-60, -30, 15), (60, 60, 9), (150, -80, 8), (-150, 90, 7))
RINGS: Final = (90, 150, 215, 285, 360, 440)


@dataclass(frozen=True, slots=True)
class Star:
    """A dot of the sky, in pixels of the picture; `light` in hundredths."""

    x: int
    y: int
    size: int
    light: int

    @property
    def radius(self) -> str:
        """Half its width, as a drawing has it."""
        return f"{self.size / 10:.1f}"

    @property
    def opacity(self) -> str:
        """How much of it is seen."""
        return f"{self.light / 100:.2f}"


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle around the middle of the drawing; `light` in hundredths."""

    radius: int
    light: int
    dotted: bool

    @property
    def opacity(self) -> str:
        """How much of it is seen."""
        return f"{self.light / 100:.2f}"


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card or list of the hand in the middle, turned by so many degrees."""

    x: int
    y: int
    turn: int


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship of the fleet around the middle; `size` in tenths."""

    x: int
    y: int
    size: int

    @property
    def scale(self) -> str:
        """How large it is drawn."""
        return f"{self.size / 10:.1f}"


@dataclass(frozen=True, slots=True)
class Art:
    """The drawing of an event.

    Attributes:
        x, y: where its middle is.
        motif: the game whose pieces stand there, such as `armada`; cards for every other.
    """

    x: int
    y: int
    stars: tuple[Star, ...]
    rings: tuple[Ring, ...]
    motif: str = ""

    @property
    def fleet(self) -> tuple[Ship, ...]:
        """Four ships on one course."""
        return tuple(Ship(self.x + dx, self.y + dy, size) for dx, dy, size in FLEET)

    @property
    def cards(self) -> tuple[HandCard, ...]:
        """The hand of four in the middle."""
        return tuple(HandCard(self.x + dx, self.y + 50 + abs(turn) // 2, turn) for dx, turn in HAND)


def art_of(code: str, motif: str = "") -> Art:
    """The drawing that belongs to this code, on the right of the picture, with pieces of this game."""
    found = sha256(code.encode()).digest()
    rings = tuple(Ring(radius, 34 - 5 * at, bool(at % 2)) for at, radius in enumerate(RINGS))
    return Art(
        980 + found[0] % 80, 270 + found[1] % 90, tuple(_star(code, at) for at in range(STARS)), rings, motif
    )


def motif_of(tournaments: Sequence[Tournament]) -> str:
    """The game whose pieces are drawn: that of the main tournament, if it is one that comes along."""
    found = games().get(tournaments[0].regulations) if tournaments else None
    return found.id if found else ""


def _star(code: str, at: int) -> Star:
    one, two, three, four, five, six, *_ = sha256(f"{code} {at}".encode()).digest()
    x = WIDTH // 2 + (one * 256 + two) % (WIDTH // 2)
    return Star(x, (three * 256 + four) % HEIGHT, (7, 9, 14)[five % 3], (25, 40, 70)[six % 3])
