"""The share picture of an event: what stands on it before, during and after the day, and that it is drawn once."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from PIL import Image

from look_cases import PHASES
from muster.people.models import Event, Person, Venue
from muster.web.page import show
from muster.web.paper.press import PressError
from muster.web.public.share import drawing
from muster.web.public.share.art import HEIGHT, WIDTH, art_of
from muster.web.public.share.page import CardFact, ShareCard
from web_cases import Hall

pytestmark = pytest.mark.django_db

LONGEST_KNOWN = "Piotr Aleksander Brzęczyszczykiewicz-Chrząszczewski"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA = tmp_path
    return tmp_path


def listed(hall: Hall) -> Hall:
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    return hall


def card(hall: Hall) -> ShareCard:
    event = Event.objects.get(pk=hall.event.pk)
    return ShareCard(event, [hall.tournament])


def asked(hall: Hall) -> HttpResponse:
    return Client().get(reverse("public:picture", args=[hall.event.code]))  # type: ignore[return-value]


def test_before_the_day_it_has_the_event_the_day_and_the_place() -> None:
    hall = PHASES["entered"]()
    hall.event.venue = Venue.objects.create(keeper=hall.organiser, name="Dragon Shop, Kraków")
    hall.event.save()
    found = card(hall)
    assert (found.words, found.line) == ("Spring Open", "Star Wars: Legion")
    assert found.tag == found.day
    assert [(one.label, one.words) for one in found.facts] == [
        ("Players", "9"),
        ("Where", "Dragon Shop, Kraków"),
    ]


def test_while_it_is_played_it_has_the_round() -> None:
    found = card(PHASES["playing"]())
    assert found.tag == "Round 1 of 3"
    assert found.words == "Spring Open"
    assert [one.label for one in found.facts] == ["Players", "When"]
    assert card(PHASES["eliminating"]()).tag == "Round 4: final"


def test_afterwards_it_has_the_champion_and_the_next_best() -> None:
    hall = PHASES["finished"]()
    found = card(hall)
    assert found.tag == "Champion"
    assert found.line == "Spring Open"
    (champion,) = found.winners
    assert found.words == champion
    assert [one.label for one in found.facts][:2] == ["Place 2", "Place 3"]
    assert champion not in {one.words for one in found.facts}


def test_an_event_that_is_called_off_says_so_and_one_without_a_tournament_has_its_name() -> None:
    hall = PHASES["entered"]()
    Event.objects.filter(pk=hall.event.pk).update(cancelled_at=hall.event.created_at)
    assert card(hall).tag == "Called off"
    empty = ShareCard(hall.event, [])
    assert (empty.words, empty.line, empty.facts) == ("Spring Open", "", [])


@pytest.mark.parametrize(
    ("words", "size"),
    [("Ø", "s34"), ("Dragon Shop, Kraków", "s34"), (LONGEST_KNOWN, "s20"), ("山" * 40, "s20")],
)
def test_longer_words_are_smaller(words: str, size: str) -> None:
    assert CardFact("Where", words).size == size


def test_the_drawing_is_the_same_for_an_event_every_time_and_lies_in_the_picture() -> None:
    assert art_of("ABC234") == art_of("ABC234") != art_of("ABC235")
    assert all(0 <= star.x < WIDTH and 0 <= star.y < HEIGHT for star in art_of("ABC234").stars)


def test_it_is_a_small_png_of_1200_by_630_and_drawn_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = listed(PHASES["finished"]())
    Person.objects.filter(entries__tournament=hall.tournament).update(name=LONGEST_KNOWN)
    answer = asked(hall)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (WIDTH, HEIGHT)
    assert len(answer.content) < 120_000
    monkeypatch.setattr(drawing.PRESS, "make", None)
    assert asked(hall).content == answer.content
    assert len(list(folder.glob("pictures/*"))) == 1


def test_a_name_is_words_and_nothing_else() -> None:
    hall = PHASES["finished"]()
    Event.objects.filter(pk=hall.event.pk).update(name='<img src="qr:x"><script>alert(1)</script>')
    page = card(hall)
    request = Client().get("/").wsgi_request
    text = show(request, page).content.decode()
    assert "<script>" not in text
    assert "<img" not in text


def test_where_it_cannot_be_drawn_the_mark_of_the_site_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_work: object) -> None:
        raise PressError("no Pango")

    monkeypatch.setattr(drawing.PRESS, "make", broken)
    answer = asked(listed(PHASES["entered"]()))
    assert answer.status_code == 302
    assert answer["Location"].endswith("player-512.png")


def test_the_oldest_pictures_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST", 2)
    made = [drawing.picture(f"<p>{number}") for number in range(3)]
    assert all(one.startswith(b"\x89PNG") for one in made)
    assert len(list(folder.glob("pictures/*.png"))) == 2


def test_a_draft_is_for_nobody_else_and_many_questions_are_slowed_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = PHASES["entered"]()
    assert asked(hall).status_code == 404
    monkeypatch.setattr("muster.web.limits.MOST", {"picture": 0, "code": 30})
    assert asked(listed(hall)).status_code == 429


def test_pages_name_the_picture_where_the_site_knows_its_own_name(settings: Any) -> None:
    hall = listed(PHASES["playing"]())
    address = reverse("public:event", args=[hall.event.code])
    assert "og:image" not in Client().get(address).content.decode()
    settings.ORIGIN = "https://muster.example"
    page = Client().get(address).content.decode()
    assert f'property="og:image" content="https://muster.example{address}/picture.png"' in page
