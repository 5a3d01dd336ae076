"""What a reader of a translated page would stumble over: words of another language, sentences nobody translated, holes.

A word is English if a sentence of the source has it, and no translation has it that does not have to: those that may
stay English are listed (`spoken/<language>.txt`), and names are taken out of a text before it is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from catalogue_cases import HELD, catalogues, translated, words_of
from pseudo_cases import CODES, SAME

HOLE: Final = re.compile(r"\{[a-z_.]*\}|%\(\w+\)[sd]|%[sd]\b")
"""Where something should have been put in."""

WORD: Final = re.compile(r"[^\W\d_]{3,}")

EVERYWHERE: Final = frozenset(
    (
        "abc",
        "csv",
        "esc",
        "faq",
        "html",
        "jpeg",
        "mail",
        "min",
        "ods",
        "pdf",
        "pgn",
        "png",
        "svg",
        "uid",
        "ogw",
        "omw",
        "pgw",
        "url",
        "utc",
        "webp",
        "xlsx",
        "xml",
        "yaml",
    )
)
"""Short words that are the same in every language: formats of files, and how times and letters are called."""

_WEB: Final = ("web/", "rules/", "site/", "exchange/rosters/", "exchange/catalogues/")
"""Folders of the source whose words stand on pages."""


def _words(text: str) -> set[str]:
    """The words of a text of three letters or more, in small letters, but for what is the same everywhere."""
    return {one.casefold() for one in WORD.findall(SAME.sub(" ", CODES.sub(" ", HELD.sub(" ", text))))}


@cache
def staying(language: str) -> frozenset[str]:
    """Words that may stand on a page of this language as in English."""
    found = set[str]()
    lines = (Path(__file__).parent / "spoken" / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        file, _, words = line.rpartition(":")
        if not line.startswith("#") and (not file or file.startswith(_WEB)):
            found |= set(words.split())
    return frozenset(found)


@cache
def english(language: str) -> frozenset[str]:
    """Words that a page of this language has no business with."""
    ours, theirs = set[str](), set[str]()
    for _entry, said_in_english, said in translated(language):
        ours |= _words(said_in_english)
        # A word the translation takes over is no word of the language.
        theirs |= _words(said) - _words(said_in_english)
        theirs |= {word.casefold() for word in words_of(said)} - _words(said_in_english)
    return frozenset(ours - theirs - staying(language) - EVERYWHERE)


@cache
def untranslated(language: str) -> frozenset[str]:
    """Sentences of the source whose translation is another one."""
    return frozenset(
        one
        for entry in catalogues()[language].entries.values()
        for one in (entry.key[1], entry.key[2])
        if one
        and not HELD.search(one)
        and one not in entry.forms
        and _words(one) - staying(language) - EVERYWHERE
    )


@cache
def _said(language: str) -> frozenset[str]:
    return frozenset(form for entry in catalogues()[language].entries.values() for form in entry.forms)


def stumbles(language: str, texts: Iterable[str], names: re.Pattern[str]) -> Iterator[str]:
    """What is wrong with these texts of a page in this language.

    Args:
        language: such as `pl`.
        texts: as they are shown.
        names: finds names, and what people typed.
    """
    for text in texts:
        plain = " ".join(names.sub(" ", " ".join(text.split())).split())
        if hole := HOLE.search(plain):
            yield f"hole {hole[0]} in {text!r}"
        if plain in untranslated(language) and plain not in _said(language):
            yield f"not translated: {text!r}"
        elif left := sorted(_words(plain) & english(language)):
            yield f"{', '.join(left)} in {text!r}"
