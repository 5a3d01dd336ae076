"""Workbooks in (.xlsx, .ods) and out (.xlsx): the first sheet as a list of players, and tables as workbooks.

Formulas are never computed: a cell counts as what the workbook says it showed last. The library that writes workbooks
is large and few requests need it: it is loaded by the first that does.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from muster.core.messages import figure, say
from muster.exchange import opendocument, sheets
from muster.exchange.decoding import Encoding, decoded
from muster.exchange.entries import LARGEST, EntryProblem
from muster.exchange.packed import DAMAGED, PackedParts, SheetTooLargeError
from muster.exchange.player_lists import MOST, WIDEST, Grid, Marks, checked, read_text

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

MOST_ROWS: Final = 20_000
"""Rows looked at, the empty ones counted too."""

_BOOK: Final = "xl/workbook.xml"
"""A part that every workbook of the one kind has."""

_TOO_LARGE: Final = say("this workbook is too large unpacked; copy the list into a new one")
_NO_WORKBOOK: Final = say(
    "this is a packed file or another kind of document; save the list as .xlsx, .ods or CSV"
)
_BAD_WORKBOOK: Final = say("this is no workbook that can be read; save it as .xlsx, .ods or CSV again")
_LOCKED: Final = say("this workbook is locked; save it without a password, or as CSV")


def read_file(content: bytes, encoding: Encoding = "auto", marks: Marks = "auto") -> Grid | EntryProblem:
    """Read an uploaded list: a workbook, or text in some encoding. What it is called does not matter."""
    if content.startswith(b"PK"):
        return read_workbook(content)
    found = decoded(content, encoding)
    if isinstance(found, EntryProblem):
        return found
    text, read_as = found
    grid = read_text(text, marks)
    return grid if isinstance(grid, EntryProblem) else Grid(grid.rows, read_as)


def read_workbook(content: bytes) -> Grid | EntryProblem:
    """The first sheet of a workbook, or why it cannot be read."""
    if len(content) > LARGEST:
        return EntryProblem(0, say("the file is larger than {most} MB", most=LARGEST // 1_000_000))
    try:
        found = _rows(PackedParts(content))
        return EntryProblem(0, _NO_WORKBOOK) if found is None else _grid(found)
    except SheetTooLargeError:
        return EntryProblem(0, _TOO_LARGE)
    except opendocument.PasswordNeededError:
        return EntryProblem(0, _LOCKED)
    except DAMAGED:
        return EntryProblem(0, _BAD_WORKBOOK)


def _rows(parts: PackedParts) -> Iterable[tuple[int, list[str]]] | None:
    """The rows of the first sheet, of whichever kind the workbook is; None if it is none."""
    if _BOOK in parts.names:
        return sheets.rows(parts, WIDEST)
    return opendocument.rows(parts, WIDEST, MOST + 2) if opendocument.is_opendocument(parts) else None


def workbook(title: str, heads: Sequence[str], lines: Iterable[Sequence[object]]) -> bytes:
    """A table as a workbook in which every text is a text, also one that begins like a formula."""
    from openpyxl import Workbook  # noqa: PLC0415

    book = Workbook(write_only=True)
    sheet = book.create_sheet(title[:31])
    sheet.append([_text_cell(sheet, head) for head in heads])
    for line in lines:
        sheet.append([_text_cell(sheet, cell) for cell in line])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _text_cell(sheet: Worksheet, value: object) -> object:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, WriteOnlyCell  # noqa: PLC0415

    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"
    return cell


def _grid(rows: Iterable[tuple[int, list[str]]]) -> Grid | EntryProblem:
    found = tuple((number, tuple(cells)) for number, cells in rows)
    if len(found) > MOST + 1 or any(number > MOST_ROWS for number, _ in found):
        message = say(
            "the first sheet goes on after {lines} lines or {rows} rows: split the list",
            lines=figure(MOST),
            rows=figure(MOST_ROWS),
        )
        return EntryProblem(0, message)
    return checked(Grid(found))
