"""The desk's page for the hall: calls, notices, timers, screens, and who may do what there."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from muster.app.common.access import Actor, DeniedError
from muster.app.floor import calls, notices, timers
from muster.app.floor import open_calls as in_hall
from muster.app.history.reasons import typed
from muster.app.screens import screens
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.people.models import Call, Entry, Notice, Screen, Timer
from web_cases import Hall

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)


def text(response: Any, status: int = 200) -> str:
    assert response.status_code == status
    return unescape(response.content.decode())


def playing(regulations: str = "unlimited-1.3") -> Hall:
    hall = Hall(regulations)
    hall.begin(8)
    hall.publish()
    return hall


def entry(hall: Hall, player: int) -> Entry:
    return Entry.objects.get(tournament=hall.tournament, player=player)


def judge_wanted(hall: Hall, player: int = 1, table: int = 3, note: str = "") -> Call:
    return calls.make(entry(hall, player), "judge", round_no=1, table=table, note=note)


# Calls


def test_an_open_call_is_on_the_page_and_counted_everywhere() -> None:
    hall = playing()
    assert "Nobody is waiting" in text(hall.get("hall"))
    made = judge_wanted(hall, note="<b>my</b> card")
    Call.objects.filter(pk=made.pk).update(at=timezone.now() - timedelta(minutes=3, seconds=5))
    page = text(hall.get("hall"))
    assert "Judge wanted at table 3" in page
    assert "since 3 min" in page
    assert "&lt;b&gt;my&lt;/b&gt;" in hall.get("hall").content.decode()
    assert 'class="count">1<span' in text(hall.get("now"))
    hall.post("deal-with", made.pk, act="close")
    assert 'class="count">1<span' not in text(hall.get("now"))


def test_somebody_goes_and_says_so() -> None:
    hall = playing()
    made = judge_wanted(hall)
    judge = hall.staff("judge", "Judy Judge")
    page = text(judge.post(hall.url("deal-with", made.pk), {"act": "claim"}, follow=True))
    assert "on the way</span> <bdi>Judy Judge" in page
    page = text(hall.post("deal-with", made.pk, act="claim"))
    assert "Judy Judge is on the way already" in page
    page = text(judge.post(hall.url("deal-with", made.pk), {"act": "release"}, follow=True))
    assert "I am on the way" in page
    page = text(judge.post(hall.url("deal-with", made.pk), {"act": "close"}, follow=True))
    assert "Nobody is waiting" in page
    page = text(hall.post("deal-with", made.pk, act="close"))
    assert "dealt with already" in page


def test_a_player_is_let_in_again_with_what_it_costs() -> None:
    hall = playing()
    hall.do(commands.DropPlayer(PlayerId(5), typed("ill")))
    hall.play()
    hall.publish()
    made = calls.make(entry(hall, 5), "rejoin", round_no=2)
    page = text(hall.get("hall"))
    assert "Wants to play on" in page
    assert re.search(r"Eva[^<]*(missed|loss|round 2)[^<]*", page), "what it costs"
    assert "SWU-RNDS-1" in page
    judge = hall.staff("judge", "Judy Judge")
    assert "Let in again" not in text(judge.get(hall.url("hall")))
    assert judge.post(hall.url("deal-with", made.pk), {"act": "let-in"}).status_code == 403
    for _ in range(2):
        hall.post("deal-with", made.pk, act="let-in", key="once")
    assert hall.state.players[PlayerId(5)].status != "dropped"
    assert not calls.waiting(hall.tournament.pk)


def test_a_request_can_be_declined_and_what_cannot_be_says_why() -> None:
    hall = playing()
    made = calls.make(entry(hall, 5), "rejoin", round_no=1)
    assert "Let in again" not in text(hall.get("hall")), "they have not left"
    refusal = in_hall.let_in(hall.tournament.pk, made.pk, hall.actor)
    assert isinstance(refusal, Refusal)
    assert calls.waiting(hall.tournament.pk), "it stays open"
    hall.post("deal-with", made.pk, act="close")
    assert hall.state.players[PlayerId(5)].status != "dropped"
    assert not calls.waiting(hall.tournament.pk)
    wanted = judge_wanted(hall)
    assert isinstance(in_hall.let_in(hall.tournament.pk, wanted.pk, hall.actor), Refusal)
    with pytest.raises(DeniedError):
        in_hall.let_in(hall.tournament.pk, made.pk, Actor("account:9", "judge"))


def test_there_is_no_other_act_at_a_call() -> None:
    hall = playing()
    assert hall.post("deal-with", judge_wanted(hall).pk, act="shout").status_code == 404


@pytest.mark.parametrize(("seconds", "words"), [(-5, "just now"), (59, "just now"), (60, "since 1 min")])
def test_how_long_somebody_waits(seconds: int, words: str) -> None:
    assert str(in_hall.waiting_words(NINE, NINE + timedelta(seconds=seconds))) == words


# Notices


def test_a_notice_is_announced_and_taken_down() -> None:
    hall = playing()
    page = hall.post("tell", text="Lunch <at> noon", urgent="on")
    assert "Lunch &lt;at&gt; noon" in page.content.decode()
    (made,) = notices.notices_of(hall.event.pk)
    assert made.urgent
    assert "Olivia Organiser" in text(page).partition("<main")[2]
    hall.post("end-notice", made.pk)
    assert not notices.notices_of(hall.event.pk)
    assert hall.post("end-notice", 0).status_code == 404


def test_a_notice_that_is_refused_is_not_lost() -> None:
    hall = playing()
    page = text(hall.post("tell", text="x" * 301, urgent="on"), 422)
    assert "at most 300 letters" in page
    assert "x" * 301 in page
    assert re.search(r'name="urgent" checked', page)


# Timers


def test_a_timer_from_start_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [NINE]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    hall = playing()
    page = text(hall.post("start-timer", kind="draft", minutes=3, picks=14))
    assert 'data-left="180000" data-phase="running" data-seconds="180" data-pick="1" data-picks="14"' in page
    (one,) = timers.all_timers(hall.tournament.pk)
    for act, seen, shown in (("next", 0, "0:45"), ("add", 1, "1:15"), ("pause", 2, "1:15")):
        page = text(hall.post("touch-timer", one.pk, act=act, seen=seen, seconds=30))
        assert shown in page
    assert "Paused" in page
    page = text(hall.post("touch-timer", one.pk, act="resume", seen=0), 409)
    assert "Somebody was at this timer before you" in page
    text(hall.post("touch-timer", one.pk, act="resume", seen=3))
    page = text(hall.post("touch-timer", one.pk, act="add", seen=4, seconds=0), 422)
    page = text(hall.post("touch-timer", one.pk, act="end", seen=4))
    assert "No timer is running" in page
    assert hall.post("touch-timer", one.pk, act="rewind").status_code == 404
    assert hall.post("touch-timer", 0, act="end").status_code == 404


def test_a_timer_that_cannot_be_keeps_what_was_typed() -> None:
    hall = playing()
    page = text(hall.post("start-timer", kind="sideboarding", minutes="soon", table="99"), 422)
    assert "from 1 to 600 minutes" in page
    assert "Nobody plays at this table" in page
    assert 'value="soon"' in page
    assert 'value="99"' in page
    assert (
        "no such timer" in text(hall.post("start-timer", kind="nap", minutes=5), 422)
        or not Timer.objects.count()
    )
    assert not Timer.objects.exists()


# Screens


def test_screens_are_added_changed_and_taken_away() -> None:
    hall = playing()
    page = text(hall.get("screens"))
    assert "now: Pairings by name" in page
    assert f"/e/{hall.event.code}/screen/1" in page
    page = text(hall.post("keep-screen", 2, name="At the <door>", seconds=8, shows=["clock", "missing"]))
    assert "At the <door>" in page
    assert "now: Clock, Tables still playing" in page
    found = screens.screens_of(hall.event)[1]
    assert (found.shows, found.seconds, found.tournament) == (("clock", "missing"), 8, hall.tournament)
    hall.post("keep-screen", 2, name="Door", seconds=9)
    assert screens.screens_of(hall.event)[1].shows == ()
    for _ in range(2):
        hall.post("remove-screen", 2)
    assert [one.number for one in screens.screens_of(hall.event)] == [1]
    hall.post("keep-screen", 1, seconds=9, shows=["pairings"])
    hall.post("remove-screen", 1)
    assert screens.screens_of(hall.event)[0].seconds == screens.USUAL


def test_a_screen_that_cannot_be_says_why_at_its_field_and_keeps_what_was_typed() -> None:
    hall = playing()
    page = text(hall.post("keep-screen", 2, name="x" * 61, seconds="long", shows=["pairings"]), 422)
    assert "at most 60 letters" in page
    assert "from 4 to 120 seconds" in page
    assert 'value="long"' in page
    assert 'value="pairings" checked' in page
    text(hall.post("keep-screen", 21, seconds=9), 422)
    text(hall.post("keep-screen", 2, seconds=9, shows=["films"]), 422)
    text(hall.post("keep-screen", 2, seconds=9, tournament=7), 422)
    assert not Screen.objects.exists()


def test_there_are_as_many_screens_as_there_can_be() -> None:
    hall = playing()
    for number in range(2, 21):
        assert screens.next_number(hall.event) == number
        screens.keep_screen(hall.event, hall.actor, screens.ScreenInput(number=number))
    assert screens.next_number(hall.event) is None
    assert "Add a screen" not in text(hall.get("screens"))
    screens.remove_screen(hall.event, hall.actor, 7)
    assert screens.next_number(hall.event) == 7


def test_many_screens_and_calls_ask_no_more(django_assert_max_num_queries: Any) -> None:
    hall = playing()
    hall.get("hall")
    with django_assert_max_num_queries(15) as asked:
        hall.get("hall")
    few = len(asked)
    with django_assert_max_num_queries(21) as asked:
        hall.get("screens")
    few_screens = len(asked)
    for number in range(2, 12):
        screens.keep_screen(hall.event, hall.actor, screens.ScreenInput(number=number, shows=("clock",)))
        notices.announce(hall.event, hall.actor, f"notice {number}")
    for player in range(1, 8):
        judge_wanted(hall, player)
    hall.get("hall")
    with django_assert_max_num_queries(few + 2):
        hall.get("hall")
    with django_assert_max_num_queries(few_screens + 2):
        hall.get("screens")


# Roles


@pytest.mark.parametrize("role", ["judge", "scorekeeper", "marshal"])
def test_who_runs_the_clock_runs_the_hall(role: Any) -> None:
    hall = playing()
    client = hall.staff(role)
    page = text(client.get(hall.url("hall")))
    allowed = role != "judge"
    assert ("Tell everybody" in page) == allowed
    for name, args in (("tell", ()), ("end-notice", (1,)), ("start-timer", ()), ("keep-screen", (1,))):
        answer = client.post(hall.url(name, *args), {"text": "x"})
        assert (answer.status_code != 403) == allowed, name
    if not allowed:
        assert not Notice.objects.exists()
