"""A player hands a fleet in on a phone: pastes it, reads what is wrong, mends it, hands it in; then it is locked."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Server, axe, fits, shoot, window
from muster.app.links.codes import code_of
from muster.people.models import Event, RosterPlan
from roster_cases import FLEET, OVER, RosterPhone, asking, entry_of


def tidy(page: Page, name: str, *colours: Literal["light", "dark"]) -> None:
    """The page passes axe, fits its window, and is kept as a picture where wanted."""
    fits(page)
    for one in colours or ("light",):
        page.emulate_media(color_scheme=one)
        axe(page)
        shoot(page, f"{name}-{one}")


pytestmark = pytest.mark.django_db(transaction=True)


def test_a_fleet_is_pasted_mended_handed_in_and_locked(browser: Browser, site: Server) -> None:
    hall = asking()
    plan = RosterPlan.objects.create(tournament=hall.tournament, deadline=timezone.now() + timedelta(days=1))
    phone = RosterPhone(hall)
    with window(browser, site, width=PHONE, height=740) as page:
        page.goto(site.url(phone.url.removesuffix("/roster")))
        page.get_by_role("link", name="Hand in your fleet").click()
        tidy(page, "roster-1-empty")

        # As a browser pastes: the event comes first, the text after it. It is checked without a further press.
        page.get_by_label("What your list builder printed").evaluate(
            "(field, text) => { field.dispatchEvent(new ClipboardEvent('paste')); field.value = text; }", OVER
        )
        wrong = page.get_by_role("alert")
        expect(wrong).to_contain_text("One thing is not allowed")
        expect(wrong).to_contain_text("401 points")
        expect(wrong).to_contain_text("ARM-FLEET-1")
        expect(wrong).to_be_in_viewport()
        expect(page.get_by_role("button", name="Hand it in")).to_have_count(0)
        tidy(page, "roster-2-wrong", "dark", "light")

        page.get_by_text("A file, or another list builder").click()
        page.get_by_label("Or send the file").set_input_files(
            {"name": "fleet.txt", "mimeType": "text/plain", "buffer": FLEET.encode()}
        )
        expect(page.locator("#result")).to_contain_text("348 of 400 points.")
        tidy(page, "roster-3-right")
        page.get_by_role("button", name="Hand it in").click()
        expect(page.get_by_role("status")).to_contain_text("Handed in.")
        expect(page.get_by_text("Version 1, handed in")).to_be_visible()
        tidy(page, "roster-4-handed-in")
        page.get_by_role("link", name="To your page").click()
        expect(page.locator("#roster")).to_contain_text(
            "348 points, nothing wrong found, but not all of it could be checked, handed in"
        )
        tidy(page, "roster-5-page")

        plan.deadline = timezone.now() - timedelta(minutes=1)
        plan.save()
        page.get_by_role("link", name="See your fleet").click()
        expect(page.get_by_text("The time for handing in is over.")).to_be_visible()
        expect(page.locator("textarea")).to_have_count(0)
        tidy(page, "roster-6-locked")

        Event.objects.filter(pk=hall.event.pk).update(listed=True)
        page.goto(site.url(f"/e/{hall.event.code}/roster"))
        page.get_by_label("Personal code").fill("2345-6789")
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_role("alert")).to_contain_text("Nobody at this event has this code.")
        tidy(page, "roster-7-code")
        page.get_by_label("Personal code").fill(code_of(entry_of(hall)).lower())
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_role("heading", name="Your fleet")).to_be_visible()
