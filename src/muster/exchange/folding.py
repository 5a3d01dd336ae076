"""Texts as people compare them: without capitals, accents, apostrophes and doubled spaces."""

from __future__ import annotations

import unicodedata
from typing import Final

_PLAIN: Final = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "’": "",
        "ʼ": "",
        "'": "",
    }
)
"""Letters that have no accent to take off, as they are typed where the keyboard lacks them, and what is left out."""


def folded(text: str) -> str:
    """The text for comparing and searching: `Łukasz  ŻÓŁĆ` and `lukasz zolc` are one."""
    if text.isascii():
        return " ".join(text.casefold().replace("'", "").split())
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return " ".join("".join(char for char in apart if not unicodedata.combining(char)).split())


def same_letters(text: str) -> str:
    """What writings of one word have in common: capitals, blanks, and how an accent is put on, make no difference."""
    return " ".join(unicodedata.normalize("NFC", text.casefold()).split())


def same_name(text: str) -> str:
    """What names of one person have in common, whichever name is written first: `Nowak, Jan` and `Jan Nowak`."""
    return " ".join(sorted(folded(text).replace(",", " ").split()))
