"""Paper of a day at tables of three and four: slips with a line for each seat, who sits where, the final table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from muster.core.tournament import commands
from muster.web.paper.choices import offers
from paper_cases import STRANGE, Shop, called, shop
from public_cases import shown
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def press(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    yield from shop(Path(tmp_path_factory.mktemp("paper")))


def _hall(players: int, structure: str = "basic") -> Hall:
    hall = shown(Hall("twin-suns-1.3", {"structure": structure}))
    hall.begin(players)
    hall.publish()
    return hall


@pytest.mark.parametrize("players", [3, 4, 7, 11])
def test_a_slip_has_a_line_for_each_seat_with_what_is_left_place_and_signature(
    press: Shop, players: int
) -> None:
    hall = _hall(players)
    tables = hall.state.rounds[0].matches
    printed = press.print(hall, "slips")
    text = printed.text()
    for words in ("HPleftofthebase", "Place", "Signature", "nevercame", "Playedout", "Time"):
        assert text.count(words) >= len(tables)
    assert len(re.findall(r"[A-Z][a-z]+A\d+", text)) == players
    assert not printed.beyond()
    assert len(printed.codes()) == min(4, len(tables))


def test_long_and_strange_names_fit_the_lines_of_a_slip(press: Shop) -> None:
    hall = _hall(5)
    called(hall, STRANGE)
    assert not press.print(hall, "slips").beyond()


@pytest.mark.parametrize("players", [4, 7, 40])
def test_sheets_by_name_and_by_table_say_table_and_seat(press: Shop, players: int) -> None:
    hall = _hall(players)
    for kind in ("names", "tables"):
        printed = press.print(hall, kind)
        assert "Seat" in printed.text()
        assert len(re.findall(r"[A-Z][a-z]+[AB]\d+", printed.text())) >= players
        assert not printed.beyond()


def test_blank_sheets_have_seats(press: Shop) -> None:
    printed = press.print(_hall(8), "blank", players=8, rounds=2)
    assert printed.text().count("Seat") >= 2
    assert not printed.beyond()


def test_the_bracket_of_a_cut_at_tables_has_all_of_the_final_table(press: Shop) -> None:
    hall = _hall(7, "advanced")
    bracket = next(one for one in offers(hall.tournament, hall.state) if one.kind == "bracket")
    assert bracket.why_not, "there is no empty sheet for tables"
    for _ in range(2):
        hall.play()
        hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    printed = press.print(hall, "bracket")
    assert len(re.findall(r"[A-Z][a-z]+A\d+", printed.text())) == 4
    assert "Top4" in printed.text()
    assert not printed.beyond()
