"""Messages: who is written to, once; what a letter says; stopping them; and what cannot be sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks_db.models import DBTaskResult

from message_cases import ORIGIN, join, listening, opened, send, work
from muster.app.events.calling_off import call_off, call_on
from muster.app.history.reasons import typed
from muster.app.links.player_links import token_of
from muster.app.mail import messages
from muster.app.registration.entries import readmit
from muster.app.rosters import storage
from muster.core.ids import TableNo
from muster.core.tournament import commands
from muster.journal import store
from muster.people.models import Entry, Event, Message, Person, RosterPlan, Tournament
from roster_cases import FRIDAY, asking, entry_of, weighed
from web_cases import SATURDAY

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.ORIGIN = ORIGIN
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)
    cache.clear()
    yield
    cache.clear()


# What a letter says


def test_whoever_registers_with_an_address_gets_their_link() -> None:
    hall = opened()
    entry = join(hall)
    (letter,) = send()
    assert letter.to == ["nina@example.org"]
    assert letter.subject == "Spring Open: you are registered"
    assert f"{ORIGIN}/p/{token_of(entry)}" in letter.body
    assert "Saturday 7 March 2026, 10:00 (Europe/Berlin)" in letter.body
    assert letter.content_subtype == "plain"
    assert not letter.attachments
    assert not send()


def test_nobody_is_written_to_without_an_address() -> None:
    join(opened(), email="")
    assert not Message.objects.exists()


def test_the_waiting_list_is_told_the_place_and_that_it_is_over() -> None:
    hall = opened(capacity=1)
    hall.enter(1)
    entry = join(hall)
    (letter,) = send()
    assert "number 1 on the waiting list" in letter.body
    readmit(hall.tournament, hall.actor, [entry.pk])
    readmit(hall.tournament, hall.actor, [entry.pk])
    (letter,) = send()
    assert "a place is free, and it is yours" in letter.body


@pytest.mark.parametrize(
    "name",
    [
        "Win at https://evil.example now",
        "x\r\nBcc: all@example.org",
        "evil.example",
        "www.evil.example",
        "a@evil.example",
    ],
)
def test_a_name_carries_nobodys_message(name: str) -> None:
    join(opened(), name=name)
    (letter,) = send()
    assert letter.recipients() == ["nina@example.org"]
    for part in ("https://evil", "evil.example", "www.e", "@evil"):
        assert part not in letter.body
    assert "Bcc" not in letter.message()
    assert "\nBcc" not in letter.body


def test_one_address_is_not_pestered() -> None:
    hall = opened()
    for number in range(45):
        join(hall, name=f"Nina {'abcdefghij'[number % 10]}{number}")
    assert len(send()) == 40
    assert not Message.objects.filter(sent_at=None).exists()


def test_a_letter_speaks_its_readers_language(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    hall = opened()
    with translation.override("de"):
        entry = join(hall)
    assert entry.language == "de"
    (letter,) = send()
    assert "Samstag 7 März 2026, 10:00 (Europe/Berlin)" in letter.body
    entry.language = ""
    entry.save()
    messages.send_link(entry, timezone.now())
    (letter,) = send()
    assert "Saturday 7 March 2026, 10:00 (Europe/Berlin)" in letter.body


# Rounds


def test_a_round_that_is_up_is_told_once_with_table_and_opponent() -> None:
    hall = listening(opened(), 9)
    round_ = hall.state.rounds[-1]
    quiet = next(iter(round_.matches.values())).pairing.players[0]
    Entry.objects.filter(player=quiet).update(mail_rounds=False)
    now = timezone.now()
    for _ in range(2):
        messages.round_is_up(hall.tournament.pk, now)
    letters = {letter.to[0]: letter for letter in send()}
    assert len(letters) == 8
    assert f"p{quiet}@example.org" not in letters
    table, match = next((at, one) for at, one in round_.matches.items() if quiet not in one.pairing.players)
    letter = letters[f"p{match.pairing.players[0]}@example.org"]
    other = Entry.objects.select_related("person").get(player=match.pairing.players[1])
    assert f"Round 1: table {table}" in letter.subject
    assert f"Against {other.person.name}." in letter.body
    assert token_of(other) not in letter.body
    bye = letters[f"p{round_.byes[0].player}@example.org"]
    assert "Round 1: a bye" in bye.subject


def test_a_round_at_tables_is_told_with_table_seat_and_everybody_there() -> None:
    hall = listening(opened(regulations="twin-suns-1.3"), 5)
    messages.round_is_up(hall.tournament.pk, timezone.now())
    letters = {letter.to[0]: letter for letter in send()}
    ((table, match),) = hall.state.rounds[-1].matches.items()
    for seat, player in enumerate(match.pairing.players, 1):
        letter = letters[f"p{player}@example.org"]
        assert f"Round 1: table {table}, seat {seat}" in letter.subject
        names = [
            Person.objects.get(entries__player=one).name for one in match.pairing.players if one != player
        ]
        assert f"With {', '.join(names[:2])} and {names[2]}." in letter.body
    (bye,) = hall.state.rounds[-1].byes
    assert "Round 1: a bye" in letters[f"p{bye.player}@example.org"].subject


def test_of_a_round_at_tables_published_anew_those_hear_whose_table_or_seat_is_another() -> None:
    hall = listening(opened(regulations="twin-suns-1.3"), 4)
    messages.round_is_up(hall.tournament.pk, timezone.now())
    before = hall.state.rounds[-1].matches[TableNo(1)].pairing.players
    send()
    hall.do(commands.VoidRound(typed("again")))
    hall.publish()
    after = hall.state.rounds[-1].matches[TableNo(1)].pairing.players
    moved = [player for one, player in zip(before, after, strict=True) if one != player]
    assert messages.round_is_up(hall.tournament.pk, timezone.now()) == len(moved)
    assert all("changed: now table 1, seat" in letter.subject for letter in send())


def test_a_round_is_announced_by_a_job_and_the_publisher_does_not_wait() -> None:
    listening(opened(), 4)
    assert not Message.objects.exists()
    work()
    assert Message.objects.filter(kind="round").count() == 4
    assert len(mail.outbox) == 4
    assert not DBTaskResult.objects.exists()


def test_a_round_published_anew_is_told_anew_and_one_that_is_void_is_not() -> None:
    hall = listening(opened(), 4)
    messages.round_is_up(hall.tournament.pk, timezone.now())
    hall.do(commands.VoidRound(typed("wrong table")))
    assert not send()
    hall.publish()
    assert messages.round_is_up(hall.tournament.pk, timezone.now()) == 4
    assert len(send()) == 4


def test_of_a_round_published_anew_only_those_hear_who_sit_elsewhere_and_that_it_has_changed() -> None:
    hall = listening(opened(), 8)
    hall.do(commands.Retract())  # it has not begun
    messages.round_is_up(hall.tournament.pk, timezone.now())
    assert len(send()) == 8
    first = {table: one.pairing.players for table, one in hall.state.rounds[-1].matches.items()}
    swap = f"{first[TableNo(1)][0]}-{first[TableNo(2)][0]}"
    hall.post("repair", swaps=swap, reason="Brothers.")
    assert messages.round_is_up(hall.tournament.pk, timezone.now()) == 4
    letters = {letter.to[0]: letter for letter in send()}
    moved = {f"p{player}@example.org" for table in (1, 2) for player in first[TableNo(table)]}
    assert set(letters) == moved
    assert all("Round 1 changed: now table" in letter.subject for letter in letters.values())
    back = "-".join(reversed(swap.split("-")))
    hall.post("repair", swaps=back, reason="They may meet after all.")
    assert messages.round_is_up(hall.tournament.pk, timezone.now()) == 4
    assert messages.round_is_up(hall.tournament.pk, timezone.now()) == 0


def test_a_round_that_was_up_long_ago_is_no_news() -> None:
    hall = listening(opened(), 4)
    assert messages.round_is_up(hall.tournament.pk, timezone.now() + timedelta(minutes=20)) == 0
    messages.round_is_up(hall.tournament.pk, timezone.now())
    assert not send(timezone.now() + timedelta(hours=1))


def test_a_round_is_on_record_together_with_the_job_that_announces_it() -> None:
    hall = listening(opened(), 4)
    assert [job.task_name for job in DBTaskResult.objects.all()] == ["announce_round"]
    hall.play()
    with suppress(ZeroDivisionError), transaction.atomic():
        hall.publish()
        assert DBTaskResult.objects.count() == 2
        raise ZeroDivisionError  # as if the server were killed
    store.forget()
    assert DBTaskResult.objects.count() == len(hall.state.rounds) == 1


def test_a_round_of_a_thousand_is_written_with_few_queries(django_assert_max_num_queries: Any) -> None:
    hall = listening(opened(), 400)
    with django_assert_max_num_queries(12):
        assert messages.round_is_up(hall.tournament.pk, timezone.now()) == 400


# Calling off


def test_an_event_that_is_called_off_is_told_and_so_is_that_it_takes_place() -> None:
    hall = opened()
    join(hall)
    join(hall, name="Otto", email="")
    send()
    page = hall.client.post(reverse("desk:call-off", args=[hall.event.code]), {"reason": ""})
    assert page.status_code == 422
    hall.client.post(reverse("desk:call-off", args=[hall.event.code]), {"reason": "The hall is\nflooded."})
    (letter,) = send()
    assert letter.subject == "Spring Open is called off"
    assert "The hall is flooded." in letter.body
    settings = hall.client.get(reverse("desk:settings", args=[hall.event.code])).content.decode()
    assert "The hall is flooded." in settings
    hall.client.post(reverse("desk:call-on", args=[hall.event.code]))
    (letter,) = send()
    assert "takes place after all" in letter.subject
    assert Event.objects.get().cancelled_at is None


def test_what_was_taken_back_before_it_left_does_not_leave() -> None:
    hall = opened()
    join(hall)
    send()
    call_off(hall.event, hall.actor, "Flood", SATURDAY)
    call_on(hall.event, hall.actor)
    assert not send()
    call_off(hall.event, hall.actor, "Flood again", SATURDAY + timedelta(hours=1))
    assert len(send()) == 1


def test_whoever_has_left_is_not_bothered_and_one_person_is_told_once() -> None:
    hall = opened()
    entry = join(hall)
    gone = join(hall, name="Otto", email="otto@example.org")
    hall.do(commands.DropPlayer(gone.player, typed("")))  # type: ignore[arg-type]
    second = Tournament.objects.create(event=hall.event, number=2, name="Side", regulations="legion-2.0")
    Entry.objects.create(tournament=second, person=entry.person, status="waiting")
    send()
    call_off(hall.event, hall.actor, "Flood", SATURDAY)
    assert [letter.to for letter in send()] == [["nina@example.org"]]


def test_everybody_can_be_sent_their_link_at_once() -> None:
    hall = opened()
    entry = join(hall)
    join(hall, name="Otto", email="otto@example.org")
    join(hall, name="Paul", email="")
    Entry.objects.filter(person__name="Otto").update(mail=False)
    send()
    for _ in range(2):
        hall.client.post(reverse("desk:messages", args=[hall.event.code]), {"do": "links"})
    (letter,) = send()
    assert token_of(entry) in letter.body


def test_only_the_organiser_calls_off() -> None:
    hall = opened()
    marshal = hall.staff("marshal")
    for name in ("call-off", "call-on", "messages"):
        assert (
            marshal.post(reverse(f"desk:{name}", args=[hall.event.code]), {"reason": "x"}).status_code == 403
        )
    assert Event.objects.get().cancelled_at is None


# No more messages


def test_every_letter_can_be_stopped_by_one_press_of_a_mail_program() -> None:
    hall = opened()
    entry = join(hall)
    (letter,) = send()
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop in letter.body
    path = stop.removeprefix(ORIGIN)
    client = Client(enforce_csrf_checks=True)
    assert client.get(path).status_code == 200  # programs open links to look at them
    assert Entry.objects.get().mail
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    entry.refresh_from_db()
    assert not entry.mail
    call_off(hall.event, hall.actor, "Flood", SATURDAY)
    assert not send()
    assert messages.send_link(entry, timezone.now())
    assert len(send()) == 1  # asked for in so many words
    client.post(path, {"again": "yes"})
    entry.refresh_from_db()
    assert entry.mail


def test_the_link_that_stops_messages_opens_nothing_else_and_cannot_be_made_up() -> None:
    entry = join(opened())
    token = messages.mail_token(entry)
    assert token_of(entry) not in token
    assert Client().get(reverse("player:page", args=[token])).status_code == 404
    for wrong in (
        f"{entry.pk}.x",
        f"{entry.pk + 1}.{token.partition('.')[2]}",
        token_of(entry),
        "1",
        "x" * 900,
    ):
        assert Client().post(reverse("player:mail", args=[wrong])).status_code == 404
    entry.refresh_from_db()
    assert entry.mail


def test_whoever_has_handed_in_no_roster_is_reminded_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = asking(players=3, deadline=FRIDAY.replace(year=2099))
    Person.objects.filter(entries__player__in=(1, 2)).update(email="ada@example.org")
    storage.submit(entry_of(hall, 1), weighed(hall), hall.actor, timezone.now())
    monkeypatch.setattr("muster.web.desk.rosters.view.mail_leaves", lambda: True)
    assert b"1 player is reminded" in hall.post("rosters-remind").content
    hall.post("rosters-remind")
    (letter,) = send()
    assert letter.subject == "Spring Open: your fleet is missing"
    assert "Hand it in by Friday 6 March 2099, 19:00 (Europe/Berlin)." in letter.body
    assert f"/p/{token_of(entry_of(hall, 2))}/roster" in letter.body


@pytest.mark.parametrize("meanwhile", ["handed in", "too late", "not asked for"])
def test_a_reminder_that_is_needless_by_now_is_not_sent(meanwhile: str) -> None:
    hall = asking(players=1)
    Person.objects.update(email="ada@example.org")
    hall.post("rosters-remind")
    if meanwhile == "handed in":
        storage.submit(entry_of(hall), weighed(hall), hall.actor, timezone.now())
    elif meanwhile == "too late":
        RosterPlan.objects.create(tournament=hall.tournament, deadline=FRIDAY)
    else:
        Tournament.objects.update(rosters="none")
    assert not send()


def test_where_nobody_has_an_address_the_desk_is_told() -> None:
    assert b"Nobody who is missing one has given an address" in asking().post("rosters-remind").content
