"""Accounts: links that log in, passwords, passkeys, the account page, closing and erasing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from muster.app.common.access import Actor, DeniedError
from muster.app.common.names import names_of, public_names
from muster.app.links import tokens as links
from muster.app.registration import erasing
from muster.app.staff import staff
from muster.journal import store
from muster.people.models import Account, Entry, Event, LoginLink, Person, Staff
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 7, 12, tzinfo=UTC)
PASSWORD = "a long and dull pass phrase"  # noqa: S105  (of nobody)


@pytest.fixture(autouse=True)
def _fresh_limits(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a quick one
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


# Links that log in


def test_a_link_logs_in_once() -> None:
    token = links.new_login_link(account(), NOW)
    assert links.use_login_link(token, NOW) == account()
    assert links.use_login_link(token, NOW) is None


def test_a_link_does_not_last() -> None:
    token = links.new_login_link(account(), NOW)
    assert links.use_login_link(token, NOW + links.LOGIN_LASTS) is None
    assert links.login_link(token, NOW + links.LOGIN_LASTS)[0] == "expired"


def test_only_the_digest_of_a_token_is_kept() -> None:
    token = links.new_login_link(account(), NOW)
    row = LoginLink.objects.values().get()
    assert token not in json.dumps(row, default=str)
    assert re.fullmatch("[0-9a-f]{64}", row["digest"])


def test_an_account_that_may_not_log_in_has_no_link() -> None:
    token = links.new_login_link(account(), NOW)
    Account.objects.update(is_active=False)
    assert links.use_login_link(token, NOW) is None
    assert LoginLink.objects.get().used_at is None


def test_opening_a_link_does_not_use_it_up() -> None:
    token = links.new_login_link(account(), timezone.now())
    url = reverse("enter", args=[token])
    for _ in range(3):
        preview = Client().get(url)
        assert preview.status_code == 200
        assert "no-store" in preview.headers["Cache-Control"]
    client = Client()
    page = client.post(url, follow=True)
    assert page.request["PATH_INFO"] == reverse("desk:home")
    assert who(client) == str(account().pk)


def test_a_used_link_says_so() -> None:
    token = links.new_login_link(account(), timezone.now())
    url = reverse("enter", args=[token])
    Client().post(url)
    for page in (Client().get(url), Client().post(url)):
        assert page.status_code == 410
        assert "has been used" in text(page)


def test_an_old_link_says_so() -> None:
    token = links.new_login_link(account(), timezone.now() - timedelta(days=2))
    page = Client().get(reverse("enter", args=[token]))
    assert page.status_code == 410
    assert "too old" in text(page)


@pytest.mark.parametrize("token", ["x", "a" * 500, "%00", "<script>"])
def test_an_unknown_link_says_so(token: str) -> None:
    for page in (Client().get(f"/enter/{token}"), Client().post(f"/enter/{token}")):
        assert page.status_code == 404
        assert "opens nothing" in text(page)


def test_logging_in_by_link_begins_a_new_session() -> None:
    client = Client()
    client.get(reverse("account_login"))
    session = client.session
    session["seen"] = "before"
    session.save()
    before = session.session_key
    client.post(reverse("enter", args=[links.new_login_link(account(), timezone.now())]))
    assert client.session.session_key != before


def test_a_link_needs_the_proof_of_the_form() -> None:
    token = links.new_login_link(account(), timezone.now())
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("enter", args=[token])).status_code == 403
    assert LoginLink.objects.get().used_at is None


def test_tokens_cannot_be_guessed_one_after_another() -> None:
    client = Client()
    codes = [client.post(f"/enter/{number}").status_code for number in range(25)]
    assert codes[0] == 404
    last = client.post("/enter/x")
    assert last.status_code == 429
    assert last.headers["Retry-After"] == "13"
    assert "Try again in 13 seconds" in text(last)


# Passwords, codes and passkeys


def signed_up(client: Client, **changed: str) -> Any:
    data = {"name": "Nina New", "email": "nina@example.org", "password1": PASSWORD, **changed}
    return client.post(reverse("account_signup"), data, follow=True)


def test_signing_up_asks_for_a_name_and_makes_the_username_up() -> None:
    client = Client()
    signed_up(client)
    made = Account.objects.get()
    assert made.name == "Nina New"
    assert "nina" not in made.username
    assert who(client) == str(made.pk)


def test_logging_in_with_a_password() -> None:
    signed_up(Client())
    client = Client()
    client.post(reverse("account_login"), {"login": "nina@example.org", "password": PASSWORD})
    assert who(client)


def test_a_wrong_password_does_not_log_in_and_soon_has_to_wait(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/d/key"}
    signed_up(Client())
    client = Client()
    data = {"login": "nina@example.org", "password": "wrong"}
    pages = [client.post(reverse("account_login"), data) for _ in range(4)]
    assert not who(client)
    assert "password" in text(pages[0])
    right = client.post(reverse("account_login"), {**data, "password": PASSWORD})
    assert not who(client)
    assert right.status_code in {200, 429}


def test_too_many_log_ins_from_one_place_have_to_wait(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "3/d/ip"}
    client = Client()
    data = {"login": "nobody@example.org", "password": "x"}
    pages = [client.post(reverse("account_login"), data) for _ in range(4)]
    assert [page.status_code for page in pages] == [200, 200, 200, 429]
    assert "Try again in" in text(pages[-1])


def test_logging_in_with_a_code_by_mail() -> None:
    signed_up(Client())
    mail.outbox.clear()
    client = Client()
    client.post(reverse("account_request_login_code"), {"email": "nina@example.org"})
    found = re.search(r"^\s*([A-Z0-9]{4,}(?:-?[A-Z0-9]+)*)\s*$", str(mail.outbox[0].body), re.MULTILINE)
    assert found
    client.post(reverse("account_confirm_login_code"), {"code": found[1]})
    assert who(client)


@pytest.mark.parametrize(
    "goal", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x"]
)
def test_logging_in_never_leads_to_another_site(goal: str) -> None:
    signed_up(Client())
    page = Client().post(
        reverse("account_login"), {"login": "nina@example.org", "password": PASSWORD, "next": goal}
    )
    assert page.status_code == 302
    assert page.headers["Location"] == reverse("me")


def test_logging_in_leads_on_to_the_invitation() -> None:
    hall = Hall()
    signed_up(Client())
    goal = reverse("join", args=[invite(hall)])
    data = {"login": "nina@example.org", "password": PASSWORD, "next": goal}
    assert Client().post(reverse("account_login"), data).headers["Location"] == goal


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_request_login_code",
        "account_reset_password",
        "account_email",
        "account_set_password",
        "account_logout",
        "mfa_index",
        "mfa_list_webauthn",
        "mfa_add_webauthn",
        "account",
        "account-close",
    ],
)
def test_every_page_of_the_account_is_ours_and_runs_no_script_inside(name: str) -> None:
    client = Client()
    if name not in {"account_login", "account_signup", "account_request_login_code"}:
        client.post(reverse("enter", args=[links.new_login_link(account(), timezone.now())]))
    page = client.get(reverse(name))
    assert page.status_code == 200
    shown = page.content.decode()
    assert 'class="skip"' in shown
    assert " style=" not in shown
    assert not re.findall(r"\son\w+=", shown)
    for tag in re.findall(r"<script[^>]*>", shown):
        assert "src=" in tag or 'type="application/json"' in tag


def test_a_password_can_be_added_by_whoever_joined_with_a_link() -> None:
    client = Client()
    client.post(reverse("enter", args=[links.new_login_link(account(), timezone.now())]))
    client.post(reverse("account_set_password"), {"password1": PASSWORD, "password2": PASSWORD})
    assert account().has_usable_password()


def test_passkeys_are_listed() -> None:
    client = Client()
    client.post(reverse("enter", args=[links.new_login_link(account(), timezone.now())]))
    Authenticator.objects.create(
        user=account(),
        type="webauthn",
        data={"name": "Phone <b>", "credential": {"clientExtensionResults": {}}},
    )
    assert "Phone &lt;b&gt;" in client.get(reverse("mfa_list_webauthn")).content.decode()
    assert "1 passkey" in text(client.get(reverse("account")))


# The account itself


def test_the_name_is_changed() -> None:
    hall = Hall()
    hall.client.post(reverse("account"), {"name": "  Olivia\u202e   Renamed "})
    hall.organiser.refresh_from_db()
    assert hall.organiser.name == "Olivia Renamed"


@pytest.mark.parametrize("name", ["", "\x00", "ö" * 201])
def test_a_name_that_is_none_is_refused_and_kept_on_the_page(name: str) -> None:
    hall = Hall()
    page = hall.client.post(reverse("account"), {"name": name})
    assert page.status_code == 422
    assert 'id="name_error"' in text(page)


def test_everything_kept_about_an_account_can_be_taken_away() -> None:
    hall = Hall()
    hall.enter(2)
    Person.objects.filter(entries__player=1).update(account=hall.organiser, email="o@example.org")
    data = json.loads(hall.client.get(reverse("account-data")).content)
    assert data["account"]["name"] == "Olivia Organiser"
    assert data["staff_of"][0]["code"] == hall.event.code
    assert [entry["email"] for entry in data["entries"]] == ["o@example.org"]


def test_an_organiser_hands_over_before_closing_the_account() -> None:
    hall = Hall()
    page = hall.client.post(reverse("account-close"))
    assert page.status_code == 422
    assert "COM-ROLE-1" in text(page)
    assert Account.objects.exists()


def test_closing_an_account_leaves_events_and_players_standing() -> None:
    hall = Hall()
    hall.enter(4)
    hall.staff("judge", "Heir")
    post = hall.event.staff.get(role="judge")
    Person.objects.update(keeper=account("Heir"))
    heir = Client()
    heir.force_login(account("Heir"), backend="django.contrib.auth.backends.ModelBackend")
    heir.post(reverse("account-close"))
    assert not Staff.objects.filter(pk=post.pk).exists()
    assert Event.objects.exists()
    assert set(Person.objects.values_list("keeper", flat=True)) == {hall.organiser.pk}
    assert not who(heir)


# Erasing a person


def test_erasing_leaves_nothing_that_says_who_it_was() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    person = Person.objects.get(entries__player=3)
    Person.objects.filter(pk=person.pk).update(
        alias="Chi", pronouns="she/her", email="chiara@example.org", account=account("Chiara")
    )
    Entry.objects.filter(player=3).update(table_reason="wheelchair", shown_as="alias")
    before = store.load(hall.tournament.pk).state
    erasing.erase(person, hall.actor)
    kept = json.dumps([*Person.objects.values(), *Entry.objects.values()], default=str)
    for word in ("Chiara", 'Chi"', "she/her", "chiara@", "wheelchair"):
        assert word not in kept
    person.refresh_from_db()
    assert person.account is None
    assert person.erased_at is not None
    store.forget()
    after = store.load(hall.tournament.pk).state
    assert after == before
    assert after.head == before.head


def test_an_erased_person_is_called_by_entry_number_everywhere() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    erasing.erase(Person.objects.get(entries__player=3), hall.actor)
    assert names_of(hall.tournament.pk)[3] == "Player 3"  # type: ignore[index]
    assert public_names(hall.tournament)[3] == "Player 3"  # type: ignore[index]
    assert "Chiara" not in text(hall.get("now"))


def test_only_the_organiser_erases() -> None:
    hall = Hall()
    hall.enter(2)
    person = Person.objects.get(entries__player=1)
    for role in ("marshal", "judge", "scorekeeper", None):
        with pytest.raises(DeniedError):
            erasing.erase(person, Actor("account:99", role))
    person.refresh_from_db()
    assert person.name


def test_erasing_twice_changes_nothing() -> None:
    hall = Hall()
    hall.enter(2)
    person = Person.objects.get(entries__player=1)
    erasing.erase(person, hall.actor)
    first = person.erased_at
    erasing.erase(person, hall.actor)
    assert person.erased_at == first


def test_whoever_waited_for_a_place_waits_no_longer() -> None:
    hall = Hall()
    hall.enter(2)
    person = Person.objects.create(keeper=hall.organiser, name="Wendy")
    Entry.objects.create(tournament=hall.tournament, person=person, status="waiting")
    erasing.erase(person, hall.actor)
    assert Entry.objects.get(person=person).status == "withdrawn"
