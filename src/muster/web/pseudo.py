"""A language nobody speaks: English with accents on every letter and two fifths longer.

What stays in plain letters on a page cannot be translated; what is cut or overflows has no room for other languages.
"""

from __future__ import annotations

import re
from typing import Final

_ACCENTED: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀčďéƒǧȟíǰǩľɱňóƥɋřšťúṽŵẋýžÁƁČĎÉƑǦȞÍǰǨĽṀŇÓƤɊŘŠŤÚṼŴẊÝŽ",
)
_KEPT: Final = re.compile(r"(\{[^{}]*\}|%\([^)]*\)[a-z]|%[a-z%]|<[^>]*>|&#?\w+;|https?://\S+)")
"""What a translator leaves as it is: arguments, tags, addresses."""

_DATE: Final = re.compile(r"[A-Za-z]([ ,.:]+[A-Za-z])+")
"""How a day or a time is written, in Django's letters, where a sentence is nothing else."""

_VOWEL: Final = re.compile(r"[aeiouAEIOU]")


def pseudo(sentence: str) -> str:
    """The sentence in the language nobody speaks: every vowel twice, every letter with an accent."""
    if _DATE.fullmatch(sentence):
        return sentence
    parts = _KEPT.split(sentence)
    return "".join(part if at % 2 else _accented(part) for at, part in enumerate(parts))


def _accented(words: str) -> str:
    return _VOWEL.sub(lambda vowel: vowel[0] + vowel[0].lower(), words).translate(_ACCENTED)
