"""Cards drawn by hand, recorded on a laptop and on a phone, without a script of their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser_cases import LAPTOP, PHONE, Server, axe, fits, log_in, shoot
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_what_was_rolled_is_recorded_and_shown(page: Page, site: Server, width: int) -> None:
    hall = Hall("runewars-2.2.2", setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(6)
    hall.propose()
    page.set_viewport_size({"width": width, "height": 800})
    log_in(page, site, hall.organiser)
    page.goto(site.url(hall.url("round")))
    page.get_by_role("link", name="Drawn by hand, or other cards").click()
    expect(page.get_by_role("button", name="Record what was rolled")).to_be_visible()
    axe(page)
    fits(page)
    shoot(page, "round-cards")
    page.get_by_label("Face for the deployment").select_option("5")
    page.get_by_role("button", name="Record what was rolled").click()
    expect(page.locator("main")).to_contain_text("Rolled with a die: 5 and 1.")
    axe(page)
    fits(page)
