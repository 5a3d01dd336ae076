"""The first sheet of an OpenDocument workbook (.ods), read within bounds: cells as text, nothing else.

Such a file says of a cell or a row how often it is repeated, up to a million times: what is repeated is counted as
often as it is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.exchange.packed import Attributes, PackedParts, SheetTooLargeError, figure, number_of, parse

CONTENT: Final = "content.xml"
_KIND: Final = "mimetype"
_MANIFEST: Final = "META-INF/manifest.xml"
_SPREADSHEET: Final = b"application/vnd.oasis.opendocument.spreadsheet"
"""How the kind begins; a template's goes on with `-template`."""

_OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE: Final = "urn:oasis:names:tc:opendocument:xmlns:table:1.0}"

_CELLS: Final = frozenset({"table-cell", "covered-table-cell"})
_PARAGRAPHS: Final = frozenset({"p", "h"})
_BETWEEN: Final = _PARAGRAPHS | {"s", "tab", "line-break"}
"""Elements of a text that keep words apart."""

_ASIDE: Final = frozenset({"annotation", "frame", "note", "ruby-text"})
"""Elements within a text that are no part of what a cell shows: remarks, pictures, how a name is read aloud."""

_BESIDE: Final = frozenset({"dde-links", "forms", "shapes", "tracked-changes"})
"""Elements beside the rows and sheets that can hold others like them."""

_NUMBERS: Final = frozenset({"float", "percentage", "currency"})


class PasswordNeededError(Exception):
    """A workbook that only a password opens."""


def is_opendocument(parts: PackedParts) -> bool:
    """Whether this is a workbook of this kind, not a text or a drawing."""
    return _KIND in parts.names and parts.read(_KIND).strip().startswith(_SPREADSHEET)


def rows(parts: PackedParts, widest: int, most: int) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet that have anything in them, with their numbers, each up to this many cells wide.

    Args:
        parts: of the file.
        widest: cells of a row that are read.
        most: rows after which no more are read.

    Raises:
        PasswordNeededError: a password is needed.
        SheetTooLargeError: too much comes of the file.
        ValueError: it is damaged; so do some others of `packed.DAMAGED`.
    """
    if "encrypted-package" in parts.names or (
        _MANIFEST in parts.names and b"encryption-data" in parts.read(_MANIFEST)
    ):
        raise PasswordNeededError
    reader = _Sheet(widest, most, parts.letters)
    parse(parts.read(CONTENT), reader.start, reader.end, reader.text)
    return iter(reader.rows)


class _Sheet:
    """Reads the cells of the first sheet.

    Attributes:
        rows: what has been read.
    """

    def __init__(self, widest: int, most: int, letters: int) -> None:
        self.rows = list[tuple[int, list[str]]]()
        self._widest, self._most, self._letters = widest, most, letters
        self._cells = list[str]()
        self._row = self._column = 0
        self._times = 1
        self._given: Attributes | None = None
        self._pieces = list[str]()
        self._sheets = self._aside = self._texts = 0

    def start(self, name: str, given: Attributes) -> None:
        """An element begins."""
        if self._aside:
            self._aside += 1
        elif self._given is not None:
            self._inside(name)
        elif name in _BESIDE:
            self._aside = 1
        elif name == "table":
            self._sheets += 1
        elif self._sheets == 1 and name == "table-row":
            self._cells, self._column = [], 0
            self._times = _times(given, "number-rows-repeated")
        elif self._sheets == 1 and name in _CELLS:
            self._given, self._pieces = given, []

    def _inside(self, name: str) -> None:
        """An element begins within a cell: a paragraph of it, what stands in one, or something else beside them."""
        if name in _ASIDE or not (self._texts or name in _PARAGRAPHS):
            self._aside = 1
            return
        self._texts += name in _PARAGRAPHS
        if name in _BETWEEN:
            self._pieces.append(" ")

    def text(self, piece: str) -> None:
        """Text comes."""
        if self._texts and not self._aside:
            self._pieces.append(piece)

    def end(self, name: str) -> None:
        """An element ends."""
        if self._aside:
            self._aside -= 1
        elif self._given is not None:
            if name in _PARAGRAPHS:
                self._texts -= 1
            elif name in _CELLS:
                self._put(_shown(self._given, "".join(self._pieces)), self._given)
                self._given = None
        elif self._sheets == 1 and name == "table-row":
            self._finish()

    def _put(self, shown: str, given: Attributes) -> None:
        """A cell as often as it is there, as far as the row is read."""
        times = _times(given, "number-columns-repeated")
        wanted = min(times, self._widest - self._column)
        if shown and wanted > 0:
            self._take(len(shown) * wanted)
            self._cells += [""] * (self._column - len(self._cells)) + [shown] * wanted
        self._column += times

    def _finish(self) -> None:
        """A row as often as it is there, as far as rows are read."""
        first, self._row = self._row + 1, self._row + self._times
        if not self._cells:
            return
        wanted = min(self._times, self._most - len(self.rows))
        self._take(sum(map(len, self._cells)) * max(0, wanted - 1))
        self.rows += [(first + at, self._cells) for at in range(wanted)]

    def _take(self, letters: int) -> None:
        self._letters -= letters
        if self._letters < 0:
            raise SheetTooLargeError


def _times(given: Attributes, name: str) -> int:
    return max(1, int(given.get(_TABLE + name, "1")))


def _shown(given: Attributes, text: str) -> str:
    """A cell as it is read: whole numbers without a point, days as dates, yes and no in words."""
    kind = given.get(f"{_OFFICE}value-type", "")
    value = given.get(f"{_OFFICE}value", "").strip()
    if kind in _NUMBERS and value:
        return figure(number_of(value))
    if kind == "boolean" and (said := given.get(f"{_OFFICE}boolean-value")):
        return "yes" if said == "true" else "no"
    if kind == "date" and (day := given.get(f"{_OFFICE}date-value")):
        return " ".join(day.split())
    return " ".join((text.strip() or given.get(f"{_OFFICE}string-value", "")).split())
