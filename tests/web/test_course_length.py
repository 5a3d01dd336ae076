"""When the rounds of a course are over: the hour, and the day where that is not the day they began."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from muster.app.events.timetable import Days
from muster.web.desk.events.course_length import whole_length

SATURDAY = datetime(2026, 11, 28, 9, tzinfo=UTC)
DAYS = Days(SATURDAY, ZoneInfo("Europe/Warsaw"))


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)


@pytest.mark.parametrize(
    ("rounds", "language", "end"),
    [
        (3, "en", "over about 13:15."),
        (16, "en", "over about Sun 04:25."),
        (16, "pl", "niedz. 04:25."),
    ],
)
def test_the_day_is_named_where_the_last_round_ends_on_another(rounds: int, language: str, end: str) -> None:
    with override(language):
        assert str(whole_length(DAYS, rounds, 55)).endswith(end)
