"""Names on walls are never cut: how wide each is drawn, and by how much its letters have to be smaller."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

Fit = Literal["", "f95", "f90", "f85", "f80", "f75", "f70", "f65", "f60", "f55", "f2", "f3", "f4"]
"""How a name is set: as it is, in letters of so many per cent, or on two, three or four lines."""

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

_LINES_OF: Final[tuple[tuple[int, int, Fit], ...]] = ((52, 2, "f2"), (34, 3, "f3"), (26, 4, "f4"))
"""By how many per cent letters are set on how many lines."""

SHARES: Final[tuple[tuple[int, Fit], ...]] = (*_STEPS, *((share, name) for share, _lines, name in _LINES_OF))
"""Every way in which letters are made smaller: by how many per cent, and its class."""

_PIECES: Final = re.compile(r"[^\s-]+-?\s*|[\s-]+")
"""What a line can be broken after."""


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


_LETTER: Final = 700
"""What a line of a name that is broken anywhere may leave empty at its end."""


def lines(text: str, room: int) -> int:
    """On how many lines of `room`, in thousandths of its size, a text is broken: after words, within one too long."""
    count, used = 1, 0
    for piece in _PIECES.findall(text):
        wide = width(piece)
        needed = width(piece.rstrip())
        if used + needed <= room:
            used += wide
            continue
        count += bool(used)
        more = max(0, needed - 1) // max(1, room - _LETTER) if needed > room else 0
        count, used = count + more, wide - more * (room - _LETTER)
    return count


def fit(text: str, room: int) -> Fit:
    """How a text is set where it has `room`, in thousandths of its size, on one line."""
    needed = width(text)
    one = next((name for share, name in _STEPS if needed * share <= room * 100), None)
    if one is not None:
        return one
    return next((name for share, most, name in _LINES_OF if lines(text, room * 100 // share) <= most), "f4")


@dataclass(frozen=True, slots=True)
class WallGrid:
    """How lines stand on a wall: in columns of as many rows as leave letters that can be read.

    A wall is 120 by 67.5 rem, one that stands upright 67.5 by 120.

    Attributes:
        columns: side by side.
        rows: below each other, on one page.
        duo: a second, smaller line stands under each name.
        tall: for a screen that stands upright.
        most: the largest size of a name's letters, in thousandths of a rem; 0 for what the row gives.
    """

    columns: int
    rows: int
    duo: bool = False
    tall: bool = False
    most: int = 0

    @property
    def name(self) -> str:
        """The classes of the style sheet."""
        way = "t" if self.tall else ""
        most = f" {way}m{self.most // 100}" if self.most else ""
        return f"{way}c{self.columns} {way}r{self.rows}{most}{' duo' if self.duo else ''}"

    @property
    def size(self) -> int:
        """The size of a name's letters, in thousandths of a rem."""
        found = self._row * (56 if self.duo else 70) // 100
        return min(found, self.most) if self.most else found

    def room(self, beside: int) -> int:
        """What a name has on its line, in thousandths of its size, where `beside` such thousandths are taken."""
        return self._column * 1000 // self.size - beside

    @property
    def _row(self) -> int:
        return min(104_000 // self.rows, 7_500) if self.tall else min(58_000 // self.rows, 6_000)

    @property
    def _column(self) -> int:
        gap = {1: 0, 2: 2_500, 3: 2_000, 4: 1_750, 5: 1_500}[self.columns]
        return ((62_500 if self.tall else 115_000) - gap * (self.columns - 1)) // self.columns


class WallGrids(NamedTuple):
    """How the same lines stand on a screen that lies and on one that stands upright."""

    wide: WallGrid
    tall: WallGrid

    @property
    def name(self) -> str:
        """The classes of the style sheet for both."""
        return f"{self.wide.name} {self.tall.name.removesuffix(' duo')}"

    @property
    def duo(self) -> bool:
        """Whether a second line stands under each name."""
        return self.wide.duo

    def fits(self, text: str, beside: int, *, share: int = 1) -> str:
        """The classes of a name's letters on both; `share` names stand beside each other in a line."""
        wide, tall = (fit(text, grid.room(beside) // share) for grid in self)
        return f"{wide} t{tall}".strip() if tall else wide

    def second(self, text: str, beside: int) -> bool:
        """Whether a second line under a name has room for this, too."""
        return all(width(text) * 54 <= grid.room(beside) * 100 for grid in self)


def _both(columns: int, rows: int, *tall: int, duo: bool = False) -> WallGrids:
    down, high, most = (*tall, 0)[:3]
    return WallGrids(WallGrid(columns, rows, duo), WallGrid(down, high, duo, tall=True, most=most))


_SEATS: Final[tuple[tuple[int, WallGrids], ...]] = (
    (8, _both(1, 8, 1, 8, duo=True)),
    (16, _both(2, 8, 1, 16, duo=True)),
    (20, _both(2, 10, 1, 20, duo=True)),
    (24, _both(2, 12, 1, 24, duo=True)),
    (32, _both(2, 16, 1, 32, duo=True)),
    (48, _both(3, 16, 2, 24, 2_600)),
    (72, _both(4, 18, 2, 36)),
    (200, _both(4, 25, 2, 50)),
)
_MOST: Final = _both(5, 30, 3, 50)

_RESULTS: Final[tuple[tuple[int, WallGrids], ...]] = (
    (8, _both(1, 8, 1, 8)),
    (12, _both(1, 12, 1, 12)),
    (24, _both(2, 12, 1, 24)),
)

_LINES: Final[tuple[tuple[int, WallGrids], ...]] = (
    (8, _both(1, 8, 1, 8)),
    (16, _both(2, 8, 1, 16)),
    (24, _both(2, 12, 1, 24)),
    (32, _both(2, 16, 1, 32)),
    (48, _both(3, 16, 1, 48)),
    (200, _both(3, 20, 2, 30, 1_900)),
)


def seats_grid(people: int) -> WallGrids:
    """How so many people stand with their tables: up to 100 on a page, beyond 200 people 150."""
    return next((grid for most, grid in _SEATS if people <= most), _MOST)


def lines_grid(lines: int) -> WallGrids:
    """How so many lines of standings stand, each with figures beside the name."""
    return next((grid for most, grid in _LINES if lines <= most), _both(4, 25, 2, 50))


def groups_grid(groups: int, largest: int) -> WallGrids:
    """How so many groups stand, each with a heading, none of them in two columns."""
    high = largest + 1
    if high <= 8 and groups <= 2 * (8 // high):
        return _both(2, 8, 1, 16)
    return _both(2, 12, 1, 24) if high <= 12 else _both(2, 16, 1, 32) if high <= 16 else _both(3, 20, 2, 30)


def results_grid(tables: int) -> WallGrids:
    """How so many results stand, two names in each line."""
    return next((grid for most, grid in _RESULTS if tables <= most), _both(2, 18, 1, 36))
