"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.core.paginator import Page as TablePage
from django.utils.safestring import SafeString

from muster.app.events.overview import Go
from muster.core.scoring.scored import Problem
from muster.core.tournament.state import State
from muster.people.models import Staff, Tournament, Venue
from muster.web.desk.events.calendar import Dated, When
from muster.web.desk.events.forms import CopyForm, EventForm, TournamentForm, VenueForm
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class Running:
    """A tournament on its event's page."""

    tournament: Tournament
    state: State
    next: Go
    url: str
    players: int
    waiting: int


@dataclass(frozen=True)
class CallOffPage(Page):
    """Call the event off, after asking why."""

    template: ClassVar[str] = "desk/events/call_off.html"


@dataclass(frozen=True)
class EventsSettingsPage(Page):
    """The event's own settings."""

    template: ClassVar[str] = "desk/events/settings.html"
    form: EventForm
    zones: tuple[str, ...]
    kept: Problem | None
    outbox: dict[str, object]


@dataclass(frozen=True)
class TournamentSettingsPage(Page):
    """What may be changed about a tournament at any time."""

    template: ClassVar[str] = "desk/events/tournament_settings.html"
    form: TournamentForm


@dataclass(frozen=True)
class CopyPage(Page):
    """A new event like this one."""

    template: ClassVar[str] = "desk/events/copy.html"
    form: CopyForm


@dataclass(frozen=True)
class DeletePage(Page):
    """Throw away an event with nothing on record, after asking."""

    template: ClassVar[str] = "desk/events/delete.html"
    kept: Problem | None


@dataclass(frozen=True)
class VenuesPage(Page):
    """The venues one keeps, and a new one."""

    template: ClassVar[str] = "desk/events/venues.html"
    form: VenueForm
    venues: list[Venue]


@dataclass(frozen=True)
class VenuePage(Page):
    """One venue."""

    template: ClassVar[str] = "desk/events/venue.html"
    form: VenueForm
    venue: Venue


@dataclass(frozen=True)
class EventsHomePage(Page):
    """The events whose staff one is."""

    template: ClassVar[str] = "desk/events/home.html"
    page: TablePage[Dated]
    groups: list[tuple[When, list[Dated]]]
    q: str


@dataclass(frozen=True)
class EventsEventPage(Page):
    """One event: its tournaments with what each needs next, its code, address and staff."""

    template: ClassVar[str] = "desk/events/event.html"
    running: list[Running]
    when: str
    address: str
    qr: SafeString
    posts: list[Staff]
    deletable: bool
