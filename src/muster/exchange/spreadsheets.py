"""Workbooks (.xlsx) in and out: the first sheet as a list of players, and tables as workbooks.

Formulas are never computed: a cell counts as what the workbook says it showed last. A workbook is a packed
file that a stranger may have made, so its size is looked at before it is unpacked. The library is large and
few requests need it: it is loaded by the first that does.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import ParseError

from muster.core.messages import say
from muster.exchange.decoding import Encoding, decoded
from muster.exchange.entries import LARGEST, EntryProblem
from muster.exchange.player_lists import MOST, WIDEST, Grid, Marks, checked, read_text

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

LARGEST_UNPACKED: Final = 20_000_000
"""Bytes of a workbook's parts together."""

MOST_PARTS: Final = 500
"""Files in a workbook."""

MOST_MARKS: Final = 500_000
"""Angle brackets in a workbook's parts: a small file can hold so many empty cells that reading takes minutes."""

MOST_ROWS: Final = 20_000
"""Rows looked at, the empty ones counted too."""

_TOO_LARGE: Final = say("this workbook is too large unpacked; copy the list into a new one")
_BAD_WORKBOOK: Final = say("this is no workbook that can be read; save it as .xlsx or CSV again")


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
    from openpyxl.utils.exceptions import InvalidFileException  # noqa: PLC0415

    if len(content) > LARGEST:
        return EntryProblem(0, say("the file is larger than {most} MB", most=LARGEST // 1_000_000))
    try:
        refusal = _suspicious(content)
        return refusal or _first_sheet(content)
    except (
        zipfile.BadZipFile,
        InvalidFileException,
        ParseError,
        NotImplementedError,
        RuntimeError,
        LookupError,
        ValueError,
        TypeError,
        AttributeError,
        OSError,
        EOFError,
    ):
        # A damaged workbook fails anywhere inside the library, in many ways.
        return EntryProblem(0, _BAD_WORKBOOK)


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


def _suspicious(content: bytes) -> EntryProblem | None:
    """Look at what is packed before anything is unpacked."""
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        infos = parts.infolist()
        if not any(info.filename == "xl/workbook.xml" for info in infos):
            return EntryProblem(
                0, say("this is a packed file or another kind of document; save the list as .xlsx or CSV")
            )
        if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > LARGEST_UNPACKED:
            return EntryProblem(0, _TOO_LARGE)
        marks = 0
        for info in infos:
            # Unpacking stops at the size looked at above, whatever else the part holds.
            part = parts.read(info) if info.filename.endswith((".xml", ".rels")) else b""
            marks += part.count(b"<")
            if b"<!DOCTYPE" in part:
                return EntryProblem(0, _BAD_WORKBOOK)
    return EntryProblem(0, _TOO_LARGE) if marks > MOST_MARKS else None


def _first_sheet(content: bytes) -> Grid | EntryProblem:
    from openpyxl import load_workbook  # noqa: PLC0415

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        rows: list[tuple[int, tuple[str, ...]]] = []
        for number, cells in enumerate(_rows(sheet), 1):
            if number > MOST_ROWS or len(rows) > MOST + 1:
                message = say(
                    "the first sheet goes on after {lines} lines or {rows} rows: split the list",
                    lines=f"{MOST:,}",
                    rows=f"{MOST_ROWS:,}",
                )
                return EntryProblem(0, message)
            if any(cells):
                rows.append((number, cells))
    finally:
        book.close()
    return checked(Grid(tuple(rows)))


def _rows(sheet: Worksheet) -> Iterator[tuple[str, ...]]:
    for row in sheet.iter_rows(max_col=WIDEST, values_only=True):
        cells = [_shown(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        yield tuple(cells)


def _shown(value: object) -> str:
    """A cell as it is read: whole numbers without a point, days as dates, yes and no in words."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    return " ".join(str(value).split())
