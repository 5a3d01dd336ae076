"""A round's clock: time passes, stands still, is added, and is up; each table may have more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from muster.core.clock import Clock, ClockKind, ClockStep, clock
from muster.core.ids import TableNo

NINE = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)
SEVEN, EIGHT = TableNo(7), TableNo(8)


def after(minutes: float) -> datetime:
    return NINE + timedelta(minutes=minutes)


def done(kind: ClockKind, at: float = 0, minutes: int = 0, table: TableNo | None = None) -> ClockStep:
    return ClockStep(kind, after(at), minutes, table)


def left(shown: Clock, at: float, table: TableNo | None = None) -> float:
    return shown.left(after(at), table) / timedelta(minutes=1)


STARTED = done("start", 0, 135)


def test_before_the_start_nothing_passes() -> None:
    shown = clock([])
    assert (shown.running, shown.ends_at(), left(shown, 500)) == (False, None, 0)
    assert shown.phase(NINE) == "ready"


def test_time_passes_from_the_start_and_below_nothing() -> None:
    shown = clock([STARTED])
    assert shown.running
    assert (left(shown, 0), left(shown, 35), left(shown, 140)) == (135, 100, -5)
    assert shown.ends_at() == after(135)


@pytest.mark.parametrize(
    ("at", "phase"),
    [(0, "running"), (129.9, "running"), (130, "short"), (134.99, "short"), (135, "over"), (999, "over")],
)
def test_the_phase_follows_the_time_left(at: float, phase: str) -> None:
    assert clock([STARTED]).phase(after(at)) == phase


def test_a_pause_stops_the_time_and_resuming_goes_on_where_it_stood() -> None:
    paused = clock([STARTED, done("pause", 30)])
    assert (left(paused, 30), left(paused, 90)) == (105, 105)
    assert (paused.running, paused.ends_at(), paused.phase(after(400))) == (False, None, "paused")
    on = clock([STARTED, done("pause", 30), done("resume", 50), done("pause", 60), done("resume", 65)])
    assert left(on, 65) == 95
    assert on.ends_at() == after(160)


@pytest.mark.parametrize("odd", [done("pause"), done("resume"), done("add", 0, 5)])
def test_what_does_not_fit_before_the_start_changes_nothing(odd: ClockStep) -> None:
    assert clock([odd]) == Clock()


def test_a_second_pause_and_a_second_resume_change_nothing() -> None:
    once = clock([STARTED, done("pause", 30)])
    assert clock([STARTED, done("pause", 30), done("pause", 40)]) == once
    running = clock([STARTED, done("pause", 30), done("resume", 40)])
    assert clock([STARTED, done("pause", 30), done("resume", 40), done("resume", 45)]) == running


def test_minutes_are_added_and_taken_for_all_but_never_below_nothing() -> None:
    assert left(clock([STARTED, done("add", 10, 5)]), 10) == 130
    assert left(clock([STARTED, done("add", 10, -15)]), 10) == 110
    assert clock([STARTED, done("add", 10, -500)]).minutes == 0


def test_added_minutes_bring_time_back_after_it_was_up() -> None:
    shown = clock([STARTED, done("add", 140, 10)])
    assert shown.phase(after(140)) == "short"
    assert shown.ends_at() == after(145)


def test_an_extension_is_for_one_table() -> None:
    shown = clock([STARTED, done("extend", 20, 7, SEVEN), done("extend", 30, 3, SEVEN)])
    assert (left(shown, 135), left(shown, 135, SEVEN), left(shown, 135, EIGHT)) == (0, 10, 0)
    assert (shown.ends_at(SEVEN), shown.ends_at(EIGHT)) == (after(145), after(135))
    assert (shown.phase(after(139)), shown.phase(after(139), SEVEN)) == ("over", "running")


def test_an_extension_can_be_taken_back_but_no_more_than_that() -> None:
    shown = clock([STARTED, done("extend", 20, 7, SEVEN), done("extend", 21, -20, SEVEN)])
    assert left(shown, 135, SEVEN) == 0


def test_an_extension_without_a_table_changes_nothing() -> None:
    assert clock([STARTED, done("extend", 20, 7)]) == clock([STARTED])


def test_starting_again_begins_anew_and_keeps_extensions() -> None:
    acts = [done("extend", -5, 4, SEVEN), STARTED, done("pause", 30), done("start", 60, 20)]
    shown = clock(acts)
    assert (left(shown, 60), left(shown, 60, SEVEN), shown.running) == (20, 24, True)


def test_a_clock_put_away_can_be_brought_back_as_it_would_be() -> None:
    away = clock([STARTED, done("stop", 40)])
    assert (away.phase(after(50)), away.running, away.ends_at()) == ("stopped", False, None)
    again = clock([STARTED, done("stop", 40), done("resume", 50)])
    assert (again.phase(after(50)), left(again, 50)) == ("running", 85)
    assert not clock([STARTED, done("stop", 40), done("pause", 45)]).running
