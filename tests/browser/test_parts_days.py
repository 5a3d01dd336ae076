"""Days of several parts: two days cut by points with a top 8, and groups: played to the end by the one next button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser_cases import Server
from course_day_cases import CourseDay
from day_cases import Line

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = ("Ahsoka", "Beru", "Cassian", "Dedra", "Łucja", "Nguyễn Thị", "Oğuz", "ليلى")
LAST = ("Żak", "O'Neill", "von der Au-Wren", "Šimek", "Øst")
FORTY = tuple(f"{first} {last}" for last in LAST for first in FIRST)
EIGHT = FORTY[:8]


def games(first: str, second: str, number: int) -> str:
    """Games won: whoever stands earlier in the list wins."""
    del number
    return "20" if FORTY.index(first) < FORTY.index(second) else "02"


def points(first: str, second: str, number: int) -> str:
    """Armada: whoever stands earlier in the list destroys more."""
    del number
    return "400 100" if FORTY.index(first) < FORTY.index(second) else "100 400"


def chain(day: CourseDay, name: str, course: str, cut: str, kind: str) -> None:
    """Choose a ready-made course on the plan, look at it, use it."""
    day.tab("Plan")
    form = day.page.locator("form", has=day.page.locator("#course"))
    form.locator("#course").select_option(label=course)
    expect(day.page.locator("#tried")).to_contain_text("minutes")
    day.look(name)
    form.locator("#cut_kind").select_option(kind)
    form.locator("#cut").fill(cut)
    day.press("Use these figures", within=form)


def bracket(day: CourseDay, rounds: range, line: Line) -> None:
    """The cut and every round of the elimination."""
    day.cut()
    day.start_elimination()
    day.tab("Round")
    day.go_on()  # the first round is drafted with the start
    day.play(rounds[0], line)
    for number in rounds[1:]:
        day.round_shown(number)
        day.play(number, line)


@pytest.mark.long
def test_two_days_of_forty_cut_by_points_and_a_top_eight(page: Page, site: Server) -> None:
    day = CourseDay(page, site)
    day.create("unlimited-1.3", "Two Days", structure="Custom", Date="2026-03-07", Number_of_rounds="9")
    day.paste(FORTY)
    chain(day, "plan-two-days", "Two days with a cut by points, then the top 8", "8", "top")
    expect(page.locator("main")).to_contain_text("6")
    day.load_dice()
    day.announce()
    for number in range(1, 7):
        day.round_shown(number)
        day.play(number, games)
    day.tab("Round")
    expect(page.get_by_role("heading", name="Who plays on")).to_be_visible()
    day.look("day-two")
    out = FORTY[-1]
    day.go_on()
    assert "goes on without you" in day.phone(out, "phone-out")
    for number in range(7, 10):
        day.round_shown(number)
        met = day.play(number, games)
        assert out not in {name for one in met for name in (one.first, one.second)}
    bracket(day, range(10, 13), games)
    assert day.ended()[:2] == list(FORTY[:2])
    assert not day.faults, "\n".join(day.faults)


@pytest.mark.long
def test_groups_of_four_and_the_best_two_of_each(page: Page, site: Server) -> None:
    day = CourseDay(page, site)
    day.create("armada-4.0", "Group Cup", structure="Custom", Date="2026-03-08", Number_of_rounds="3")
    day.paste(EIGHT)
    chain(day, "plan-groups", "Groups of about four, then the best two of each", "2", "best-of-groups")
    day.load_dice()
    day.announce()
    day.go_on()
    day.look("groups-drawn")
    day.go_on()
    day.look("groups-shown")
    assert "group" in day.phone(EIGHT[0], "phone-group").lower()
    for number in range(1, 4):
        day.round_shown(number)
        day.play(number, points)
    day.tab("Standings")
    day.look("standings-groups")
    bracket(day, range(4, 6), points)
    assert day.ended()[0] == EIGHT[0]
    assert not day.faults, "\n".join(day.faults)
