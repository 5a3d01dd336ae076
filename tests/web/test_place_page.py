"""A player's final place as a page and a picture to share: once there are places, for names everybody may see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from look_cases import PHASES
from muster.app.registration.erasing import erase
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.people.models import Entry
from muster.web.public.context import Floor
from muster.web.public.share.place import PlaceCard, place_of
from public_cases import address, see, shown
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA = tmp_path


def finished() -> tuple[Hall, list[PlayerId]]:
    hall = shown(PHASES["finished"]())
    return hall, [one.player for one in queries.shown_places(hall.state)]


def test_it_says_which_place_of_how_many_and_has_a_text_to_post(settings: Any) -> None:
    hall, players = finished()
    settings.ORIGIN = "https://muster.example"
    page = " ".join(see(hall, "place", 1, players[4]).split())
    assert f"Place 5 of {len(players)}" in page
    assert f"Place 5 of {len(players)} at Spring Open, 7 March 2026." in page
    assert (
        f'og:image" content="https://muster.example{address(hall, "place-picture", 1, players[4])}"' in page
    )
    assert "noindex" in page
    assert address(hall, "place", 1, players[4]) in see(hall, "final", 1)


def test_its_picture_is_drawn(settings: Any) -> None:
    hall, players = finished()
    answer = Client().get(address(hall, "place-picture", 1, players[0]))
    assert answer.status_code == 200
    assert answer.content.startswith(b"\x89PNG")
    assert len(answer.content) < 120_000


def test_the_picture_has_the_place_the_name_and_the_event(rf: Any) -> None:
    hall, players = finished()
    floor = Floor(rf.get("/"), hall.event, hall.tournament, "final")
    card = PlaceCard(hall.event, [hall.tournament], place_of(floor, players[1]))
    assert (card.line, card.tag) == ("Spring Open", f"Place 2 of {len(players)}")
    assert card.words == floor.name(players[1])
    assert [one.words for one in card.facts] == ["7 March 2026"]


@pytest.mark.parametrize("name", ["place", "place-picture"])
def test_before_the_end_and_for_numbers_nobody_has_there_is_nothing(name: str) -> None:
    playing = shown(PHASES["playing"]())
    assert Client().get(address(playing, name, 1, 1)).status_code == 404
    hall, _players = finished()
    assert Client().get(address(hall, name, 1, 999)).status_code == 404


def test_it_shows_no_name_that_the_places_do_not_show() -> None:
    hall, players = finished()
    person = Entry.objects.get(tournament=hall.tournament, player=players[2]).person
    name = person.name
    assert name in see(hall, "place", 1, players[2])
    erase(person, hall.actor)
    assert name not in see(hall, "place", 1, players[2])
