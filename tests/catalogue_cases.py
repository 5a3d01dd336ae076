"""What tests of the catalogues look at: the sentences, what must stay in a translation, and words left in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from muster.app.common.languages import sources
from muster.exchange.translations import Spoken, Translation, read
from muster.web.management.extraction import every_sentence

SPOKEN: Final = ("pl",)
"""Languages that are finished, and stay so."""

HELD: Final = re.compile(r"\{[^{}]*\}|%\([^)]*\)[sd]|%%[sd]?|%[sd]\b")
"""What is put into a sentence."""

COUNTED: Final = frozenset({"{count}", "%(count)s", "%(counter)s"})
"""What the form for one may leave out: "a round"."""

TAG: Final = re.compile(r"</?[a-z]\w*")

_SAME: Final = re.compile(
    r"`[^`]*`|<[^>]*>|&\w+;|https?://\S+|\S+@\S+|--?[a-z][\w-]*|\b[A-Z][A-Z_]{3,}\b|\b[A-Z]{3}(-[A-Z]+)+(-\d+)?"
    r"|[\w{}<>-]*[._/][\w{}<>./-]*\w|\b[a-z]+(-[a-z]+)+\b|/[a-z]+"
)
"""What programs read: code, tags, addresses, options, clauses, variables, files, ids."""

_WORD: Final = re.compile(r"[^\W\d_]{4,}")


@cache
def catalogues() -> Mapping[str, Spoken]:
    """Every catalogue as it stands, by language."""
    return {code: read(file.read_text(encoding="utf-8")) for code, file in sources().items()}


@cache
def extracted() -> Mapping[tuple[str, str, str], tuple[str, ...]]:
    """Every sentence of the source."""
    return every_sentence()


def translated(language: str) -> Iterator[tuple[Translation, str, str]]:
    """Every form of every translation with the English it stands for."""
    for entry in catalogues()[language].entries.values():
        _context, one, many = entry.key
        for at, form in enumerate(entry.forms):
            yield entry, (many or one) if at else one, form


def held(sentence: str) -> set[str]:
    """What is put into a sentence."""
    return set(HELD.findall(sentence))


def words_of(sentence: str) -> set[str]:
    """The words of a sentence of four letters or more, but for what programs read."""
    return set(_WORD.findall(_SAME.sub(" ", HELD.sub(" ", sentence))))


@cache
def _staying(language: str) -> Mapping[str, frozenset[str]]:
    """Words that are the same in English and this language, by the file of the source where they are; "" for any."""
    file = Path(__file__).parent / "spoken" / f"{language}.txt"
    found: dict[str, frozenset[str]] = {"": frozenset()}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if not line.startswith("#"):
            where, _, words = line.rpartition(":")
            found[where] = found.get(where, frozenset()) | frozenset(words.split())
    return found


def may_stay(language: str, word: str, files: Iterable[str]) -> bool:
    """Whether a word may stand in a translation as in English: a name, what players say, what a program reads."""
    known, where = _staying(language), list(files)
    return word in known[""] or (bool(where) and all(word in known.get(file, ()) for file in where))


def left_over(language: str) -> Iterator[tuple[str, str]]:
    """English words that stand in translations and may not, each with its translation."""
    for entry, english, said in translated(language):
        for word in words_of(english) & words_of(said):
            if not may_stay(language, word.casefold(), entry.files):
                yield word, said


def unused(language: str) -> set[str]:
    """Words that may stay and do not."""
    listed = {(file, word) for file, words in _staying(language).items() for word in words}
    for entry, english, said in translated(language):
        for word in words_of(english) & words_of(said):
            listed -= {(file, word.casefold()) for file in ("", *entry.files)}
    return {word for _file, word in listed}
