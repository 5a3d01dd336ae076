"""Timers to the second: one countdown, and the picks of a draft, which follow each other by themselves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from muster.core.timers import Countdown

NINE = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)
BUILDING = Countdown(1800, since=NINE)
DRAFT = Countdown(180, since=NINE, pick=1, picks=14, later=45)


def after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def left(timer: Countdown, at: float) -> float:
    return timer.at(after(at)).left / timedelta(seconds=1)


@pytest.mark.parametrize(
    ("at", "phase", "seconds"),
    [
        (0, "running", 1800),
        (1499.9, "running", 300.1),
        (1500, "short", 300),
        (1799.9, "short", 0.1),
        (1800, "over", 0),
        (1860, "over", -60),
    ],
)
def test_swu_lim_1_half_an_hour_passes(at: float, phase: str, seconds: float) -> None:
    found = BUILDING.at(after(at))
    assert (found.phase, found.pick, found.seconds) == (phase, 0, 1800)
    assert left(BUILDING, at) == pytest.approx(seconds)
    assert found.ends_at == after(1800)


@pytest.mark.parametrize(
    ("at", "pick", "seconds"),
    [
        (0, 1, 180),
        (179, 1, 1),
        (180, 2, 45),
        (224.5, 2, 0.5),
        (225, 3, 45),
        (180 + 12 * 45, 14, 45),
        (180 + 13 * 45 - 1, 14, 1),
        (180 + 13 * 45, 14, 0),
        (180 + 13 * 45 + 100, 14, -100),
    ],
)
def test_swu_draft_2_three_minutes_then_45_seconds_pick_after_pick(
    at: float, pick: int, seconds: float
) -> None:
    found = DRAFT.at(after(at))
    assert found.pick == pick
    assert left(DRAFT, at) == pytest.approx(seconds)
    assert found.ends_at == after(at + seconds)
    assert found.phase == ("over" if seconds <= 0 else "short" if seconds < 8 else "running")


def test_a_pause_stops_the_time_and_going_on_takes_it_up() -> None:
    still = BUILDING.paused(after(600))
    assert (left(still, 600), left(still, 6000)) == (1200, 1200)
    assert (still.at(after(6000)).phase, still.at(after(6000)).ends_at) == ("paused", None)
    on = still.resumed(after(1000))
    assert left(on, 1100) == 1100
    assert on.resumed(after(1050)) == on
    assert still.paused(after(2000)) == still


def test_a_pause_keeps_the_pick_and_what_is_left_of_it() -> None:
    still = DRAFT.paused(after(200))
    assert (still.at(after(9999)).pick, left(still, 9999)) == (2, 25)
    on = still.resumed(after(1000))
    assert (on.at(after(1025)).pick, left(on, 1025)) == (3, 45)


def test_a_timer_that_is_over_can_be_paused_and_given_time_again() -> None:
    still = BUILDING.paused(after(1830))
    assert left(still, 5000) == -30
    assert left(still.more(60, after(5000)).resumed(after(5000)), 5000) == 30


def test_seconds_are_added_to_the_pick_that_runs_and_move_those_after_it() -> None:
    longer = DRAFT.more(30, after(190))
    assert (longer.at(after(190)).pick, left(longer, 190)) == (2, 65)
    assert (longer.at(after(255)).pick, left(longer, 255)) == (3, 45)
    assert left(DRAFT.paused(after(190)).more(30, after(300)), 300) == 65


def test_time_is_taken_down_to_nothing_and_no_further() -> None:
    assert BUILDING.more(-100_000, after(10)).seconds == 0
    assert DRAFT.more(-500, after(10)).at(after(10)).pick == 2


def test_the_next_pick_begins_at_once() -> None:
    second = DRAFT.skipped(after(30))
    assert (second.at(after(30)).pick, left(second, 30), second.at(after(75)).pick) == (2, 45, 3)
    still = DRAFT.paused(after(30)).skipped(after(60))
    assert (still.at(after(500)).pick, left(still, 500)) == (2, 45)


def test_after_the_last_pick_there_is_none() -> None:
    last = Countdown(45, since=NINE, pick=14, picks=14, later=45)
    assert last.skipped(after(5)) == last
    assert BUILDING.skipped(after(5)) == BUILDING
