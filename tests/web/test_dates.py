"""Days and times are written as the reader's language writes them: how is a sentence of the catalogue."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.template import engines
from django.utils import translation

import muster
from catalogue_cases import extracted
from muster.web.management.extraction import DAYS
from muster.web.pseudo import pseudo as accented
from pseudo_cases import PSEUDO

SOURCE: Final = Path(muster.__file__).parent

WRITTEN: Final = re.compile(r"""(?<!_\()["']([A-Za-z](?:[ ,.:]+[A-Za-z])+)["']""")
"""A format in plain quotation marks."""

OF_WORDS: Final = re.compile(r"[DlFMNEb]")
"""Letters that stand for the name of a day or a month."""


def test_how_a_day_is_written_is_left_to_translators() -> None:
    plain = [
        f"{path.relative_to(SOURCE)}: {form}"
        for path in sorted(each for each in SOURCE.rglob("*") if each.suffix in {".html", ".txt", ".py"})
        for line in path.read_text(encoding="utf-8").splitlines()
        if "date:" in line or "date_format(" in line
        for form in WRITTEN.findall(line)
        if OF_WORDS.search(form)
    ]
    assert plain == []
    said = {text for _context, text, _many in extracted()}
    assert {"j F Y", "D j M Y, H:i", "l j F Y, H:i", *DAYS} <= said


def test_a_day_in_english_and_in_a_language_nobody_speaks(pseudo: None) -> None:
    page = engines["django"].from_string('{{ at|date:_("l j F Y, H:i") }}')
    at = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    assert page.render({"at": at}) == "Saturday 21 November 2026, 09:30"
    with translation.override(PSEUDO):
        assert page.render({"at": at}) == f"{accented('Saturday')} 21 November 2026, 09:30"


def test_the_language_nobody_speaks_keeps_the_letters_of_a_format() -> None:
    assert accented("j M Y, H:i T") == "j M Y, H:i T"
    assert accented("a b c?") != "a b c?"
