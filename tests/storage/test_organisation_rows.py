"""Organisations on both databases: kept in backups, put back, made whole again, and never without an owner."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from functools import partial

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction

from muster.app.organisations.events import bring_in
from muster.app.organisations.invitations import accept_invitation
from muster.app.organisations.logo import keep_logo, logo_file
from muster.app.organisations.making import OrganisationDetails, found_organisation
from muster.app.organisations.members import change_member_role, leave
from muster.app.site.backups import back_up
from muster.app.site.mending import mend_references
from muster.app.site.restoring import restore
from muster.app.site.transfer import transfer
from muster.core.scoring.scored import Problem
from muster.people.models import Account, Event, Membership, Organisation, OrganisationAct, Venue
from organisation_cases import Guild, png
from storage_cases import Base, everything, together, using
from web_cases import account

JUST_NOW = datetime(2020, 1, 1, tzinfo=UTC)
"""Before every invitation expires."""

NAMES = ("Ø", "Câu lạc bộ Nguyễn Thị Minh Khai", "نادي الألعاب", "Zażółć gęślą jaźń")


@pytest.fixture(autouse=True)
def _data(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA", base.data)
    monkeypatch.delenv("MUSTER_SECRET_KEY")


def day() -> Guild:
    """An organisation with all that can belong to it."""
    guild = Guild(name=NAMES[1], slug="club", details={"about": "\n".join(NAMES)})
    guild.join("organiser")
    guild.join("helper")
    guild.invite(to=NAMES[2])
    assert keep_logo(guild.member, png()) is None
    venue = Venue.objects.create(
        organisation=guild.organisation, name=NAMES[3], directions="Tram 6\nto the end"
    )
    event = guild.event(NAMES[0], venue=venue)
    guild.tournament(event)
    return guild


def taken() -> bytes:
    out = io.BytesIO()
    back_up(out)
    return out.getvalue()


def test_a_backup_puts_organisations_back_on_either_database(base: Base, other: Base) -> None:
    guild = day()
    token = guild.invite("organiser")
    kept, content = everything(), taken()
    mark = Organisation.objects.get().logo_mark
    with using(other):
        restore(io.BytesIO(content))
        assert everything() == kept
        held = Organisation.objects.get()
        assert held.events.get().venue == held.venues.get()
        found = logo_file("club", mark)
        assert found is not None
        assert found.data.startswith(b"\x89PNG")
        joined = accept_invitation(token, account("New"), JUST_NOW)
        assert isinstance(joined, Membership)


def test_what_cannot_be_read_is_made_whole_again(base: Base) -> None:
    guild = day()
    event = Event.objects.get()
    Membership.objects.all()._raw_delete("default")
    guild.organisation.logo.delete()
    mend_references()
    held = Organisation.objects.get()
    owner = held.members.get()
    assert (owner.role, owner.account.administers) == ("owner", True)
    assert held.logo_mark == ""
    event.refresh_from_db()
    assert event.organisation == held


def test_an_event_whose_organisation_cannot_be_read_stays(base: Base) -> None:
    day()
    content = taken()
    restore(io.BytesIO(content), replace=True, mend=lambda _manifest: _without_organisation())
    event = Event.objects.get()
    assert (event.organisation, event.name) == (None, NAMES[0])
    assert not Membership.objects.exists()
    assert not OrganisationAct.objects.exists()


def _without_organisation() -> None:
    Organisation.objects.all()._raw_delete("default")
    mend_references()


def test_two_owners_who_demote_each_other_leave_one(base: Base) -> None:
    guild = Guild()
    other = guild.join("owner", "Second")
    for _ in range(10):
        Membership.objects.update(role="owner")
        one, two = guild.acting(guild.owner), guild.acting(other)
        together(
            partial(change_member_role, one, guild.membership(other).pk, "helper"),
            partial(change_member_role, two, guild.membership(guild.owner).pk, "helper"),
        )
        assert Membership.objects.filter(role="owner").count() == 1


def test_two_owners_who_leave_at_once_leave_one(base: Base) -> None:
    guild = Guild()
    other = guild.join("owner", "Second")
    together(partial(leave, guild.acting(guild.owner)), partial(leave, guild.acting(other)))
    assert Membership.objects.filter(role="owner").count() == 1


def test_an_invitation_pressed_by_two_at_once_makes_one_member(base: Base) -> None:
    guild = Guild()
    token, people = guild.invite(), [account("Ada"), account("Björn")]
    answers = together(*(partial(accept_invitation, token, one, JUST_NOW) for one in people))
    assert sum(isinstance(answer, Membership) for answer in answers) == 1
    assert guild.organisation.members.count() == 2


def test_an_address_wanted_by_two_at_once_is_one_organisations(base: Base) -> None:
    details = OrganisationDetails(kind="club", name="Kosmos")
    answers = together(*(partial(_founded, account(name), details) for name in ("Ada", "Björn")))
    assert Organisation.objects.count() == 1
    assert sorted(type(answer).__name__ for answer in answers) == ["Organisation", "list"]


def _founded(one: Account, details: OrganisationDetails) -> object:
    return found_organisation(one, details)


def test_an_event_goes_into_one_organisation(base: Base) -> None:
    first, second = Guild(), Guild(name="Other")
    event = first.event()
    Event.objects.update(organisation=None)
    answers = together(partial(bring_in, first.member, event), partial(bring_in, second.member, event))
    assert [type(one) for one in answers if one is not None] == [Problem]


def test_an_address_and_a_membership_are_one_in_the_database(base: Base) -> None:
    guild = Guild()
    for make in (
        lambda: Organisation.objects.create(slug="kosmos-games", name="x", kind="shop"),
        lambda: Membership.objects.create(
            organisation=guild.organisation, account=guild.owner, role="helper"
        ),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            make()


def test_an_event_is_given_away_with_its_organisation(base: Base) -> None:
    guild = day()
    boss = account("Boss")
    Account.objects.filter(pk=boss.pk).update(administers=True)
    boss.refresh_from_db()
    heir = account("Heir")
    assert transfer(boss, Event.objects.get(), heir.pk) == heir
    assert Event.objects.get().organisation == guild.organisation
