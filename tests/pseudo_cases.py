"""What tests in the pseudo-language share: its catalogue, and what stays in plain letters on a page.

Every letter of a sentence in the pseudo-language has an accent, so three plain letters in a row were never handed to
translators, or are a name, or a regulation's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import models
from django.test import override_settings
from django.utils import translation
from pydantic import BaseModel

from database_cases import alone, folder_of_run
from muster.app.common.languages import offered, sources
from muster.core.messages import speak
from muster.rules.ledger import ledgers
from muster.rules.load import available, load, ready_made
from muster.rules.penalty_files import table_for

PSEUDO: Final = "en-xa"

PLAIN: Final = re.compile(r"[A-Za-z]{3,}")

CODES: Final = re.compile(r"[A-Z]{3}(-[A-Z]+)+(-\d+)?\b|\b[a-z]+(-[a-z]+)*[-/]\d+\b|\bfirst-round-bye\b")
"""Clauses, and what a draw is for as its hash has it: `pairs/2`."""

SAME: Final = re.compile(
    r"https?://\S+|\b(localhost|testserver)/\S*|[\w.+-]+@[\w.-]+|\bMuster\b|\b(Ctrl|Enter|Esc|Alt|Shift|Tab)\b"
    r"|\b(CSV|JSON|TOML|PDF|UTF|Excel|Unicode|Letter|Pseudo)\b|\(\.zip\)|printf .*|muster verify.*"
    r"|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b"
    r"|[\w./-]*\d[\w./-]*|\{\w+\}|" + "|".join(re.escape(name) for _code, name in offered(sources()))
)
"""What is the same in every language: addresses, clauses, keys, formats, names of languages, whatever holds digits; and
days, whose names are Django's."""


@pytest.fixture(scope="session")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pseudo-language, made of every sentence as it stands in the code; once for all processes of a run."""
    shared = folder_of_run(tmp_path_factory)
    folder = shared / "locale"
    with alone(shared):
        if not folder.exists():
            call_command("makepseudo", to=str(folder), verbosity=0)
    return folder


@pytest.fixture
def pseudo(catalogue: Path) -> Iterator[None]:
    speak(translation)
    with override_settings(
        LANGUAGES=[*settings.LANGUAGES, (PSEUDO, "Pseudo")], LOCALE_PATHS=[*settings.LOCALE_PATHS, catalogue]
    ):
        yield
    translation.activate("en")


_SHOWN: Final = (
    "title",
    "alt",
    "placeholder",
    "aria-label",
    "aria-description",
    "label",
    "content",
    "summary",
)
_HIDDEN: Final = re.compile(r"^(data-(?!topics|key)|hx-confirm)")


_SILENT: Final = ("script", "style", "textarea")


class Words(HTMLParser):
    """The words of a page that people see or hear, and those it hands its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self._silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        if tag != "meta":
            self.words += [value for name, value in attrs if value and self._is_shown(name, value)]

    @staticmethod
    def _is_shown(name: str, value: str) -> bool:
        return name in _SHOWN or bool(_HIDDEN.match(name) and " " in value)

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.words.append(" ".join(data.split()))


def plain(texts: Iterable[str], given: re.Pattern[str]) -> list[str]:
    """What stands in plain letters in these texts, apart from what is `given`: names and others' own words."""
    return [left for text in texts if PLAIN.search(left := _without(text, given))]


@lru_cache(maxsize=1 << 16)
def _without(text: str, given: re.Pattern[str]) -> str:
    """A text without what is the same in every language; most pages repeat what others say."""
    if not PLAIN.search(text):
        return ""
    # A clause may stand in others' words, and such words in a code.
    ways = (given.sub(" ", CODES.sub(" ", text)), CODES.sub(" ", given.sub(" ", text)))
    return min((SAME.sub(" ", way) for way in ways), key=lambda left: len(PLAIN.findall(left)))


def plain_words(page: str, given: re.Pattern[str]) -> list[str]:
    """What stands in plain letters on a page, apart from what is `given`."""
    return plain(Words(page).words, given)


def any_of(phrases: Iterable[str]) -> re.Pattern[str]:
    """Finds any of these phrases, as whole words, the longest first."""
    wanted = sorted({one.strip() for one in phrases if PLAIN.search(one)}, key=len, reverse=True)
    return re.compile(
        r"(?<!\w)(?:" + "|".join(map(re.escape, wanted)) + r")(?!\w)" if wanted else r"(?!)", re.IGNORECASE
    )


def on_record() -> Iterator[str]:
    """Every text in the database: names, and what people typed."""
    for model in apps.get_models():
        texts = [
            one.attname
            for one in model._meta.concrete_fields
            if isinstance(one, (models.CharField, models.TextField))
        ]
        for row in model._base_manager.values_list(*texts):
            for text in filter(lambda one: isinstance(one, str), row):
                yield text[:500]
                # A list as it was pasted: `Name: Home Fleet`.
                yield from (line.rpartition(": ")[2] for line in text[:5000].splitlines())


def texts_of(value: Any) -> Iterator[str]:
    """Every text in a document's data, such as a game's regulations."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, BaseModel):
        yield from texts_of(dict(value))
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for each in value:
            yield from texts_of(each)


@cache
def words_of_rules() -> frozenset[str]:
    """Every text of all regulations, sentence by sentence, and of tables of penalties."""
    loaded = [load(summary.id) for summary in (*available(), *ready_made())]
    titles = {f"{one.document.name} {one.document.version}" for one in loaded}
    words = frozenset(titles).union(
        *(texts_of(one) for one in loaded),
        *(texts_of(table_for(one)) for one in loaded),
        *({one.sentence, one.section} for each in ledgers().values() for one in each.sentences),
    )
    return words - {"Muster"}  # who made what comes ready-made, and a word of commands
