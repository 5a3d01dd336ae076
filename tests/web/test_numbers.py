"""Pages write numbers as their reader's language does; files for programs are the same for everybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muster.app.standings.read import rank_rows, standings_after
from muster.core.messages import ENGLISH, speak
from muster.web.templatetags.numbers import percent, score
from number_cases import Polish
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def _polish() -> Iterator[None]:
    speak(Polish())
    yield
    speak(ENGLISH)


def played() -> Hall:
    hall = Hall("legion-2.0")
    hall.begin(9)
    for _ in range(2):
        hall.publish()
        hall.play()
    return hall


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
