"""When the rounds to come are expected: by the minutes of the regulations, from where the day really is."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from muster.app.events.timetable import Days, Play, expected

OPENS = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
DAY = Days(OPENS, BERLIN)
EARLY = OPENS - timedelta(days=3)


def at(hour: int, minute: int = 0, day: int = 7) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def test_before_the_day_each_round_follows_the_one_before() -> None:
    assert expected([Play(130)] * 3, DAY, EARLY) == [at(9), at(11, 25), at(13, 50)]


def test_nothing_is_expected_before_now_nor_to_the_minute() -> None:
    assert expected([Play(60)] * 2, DAY, at(9, 41)) == [at(9, 45), at(11)]
    assert expected([Play(60)], DAY, at(9, 45)) == [at(9, 45)]


def test_a_round_that_is_played_moves_all_after_it() -> None:
    begun = Play(60, at(9, 20))
    assert expected([begun, Play(60)], DAY, at(9, 30)) == [None, at(10, 35)]
    longer = Play(60, at(9, 20), at(10, 50))
    assert expected([longer, Play(60)], DAY, at(9, 30)) == [None, at(11, 5)]
    assert expected([begun, Play(60)], DAY, at(11, 1)) == [None, at(11, 5)]


def test_where_no_minutes_are_known_nothing_more_is_said() -> None:
    assert expected([Play(None), Play(60)], DAY, EARLY) == [at(9), None]


def test_an_event_of_two_days_goes_on_in_the_morning() -> None:
    days = Days(OPENS, BERLIN, date(2026, 3, 8))
    found = expected([Play(240)] * 4, days, EARLY)
    assert found == [at(9), at(13, 15), at(9, day=8), at(13, 15, day=8)]
    late = expected([Play(240)] * 4, DAY, EARLY)
    assert late[-1] == at(21, 45), "an event of one day has no other"
    assert expected([Play(240)] * 6, days, EARLY)[-1] == at(21, 45, day=8)


def test_a_round_that_lasts_over_midnight_fits_into_no_evening() -> None:
    days = Days(OPENS, BERLIN, date(2026, 3, 8))
    assert expected([Play(60)], days, at(22, 30)) == [at(9, day=8)]


def test_of_an_event_long_past_nothing_is_expected() -> None:
    assert expected([Play(60, at(9)), Play(60)], DAY, at(9, day=20)) == [None, None]
