"""The events of an organisation: bringing one in, releasing one, and who answers for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from muster.app.common.topics import changed, event_topic, organisation_topic
from muster.app.organisations.history import note
from muster.app.organisations.standing import Member
from muster.app.staff.posts import ThroughOrganisation, through_organisation
from muster.app.staff.staff import put_in_charge
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.people.models import Account, Event, Membership, Organisation, Staff


@dataclass(frozen=True, slots=True)
class Moving:
    """An event on its way into an organisation or out of it.

    Attributes:
        event: which.
        people: who gains a role at it, or loses the one they have.
        organiser: who answers for it before and after.
    """

    event: Event
    people: Sequence[ThroughOrganisation]
    organiser: Account


def events_of_organisation(organisation: Organisation) -> QuerySet[Event]:
    """All of its events, drafts and practice, too; the latest first, with how many players are entered."""
    entered = Count("tournaments__entries", filter=Q(tournaments__entries__status="entered"), distinct=True)
    return organisation.events.annotate(players=entered).select_related("venue").order_by("-opens_at", "-pk")


def organisers_of(events: Sequence[Event]) -> dict[int, Account]:
    """Who answers for each of these events."""
    posts = Staff.objects.filter(event__in=events, role="organiser").select_related("account")
    return {post.event_id: post.account for post in posts}


def own_events_outside(account: Account) -> QuerySet[Event]:
    """The events that an account answers for and that belong to no organisation, the latest first."""
    own = Event.objects.filter(organisation=None, staff__account=account, staff__role="organiser")
    return own.order_by("-opens_at", "-pk")


def moving(event: Event, organisation: Organisation) -> Moving:
    """What it would mean for an event to come into an organisation, or to leave it."""
    return Moving(event, through_organisation(event, organisation.pk), organisers_of([event])[event.pk])


def bring_in(member: Member, event: Event) -> Problem | None:
    """Make one's own event the organisation's: its members have their roles there from this moment on."""
    member.must("bring-events")
    with transaction.atomic():
        held = Event.objects.select_for_update().get(pk=event.pk)
        if held.organisation_id is not None:
            return Problem("event", say("{event} belongs to an organisation already.", event=held.name))
        if not held.staff.filter(account=member.account, role="organiser").exists():
            return Problem("event", say("Only the organiser of {event} can bring it in.", event=held.name))
        _moved(held, member.organisation)
        note(member.organisation, "event-in", member.account, about=_named(held))
    return None


def release(member: Member, event: Event) -> Problem | None:
    """Let an event go: it stays with its organiser, and members who are not named on its staff lose their roles."""
    member.must("release-events")
    with transaction.atomic():
        held = Event.objects.select_for_update().get(pk=event.pk)
        if held.organisation_id != member.organisation.pk:
            return Problem("event", _not_here(held))
        _moved(held, None)
        note(member.organisation, "event-out", member.account, about=_named(held))
        changed({organisation_topic(member.organisation.slug)})
    return None


def name_organiser(member: Member, event: Event, to: int) -> Account | Problem:
    """Make a member the one who answers for an event; who did so stays as a co-organiser.

    Args:
        member: the owner who does it.
        event: which of the organisation's events.
        to: the account of an owner or organiser of the organisation.
    """
    member.must("release-events")
    with transaction.atomic():
        held = Event.objects.select_for_update().get(pk=event.pk)
        if held.organisation_id != member.organisation.pk:
            return Problem("event", _not_here(held))
        rows = Membership.objects.filter(organisation=member.organisation, role__in=("owner", "organiser"))
        heir = rows.filter(account=to, account__is_active=True).select_related("account").first()
        if heir is None:
            return Problem("to", say("Choose an owner or organiser of this organisation."))
        answer = put_in_charge(held, heir.account, "co-organiser")
        if isinstance(answer, Problem):
            transaction.set_rollback(True)
            return answer
        note(member.organisation, "in-charge", member.account, who=heir.account, about=_named(held))
        changed({event_topic(held.code, "event")})
    return heir.account


def _moved(event: Event, to: Organisation | None) -> None:
    event.organisation = to
    event.save(update_fields=["organisation"])
    changed({event_topic(event.code, "event")})


def _not_here(event: Event) -> Message:
    return say("{event} does not belong to this organisation any more.", event=event.name)


def _named(event: Event) -> str:
    return f"{event.name[:150]} ({event.code})"
