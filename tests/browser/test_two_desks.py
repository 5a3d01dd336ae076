"""Two people at two desks in the same round: neither disturbs the other, and neither overwrites the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_cases import LAPTOP, PHONE, Server, axe, fits, log_in, shoot, window
from muster.app.results import read as lists
from muster.core.ids import TableNo
from muster.core.scoring.reports import MarginReport
from muster.core.tournament import commands
from muster.core.tournament.state import State
from muster.journal import store
from tournament_cases import won_by
from web_cases import Hall, account

pytestmark = pytest.mark.django_db(transaction=True)

ARRIVES = 60_000
"""Milliseconds in which everything must have arrived on the busiest machine."""

SAM = "Sam Scorekeeper"


@pytest.fixture
def second(browser: Browser, site: Server) -> Iterator[Page]:
    """A window on another desk, nobody logged in yet."""
    with window(browser, site) as opened:
        opened.set_default_timeout(ARRIVES)
        yield opened


def state(hall: Hall) -> State:
    store.forget()
    return hall.state


def at_the_results(hall: Hall, site: Server, *desks: Page) -> None:
    for desk in desks:
        desk.goto(site.url(hall.url("results")))
        expect(desk.locator("#line")).to_be_focused()


def type_line(desk: Page, line: str) -> None:
    desk.locator("#line").press("Escape")
    desk.keyboard.type(line)
    desk.keyboard.press("Enter")


def recorded(desk: Page, table: int) -> None:
    """Wait until this desk is told that its result of a table is on record."""
    told = desk.locator(f"#log [data-state=recorded][data-table='{table}']")
    expect(told).to_be_visible(timeout=ARRIVES)


def look(desk: Page, name: str) -> None:
    """The page as it stands is sound on a phone and on a laptop."""
    for width in (PHONE, LAPTOP):
        desk.set_viewport_size({"width": width, "height": 800})
        fits(desk)
        axe(desk)
        shoot(desk, f"two-desks-{name}-{width}")


def test_both_enter_results_at_once_and_the_later_word_is_told_what_stands(
    page: Page, second: Page, site: Server
) -> None:
    hall = Hall("armada-4.0")
    hall.begin(16)
    hall.publish()
    hall.staff("scorekeeper", SAM)
    log_in(second, site, account(SAM))
    at_the_results(hall, site, page, second)

    # Neither page knows of the other's results; all of them are good.
    for one, two in ((1, 8), (2, 7), (3, 6)):
        type_line(page, f"{one} 200-100")
        type_line(second, f"{two} 100-200")
    recorded(page, 3)
    recorded(second, 6)
    assert lists.counts(state(hall).rounds[0]).confirmed == 6

    type_line(second, "4 150-90")
    recorded(second, 4)
    type_line(page, "4 90-150")
    told = page.locator("#log li").first
    expect(told).to_contain_text(f"Six rounds 150-90, recorded by {SAM}", timeout=ARRIVES)
    expect(told.get_by_role("link", name="Correct it")).to_be_visible()
    expect(page.locator("#line")).to_have_value("4 90-150")
    expect(page.locator("#matches tr[data-table='4']")).to_have_count(0)  # nobody is to enter it a third time
    look(page, "entered-twice")
    report = state(hall).rounds[0].matches[TableNo(4)].report
    assert isinstance(report, MarginReport)
    assert [tally.destroyed for tally in report.scores] == [150, 90]


def top(desk: Page, table: int) -> float:
    """How far from the top of the window the row of a table stands; asked at once, for the list is replaced."""
    found = desk.evaluate(
        "table => document.querySelector(`#matches tr[data-table='${table}']`).getBoundingClientRect().top",
        table,
    )
    return float(found)


@pytest.mark.parametrize("width", [LAPTOP, PHONE])
def test_news_of_others_moves_no_row_that_somebody_is_about_to_press(
    page: Page, site: Server, width: int
) -> None:
    hall = Hall("legion-2.0")
    hall.begin(24)
    hall.publish()
    round_ = hall.state.rounds[0]
    says = [won_by(hall.state.regulations, side) for side in (0, 1)]
    players = [round_.matches[TableNo(table)].pairing.players for table in (1, 2)]
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(site.url(f"{hall.url('results')}?show=all"))
    expect(page.locator("#preview strong")).to_have_text("Table 1")
    row = page.locator("#matches tr[data-table='10']")
    row.scroll_into_view_if_needed()
    if width == LAPTOP:
        row.hover()
    before = top(page, 10)
    news = (
        ("reported", commands.ReportResult(round_.number, TableNo(1), says[0], players[0][0])),
        ("confirmed", commands.ReportResult(round_.number, TableNo(3), says[0])),
        ("disputed", commands.DisputeResult(round_.number, TableNo(1), players[0][1], says[1])),
    )
    for what, command in news:
        hall.do(command)
        expect(page.locator(f"#matches tr[data-status='{what}']")).to_have_count(1, timeout=ARRIVES)
        if what == "reported":
            expect(page.locator("#preview .note")).to_contain_text("has reported", timeout=ARRIVES)
        elif what == "disputed":
            expect(page.locator("#preview .note")).to_contain_text("disagree", timeout=ARRIVES)
        assert abs(top(page, 10) - before) < 0.5, what
    shoot(page, f"two-desks-news-{width}")
    hall.play()
    expect(page.locator("#results .note-success")).to_contain_text(
        "All results of round 1 are in", timeout=ARRIVES
    )
    expect(page.locator("#signed .button")).to_be_visible(timeout=ARRIVES)
    assert abs(top(page, 10) - before) < 0.5


def test_a_row_stays_under_the_pointer_while_others_leave_the_list_of_what_is_missing(
    page: Page, site: Server
) -> None:
    hall = Hall("legion-2.0")
    hall.begin(24)
    hall.publish()
    round_ = hall.state.rounds[0]

    def record(*tables: int) -> None:
        for table in tables:
            hall.do(commands.ReportResult(round_.number, TableNo(table), won_by(hall.state.regulations, 0)))
            expect(page.locator(f"#matches tr[data-table='{table}']")).to_have_count(0, timeout=ARRIVES)

    page.goto(site.url(hall.url("results")))
    expect(page.locator("#preview strong")).to_have_text("Table 1")
    page.locator("#matches tr[data-table='4']").hover()
    before = top(page, 4)
    record(2)
    assert abs(top(page, 4) - before) < 0.5
    # Who types does not press; nor does a pointer that rests, or is elsewhere.
    page.keyboard.press("Escape")
    record(3)
    assert top(page, 4) < before - 20
    page.locator("#matches tr[data-table='5']").hover()
    before = top(page, 5)
    record(4)
    assert abs(top(page, 5) - before) < 0.5
    page.locator("h1").hover()
    assert top(page, 5) < before - 20
    record(1)


def test_a_proposal_changed_meanwhile_is_not_published_unseen(page: Page, second: Page, site: Server) -> None:
    hall = Hall("armada-4.0")
    hall.begin(9)
    hall.propose()
    hall.staff("marshal", SAM)
    log_in(second, site, account(SAM))
    for desk in (page, second):
        desk.goto(site.url(hall.url("round")))
    names = page.locator("tbody [data-swap]")
    before = names.all_inner_texts()

    second.locator("#t1 [data-swap]").first.click()
    second.locator("#t2 [data-swap]").first.click()
    second.get_by_role("button", name="Swap them").click()
    expect(second.locator("#messages .note")).to_be_visible(timeout=ARRIVES)

    answers: list[int] = []
    page.on("response", lambda answer: answers.append(answer.status) if "publish" in answer.url else None)
    page.get_by_role("button", name="Show to players", exact=True).click()
    told = page.locator("main .note-warning[role=alert]")
    expect(told).to_contain_text("Meanwhile", timeout=ARRIVES)
    expect(told).to_contain_text(SAM)
    expect(told).to_contain_text(before[0])
    assert answers == [409]
    assert not state(hall).rounds
    assert names.all_inner_texts() == [before[2], before[1], before[0], *before[3:]]
    look(page, "publish-stale")

    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.locator(".page-head")).to_contain_text("0 of 4 results", timeout=ARRIVES)
    first, other = state(hall).rounds[0].matches[TableNo(1)], state(hall).rounds[0].matches[TableNo(2)]
    assert (first.pairing.players[0], other.pairing.players[0]) == tuple(
        entry.player
        for name in (before[2], before[0])
        for entry in hall.tournament.entries.filter(person__name=name)
    )
