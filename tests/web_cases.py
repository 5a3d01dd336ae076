"""What tests of pages share: an organiser, an event with a tournament, and a browserless client."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from muster.app.common.access import Actor, Role
from muster.app.events.editing import EventDetails, TournamentDetails, add_tournament, create_event
from muster.app.history.submitting import Done, announce_plan, next_link, submit
from muster.app.registration.entries import Newcomer, enter
from muster.core.draws import ChainLink, DrawSeed
from muster.core.tournament import commands
from muster.core.tournament.commands import Command
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State, best_of
from muster.exchange.dice import MatchSetup, made_up
from muster.journal import secrets, store
from muster.people.models import Account, Event, Staff, Tournament
from tournament_cases import DAY, rules

SATURDAY = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)
NAMES = (
    "Ada", "Brian", "Chiara", "Dora", "Eva", "Filip", "Grace", "Hugo", "Ida", "Jan", "Kira", "Liam",
    "Mona", "Nils", "Olga", "Pawel", "Quinn", "Rosa", "Sven", "Tara", "Uma", "Vera", "Wim", "Xenia",
)  # fmt: skip
SEED = DrawSeed("5" * 64)


def account(name: str = "Olivia Organiser") -> Account:
    """An account of this name that may set up events, made if need be."""
    username = name.casefold().replace(" ", "-")
    found = Account.objects.filter(username=username).first()
    return found or Account.objects.create_user(
        username=username, name=name, email=f"{username}@example.org", organises=True
    )


@dataclass
class Hall:
    """An event with one tournament and its organiser, logged in."""

    regulations: str = "legion-2.0"
    setup: dict[str, Any] = field(default_factory=dict)
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        self.organiser = account()
        details = EventDetails(name="Spring Open", opens_at=SATURDAY, time_zone="Europe/Berlin")
        self.event: Event = create_event(self.organiser, details)
        self.actor = Actor(f"account:{self.organiser.pk}", "organiser")
        create = commands.CreateTournament(regulations=rules(self.regulations), day=DAY, **self.setup)
        made = add_tournament(self.event, self.actor, TournamentDetails(name="Main"), create)
        assert isinstance(made, Tournament), made
        self.tournament = made
        self.client.force_login(self.organiser, backend="django.contrib.auth.backends.ModelBackend")

    @property
    def state(self) -> State:
        return store.load(self.tournament.pk).state

    def url(self, name: str, *args: Any) -> str:
        return reverse(f"desk:{name}", args=[self.event.code, self.tournament.number, *args])

    def get(self, name: str, /, *args: Any, **query: Any) -> HttpResponse:
        return self.client.get(self.url(name, *args), query)  # type: ignore[return-value]

    def post(self, name: str, /, *args: Any, **data: Any) -> HttpResponse:
        """Send a form with the version as it is now, unless the data say otherwise; follows redirects."""
        form = {"version": self.state.version, **data}
        return self.client.post(self.url(name, *args), form, follow=True)  # type: ignore[return-value]

    def staff(self, role: Role, name: str | None = None) -> Client:
        """A client logged in as somebody with this role."""
        who = account(name or f"The {role}")
        Staff.objects.create(event=self.event, account=who, role=role)
        client = Client()
        client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
        return client

    def do(self, *asked: Command) -> State:
        """Carry out commands past the pages; each must be accepted."""
        for command in asked:
            answer = submit(self.tournament.pk, command, self.actor)
            assert isinstance(answer, Done), answer
        return self.state

    def enter(self, count: int) -> State:
        """Enter this many players with names."""
        names = [f"{NAMES[i % 24]} {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i // 24 % 26]}{i}" for i in range(count)]
        answer = enter(self.tournament, self.actor, [Newcomer(name=name) for name in names])
        assert not isinstance(answer, Refusal), answer
        return self.state

    def begin(self, count: int) -> State:
        """Players entered, plan announced, first stage started; every run of a test draws the same."""
        self.enter(count)
        secrets.keep(self.tournament.pk, ChainLink("5e" * 32))
        return self.do(announce_plan(self.tournament.pk), commands.StartStage())

    def propose(self) -> State:
        return self.do(next_link(self.tournament.pk, self.state))

    def publish(self) -> State:
        """Propose, publish and start the next round."""
        self.propose()
        self.do(commands.PublishRound())
        return self.do(commands.StartRound()) if self.state.rounds[-1].matches else self.state

    def play(self, *, leave: int = 0) -> State:
        """Made-up results for the running round, all but `leave` of them."""
        state = self.state
        round_, stage = state.rounds[-1], state.stages[-1].format
        waiting = [(table, one) for table, one in sorted(round_.matches.items()) if not one.settled]
        for table, match in waiting[: len(waiting) - leave]:
            dice = MatchSetup(SEED, round_.number, match.pairing.players, stage, best_of(state, stage))
            self.do(commands.ReportResult(round_.number, table, made_up(dice, state.regulations)))
        return self.state
