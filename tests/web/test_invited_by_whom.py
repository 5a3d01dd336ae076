"""An invitation is worth what whoever made it may still do: nobody comes back by a link made before they were out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.organisations.invitations import (
    InvitedMember,
    accept_invitation,
    invitation_to,
    invite_member,
    open_invitations_of,
)
from muster.app.organisations.making import OrganisationDetails, close_organisation, found_organisation
from muster.app.organisations.members import change_member_role, leave, remove_member
from muster.app.organisations.sending import send_invitation
from muster.app.organisations.standing import Member
from muster.app.staff import staff
from muster.core.scoring.scored import Problem
from muster.people.models import Account, Event, Membership, Organisation, Staff
from organisation_cases import Guild
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def removed(guild: Guild, one: Account) -> None:
    assert isinstance(remove_member(guild.member, guild.membership(one).pk, from_staff=True), Membership)


def demoted(guild: Guild, one: Account) -> None:
    assert isinstance(change_member_role(guild.member, guild.membership(one).pk, "helper"), Membership)


def gone(guild: Guild, one: Account) -> None:
    assert leave(guild.acting(one)) is None


def suspended(guild: Guild, one: Account) -> None:
    del guild
    Account.objects.filter(pk=one.pk).update(is_active=False)


OUT = (removed, demoted, gone, suspended)
"""All ways to be no owner any more."""


def invited_by(guild: Guild, one: Account, **about: Any) -> InvitedMember:
    made = invite_member(guild.acting(one), "owner", timezone.now(), **about)
    assert isinstance(made, InvitedMember), made
    return made


@pytest.mark.parametrize("out", OUT)
def test_an_owner_who_is_one_no_more_has_no_invitations_left(out: Callable[[Guild, Account], None]) -> None:
    guild = Guild()
    former, friend = guild.join("owner", "Former"), account("Friend")
    token = invited_by(guild, former).token
    assert invitation_to(token, timezone.now())[0] == "open"
    out(guild, former)
    assert invitation_to(token, timezone.now()) == ("unknown", None)
    assert accept_invitation(token, friend, timezone.now()) == "unknown"
    assert not Membership.objects.filter(account=friend).exists()
    assert not open_invitations_of(guild.organisation, timezone.now())


def test_the_link_does_not_become_good_while_it_is_being_used(monkeypatch: pytest.MonkeyPatch) -> None:
    guild = Guild()
    former, friend = guild.join("owner", "Former"), account("Friend")
    token = invited_by(guild, former).token
    looked = invitation_to(token, timezone.now())
    removed(guild, former)
    monkeypatch.setattr("muster.app.organisations.invitations.invitation_to", lambda *_: looked)
    assert not isinstance(accept_invitation(token, friend, timezone.now()), Membership)
    assert not Membership.objects.filter(account=friend).exists()


def test_a_link_that_was_used_still_says_so() -> None:
    guild = Guild()
    former, friend = guild.join("owner", "Former"), account("Friend")
    token = invited_by(guild, former).token
    assert isinstance(accept_invitation(token, friend, timezone.now()), Membership)
    removed(guild, former)
    assert invitation_to(token, timezone.now())[0] == "used"


def test_no_letter_goes_out_in_the_name_of_somebody_who_is_out(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ORIGIN = "https://play.example.org"
    guild = Guild()
    former = guild.join("owner", "Former")
    made = invited_by(guild, former, email="friend@example.org")
    removed(guild, former)
    send_invitation.func(made.invitation.pk)
    assert not mail.outbox


def test_letters_of_a_day_are_counted_for_whoever_sends_them(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ORIGIN = "https://play.example.org"
    monkeypatch.setattr("muster.app.organisations.invitations.MOST_A_DAY", 2)
    guild = Guild()
    for number in (1, 2):
        invited_by(guild, guild.owner, email=f"stranger{number}@example.org")
    close_organisation(guild.member)
    again = found_organisation(guild.owner, OrganisationDetails(kind="shop", name="Again"))
    assert isinstance(again, Organisation)
    member, now = Member(guild.owner, again, "owner"), timezone.now()
    refused = invite_member(member, "helper", now, email="stranger3@example.org")
    assert isinstance(refused, Problem)
    assert str(refused.message) == "You have sent 2 invitations by e-mail today: go on tomorrow."
    assert isinstance(invite_member(member, "helper", now), InvitedMember)
    tomorrow = now + timedelta(days=1)
    assert isinstance(invite_member(member, "helper", tomorrow, email="d@example.org"), InvitedMember)


def staff_link(event: Event, by: Account) -> str:
    actor = Actor(f"account:{by.pk}", "organiser")
    made = staff.invite(event, actor, "co-organiser", timezone.now(), by=by)
    assert isinstance(made, staff.Invited), made
    return made.token


@pytest.mark.parametrize("out", OUT)
def test_who_organised_through_the_organisation_does_not_come_back_by_a_link_to_the_staff(
    out: Callable[[Guild, Account], None],
) -> None:
    guild = Guild()
    event, former = guild.event(), guild.join("owner", "Former")
    token = staff_link(event, former)
    assert staff.invitation_by(token, timezone.now())[0] == "open"
    out(guild, former)
    assert staff.invitation_by(token, timezone.now()) == ("unknown", None)
    assert staff.accept(token, account("Friend"), timezone.now()) == "unknown"
    assert not staff.open_invitations(event, timezone.now())
    assert event.staff.count() == 1


@pytest.mark.parametrize("role", ["judge", ""])
def test_a_co_organiser_who_is_one_no_more_does_not_come_back(role: str) -> None:
    hall = Hall()
    former = account("Former")
    post = Staff.objects.create(event=hall.event, account=former, role="co-organiser")
    token = staff_link(hall.event, former)
    if role:
        staff.change_role(hall.event, hall.actor, post.pk, role)
    else:
        staff.remove(hall.event, hall.actor, post.pk)
    assert staff.accept(token, account("Friend"), timezone.now()) == "unknown"
    assert not staff.open_invitations(hall.event, timezone.now())
