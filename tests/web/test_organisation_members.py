"""Members of organisations: invited, joined, declined, given other roles, removed, gone; an owner is always left."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from muster.app.accounts.accounts import close, data_of
from muster.app.common import jobs
from muster.app.common.access import Actor
from muster.app.organisations import invitations
from muster.app.organisations.invitations import accept_invitation, invite_member
from muster.app.organisations.members import change_member_role, leave, remove_member
from muster.app.organisations.sending import letter_of, send_invitation
from muster.app.registration.entries import Newcomer, enter
from muster.core.scoring.scored import Problem
from muster.people.models import (
    Account,
    Membership,
    OrganisationAct,
    OrganisationInvitation,
    Person,
    Staff,
)
from organisation_cases import Guild, logged_in
from web_cases import account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    cache.clear()
    yield
    cache.clear()


def text(response: Any) -> str:
    return unescape(response.content.decode())


def join(token: str) -> str:
    return reverse("organisation-join", args=[token])


# Invitations


def test_an_invitation_makes_a_person_without_account_a_member() -> None:
    guild, client = Guild(), Client()
    page = client.post(join(guild.invite("organiser")), {"name": "Jo"}, follow=True)
    assert page.request["PATH_INFO"] == guild.url("manage")
    held = guild.organisation.members.get(role="organiser")
    assert str(held.account) == "Jo"
    assert not held.account.organises, "they set up events in the organisation, and none elsewhere"


def test_an_account_joins_as_itself_and_a_link_works_once() -> None:
    guild, max_ = Guild(), account("Max")
    url = join(guild.invite())
    assert Client().get(url).status_code == Client().get(url).status_code == 200
    OrganisationInvitation.objects.update(email="max@example.org")
    logged_in(max_).post(url)
    assert OrganisationInvitation.objects.get().email == "", "for whom it was is forgotten"
    assert guild.membership(max_).role == "helper"
    assert Client().post(url, {"name": "Jo"}).status_code == 410
    assert not Account.objects.filter(name="Jo").exists()


def test_a_member_leaves_the_link_for_others() -> None:
    guild = Guild()
    url = join(guild.invite())
    page = guild.client.post(url)
    assert page.status_code == 422
    assert "already" in text(page)
    assert guild.membership(guild.owner).role == "owner"
    assert Client().get(url).status_code == 200


@pytest.mark.parametrize("name", ["", "  ", "\x00", "ä" * 201])
def test_without_a_name_nothing_is_used_up(name: str) -> None:
    guild = Guild()
    assert Client().post(join(guild.invite()), {"name": name}).status_code == 422
    assert OrganisationInvitation.objects.get().used_at is None


def test_declining_uses_it_up_and_is_on_record() -> None:
    guild = Guild()
    url = join(guild.invite(to="Jo"))
    page = Client().post(url, {"decline": ""}, follow=True)
    assert page.status_code == 200
    assert Client().get(url).status_code == 410
    assert Membership.objects.count() == 1
    assert OrganisationInvitation.objects.get().note == ""
    assert "declined: Helper." in text(guild.get("history"))


def test_one_that_is_old_taken_back_or_guessed_opens_nothing() -> None:
    guild = Guild()
    old, back = join(guild.invite(to="old")), join(guild.invite(to="back"))
    OrganisationInvitation.objects.filter(note="old").update(expires_at=timezone.now())
    guild.post("revoke", OrganisationInvitation.objects.get(note="back").pk)
    assert [Client().get(url).status_code for url in (old, back, join("guessed"))] == [410, 404, 404]
    for url in (old, back, join("guessed")):
        Client().post(url, {"name": "Jo"})
    assert Membership.objects.count() == 1


def test_the_link_is_shown_once_and_only_its_digest_kept() -> None:
    guild = Guild()
    page = text(guild.post("invite", role="helper", note="Jo", key="k"))
    token = re.search(r"/organisations/join/([\w-]+)", page)
    assert token
    assert token[1] not in json.dumps(list(OrganisationInvitation.objects.values()), default=str)
    assert token[1] not in text(guild.get("members"))
    again = text(guild.post("invite", role="helper", note="Jo", key="k"))
    assert token[1] in again, "the same form sent twice"
    assert OrganisationInvitation.objects.count() == 1
    assert OrganisationAct.objects.filter(act="invited").count() == 1


@pytest.mark.parametrize("role", ["", "king", "staff"])
def test_an_invitation_to_no_role_is_refused(role: str) -> None:
    guild = Guild()
    assert guild.post("invite", role=role).status_code == 422
    assert not OrganisationInvitation.objects.exists()


def test_nobody_invites_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    guild = Guild()
    monkeypatch.setattr(invitations, "MOST_OPEN", 2)
    guild.invite(), guild.invite()
    assert isinstance(invite_member(guild.member, "helper", timezone.now()), Problem)
    monkeypatch.setattr(invitations, "MOST_OPEN", 50)
    monkeypatch.setattr(invitations, "MOST_A_DAY", 2)
    OrganisationInvitation.objects.all().delete()
    answer = invite_member(guild.member, "helper", timezone.now())
    assert isinstance(answer, Problem), "those taken back count, too"
    OrganisationAct.objects.update(at=timezone.now() - timedelta(days=2))
    assert guild.invite()


def test_invitations_are_not_guessed_at_without_end() -> None:
    answers = [Client().post(join(f"guess{number}"), {"name": "x"}).status_code for number in range(22)]
    assert answers[-1] == 429


# By e-mail


def test_one_by_e_mail_is_sent_with_a_link_that_the_database_does_not_hold(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ORIGIN = "https://play.example.org"
    guild = Guild()
    page = text(guild.post("invite", role="organiser", email="jo@example.org"))
    assert "on its way to jo@example.org" in page
    assert "/organisations/join/" not in page
    job = DBTaskResult.objects.get(task_path="muster.app.organisations.sending.send_invitation")
    assert job.queue_name in jobs.LANES
    send_invitation.call(*job.args_kwargs["args"])
    letter = mail.outbox[0]
    assert letter.to == ["jo@example.org"]
    assert "Kosmos Games" in letter.subject
    token = re.search(r"https://play.example.org/organisations/join/([\w-]+)", str(letter.body))
    assert token
    kept = json.dumps([list(OrganisationInvitation.objects.values()), job.args_kwargs], default=str)
    assert token[1] not in kept
    Client().post(join(token[1]), {"name": "Jo"})
    assert guild.organisation.members.filter(role="organiser").exists()


def test_one_that_was_used_or_taken_back_meanwhile_is_not_sent(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    guild = Guild()
    guild.invite(email="jo@example.org")
    one = OrganisationInvitation.objects.get()
    OrganisationInvitation.objects.update(used_at=timezone.now())
    send_invitation.call(one.pk)
    one.delete()
    send_invitation.call(one.pk or 1)
    assert mail.outbox == []


@pytest.mark.parametrize("email", ["nobody", "a@b", "a@example.org\nBcc: b@example.org", "a b@example.org"])
def test_an_address_that_is_none_is_refused(email: str, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    guild = Guild()
    assert guild.post("invite", role="helper", email=email).status_code == 422
    assert not OrganisationInvitation.objects.exists()


def test_without_a_mail_server_the_owner_is_told_to_send_it(settings: Any) -> None:
    settings.EMAIL_BACKEND = "muster.site.mail.filebased.EmailBackend"
    guild = Guild()
    page = guild.post("invite", role="helper", email="jo@example.org")
    assert page.status_code == 422
    assert "sends no mail" in text(page)


def test_a_letter_carries_no_line_that_was_typed() -> None:
    guild = Guild(name="A" * 60)
    guild.invite(email="")
    subject, lines = letter_of(OrganisationInvitation.objects.get())
    assert "\n" not in str(subject)
    assert all("\n" not in str(line) for line in lines)


# Roles


def test_an_owner_gives_roles_and_the_last_one_keeps_theirs() -> None:
    guild = Guild()
    helper = guild.join("helper")
    guild.post("role", guild.membership(helper).pk, role="organiser")
    assert guild.membership(helper).role == "organiser"
    page = guild.post("role", guild.membership(guild.owner).pk, role="helper")
    assert page.status_code == 422
    assert "needs an owner" in text(page)
    guild.post("role", guild.membership(helper).pk, role="owner")
    guild.post("role", guild.membership(guild.owner).pk, role="helper")
    assert guild.membership(guild.owner).role == "helper"
    assert guild.get("look").status_code == 403
    assert "changed the role" in text(guild.get("history"))


def test_an_owner_who_cannot_log_in_is_none_to_rest_on() -> None:
    guild = Guild()
    other = guild.join("owner")
    Account.objects.filter(pk=other.pk).update(is_active=False)
    answer = change_member_role(guild.member, guild.membership(guild.owner).pk, "helper")
    assert isinstance(answer, Problem)


@pytest.mark.parametrize("pk", [0, 2**40])
def test_nobody_is_changed_who_is_not_there(pk: int) -> None:
    guild = Guild()
    assert guild.post("role", pk, role="helper").status_code == 422
    assert guild.post("remove", pk).status_code == 404


def test_members_of_another_organisation_are_out_of_reach() -> None:
    guild, other = Guild(), Guild(name="Other")
    one = other.join("helper")
    pk = Membership.objects.get(organisation=other.organisation, account=one).pk
    guild.post("role", pk, role="owner")
    guild.post("remove", pk)
    assert other.membership(one).role == "helper"


# Removing and leaving


def test_removing_shows_what_becomes_of_their_work_and_passes_their_events_on() -> None:
    guild = Guild()
    one = guild.join("organiser", "Jo")
    theirs, named, through = guild.event("Theirs", one), guild.event("Named"), guild.event("Through")
    Staff.objects.create(event=named, account=one, role="marshal")
    shown = text(guild.get("remove", guild.membership(one).pk))
    assert all(words in shown for words in ("Theirs", "Named", "Marshal", "1 event is closed"))
    guild.post("remove", guild.membership(one).pk, from_staff="on")
    assert not Membership.objects.filter(account=one).exists()
    assert theirs.staff.get().account == guild.owner
    assert not named.staff.filter(account=one).exists()
    assert through.staff.count() == 1


def test_those_who_stay_on_the_staff_stay_named() -> None:
    guild = Guild()
    one = guild.join("helper")
    event = guild.event()
    Staff.objects.create(event=event, account=one, role="judge")
    remove_member(guild.member, guild.membership(one).pk, from_staff=False)
    assert event.staff.get(account=one).role == "judge"
    assert logged_in(one).get(reverse("desk:event", args=[event.code])).status_code == 200


def test_com_role_4_an_owner_who_may_not_lead_an_event_cannot_take_it_over() -> None:
    guild = Guild()
    one = guild.join("organiser")
    event = guild.event("Big", one)
    tournament = guild.tournament(event, tier="competitive")
    enter(tournament, Actor(f"account:{one.pk}", "organiser"), [Newcomer(name="Olga")])
    Person.objects.filter(name="Olga").update(account=guild.owner)
    page = guild.post("remove", guild.membership(one).pk)
    assert page.status_code == 422
    assert "COM-ROLE-4" in text(page)
    assert guild.membership(one).role == "organiser"
    assert event.staff.get().account == one


def test_nobody_removes_themselves_but_everybody_leaves() -> None:
    guild = Guild()
    assert guild.post("remove", guild.membership(guild.owner).pk).status_code == 422
    one = guild.join("organiser")
    event = guild.event("Theirs", one)
    client = logged_in(one)
    assert "Theirs" in text(client.get(guild.url("leave")))
    client.post(guild.url("leave"))
    assert not Membership.objects.filter(account=one).exists()
    assert event.staff.get().account == guild.owner
    assert client.get(guild.url("manage")).status_code == 404


def test_the_last_owner_does_not_leave_and_is_told_why() -> None:
    guild = Guild()
    guild.join("organiser")
    page = guild.post("leave")
    assert page.status_code == 422
    assert "needs an owner" in text(page)
    guild.join("owner", "Second")
    assert leave(guild.member) is None


# Accounts


def test_the_only_owner_does_not_close_their_account_and_what_is_kept_names_organisations() -> None:
    guild = Guild()
    refused = close(guild.owner)
    assert isinstance(refused, Problem)
    assert "Kosmos Games" in str(refused.message)
    kept = data_of(guild.owner)["organisations"]
    assert [(one["organisation"], one["address"], one["role"]) for one in kept] == [
        ("Kosmos Games", "kosmos-games", "owner")
    ]
    guild.join("owner", "Second")
    assert close(guild.owner) is None
    history = text(logged_in(account("Second")).get(guild.url("history")))
    assert "Somebody set the organisation up." in history


def test_an_invitation_of_somebody_who_is_gone_is_gone() -> None:
    guild = Guild()
    token = guild.invite()
    guild.join("owner", "Second")
    close(guild.owner)
    assert accept_invitation(token, account("Jo"), timezone.now()) == "unknown"


def test_the_way_there_stands_in_the_menu_and_whoever_works_there_begins_at_the_desk() -> None:
    guild = Guild()
    client = logged_in(guild.join("helper"))
    assert reverse("organisations") in text(client.get(reverse("account")))
    page = client.get(reverse("organisations"))
    assert "Kosmos Games" in text(page)
    assert reverse("organisation-new") not in text(page)


def test_pages_take_as_many_statements_for_many_as_for_few(django_assert_max_num_queries: Any) -> None:
    guild = Guild()
    for number in range(40):
        guild.join("helper", f"Helper {number}")
    for number in range(40):
        guild.event(f"Event {number}")
    for name, most in (("members", 8), ("manage", 9), ("history", 8)):
        with django_assert_max_num_queries(most):
            assert guild.get(name).status_code == 200
    with django_assert_max_num_queries(9):
        assert guild.client.get(reverse("desk:home")).status_code == 200
