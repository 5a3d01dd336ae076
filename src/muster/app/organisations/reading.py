"""What everybody may see of an organisation: what it says of itself, its venues, and the events it announces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Prefetch

from muster.app.common.by_name import ByName
from muster.people.models import Event, Organisation, Tournament, Venue

PER_PAGE: Final = 20
"""Events on one page."""

MOST_EVENTS: Final = 5000
"""More events than this nobody looks through; the oldest are left out."""

MOST_VENUES: Final = 50

EventTime = Literal["now", "coming", "over"]

_ORDER: Final[tuple[EventTime, ...]] = ("now", "coming", "over")


@dataclass(frozen=True, slots=True)
class AnnouncedEvent:
    """An event on an organisation's page: its tournaments are at hand, in order."""

    event: Event
    when: EventTime

    @property
    def tournaments(self) -> list[Tournament]:
        """What is played at it."""
        return list(self.event.tournaments.all())

    @property
    def registering(self) -> bool:
        """Whether players may register themselves: while it is to come."""
        shut = self.when != "coming" or self.event.cancelled_at is not None
        return not shut and any(one.registration_open for one in self.tournaments)


class _Dated(NamedTuple):
    pk: int
    opens_at: datetime
    last_day: date | None
    time_zone: str


@dataclass(frozen=True, slots=True)
class AnnouncedPart:
    """A page of an organisation's events.

    Attributes:
        events: those on this page.
        number, pages, count: which page, of how many, of how many events.
    """

    events: Sequence[AnnouncedEvent]
    number: int
    pages: int
    count: int


def organisation_at(slug: str) -> Organisation | None:
    """The organisation whose page everybody sees at this address; None where there is none, or it is suspended."""
    return Organisation.objects.filter(slug=slug, suspended_at=None).first()


def host_of(event: Event) -> Organisation | None:
    """The organisation whose event it is, as everybody sees it; none that is suspended."""
    found = event.organisation
    return found if found is not None and found.suspended_at is None else None


def venues_for_all(organisation: Organisation) -> list[Venue]:
    """Where it plays, by name."""
    return ByName(organisation.venues.all())[:MOST_VENUES]


def announced(organisation: Organisation, now: datetime, number: int = 1) -> AnnouncedPart:
    """The events that its organisers announce: today's, then those to come, then those that are over, latest first.

    Only what is shown to everybody and named on the front page of the site is announced here: a draft, an event
    for practice, and one that only those with its address or code are to find are not.
    """
    rows = organisation.events.filter(listed=True, on_front=True, practice=False).order_by("-opens_at", "-pk")
    dated = [
        _Dated(*row) for row in rows.values_list("pk", "opens_at", "last_day", "time_zone")[:MOST_EVENTS]
    ]
    placed = sorted(((_when(one, now), one) for one in dated), key=lambda found: _place(*found))
    pages = max(1, -(-len(placed) // PER_PAGE))
    here = placed[(number - 1) * PER_PAGE : number * PER_PAGE]
    tournaments = Prefetch("tournaments", Tournament.objects.order_by("number"))
    found = Event.objects.filter(pk__in=[one.pk for _, one in here]).select_related("venue")
    by_pk = {event.pk: event for event in found.prefetch_related(tournaments)}
    events = [AnnouncedEvent(by_pk[one.pk], when) for when, one in here if one.pk in by_pk]
    return AnnouncedPart(events, number, pages, len(placed))


def _when(one: _Dated, now: datetime) -> EventTime:
    """Whether an event is today, to come or over: by the calendar where it is."""
    zone = ZoneInfo(one.time_zone)
    today, first = now.astimezone(zone).date(), one.opens_at.astimezone(zone).date()
    if today < first:
        return "coming"
    return "now" if today <= max(first, one.last_day or first) else "over"


def _place(when: EventTime, one: _Dated) -> tuple[int, float, int]:
    at = one.opens_at.timestamp()
    return _ORDER.index(when), -at if when == "over" else at, one.pk
