"""A deck check from the draw to the standings, on the judge's phone: every page fits, reads well, and leads on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser_cases import PHONE, Server, axe, fits, shoot
from muster.core.ids import RoundNo, TableNo
from muster.core.scoring.reports import GamesReport
from muster.core.tournament import commands
from muster.journal import store
from player_cases import begun
from results_cases import BEST_OF_THREE
from roster_cases import entry_of
from roster_play_cases import asked, bring, deck

pytestmark = pytest.mark.django_db(transaction=True)


def looked(page: Page, name: str, *, audited: bool = True) -> None:
    """Look at a page; those that other tests audit as they stand here are not audited again."""
    fits(page)
    if audited:
        axe(page)
    shoot(page, f"deck-check-{name}")


def test_a_deck_check_ends_in_a_game_loss_in_the_result(page: Page, site: Server) -> None:
    hall = asked(begun("unlimited-1.3", 4, **BEST_OF_THREE))
    for player in range(1, 5):
        bring(hall, player, deck(side=player))
    store.forget()
    page.set_viewport_size({"width": PHONE, "height": 740})

    page.goto(site.url(f"/judge/{hall.event.code}/1/checks"))
    page.get_by_label("Tables").fill("1")
    page.get_by_role("button", name="Draw").click()
    looked(page, "drawn", audited=False)
    drawn = page.locator(".judge-drawn .judge-table")
    table = int(re.sub(r"\D", "", drawn.inner_text()))
    one, two = hall.state.rounds[-1].matches[TableNo(table)].pairing.players
    hall.do(commands.ReportResult(RoundNo(1), TableNo(3 - table), GamesReport(end="decided", games=(0, 0))))
    name, opponent = (entry_of(hall, each).person.name for each in (one, two))

    drawn.click()
    looked(page, "table", audited=False)
    # The page hears of the result just then: what it brings anew takes no click that is half done.
    roster = page.locator("a.judge-roster").filter(has_text=name).get_attribute("href")
    page.goto(site.url(roster or ""))
    page.get_by_role("button", name="Check it").click()
    page.locator("fieldset", has_text="Surprise Strike").get_by_role("radio", name="Wrong").check()
    page.get_by_label("Note").fill("49 cards, the list says 50")
    looked(page, "check")
    page.get_by_role("button", name="Problem").click()
    expect(page.get_by_text("The check is on record.")).to_be_visible()
    looked(page, "found")

    page.goto(site.url(f"/judge/{hall.event.code}/1/t/{table}/time"))
    page.get_by_text("A check of the rosters").click()
    page.get_by_role("button", name="+5").click()
    expect(page.get_by_text("5 min more")).to_be_visible()
    page.get_by_role("link", name="Penalty").click()
    page.get_by_label(name).check()
    page.get_by_role("button", name="Deck or deck-list error").click()
    page.get_by_role("radio", name="Game loss").check()
    page.get_by_label("What happened").fill("Played with 49 cards")
    looked(page, "penalty")
    page.get_by_role("button", name="Give this penalty").click()
    expect(page.locator(".judge-history").get_by_text("Game loss")).to_be_visible()
    looked(page, "given")

    page.get_by_role("link", name="Result").click()
    page.wait_for_load_state()  # until scripts hear of what is chosen
    expect(page.locator("main")).to_contain_text(f"Game 1: won by {opponent} (game loss of {name}).")
    expect(page.get_by_label("Game 1")).to_have_value("1")
    page.get_by_label("Game 2").select_option("0")
    page.get_by_label("Game 3").select_option("1")
    expect(page.locator("#worth")).to_contain_text("games 2-1")
    looked(page, "result")
    page.get_by_role("button", name="Record", exact=True).click()
    looked(page, "recorded", audited=False)

    page.goto(site.url(f"/judge/{hall.event.code}/1/t/{table}"))
    expect(page.locator(".judge-own")).to_contain_text("confirmed")
    expect(page.locator(".judge-own")).to_contain_text("5 min more")
    page.goto(site.url(hall.url("standings")))
    expect(page.get_by_role("row", name=opponent)).to_contain_text("3")
    looked(page, "standings", audited=False)
    page.goto(site.url(f"/judge/{hall.event.code}/1/record"))
    expect(page.get_by_role("link", name=name)).to_be_visible()
    expect(page.locator(".judge-list")).to_contain_text("Played with 49 cards")
    looked(page, "record", audited=False)
