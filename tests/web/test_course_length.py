"""When the rounds of a course are over: the hour, and the day where that is not the day they began."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from muster.app.events.timetable import Days
from muster.core.structure import RoundsAndCut
from muster.web.desk.events.course_length import whole_length
from muster.web.desk.plan.length import double_length, length
from web_cases import Hall

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


@pytest.mark.django_db
@pytest.mark.parametrize(("hour", "day"), [(9, ""), (20, "Sun ")])
def test_an_hour_without_a_day_is_of_the_day_of_the_event_on_every_plan(
    monkeypatch: pytest.MonkeyPatch, hour: int, day: str
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY.replace(hour=hour))
    hall = Hall("unlimited-1.3", {"structure": "custom", "rounds": 1, "cut": 4, "elimination": "double"})
    hall.enter(6)
    hall.event.opens_at, hall.event.time_zone = SATURDAY, "Europe/Warsaw"
    hall.event.last_day = SATURDAY.date() + timedelta(days=1)
    plan = RoundsAndCut("custom", 6, 1, 4, None, "")
    for says in (length(hall.event, hall.state, plan), double_length(hall.event, hall.state, plan)):
        assert re.search(rf"over about {day}\d\d:\d\d\.", str(says)), says
