"""Pages write numbers as their reader's language does; files for programs are the same for everybody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import pytest
from django.utils import translation

from muster.app.rosters.checking import _message_of
from muster.app.standings.read import rank_rows, standings_after
from muster.core.messages import ENGLISH, figure, say, speak
from muster.web.templatetags.numbers import percent, score
from number_cases import Polish
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def _polish() -> Iterator[None]:
    speak(Polish())
    yield
    speak(translation)


def played() -> Hall:
    hall = Hall("legion-2.0")
    hall.begin(9)
    for _ in range(2):
        hall.publish()
        hall.play()
    return hall


def test_a_remark_kept_with_a_roster_is_said_with_the_marks_of_whoever_reads_it() -> None:
    remark = say("{lines} lines, {share}", lines=figure(12_345), share=percent(66), who=say("us"), few=3)
    kept = _message_of(json.loads(json.dumps(asdict(remark))))
    assert kept.said(ENGLISH) == "12,345 lines, 66 %"
    assert kept.said(Polish()) == "12\u00a0345 lines, 66%"


def test_in_templates() -> None:
    assert (str(percent(66)), str(score((8, 3)))) == ("66 %", "8–3")


@pytest.mark.usefixtures("_polish")
def test_standings_have_the_marks_of_the_reader_and_their_file_has_english_ones() -> None:
    assert (str(percent(66)), str(score((8, 3)))) == ("66%", "8:3")
    hall = played()
    table = standings_after(hall.state)
    values = [str(value) for row in rank_rows(hall.state, table, str) for value in row.values]
    decimals = [value for value in values if "," in value]
    assert decimals
    assert not [value for value in values if "." in value]
    shown = hall.get("standings").content.decode()
    for value in decimals:
        assert f">{value}<" in shown
    file = hall.get("standings-csv", 2).content
    speak(ENGLISH)
    assert hall.get("standings-csv", 2).content == file
