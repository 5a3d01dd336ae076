"""The wall of a day at tables of three and four: table and seat by name, who still plays, places, the final table."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from muster.app.screens.screens import ScreenInput, Show, keep_screen
from muster.core.ids import TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands
from public_cases import shown
from web_cases import Hall

pytestmark = pytest.mark.django_db


def _hall(players: int, structure: str = "basic") -> Hall:
    hall = shown(Hall("twin-suns-1.3", {"structure": structure}))
    hall.begin(players)
    hall.publish()
    return hall


def _section(hall: Hall, show: Show) -> str:
    """What a screen shows of this, as text."""
    keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=(show,), seconds=20))
    page = unescape(Client().get(reverse("screen:first", args=[hall.event.code])).content.decode())
    (found,) = re.findall(rf'<section id="{show}"[^>]*>(.*?)</section>', page, re.DOTALL)
    return " ".join(str(found).split())


def _lines(section: str) -> list[str]:
    return re.findall(r"<li[^>]*>(.*?)</li>", section)


@pytest.mark.parametrize("players", [3, 4, 5, 7, 11])
def test_everybody_finds_table_and_seat_by_name(players: int) -> None:
    hall = _hall(players)
    section = _section(hall, "pairings")
    assert "Find your table and your seat" in section
    lines = _lines(section)
    assert len(lines) == players
    found = []
    for line in lines:
        place = re.match(r'<b class="plate">(\d+)</b> <b class="seat-no">(\d)</b>', line)
        number = re.search(r"<bdi>\w+ A(\d+)</bdi>", line)
        assert number is not None
        if place is not None:
            found.append((int(place[1]), int(place[2]), int(number[1]) + 1))
    tables = hall.state.rounds[0].matches
    assert sorted(found) == [
        (table, seat, player)
        for table in sorted(tables)
        for seat, player in enumerate(tables[table].pairing.players, 1)
    ]
    assert len(found) == players - (players == 5), "one of five rests"


def test_names_beside_oneself_stand_where_there_is_room() -> None:
    line = _lines(_section(_hall(4), "pairings"))[0]
    assert line.split('class="than">')[1].split("</bdi>")[0].count(",") == 2


def test_a_table_still_playing_is_shown_with_everybody() -> None:
    hall = _hall(7)
    section = _section(hall, "missing")
    assert "2 tables still playing" in section
    assert [line.count(",") for line in _lines(section)] in ([3, 2], [2, 3])


def test_results_say_who_came_where_and_what_it_was_worth_the_best_first() -> None:
    hall = _hall(4)
    left = PlacingReport(end="decided", left=(0, 12, 7, 7))
    hall.do(commands.ReportResult(hall.state.rounds[0].number, TableNo(1), left))
    lines = _lines(_section(hall, "results"))
    found = [(re.search(r"place (\d)", line), re.search(r'class="score">(\d)<', line)) for line in lines]
    assert [(place and place[1], points and points[1]) for place, points in found] == [
        ("1", "5"), ("2", "2"), ("2", "2"), ("4", "1"),
    ]  # fmt: skip


def test_the_final_table_stands_in_the_bracket_with_all_of_it() -> None:
    hall = _hall(7, "advanced")
    for _ in range(2):
        hall.play()
        hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    names = re.findall(r'<p class="playing[^"]*"><small>\d</small><bdi>', _section(hall, "bracket"))
    assert len(names) == 4
    hall.play()
    assert len(re.findall(r'<p class="won', _section(hall, "bracket"))) == 1
