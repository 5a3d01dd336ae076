"""The parts of a packed workbook, whichever program made it, unpacked and parsed within bounds.

A workbook is a packed file that a stranger may have made: a few kilobytes can unpack to gigabytes, or to a million
empty cells. So only the parts that are needed are unpacked, whatever they are called, and how much may come of them
depends on how much was sent.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
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


class PackedParts:
    """The parts of a workbook, unpacked as they are asked for.

    Attributes:
        names: what they are called.
        letters: how many the cells may show together.
    """

    def __init__(self, content: bytes) -> None:
        self._packed = zipfile.ZipFile(io.BytesIO(content))
        infos = self._packed.infolist()
        if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > LARGEST_UNPACKED:
            raise SheetTooLargeError
        self.names = frozenset(info.filename for info in infos)
        self.letters = LETTERS.of(len(content))
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


def parse(
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


def number_of(value: str) -> int | float:
    """A number as a workbook writes it.

    Raises:
        ValueError: it is none, or one of thousands of digits.
    """
    return float(value) if any(mark in value for mark in ".eE") else int(value)


def figure(number: float) -> str:
    """A number as it is read: whole ones without a point."""
    return str(int(number)) if isinstance(number, int) or number.is_integer() else str(number)
