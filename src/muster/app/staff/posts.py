"""What somebody is at an event: by being named on its staff, or as a member of the organisation that owns it.

Every page that asks who may do what asks here, each time it is opened: whoever is taken off the staff or out of the
organisation is out with their next request, whatever they have open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from muster.app.common.access import ACTS_AS, PostRole, Role
from muster.exchange.alphabet import alphabetical
from muster.people.models import Account, Entry, Event, Membership, Staff

MemberRole = Literal["owner", "organiser", "helper"]
"""How somebody belongs to an organisation."""

MEMBER_ACTS_AS: Final[Mapping[MemberRole, Role]] = {
    "owner": "organiser",
    "organiser": "organiser",
    "helper": "scorekeeper",
}
"""What the members of an organisation are at all of its events."""

PLAYING_MEMBER: Final[Role] = "scorekeeper"
"""What a member is at an event of the organisation while they play in it: a scorekeeper leads nothing and may play
(`COM-ROLE-4`). Whoever is to lead and play is named on the staff, where the regulations on that are minded."""


@dataclass(frozen=True, slots=True)
class EventPost:
    """What somebody is at an event.

    Attributes:
        event: which, its venue and organisation at hand.
        role: what they act as.
        named: whether they are named on its staff; otherwise they are there through the organisation.
    """

    event: Event
    role: Role
    named: bool


def post_at(code: str, account: Account) -> EventPost | None:
    """What an account is at the event of this code; None for strangers, as for an event there is none of."""
    posts = Staff.objects.filter(event__code=code.upper(), account=account)
    post = posts.select_related("event__venue", "event__organisation").first()
    if post is not None:
        own = ACTS_AS[cast("PostRole", post.role)]
        # Nothing more can come of an organisation, so that is not asked for: every page of the desk comes by here.
        if own == "organiser" or post.event.organisation_id is None:
            return EventPost(post.event, own, named=True)
    found = with_posts(Event.objects.filter(code=code.upper()), account)
    event = found.select_related("venue", "organisation").first()
    if event is None:
        return None
    role = role_in(event)
    return EventPost(event, role, bool(event.named_as)) if role else None  # type: ignore[attr-defined]


def is_on_staff(event: Event, account: Account) -> bool:
    """Whether an account has any role at an event."""
    return events_with_post(account).filter(pk=event.pk).exists()


def works_anywhere(account: Account) -> bool:
    """Whether an account works for any event or organisation."""
    posts = Staff.objects.filter(account=account)
    return posts.exists() or Membership.objects.filter(account=account).exists()


def events_with_post(account: Account) -> QuerySet[Event]:
    """The events at which an account has any role."""
    named = Staff.objects.filter(account=account).values("event")
    return Event.objects.filter(Q(pk__in=named) | Q(organisation__in=_organisations(account)))


def with_posts(events: QuerySet[Event], account: Account) -> QuerySet[Event]:
    """These events, each with what `role_in` needs to say what the account is there."""
    named = Staff.objects.filter(event=OuterRef("pk"), account=account).values("role")
    member = Membership.objects.filter(
        organisation=OuterRef("organisation"), account=account, organisation__suspended_at=None
    ).values("role")
    plays = Entry.objects.filter(tournament__event=OuterRef("pk"), person__account=account)
    return events.annotate(
        named_as=Subquery(named[:1]),
        member_as=Subquery(member[:1]),
        plays_here=Exists(plays.exclude(status="withdrawn")),
    )


def role_in(event: Event) -> Role | None:
    """What the account is at an event that comes from `with_posts`."""
    named: PostRole | None = event.named_as  # type: ignore[attr-defined]
    member: MemberRole | None = event.member_as  # type: ignore[attr-defined]
    return role_of(named, member, plays=event.plays_here)  # type: ignore[attr-defined]


def title_in(event: Event) -> PostRole | None:
    """How that is called: as they are named, or as whom the organisation makes them."""
    role = role_in(event)
    named: PostRole | None = event.named_as  # type: ignore[attr-defined]
    if role is None or (named and ACTS_AS[named] == role):
        return named
    return "co-organiser" if role == "organiser" else role


def role_of(named: PostRole | None, member: MemberRole | None, *, plays: bool) -> Role | None:
    """What somebody acts as: what they are named, unless the organisation makes more of them.

    Args:
        named: how they are named on the staff; None if they are not.
        member: how they belong to the organisation that owns the event; None if they do not.
        plays: whether they play in the event.
    """
    own = ACTS_AS[named] if named else None
    through = member_acts_as(member, plays=plays) if member else None
    return through if own is None or through == "organiser" else own


def member_acts_as(member: MemberRole, *, plays: bool) -> Role:
    """What a member is at an event of their organisation at which they are not named."""
    return PLAYING_MEMBER if plays else MEMBER_ACTS_AS[member]


@dataclass(frozen=True, slots=True)
class ThroughOrganisation:
    """A member who has a role at an event without being named on its staff."""

    account: Account
    member: MemberRole
    role: Role


def through_organisation(event: Event, organisation: int | None = None) -> list[ThroughOrganisation]:
    """Everybody who has a role at an event through an organisation alone, by name.

    Args:
        event: the event.
        organisation: whose members are meant; those of its own where it is not said.
    """
    owner = organisation or event.organisation_id
    rows = Membership.objects.filter(organisation=owner, organisation__suspended_at=None)
    rows = rows.exclude(account__in=Staff.objects.filter(event=event).values("account"))
    plays = Entry.objects.filter(tournament__event=event, person__account=OuterRef("account"))
    found = rows.annotate(plays_here=Exists(plays.exclude(status="withdrawn"))).select_related("account")
    in_order = alphabetical()
    return [
        ThroughOrganisation(
            one.account,
            cast("MemberRole", one.role),
            member_acts_as(cast("MemberRole", one.role), plays=one.plays_here),
        )
        for one in sorted(found, key=lambda one: (in_order(one.account.name), one.pk))
        if one.account.is_active
    ]


def _organisations(account: Account) -> QuerySet[Membership, int]:
    members = Membership.objects.filter(account=account, organisation__suspended_at=None)
    return members.values_list("organisation", flat=True)
