"""Names in the order of their reader's alphabet, as lists of people are sorted and searched by eye.

Which letters a language has, and in which order, is a sentence of its catalogue: Polish has `ą` after `a` and `ł` after
`l`, German sorts `ä` as `a`. A letter that a language does not have stands where its plain form does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from muster.core.messages import Message, say_in
from muster.exchange.folding import folded

LETTERS: Final[Message] = say_in(
    "the letters of the alphabet in the order in which names are sorted", "abcdefghijklmnopqrstuvwxyz"
)

_OWN: Final = 0xE000
"""Where letters with accents that are letters of their own stand while all others are made plain: nobody's signs."""

_PLACES: Final = 0x0250
"""Where every letter stands at last: after figures, spaces and other signs, before Greek and all other scripts."""


@dataclass(frozen=True, slots=True)
class _Order:
    own: dict[int, int]
    places: dict[int, int]

    def __call__(self, name: str) -> str:
        if name.isascii():
            return folded(name).translate(self.places)
        letters = unicodedata.normalize("NFC", name.casefold())
        return folded(letters.translate(self.own)).translate(self.places)


def alphabetical() -> Callable[[str], str]:
    """What names are sorted by for whoever reads just now; equal names are equal, whatever their capitals."""
    return _order(str(LETTERS))


@lru_cache(maxsize=16)
def _order(letters: str) -> _Order:
    own = {ord(letter): _OWN + at for at, letter in enumerate(letters) if not letter.isascii()}
    return _Order(own, {own.get(ord(letter), ord(letter)): _PLACES + at for at, letter in enumerate(letters)})


def initial(name: str) -> str:
    """The letter under which a name is found in a list: `Ł` of `łukasz` where that is a letter, else `L`."""
    first = unicodedata.normalize("NFC", name.strip().casefold())[:1]
    return (first if first and first in str(LETTERS) else folded(name)[:1] or first or "?").upper()
