"""Lists of names stand in their reader's order and are searched without accents, on pages, screens and paper."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from muster.people.models import Entry, Event, Person
from muster.web.paper.options import Options
from muster.web.paper.sheets import pieces, sheets_of
from paper_cases import desk_of
from player_cases import begun
from web_cases import Hall

pytestmark = pytest.mark.django_db

NAMES = ("Żaneta", "Lwow", "Łukasz", "Luzak", "Ćwik", "Cyran", "Zyta", "Adam")
POLISH = ["Adam", "Cyran", "Ćwik", "Luzak", "Lwow", "Łukasz", "Zyta", "Żaneta"]
ENGLISH = ["Adam", "Ćwik", "Cyran", "Łukasz", "Luzak", "Lwow", "Żaneta", "Zyta"]
ORDERS = [("pl", POLISH), ("en", ENGLISH)]


@pytest.fixture
def hall() -> Hall:
    cache.clear()
    hall = begun()
    for entry, name in zip(Entry.objects.order_by("player"), NAMES, strict=True):
        Person.objects.filter(pk=entry.person_id).update(name=name)
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    return hall


def in_order(page: Any, *, each: int = 1) -> list[str]:
    """The names on a page in the order in which they come first, or of every so many."""
    text = page if isinstance(page, str) else unescape(page.content.decode())
    return re.findall("|".join(NAMES), text)[::each]


@pytest.mark.parametrize(("language", "names"), ORDERS)
def test_pages_sort_names_as_their_reader_does(hall: Hall, language: str, names: list[str]) -> None:
    asking, code = {"accept-language": language}, hall.event.code
    players = Client().get(f"/e/{code}/1/players", headers=asking)
    assert in_order(players.content.decode().split('id="rows"')[1]) == names
    pairings = Client().get(f"/e/{code}/1/pairings/names", headers=asking)
    assert in_order(pairings.content.decode().split('id="rows"')[1], each=2) == names
    desk = hall.client.get(hall.url("people"), headers=asking).content.decode()
    assert list(dict.fromkeys(in_order(desk.split("<tbody")[1]))) == names


@pytest.mark.parametrize(("language", "names"), ORDERS)
def test_screens_and_paper_sort_names_as_the_event_does(hall: Hall, language: str, names: list[str]) -> None:
    Event.objects.filter(pk=hall.event.pk).update(language=language)
    for asked in ("en", "pl"):
        screen = Client().get(f"/e/{hall.event.code}/screen", headers={"accept-language": asked})
        assert list(dict.fromkeys(in_order(screen)[::2])) == names
    with translation.override(language):
        desk, options = desk_of(hall), Options({"paper": "a4", "round": "1", "language": language})
        printed = "".join(pieces(desk, sheets_of(desk, "names", options), options))
    assert in_order(printed, each=2) == names


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize(
    ("typed", "name"), [("lukasz", "Łukasz"), ("ŁUKASZ", "Łukasz"), ("zan", "Żaneta"), ("cwi", "Ćwik")]
)
def test_names_are_found_with_and_without_accents(hall: Hall, language: str, typed: str, name: str) -> None:
    asking = {"accept-language": language}
    found = Client().get(f"/e/{hall.event.code}/1/players", {"q": typed}, headers=asking)
    assert in_order(found.content.decode().split('id="rows"')[1]) == [name]
    desk = hall.client.get(hall.url("people"), {"q": typed}, headers=asking).content.decode()
    assert set(in_order(desk.split("<tbody")[1].split("</table")[0])) == {name}


def test_standings_are_the_same_whoever_reads(hall: Hall) -> None:
    hall.play()
    orders = [
        in_order(Client().get(f"/e/{hall.event.code}/1/standings", headers={"accept-language": one}))
        for one in ("pl", "en")
    ]
    assert orders[0] == orders[1]
