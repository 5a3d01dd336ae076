"""What is on at this site: the events whose organisers want them on its front page, by date and game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final, Literal
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q

from muster.people.models import Event, Tournament
from muster.rules.load import available

LATELY: Final = timedelta(days=60)
"""For so long an event that is over stays on the front page."""

MOST: Final = 1000
"""More events than this are on at no site."""

Standing = Literal["now", "coming", "over"]


@dataclass(frozen=True, slots=True)
class FrontGame:
    """A game as the front page names it: a word for addresses, and its name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class OnHere:
    """An event on the front page.

    Attributes:
        event: which; its tournaments are at hand, in order.
        standing: played today, to come, or over, by the days where it is.
    """

    event: Event
    standing: Standing

    @property
    def tournaments(self) -> list[Tournament]:
        """What is played at it."""
        return list(self.event.tournaments.all())

    @property
    def until(self) -> date | None:
        """The last day of an event of several days; None of one."""
        return until(self.event)

    @property
    def games(self) -> list[FrontGame]:
        """The games that are played, each once."""
        known = games()
        return list(
            dict.fromkeys(known[one.regulations] for one in self.tournaments if one.regulations in known)
        )

    @property
    def registering(self) -> bool:
        """Whether players may register themselves: while it is to come."""
        shut = self.standing != "coming" or self.event.cancelled_at is not None
        return not shut and any(one.registration_open for one in self.tournaments)


@lru_cache(maxsize=1)
def games() -> Mapping[str, FrontGame]:
    """The games by the ids of the regulations that come along; all editions of a game are one game."""
    return {one.id: FrontGame(one.id.rpartition("-")[0], one.game) for one in available()}


def on_here(now: datetime) -> list[OnHere]:
    """Every event that its organiser lists for the front page: today's, those to come, and the latest that are over.

    Drafts are not among them, whatever else their settings say.
    """
    since = now - LATELY
    found = Event.objects.filter(listed=True, on_front=True)
    found = found.filter(Q(opens_at__gte=since) | Q(last_day__gte=since.date()))
    tournaments = Prefetch("tournaments", Tournament.objects.order_by("number"))
    rows = found.select_related("venue").prefetch_related(tournaments).order_by("opens_at", "pk")[:MOST]
    every = [OnHere(event, standing_of(event, now)) for event in rows]
    return [*_of(every, "now"), *_of(every, "coming"), *reversed(_of(every, "over"))]


def games_of(events: Iterable[OnHere]) -> list[FrontGame]:
    """The games of these events by name."""
    return sorted({game for one in events for game in one.games}, key=lambda game: game.name)


def standing_of(event: Event, now: datetime) -> Standing:
    """Whether an event is today, to come or over: by the calendar where it is."""
    today, first = _day(event, now), _day(event, event.opens_at)
    if today < first:
        return "coming"
    return "now" if today <= max(first, event.last_day or first) else "over"


def _of(events: Sequence[OnHere], standing: Standing) -> list[OnHere]:
    return [one for one in events if one.standing == standing]


def until(event: Event) -> date | None:
    """The last day of an event of several days; None of one."""
    last = event.last_day
    return last if last is not None and last > _day(event, event.opens_at) else None


def _day(event: Event, at: datetime) -> date:
    return at.astimezone(UTC).astimezone(ZoneInfo(event.time_zone)).date()
