"""A round of results by keyboard alone, in a browser: fast typing, slips, two desks, a connection that breaks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_cases import LAPTOP, PHONE, WALL, Colours, Server, axe, fits, log_in, shoot, window
from muster.app.common.names import names_of, naming
from muster.app.results import read as lists
from muster.core.ids import TableNo
from muster.core.scoring.reports import ShareReport
from muster.core.tournament import commands
from muster.journal import store
from tournament_cases import won_by
from web_cases import Hall, account

pytestmark = pytest.mark.django_db(transaction=True)

LINES = {"unlimited-1.3": "21", "legion-2.0": "31", "armada-4.0": "184-92", "runewars-2.2.2": "120-80"}
"""A usual result of each game."""

KEYS = {"unlimited-1.3": 5.625, "legion-2.0": 5.625, "armada-4.0": 9.625, "runewars-2.2.2": 9.625}
"""Keys for each result of a round of 24, table number, space and Enter included: 15 tables have two digits."""


ARRIVES = 60_000
"""Milliseconds in which a round of results must have arrived on the busiest machine."""


def opened(page: Page, site: Server, regulations: str = "legion-2.0", players: int = 8, **setup: Any) -> Hall:
    """The results page of a running first round."""
    hall = Hall(regulations, setup)
    hall.begin(players)
    hall.publish()
    page.goto(site.url(hall.url("results")))
    return hall


def state(hall: Hall) -> Any:
    store.forget()
    return hall.state


def press(page: Page, line: str) -> int:
    """Type a line and Enter; how many keys that took."""
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    return len(line) + 1


def recorded(page: Page, count: int) -> None:
    """Wait until the list says that this many results are confirmed."""
    chip = page.locator("#results .chip", has_text="Confirmed")
    expect(chip).to_have_attribute("data-count", str(count), timeout=ARRIVES)


@pytest.mark.parametrize(
    "regulations",
    [
        "unlimited-1.3",
        "armada-4.0",
        pytest.param("legion-2.0", marks=pytest.mark.long),
        pytest.param("runewars-2.2.2", marks=pytest.mark.long),
    ],
)
def test_a_round_of_24_results_without_touching_the_mouse(page: Page, site: Server, regulations: str) -> None:
    hall = opened(page, site, regulations, 48)
    expect(page.locator("#line")).to_be_focused()
    tables = [7, 3, 24, 1, *(table for table in range(1, 25) if table not in (7, 3, 24, 1))]
    pressed = sum(press(page, f"{table} {LINES[regulations]}") for table in tables)
    recorded(page, 24)
    assert state(hall).rounds[0].complete
    assert pressed / 24 == KEYS[regulations]
    expect(page.locator("#line")).to_be_focused()
    assert page.url == site.url(hall.url("results"))
    expect(page.locator("#log")).to_contain_text("All results are in.")
    expect(page.locator("section.next")).to_contain_text("Pair round 2")


def test_in_table_order_the_table_is_filled_in(page: Page, site: Server) -> None:
    hall = opened(page, site, "legion-2.0", 24)
    page.get_by_label("In table order").check()
    expect(page.locator("#line")).to_have_value("1 ")
    pressed = sum(press(page, "31") for _ in range(12))
    recorded(page, 12)
    assert pressed == 3 * 12
    assert state(hall).rounds[0].complete


def one_key(page: Page, key: str) -> int:
    """Press the key of a result once the field takes one; how many keys that took."""
    expect(page.locator("#one-key button").first).to_be_enabled()
    page.keyboard.press(key)
    return 1


def test_a_round_of_unlimited_takes_one_key_a_result(page: Page, site: Server) -> None:
    hall = opened(page, site, "unlimited-1.3", 48)
    expect(page.locator("#one-key")).to_be_hidden()
    page.get_by_label("In table order").check()
    expect(page.locator("#one-key")).to_contain_text("2–1")
    pressed = sum(one_key(page, "12340"[table % 5]) for table in range(24))
    recorded(page, 24)
    assert pressed / 24 == 1
    matches = state(hall).rounds[0].matches
    assert state(hall).rounds[0].complete
    expect(page.locator(".go")).to_have_text("Pair round 2")
    won = [matches[TableNo(table)].outcome.winner for table in range(1, 6)]
    assert won == [0, 0, 1, 1, None]
    shoot(page, "one-key")
    fits(page)
    axe(page)


def test_enter_after_the_key_a_key_that_is_held_and_digits_from_habit_record_one_result(
    page: Page, site: Server
) -> None:
    hall = opened(page, site, "unlimited-1.3", 12)
    page.get_by_label("In table order").check()
    field = page.locator("#line")
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    expect(field).to_have_value("2 ")
    recorded(page, 1)
    one_key(page, "4")
    expect(field).to_have_value("3 ")
    recorded(page, 2)
    field.dispatch_event("keydown", {"key": "1", "repeat": True, "bubbles": True})
    page.keyboard.press("c")
    expect(field).to_have_value("3 c")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    recorded(page, 3)
    expect(field).to_have_value("4 ")
    matches = state(hall).rounds[0].matches
    assert [len(matches[TableNo(table)].report.games) for table in (1, 2)] == [3, 2]
    assert matches[TableNo(3)].report.end == "concession"
    assert matches[TableNo(4)].report is None


def test_outside_the_order_of_tables_no_single_key_records_anything(page: Page, site: Server) -> None:
    hall = opened(page, site, "unlimited-1.3", 12)
    page.keyboard.type("1")
    expect(page.locator("#line")).to_have_value("1")
    page.get_by_label("In table order").check()
    page.locator("#line").focus()
    page.keyboard.press("Escape")
    page.keyboard.type("5 20")
    page.keyboard.press("Enter")
    recorded(page, 1)
    assert state(hall).rounds[0].matches[TableNo(5)].report is not None


def test_a_key_takes_the_last_result_back(page: Page, site: Server) -> None:
    hall = opened(page, site, "unlimited-1.3", 12)
    page.get_by_label("In table order").check()
    one_key(page, "1")
    recorded(page, 1)
    page.keyboard.press("Control+z")
    recorded(page, 0)
    assert not state(hall).rounds[0].has_results


@pytest.mark.parametrize("regulations", ["armada-4.0", "runewars-2.2.2"])
def test_two_scores_in_six_digits_need_no_enter(page: Page, site: Server, regulations: str) -> None:
    hall = opened(page, site, regulations, 24)
    page.get_by_label("In table order").check()
    lines = ["184092", "120080", "200000", "095140"]
    for table in range(12):
        page.keyboard.type(lines[table % 4])
    recorded(page, 12)
    assert sum(len(lines[table % 4]) for table in range(12)) / 12 == 6
    margins = [state(hall).rounds[0].matches[TableNo(one)].outcome.sides[0].margin for one in (1, 2, 3)]
    assert margins == [92, 40, 200]


def test_what_is_refused_comes_back_and_is_mended(page: Page, site: Server) -> None:
    hall = opened(page, site)
    press(page, "2 22")
    expect(page.locator("#log li").first).to_contain_text("enter them for both players")
    expect(page.locator("#line")).to_have_value("2 22")
    press(page, " 0-0")
    expect(page.locator("#log li").first).to_contain_text("say who was the blue player")
    expect(page.locator("#line")).to_have_value("2 22 0-0")
    press(page, " b1")
    recorded(page, 1)
    report = state(hall).rounds[0].matches[TableNo(2)].report
    assert report == ShareReport(end="rounds", tokens=(2, 2), deciding=0)


def test_a_refused_line_waits_while_the_next_one_is_typed(page: Page, site: Server) -> None:
    opened(page, site)
    hold(page)
    press(page, "9 31")
    page.keyboard.type("3 3")
    release(page)
    expect(page.locator("#log li").first).to_contain_text("Nobody plays at table 9")
    expect(page.locator("#line")).to_have_value("3 3")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    recorded(page, 1)
    page.get_by_role("button", name="Take back into the field").click()
    expect(page.locator("#line")).to_have_value("9 31")


def hold(page: Page) -> None:
    """Hold every sending back until `release`."""
    page.evaluate(
        """() => { const real = window.fetch; const held = new Promise((done) => { window.letGo = done; });
        window.fetch = (url, how) => (how?.method === "POST" ? held.then(() => real(url, how)) : real(url, how)); }"""
    )


def release(page: Page) -> None:
    page.evaluate("window.letGo()")


def test_a_surprise_is_recorded_by_a_second_enter(page: Page, site: Server) -> None:
    hall = opened(page, site, "armada-4.0")
    press(page, "1 800-0")
    expect(page.locator("#log li").first).to_contain_text("Press Enter again")
    expect(page.locator("#line")).to_have_value("1 800-0")
    page.keyboard.press("Enter")
    recorded(page, 1)
    assert state(hall).rounds[0].matches[TableNo(1)].outcome.sides[0].margin == 400


def test_the_preview_follows_the_typing(page: Page, site: Server) -> None:
    opened(page, site, "armada-4.0")
    page.keyboard.type("1 177-49")
    preview = page.locator("#preview")
    expect(preview).to_contain_text("margin 128")
    expect(preview).to_contain_text("ARM-MOV-1", use_inner_text=False)
    page.keyboard.press("Escape")
    expect(preview).to_be_empty()


def test_choosing_by_arrow_row_and_bare_number(page: Page, site: Server) -> None:
    opened(page, site)
    field = page.locator("#line")
    expect(field).to_have_value("1 ")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_value("2 ")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(field).to_have_value("4 ")
    page.locator("#matches tr[data-table='3'] td").first.click()
    expect(field).to_have_value("3 ")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    press(page, "2")
    expect(field).to_have_value("2 ")
    expect(page.locator("#preview")).to_contain_text("Table 2")
    page.keyboard.press("Escape")
    page.keyboard.type("?")
    expect(page.get_by_text("victory tokens in the order of the players")).to_be_visible()
    expect(field).to_have_value("")


def test_a_table_somebody_else_enters_is_told_while_one_types(
    browser: Browser, page: Page, site: Server
) -> None:
    hall = opened(page, site)
    hall.staff("scorekeeper", "Sam Scorekeeper")
    page.keyboard.type("2 1")
    expect(page.locator("#preview")).to_contain_text("Table 2")
    with window(browser, site) as other:
        log_in(other, site, account("Sam Scorekeeper"))
        other.goto(site.url(hall.url("results")))
        press(other, "2 31")
        recorded(other, 1)
    page.evaluate("htmx.trigger(document.body, 'results-changed')")
    expect(page.locator("#preview")).to_contain_text("Recorded by Sam Scorekeeper")
    expect(page.locator("#line")).to_have_value("2 1")
    press(page, "3")
    expect(page.locator("#log li").first).to_contain_text("Six rounds 3-1, recorded by Sam Scorekeeper")
    assert state(hall).rounds[0].matches[TableNo(2)].report == ShareReport(end="rounds", tokens=(3, 1))


def test_without_a_connection_lines_wait_and_are_recorded_once(page: Page, site: Server) -> None:
    hall = opened(page, site)
    page.evaluate(
        "() => { window.real = fetch; window.fetch = () => Promise.reject(new TypeError('gone')); }"
    )
    press(page, "1 31")
    press(page, "2 13")
    expect(page.locator("#log")).to_contain_text("cannot be reached")
    page.evaluate("() => { window.fetch = window.real; dispatchEvent(new Event('online')); }")
    recorded(page, 2)
    assert lists.counts(state(hall).rounds[0]).confirmed == 2
    expect(page.locator("#log")).not_to_contain_text("cannot be reached")


def test_undo_from_the_bar_takes_the_latest_back(page: Page, site: Server) -> None:
    hall = opened(page, site)
    press(page, "1 31")
    recorded(page, 1)
    page.locator("#log").get_by_role("button", name="Undo").click()
    recorded(page, 0)
    assert not state(hall).rounds[0].has_results


def test_labelled_fields_show_what_the_end_asks_for(page: Page, site: Server) -> None:
    hall = opened(page, site)
    page.goto(site.url(hall.url("result", 1)))
    expect(page.get_by_text("Who conceded?")).to_be_hidden()
    page.get_by_label("Concession").check()
    expect(page.get_by_text("Who conceded?")).to_be_visible()
    expect(page.get_by_text("Who did not come?")).to_be_hidden()
    page.get_by_label("Six rounds").check()
    expect(page.get_by_text("Who conceded?")).to_be_hidden()
    page.locator("[name='tokens.0']").fill("3")
    page.locator("[name='tokens.1']").fill("1")
    expect(page.locator("#worth")).to_contain_text("75.00 %")
    page.keyboard.press("Enter")
    page.wait_for_url(site.url(hall.url("result", 2)))
    assert state(hall).rounds[0].matches[TableNo(1)].report == ShareReport(end="rounds", tokens=(3, 1))


def test_the_list_follows_the_search_and_keeps_what_is_typed(page: Page, site: Server) -> None:
    hall = opened(page, site, players=24)
    name = lists.rows(state(hall), naming(names_of(hall.tournament.pk)))[4].names[0]
    page.keyboard.type("2 3")
    page.locator("#q").fill(name)
    expect(page.locator("#matches tbody tr")).to_have_count(1)
    expect(page.locator("#matches tbody tr")).to_contain_text(name)
    expect(page.locator("#line")).to_have_value("2 3")


def test_without_scripts_everything_can_be_entered(browser: Browser, site: Server) -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    try:
        log_in(page, site, account())
        page.goto(site.url(hall.url("results")))
        page.locator("#line").fill("1 31")
        page.get_by_role("button", name="Record", exact=True).click()
        expect(page.locator("#messages")).to_contain_text("Table 1 (Six rounds 3-1)")
        page.locator("#matches tr[data-table='2'] a").click()
        page.get_by_label("Six rounds").check()
        page.locator("[name='tokens.0']").fill("2")
        page.locator("[name='tokens.1']").fill("3")
        page.get_by_role("button", name="Record", exact=True).click()
        expect(page.locator("#messages")).to_contain_text("Table 2 (Six rounds 2-3)")
    finally:
        context.close()
    assert lists.counts(state(hall).rounds[0]).confirmed == 2


def crowded(page: Page, site: Server) -> Hall:
    """A round with results of every status."""
    hall = opened(page, site, players=24)
    round_no, regulations = state(hall).rounds[0].number, state(hall).regulations
    matches = state(hall).rounds[0].matches
    one, two = matches[TableNo(3)].pairing.players
    hall.do(
        commands.ReportResult(round_no, TableNo(1), won_by(regulations, 0)),
        commands.ReportResult(
            round_no, TableNo(2), won_by(regulations, 0), matches[TableNo(2)].pairing.players[0]
        ),
        commands.ReportResult(round_no, TableNo(3), won_by(regulations, 0), one),
        commands.DisputeResult(round_no, TableNo(3), two, won_by(regulations, 1)),
    )
    return hall


def test_the_pages_are_sound_and_fit(page: Page, site: Server) -> None:
    hall = crowded(page, site)
    windows: tuple[tuple[int, Colours], ...] = (
        (PHONE, "light"),
        (768, "dark"),
        (LAPTOP, "dark"),
        (WALL, "light"),
    )
    for width, colours in windows:
        page.emulate_media(color_scheme=colours)
        page.set_viewport_size({"width": width, "height": 800})
        for name, address, query in (
            ("list", hall.url("results"), "?show=all"),
            ("fields", hall.url("result", 4), ""),
            ("recorded", hall.url("result", 1), ""),
            ("disputed", hall.url("result", 3), ""),
            ("correct", hall.url("result-correct", 1, 1), ""),
        ):
            page.goto(site.url(address) + query)
            if name == "list":
                page.locator("#line").fill("4 31")
                expect(page.locator("#preview")).to_contain_text("75.00 %")
            if name == "fields":
                page.get_by_label("Concession").check()
            if name == "correct":
                page.get_by_label("Time").check()
                page.get_by_role("button", name="Show what it changes").click()
                expect(page.locator("#changes")).to_be_visible()
            fits(page)
            if width != WALL:
                axe(page)
            shoot(page, f"results-{name}-{width}-{colours}")
