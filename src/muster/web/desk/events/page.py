"""What the templates here get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from django import forms
from django.core.paginator import Page as TablePage
from django.utils.safestring import SafeString

from muster.app.accounts.standing import who_organises
from muster.app.events.own_game import Example, example
from muster.app.events.timetable import Days
from muster.app.mail.messages import Standing
from muster.app.organisations.standing import may_set_up_events
from muster.core.kinds import Departure
from muster.core.messages import NOTHING, Message
from muster.core.scoring.scored import Problem
from muster.core.tournament.state import State
from muster.people.models import Account, Staff, Tournament, Venue
from muster.rules.own_games import OwnGame, game_of, identity, written
from muster.rules.schema import Regulations
from muster.web.clauses import Opened, titled
from muster.web.desk.context import Desk
from muster.web.desk.day import Go
from muster.web.desk.events.calendar import Dated, When
from muster.web.desk.events.course_choice import number_typed
from muster.web.desk.events.course_length import outlook
from muster.web.desk.events.forms import CopyForm, EventForm, VenueForm, zones
from muster.web.desk.events.own_game_form import OwnGameForm
from muster.web.desk.events.rules_form import RulesForm
from muster.web.desk.events.tournament_form import TournamentForm
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class Running:
    """A tournament on its event's page."""

    tournament: Tournament
    state: State
    next: Go
    players: int
    waiting: int


@dataclass(frozen=True)
class CallOffPage(Page):
    """Call the event off, after asking why.

    Attributes:
        fault: what is wrong with the reason.
        typed: the reason as it was typed.
    """

    template: ClassVar[str] = "desk/events/call_off.html"
    fault: Message = NOTHING
    typed: str = ""


@dataclass(frozen=True, slots=True)
class OpenedDeparture:
    """A departure before there is a tournament, with the words of its clause."""

    message: Message
    opened: Opened


def _opened(departure: Departure, rules: Regulations) -> OpenedDeparture:
    clause = rules.clauses[departure.clause]
    opened = Opened(departure.clause, titled(rules), clause.section, rules.words_of(departure.clause))
    return OpenedDeparture(departure.message, opened)


@dataclass(frozen=True)
class AddTournamentPage(Page):
    """A further tournament of an event.

    Attributes:
        tournament_form: what is the tournament's own.
        rules_form: what it is played by.
        judge: whether somebody on the staff judges already.
        days: when the event is.
    """

    template: ClassVar[str] = "desk/events/add.html"
    tournament_form: TournamentForm
    rules_form: RulesForm
    judge: bool = field(default=False, kw_only=True)
    days: Days | None = field(default=None, kw_only=True)

    @property
    def departures(self) -> list[OpenedDeparture]:
        """Where what stands in the fields departs from the regulations."""
        rosters, rules = str(self.tournament_form["rosters"].value() or ""), self.rules_form.rules
        return [_opened(one, rules) for one in self.rules_form.departures(rosters, judge=self.judge)]

    @property
    def course_lines(self) -> tuple[Message, ...]:
        """What rounds of one's own come to: their parts, how long they take, when each day is over."""
        form = self.rules_form
        players = number_typed(self.tournament_form["capacity"].value()) or 0
        return outlook(
            form.rules, form.course_typed, form.rounds_typed, form.minutes, players=players, days=self._days
        )

    @property
    def _days(self) -> Days | None:
        """When the event is, as far as that is known."""
        return self.days

    @property
    def faults(self) -> list[forms.BoundField]:
        """The fields at fault."""
        return [form[name] for form in self._bound for name in form.errors if name in form.fields]

    @property
    def general(self) -> list[str]:
        """What is wrong with no field in particular."""
        return [str(text) for form in self._bound for text in form.non_field_errors()]

    @property
    def _forms(self) -> tuple[forms.Form, ...]:
        return self.tournament_form, self.rules_form

    @property
    def _bound(self) -> list[forms.Form]:
        return [form for form in self._forms if form.is_bound]


@dataclass(frozen=True)
class NewEventPage(AddTournamentPage):
    """A new event with its first tournament.

    Attributes:
        event_form: what is the event's own.
        key: of this form, which makes one event however often it is sent.
    """

    template: ClassVar[str] = "desk/events/new.html"
    event_form: EventForm
    key: str

    @property
    def zones(self) -> tuple[str, ...]:
        """The time zones to choose from."""
        return zones()

    @property
    def _days(self) -> Days | None:
        return self.event_form.days

    @property
    def _forms(self) -> tuple[forms.Form, ...]:
        return self.event_form, *super()._forms


@dataclass(frozen=True)
class OwnGamePage(Page):
    """A game of one's own, for an event that is being set up.

    Attributes:
        form: the questions, with what was answered.
        game: the game, where all answers are sound.
        to: the form of the event, where the game is used.
        carried: what was typed there, by name.
    """

    template: ClassVar[str] = "desk/events/own_game.html"
    form: OwnGameForm
    game: OwnGame | None
    to: str
    carried: Sequence[tuple[str, str]]

    @property
    def looked(self) -> bool:
        """Whether somebody has asked to see what comes of the answers."""
        return self.form.is_bound

    @property
    def faults(self) -> list[forms.BoundField]:
        """The questions whose answer is to be corrected."""
        return [self.form[name] for name in self.form.errors if name in self.form.fields]

    @property
    def general(self) -> list[str]:
        """What is wrong with no answer in particular."""
        return [str(text) for text in self.form.non_field_errors()]

    @property
    def toml(self) -> str:
        """The regulations file that the answers make."""
        return written(self.game) if self.game else ""

    @property
    def file_name(self) -> str:
        """What that file is called."""
        return f"{identity(self.game)}.toml" if self.game else ""

    @property
    def example(self) -> Example | None:
        """Standings of a made-up evening."""
        return example(self.game) if self.game else None


@dataclass(frozen=True)
class OwnGameOfPage(OwnGamePage):
    """The game of a tournament that is set up.

    Attributes:
        desk: who asks, and the tournament as it stands.
        problem: why it was not changed.
    """

    template: ClassVar[str] = "desk/events/own_game_of.html"
    desk: Desk
    problem: str = field(default="", kw_only=True)

    @property
    def fixed(self) -> bool:
        """Whether the rounds are fixed, and the game with them."""
        return self.desk.state.plan is not None

    @property
    def by_form(self) -> bool:
        """Whether its rules were made by such answers."""
        return game_of(self.desk.state.regulations) is not None


@dataclass(frozen=True, slots=True)
class Outbox:
    """The event's messages: how they stand, and whether this site sends any."""

    standing: Standing
    leaves: bool


@dataclass(frozen=True)
class EventsSettingsPage(Page):
    """The event's own settings.

    Attributes:
        form: the settings.
        kept: why it cannot be deleted; None if it can.
        outbox: its messages.
        embeds: the tournaments that other sites may show, by name, each with what stands for it in a page.
    """

    template: ClassVar[str] = "desk/events/settings.html"
    form: EventForm
    kept: Problem | None
    outbox: Outbox
    embeds: Sequence[tuple[str, str]] = ()

    @property
    def zones(self) -> tuple[str, ...]:
        """The time zones to choose from."""
        return zones()


@dataclass(frozen=True)
class TournamentSettingsPage(Page):
    """What may be changed about a tournament at any time.

    Attributes:
        form: the settings.
        desk: who asks, and the tournament as it stands.
    """

    template: ClassVar[str] = "desk/events/tournament_settings.html"
    form: TournamentForm
    desk: Desk

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Where the tournament departs from the regulations."""
        return self.desk.situation.departures

    @property
    def own_game(self) -> bool:
        """Whether it is a game of one's own that was made by a few answers."""
        return self.desk.state.setup is not None and game_of(self.desk.state.regulations) is not None


@dataclass(frozen=True)
class CopyPage(Page):
    """A new event like this one.

    Attributes:
        form: what the copy is to be.
    """

    template: ClassVar[str] = "desk/events/copy.html"
    form: CopyForm


@dataclass(frozen=True)
class DeletePage(Page):
    """Throw away an event with nothing on record, after asking.

    Attributes:
        kept: why it cannot be deleted; None if it can.
    """

    template: ClassVar[str] = "desk/events/delete.html"
    kept: Problem | None


@dataclass(frozen=True)
class VenuesPage(Page):
    """The venues one keeps, and a new one.

    Attributes:
        form: a new one.
        venues: those one keeps.
    """

    template: ClassVar[str] = "desk/events/venues.html"
    form: VenueForm
    venues: list[Venue]


@dataclass(frozen=True)
class VenuePage(Page):
    """One venue.

    Attributes:
        form: what may be changed about it.
        venue: the venue.
    """

    template: ClassVar[str] = "desk/events/venue.html"
    form: VenueForm
    venue: Venue


@dataclass(frozen=True)
class EventsHomePage(Page):
    """The events whose staff one is.

    Attributes:
        page: the part of them that is shown.
        groups: these by when they take place.
        q: what was looked for.
        account: whose.
    """

    template: ClassVar[str] = "desk/events/home.html"
    page: TablePage[Dated]
    groups: list[tuple[When, list[Dated]]]
    q: str
    account: Account

    @property
    def able(self) -> bool:
        """Whether they may set up events."""
        return may_set_up_events(self.account)

    @property
    def says(self) -> str:
        """Who may on this site."""
        return str(who_organises())


@dataclass(frozen=True)
class EventsEventPage(Page):
    """One event: its tournaments with what each needs next, its code, address and staff.

    Attributes:
        running: its tournaments.
        when: its day in words.
        address: of its public page.
        qr: the same as a picture.
        local: the address of this page if no phone can reach it.
        posts: its staff.
        deletable: whether who asks may delete it.
        copyable: whether they may set up another like it.
    """

    template: ClassVar[str] = "desk/events/event.html"
    running: list[Running]
    when: str
    address: str
    qr: SafeString
    local: str
    posts: list[Staff]
    deletable: bool
    copyable: bool
