"""A judge checks a roster on a phone: every tap is kept at once, and again when the signal comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect

from browser_cases import DESK, PHONE, Server, axe, fits, log_in, shoot, window
from muster.app.rosters import storage
from muster.people.models import Event, RosterInspection, RosterVersion, Staff
from roster_cases import FRIDAY, asking, entry_of, weighed
from web_cases import account

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_judge_checks_a_roster_on_a_phone(browser: Browser, site: Server) -> None:
    hall = asking(players=2)
    kept = storage.submit(entry_of(hall), weighed(hall), hall.actor, FRIDAY)
    assert isinstance(kept, RosterVersion)
    Staff.objects.create(event=hall.event, account=account("Jo Judge"), role="judge")
    with window(browser, site, width=PHONE, height=640, refused=(422, 503)) as page:
        log_in(page, site, account("Jo Judge"))
        page.goto(site.url(hall.url("roster", entry_of(hall).pk)))
        page.get_by_role("button", name="Check it").click()
        ship = page.get_by_role("group", name="MC80 Battle Cruiser")
        madine = page.get_by_role("group", name="General Madine")
        with page.expect_response("**/check/mark"):
            ship.get_by_label("There").click()
        expect(page.locator("[data-count=seen]")).to_have_text("1")
        page.route("**/check/mark", _no_signal)
        madine.get_by_label("Wrong").click()
        expect(page.locator("[data-fault]")).to_contain_text("Not kept")
        page.unroute("**/check/mark")
        with page.expect_response("**/check/mark"):
            page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("[data-fault]")).to_be_empty()
        row = RosterInspection.objects.get()
        assert row.marks == {"3": "seen", "3.0": "wrong"}
        sizes = page.locator(".mark").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(one => Math.min(one.width, one.height))"
        )
        assert min(sizes) >= 44
        with page.expect_response("**/check/mark"):
            madine.get_by_label("Wrong").click()  # a second tap takes it back
        row.refresh_from_db()
        assert row.marks == {"3": "seen"}
        fits(page)
        axe(page)
        shoot(page, "roster-check-360")
        page.get_by_label("Note").fill("Commander is another one")
        page.get_by_role("button", name="Problem").click()
        expect(page.locator("#messages")).to_contain_text("on record")
    row.refresh_from_db()
    assert (row.result, row.note) == ("problem", "Commander is another one")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_an_event_gets_figures_of_its_own(browser: Browser, site: Server, width: int) -> None:
    hall = asking("legion-2.0", players=2)
    Event.objects.update(listed=True)
    with window(browser, site, width=width, refused=(422,)) as page:
        log_in(page, site, hall.organiser)
        page.goto(site.url(hall.url("rosters-plan")))
        page.get_by_text("How many of what").click()
        page.get_by_label("Battle cards: at least").fill("9")
        page.get_by_label("Battle cards: at most").fill("9")
        page.get_by_label("Corps units: at least").fill("7")
        page.get_by_role("button", name="Keep these settings").click()
        expect(page.get_by_text("At least 7 and at most 6 does not go together.")).to_be_visible()
        expect(page.get_by_text("Say why this event departs")).to_be_visible()
        fits(page)
        axe(page)
        shoot(page, f"rosters-figures-{width}")
        page.get_by_label("Corps units: at least").fill("")
        page.get_by_label("Why this event has its own figures").fill("As in the league, since spring.")
        page.get_by_role("button", name="Keep these settings").click()
        expect(page.locator("#messages")).to_contain_text("The settings are changed")
        page.goto(site.url(hall.url("rosters-plan")))
        expect(page.get_by_label("Battle cards: at most")).to_be_visible()
        page.goto(site.url(f"/e/{hall.event.code}/1/rules"))
        expect(page.get_by_text("exactly 9 instead of exactly 12")).to_be_visible()
        fits(page)
        axe(page)
        shoot(page, f"rules-figures-{width}")


def _no_signal(route: Route) -> None:
    route.fulfill(status=503, body="")
