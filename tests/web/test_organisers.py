"""Who may set up events on a site: a setting, and what signing up comes to under it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from importlib import import_module
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from muster.app.accounts import opening
from muster.app.accounts.accounts import close, new_account
from muster.app.accounts.standing import (
    SITE_MAY,
    NotOnThisSiteError,
    SiteAct,
    SiteRole,
    ask,
    can_ask,
    may,
    must,
    site_role,
)
from muster.app.events.editing import EventDetails, TournamentDetails, create_event, create_with_tournament
from muster.app.site.copying import Copy, copy_event
from muster.core.scoring.scored import Problem
from muster.core.tournament import commands
from muster.people.models import Account, Event
from tournament_cases import DAY, rules
from web_cases import SATURDAY, Hall, account

pytestmark = pytest.mark.django_db

PASSWORD = "a long and dull pass phrase"  # noqa: S105  (of nobody)
DETAILS = EventDetails(name="Stranger's Cup", opens_at=SATURDAY, time_zone="UTC")


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a quick one
    cache.clear()
    yield
    cache.clear()


def stranger() -> tuple[Client, Account, str]:
    """Somebody who has just signed up, and where that led them."""
    client = Client()
    data = {"name": "Nina New", "email": "nina@example.org", "password1": PASSWORD}
    page = client.post(reverse("account_signup"), data)
    return client, Account.objects.get(name="Nina New"), page.headers["Location"]


def test_a_stranger_who_signs_up_does_not_become_an_organiser() -> None:
    client, made, led_to = stranger()
    assert site_role(made) == "member"
    assert led_to == reverse("me")
    assert client.get(led_to).status_code == 200
    for method in ("get", "post"):
        page = getattr(client, method)(reverse("desk:new"))
        assert page.status_code == 403
        assert "whom its administrator has invited" in page.content.decode()
    assert reverse("desk:new") not in client.get(reverse("desk:home")).content.decode()
    assert not Event.objects.exists()


def test_nobody_sets_up_events_below_the_pages_either() -> None:
    setup = commands.CreateTournament(regulations=rules("legion-2.0"), day=DAY)
    _, made, _ = stranger()
    with pytest.raises(NotOnThisSiteError):
        create_with_tournament(made, DETAILS, TournamentDetails(name="Main"), setup)
    hall = Hall()
    with pytest.raises(NotOnThisSiteError):
        copy_event(hall.event, hall.actor, made, Copy(name="Again", opens_at=SATURDAY))
    assert Event.objects.count() == 1


def test_whoever_was_handed_an_event_runs_it_and_sets_up_no_other() -> None:
    hall = Hall()
    Account.objects.update(organises=False)
    page = hall.client.get(reverse("desk:event", args=[hall.event.code]))
    assert page.status_code == 200
    assert reverse("desk:copy", args=[hall.event.code]) not in page.content.decode()
    assert hall.client.get(reverse("desk:copy", args=[hall.event.code])).status_code == 403


def test_a_stranger_never_stops_the_next_start_from_printing_the_organisers_link() -> None:
    organiser = opening.first_account()
    assert site_role(organiser) == "administrator"
    stranger()
    assert not opening.administrator_can_log_in()
    assert opening.first_account() == organiser


def test_a_link_is_never_for_somebody_who_only_signed_up() -> None:
    _, made, _ = stranger()
    first = opening.first_account()
    assert first != made
    assert first.name == opening.FIRST_NAME
    assert opening.first_account() == first


def test_a_suspended_administrator_lets_nobody_in() -> None:
    organiser = opening.first_account()
    organiser.set_password(PASSWORD)
    organiser.save()
    assert opening.administrator_can_log_in()
    Account.objects.update(is_active=False)
    assert not opening.administrator_can_log_in()
    assert opening.first_account() != organiser


def test_everybody_sets_up_events_where_the_site_says_so(settings: Any) -> None:
    settings.ORGANISERS = "everybody"
    client, made, led_to = stranger()
    assert led_to == reverse("desk:home")
    assert may(made, "create-events")
    assert client.get(reverse("desk:new")).status_code == 200
    assert not can_ask(made)
    Account.objects.update(is_active=False)
    assert not may(Account.objects.get(pk=made.pk), "create-events")


def test_one_asks_once_where_the_administrator_approves(settings: Any) -> None:
    settings.ORGANISERS = "approved"
    client, made, _ = stranger()
    page = client.get(reverse("desk:new"))
    assert page.status_code == 403
    assert "Ask to be approved" in page.content.decode()
    page = client.post(reverse("account-organising"), follow=True)
    assert "You have asked on" in page.content.decode()
    made.refresh_from_db()
    asked_at = made.asked_at
    assert asked_at is not None
    client.post(reverse("account-organising"))
    made.refresh_from_db()
    assert made.asked_at == asked_at
    assert not may(made, "create-events")


def test_there_is_nothing_to_ask_for_where_organisers_are_invited() -> None:
    client, made, _ = stranger()
    client.post(reverse("account-organising"))
    made.refresh_from_db()
    ask(made, timezone.now())
    assert made.asked_at is None


@pytest.mark.parametrize("policy", ["invited", "approved", "everybody"])
@pytest.mark.parametrize("role", get_args(SiteRole))
def test_every_site_role_and_every_act(role: SiteRole, policy: str, settings: Any) -> None:
    settings.ORGANISERS = policy
    one = Account(
        administers=role in {"administrator", "suspended"},
        organises=role in {"organiser", "suspended"},
        is_active=role != "suspended",
    )
    assert site_role(one) == role
    for act in get_args(SiteAct):
        allowed = act in SITE_MAY[role] or (
            act == "create-events" and role == "member" and policy == "everybody"
        )
        assert may(one, act) == allowed
        if not allowed:
            with pytest.raises(NotOnThisSiteError):
                must(one, act)


def test_the_only_administrator_names_another_before_closing_the_account() -> None:
    first = opening.first_account()
    other = new_account("Other")
    assert isinstance(other, Account)
    refused = close(first)
    assert isinstance(refused, Problem)
    assert "only administrator" in str(refused.message)
    Account.objects.filter(pk=other.pk).update(administers=True)
    assert close(first) is None


def _migrated() -> None:
    Account.objects.update(organises=False, administers=False)
    migration = import_module("muster.people.migrations.0022_standing")
    migration.settle(apps, SimpleNamespace(connection=connection))


@pytest.mark.parametrize("settled", [_migrated, opening.settle_older])
def test_organisers_of_older_sites_stay_organisers(settled: Any) -> None:
    first, organiser, judge = account("First"), account("Organiser"), account("Judge")
    create_event(organiser, DETAILS)
    Account.objects.update(organises=False)
    settled()
    standing = {one.name: site_role(one) for one in Account.objects.all()}
    assert standing == {first.name: "administrator", organiser.name: "organiser", judge.name: "member"}


def test_a_site_with_an_administrator_is_not_settled_again() -> None:
    opening.first_account()
    create_event(account("Other"), DETAILS)
    Account.objects.filter(name="Other").update(organises=False)
    opening.settle_older()
    assert site_role(Account.objects.get(name="Other")) == "member"


def test_when_one_asks_is_kept(settings: Any) -> None:
    settings.ORGANISERS = "approved"
    one = account("Asker")
    Account.objects.update(organises=False)
    one.refresh_from_db()
    ask(one, datetime(2026, 3, 7, tzinfo=timezone.get_default_timezone()))
    assert Account.objects.get(pk=one.pk).asked_at == one.asked_at
