"""Who belongs to an organisation: changing roles, removing, leaving. There is an owner at every moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, cast, get_args

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.topics import changed, event_topic
from muster.app.organisations.history import note
from muster.app.organisations.standing import Member
from muster.app.staff.posts import MemberRole
from muster.app.staff.staff import put_in_charge
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.exchange.alphabet import alphabetical
from muster.people.models import Account, Event, Membership, Organisation, Staff

MEMBER_ROLES: Final[tuple[MemberRole, ...]] = get_args(MemberRole)

MOST_MEMBERS: Final = 200
"""More people than this belong to no organisation that plays by the round."""

TOLD_FOR: Final = timedelta(days=30)
"""For so long after an event its open pages are told that somebody's role there has changed."""

MOST_TOLD: Final = 500


@dataclass(frozen=True, slots=True)
class WhatLeavingDoes:
    """What becomes of somebody's work when they are a member no more.

    Attributes:
        in_charge: the events of the organisation whose organiser they are; an owner takes them over.
        named: where they are named on the staff otherwise.
        through: at how many more events they have a role through the organisation alone.
    """

    in_charge: Sequence[Event]
    named: Sequence[Staff]
    through: int


def members_of(organisation: Organisation) -> list[Membership]:
    """Everybody who belongs to it: owners first, then by name."""
    rows = list(organisation.members.select_related("account"))
    in_order = alphabetical()
    return sorted(rows, key=lambda one: (MEMBER_ROLES.index(one.role), in_order(str(one.account)), one.pk))


def leaving(organisation: Organisation, account: Account) -> WhatLeavingDoes:
    """What becomes of this member's work when they leave."""
    posts = Staff.objects.filter(event__organisation=organisation, account=account)
    rows = list(posts.select_related("event").order_by("-event__opens_at", "-pk"))
    return WhatLeavingDoes(
        [one.event for one in rows if one.role == "organiser"],
        [one for one in rows if one.role != "organiser"],
        organisation.events.exclude(staff__account=account).count(),
    )


def change_member_role(member: Member, pk: int, role: str) -> Membership | Problem:
    """Give a member another role; the last owner keeps theirs."""
    member.must("members")
    with transaction.atomic():
        held = _held(member, pk)
        if held is None:
            return Problem("member", _gone())
        if role not in MEMBER_ROLES:
            return Problem("role", say("Choose owner, organiser or helper."))
        if held.role == role:
            return held
        if held.role == "owner" and (problem := _last_owner(held)):
            return problem
        held.role = role
        held.save(update_fields=["role"])
        note(member.organisation, "role", member.account, who=held.account, about=held.get_role_display())
        tell_events(member.organisation)
    return held


def remove_member(member: Member, pk: int, *, from_staff: bool) -> Membership | Problem:
    """Take a member out, from this moment on: their events go to whoever removes them.

    Args:
        member: the owner who does it.
        pk: who, by their membership.
        from_staff: also off the staff of all events of the organisation at which they are named.
    """
    member.must("members")
    with transaction.atomic():
        held = _held(member, pk)
        if held is None:
            return Problem("member", _gone())
        if held.account_id == member.account.pk:
            return Problem("member", say("Leave the organisation instead: you cannot remove yourself."))
        problem = _taken_out(member.organisation, held, [member.account], from_staff=from_staff)
        if problem is not None:
            transaction.set_rollback(True)
            return problem
        note(member.organisation, "removed", member.account, who=held.account)
    return held


def leave(member: Member) -> Problem | None:
    """Belong to an organisation no more, from this moment on; one's events go to another owner."""
    with transaction.atomic():
        Organisation.objects.select_for_update().get(pk=member.organisation.pk)
        held = Membership.objects.filter(organisation=member.organisation, account=member.account).first()
        if held is None:
            return None
        if held.role == "owner" and (problem := _last_owner(held)):
            return problem
        owners = _owners(member.organisation).exclude(pk=held.pk).select_related("account")
        heirs = [one.account for one in owners.order_by("pk")]
        if problem := _taken_out(member.organisation, held, heirs, from_staff=True):
            transaction.set_rollback(True)
            return problem
        note(member.organisation, "left", member.account)
    return None


def tell_events(organisation: Organisation) -> None:
    """Tell the open pages of its events that somebody's role has changed, so that they look again."""
    since = timezone.now() - TOLD_FOR
    codes = (
        organisation.events.filter(opens_at__gte=since).order_by("opens_at").values_list("code", flat=True)
    )
    if topics := {event_topic(code, "event") for code in codes[:MOST_TOLD]}:
        changed(topics)


def _taken_out(
    organisation: Organisation, held: Membership, heirs: Sequence[Account], *, from_staff: bool
) -> Problem | None:
    """End a membership and pass its events on; the reason why nobody can take one of them over."""
    for event in leaving(organisation, held.account).in_charge:
        if problem := _passed_on(event, heirs):
            return problem
    if from_staff:
        Staff.objects.filter(event__organisation=organisation, account=held.account).delete()
    held.delete()
    tell_events(organisation)
    return None


def _passed_on(event: Event, heirs: Iterable[Account]) -> Problem | None:
    """Make the first of the heirs who can the organiser of an event."""
    why: Problem | None = None
    for heir in heirs:
        answer = put_in_charge(event, heir)
        if not isinstance(answer, Problem):
            return None
        why = why or answer
    return Problem(
        "member",
        say(
            "Nobody can take over {event}: give it another organiser first. {why}",
            event=event.name,
            why=why.message if why else say("There is no other owner."),
        ),
        why.clause if why else None,
    )


def _held(member: Member, pk: int) -> Membership | None:
    """The membership, nobody else's to change while this lasts; the asker's own role is looked up anew."""
    Organisation.objects.select_for_update().get(pk=member.organisation.pk)
    own = Membership.objects.filter(organisation=member.organisation, account=member.account).first()
    Member(member.account, member.organisation, cast("MemberRole", own.role if own else "helper")).must(
        "members"
    )
    return (
        Membership.objects.filter(organisation=member.organisation, pk=pk).select_related("account").first()
    )


def _last_owner(held: Membership) -> Problem | None:
    if _owners(held.organisation).exclude(pk=held.pk).exists():
        return None
    says = say(
        "An organisation needs an owner: make somebody else an owner first, or close the organisation."
    )
    return Problem("member", says)


def _owners(organisation: Organisation) -> QuerySet[Membership]:
    """Its owners who can log in."""
    return Membership.objects.filter(organisation=organisation, role="owner", account__is_active=True)


def _gone() -> Message:
    return say("They do not belong to this organisation any more.")
