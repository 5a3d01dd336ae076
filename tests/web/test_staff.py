"""Staff: invitations by link, roles, handing over, and leaders who also play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from muster.app.staff import staff
from muster.core.scoring.scored import Problem
from muster.people.models import Account, Entry, Invitation, Person, Staff
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    cache.clear()
    yield
    cache.clear()


def text(response: Any) -> str:
    return unescape(response.content.decode())


def who(client: Client) -> str:
    """The primary key of the account that is logged in; empty if there is none."""
    return str(client.session.get("_auth_user_id", ""))


def invite(hall: Hall, role: str = "judge") -> str:
    made = staff.invite(hall.event, hall.actor, role, timezone.now(), by=hall.organiser)
    assert isinstance(made, staff.Invited), made
    return made.token


# Invitations


def test_an_invitation_makes_a_person_without_account_staff() -> None:
    hall = Hall()
    client = Client()
    page = client.post(reverse("join", args=[invite(hall)]), {"name": "Jo Judge"}, follow=True)
    assert page.request["PATH_INFO"] == reverse("desk:event", args=[hall.event.code])
    post = hall.event.staff.get(role="judge")
    assert str(post.account) == "Jo Judge"
    assert not post.account.has_usable_password()
    assert who(client) == str(post.account.pk)


def test_an_invitation_works_once() -> None:
    hall = Hall()
    url = reverse("join", args=[invite(hall)])
    Client().post(url, {"name": "Jo"})
    again = Client().post(url, {"name": "Max"})
    assert again.status_code == 410
    assert not Account.objects.filter(name="Max").exists()
    assert hall.event.staff.count() == 2


def test_looking_at_an_invitation_does_not_use_it_up() -> None:
    hall = Hall()
    url = reverse("join", args=[invite(hall)])
    assert Client().get(url).status_code == Client().get(url).status_code == 200
    assert Invitation.objects.get().used_at is None


def test_an_invitation_without_a_name_is_not_used_up() -> None:
    hall = Hall()
    url = reverse("join", args=[invite(hall)])
    for name in ("", "  ", "\x00", "ä" * 201):
        assert Client().post(url, {"name": name}).status_code == 422
    assert Invitation.objects.get().used_at is None
    assert Account.objects.count() == 1


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "An\x00na", "Anna\u202egnitset"])
def test_hostile_names_become_harmless(name: str) -> None:
    hall = Hall()
    page = Client().post(reverse("join", args=[invite(hall)]), {"name": name}, follow=True)
    assert b"<script>alert" not in page.content
    assert not set("\x00\u202e") & set(str(hall.event.staff.get(role="judge").account))


def test_an_account_joins_as_itself() -> None:
    hall = Hall()
    client = Client()
    client.force_login(account("Max"), backend="django.contrib.auth.backends.ModelBackend")
    client.post(reverse("join", args=[invite(hall, "marshal")]))
    assert hall.event.staff.get(role="marshal").account == account("Max")


def test_an_account_with_a_role_leaves_the_invitation_for_others() -> None:
    hall = Hall()
    page = hall.client.post(reverse("join", args=[invite(hall)]))
    assert page.status_code == 422
    assert Invitation.objects.get().used_at is None
    assert hall.event.staff.get().role == "organiser"


def test_an_old_invitation_says_so() -> None:
    hall = Hall()
    url = reverse("join", args=[invite(hall)])
    Invitation.objects.update(expires_at=timezone.now())
    for page in (Client().get(url), Client().post(url, {"name": "Jo"})):
        assert page.status_code == 410
    assert Account.objects.count() == 1


def test_a_revoked_invitation_is_unknown() -> None:
    hall = Hall()
    url = reverse("join", args=[invite(hall)])
    hall.client.post(reverse("desk:revoke", args=[hall.event.code, Invitation.objects.get().pk]))
    assert Client().get(url).status_code == 404
    assert Client().post(url, {"name": "Jo"}).status_code == 404


def test_the_link_is_shown_once_and_only_its_digest_kept() -> None:
    hall = Hall()
    url = reverse("desk:invite", args=[hall.event.code])
    page = text(hall.client.post(url, {"role": "judge", "note": "Jo"}))
    found = re.search(r"/join/([\w-]+)", page)
    assert found
    assert "<svg" in page
    assert found[1] not in json.dumps(Invitation.objects.values().get(), default=str)
    assert found[1] not in text(hall.client.get(reverse("desk:staff", args=[hall.event.code])))
    assert Client().get(reverse("join", args=[found[1]])).status_code == 200


@pytest.mark.parametrize("role", ["organiser", "", "king"])
def test_com_role_1_nobody_is_invited_as_organiser(role: str) -> None:
    hall = Hall()
    page = hall.client.post(reverse("desk:invite", args=[hall.event.code]), {"role": role})
    assert page.status_code == 422
    assert not Invitation.objects.exists()


def test_com_role_2_a_second_head_judge_of_legion_is_refused() -> None:
    hall = Hall()
    hall.staff("marshal")
    page = hall.client.post(reverse("desk:invite", args=[hall.event.code]), {"role": "marshal"})
    assert page.status_code == 422
    assert "COM-ROLE-2" in text(page)


def test_com_role_2_two_invitations_do_not_make_two_head_judges() -> None:
    hall = Hall()
    invite(hall, "marshal")
    page = hall.client.post(reverse("desk:invite", args=[hall.event.code]), {"role": "marshal"})
    assert page.status_code == 422


def test_com_role_2_an_old_invitation_does_not_make_a_second_head_judge() -> None:
    hall = Hall()
    token = invite(hall, "marshal")
    hall.staff("marshal")
    answer = staff.accept(token, account("Late"), timezone.now())
    assert isinstance(answer, Problem)
    assert answer.clause == "COM-ROLE-2"
    assert Invitation.objects.get().used_at is None


def test_com_role_2_armada_has_any_number_of_marshals() -> None:
    hall = Hall("armada-4.0")
    hall.staff("marshal")
    assert invite(hall, "marshal")


# Roles


def test_a_role_is_changed() -> None:
    hall = Hall()
    hall.staff("judge")
    post = hall.event.staff.get(role="judge")
    hall.client.post(reverse("desk:role", args=[hall.event.code, post.pk]), {"role": "scorekeeper"})
    post.refresh_from_db()
    assert post.role == "scorekeeper"


def test_somebody_removed_is_out_at_once() -> None:
    hall = Hall()
    judge = hall.staff("judge")
    post = hall.event.staff.get(role="judge")
    hall.client.post(reverse("desk:remove", args=[hall.event.code, post.pk]))
    assert judge.get(hall.url("now")).status_code == 404


@pytest.mark.parametrize("role", ["organiser", "", "king"])
def test_com_role_1_a_role_is_never_changed_to_organiser(role: str) -> None:
    hall = Hall()
    hall.staff("judge")
    post = hall.event.staff.get(role="judge")
    url = reverse("desk:role", args=[hall.event.code, post.pk])
    assert hall.client.post(url, {"role": role}).status_code == 422
    assert hall.event.staff.get(role="organiser").account == hall.organiser


def test_com_role_1_the_organiser_is_neither_removed_nor_changed() -> None:
    hall = Hall()
    post = hall.event.staff.get()
    for name, data in (("remove", {}), ("role", {"role": "judge"})):
        page = hall.client.post(reverse(f"desk:{name}", args=[hall.event.code, post.pk]), data)
        assert page.status_code == 422
        assert "COM-ROLE-1" in text(page)
    assert hall.event.staff.get().role == "organiser"


def test_com_role_1_the_event_is_handed_over_and_has_one_organiser() -> None:
    hall = Hall()
    hall.enter(3)
    heir = hall.staff("judge", "Heir")
    post = hall.event.staff.get(role="judge")
    url = reverse("desk:hand-over", args=[hall.event.code])
    hall.client.post(url, {"post": post.pk, "then": "scorekeeper"})
    assert hall.event.staff.get(role="organiser").account == account("Heir")
    assert hall.event.staff.get(role="scorekeeper").account == hall.organiser
    assert heir.get(reverse("desk:settings", args=[hall.event.code])).status_code == 200
    assert hall.client.get(reverse("desk:settings", args=[hall.event.code])).status_code == 403
    assert set(Person.objects.values_list("keeper", flat=True)) == {account("Heir").pk}


def test_handing_over_without_staying() -> None:
    hall = Hall()
    hall.staff("judge", "Heir")
    post = hall.event.staff.get(role="judge")
    url = reverse("desk:hand-over", args=[hall.event.code])
    hall.client.post(url, {"post": post.pk, "then": ""})
    assert hall.event.staff.get().account == account("Heir")
    assert hall.client.get(hall.url("now")).status_code == 404


@pytest.mark.parametrize("post", ["", "0", "999999", "x", "9" * 30, "-1"])
def test_handing_over_to_nobody_is_refused(post: str) -> None:
    hall = Hall()
    url = reverse("desk:hand-over", args=[hall.event.code])
    assert hall.client.post(url, {"post": post}).status_code == 422
    assert hall.event.staff.get().account == hall.organiser


def test_the_staff_of_another_event_is_not_touched() -> None:
    hall, other = Hall(), Hall()
    other.staff("judge")
    post = other.event.staff.get(role="judge")
    hall.client.post(reverse("desk:remove", args=[hall.event.code, post.pk]))
    hall.client.post(reverse("desk:role", args=[hall.event.code, post.pk]), {"role": "marshal"})
    post.refresh_from_db()
    assert post.role == "judge"


# Leaders who play


def _played_by(hall: Hall, name: str, player: int) -> Any:
    post = hall.event.staff.get(account=account(name))
    entry = Entry.objects.get(tournament=hall.tournament, player=player)
    url = reverse("desk:plays", args=[hall.event.code, post.pk])
    return hall.client.post(url, {"entry": entry.pk})


def test_com_role_4_a_leader_of_a_competitive_event_cannot_play() -> None:
    hall = Hall(setup={"tier": "competitive"})
    hall.enter(4)
    hall.staff("judge", "Jo")
    page = _played_by(hall, "Jo", 1)
    assert page.status_code == 422
    assert "COM-ROLE-4" in text(page)
    assert not Person.objects.filter(account=account("Jo")).exists()


def test_com_role_4_the_only_leader_of_a_casual_event_cannot_play() -> None:
    hall = Hall()
    hall.enter(4)
    assert _played_by(hall, "Olivia Organiser", 1).status_code == 422


def test_com_role_4_with_another_leader_the_staff_page_says_who_rules() -> None:
    hall = Hall()
    hall.enter(4)
    hall.staff("judge", "Jo")
    assert _played_by(hall, "Jo", 1).status_code == 302
    page = text(hall.client.get(reverse("desk:staff", args=[hall.event.code])))
    assert "Olivia Organiser rules on the games of Jo" in page


def test_com_role_4_a_scorekeeper_may_play_but_then_not_become_a_judge() -> None:
    hall = Hall(setup={"tier": "competitive"})
    hall.enter(4)
    hall.staff("scorekeeper", "Sam")
    assert _played_by(hall, "Sam", 1).status_code == 302
    post = hall.event.staff.get(role="scorekeeper")
    page = hall.client.post(reverse("desk:role", args=[hall.event.code, post.pk]), {"role": "judge"})
    assert page.status_code == 422
    assert "COM-ROLE-4" in text(page)
    post.refresh_from_db()
    assert post.role == "scorekeeper"


def test_com_role_4_a_player_of_a_competitive_event_cannot_accept_to_lead() -> None:
    hall = Hall(setup={"tier": "competitive"})
    hall.enter(4)
    Person.objects.filter(entries__player=1).update(account=account("Jo"))
    answer = staff.accept(invite(hall), account("Jo"), timezone.now())
    assert isinstance(answer, Problem)
    assert answer.clause == "COM-ROLE-4"
    assert not Staff.objects.filter(account=account("Jo")).exists()


def test_playing_can_be_taken_back() -> None:
    hall = Hall()
    hall.enter(4)
    hall.staff("judge", "Jo")
    _played_by(hall, "Jo", 1)
    post = hall.event.staff.get(role="judge")
    hall.client.post(reverse("desk:plays", args=[hall.event.code, post.pk]), {"entry": ""})
    assert not Person.objects.filter(account=account("Jo")).exists()


@pytest.mark.parametrize(
    "regulations", ["armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2", "unlimited-1.3"]
)
def test_com_role_1_and_2_one_organiser_and_any_number_of_judges_also_none(regulations: str) -> None:
    hall = Hall(regulations)
    hall.begin(4)
    hall.publish()
    assert not Staff.objects.filter(event=hall.event, role="judge").exists()
    for name in ("Jo", "Kim", "Lea"):
        hall.staff("judge", name)
    assert Staff.objects.filter(event=hall.event, role="judge").count() == 3
    assert Staff.objects.filter(event=hall.event, role="organiser").count() == 1
