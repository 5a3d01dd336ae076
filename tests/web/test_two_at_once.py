"""An event in two languages: screens and slips say the most important words in both, everything else in the first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

import paper_cases
from course_cases import robin_hall
from muster.app.site.copying import Copy, copy_event
from muster.core.tournament import commands
from muster.people.models import Event
from muster.web.paper.options import Options
from muster.web.paper.sheets import pieces, sheets_of
from paper_cases import Shop, desk_of
from player_cases import begun, phones
from web_cases import Hall

pytestmark = pytest.mark.django_db

POLISH = {"accept-language": "pl"}


def in_two(hall: Hall, first: str = "pl", second: str = "en") -> Hall:
    Event.objects.filter(pk=hall.event.pk).update(language=first, second_language=second, listed=True)
    hall.event.refresh_from_db()
    return hall


def words(page: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(page.content.decode())).split())


def test_the_wall_says_headings_round_and_clock_in_both() -> None:
    hall = in_two(begun("armada-4.0"))
    page = Client().get(f"/e/{hall.event.code}/screen", headers={"accept-language": "en"})
    assert "Znajdź swój stół Find your table Runda 1 z 3 Round 1 of 3" in re.sub(
        "([zf]) 4", r"\1 3", words(page)
    )
    text = page.content.decode()
    assert '<small class="also" lang="en">Find your table</small>' in text
    assert 'data-running="Pozostały czas · Time left"' in text
    assert 'data-over="Koniec czasu · Time is up"' in text


def test_the_wall_counts_tables_still_playing_in_both() -> None:
    hall = in_two(begun("armada-4.0", 6))
    hall.play(leave=2)
    page = Client().get(f"/e/{hall.event.code}/screen")
    assert "2 stoły jeszcze grają 2 tables still playing" in words(page)


def test_the_wall_says_who_has_no_table_in_both() -> None:
    hall = in_two(robin_hall(5))
    hall.do(commands.StartStage())
    hall.publish()
    page = Client().get(f"/e/{hall.event.code}/screen").content.decode()
    assert '<b class="plate none">pauza <small class="also" lang="en">rests</small></b>' in page
    # Polish and English players both say bye.
    odd = Client().get(f"/e/{in_two(begun('armada-4.0', 5)).event.code}/screen").content.decode()
    assert re.search(r'class="plate none">\s*bye\s*</b>', odd)


@pytest.mark.parametrize(("first", "second"), [("pl", ""), ("pl", "pl"), ("pl", "xx"), ("", "")])
def test_without_a_second_language_nothing_is_said_twice(first: str, second: str) -> None:
    hall = in_two(begun(), first, second)
    screen = Client().get(f"/e/{hall.event.code}/screen", headers=POLISH)
    assert 'class="also"' not in screen.content.decode()
    assert "Find your table" not in words(screen)


def test_everybody_elses_pages_stay_in_one_language() -> None:
    hall = in_two(begun())
    one, _other = phones(hall)
    for address in (f"/e/{hall.event.code}", f"/e/{hall.event.code}/1/pairings", one.url):
        assert (
            'lang="en">' not in Client().get(address).content.decode().split("<main", 1)[1].split("</main")[0]
        )


@pytest.mark.parametrize(
    "regulations", ["armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2", "unlimited-1.3"]
)
def test_slips_ask_in_both(regulations: str) -> None:
    hall = in_two(begun(regulations))
    desk = desk_of(hall)
    options = Options({"paper": "a4", "round": "1", "language": "pl", "per": "4", "order": "list"})
    with translation.override("pl"):
        html = unescape("".join(pieces(desk, sheets_of(desk, "slips", options), options)))
    assert "Stół 1 / Table 1" in html
    assert "Podpisy / Signatures" in html
    assert re.search(r"Runda 1 z.(\d) / Round 1 of \1 ·", html)
    assert "Jak się skończyło? / How did it end?" in html or "/ How did it end?" in html
    assert html.count("per2") >= 4
    assert "per4" not in html


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    yield from paper_cases.shop(tmp_path_factory.mktemp("paper"))


def test_slips_in_both_stay_on_their_page(shop: Shop, tmp_path: Path) -> None:
    for regulations in ("armada-pl", "unlimited-1.3", "twin-suns-1.3"):
        hall = in_two(begun(regulations))
        for paper in ("a4", "letter"):
            with translation.override("pl"):
                made = shop.print(hall, "slips", paper=paper, language="pl")
            assert "Stół1/Table1" in made.text()
            assert not made.beyond(), (regulations, paper)
            # The round stands above the table, not across it.
            assert [words for _high, words in made.places("Runda|Stół")[:2]] == ["Runda", "Stół"]


def test_the_second_language_is_asked_for_and_must_be_another() -> None:
    hall = Hall()
    address = f"/desk/{hall.event.code}/settings"
    form = {"name": "Spring Open", "day": "2026-03-07", "time": "10:00", "time_zone": "Europe/Berlin"}
    for first, second in (("", "en"), ("pl", "pl"), ("pl", "xx")):
        assert (
            hall.client.post(address, {**form, "language": first, "second_language": second}).status_code
            == 422
        )
    sent = {**form, "language": "pl", "second_language": "en"}
    assert hall.client.post(address, sent).status_code == 302
    hall.event.refresh_from_db()
    assert (hall.event.language, hall.event.second_language) == ("pl", "en")
    later = Copy(name="Next", opens_at=hall.event.opens_at, staff=False, players=False)
    made = copy_event(hall.event, hall.actor, hall.organiser, later)
    assert isinstance(made, Event)
    assert made.second_language == "en"
