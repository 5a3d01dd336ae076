"""A phone shows its table from the small part of its page, before the whole page has come."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser_cases import Server, fits, shoot, window
from muster.core.tournament import commands
from player_cases import Phone
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 15_000
"""Milliseconds in which a change must be seen on the busiest machine."""


@pytest.fixture(params=[360, 1366])
def page(request: pytest.FixtureRequest, browser: Browser, site: Server) -> Iterator[Page]:
    """A phone, or somebody at a desk. Without a service worker, whose questions no test could hold back."""
    with window(browser, site, width=request.param, height=640) as opened:
        opened.add_init_script("delete Navigator.prototype.serviceWorker")
        yield opened


def test_a_table_is_shown_before_the_whole_page_comes(page: Page, site: Server) -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(8)
    phone = Phone(hall, 1)
    page.goto(site.url(phone.url))
    expect(page.locator("#head")).to_have_text("Are you here?")
    held: list[Route] = []
    page.route(site.url(phone.url), lambda route: held.append(route))  # noqa: PLW0108 -- Playwright wants a function
    hall.propose()
    hall.do(commands.PublishRound())
    table = phone.match.pairing.table
    expect(page.locator(".slip-table strong")).to_have_text(str(table), timeout=SOON)
    expect(page).to_have_title(re.compile(rf"^Table {table} · "))
    assert "Send the result" not in page.locator("#act").inner_text()
    fits(page)
    shoot(page, f"table-at-once-{page.evaluate('innerWidth')}")
    page.unroute(site.url(phone.url))  # lets go what is held, too
    expect(page.locator("#act")).to_contain_text("Report the result", timeout=SOON)


def test_what_was_said_of_the_last_match_is_gone_with_it(page: Page, site: Server) -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(8)
    hall.publish()
    hall.play(leave=1)
    one = next(iter(hall.state.rounds[-1].matches.values())).pairing.players[0]
    phone = Phone(hall, one)
    page.goto(site.url(phone.url))
    expect(page.locator("#act")).to_contain_text("The result")
    page.route(site.url(phone.url), lambda route: None)  # the whole page does not come
    hall.play()
    hall.propose()
    hall.do(commands.PublishRound())
    expect(page.locator(".slip-round")).to_contain_text("Round 2", timeout=SOON)
    expect(page.locator("#act")).to_be_empty()
