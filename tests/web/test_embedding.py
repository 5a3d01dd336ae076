"""Standings, pairings and bracket on other sites: on those that the organiser names, and nowhere else."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from muster.app.events.frames import read_frames
from muster.people.models import Event
from public_cases import CUT, address, day, shown, text
from web_cases import Hall

pytestmark = pytest.mark.django_db

CLUB = "https://club.example"


def test_without_a_site_named_they_are_refused_as_every_page_is() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    for part in ("standings", "pairings", "bracket"):
        answer = Client().get(address(hall, "embed", 1, part))  # type: ignore[arg-type]
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_sites_that_are_named_may_show_them_and_no_other_page() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    Event.objects.filter(pk=hall.event.pk).update(frames=f"{CLUB}\nhttp://localhost:8080")
    answer = Client().get(address(hall, "embed", 1, "pairings"))  # type: ignore[arg-type]
    assert "X-Frame-Options" not in answer.headers
    policy = answer.headers["Content-Security-Policy"]
    assert f"frame-ancestors {CLUB} http://localhost:8080" in policy
    assert "default-src 'none'" in policy
    assert not answer.cookies
    assert "<form" not in text(answer)
    whole = Client().get(address(hall, "pairings", 1))
    assert whole.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in whole.headers["Content-Security-Policy"]


def test_each_part_shows_what_there_is_through_the_day() -> None:
    hall = shown(Hall("armada-4.0", CUT))
    pages: dict[str, str] = {}
    for phase in day(hall):
        pages = {
            part: text(Client().get(address(hall, "embed", 1, part)))  # type: ignore[arg-type]
            for part in ("standings", "pairings", "bracket")
        }
        assert ("nothing here yet" in pages["pairings"]) == (not hall.state.rounds), phase
        assert ("nothing here yet" in pages["bracket"]) == (hall.state.seeds is None), phase
    assert 'class="top-list"' in pages["standings"]
    assert 'class="pairs"' in pages["pairings"]
    assert 'class="bracket-strip"' in pages["bracket"]
    assert Client().get(address(hall, "embed", 1, "journal")).status_code == 404  # type: ignore[arg-type]


def test_a_draft_is_shown_on_no_site() -> None:
    hall = Hall()
    Event.objects.filter(pk=hall.event.pk).update(frames=CLUB)
    assert Client().get(address(hall, "embed", 1, "pairings")).status_code == 404  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "origins"),
    [
        ("https://club.example/league?x=1", (CLUB,)),
        ("Club.Example", (CLUB,)),
        ("https://club.example:443 https://club.example:8443", (CLUB, f"{CLUB}:8443")),
        ("https://żółw.example", ("https://xn--w-uga1v8h.example",)),
        ("", ()),
    ],
)
def test_an_address_counts_as_its_origin(typed: str, origins: tuple[str, ...]) -> None:
    found = read_frames(typed)
    assert not found.problems
    assert found.origins == origins


@pytest.mark.parametrize(
    "typed",
    [
        "*",
        "https://*.example",
        "javascript:alert(1)",
        "'self'",
        "https://a:b@x.example",
        "https://x;y",
        # By the rules of 2003, and so to Python, this is strasse.example; to browsers it is another site.
        "https://straße.example",
        "https://STRAẞE.example",
        "https://club\u200d.example",
    ],
)
def test_what_is_no_address_of_a_site_is_refused(typed: str) -> None:
    found = read_frames(typed)
    assert found.problems
    assert not found.origins


def test_there_are_ten_at_most() -> None:
    found = read_frames("\n".join(f"https://club{number}.example" for number in range(11)))
    assert len(found.problems) == 1
    assert len(found.origins) == 10


def test_the_organiser_names_them_in_the_settings_and_learns_what_is_none() -> None:
    hall = Hall()
    form = {
        "name": "Cup",
        "day": "2026-12-05",
        "time": "10:30",
        "time_zone": "Europe/Warsaw",
        "price": " 40 zł ",
    }
    url = reverse("desk:settings", args=[hall.event.code])
    hall.client.post(url, {**form, "frames": f"{CLUB}/league\n{CLUB}", "on_front": "on"})
    hall.event.refresh_from_db()
    assert (hall.event.frames, hall.event.price, hall.event.on_front) == (CLUB, "40 zł", True)
    code = f'src="http://testserver/e/{hall.event.code}/1/embed/standings"'
    shown = unescape(text(hall.client.get(url)))
    assert code in shown, "what they put into their page"
    refused = hall.client.post(url, {**form, "frames": "*"})
    assert refused.status_code == 422
    assert "* is not an address such as https://club.example." in text(refused)
