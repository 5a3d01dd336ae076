"""Awkward names in a browser: beside the chart of a tournament, and on the wall."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from browser_cases import WALL, Server, log_in, window
from muster.core.tournament import commands
from muster.people.models import Event, Person
from web_cases import Hall, account

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Maximiliana-Theodora von und zu Hohenlohe-Lan"
RIGHT_TO_LEFT = "محمد عبد الرحمن الخطيب"


def test_places_beside_a_chart_stay_on_one_line(site: Server, browser: Browser) -> None:
    hall = Hall("unlimited-1.3", {"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(12)
    Person.objects.update(name=LONG)
    for _ in range(2):
        hall.publish()
        hall.play()
    with window(browser, site, width=1366, height=768) as desk:
        log_in(desk, site, account())
        desk.goto(site.url(f"/desk/{hall.event.code}/1/standings"))
        places = desk.locator(".went-scroll li .num")
        expect(places).to_have_count(12)
        assert {one.evaluate("(one) => one.getClientRects()[0].height < 24") for one in places.all()} == {
            True
        }
        glued = (
            "(one) => one.nextElementSibling.getBoundingClientRect().left - one.getBoundingClientRect().right"
        )
        assert min(one.evaluate(glued) for one in places.all()) >= 2


def test_in_a_bracket_on_the_wall_all_names_begin_at_one_side(site: Server, browser: Browser) -> None:
    hall = Hall("unlimited-1.3", {"structure": "custom", "rounds": 1, "cut": 4})
    Event.objects.update(listed=True)
    hall.begin(8)
    Person.objects.update(name=RIGHT_TO_LEFT)
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut())
    with window(browser, site, width=WALL, height=1080) as wall:
        wall.goto(site.url(f"/e/{hall.event.code}/screen"))
        name = wall.locator(".game bdi", has_text=RIGHT_TO_LEFT).first
        expect(name).to_be_visible()
        starts = """(one) => {
          const letters = document.createRange();
          letters.selectNodeContents(one);
          return letters.getBoundingClientRect().left - one.getBoundingClientRect().left;
        }"""
        assert name.evaluate(starts) < 2
