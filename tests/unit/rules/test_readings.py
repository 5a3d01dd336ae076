"""The words of the readings are those of the documentation, and every reading a file names has some."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from muster.rules.basis import Cited, Part
from muster.rules.readings import READINGS, readings_of
from tournament_cases import IDS, rules

DOCS = Path(__file__).parents[3] / "docs" / "regulations.md"


def cited(part: object) -> set[str]:
    found = set[str]()
    if isinstance(part, Cited) and part.reading:
        found |= set(part.reading.split(", "))
    if isinstance(part, Part):
        parts = [getattr(part, name) for name in type(part).model_fields]
    elif isinstance(part, dict):
        parts = list(part.values())
    else:
        parts = list(part) if isinstance(part, tuple) else []
    return found.union(*map(cited, parts))


def test_the_words_are_those_of_the_documentation() -> None:
    text = DOCS.read_text(encoding="utf-8").split("## Readings", 1)[1]
    rows = re.findall(r"^\| ([BF][0-9a-z, B]+) \| (.*) \|$", text, re.MULTILINE)
    told = {one: words for numbers, words in rows for one in numbers.split(", ")}
    plain = {
        one: re.sub(r" \(variant `[a-z_]+`\)", "", words).replace('"', "'") for one, words in told.items()
    }
    assert {one: re.sub("[“”]", "'", str(words)) for one, words in READINGS.items()} == plain


@pytest.mark.parametrize("regulations", IDS)
def test_every_reading_a_file_names_has_words(regulations: str) -> None:
    assert cited(rules(regulations)) <= set(READINGS)


def test_several_readings_at_once() -> None:
    assert [number for number, _words in readings_of("B9, B19, B999")] == ["B9", "B19"]
    assert readings_of("") == []
