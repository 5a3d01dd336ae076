"""When the rounds that are still to come are expected: the minutes of the regulations, from where the day really is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

GAP: Final = timedelta(minutes=15)
"""Between two rounds: the last results, pairing, finding one's seat."""

STEP: Final = timedelta(minutes=5)
"""Nobody expects a round to the minute."""

LATEST: Final = time(21)
"""A round that would last longer is played on the next day, at an event that has one."""

STALE: Final = timedelta(days=1)
"""So long after its last day nothing is expected of an event any more."""


@dataclass(frozen=True, slots=True)
class Play:
    """A round as far as the timetable needs it.

    Attributes:
        minutes: how long it lasts; None where the regulations name none.
        at: when it was published or began; None for one to come.
        ends: when its clock ends, or its last result came in; None where only `minutes` say it.
        day: the day of the event on which it is planned, from 1; no round is expected before the hour of that day.
    """

    minutes: int | None
    at: datetime | None = None
    ends: datetime | None = None
    day: int = 1


@dataclass(frozen=True, slots=True)
class Days:
    """When an event is: the moment it opens, its time zone, and its last day (None for the first)."""

    opens_at: datetime
    zone: ZoneInfo
    last: date | None = None

    def over(self, now: datetime) -> bool:
        """Whether nothing is to be expected any more."""
        first = self.opens_at.astimezone(self.zone).date()
        return (now - STALE).astimezone(self.zone).date() > max(self.last or first, first)

    def opening(self, day: int) -> datetime:
        """When a day of the event begins: at the hour at which it opens."""
        local = self.opens_at.astimezone(self.zone)
        return datetime.combine(local.date() + timedelta(days=day - 1), local.time(), self.zone)

    def fitting(self, start: datetime, minutes: int) -> datetime:
        """That moment, or the next morning if a round of so many minutes would last into the night."""
        local = start.astimezone(self.zone)
        end, night = local + timedelta(minutes=minutes), datetime.combine(local.date(), LATEST, self.zone)
        if self.last is None or local.date() >= self.last or end <= night:
            return start
        opening = self.opens_at.astimezone(self.zone).time()
        return datetime.combine(local.date() + timedelta(days=1), opening, self.zone)


def expected(plays: Sequence[Play], days: Days, now: datetime) -> list[datetime | None]:
    """When each round that is not published yet is expected to begin; None for all others and for the unknown.

    The first at the hour the event opens, each later one when the round before it is over and `GAP` has passed;
    nothing before `now`, so that a day that runs late says so.
    """
    free: datetime | None = None if days.over(now) else days.opens_at
    found: list[datetime | None] = []
    for play in plays:
        start = None
        if play.at is None and free is not None:
            start = days.fitting(_rounded(max(free, now, days.opening(play.day))), play.minutes or 0)
        found.append(start)
        free = None if days.over(now) else _after(play, play.at or start)
    return found


def _after(play: Play, begins: datetime | None) -> datetime | None:
    if play.ends is not None:
        return play.ends + GAP
    if begins is None or play.minutes is None:
        return None
    return begins + timedelta(minutes=play.minutes) + GAP


def _rounded(at: datetime) -> datetime:
    """The next full five minutes."""
    return at + (datetime.min.replace(tzinfo=at.tzinfo) - at) % STEP
