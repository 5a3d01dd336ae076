"""The remote of the walls, and the plan of a screen by moments of the day."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from muster.app.common.access import Actor, DeniedError
from muster.app.floor import notices
from muster.app.screens.remote import press
from muster.app.screens.screens import LARGE, ScreenInput, ScreenPlan, keep_screen, screen_of
from muster.app.screens.wall import wall_of
from muster.core.tournament import commands
from muster.people.models import Event, Screen
from muster.web.wall.lines import Lists
from web_cases import Hall

pytestmark = pytest.mark.django_db


def shown(players: int = 8, **setup: Any) -> Hall:
    hall = Hall("unlimited-1.3", setup=setup)
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.event.refresh_from_db()
    hall.begin(players)
    hall.publish()
    return hall


def wall(hall: Hall, number: int = 1) -> str:
    page = Client().get(reverse("screen:screen", args=[hall.event.code, number]))
    assert page.status_code == 200
    return unescape(page.content.decode())


def said(hall: Hall, what: str, number: int = 1) -> str:
    (found,) = re.findall(rf'data-{what}="([^"]*)"', wall(hall, number))
    return str(found)


def test_the_remote_turns_the_page_holds_it_and_goes_back_to_the_plan() -> None:
    hall = shown()
    page = hall.get("remote").content.decode()
    assert "Screen 1" in page
    assert "Back to the plan" not in page
    for key, turns, held in (("next", "1", ""), ("next", "2", ""), ("hold", "2", "hold"), ("plan", "2", "")):
        assert hall.post("remote-key", 1, press=key).status_code == 200
        assert (said(hall, "turns"), said(hall, "held")) == (turns, held)
    hall.post("remote-key", 1, press="hold")
    assert "Back to the plan" in hall.get("remote").content.decode()


def test_what_the_remote_puts_on_a_screen_stays_until_the_plan_is_back() -> None:
    hall = shown()
    hall.post("remote-key", 1, press="missing")
    assert said(hall, "plan") == ":missing"
    hall.post("remote-key", 1, press="standings")
    assert "pairings" in said(hall, "plan"), "there are none yet: the plan goes on"
    hall.play()
    assert said(hall, "plan") == ":standings"
    hall.post("remote-key", 1, press="plan")
    assert Screen.objects.get().held == ""


def test_only_what_there_is_can_be_put_on() -> None:
    hall = shown()
    page = hall.get("remote").content.decode()
    assert 'value="pairings"' in page
    assert 'value="standings"' not in page
    for number, key in ((1, "fireworks"), (1, ""), (7, "next")):
        assert hall.post("remote-key", number, press=key).status_code == 404


def test_the_remote_says_something_and_takes_it_down() -> None:
    hall = shown()
    assert hall.post("remote-tell", text="").status_code == 422
    assert hall.post("remote-tell", text="Lunch at noon", urgent="on").status_code == 200
    assert "Lunch at noon" in wall(hall)
    (one,) = notices.notices_of(hall.event.pk)
    assert hall.post("remote-take-down", one.pk).status_code == 200
    assert hall.post("remote-take-down", 999).status_code == 404
    assert "Lunch at noon" not in wall(hall)


def test_the_remote_shows_the_places() -> None:
    hall = shown(structure="custom", rounds=1, cut=0)
    hall.play()
    hall.do(commands.FinishTournament())
    assert "Show them one by one" in hall.get("remote").content.decode() or "one by one" in unescape(
        hall.get("remote").content.decode()
    )
    answer = hall.post("reveal", act="hold", seen="", at="remote")
    assert answer.redirect_chain[-1][0].endswith("/hall/remote")  # type: ignore[attr-defined]
    assert said(hall, "plan") == ":reveal"


def test_the_remote_is_for_those_who_may_touch_the_hall() -> None:
    hall = shown()
    assert hall.staff("judge").get(hall.url("remote")).status_code == 403
    with pytest.raises(DeniedError):
        press(hall.event, Actor("account:99", "judge"), 1, "next")


# The plan by moments


def test_a_screen_has_its_own_plan_for_a_moment_of_the_day() -> None:
    hall = shown()
    sent = {"name": "", "seconds": "12", "first-posted": "missing", "then-posted": "welcome"}
    assert hall.post("keep-screen", 1, **sent, **{"first-complete": "results"}).status_code == 200
    assert said(hall, "plan") == ":missing|welcome"
    page = hall.get("screens").content.decode()
    assert '<option value="missing" selected>' in page
    hall.play()
    assert said(hall, "plan") == ":results"
    hall.publish()
    assert said(hall, "plan") == ":missing|welcome"
    hall.post("keep-screen", 1, name="", seconds="12")
    assert "pairings" in said(hall, "plan"), "as usual again"


def test_a_plan_that_cannot_be_is_refused_and_what_was_chosen_stays() -> None:
    hall = shown()
    answer = hall.post("keep-screen", 1, name="", seconds="999", **{"first-cut": "results", "share": "2"})
    assert answer.status_code == 422
    assert '<option value="results" selected>' in answer.content.decode()
    assert isinstance(
        keep_screen(hall.event, hall.actor, ScreenInput(number=1, moments={"night": ("welcome",)})), tuple
    )
    assert isinstance(
        keep_screen(hall.event, hall.actor, ScreenInput(number=1, moments={"cut": ("fireworks",)})), tuple
    )
    assert isinstance(keep_screen(hall.event, hall.actor, ScreenInput(number=1, share=4)), tuple)


def test_a_screen_can_show_the_podium_or_pictures_alone_once_there_are_any() -> None:
    hall = shown(structure="custom", rounds=1, cut=0)
    keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=("podium", "pictures")))
    assert "pairings" in said(hall, "plan")
    hall.play()
    hall.do(commands.FinishTournament())
    assert said(hall, "plan") == ":podium"


# One of three screens


def test_three_screens_share_the_names_of_a_large_hall() -> None:
    hall = shown(31)
    names: list[str] = []
    for share in (1, 2, 3):
        made = keep_screen(hall.event, hall.actor, ScreenInput(number=share, share=share))
        assert isinstance(made, ScreenPlan)
        found = screen_of(hall.event, share)
        assert found is not None
        seats = Lists(wall_of(hall.event, found)).seats
        assert 10 <= len(seats) <= 11
        names += [seat.name for seat in seats]
        assert 'data-share="' in wall(hall, share)
    assert len(set(names)) == 31
    assert names == sorted(names)


def test_that_is_offered_where_many_play() -> None:
    hall = shown(8)
    assert 'name="share"' not in hall.get("screens").content.decode()
    large = shown(LARGE)
    assert 'name="share"' in large.get("screens").content.decode()
