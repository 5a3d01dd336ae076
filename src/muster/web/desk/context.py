"""What every page of the desk needs: who asks, which event and tournament, how it stands, how acts end."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, get_args

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from muster.app.common.access import Act, Actor, DeniedError
from muster.app.common.names import names_of, naming, words
from muster.app.common.topics import Part
from muster.app.duties.read import how_it_stands
from muster.app.floor.round_clock import RoundClock
from muster.app.history.latest import Meanwhile, meanwhile
from muster.app.history.submitting import Done, submit, submit_all
from muster.app.staff.posts import post_at
from muster.core.duties import Situation, duties
from muster.core.ids import Naming, PlayerId
from muster.core.messages import NOTHING, Message
from muster.core.tournament.commands import Command
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.whole import whole_number
from muster.exchange.words import Teller
from muster.journal import store
from muster.people.models import Account, Event, Tournament
from muster.web.desk import day
from muster.web.desk.duties.ways import DESK
from muster.web.desk.meter import Meter, meter
from muster.web.duty_rows import DutyRow, rows
from muster.web.page import Page, show

P = ParamSpec("P")


@dataclass(frozen=True)
class Denied(Page):
    """Who asks may not see this.

    Attributes:
        says: who may.
    """

    template: ClassVar[str] = "desk/denied.html"
    says: str


@dataclass
class EventDesk:
    """One request to the desk of an event."""

    request: HttpRequest
    event: Event
    actor: Actor

    @cached_property
    def tournaments(self) -> list[Tournament]:
        """The event's tournaments in order."""
        return list(self.event.tournaments.order_by("number"))

    @property
    def sent_key(self) -> str | None:
        """The idempotency key the form carries; a text no database takes is none."""
        sent = self.request.POST.get("key", "")[:64]
        return sent if sent and sent.isascii() and sent.isprintable() else None

    def new_key(self) -> str:
        """A fresh idempotency key for a form."""
        return secrets.token_urlsafe(12)

    @property
    def live(self) -> bool:
        """Whether a page that is open asks for a part of itself."""
        return self.request.headers.get("HX-Request") == "true"

    def show(self, page: Page, *, status: int = 200) -> HttpResponse:
        """A page, with this desk as `desk` in its template."""
        return show(self.request, page, status=status, desk=self)


@dataclass
class Desk(EventDesk):
    """One request to the desk of a tournament: everything is read once, at one version."""

    tournament: Tournament
    snapshot: store.Snapshot = field(init=False)

    def __post_init__(self) -> None:
        self.snapshot = store.load(self.tournament.pk)

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        return self.snapshot.state

    @property
    def version(self) -> int:
        """The version the page shows; forms send it back as `version`."""
        return self.snapshot.version

    @cached_property
    def names(self) -> Mapping[PlayerId, str]:
        """Every player's name."""
        return names_of(self.tournament.pk)

    @property
    def name(self) -> Naming:
        """How to name a player."""
        return naming(self.names)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words of reasons, which staff may read; asked for once, and only if one is told."""
        return words(self.tournament.pk)

    @cached_property
    def _stands(self) -> tuple[Situation, RoundClock | None]:
        return how_it_stands(self.snapshot, self.tournament, self.name)

    @property
    def situation(self) -> Situation:
        """How things stand, as duties see it; asked for once."""
        return self._stands[0]

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the round that is played, if it was started."""
        found = self._stands[1]
        return found if found and found.shown and not self.state.rounds[-1].complete else None

    @property
    def meter(self) -> Meter:
        """How far the day is."""
        return meter(self.state, self.clock)

    @cached_property
    def duties(self) -> tuple[DutyRow, ...]:
        """What waits for whoever asks, the most urgent first."""
        if self.actor.role is None:
            return ()
        found = duties(self.situation, self.actor.role)
        where = (self.event.code, self.tournament.number)
        return rows(self.situation, found, self.actor, DESK, where)

    @property
    def waiting(self) -> str:
        """How many duties wait for whoever asks, as the page's title begins: `(3) `; nothing where none does."""
        return f"({len(self.duties)}) " if self.duties else ""

    @property
    def topics(self) -> str:
        """What an open page of the desk follows: all of the tournament, and what is said of the event."""
        parts = get_args(Part)
        return " ".join(["event", "news", *(f"{self.tournament.number}/{part}" for part in parts)])

    @property
    def sent_version(self) -> int:
        """The version the form was made at; -1, which no tournament is at, if the form does not say."""
        sent = whole_number(self.request.POST.get("version", ""))
        return -1 if sent is None else sent

    @cached_property
    def meanwhile(self) -> Meanwhile:
        """What others have done since the page was made from which a form came."""
        return meanwhile(self.snapshot, self.sent_version, self.name, self.words)

    def url(self, name: str, *args: Any) -> str:
        """The address of one of this tournament's pages, such as `desk:people`."""
        return reverse(name, args=[self.event.code, self.tournament.number, *args])

    @cached_property
    def addresses(self) -> Mapping[day.Page, str]:
        """The addresses of this tournament's pages; worked out once."""
        return {page: self.url(f"desk:{page}") for page in get_args(day.Page)}

    def go(self, name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
        """On to one of this tournament's pages."""
        return redirect(self.url(name, *args) + query)

    def submit(self, command: Command, *, stale: bool = True) -> Done | Refusal:
        """Carry out a command with the version and key the form sent.

        Args:
            command: what is asked.
            stale: refuse it if the tournament has moved on since the page was made. Leave that to the
                engine (False) only where an act rests on nothing else that could have changed.
        """
        expected = self.sent_version if stale else None
        return submit(self.tournament.pk, command, self.actor, expected_version=expected, key=self.sent_key)

    def submit_all(self, *asked: Command) -> Done | Refusal:
        """Carry out several commands as one act, with the version and key the form sent."""
        return submit_all(
            self.tournament.pk,
            lambda _state: asked,
            self.actor,
            expected_version=self.sent_version,
            key=self.sent_key,
        )

    def tell(self, done: Done) -> None:
        """Show on the next page what an act came to."""
        if done.entries:
            messages.success(self.request, str(self.told(done, naming(names_of(self.tournament.pk)), most=4)))

    def told(self, done: Done, name: Naming, *, most: int | None = None) -> Message:
        """What an act came to, a sentence each; nothing where it came to nothing."""
        if not done.entries:
            return NOTHING
        teller = Teller(done.snapshot.state, done.snapshot.entries, name, words(self.tournament.pk))
        return teller.told(done.entries[0].seq, done.entries[-1].seq, most=most)

    def refuse(self, refusal: Refusal) -> None:
        """Show on the next page why an act was not carried out, and what others did if that is why."""
        acts = self.meanwhile.acts[-3:] if refusal.code == "stale" else ()
        since = _("Meanwhile:") + " " + " ".join(str(act.says) for act in acts) if acts else ""
        messages.error(self.request, f"{refusal.text()} {since}".strip())

    def report(self, answer: Done | Refusal) -> None:
        """Show on the next page what came of an act."""
        if isinstance(answer, Refusal):
            self.refuse(answer)
        else:
            self.tell(answer)


def status_of(refusal: Refusal | None, *, otherwise: int = 200) -> int:
    """The status of a page that says why nothing was done: 409 if it was asked for on a page that is out of date."""
    if refusal is None:
        return otherwise
    return 409 if refusal.code == "stale" else 422


def event_page(
    act: Act,
) -> Callable[
    [Callable[Concatenate[EventDesk, P], HttpResponse]],
    Callable[..., HttpResponse],
]:
    """A view of an event: gets an `EventDesk`; strangers get 404, the wrong role a page that says who may."""

    def decorate(
        view: Callable[Concatenate[EventDesk, P], HttpResponse],
    ) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            event, actor = _entered(request, code)
            desk = EventDesk(request, event, actor)
            try:
                actor.must(act)
                return view(desk, *args, **kwargs)
            except DeniedError as error:
                return desk.show(Denied(str(error)), status=403)

        return _asking(act, page)

    return decorate


def desk_page(
    act: Act,
) -> Callable[
    [Callable[Concatenate[Desk, P], HttpResponse]],
    Callable[..., HttpResponse],
]:
    """A view of a tournament: gets a `Desk`; strangers get 404, the wrong role a page that says who may."""

    def decorate(
        view: Callable[Concatenate[Desk, P], HttpResponse],
    ) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(
            request: HttpRequest, code: str, number: int, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            event, actor = _entered(request, code)
            tournament = event.tournaments.filter(number=number).first()
            if tournament is None:
                raise Http404("There is no such tournament in this event.")
            tournament.event = event
            desk = Desk(request, event, actor, tournament)
            try:
                actor.must(act)
                return view(desk, *args, **kwargs)
            except DeniedError as error:
                return desk.show(Denied(str(error)), status=403)

        return _asking(act, page)

    return decorate


def _asking(act: Act, page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The page for those who are logged in; it says as `act` what they must be allowed."""
    asked = login_required(page)
    vars(asked)["act"] = act
    return asked


def account_of(request: HttpRequest) -> Account:
    """The account that is logged in; only on pages that ask for one."""
    assert isinstance(request.user, Account)  # noqa: S101  (login_required stands before it)
    return request.user


def _entered(request: HttpRequest, code: str) -> tuple[Event, Actor]:
    """The event and the asker's role in it; a stranger learns not even that it exists."""
    account = account_of(request)
    post = post_at(code, account)
    if post is None:
        raise Http404("There is no such event, or you are not on its staff.")
    return post.event, Actor(f"account:{account.pk}", post.role)
