"""Steps of setting up on the players' phones: figures, ticks that both see, and what ticks cannot do."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.utils import timezone

from muster.app.common import topics
from muster.app.floor import clocks, timers
from muster.core.ids import RoundNo
from muster.people.models import Event, SetupTick
from muster.rules.setups import set_ups
from player_cases import Phone, begun, phones
from regulations_cases import IDS
from web_cases import Hall

pytestmark = pytest.mark.django_db

Callbacks = Callable[..., AbstractContextManager[object]]

STEP = "reveal"


def _form(phone: Phone, step: str) -> dict[str, str]:
    """What the page sends by the button of one step."""
    page = phone.client.get(phone.url).content.decode()
    [form] = re.findall(rf'<form[^>]* action="{phone.url}/tick" id="ticks">(.*?)</form>', page, re.DOTALL)
    [name] = re.findall(rf'<button class="tick" form="ticks" name="(\w+)" value="{step}"', page)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)) | {name: step}


def _tick(phone: Phone, step: str = STEP) -> None:
    phone.post("tick", _form(phone, step))


def _done(phone: Phone) -> int:
    return phone.look().count('aria-pressed="true"')


def test_what_one_ticks_both_see_and_either_takes_back() -> None:
    one, two = phones(begun())
    assert (_done(one), _done(two)) == (0, 0)
    _tick(one)
    assert (_done(one), _done(two)) == (1, 1)
    _tick(two)
    assert (_done(one), _done(two)) == (0, 0)
    assert not SetupTick.objects.exists()


def test_no_other_table_sees_it() -> None:
    hall = begun()
    _tick(phones(hall)[0])
    assert _done(phones(hall, 2)[0]) == 0


def test_the_table_is_told_at_once(django_capture_on_commit_callbacks: Callbacks) -> None:
    hall = begun()
    one, _two = phones(hall)
    told: list[frozenset[str]] = []
    form = _form(one, STEP)
    topics.listen(told.append)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            one.post("tick", form)
            one.post("tick", form)
    finally:
        topics._listeners.remove(told.append)
    assert told == [{topics.table_topic(hall.event.code, hall.tournament.number, 1)}]


def test_no_fact_comes_of_it() -> None:
    hall = begun()
    head = hall.state.head
    _tick(phones(hall)[0])
    assert hall.state.head == head


@pytest.mark.parametrize(
    "changed", [{"tick": "nothing"}, {"tick": "wait"}, {"meeting": "0123456789abcdef"}, {"tick": "\x00"}]
)
def test_what_is_no_step_of_this_match_is_refused(changed: dict[str, str]) -> None:
    one, _two = phones(begun())
    one.post("tick", {**_form(one, STEP), **changed}, status=409)
    assert not SetupTick.objects.exists()


def test_after_a_report_there_is_nothing_to_tick() -> None:
    one, two = phones(begun())
    form = _form(two, STEP)
    one.says(0)
    assert "Setting up" not in two.look()
    two.post("tick", form, status=409)


def test_once_time_is_up_the_steps_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun()
    one, _two = phones(hall)
    assert "Setting up" in one.look()
    start = clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=10)
    assert clocks.act(hall.tournament.pk, hall.actor, start) is None
    assert "Setting up" in one.look()
    later = timezone.now() + timedelta(minutes=11)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert "Setting up" not in one.look()


def test_ticks_go_with_the_round() -> None:
    hall = begun()
    _tick(phones(hall)[0])
    hall.play()
    hall.publish()
    one, _two = phones(hall)
    assert _done(one) == 0
    _tick(one)
    assert list(SetupTick.objects.values_list("round_no", flat=True)) == [2]


def test_regulations_without_steps_tell_their_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun()
    monkeypatch.setattr("muster.app.player.setting_up.set_ups", dict)
    page = phones(hall)[0].look()
    assert "ARM-SET-3" in page
    assert 'class="tick"' not in page
    assert "/tick" not in page


def test_a_link_to_the_form_leads_to_the_page() -> None:
    one, _two = phones(begun())
    assert one.client.get(f"{one.url}/tick").headers["Location"] == one.url


@pytest.mark.parametrize("regulations", IDS)
def test_before_the_first_round_a_player_reads_what_to_bring_and_then_no_more(regulations: str) -> None:
    hall = Hall(regulations)
    hall.enter(4)
    phone = Phone(hall, 1)
    page = " ".join(phone.look().split())
    assert all(str(one.message) in page for one in set_ups()[regulations].bring)
    Event.objects.update(listed=True)
    public = hall.client.get(f"/e/{hall.event.code}/1/rules").content.decode()
    assert "What to bring" in public
    hall.begin(0)
    hall.publish()
    assert "What to bring" not in phone.look()


def test_while_picks_are_timed_the_table_reads_how_the_draft_goes_on() -> None:
    hall = begun("unlimited-1.3")
    one, _ = phones(hall)
    assert "How the draft goes on" not in one.look()
    asked = timers.Start(kind="draft", minutes=3, picks=14)
    assert timers.start(hall.tournament.pk, hall.actor, asked) is None
    page = " ".join(one.look().split())
    assert all(str(line.message) in page for line in set_ups()["unlimited-1.3"].draft)
