"""Lists of players as people keep them: pasted lines, CSV and TSV files in any usual encoding, workbooks.

`exchange.entries` reads the program's own strict CSV. Here everything that can be understood is, and the rest is
left for the organiser to see line by line: which column holds what is a guess that can be changed.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from muster.core.messages import figure, say, say_n
from muster.exchange.entries import LARGEST, EntryProblem, delimiter
from muster.exchange.folding import folded

Column = Literal[
    "",
    "name",
    "first",
    "last",
    "alias",
    "pronouns",
    "club",
    "email",
    "table",
    "reason",
    "bye",
    "paid",
    "uid",
    "minor",
]
"""What a column holds; empty for nothing that is wanted."""

COLUMNS: Final[tuple[Column, ...]] = get_args(Column)

Marks = Literal["auto", "tab", "comma", "semicolon", "line"]
"""What stands between the cells of a line; `line`: nothing, a line is a name."""

MARKS: Final[tuple[Marks, ...]] = get_args(Marks)

MOST: Final = 2000
"""Lines of a list that is looked through before it is entered."""

WIDEST: Final = 40
"""Columns of a list."""

_MARK: Final[Mapping[Marks, str]] = {"tab": "\t", "comma": ",", "semicolon": ";"}

_HEADINGS: Final[Mapping[Column, str]] = {
    "name": "name|player|player name|ownerdisplayname|display name|full name|"
    "nazwa|gracz|imie i nazwisko|nazwisko i imie|uczestnik|participant",
    "first": "first|first name|given name|forename|imie",
    "last": "last|last name|surname|family name|nazwisko",
    "alias": "alias|nick|nickname|pseudonim|ksywa|handle",
    "pronouns": "pronouns|zaimki",
    "club": "club|team|klub|druzyna",
    "email": "email|e-mail|mail|e-mail address|email address|adres e-mail",
    "table": "table|fixed table|stol|staly stol",
    "reason": "reason|table reason|powod",
    "bye": "bye|first-round bye|first round bye|wolny los",
    "paid": "paid|payment|oplacone|zaplacono|wpisowe",
    "uid": "uid|unlimited id|unlimited id (uid)|swu id|swu uid",
    "minor": "under 16|minor|under-16|nieletni|niepelnoletni|ponizej 16 lat",
}
_COLUMN_OF: Final[Mapping[str, Column]] = {
    word: column for column, words in _HEADINGS.items() for word in words.split("|")
}


Rows = tuple[tuple[int, tuple[str, ...]], ...]
"""The number of the line a row began in, and its cells."""

FEWEST: Final = 2
"""So many lines show that a list is numbered; one could be a name."""

SAMPLE: Final = 40
"""Lines that show what a file is."""

_PAGE: Final = re.compile(
    r"\s*(?:<!--[^>]{0,300}-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE
)
"""How a web page begins, also one that was saved."""
_XML: Final = re.compile(r"\s*<(?:\?xml\b|[A-Za-z][\w:.-]*(?:\s[^<>]{0,500})?>\s*<[A-Za-z!/])")
"""How XML begins: its declaration, or a tag that holds another."""
_JSON: Final = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"])")
_REPORT: Final = re.compile(r"(?:001|0[1-9]2|1[0-3]2|XX[A-Z])\s")
"""How lines of a tournament report begin."""

_LISTED: Final = re.compile(r"(?:\(?#?([0-9]{1,5})(?:[.):\]]+|\s*[-–—])\s*|[-–—•*·]\s+)(?=\S)")
"""A number with its mark, or a bullet, before a name."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A list as rows of cells, each with the number of the line it began in; rows without any text are left out.

    Attributes:
        rows: line number and cells; no cell holds a tab or a line end.
        read_as: the encoding it was read in, where that had to be guessed; else empty.
    """

    rows: Rows
    read_as: str = ""

    @property
    def width(self) -> int:
        """The number of columns."""
        return max((len(cells) for _, cells in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """Which column holds what, and whether the first line is a heading."""

    columns: tuple[Column, ...]
    headed: bool

    def holding(self, field: str) -> tuple[int, ...]:
        """Where the columns stand that a field is read from: of a name, also those of first and last names."""
        wanted = ("name", "first", "last") if field == "name" else (field,)
        return tuple(at for at, column in enumerate(self.columns) if column and column in wanted)


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a list: its number and what stands in it, by column."""

    line: int
    values: Mapping[str, str]


def read_text(text: str, marks: Marks = "auto") -> Grid | EntryProblem:
    """Read a list that was pasted, or the text of a file."""
    if len(text) > LARGEST:
        return EntryProblem(0, say("the list is larger than {most} MB", most=LARGEST // 1_000_000))
    clean = unicodedata.normalize("NFC", text).removeprefix("\ufeff")
    foreign = _foreign(clean)
    if foreign is not None:
        return foreign
    try:
        rows = tuple(_rows(clean, marks))
    except csv.Error as error:
        return EntryProblem(0, say("this is no list: {reason}", reason=str(error)))
    return checked(Grid(_unnumbered(rows)))


def _foreign(text: str) -> EntryProblem | None:
    """Why a file of another program is no list of players, where it is one: no line of it would be a name."""
    if _JSON.match(text):
        says = say(
            "this is a file of a program (JSON), not a list: save the players as CSV there, or copy their names"
        )
        return EntryProblem(0, says)
    if _PAGE.match(text):
        says = say(
            "this is a web page, not a list: copy the names from the page as you see it, and paste them here"
        )
        return EntryProblem(0, says)
    if _XML.match(text):
        says = say(
            "this is a file of a program (XML), not a list: save the players as CSV there, or copy their names"
        )
        return EntryProblem(0, says)
    lines = [line for line in text.splitlines()[:SAMPLE] if line.strip()]
    if lines and sum(bool(_REPORT.match(line)) for line in lines) * 2 > len(lines):
        says = say(
            "this is a tournament report (TRF), not a list: save the players as CSV there, or copy their names"
        )
        return EntryProblem(0, says)
    return None


def marks_again(text: str) -> Marks:
    """How a list that was shown line by line is read once it was changed: as it is then, be it another one.

    Cells have tabs between them by then. A list of one column whose cells hold commas stays one column.
    """
    return "line" if "\t" not in text and any(mark in text for mark in ",;") else "auto"


def checked(grid: Grid) -> Grid | EntryProblem:
    """The list, or why it is none: no line at all, or too many."""
    if not grid.rows:
        return EntryProblem(0, say("there is nothing in the list"))
    if len(grid.rows) > MOST + 1:
        return EntryProblem(
            0,
            say_n(
                "there is {lines} line; {most} can be looked through at once: split the list",
                "there are {lines} lines; {most} can be looked through at once: split the list",
                len(grid.rows),
                lines=figure(len(grid.rows)),
                most=figure(MOST),
            ),
        )
    if grid.width > WIDEST:
        return EntryProblem(
            0,
            say("there are {columns} columns; {most} are the most", columns=figure(grid.width), most=WIDEST),
        )
    return grid


def as_text(grid: Grid) -> str:
    """The list as text with tabs, every row in its line: `read_text(…, "tab")` reads the same again."""
    lines: list[str] = []
    for line, cells in grid.rows:
        lines += [""] * (line - 1 - len(lines))
        lines.append("\t".join(cells))
    return "\n".join(lines)


def layout_of(grid: Grid) -> ColumnLayout:
    """What the columns seem to hold: by the headings, or the name first and e-mail addresses where they stand."""
    first = grid.rows[0][1]
    counted = grid.width > 1 and _counts([row[0] for _, row in grid.rows if row])
    named = [_COLUMN_OF.get(_heading(cell), "") for cell in first]
    if {"name", "first", "last"} & set(named):
        return ColumnLayout(_once(_pad(named, grid.width)), headed=True)
    columns: list[Column] = ["", "name"] if counted else ["name"]
    for at in range(len(columns), grid.width):
        cells = [row[at] for _, row in grid.rows if at < len(row) and row[at]]
        columns.append("email" if cells and all("@" in cell for cell in cells) else "")
    return ColumnLayout(_once(columns), headed=False)


def chosen_layout(columns: Sequence[str], grid: Grid) -> ColumnLayout:
    """The layout somebody chose, columns in order; what is no column counts as left out."""
    wanted: list[Column] = [one if one in COLUMNS else "" for one in columns[: grid.width]]
    return ColumnLayout(_pad(wanted, grid.width), headed=layout_of(grid).headed)


def listed(grid: Grid, layout: ColumnLayout) -> Iterator[ListLine]:
    """The lines of the list, first and last names put together."""
    for line, cells in grid.rows[1:] if layout.headed else grid.rows:
        values: dict[str, str] = {}
        for column, cell in zip(layout.columns, cells, strict=False):
            if column and cell:
                values[column] = f"{values[column]} {cell}" if column in values else cell
        parts = [values.pop(part, "") for part in ("first", "last")]
        if any(parts):
            values["name"] = " ".join(filter(None, [*parts, values.get("name", "")]))
        yield ListLine(line, values)


def mended(
    grid: Grid, layout: ColumnLayout, mends: Mapping[int, Mapping[str, str]]
) -> tuple[Grid, frozenset[int]]:
    """The list with other words in some of its fields, and the lines that are not as they were.

    Args:
        grid: the list.
        layout: what its columns hold.
        mends: the new words by line and field; what the list has no line or column for is passed over.
    """
    before = {one.line: one.values for one in listed(grid, layout)}
    rows, changed = [], set()
    for line, cells in grid.rows:
        new = {
            field: _cell(text)
            for field, text in mends.get(line, {}).items()
            if line in before and layout.holding(field) and _cell(text) != before[line].get(field, "")
        }
        for field, text in new.items():
            cells = _written(cells, layout.holding(field), text)
            changed.add(line)
        rows.append((line, cells))
    return Grid(tuple(row for row in rows if any(row[1])), grid.read_as), frozenset(changed)


def _written(cells: tuple[str, ...], holding: Sequence[int], text: str) -> tuple[str, ...]:
    """The cells with the text in the first column of a field, and nothing in its others."""
    new = [*cells, *[""] * (max(holding) + 1 - len(cells))]
    for at in holding:
        new[at] = text if at == holding[0] else ""
    return tuple(new)


def _unnumbered(rows: Rows) -> Rows:
    """The rows without the numbers or bullets before the names, where they all have one: `1. Anna`, `2) Bo`, `- Cy`."""
    found = [_LISTED.match(cells[0]) for _, cells in rows]
    body = found[1:] if len(found) > 2 and found[0] is None else found
    if len(body) < FEWEST or not all(body) or not _one_kind([one for one in body if one]):
        return rows
    return tuple(
        (line, (cells[0][one.end() :], *cells[1:])) if one else (line, cells)
        for (line, cells), one in zip(rows, found, strict=True)
    )


def _one_kind(found: Sequence[re.Match[str]]) -> bool:
    """Whether these are all bullets, or numbers that follow each other."""
    numbers = [one[1] for one in found]
    return not any(numbers) or (all(numbers) and _counts(numbers))


def _counts(cells: Sequence[str]) -> bool:
    """Whether these are numbers, each one more than the one before."""
    if not all(cell.isascii() and cell.isdecimal() and len(cell) < 6 for cell in cells):
        return False
    return len(cells) >= FEWEST and [int(cell) - int(cells[0]) for cell in cells] == list(range(len(cells)))


def _rows(text: str, marks: Marks) -> Iterator[tuple[int, tuple[str, ...]]]:
    if marks == "auto" and _few_parted(text):
        marks = "line"
    if marks in ("auto", "comma", "semicolon"):
        mark = _MARK.get(marks) or delimiter(text)
        try:
            # A quoted cell may run over several lines; a quote that never closes is just a character.
            found = tuple(_csv_rows(text, mark, csv.QUOTE_MINIMAL))
        except csv.Error:
            found = tuple(_csv_rows(text, mark, csv.QUOTE_NONE))
        yield from found
        return
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        cells = tuple(map(_cell, line.split("\t") if marks == "tab" else [line]))
        if any(cells):
            yield number, cells


def _few_parted(text: str) -> bool:
    """Whether few lines have the mark, so that it belongs to names there: `O'Brien, Séamus` among others."""
    lines = [line for line in text.splitlines()[:SAMPLE] if line.strip()]
    mark = delimiter(text)
    return 0 < 2 * sum(mark in line for line in lines) < len(lines) and '"' not in text


def _csv_rows(text: str, mark: str, quoting: Literal[0, 3]) -> Iterator[tuple[int, tuple[str, ...]]]:
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=mark, strict=True, quoting=quoting)
    line = 1
    for row in reader:
        cells = tuple(map(_cell, row))
        if any(cells):
            yield line, cells
        line = reader.line_num + 1


def _cell(text: str) -> str:
    """A cell without the spaces round it; every kind of space is one."""
    return " ".join(text.split())


def _heading(cell: str) -> str:
    return folded(cell).strip(" :*")


def _pad(columns: Sequence[Column], width: int) -> tuple[Column, ...]:
    empty: list[Column] = [""] * (width - len(columns))
    return (*columns, *empty)


def _once(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Each kind of column where it comes first only."""
    return tuple(one if one not in columns[:at] else "" for at, one in enumerate(columns))
