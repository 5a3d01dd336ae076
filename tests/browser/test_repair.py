"""A wrong result of round 2 is found in round 4: what it changes, the window, the choices, the record."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser_cases import LAPTOP, PHONE, Server, axe, fits, shoot
from muster.app.repairing import Mend, after_correction, smallest
from muster.core.ids import RoundNo, TableNo
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round
from muster.journal import store
from tournament_cases import custom, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def played() -> Hall:
    """Legion: three rounds complete, the fourth published and not begun."""
    hall = Hall("legion-2.0", custom(5))
    hall.begin(16)
    for number in (1, 2, 3):
        hall.publish()
        for table in sorted(hall.state.rounds[-1].matches):
            report = won_by(hall.state.regulations, 0)
            hall.do(commands.ReportResult(RoundNo(number), table, report))
    hall.propose()
    hall.do(commands.PublishRound())
    return hall


def latest(hall: Hall) -> Round:
    store.forget()
    return hall.state.rounds[-1]


def mended_by_exchange(hall: Hall) -> int:
    """The first table of round 3 whose other result asks for other pairings in round 4."""
    latest(hall)
    turned = won_by(hall.state.regulations, 1)
    for table, match in sorted(hall.state.rounds[2].matches.items()):
        after = after_correction(hall.state, commands.CorrectResult(RoundNo(3), table, turned, "Misread."))
        assert not isinstance(after, Refusal)
        found = smallest(after, match.pairing.players, {})
        if isinstance(found, Mend) and found.swaps:
            return table
    pytest.fail("no result of round 3 matters to round 4")


def look(page: Page, name: str) -> None:
    for width in (PHONE, LAPTOP):
        page.set_viewport_size({"width": width, "height": 800})
        fits(page)
        axe(page)
        shoot(page, f"repair-{name}-{width}")


def turn_round(page: Page, site: Server, hall: Hall, round_no: int, table: int = 1) -> None:
    """Ask what it changes that the second player won at a table of a round."""
    page.goto(site.url(hall.url("result-correct", round_no, table)))
    page.locator("#fields input[name='tokens.0']").fill("1")
    page.locator("#fields input[name='tokens.1']").fill("3")
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.locator("#changes")).to_be_visible()


def test_a_wrong_result_of_round_2_found_in_round_4(page: Page, site: Server) -> None:
    hall = played()

    # The window: round 1 stands for good.
    page.goto(site.url(hall.url("result-correct", 1, 1)))
    expect(page.locator(".note-error")).to_contain_text("2 further rounds are over")

    # What rested on round 2, before anything is recorded.
    turn_round(page, site, hall, 2)
    changes = page.locator("#changes")
    expect(changes).to_contain_text("Round 3, table")
    expect(changes).to_contain_text("Round 4, table")
    expect(changes).to_contain_text("pairings made since then stand")
    expect(page.get_by_role("link", name="Keep the result on record")).to_be_visible()
    look(page, "round-2")
    page.get_by_label("Reason").fill("The slip was misread.")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.locator("main")).to_contain_text("Results")
    assert latest(hall).number == 4

    # Round 3 has round 4 after it, which has not begun: only what is affected is paired anew.
    turn_round(page, site, hall, 3, mended_by_exchange(hall))
    before = {table: set(one.pairing.players) for table, one in latest(hall).matches.items()}
    choice = page.get_by_role("radio", name="Pair anew only the matches that are affected")
    expect(choice).to_be_checked()
    look(page, "choice")
    page.get_by_label("Reason").fill("Tokens were counted wrongly.")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_role("heading", name="Round 4 of 5")).to_be_visible()
    after = {table: set(one.pairing.players) for table, one in latest(hall).matches.items()}
    assert 1 <= sum(before[table] != after[table] for table in before) <= 4

    # One more pairing by hand.
    page.get_by_role("link", name="Change single pairings").click()
    one, two = (str(min(after[TableNo(table)])) for table in (7, 8))
    page.get_by_label("This player").select_option(one)
    page.get_by_label("with this one").select_option(two)
    page.get_by_role("button", name="Show what changes").click()
    expect(page.get_by_role("button", name="Change and publish")).to_be_visible()
    look(page, "by-hand")

    # The record keeps both, and every moment can be looked at.
    page.goto(site.url(hall.url("history") + "?kind=corrections"))
    expect(page.locator("main")).to_contain_text("The slip was misread.")
    expect(page.locator("main")).to_contain_text("Tokens were counted wrongly.")
    page.locator("tbody tr").last.locator("a").first.click()
    page.get_by_role("link", name="Earlier").click()
    page.get_by_role("link", name="Round 2", exact=True).click()
    expect(page.get_by_role("heading", name="Round 2 as it stood")).to_be_visible()
    look(page, "as-it-was")
