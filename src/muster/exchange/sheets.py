"""The first sheet of a workbook (.xlsx), read within bounds.

A workbook is a packed file that a stranger may have made: a few kilobytes can unpack to gigabytes, or to a million
empty cells. So only the parts that are needed are unpacked, whatever they are called; how much may come of them depends
on how much was sent; and what is read is cells as text, nothing else.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from xml.parsers import expat

LARGEST_UNPACKED: Final = 20_000_000
"""Bytes of all parts together."""

MOST_PARTS: Final = 500
"""Files in a workbook."""

PIECE: Final = 65_536

Attributes = dict[str, str]


class SheetTooLargeError(Exception):
    """More comes of a workbook than of any list of players."""


class Allowance(NamedTuple):
    """What may come of so many bytes: some of any file, more of a larger one, and in no case more than that."""

    some: int
    each: int
    most: int

    def of(self, size: int) -> int:
        """How much may come of a file of this size."""
        return min(self.some + self.each * size, self.most)


UNPACKED: Final = Allowance(1_000_000, 100, LARGEST_UNPACKED)
"""Bytes of the parts that are read."""

MARKS: Final = Allowance(100_000, 4, 1_000_000)
"""Angle brackets in them: each cell of a list has four, and a text of its own among those that are shared four more."""

VALUES: Final = Allowance(100_000, 4, 500_000)
"""Equals signs in them: each cell has up to three attributes."""

LETTERS: Final = Allowance(200_000, 50, 5_000_000)
"""Letters that the cells show together: a long text can be shared by many."""


class _Parts:
    """The parts of a workbook, unpacked as they are asked for."""

    def __init__(self, content: bytes) -> None:
        self._packed = zipfile.ZipFile(io.BytesIO(content))
        infos = self._packed.infolist()
        if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > LARGEST_UNPACKED:
            raise SheetTooLargeError
        self.names = frozenset(info.filename for info in infos)
        self._bytes, self._marks, self._values = (one.of(len(content)) for one in (UNPACKED, MARKS, VALUES))

    def read(self, name: str) -> bytes:
        """One part whole. What it says of its own size is not believed."""
        info = self._packed.getinfo(name)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(
                info.compress_type
            )  # others unpack to any size at once, and no workbook has them
        pieces = list[bytes]()
        with self._packed.open(info) as part:
            while piece := part.read(PIECE):
                pieces.append(piece)
                self._bytes -= len(piece)
                if self._bytes < 0:
                    raise SheetTooLargeError
        found = b"".join(pieces)
        self._marks -= found.count(b"<")
        self._values -= found.count(b"=")
        if self._marks < 0 or self._values < 0:
            raise SheetTooLargeError
        return found


def _parse(
    part: bytes,
    start: Callable[[str, Attributes], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """Call these with the elements of a part, by their names without namespaces, and the text between them."""
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler = lambda name, given: start(name.rpartition("}")[2], given)
    if end is not None:
        parser.EndElementHandler = lambda name: end(name.rpartition("}")[2])
    if text is not None:
        parser.CharacterDataHandler = text
    parser.Parse(part, True)  # noqa: FBT003


def _refuse(*_: object) -> None:
    """No workbook declares anything, and what is declared can grow without end."""
    raise ValueError


class _Links:
    """Where the parts of a workbook are."""

    def __init__(self, parts: _Parts) -> None:
        self._found = dict[str, tuple[str, str]]()
        _parse(parts.read("xl/_rels/workbook.xml.rels"), self._link)

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


def is_workbook(content: bytes) -> bool:
    """Whether a packed file is a workbook at all."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return "xl/workbook.xml" in packed.namelist()


def rows(content: bytes, widest: int) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet that have anything in them, with their numbers, each up to this many cells wide.

    Raises:
        SheetTooLargeError: too much comes of the file.
        ValueError: it is damaged; so do some others of `DAMAGED`.
    """
    parts = _Parts(content)
    links, sheets, epoch = _Links(parts), list[str](), [_EPOCH]

    def book(name: str, given: Attributes) -> None:
        if name == "sheet":
            sheets.extend(value for key, value in given.items() if key.endswith("}id"))
        elif name == "workbookPr" and given.get("date1904") in ("1", "true"):
            epoch[0] = _EPOCH_1904

    _parse(parts.read("xl/workbook.xml"), book)
    where = next((found for number in sheets if (found := links.sheet(number))), "")
    styles, strings = links.of("styles"), links.of("sharedStrings")
    reader = _Sheet(
        _strings(parts.read(strings)) if strings in parts.names and strings else [],
        _formats(parts.read(styles)) if styles in parts.names and styles else [],
        epoch[0],
        widest,
        LETTERS.of(len(content)),
    )
    _parse(parts.read(where), reader.start, reader.end, reader.text)
    return iter(reader.rows)


DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    expat.ExpatError,
    NotImplementedError,
    RuntimeError,
    LookupError,
    ValueError,
    ArithmeticError,
    OSError,
    EOFError,
)
"""What a damaged workbook raises."""


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

    _parse(part, start, end, text)
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

    _parse(part, start, end)
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
        number = float(value) if any(mark in value for mark in ".eE") else int(value)
        style = int(self._given.get("s", 0))
        if 0 <= style < len(self._formats) and self._formats[style]:
            return _moment(number, self._formats[style], self._epoch)
        return str(int(number)) if isinstance(number, int) or number.is_integer() else str(number)


def _column(where: str) -> int:
    """The number of the column of a cell such as `AB7`; 0 for one that is too far out."""
    letters = where.rstrip("0123456789").replace("$", "").upper()
    if not letters.isascii() or not letters.isalpha():
        raise ValueError(where)
    number = 0
    for letter in letters[:4]:
        number = number * 26 + ord(letter) - 64
    return number
