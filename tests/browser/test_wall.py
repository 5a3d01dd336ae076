"""The wall in a real browser: what it shows all day, page by page, whatever becomes of network and device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from browser_cases import WALL, Server, axe, shoot, window
from muster.app.floor import notices, timers
from muster.app.floor.clocks import ClockInput, act
from muster.app.history.reasons import typed
from muster.app.history.submitting import announce_plan
from muster.app.screens.screens import ScreenInput, keep_screen
from muster.core.clock import ClockKind
from muster.core.tournament import commands
from muster.people.models import Event
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

ARRIVES = 15_000
"""Milliseconds in which a change must have arrived on the busiest machine."""


@pytest.fixture
def wall(browser: Browser, site: Server) -> Iterator[Page]:
    """The screen on the wall: nobody is logged in, and it will lose its network."""
    with window(browser, site, width=WALL, height=1080) as opened:
        yield opened


def shown(hall: Hall) -> Hall:
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    return hall


def clock(hall: Hall, kind: ClockKind, minutes: int = 0, *, ago: int = 0) -> None:
    at = timezone.now() - timedelta(minutes=ago)
    with patch("muster.app.floor.clocks.timezone.now", lambda: at):
        asked = ClockInput(round_no=hall.state.rounds[-1].number, kind=kind, minutes=minutes)
        assert act(hall.tournament.pk, hall.actor, asked) is None


def seen(page: Page, *parts: str) -> None:
    """Wait until exactly these sections are shown."""
    for part in parts:
        expect(page.locator(f"#{part}.part.now")).to_be_visible(timeout=ARRIVES)
    expect(page.locator(".part.now")).to_have_count(len(parts))


def left(page: Page) -> int:
    """The seconds the big clock shows."""
    hours, minutes, seconds = re.fullmatch(
        r"(?:(\d+):)?(\d+):(\d\d)", page.locator("#clock [data-clock-left]").first.inner_text()
    ).groups()  # type: ignore[union-attr]
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)


def fits_on_the_screen(page: Page) -> None:
    """Fail if anything is cut off: lines are shown whole or on another page."""
    cut = page.evaluate(
        """[...document.querySelectorAll(".part.now .pages > li")].filter((line) => {
             const list = line.parentElement.getBoundingClientRect(), box = line.getBoundingClientRect();
             const here = box.left >= list.left - 1 && box.left < list.right;
             return here && (box.bottom > list.bottom + 1 || box.right > list.right + 1);
           }).map((line) => line.textContent)"""
    )
    assert cut == []
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= 1080, height


def test_the_wall_follows_the_day_by_itself(site: Server, wall: Page) -> None:
    hall = shown(Hall("armada-4.0"))
    hall.enter(24)
    wall.goto(site.url(f"/e/{hall.event.code}/screen"))
    seen(wall, "welcome")
    shoot(wall, "wall-before")
    axe(wall)
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    hall.propose()
    hall.do(commands.PublishRound())
    seen(wall, "pairings")
    expect(wall.locator("#head .clock-phase")).to_have_text("Not started")
    fits_on_the_screen(wall)
    shoot(wall, "wall-posted")
    axe(wall)
    clock(hall, "start", 135, ago=30)
    seen(wall, "clock")
    shoot(wall, "wall-running")
    clock(hall, "add", -101)
    expect(wall.locator("#clock [data-clock-phase]")).to_have_text("Last 5 minutes", timeout=ARRIVES)
    notices.announce(hall.event, hall.actor, "Fire alarm: leave by the main door", urgent=True)
    expect(wall.locator("#urgent")).to_be_visible(timeout=ARRIVES)
    fits_on_the_screen(wall)
    shoot(wall, "wall-short-urgent")
    clock(hall, "add", -10)
    expect(wall.locator("#clock .rule")).to_contain_text("current game round is finished", timeout=ARRIVES)
    axe(wall)
    shoot(wall, "wall-over")
    hall.play()
    seen(wall, "standings")
    fits_on_the_screen(wall)
    shoot(wall, "wall-complete")
    hall.do(commands.FinishTournament(typed("enough")))
    seen(wall, "podium")
    fits_on_the_screen(wall)
    axe(wall)


def test_neither_a_lost_network_nor_a_wrong_clock_disturbs_it(site: Server, browser: Browser) -> None:
    hall = shown(Hall("unlimited-1.3"))
    hall.begin(200)
    hall.propose()
    hall.do(commands.PublishRound())
    keep_screen(hall.event, hall.actor, ScreenInput(number=2, shows=("pairings",), seconds=5))
    clock(hall, "start", 61, ago=6)
    ends = timezone.now() + timedelta(minutes=55)
    # Not a watched window: what cannot be fetched without a network is an error on the console.
    with browser.new_context(viewport={"width": WALL, "height": 1080}) as context:
        page = context.new_page()
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.clock.install(time=datetime(2031, 5, 5, 5, 5, tzinfo=UTC))
        page.goto(site.url(f"/e/{hall.event.code}/screen"))
        page.clock.run_for(2000)
        seen(page, "clock")
        expect(page.locator("#clock [data-clock-left]")).to_have_text(re.compile("^5"))
        assert abs(left(page) - (ends - timezone.now()).total_seconds()) < 30, "years ahead, and yet right"
        shoot(page, "wall-wrong-clock")
        before = left(page)
        timers.start(hall.tournament.pk, hall.actor, timers.Start(kind="draft", minutes=1))
        seen(page, "clock", "timers")
        expect(page.locator("[data-clock-pick]")).to_have_text("1")
        context.set_offline(True)
        expect(page.locator("[data-lost-mark]")).to_contain_text("not connected since")
        page.clock.run_for(60_000)
        assert 50 <= before - left(page) <= 100, "the clock goes on"
        expect(page.locator("[data-clock-pick]")).to_have_text("2")
        assert page.locator("#clock .table-strip li").count() == 100
        shoot(page, "wall-lost")
        hall.play(leave=2)
        context.set_offline(False)
        expect(page.locator("[data-lost-mark]")).to_be_hidden(timeout=ARRIVES)
        expect(page.locator("#clock .table-strip li:not(.done)")).to_have_count(2, timeout=ARRIVES)
        page.goto(site.url(f"/e/{hall.event.code}/screen/2"))
        seen(page, "pairings")
        fits_on_the_screen(page)
        names = set()
        for _ in range(4):
            names |= set(page.evaluate(_ON_THIS_PAGE))
            page.clock.run_for(5200)
        assert len(names) == 200, "everybody is shown in turn"
        assert broken == []


_ON_THIS_PAGE = """(() => {
  const list = document.querySelector("#pairings .pages"), box = list.getBoundingClientRect();
  return [...list.children].filter((line) => {
    const { left } = line.getBoundingClientRect();
    return left >= box.left - 1 && left < box.right;
  }).map((line) => line.querySelector(".name bdi").textContent);
})()"""
