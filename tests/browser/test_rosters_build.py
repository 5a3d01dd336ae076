"""Building a fleet on a phone: cards found while one types, the sum in sight, nothing loaded anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from browser_cases import PHONE, Server, axe, fits, shoot, window
from muster.app.links.player_links import token_of
from muster.app.rosters.catalogues import import_catalogue
from muster.core.roster.catalogue import Card, Price
from muster.exchange.catalogues.sources import Gathered
from roster_cases import asking, entry_of

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = (
    Card("mc80", "ship", "MC80 Battle Cruiser", factions=("rebel",), prices=(Price(103),)),
    Card("madine", "upgrade", "General Madine", factions=("rebel",), slot="commander", prices=(Price(30),)),
    Card("yt", "squadron", "YT-2400", factions=("rebel",), prices=(Price(16),)),
)


def test_a_fleet_is_put_together_with_a_thumb(browser: Browser, site: Server) -> None:
    import_catalogue(Gathered("armada", CARDS, ("a test",)), "test")
    hall = asking()
    with window(browser, site, width=PHONE) as page:
        page.goto(site.url(f"/p/{token_of(entry_of(hall))}/roster/build"))
        page.evaluate("window.same = true")
        page.get_by_role("link", name="Add to ships").click()
        page.get_by_role("searchbox").press_sequentially("batt")
        page.get_by_role("button", name="MC80 Battle Cruiser 103").click()
        expect(page.locator("#totals")).to_contain_text("103 / 400 points")
        page.get_by_role("link", name="Upgrade for MC80").click()
        expect(page.get_by_role("heading", name="Upgrade for MC80")).to_be_visible()
        page.get_by_role("searchbox").press_sequentially("mad")
        page.get_by_role("button", name="General Madine").click()
        expect(page.locator("#totals")).to_contain_text("133 / 400 points")
        page.get_by_role("link", name="Add to squadrons").click()
        expect(page.get_by_role("heading", name="Add to squadrons")).to_be_visible()
        page.get_by_role("searchbox").press_sequentially("yt2")
        page.get_by_role("button", name="YT-2400 16").click()
        page.get_by_role("button", name="One more of YT-2400").click()
        expect(page.locator("#totals")).to_contain_text("165 / 400 points")
        expect(page.get_by_text("2 × YT-2400")).to_be_visible()
        assert page.evaluate("window.same")  # one page all along
        fits(page)
        axe(page)
        shoot(page, "roster-build")
