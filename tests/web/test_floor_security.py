"""The floor as somebody sees it who means no good, and where two do something in the same moment."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from message_cases import ORIGIN, join, opened, send
from muster.app.events.calling_off import call_off
from muster.app.floor import calls, timers
from muster.app.links.player_links import renew, token_of
from muster.app.mail import letters, messages
from muster.app.mail.pushing import known_service
from muster.app.player import playing_acts as acts
from muster.app.player.playing import Playing, playing
from muster.app.player.playing_acts import Sent
from muster.app.registration import erasing, player_settings
from muster.app.registration.player_settings import Wishes
from muster.app.results.report import ResultAnswer
from muster.core.tournament.refusals import Refusal
from muster.people.models import Call, Device, Entry, Event, Message, Person
from muster.web import limits
from muster.web.player.page.around import naming_for
from muster.web.player.page.sight import sight_of
from player_cases import Phone, begun, phones, set_tournament, words
from tournament_cases import won_by
from web_cases import SATURDAY, account

pytestmark = pytest.mark.django_db

ACTS = (
    "report",
    "confirm",
    "deny",
    "concede",
    "check-in",
    "drop",
    "come-back",
    "rejoin",
    "call",
    "call/back",
    "settings",
    "push",
    "keep",
)


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time, which stands where a test puts it."""
    now = [SATURDAY]
    monkeypatch.setattr("django.utils.timezone.now", lambda: now[0])
    return now


def _confirm(me: Playing, sent: Sent) -> ResultAnswer:
    return acts.confirm(me, sent, naming_for(me))


# Two at once ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [_confirm, acts.deny])
def test_a_report_changed_in_the_moment_it_is_answered_is_not_answered(answer: Any) -> None:
    hall = begun()
    one, two = phones(hall)
    one.says(0, by=20)
    me = playing(two.entry)  # as it was when the request of the second began
    seen = Sent(sight_of(me).meeting, "key", seen=sight_of(me).seen)
    one.says(0, by=300)
    found = answer(me, seen)
    assert found.done is None
    assert "has changed" in str(found.refusal.says)
    assert (one.match.status, one.match.by) == ("reported", one.player)
    assert answer(
        playing(two.entry), Sent(seen.meeting, "other", seen=sight_of(playing(two.entry)).seen)
    ).done


def test_a_drop_in_the_moment_a_round_is_posted_waits_for_the_match() -> None:
    hall = begun()
    hall.play()
    me = playing(Phone(hall, 1).entry)
    hall.publish()
    answer = acts.drop(me, "key")
    assert isinstance(answer, Refusal)
    assert answer.code == "has-match"
    assert hall.state.players[1].status == "entered"  # type: ignore[index]


# Links ------------------------------------------------------------------------------------------------------------


def test_a_hall_behind_one_address_is_not_locked_out_by_somebody_who_guesses() -> None:
    hall = begun()
    one, two = phones(hall)
    guesses = [Client().get(f"/p/{number}-AAAAAAAAAAAAAAAAAAAAAA").status_code for number in range(70)]
    assert guesses[-1] == 429
    assert one.client.get(one.url).status_code == 200
    one.says(0)
    two.act("confirm")
    one.client.delete(f"{one.url}/push", "{}", content_type="application/json")
    assert one.match.status == "confirmed"


def test_a_hall_that_acts_at_once_pushes_no_count_out_of_memory() -> None:
    guesser = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1")
    for _ in range(limits.MOST["private"]):
        assert not limits.too_often(guesser, "private")
    for number in range(1100):
        assert not limits.too_often(guesser, "act", whose=str(number))
    assert limits.too_often(guesser, "private")


def test_every_way_to_act_is_counted() -> None:
    phone = Phone(begun(), 1)
    send_it = phone.client.delete
    answers = [send_it(f"{phone.url}/push", "{}", content_type="application/json") for _ in range(31)]
    assert [answer.status_code for answer in answers[-2:]] == [204, 429]


def secret_of(letter: str) -> str:
    return letter.partition("/p/")[2].split()[0]


def test_no_log_and_no_table_learns_a_link(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.ORIGIN = ORIGIN
    caplog.set_level(logging.INFO)
    hall = begun()
    phone = Phone(hall, 1)
    token, form = token_of(phone.entry), phone.fields("call")
    assert not player_settings.set_wishes(phone.entry, Wishes(email="ada@example.org"), SATURDAY)
    assert secret_of(str(send()[0].body)) == token
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for path in ("", "/why", "/drop", "/link", "/manifest.webmanifest", "/nothing", "/report", "/keep"):
        strict.get(f"/p/{token}{path}")
        strict.post(f"/p/{token}{path}", form)
        strict.put(f"/p/{token}{path}")
    strict.get("/desk/", {"next": f"/p/{token}"})
    strict.get(f"/p/{token}", headers={"host": "elsewhere.example"})
    monkeypatch.setattr("muster.web.player.page.view.sight_of", lambda *_: 1 / 0)
    assert strict.get(f"/p/{token}?did=saved").status_code == 500
    assert phone.client.post(f"/p/{token}/call", form).status_code == 302
    assert "ZeroDivisionError" in caplog.text
    secret = token.partition("-")[2]
    assert secret not in caplog.text
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            assert secret not in repr(cursor.fetchall()), table


def test_whoever_is_erased_or_has_a_new_link_is_reached_by_no_act_of_the_old() -> None:
    hall = begun()
    one, two = phones(hall)
    old = one.url
    assert token_of(one.entry) in one.look()
    renew(one.entry)
    fresh = one.look()  # kept before under the old link: nothing of it is left
    assert old.removeprefix("/p/") not in fresh
    erasing.erase(two.entry.person, hall.actor)
    before, calls_before = hall.state, Call.objects.count()
    for gone in (old, f"/p/{two.entry.pk}-{'A' * 22}"):
        for act in ACTS:
            assert Client().post(f"{gone}/{act}", {"key": "k", "meeting": "m"}).status_code == 404
    assert hall.state == before
    assert Call.objects.count() == calls_before


def test_a_link_that_was_stolen_is_of_no_use_once_it_is_replaced() -> None:
    hall = begun()
    phone = Phone(hall, 1)
    Device.objects.create(
        entry=phone.entry, endpoint="https://fcm.googleapis.com/thief", p256dh="p", auth="a"
    )
    thief = Client()
    thief.force_login(account("Theo Thief"), backend="django.contrib.auth.backends.ModelBackend")
    assert thief.post(f"{phone.url}/keep").status_code == 302
    assert phone.url in words(thief.get("/me"))
    old = phone.url
    page = words(hall.get("player-link", phone.entry.pk))
    assert "the account of <bdi>Theo Thief</bdi>" in page
    hall.post("player-link-new", phone.entry.pk, link="1", account="out")
    assert phone.url != old
    # What devices are told, and what the account shows, would lead to the new link.
    assert not Device.objects.exists()
    assert phone.url not in words(thief.get("/me"))
    assert thief.get(old).status_code == 404
    assert "Theo Thief" not in words(hall.get("player-link", phone.entry.pk))


def test_whoever_leads_stays_known_as_a_player_whatever_becomes_of_the_link() -> None:
    hall = begun()
    phone = Phone(hall, 1)
    Person.objects.filter(pk=phone.entry.person_id).update(account=hall.organiser)
    assert 'name="account"' not in words(hall.get("player-link", phone.entry.pk))
    hall.post("player-link-new", phone.entry.pk, link="1", account="out")
    assert phone.entry.link_no == 2
    assert phone.entry.person.account_id == hall.organiser.pk


def test_no_page_kept_in_memory_holds_anything_of_another_phone() -> None:
    hall = begun(players=8)
    held = [Phone(hall, player) for player in range(1, 9)]
    for each in held:
        each.look()
    for each in held:
        page = each.client.get(each.url).content.decode()
        assert page.count(token_of(each.entry)) > 5
        for other in held:
            if other is not each:
                assert token_of(other.entry) not in page
                assert other.client.cookies["csrftoken"].value not in page


# Acting for others ------------------------------------------------------------------------------------------------


def test_whatever_a_form_names_only_its_own_sender_is_touched() -> None:
    hall = begun()
    mallory, victim = Phone(hall, 1), Phone(hall, 8)
    assert mallory.match.pairing.table != victim.match.pairing.table
    calls.make(victim.entry, "judge", table=3)
    table = victim.match.pairing.table
    their = victim.fields("report")
    forged = {
        **victim.typed(won_by(hall.state.regulations, 0)),
        **their,
        "table": str(table),
        "player": "8",
        "by": "8",
        "entry": str(victim.entry.pk),
        "pk": str(victim.entry.pk),
        "person": str(victim.entry.person_id),
        "token": token_of(victim.entry),
        "round_no": "1",
        "name": "Stolen",
        "paid": "yes",
        "player_id": "8",
        "kind": "judge",
        "endpoint": "https://fcm.googleapis.com/x",
    }
    rows = Entry.objects.filter(pk=victim.entry.pk).values()
    person = Entry.objects.filter(pk=victim.entry.pk).values(
        "person__name", "person__email", "person__account"
    )
    before, row, known = hall.state, rows.get(), person.get()
    for act in ACTS:
        mallory.client.post(f"{mallory.url}/{act}", forged)
    after = hall.state
    assert after.rounds[0].matches[table] == before.rounds[0].matches[table]
    assert after.players[8] == before.players[8]  # type: ignore[index]
    assert (rows.get(), person.get()) == (row, known)
    assert Call.objects.get(entry=victim.entry).closed_at is None
    assert Entry.objects.get(pk=mallory.entry.pk).paid is False
    assert mallory.entry.person.name != "Stolen"


def test_whoever_waits_touches_nothing_but_their_place_in_line() -> None:
    hall = opened(capacity=1)
    hall.enter(1)
    entry, behind = join(hall), join(hall, "Otto Other", "otto@example.org")
    assert entry.status == "waiting"
    client, before = Client(), hall.state
    for act in ("report", "confirm", "deny", "concede", "check-in", "come-back", "rejoin", "call"):
        assert client.post(f"/p/{token_of(entry)}/{act}", {"meeting": "x", "key": "k"}).status_code in (
            409,
            422,
        )
    for _ in range(2):
        client.post(f"/p/{token_of(entry)}/drop", {"key": "k", "entry": str(behind.pk)})
    entry.refresh_from_db()
    behind.refresh_from_db()
    assert (entry.status, behind.status) == ("withdrawn", "waiting")
    assert hall.state == before
    assert not Call.objects.exists()


@pytest.mark.parametrize("regulations", ["armada-4.0", "legion-2.0", "runewars-2.2.2", "armada-pl"])
def test_what_the_regulations_do_not_know_no_player_can_report(regulations: str) -> None:
    hall = begun(regulations)
    one, _two = phones(hall)
    good = one.typed(won_by(hall.state.regulations, 0))
    form = one.fields("report")
    for wrong in (
        {"end": "intentional-draw"},
        {"end": "double-loss"},
        {"end": "no-show", "by": "1"},
        {"end": "match-loss", "by": "1"},
        {"end": "concession", "by": "7"},
        {"end": ""},
        {name: "-1" for name in good if name.endswith(".0")},
        {name: "9" * 9 for name in good if name.endswith(".0")},
    ):
        answer = one.client.post(f"{one.url}/report", {**form, **good, **wrong, "sure": "x" * 64})
        assert answer.status_code == 422, (wrong, words(answer)[:300])
        assert one.match.status == "open"


# Bad texts --------------------------------------------------------------------------------------------------------


def test_texts_no_database_takes_are_no_fault() -> None:
    hall = begun()
    one, _ = phones(hall)
    sent = json.dumps({"endpoint": "\ud800"})
    assert one.client.delete(f"{one.url}/push", sent, content_type="application/json").status_code == 204
    sent = json.dumps({"endpoint": "https://fcm.googleapis.com/\x00"})
    assert one.client.delete(f"{one.url}/push", sent, content_type="application/json").status_code == 204
    one.act("call", {"key": "a\x00b", "note": "x\x00y\u202e<b>"})
    call = Call.objects.get()
    assert (call.key, call.note) == (None, "xy<b>")


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://evil.example;.fcm.googleapis.com/x",
        "https://evil.example%2f.fcm.googleapis.com/x",
        "https://evil.example%00.fcm.googleapis.com/x",
        "https://[evil.example].fcm.googleapis.com/x",
        "https://fcm.googleapis.com./x",
        "https://fcm.googleapis.com:80/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example#.fcm.googleapis.com",
        "https://xn--fcm-googleapis-abc.com/x",
        "//fcm.googleapis.com/x",
    ],
)
def test_no_way_to_write_an_address_leads_to_another_host(endpoint: str) -> None:
    assert not known_service(endpoint)


# Mail -------------------------------------------------------------------------------------------------------------


def wish(entry: Entry, email: str, now: datetime) -> Any:
    return player_settings.set_wishes(entry, Wishes(email=email), now)


def test_giving_another_address_does_not_start_the_count_anew(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "MOST_A_DAY", 5)
    settings.ORIGIN = ORIGIN
    hall = opened()
    got = 0
    for number in range(8):
        entry = join(hall, f"Mallory {number}", "victim@example.org")
        got += sum(letter.to == ["victim@example.org"] for letter in send())
        wish(entry, f"m{number}@example.org", SATURDAY)
        send()
    assert got == 5
    assert "victim" not in repr(list(Message.objects.values()))


def test_one_player_cannot_have_letters_sent_to_many(settings: Any, time: list[datetime]) -> None:
    settings.ORIGIN = ORIGIN
    entry = join(opened(), email="")
    for number in range(12):
        assert not wish(entry, f"v{number}@example.org", time[0])
        time[0] += timedelta(minutes=1)
    (problem,) = wish(entry, "one-more@example.org", time[0])
    assert problem.field == "email"
    assert "many times" in str(problem.message)
    assert entry.person.email == "v11@example.org"
    assert not wish(entry, "V11@example.org", time[0])  # the same address
    time[0] += timedelta(days=1)
    assert not wish(entry, "one-more@example.org", time[0])


def test_a_slip_in_an_address_is_mended_within_the_minute(settings: Any) -> None:
    settings.ORIGIN = ORIGIN
    entry = join(opened(), email="")
    wish(entry, "nnia@example.org", SATURDAY)
    assert [letter.to for letter in send()] == [["nnia@example.org"]]
    wish(entry, "nina@example.org", SATURDAY)
    assert [letter.to for letter in send()] == [["nina@example.org"]]


def test_the_link_that_stops_messages_does_nothing_else(settings: Any) -> None:
    settings.ORIGIN = ORIGIN
    hall = opened()
    entry = join(hall)
    Entry.objects.update(mail_rounds=True)
    before, row = hall.state, Entry.objects.values().get()
    path = reverse("player:mail", args=[messages.mail_token(entry)])
    more = {
        "email": "m@example.org",
        "shown_as": "full",
        "alias": "M",
        "key": "k",
        "again": "maybe",
        "paid": "1",
    }
    page = Client(enforce_csrf_checks=True).post(path, more)
    assert page.status_code == 200
    assert token_of(entry) not in words(page)
    assert "nina@example.org" not in words(page)
    assert Entry.objects.values().get() == {**row, "mail": False, "mail_rounds": False}
    assert Entry.objects.get().person.email == "nina@example.org"
    assert hall.state == before


# Every page -------------------------------------------------------------------------------------------------------


def views(found: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every address of the site with its view."""
    for one in (found or get_resolver()).url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from views(one, route)
        elif isinstance(one, URLPattern):
            yield route, one.callback


def test_only_what_changes_nothing_of_others_takes_forms_without_proof() -> None:
    """A code leads to a page, a star is the reader's own cookie, and a link stops one's own messages."""
    ours = [route for route, view in views() if getattr(view, "csrf_exempt", False)]
    assert sorted(ours) == ["e/", "e/<slug:code>/<int:number>/star", "p/<str:token>/mail"]


def test_each_way_to_ask_nothing_is_no_page_of_its_own() -> None:
    hall = begun()
    Event.objects.update(listed=True)
    address = reverse("public:pairings", args=[hall.event.code, 1])
    assert Client().get(address).headers["Muster-Topics"]
    for query in ("?&", "?&&&", "?=", "?x"):
        assert "Muster-Topics" not in Client().get(address + query).headers


def test_a_timer_that_is_over_leaves_a_page_that_is_kept(time: list[datetime]) -> None:
    hall = begun()
    start = timers.Start(kind="break", minutes=10)
    assert timers.start(hall.tournament.pk, hall.actor, start) is None
    phone = Phone(hall, 1)
    assert 'class="clock timer"' in phone.look()
    time[0] += timedelta(minutes=12)
    assert 'data-phase="over"' in phone.look()
    time[0] += timedelta(minutes=4)
    assert 'class="clock timer"' not in phone.look()


# An event that is called off --------------------------------------------------------------------------------------


def test_once_it_is_called_off_nobody_comes_in_and_everybody_can_leave(time: list[datetime]) -> None:
    hall = opened()
    entry = join(hall, email="")
    set_tournament(hall, self_check_in=True)
    assert call_off(hall.event, hall.actor, "flooded", time[0]) is None
    client, link = Client(), f"/p/{token_of(entry)}"
    assert "flooded" in words(client.get(link))
    assert client.post(f"{link}/check-in", {"key": "a"}).status_code == 422
    register = reverse("public:register", args=[hall.event.code])
    client.post(register, {"name": "Late Comer", "key": "b"})
    assert Entry.objects.count() == 1
    assert client.post(f"{link}/drop", {"key": "c"}).status_code == 302
    assert hall.state.players[1].status == "dropped"  # type: ignore[index]


def test_one_player_cannot_flood_the_desk_with_calls() -> None:
    hall = begun()
    one, _ = phones(hall)
    for number in range(40):
        one.client.post(f"{one.url}/call", {"key": str(number)})
        one.client.post(f"{one.url}/call/back", {"key": f"x{number}"})
    assert Call.objects.count() == limits.MOST["act"] // 2
    assert not Call.objects.filter(closed_at=None).exists()
