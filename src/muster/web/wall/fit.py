"""Names on walls are never cut: how wide each is drawn, and by how much its letters have to be smaller."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

Fit = Literal["", "f95", "f90", "f85", "f80", "f75", "f70", "f65", "f60", "f55", "f2"]
"""How a name is set: as it is, in letters of so many per cent, or on two lines (`f2`)."""

_BY_WIDTH: Final[dict[int, str]] = {
    153: "'", 171: "|", 182: "ı", 200: ",l ", 211: ".j", 215: "i·", 218: ";!", 224: "I", 252: ":", 281: "()t",
    292: "f", 313: "r\"", 326: "-", 330: "[]", 353: "ł", 368: "z", 386: "/\\", 398: "s", 405: "y_", 406: "Z",
    417: "FLvx?^", 422: "c", 429: "eg", 434: "oSak$", 439: "Edbuhnđħŋ", 443: "pqJð", 455: "TßþQ",
    461: "AYCPXRÞBGø", 471: "OŁV", 478: "DKHUĦ~", 507: "NÐĐŊ", 534: "Ə", 538: "M", 592: "wØ#&", 668: "Wm", 680: "æœ",
    735: "ÆŒ", 772: "@%",
    # Figures are all as wide as the widest.
    460: "0123456789+=<>",
}  # fmt: skip
"""Letters of the wall's typeface by how far each carries the line, in thousandths of the size; accents add nothing."""

_WIDTHS: Final[dict[str, int]] = {letter: width for width, letters in _BY_WIDTH.items() for letter in letters}
_WIDE: Final = 1000
_OTHER: Final = 620
"""What a letter of another typeface takes: one as wide as it is high, and any other."""

_SPARE: Final = 1015
"""Thousandths: rounding, and letters whose accent stands beside them."""

_STEPS: Final[tuple[tuple[int, Fit], ...]] = (
    (100, ""), (95, "f95"), (90, "f90"), (85, "f85"), (80, "f80"), (75, "f75"), (70, "f70"), (65, "f65"),
    (60, "f60"), (55, "f55"),
)  # fmt: skip


@lru_cache(maxsize=4096)
def width(text: str) -> int:
    """How wide a text is drawn in the wall's typeface, in thousandths of its size, a little more rather than less."""
    found = 0
    for letter in unicodedata.normalize("NFD", text):
        if unicodedata.combining(letter):
            continue
        wide = unicodedata.east_asian_width(letter) in "WF"
        found += _WIDTHS.get(letter, _WIDE if wide else _OTHER)
    return found * _SPARE // 1000


def fit(text: str, room: int) -> Fit:
    """How a text is set where it has `room`, in thousandths of its size, on one line."""
    needed = width(text)
    return next((name for share, name in _STEPS if needed * share <= room * 100), "f2")


@dataclass(frozen=True, slots=True)
class WallGrid:
    """How lines stand on a wall of 120 by 67.5 rem: in columns of as many rows as leave letters that can be read.

    Attributes:
        columns: side by side.
        rows: below each other, on one page.
        duo: a second, smaller line stands under each name.
    """

    columns: int
    rows: int
    duo: bool = False

    @property
    def name(self) -> str:
        """The classes of the style sheet."""
        return f"c{self.columns} r{self.rows}{' duo' if self.duo else ''}"

    @property
    def size(self) -> int:
        """The size of a name's letters, in thousandths of a rem."""
        return self._row * (56 if self.duo else 70) // 100

    def room(self, beside: int) -> int:
        """What a name has on its line, in thousandths of its size, where `beside` such thousandths are taken."""
        return self._column * 1000 // self.size - beside

    @property
    def _row(self) -> int:
        return min(59_000 // self.rows, 6_000)

    @property
    def _column(self) -> int:
        gap = {1: 0, 2: 2_500, 3: 2_000, 4: 1_750, 5: 1_500}[self.columns]
        return (115_000 - gap * (self.columns - 1)) // self.columns


_SEATS: Final[tuple[tuple[int, WallGrid], ...]] = (
    (8, WallGrid(1, 8, duo=True)),
    (16, WallGrid(2, 8, duo=True)),
    (20, WallGrid(2, 10, duo=True)),
    (24, WallGrid(2, 12, duo=True)),
    (32, WallGrid(2, 16, duo=True)),
    (48, WallGrid(3, 16)),
    (72, WallGrid(4, 18)),
    (200, WallGrid(4, 25)),
)
_MOST: Final = WallGrid(5, 30)

_RESULTS: Final[tuple[tuple[int, WallGrid], ...]] = (
    (8, WallGrid(1, 8)),
    (12, WallGrid(1, 12)),
    (24, WallGrid(2, 12)),
)

_LINES: Final[tuple[tuple[int, WallGrid], ...]] = (
    (8, WallGrid(1, 8)),
    (16, WallGrid(2, 8)),
    (24, WallGrid(2, 12)),
    (32, WallGrid(2, 16)),
    (48, WallGrid(3, 16)),
    (200, WallGrid(3, 20)),
)


def seats_grid(people: int) -> WallGrid:
    """How so many people stand with their tables: up to 100 on a page, beyond 200 people 150."""
    return next((grid for most, grid in _SEATS if people <= most), _MOST)


def lines_grid(lines: int) -> WallGrid:
    """How so many lines of standings stand, each with figures beside the name."""
    return next((grid for most, grid in _LINES if lines <= most), WallGrid(4, 25))


def results_grid(tables: int) -> WallGrid:
    """How so many results stand, two names in each line."""
    return next((grid for most, grid in _RESULTS if tables <= most), WallGrid(2, 18))
