"""The front page of the site in a real browser: with nothing on, and with all sorts of events."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from browser_cases import LAPTOP, PHONE, Colours, Server, axe, fits, shoot, window
from front_cases import announced
from muster.app.links.codes import code_of
from muster.people.models import Entry, Event
from web_cases import Hall

LOOKS: tuple[tuple[int, Colours], ...] = (
    (PHONE, "light"),
    (LAPTOP, "dark"),
    (PHONE, "dark"),
    (LAPTOP, "light"),
)
SEEN = LOOKS if "MUSTER_SHOTS" in os.environ else LOOKS[:2]


@pytest.mark.parametrize("many", [0, 40])
def test_it_fits_and_can_be_read(browser: Browser, site: Server, many: int) -> None:
    announced(many)
    for width, colours in SEEN:
        with window(browser, site, width=width, colours=colours) as page:
            # What has been kept of the page knows nothing of rows that are written past the house.
            page.goto(site.url("/?new"))
            fits(page)
            axe(page)
            shoot(page, f"front-{many}-{width}-{colours}")


def test_a_code_opens_the_event_or_ones_own_page(browser: Browser, site: Server) -> None:
    hall = Hall()
    hall.enter(2)
    Event.objects.filter(pk=hall.event.pk).update(listed=True, opens_at=timezone.now() + timedelta(days=1))
    code = code_of(Entry.objects.get(tournament=hall.tournament, player=1))
    with window(browser, site, width=PHONE, refused=(404,)) as page:
        page.goto(site.url("/"))
        assert page.evaluate("document.cookie") == ""
        page.get_by_label("A code").fill(hall.event.code.lower())
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Spring Open")
        page.goto(site.url("/"))
        page.get_by_label("A code").fill("ABCDEF")
        page.get_by_label("A code").press("Enter")
        expect(page.get_by_text("Nothing has this code")).to_be_visible()
        page.get_by_label("A code").fill(code)
        page.get_by_label("A code").press("Enter")
        page.wait_for_url("**/p/**")
