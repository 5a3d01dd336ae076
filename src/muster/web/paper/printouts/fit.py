"""How long a name is in print, and the size of type at which it fits its place on paper.

Sheets are set in rows of a fixed height, so that pages can be counted before anything is drawn and nothing ever
slides to another page. A name that is longer than its place is set smaller, on more lines; none is cut short.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

SIZES: Final = (1.0, 0.86, 0.74, 0.62, 0.52, 0.44, 0.36)
"""The sizes of type, as parts of the full one; `paper.css` knows them as nothing, `f1`, `f2` ... `f6`."""

LEADING: Final = 1.16
"""Height of a line, in sizes of its type."""

_RAGGED: Final = 0.84
"""How much of a line words fill where there is more than one line: the rest is left where a word did not fit."""

_NARROW: Final = frozenset("iljtfrI.,;:!|'’`()[]1-/ ")
_WIDE: Final = frozenset("mwMWQO@%&—…")


@lru_cache(maxsize=16384)
def width(text: str) -> float:
    """About how wide a text is, in ems; rather too much than too little, as nobody knows the font."""
    return sum(map(_letter, text))


@lru_cache(maxsize=4096)
def _letter(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.93
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    return 0.68 if letter.isupper() else 0.6 if letter.isdigit() else 0.55


@lru_cache(maxsize=16384)
def size(text: str, wide: float, high: float) -> int:
    """The first of `SIZES` at which a text fits, as its index; the last if none does.

    Args:
        text: what is written.
        wide: width of its place, in ems of the full size.
        high: height of its place, likewise.
    """
    needed = width(text)
    for index, scale in enumerate(SIZES):
        if needed <= room(scale, wide, high):
            return index
    return len(SIZES) - 1


def room(scale: float, wide: float, high: float) -> float:
    """How much text fits a place at this size, in ems of the text."""
    lines = int(high / (scale * LEADING))
    return wide / scale * (lines * _RAGGED if lines > 1 else lines)


def fit(text: str, wide: float, high: float) -> str:
    """The class of `paper.css` by which a text fits its place; empty where it fits at full size."""
    index = size(text, wide, high)
    return f"f{index}" if index else ""


def broken(text: str, wide: float) -> list[str]:
    """A text broken into lines of this width in ems, at spaces where there are any."""
    lines = [""]
    for piece in (piece for word in text.split() for piece in _pieces(word, wide)):
        longer = f"{lines[-1]} {piece}".strip()
        if width(longer) <= wide:
            lines[-1] = longer
        else:
            lines.append(piece)
    return [line for line in lines if line]


def _pieces(word: str, wide: float) -> list[str]:
    """A word, cut where it is longer than a whole line."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width(pieces[-1] + letter) > wide:
            pieces.append("")
        pieces[-1] += letter
    return pieces
