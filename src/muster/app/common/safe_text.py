"""Text that people type, made harmless before it is kept: one line, nothing invisible that misleads."""

from __future__ import annotations

import unicodedata
from typing import Final

_JOINERS: Final = frozenset("\u200c\u200d\ufe0e\ufe0f")
"""Invisible, and yet part of names and emoji: joiners and the choice of an emoji's form."""

_FILLERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters of Hangul and a sign of Braille that show nothing: blanks, though no rule of Unicode calls them so."""

_TAGS: Final = range(0xE0020, 0xE0080)
"""Letters inside the flags of regions, which are emoji of several characters."""


def one_line(text: str) -> str:
    """The text on one line, without characters that control: NUL, line ends, direction overrides and so on.

    Letters of every script, marks on them, and emoji stay as they are; letters that show nothing are blanks. Text in
    which nothing visible is left becomes empty.
    """
    kept = "".join(letter if _shows(letter) else " " if _parts(letter) else "" for letter in text)
    line = " ".join(kept.split())
    return line if any(_visible(letter) for letter in line) else ""


def lines(text: str) -> str:
    """Text of several lines, each made harmless like a single one; blank lines between them stay."""
    return "\n".join(one_line(line) for line in text.splitlines()).strip("\n")


def _parts(letter: str) -> bool:
    return letter.isspace() or letter in _FILLERS


def _shows(letter: str) -> bool:
    if letter in _FILLERS:
        return False
    return letter in _JOINERS or ord(letter) in _TAGS or unicodedata.category(letter)[0] not in "CZ"


def _visible(letter: str) -> bool:
    return letter not in _JOINERS and unicodedata.category(letter)[0] not in "CZM"
