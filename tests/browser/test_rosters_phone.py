"""A player hands a fleet in on a phone: pastes it, reads what is wrong, mends it, hands it in; then it is locked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Colours, Server, axe, fits, shoot, window
from muster.people.models import RosterPlan
from roster_cases import FLEET, OVER, RosterPhone, asking


def tidy(page: Page, name: str) -> None:
    """The page passes axe, fits its window, and is kept as a picture where wanted."""
    axe(page)
    fits(page)
    shoot(page, name)


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("colours", ["light"])
def test_a_fleet_is_pasted_mended_handed_in_and_locked(
    browser: Browser, site: Server, colours: Colours
) -> None:
    hall = asking()
    plan = RosterPlan.objects.create(tournament=hall.tournament, deadline=timezone.now() + timedelta(days=1))
    phone = RosterPhone(hall)
    with window(browser, site, width=PHONE, height=740, colours=colours) as page:
        page.goto(site.url(phone.url.removesuffix("/roster")))
        page.get_by_role("link", name="Hand in your fleet").click()
        tidy(page, "roster-1-empty")

        page.get_by_label("What your list builder printed").fill(OVER)
        page.get_by_role("button", name="Check it").click()
        wrong = page.get_by_role("alert")
        expect(wrong).to_contain_text("One thing is not allowed")
        expect(wrong).to_contain_text("401 points")
        expect(wrong).to_contain_text("ARM-FLEET-1")
        expect(wrong).to_be_in_viewport()
        expect(page.get_by_role("button", name="Hand it in")).to_have_count(0)
        tidy(page, "roster-2-wrong")

        page.get_by_label("What your list builder printed").fill(FLEET)
        page.get_by_role("button", name="Check again").click()
        expect(page.locator("#result")).to_contain_text("In order: 348 of 400 points.")
        tidy(page, "roster-3-right")
        page.get_by_role("button", name="Hand it in").click()
        expect(page.get_by_role("status")).to_contain_text("Handed in.")
        expect(page.get_by_text("Version 1, handed in")).to_be_visible()
        tidy(page, "roster-4-handed-in")
        page.get_by_role("link", name="To your page").click()
        expect(page.locator("#roster")).to_contain_text("348 points, in order, handed in")
        tidy(page, "roster-5-page")

        plan.deadline = timezone.now() - timedelta(minutes=1)
        plan.save()
        page.get_by_role("link", name="See your fleet").click()
        expect(page.get_by_text("The time for handing in is over.")).to_be_visible()
        expect(page.locator("textarea")).to_have_count(0)
        tidy(page, "roster-6-locked")
