"""Catalogues at the desk and the question which card is meant, in a browser: on a wide screen and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from browser_cases import PHONE, Server, axe, fits, log_in, shoot, window
from muster.app.links.player_links import token_of
from muster.app.rosters import catalogues
from muster.app.rosters.catalogues import import_catalogue
from muster.core.roster.catalogue import Card, Price
from muster.exchange.catalogues.csv_form import write
from muster.exchange.catalogues.sources import Gathered
from roster_cases import CARDS, FLEET, asking, entry_of, hand_in_as

pytestmark = pytest.mark.django_db(transaction=True)

WIDE = 1366

NAMESAKES = (
    Card("luke-off", "upgrade", "Luke Skywalker", slot="officer", prices=(Price(8),)),
    Card("luke-sup", "upgrade", "Luke Skywalker", slot="support", prices=(Price(8),)),
)


@pytest.mark.parametrize("width", [PHONE, WIDE])
def test_cards_are_loaded_looked_at_kept_and_corrected(browser: Browser, site: Server, width: int) -> None:
    catalogues._ready.clear()
    hall = asking()
    hand_in_as(hall, 1)
    with window(browser, site, width=width) as page:
        log_in(page, site, hall.organiser)
        page.goto(site.url(hall.url("catalogue")))
        page.get_by_role("link", name="Load cards").click()
        file = {"name": "cards.csv", "mimeType": "text/csv", "buffer": write("armada", CARDS).encode()}
        page.get_by_label("Files (CSV").set_input_files(file)  # type: ignore[arg-type]
        page.get_by_label("Name of your edition").fill("Ours")
        fits(page)
        axe(page)
        shoot(page, f"catalogue-load-{width}")
        page.get_by_role("button", name="Look through them").click()
        expect(page.get_by_text("Ours would have 11 cards.")).to_be_visible()
        expect(page.get_by_text("1 of 1 rosters handed in here would come out otherwise")).to_be_visible()
        fits(page)
        axe(page)
        shoot(page, f"catalogue-looked-{width}")
        page.get_by_role("button", name="Keep these cards").click()
        expect(page.get_by_text("Version 1 of Ours is kept.")).to_be_visible()
        page.get_by_role("searchbox").fill("battle")
        page.get_by_role("button", name="Find", exact=True).click()
        expect(page.get_by_role("link", name="Correct MC80 Battle Cruiser")).to_be_visible()
        fits(page)
        axe(page)
        shoot(page, f"catalogue-{width}")
        page.get_by_role("link", name="Correct MC80 Battle Cruiser").click()
        page.get_by_label("Points").fill("160")
        page.get_by_role("button", name="Look at what it changes").click()
        expect(page.get_by_text("in order, then not in order.")).to_be_visible()
        fits(page)
        axe(page)
        shoot(page, f"catalogue-card-{width}")
        page.get_by_role("button", name="Keep this card").click()
        expect(page.get_by_text("Version 2 of Ours is kept.")).to_be_visible()


def test_the_phone_asks_which_card_is_meant(browser: Browser, site: Server) -> None:
    catalogues._ready.clear()
    import_catalogue(Gathered("armada", (*CARDS, *NAMESAKES), ("a test",)), "test")
    hall = asking()
    with window(browser, site, width=PHONE) as page:
        page.goto(site.url(f"/p/{token_of(entry_of(hall))}/roster"))
        page.get_by_label("What your list builder printed").fill(
            FLEET.replace("• Engine Techs (8)", "• Luke Skywalker (8)")
        )
        page.get_by_role("button", name="Check it", exact=True).click()
        question = page.get_by_role("group", name="Which “Luke Skywalker” is meant?")
        expect(question).to_be_visible()
        fits(page)
        axe(page)
        shoot(page, "which-card")
        question.get_by_label("officer").check()
        page.get_by_role("button", name="Check it with these cards").click()
        expect(page.get_by_text("In order: 348 of 400 points.")).to_be_visible()
        shoot(page, "which-card-answered")
        page.get_by_role("button", name="Hand it in").click()
        expect(page.get_by_text("Handed in. Thank you")).to_be_visible()
