"""Names looked for as people type them: without capitals and accents, the same on every database.

Databases fold capitals by rules of their own, SQLite those of English letters alone: `łódź` would not find `Łódź`. Here
one query reads the texts, which are folded as everywhere else (`muster.exchange.folding`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muster.exchange.folding import folded


class Texts:
    """The texts of rows by their primary keys, to be searched word by word."""

    def __init__(self, *tables: Iterable[tuple[Any, ...]]) -> None:
        """Each row of a table is a primary key and its texts; a key may stand in several rows and tables."""
        self._texts = dict[int, str]()
        for key, *texts in (row for table in tables for row in table):
            self._texts[key] = "\n".join([self._texts.get(key, ""), *(folded(text or "") for text in texts)])

    def having(self, word: str) -> set[int]:
        """The rows that have it in one of their texts."""
        wanted = folded(word)
        return {key for key, text in self._texts.items() if wanted in text}

    def fitting(self, words: str) -> set[int]:
        """The rows that have each of these words; all of them where there is none."""
        found = [self.having(word) for word in folded(words).split()]
        return set(self._texts).intersection(*found)
