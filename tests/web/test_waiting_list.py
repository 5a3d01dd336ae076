"""Registering oneself, and the waiting list when all places are taken."""

from __future__ import annotations

import re

import pytest

from muster.app.history.submitting import Done
from muster.app.people.waiting_list import Registered, registered
from muster.app.registration.entries import Newcomer, readmit, register
from muster.core.ids import PlayerId
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry
from people_cases import entry, newcomers, numbers, page, words
from web_cases import Hall

pytestmark = pytest.mark.django_db


def opened(capacity: int | None = None) -> Hall:
    hall = Hall()
    hall.tournament.capacity, hall.tournament.registration_open = capacity, True
    hall.tournament.save()
    return hall


def taken(answer: Registered | Refusal) -> Registered:
    assert isinstance(answer, Registered), answer
    return answer


def refused(answer: Registered | Refusal | Done) -> Refusal:
    assert isinstance(answer, Refusal), answer
    return answer


def test_a_registration_enters_until_all_places_are_taken_and_then_waits() -> None:
    hall = opened(2)
    one, two, three, four = (taken(register(hall.tournament, Newcomer(name=name))) for name in "abcd")
    assert (one.entry.player, two.entry.player, one.waiting) == (1, 2, False)
    assert (three.waiting, three.position, three.entry.player) == (True, 1, None)
    assert four.position == 2
    assert numbers(hall) == [1, 2]


def test_the_same_registration_sent_twice_is_one_also_on_the_waiting_list() -> None:
    hall = opened(1)
    for key in ("first", "second"):
        one, two = (taken(register(hall.tournament, Newcomer(name=key), key=key)) for _ in range(2))
        assert one.entry.pk == two.entry.pk
        assert one.waiting == two.waiting
    assert Entry.objects.count() == 2


def test_what_only_the_staff_decides_is_not_taken_from_a_registration() -> None:
    hall = opened()
    register(hall.tournament, Newcomer(name="Ada", paid=True, first_round_bye=True, fixed_table=3))
    player = hall.state.players[PlayerId(1)]
    assert (player.first_round_bye, player.fixed_table, entry(hall, 1).paid) == (False, None, False)


def test_registration_is_refused_when_closed_impossible_or_too_late() -> None:
    hall = opened()
    assert refused(register(hall.tournament, Newcomer(name="x" * 300))).problems[0].field == "name"
    hall.tournament.registration_open = False
    assert refused(register(hall.tournament, Newcomer(name="Ada"))).code == "window-closed"
    hall.tournament.registration_open = True
    hall.begin(4)
    assert refused(register(hall.tournament, Newcomer(name="Ada"))).code == "stage-running"


def test_when_somebody_drops_the_next_who_waits_is_offered_and_let_in() -> None:
    hall = opened(2)
    for name in ("Ada", "Bob", "Wanda", "Xaver"):
        register(hall.tournament, Newcomer(name=name))
    assert "is the first who waits" not in words(hall.get("people"))
    hall.post("player-drop", 1)
    assert "Wanda is the first who waits" in words(hall.get("people"))
    hall.post("people-admit", next=1)
    assert entry(hall, 3).person.name == "Wanda"
    assert numbers(hall) == [1, 2, 3]


def test_a_new_registration_does_not_pass_those_who_wait() -> None:
    hall = opened(1)
    for name in ("Ada", "Wanda"):
        register(hall.tournament, Newcomer(name=name))
    hall.post("player-drop", 1)
    assert taken(register(hall.tournament, Newcomer(name="Xaver"))).position == 2


def test_somebody_is_let_in_by_hand_or_taken_off_the_waiting_list() -> None:
    hall = opened(1)
    for name in ("Ada", "Wanda", "Xaver"):
        register(hall.tournament, Newcomer(name=name))
    wanda, xaver = Entry.objects.filter(status="waiting").order_by("pk")
    assert "waiting for a place" in words(hall.get("registration", xaver.pk))
    hall.post("registration-again", xaver.pk)
    assert entry(hall, 2).person.name == "Xaver"
    hall.post("people-leave", entry=wanda.pk)
    assert registered(Entry.objects.get(pk=wanda.pk)).waiting is False
    assert not Entry.objects.filter(status="waiting").exists()
    hall.post("registration-again", wanda.pk)
    assert entry(hall, 3).person.name == "Wanda"


def test_a_promotion_that_is_undone_leaves_the_number_with_its_owner() -> None:
    hall = opened(1)
    for name in ("Ada", "Wanda"):
        register(hall.tournament, Newcomer(name=name))
    waiting = Entry.objects.get(status="waiting")
    assert isinstance(readmit(hall.tournament, hall.actor, [waiting.pk]), Done)
    hall.post("undo")
    assert numbers(hall) == [1]
    register(hall.tournament, Newcomer(name="Xaver"))
    hall.tournament.capacity = 5
    hall.tournament.save()
    newcomers(hall, "Yves", sure="place")
    assert entry(hall, 2).person.name == "Wanda"
    assert 2 not in numbers(hall)


def test_the_staff_is_asked_when_all_places_are_taken_and_decides() -> None:
    hall = opened(1)
    newcomers(hall, "Ada")
    answer = hall.post("people-add", name="Bob")
    assert answer.status_code == 422
    assert "All 1 places are taken" in words(answer)
    hall.post("people-add", name="Bob", wait="1")
    assert Entry.objects.get(status="waiting").person.name == "Bob"
    hall.post("people-add", name="Cid", sure="place")
    assert numbers(hall) == [1, 2]
    assert "more players than the 1 places" in words(hall.get("people"))


def test_the_address_for_registering_is_shown_with_its_code_while_registration_is_open() -> None:
    hall = opened()
    text = page(hall.get("people"))
    address = re.search(r'href="http://testserver(/e/[^"]+)"', text)
    assert address
    assert "data:image/svg+xml" in text
    assert hall.client.get(address.group(1)).status_code == 200
    assert "data:image/svg+xml" not in page(Hall().get("people"))
