"""What was played and who met whom, on a phone and on a laptop: nothing cut, nothing sideways, and readable by axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from awkward_cases import AWKWARD
from browser_cases import LAPTOP, PHONE, Server, axe, fits, shoot, window
from muster.journal import store
from public_cases import address
from shares_cases import many_played

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_played_and_who_met_whom(browser: Browser, site: Server) -> None:
    hall = many_played()
    store.forget()
    for name, title in (("roster-cards", "What was played"), ("standings", "Standings")):
        for width in (PHONE, LAPTOP):
            for colours in ("light", "dark"):
                with window(browser, site, width=width, colours=colours) as page:
                    page.goto(site.url(address(hall, name, 1)))
                    expect(page.locator("h1")).to_have_text(title)
                    fits(page)
                    axe(page)
                    shoot(page, f"{name}-{width}-{colours}")


def test_the_grid_scrolls_in_its_own_strip_and_cuts_no_name(browser: Browser, site: Server) -> None:
    hall = many_played()
    store.forget()
    with window(browser, site, width=PHONE) as page:
        page.goto(site.url(address(hall, "standings", 1)))
        strip = page.locator("#met .table-wrap")
        assert strip.evaluate("one => one.scrollWidth > one.clientWidth && one.tabIndex === 0")
        expect(strip.locator("tbody").get_by_text(AWKWARD[0])).to_be_visible()
        heads = strip.locator("tbody th")
        cut = heads.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length")
        assert (heads.count(), cut) == (16, 0)
        strip.evaluate("one => one.scrollTo(9999, 0)")
        assert all(box["x"] >= 0 for one in heads.all() if (box := one.bounding_box()))
        page.get_by_role("searchbox").fill("Lucja")
        expect(heads).to_have_count(16)
        expect(page.locator("#rows tbody tr:visible")).to_have_count(1)


def test_both_work_without_scripts(browser: Browser, site: Server) -> None:
    hall = many_played()
    store.forget()
    sized = {"width": PHONE, "height": 640}
    with browser.new_context(viewport=sized, java_script_enabled=False) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(site.url(address(hall, "roster-cards", 1)))
        fold = page.locator("#rows details").first
        fold.locator("summary").click()
        expect(fold.locator("tbody tr").first).to_be_visible()
        fits(page)
        shoot(page, "roster-cards-opened")
        page.goto(site.url(address(hall, "standings", 1)))
        expect(page.locator("#met tbody tr")).to_have_count(16)
