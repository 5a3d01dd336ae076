"""The desk hears of everything without being reloaded: check-in, calls, disputes, missing lists, the next step."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from browser_cases import LAPTOP, PHONE, Server, axe, fits, log_in, shoot
from judge_page_cases import entry
from judge_page_cases import url as judge_url
from muster.app.floor import calls
from muster.app.history.reasons import typed
from muster.core.ids import PlayerId, TableNo
from muster.core.scoring.reports import GamesReport
from muster.core.tournament import commands
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 15_000
"""Milliseconds in which a change must be seen on the busiest machine."""


def _opened(page: Page, site: Server, hall: Hall, name: str) -> None:
    """A page of the desk; what is not reloaded keeps what a script left in the window."""
    page.goto(site.url(hall.url(name)))
    page.evaluate("window.kept = true")


def _kept(page: Page) -> None:
    assert page.evaluate("window.kept")


def test_the_check_in_follows_phones(page: Page, site: Server) -> None:
    hall = Hall("unlimited-1.3", setup={"check_in": True})
    hall.enter(4)
    log_in(page, site, hall.organiser)
    _opened(page, site, hall, "checkin")
    expect(page.locator("#progress")).to_contain_text("0/4")
    hall.do(commands.CheckIn(PlayerId(2)))
    expect(page.locator("#progress")).to_contain_text("1/4", timeout=SOON)
    expect(page.locator("#checkin-list")).to_contain_text("✓ Here")
    # A list that was narrowed down stays so.
    page.locator("#q").press_sequentially("#3")
    expect(page.locator("#checkin-list tbody tr")).to_have_count(1)
    hall.do(commands.CheckIn(PlayerId(1)))
    expect(page.locator("#progress")).to_contain_text("2/4", timeout=SOON)
    expect(page.locator("#checkin-list tbody tr")).to_have_count(1)
    _kept(page)


def test_now_tells_of_calls_and_disputes_at_once(page: Page, site: Server) -> None:
    hall = Hall("unlimited-1.3", setup={"swiss_match": "best-of-three"})
    hall.begin(8)
    hall.publish()
    hall.tournament.rosters = "required"
    hall.tournament.save()
    log_in(page, site, hall.organiser)
    _opened(page, site, hall, "now")
    duties = page.locator("#duties")
    expect(duties).to_contain_text("8 of 8 rosters are missing")
    calls.make(entry(hall, 1), "judge", round_no=1, table=1)
    expect(duties).to_contain_text("calls a judge", timeout=SOON)
    expect(page).to_have_title(re.compile(r"^\(\d+\) "))
    one, two = hall.state.rounds[0].matches[TableNo(2)].pairing.players
    number = hall.state.rounds[0].number
    hall.do(
        commands.ReportResult(number, TableNo(2), GamesReport(end="decided", games=(0, 0)), one),
        commands.ReportResult(number, TableNo(2), GamesReport(end="decided", games=(1, 1)), two),
    )
    expect(duties).to_contain_text("report different results", timeout=SOON)
    for width in (PHONE, LAPTOP):
        page.set_viewport_size({"width": width, "height": 900})
        fits(page)
        axe(page)
        shoot(page, f"duties-now-{width}")
    duties.get_by_role("button", name="Go on without them").click()
    expect(page.locator("#duties")).not_to_contain_text("rosters are missing")


def test_the_judges_phone_tells_of_a_dispute(page: Page, site: Server) -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(4)
    hall.publish()
    log_in(page, site, hall.organiser)
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(site.url(judge_url(hall, "home")))
    one, two = hall.state.rounds[0].matches[TableNo(1)].pairing.players
    number = hall.state.rounds[0].number
    hall.do(
        commands.ReportResult(number, TableNo(1), GamesReport(end="decided", games=(0, 0)), one),
        commands.ReportResult(number, TableNo(1), GamesReport(end="decided", games=(1, 1)), two),
    )
    expect(page.locator("#floor")).to_contain_text("report different results", timeout=SOON)
    fits(page)
    axe(page)
    shoot(page, "duties-judge")


@pytest.mark.parametrize("name", ["duties", "checklist", "recommendations"])
def test_pages_of_duties_are_sound(page: Page, site: Server, name: str) -> None:
    hall = Hall("legion-2.0")
    hall.enter(4)
    log_in(page, site, hall.organiser)
    page.goto(site.url(hall.url(name)))
    for width in (PHONE, LAPTOP):
        page.set_viewport_size({"width": width, "height": 900})
        fits(page)
        axe(page)
        shoot(page, f"duties-{name}-{width}")


def test_arithmetic_on_its_way_is_not_asked_for_twice(page: Page, site: Server) -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(8)
    hall.publish()
    hall.play()
    log_in(page, site, hall.organiser)
    held: list[Route] = []
    page.route(re.compile(r"/standings/1/\d+$"), lambda route: held.append(route))  # noqa: PLW0108 -- Playwright wants a function
    _opened(page, site, hall, "standings")
    expect(page.locator("#standings .badge-dropped")).to_have_count(0)
    row = page.locator("#standings tbody tr[id]").first
    with page.expect_request(re.compile(r"/standings/1/\d+$")):
        row.locator("a").first.click()
    # The page is looked at again while the answer is still on its way.
    page.evaluate("document.addEventListener('muster:refreshed', () => (document.body.dataset.looked = ''))")
    hall.do(commands.DropPlayer(PlayerId(8), typed("had to go")))
    page.wait_for_selector("body[data-looked]")
    held.pop(0).continue_()
    expect(page.locator("tr.opened")).to_contain_text("All the arithmetic")
    page.unroute_all()
    assert not held
    _kept(page)


def test_arithmetic_that_is_open_stays_open_while_the_standings_follow(page: Page, site: Server) -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(8)
    hall.publish()
    hall.play()
    log_in(page, site, hall.organiser)
    _opened(page, site, hall, "standings")
    row = page.locator("#standings tbody tr[id]").first
    row.locator("a").first.click()
    expect(page.locator("tr.opened")).to_contain_text("All the arithmetic")
    hall.do(commands.DropPlayer(PlayerId(8), typed("had to go")))
    expect(page.locator("#standings .badge-dropped")).to_be_visible(timeout=SOON)
    expect(page.locator("tr.opened")).to_contain_text("All the arithmetic", timeout=SOON)
    page.locator("tr.opened [data-close]").click()
    expect(page.locator("tr.opened")).to_have_count(0)
    _kept(page)
