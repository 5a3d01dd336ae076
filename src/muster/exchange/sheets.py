"""The first sheet of a workbook (.xlsx), read within bounds: cells as text, nothing else."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from muster.exchange.packed import Attributes, PackedParts, SheetTooLargeError, figure, number_of, parse


class _Links:
    """Where the parts of a workbook are."""

    def __init__(self, parts: PackedParts) -> None:
        self._found = dict[str, tuple[str, str]]()
        parse(parts.read("xl/_rels/workbook.xml.rels"), self._link)

    def _link(self, name: str, given: Attributes) -> None:
        if name == "Relationship":
            where = posixpath.normpath(posixpath.join("/xl", given["Target"])).lstrip("/")
            self._found[given["Id"]] = (given["Type"].rpartition("/")[2], where)

    def sheet(self, number: str) -> str | None:
        """The part of a sheet; None for a chart."""
        kind, where = self._found[number]
        return where if kind == "worksheet" else None

    def of(self, kind: str) -> str | None:
        """The part of this kind, if there is one."""
        return next((where for found, where in self._found.values() if found == kind), None)


def rows(parts: PackedParts, widest: int) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet that have anything in them, with their numbers, each up to this many cells wide.

    Raises:
        SheetTooLargeError: too much comes of the file.
        ValueError: it is damaged; so do some others of `DAMAGED`.
    """
    links, sheets, epoch = _Links(parts), list[str](), [_EPOCH]

    def book(name: str, given: Attributes) -> None:
        if name == "sheet":
            sheets.extend(value for key, value in given.items() if key.endswith("}id"))
        elif name == "workbookPr" and given.get("date1904") in ("1", "true"):
            epoch[0] = _EPOCH_1904

    parse(parts.read("xl/workbook.xml"), book)
    where = next((found for number in sheets if (found := links.sheet(number))), "")
    styles, strings = links.of("styles"), links.of("sharedStrings")
    reader = _Sheet(
        _strings(parts.read(strings)) if strings in parts.names and strings else [],
        _formats(parts.read(styles)) if styles in parts.names and styles else [],
        epoch[0],
        widest,
        parts.letters,
    )
    parse(parts.read(where), reader.start, reader.end, reader.text)
    return iter(reader.rows)


def _strings(part: bytes) -> list[str]:
    """The texts that cells share. How a text is read aloud is no part of it."""
    found, pieces, inside = list[str](), list[str](), list[str]()

    def start(name: str, _: Attributes) -> None:
        if name == "si":
            pieces.clear()
        inside.append(name)

    def end(name: str) -> None:
        inside.pop()
        if name == "si":
            found.append(" ".join("".join(pieces).split()))

    def text(piece: str) -> None:
        if inside[-1] == "t" and "rPh" not in inside[-3:]:
            pieces.append(piece)

    parse(part, start, end, text)
    return found


# Days and times

_EPOCH: Final = datetime(1899, 12, 30)  # noqa: DTZ001  (no zone is known)
_EPOCH_1904: Final = datetime(1904, 1, 1)  # noqa: DTZ001
_DAY: Final = 86_400_000
_ASIDE: Final = re.compile(r'"[^"]*"?|[_\\].|\[(?!(?:hh?|mm?|ss?)\])[^\]]*\]?', re.IGNORECASE)
_LASTING: Final = re.compile(r"\[(?:hh?|mm?|ss?)\]", re.IGNORECASE)
_OF_TIME: Final = re.compile(r"[dmhys]", re.IGNORECASE)

Kind = str
"""What numbers in a format are: `""`, `"moment"` or `"lasting"`."""

_BUILT_IN: Final[dict[str, Kind]] = {str(number): "moment" for number in (*range(14, 23), 45, 47)} | {
    "46": "lasting"
}
LONGEST_FORMAT: Final = 255
"""Letters of a format that are looked at."""


def _formats(part: bytes) -> list[Kind]:
    """What numbers are, for each style of cells."""
    own, styles, inside = dict[str, str](), list[str](), list[str]()

    def start(name: str, given: Attributes) -> None:
        if name == "numFmt":
            own[given.get("numFmtId", "")] = given.get("formatCode", "")
        elif name == "xf" and inside[-1:] == ["cellXfs"]:
            styles.append(given.get("numFmtId", "0"))
        inside.append(name)

    def end(_: str) -> None:
        inside.pop()

    parse(part, start, end)
    kinds = _BUILT_IN | {number: _kind(code) for number, code in own.items()}
    return [kinds.get(number, "") for number in styles]


def _kind(code: str) -> Kind:
    first = _ASIDE.sub("", code[:LONGEST_FORMAT].partition(";")[0])
    if _LASTING.search(first):
        return "lasting"
    return "moment" if _OF_TIME.search(first) else ""


def _moment(days: float, kind: Kind, epoch: datetime) -> str:
    """A day, a time of day or how long something lasts, kept as a number of days."""
    with suppress(OverflowError, ValueError):
        if kind == "lasting":
            return str(timedelta(milliseconds=round(days * _DAY)))
        whole, part = divmod(days, 1)
        rest = timedelta(milliseconds=round(part * _DAY))
        if 0 <= days < 1 and not rest.days:
            return (epoch + rest).time().isoformat()
        if 0 < days < 60 and epoch == _EPOCH:
            whole += 1  # the 29th of February 1900, which never was
        return (epoch + timedelta(days=whole) + rest).isoformat()
    return "#VALUE!"


# Cells


class _Sheet:
    """Reads the cells of one sheet.

    Attributes:
        rows: what has been read.
    """

    def __init__(
        self, strings: list[str], formats: list[Kind], epoch: datetime, widest: int, letters: int
    ) -> None:
        self._letters = letters
        self.rows = list[tuple[int, list[str]]]()
        self._strings, self._formats, self._epoch, self._widest = strings, formats, epoch, widest
        self._cells = list[str]()
        self._row = self._column = 0
        self._given: Attributes = {}
        self._pieces = list[str]()
        self._takes = False
        self._aloud = 0

    def start(self, name: str, given: Attributes) -> None:
        """An element begins."""
        if name == "c":
            self._given, self._pieces = given, []
            self._column = _column(given["r"]) if "r" in given else self._column + 1
        elif name == "row":
            self._row = int(given["r"]) if "r" in given else self._row + 1
            self._cells, self._column = [], 0
        elif name in ("v", "t"):
            self._takes = not self._aloud
        elif name == "rPh":
            self._aloud += 1

    def text(self, piece: str) -> None:
        """Text comes."""
        if self._takes:
            self._pieces.append(piece)

    def end(self, name: str) -> None:
        """An element ends."""
        self._takes = False
        if name == "c":
            if self._pieces and 0 < self._column <= self._widest:
                self._put(self._shown("".join(self._pieces)))
        elif name == "row":
            while self._cells and not self._cells[-1]:
                self._cells.pop()
            if self._cells:
                self.rows.append((self._row, self._cells))
                self._cells = []
        elif name == "rPh":
            self._aloud -= 1

    def _put(self, shown: str) -> None:
        self._letters -= len(shown)
        if self._letters < 0:
            raise SheetTooLargeError
        self._cells += [""] * (self._column - len(self._cells))
        self._cells[self._column - 1] = shown

    def _shown(self, value: str) -> str:
        """A cell as it is read: whole numbers without a point, days as dates, yes and no in words."""
        kind = self._given.get("t", "n")
        if kind == "n":
            return self._number(value.strip())
        if kind == "b":
            return "yes" if int(value) else "no"
        return self._strings[int(value)] if kind == "s" else " ".join(value.split())

    def _number(self, value: str) -> str:
        if not value:
            return ""
        number = number_of(value)
        style = int(self._given.get("s", 0))
        if 0 <= style < len(self._formats) and self._formats[style]:
            return _moment(number, self._formats[style], self._epoch)
        return figure(number)


def _column(where: str) -> int:
    """The number of the column of a cell such as `AB7`; 0 for one that is too far out."""
    letters = where.rstrip("0123456789").replace("$", "").upper()
    if not letters.isascii() or not letters.isalpha():
        raise ValueError(where)
    number = 0
    for letter in letters[:4]:
        number = number * 26 + ord(letter) - 64
    return number
