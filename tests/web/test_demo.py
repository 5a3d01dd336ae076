"""The demo events and the first way in."""

from __future__ import annotations

from collections import Counter

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from muster.app.accounts.opening import (
    FIRST_NAME,
    NoSuchAccountError,
    account_with,
    administrator_can_log_in,
    first_account,
    way_in,
)
from muster.app.floor.clocks import clock_of
from muster.app.site.demo import CODE, NEXT_CODE, add_demo
from muster.core.tournament.next_step import next_step
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Account, Entry, Event, Tournament
from muster.web.desk.rosters import overview
from web_cases import SATURDAY, account

pytestmark = pytest.mark.django_db


def state(code: str) -> State:
    return store.load(Event.objects.get(code=code).tournaments.get().pk).state


def test_the_first_event_is_in_the_middle_of_its_second_round() -> None:
    add_demo(account(), SATURDAY)
    now = state(CODE)
    first, second = now.rounds
    assert first.complete
    assert second.begun
    matches = Counter(match.status for match in second.matches.values())
    assert (matches["disputed"], matches["reported"]) == (1, 1)
    assert matches["confirmed"] == len(second.matches) // 2
    assert len(now.players) == 24
    assert Counter(player.status for player in now.players.values())["dropped"] == 1
    tournament = Event.objects.get(code=CODE).tournaments.get()
    assert clock_of(tournament.pk, second.number).clock.running


def test_the_second_event_is_about_to_check_in() -> None:
    add_demo(account(), SATURDAY)
    now = state(NEXT_CODE)
    assert now.created.check_in
    assert not now.stages
    assert Counter(player.status for player in now.players.values()) == {"present": 5, "entered": 8}
    assert next_step(now).step == "check-in"


def test_the_demo_is_practice_with_people_of_its_own() -> None:
    add_demo(account(), SATURDAY)
    assert set(Event.objects.values_list("practice", flat=True)) == {True}
    names = list(Entry.objects.values_list("person__name", flat=True))
    assert len(names) == len(set(names)) > 30


def test_the_demo_is_added_once_and_comes_back_if_deleted() -> None:
    assert add_demo(account(), SATURDAY)
    assert not add_demo(account(), SATURDAY)
    assert Event.objects.count() == 2
    Event.objects.filter(code=NEXT_CODE).update(code="KEPT")
    assert add_demo(account(), SATURDAY)
    assert Event.objects.count() == 3


def test_the_demo_is_the_same_wherever_it_is_made() -> None:
    add_demo(account(), SATURDAY)
    one = state(CODE)
    Event.objects.filter(code=CODE).update(code="FIRST")
    add_demo(account(), SATURDAY)
    other = state(CODE)
    assert one.head == other.head


def test_the_first_account_is_made_once() -> None:
    made = first_account()
    assert (made.name, made.has_usable_password()) == (FIRST_NAME, False)
    account("Somebody else")
    assert first_account() == made
    assert Account.objects.count() == 2


def test_a_password_or_a_passkey_is_a_way_in() -> None:
    made = first_account()
    assert not administrator_can_log_in()
    key = Authenticator.objects.create(user=made, type=Authenticator.Type.WEBAUTHN, data={})
    assert administrator_can_log_in()
    key.delete()
    made.set_password("correct horse battery staple")
    made.save()
    assert administrator_can_log_in()


def test_the_way_in_leads_to_the_desk_once() -> None:
    path = way_in(first_account(), timezone.now())
    client = Client()
    assert client.get(path).status_code == 200
    assert client.post(path).headers["Location"] == "/desk/"
    assert client.get("/desk/").status_code == 200
    assert Client().post(path).status_code == 410


def test_an_account_by_its_address() -> None:
    known = account("Ada")
    assert account_with("ADA@example.org") == known
    with pytest.raises(NoSuchAccountError, match=r"^No account has"):
        account_with("nobody@example.org")


def test_the_second_event_has_decks_of_every_standing() -> None:
    add_demo(account(), SATURDAY)
    tournament = Tournament.objects.get(event__code=NEXT_CODE)
    lines = overview.lines_of(tournament.pk, store.load(tournament.pk).state)
    assert Counter(line.standing for line in lines) == {"unsure": 6, "illegal": 1, "draft": 1, "missing": 5}
