"""Sheets of paper: how large they are, what fits them, and in which order slips lie on them.

Everything is set in rows of a fixed height, so pages are counted here and not by whoever draws them: "page 3 of 17" is
right wherever it is printed, and a thousand players are drawn in parts. Measures are those of `paper.css`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from django.utils.translation import ngettext

from muster.exchange.alphabet import initial
from muster.web.paper.printouts.fit import fit

T = TypeVar("T")

PaperSize = Literal["a4", "letter"]

SIDE: Final = 11.0
"""Millimetres left free at the left and at the right."""

HEAD: Final = 27.0
"""Millimetres above the first row of a sheet: the margin, what it is, and the line under it."""

FOOT: Final = 12.0
"""Millimetres below the last row: when it was printed, which page it is, and the margin."""

POINT: Final = 25.4 / 72
"""Millimetres of a point."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, in millimetres."""

    id: PaperSize
    width: float
    height: float

    def rows(self, high: float, *, heading: float = 0, landscape: bool = False) -> int:
        """How many rows of this height fit a sheet under a heading."""
        room = (self.width if landscape else self.height) - HEAD - FOOT - heading
        return max(1, int(room / high + 1e-9))

    def inner(self, *, landscape: bool = False) -> float:
        """How wide a sheet is between its margins."""
        return (self.height if landscape else self.width) - 2 * SIDE


PAPERS: Final[Mapping[str, Paper]] = {"a4": Paper("a4", 210, 297), "letter": Paper("letter", 215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class NameBox:
    """A place for a name: width and height in millimetres, type in points."""

    wide: float
    high: float
    points: float

    def fit(self, text: str) -> str:
        """The class that makes a text fit."""
        em = self.points * POINT
        return fit(text, self.wide / em, self.high / em)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page.

    Attributes:
        form: the template it is drawn by, `paper/<form>.html`.
        body: what that template shows.
        corner: what helps to find the right one of several sheets, such as `A – D`.
        landscape: lying.
        bare: without head and foot: it is cut, folded or hung up as it is.
        title: what it is, where that is not the title of all the sheets.
    """

    form: str
    body: Any
    corner: str = ""
    landscape: bool = False
    bare: bool = False
    title: str = ""

    @property
    def template(self) -> str:
        """The template it is drawn by."""
        return f"paper/printouts/{self.form}.html"


@dataclass(frozen=True, slots=True)
class Sheets:
    """Everything of one kind to be printed.

    Attributes:
        title: what it is.
        says: a line below the title.
        leaves: the pages in the order of printing.
        counted: what is on them and how many: `200 players`.
    """

    title: str
    leaves: tuple[Leaf, ...]
    says: str = ""
    counted: str = ""


def parts(rows: Sequence[T], count: int) -> list[Sequence[T]]:
    """Rows in parts of at most so many; one empty part if there are none."""
    return [rows[at : at + count] for at in range(0, len(rows), count)] or [rows]


def letters(first: str, last: str) -> str:
    """Whom a page of names is for: `A – D`."""
    one, two = initial(first), initial(last)
    return one if one == two else f"{one} – {two}"


ROW: Final = 10.4
"""A row of large type, to be read from two metres, in millimetres."""

ROW_TWO: Final = 11.0
"""A row where there are two columns: two lines, in millimetres."""

HEADING: Final = 7.5


@dataclass(frozen=True, slots=True)
class Columns:
    """A page of rows in one column or two side by side."""

    columns: tuple[Sequence[Any], ...]
    labels: tuple[str, ...] = ()
    note: str = ""

    @property
    def two(self) -> bool:
        """Whether there are two columns, and the type is that of many rows."""
        return len(self.columns) > 1


def columns(rows: Sequence[Any], paper: Paper, *, note: str = "") -> list[Columns]:
    """Rows on pages: one column as long as they fit a page of large type, else two on each page."""
    if len(rows) <= paper.rows(ROW, heading=HEADING):
        return [Columns((rows,), note=note)]
    count = paper.rows(ROW_TWO, heading=HEADING)
    return [Columns((page[:count], page[count:]), note=note) for page in parts(rows, 2 * count)]


def piles(slips: Sequence[T], count: int, *, stack: bool) -> list[Sequence[T]]:
    """Slips on pages, so many to each.

    For a stack, page p has at its place k the slip k * pages + p: all pages cut at once give piles, each in order,
    and the pile of the first place goes on top of that of the second, and so on.
    """
    if not stack:
        return parts(slips, count)
    pages = max(1, -(-len(slips) // count))
    return [slips[page::pages] for page in range(pages)]


def players_counted(count: int) -> str:
    """How many players are on the sheets, in words."""
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}


def tables_counted(count: int) -> str:
    """How many tables are on the sheets, in words."""
    return ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}
