"""Entry lists as CSV: a name a line, and perhaps a club, a fixed table and an awarded first-round bye.

Cells are separated by commas, semicolons or tabs. With a header line the columns `name`, `club`, `table` and
`bye` may stand in any order and others are ignored; without one the only column read is the first, the name.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from dataclasses import dataclass
from itertools import islice
from typing import Final

from muster.core.ids import ClubId, TableNo
from muster.core.messages import Argument, Message, figure, say, say_n
from muster.exchange.folding import same_letters

LONGEST: Final = 200
"""Characters in a name or a club."""

MOST: Final = 20_000
"""Lines in a list."""

LARGEST: Final = 5_000_000
"""Bytes in a list."""

SAMPLE: Final = 20
"""Lines that show what separates the cells.

Spreadsheets write semicolons where the comma is the decimal mark, and tabs when asked for text.
"""

_SPACES: Final = dict.fromkeys((0x00A0, 0x2007, 0x202F), " ")
"""Spaces that do not break: spreadsheets put them into names, and nobody sees the difference."""

_YES: Final = ("yes", "y", "true", "1", "x")
_NO: Final = ("no", "n", "false", "0", "")


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry of a list. Clubs are numbered in the order in which they first appear."""

    name: str
    club: ClubId | None = None
    fixed_table: TableNo | None = None
    first_round_bye: bool = False


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """What is wrong in a line (0: the whole list) and what to do."""

    line: int
    message: Message


def parse_entries(content: bytes) -> tuple[EntryLine, ...] | tuple[EntryProblem, ...]:
    """Read an entry list.

    Returns:
        The entries in order; or, if anything is wrong, every problem with its line and no entry at all.
    """
    text = _text(content)
    if isinstance(text, EntryProblem):
        return (text,)
    try:
        rows = _rows(text)
    except csv.Error as error:
        return (EntryProblem(0, say("this is not CSV: {reason}", reason=str(error))),)
    columns = _columns(rows[0][1]) if rows else {}
    body = rows[1:] if columns else rows
    if not body:
        return (EntryProblem(0, say("there is not a single name in the list")),)
    if len(body) > MOST:
        return (
            EntryProblem(
                0,
                say_n(
                    "there is {lines} line; no tournament has more than {most}",
                    "there are {lines} lines; no tournament has more than {most}",
                    len(body),
                    lines=figure(len(body)),
                    most=figure(MOST),
                ),
            ),
        )
    return _read(body, columns or {"name": 0})


def _text(content: bytes) -> str | EntryProblem:
    if len(content) > LARGEST:
        return EntryProblem(0, say("the list is larger than {most} MB", most=LARGEST // 1_000_000))
    try:
        return unicodedata.normalize("NFC", content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return EntryProblem(line, say("this is not UTF-8 text; save the list as CSV with UTF-8 encoding"))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that hold anything, each with the number of the line it begins in."""
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=delimiter(text), strict=True)
    rows, line = [], 1
    for row in reader:
        if any(cell.strip() for cell in row):
            rows.append((line, row))
        line = reader.line_num + 1
    return rows


def delimiter(text: str) -> str:
    """What separates the cells: tabs if there are any, else the mark that stands most often in the first lines."""
    first = "".join(islice(io.StringIO(text.lstrip("\r\n"), newline=None), SAMPLE))
    return "\t" if "\t" in first else max((",", ";"), key=first.count)


def _columns(header: list[str]) -> dict[str, int]:
    """Which column holds what; empty if the first line is no header."""
    words = [cell.strip().casefold() for cell in header]
    return (
        {word: words.index(word) for word in ("name", "club", "table", "bye") if word in words}
        if "name" in words
        else {}
    )


def _read(
    rows: list[tuple[int, list[str]]], columns: dict[str, int]
) -> tuple[EntryLine, ...] | tuple[EntryProblem, ...]:
    entries: list[EntryLine] = []
    problems: list[EntryProblem] = []
    clubs: dict[str, ClubId] = {}
    seen: dict[str, int] = {}
    for number, row in rows:
        cells = {
            column: row[at].translate(_SPACES).strip() if at < len(row) else ""
            for column, at in columns.items()
        }
        faults = _faults(cells, seen)
        problems += [EntryProblem(number, fault) for fault in faults]
        if faults:
            continue
        seen[same_letters(cells["name"])] = number
        club = cells.get("club", "")
        table = cells.get("table", "")
        entries.append(
            EntryLine(
                cells["name"],
                clubs.setdefault(same_letters(club), ClubId(len(clubs) + 1)) if club else None,
                TableNo(int(table)) if table else None,
                cells.get("bye", "").casefold() in _YES,
            )
        )
    return tuple(problems) or tuple(entries)


def _faults(cells: dict[str, str], seen: dict[str, int]) -> list[Message]:
    name, table, bye = cells["name"], cells.get("table", ""), cells.get("bye", "").casefold()
    faults: list[Message] = []
    if not name:
        faults.append(say("the name is missing"))
    for column in ("name", "club"):
        if len(cells.get(column, "")) > LONGEST:
            faults.append(_too_long(column, len(cells[column])))
        elif not cells.get(column, "").isprintable():
            faults.append(
                say("the name holds characters that cannot be printed")
                if column == "name"
                else say("the club holds characters that cannot be printed")
            )
    if same_letters(name) in seen:
        faults.append(
            say(
                "{name} stands in line {line} already; tell the two apart, say by a club",
                name=repr(name[:60]),
                line=seen[same_letters(name)],
            )
        )
    if table and not (table.isascii() and table.isdecimal() and len(table) < 5 and int(table)):
        faults.append(say("table {table} is not a number from 1 to 9999", table=repr(table[:20])))
    if bye not in (*_YES, *_NO):
        faults.append(say("bye {bye} is neither yes nor no", bye=repr(bye[:20])))
    return faults


def _too_long(column: str, length: int) -> Message:
    figures: dict[str, Argument] = {"length": figure(length), "most": str(LONGEST)}
    if column == "name":
        return say("the name has {length} characters; {most} is the most", **figures)
    return say("the club has {length} characters; {most} is the most", **figures)
