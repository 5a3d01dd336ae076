"""What tests of organisations share: one with its owner, members of every role, and events."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from typing import Any, get_args

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from muster.app.common.access import Actor
from muster.app.events.editing import EventDetails, TournamentDetails, add_tournament, create_event
from muster.app.organisations.invitations import InvitedMember, invite_member
from muster.app.organisations.making import OrganisationDetails, found_organisation
from muster.app.organisations.standing import Member, member_of
from muster.app.staff.posts import MemberRole
from muster.core.tournament.commands import CreateTournament
from muster.people.models import Account, Event, Membership, Organisation, Tournament
from tournament_cases import DAY, rules
from web_cases import SATURDAY, account

BACKEND = "django.contrib.auth.backends.ModelBackend"
MEMBER_ROLES: tuple[MemberRole, ...] = get_args(MemberRole)


def logged_in(one: Account) -> Client:
    client = Client()
    client.force_login(one, backend=BACKEND)
    return client


def png(width: int = 64, height: int = 64, shade: int = 9) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), (shade, 40, 90)).save(out, "PNG")
    return out.getvalue()


@dataclass
class Guild:
    """An organisation with its owner, logged in."""

    name: str = "Kosmos Games"
    slug: str = ""
    details: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.owner = account("Olga Owner")
        details = OrganisationDetails(**({"kind": "shop", "name": self.name} | self.details))
        made = found_organisation(self.owner, details, self.slug)
        assert isinstance(made, Organisation), made
        self.organisation = made
        self.client = logged_in(self.owner)

    @property
    def member(self) -> Member:
        """Its owner acting in it."""
        return self.acting(self.owner)

    def acting(self, one: Account) -> Member:
        """A member acting in it."""
        found = member_of(self.organisation.slug, one)
        assert found is not None
        return found

    def join(self, role: MemberRole, name: str | None = None) -> Account:
        """Somebody who belongs to it; they may set up no events of their own on the site."""
        one = account(name or f"The guild {role}")
        Account.objects.filter(pk=one.pk).update(organises=False)
        one.organises = False
        Membership.objects.create(organisation=self.organisation, account=one, role=role)
        return one

    def invite(self, role: str = "helper", **about: Any) -> str:
        """The token of an invitation."""
        made = invite_member(self.member, role, timezone.now(), **about)
        assert isinstance(made, InvitedMember), made
        return made.token

    def event(
        self, name: str = "Spring Open", by: Account | None = None, at: datetime = SATURDAY, **has: Any
    ) -> Event:
        """An event of the organisation; announced unless it is said otherwise."""
        details = EventDetails(
            name=name,
            opens_at=at,
            time_zone="Europe/Berlin",
            organisation=self.organisation,
            **{"listed": True, "on_front": True, **has},
        )
        return create_event(by or self.owner, details)

    def tournament(self, event: Event, **setup: Any) -> Tournament:
        """A tournament of one of its events."""
        organiser = event.staff.get(role="organiser").account_id
        create = CreateTournament(regulations=rules("legion-2.0"), day=DAY, **setup)
        made = add_tournament(
            event, Actor(f"account:{organiser}", "organiser"), TournamentDetails(name="Main"), create
        )
        assert isinstance(made, Tournament), made
        return made

    def url(self, name: str, *args: Any) -> str:
        return reverse(f"organisation:{name}", args=[self.organisation.slug, *args])

    def get(self, name: str, /, *args: Any, **query: Any) -> HttpResponse:
        return self.client.get(self.url(name, *args), query)  # type: ignore[return-value]

    def post(self, name: str, /, *args: Any, **data: Any) -> HttpResponse:
        """Send a form; follows redirects."""
        return self.client.post(self.url(name, *args), data, follow=True)  # type: ignore[return-value]

    def membership(self, one: Account) -> Membership:
        return Membership.objects.get(organisation=self.organisation, account=one)


def new_event(**changed: str) -> dict[str, str]:
    """The form of a new event as it is sent."""
    return {
        "name": "Winter Cup",
        "day": "2026-12-05",
        "time": "10:30",
        "time_zone": "Europe/Warsaw",
        "regulations": "legion-2.0",
        "structure": "basic",
        "tournament_name": "Main event",
        "names": "full",
        "rosters": "none",
        **changed,
    }
