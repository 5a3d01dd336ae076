"""A play-off on a laptop and a phone: who is equal, who won, of more than two every place; and what a player reads."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_cases import LAPTOP, PHONE, Server, axe, fits, log_in, shoot, window
from muster.app.links.player_links import token_of
from muster.people.models import Entry
from play_off_cases import in_parts, many_equal, tied, two_equal
from web_cases import Hall, account

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = pytest.mark.parametrize("width", [LAPTOP, PHONE])


def looked(page: Page, name: str) -> None:
    fits(page)
    axe(page)
    shoot(page, name)


def names(hall: Hall) -> list[str]:
    """Who is equal at the line, in the order of their random keys."""
    entries = Entry.objects.filter(tournament=hall.tournament)
    return [entries.get(player=player).person.name for player in tied(hall)]


@WIDTHS
def test_who_won_is_said_and_the_cut_follows(browser: Browser, site: Server, width: int) -> None:
    hall = two_equal()
    first, second = names(hall)
    with window(browser, site, width=width) as page:
        log_in(page, site, account())
        page.goto(site.url(hall.url("bracket")))
        expect(page.locator(".play-off")).to_contain_text(f"{first} and {second} are equal in everything")
        page.get_by_text("They played for it").click()
        looked(page, f"play-off-two-{width}")
        page.get_by_role("radio", name=second).check()
        page.get_by_role("button", name="Record the play-off").click()
        expect(page.locator(".play-off")).to_contain_text(
            f"Placed by a play-off, best first: {second} and {first}."
        )
        looked(page, f"play-off-recorded-{width}")
        page.get_by_role("button", name="Make the cut").first.click()
        expect(page.locator("tbody tr").nth(1)).to_contain_text(second)
        expect(page.locator(".play-off")).to_have_count(0)


@WIDTHS
def test_of_more_than_two_each_has_a_place(browser: Browser, site: Server, width: int) -> None:
    hall = many_equal()
    with window(browser, site, width=width) as page:
        log_in(page, site, account())
        page.goto(site.url(hall.url("bracket")))
        page.get_by_text("They played for it").click()
        for place, name in enumerate(reversed(names(hall)), 1):
            page.get_by_label(f"Place {place} of the play-off").select_option(label=name)
        looked(page, f"play-off-four-{width}")
        page.get_by_role("button", name="Record the play-off").click()
        expect(page.locator("tbody tr").first).to_contain_text(names(hall)[-1])


@WIDTHS
def test_at_the_end_of_a_part_and_on_a_phone(browser: Browser, site: Server, width: int) -> None:
    hall = in_parts()
    first, second = names(hall)
    with window(browser, site, width=width) as page:
        log_in(page, site, account())
        page.goto(site.url(hall.url("round")))
        expect(page.locator(".play-off")).to_contain_text("only one of them goes on")
        looked(page, f"play-off-part-{width}")
        entry = Entry.objects.get(tournament=hall.tournament, player=tied(hall)[0])
        page.goto(site.url(f"/p/{token_of(entry)}"))
        expect(page.locator(".slip")).to_contain_text(f"{first} and {second} are equal in everything")
        looked(page, f"play-off-player-{width}")
