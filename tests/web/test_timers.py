"""Timers beside the clock: what the regulations give, and what people do at them, to the second."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from muster.app.common import topics
from muster.app.common.access import Actor, DeniedError
from muster.app.floor import timer_presets, timers
from muster.app.floor.clocks import ClockInput, act
from muster.app.floor.timers import ShownTimer, Start, Touch
from muster.app.links.player_links import token_of
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import verbatim
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.people.models import Change, Entry, Event, Timer
from web_cases import Hall

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)
MINIATURES = ("armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2")


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """What time it is, to be set by the test."""
    now = [NINE]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


def started(hall: Hall, kind: str, minutes: int = 3, **more: object) -> ShownTimer:
    asked = Start(kind=kind, minutes=minutes, **more)  # type: ignore[arg-type]
    assert timers.start(hall.tournament.pk, hall.actor, asked) is None
    return timers.all_timers(hall.tournament.pk)[-1]


def touch(
    hall: Hall, what: str, *, seconds: int = 0, seen: int | None = None, key: str = ""
) -> Refusal | None:
    pk = Timer.objects.latest("pk").pk
    asked = Touch(act=what, seconds=seconds, seen=seen, key=key or None)
    return timers.touch(hall.tournament.pk, pk, hall.actor, asked)


def read(hall: Hall) -> tuple[str, str, int]:
    one = timers.all_timers(hall.tournament.pk)[-1]
    return one.phase, one.left, one.pick


def published(regulations: str = "unlimited-1.3") -> Hall:
    hall = Hall(regulations)
    hall.begin(8)
    hall.publish()
    return hall


# What there is


def test_the_timers_of_unlimited_stand_in_its_clauses() -> None:
    found = {one.kind: one for one in timer_presets.presets(Hall("unlimited-1.3").state)}
    assert {one.kind: (one.clause, one.seconds) for one in found.values()} == {
        "deck-building": ("SWU-LIM-1", 30 * 60),
        "draft": ("SWU-DRAFT-2", 3 * 60),
        "list-review": ("SWU-REV-1", 3 * 60),
        "sideboarding": ("SWU-SIDE-1", 3 * 60),
        "tardiness": ("C6", 5 * 60),
        "break": ("", 45 * 60),
    }
    assert (found["draft"].later, found["draft"].picks) == (45, timer_presets.PICKS)
    assert "45 seconds" in str(found["draft"].says)


def test_swu_side_1_nobody_changes_decks_where_every_match_is_one_game() -> None:
    single = {"swiss_match": "single-game", "structure": "custom", "rounds": 1, "cut": 2}
    hall = Hall("unlimited-1.3", single)

    def offered() -> bool:
        return "sideboarding" in {one.kind for one in timer_presets.presets(hall.state)}

    assert not offered()
    hall.begin(4)
    assert not offered()
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    assert offered()


@pytest.mark.parametrize("regulations", MINIATURES)
def test_in_miniatures_one_waits_ten_minutes_and_builds_no_decks(regulations: str) -> None:
    found = {one.kind: one.seconds for one in timer_presets.presets(Hall(regulations).state)}
    assert found == {"tardiness": 600, "break": 2700}


# Running


def test_swu_lim_1_deck_building_to_the_second(time: list[datetime]) -> None:
    hall = published()
    one = started(hall, "deck-building", 30)
    ends = NINE + timedelta(minutes=30)
    assert (str(one.label), one.ends_at, one.ends_at_ms) == (
        "Deck building",
        ends,
        int(ends.timestamp() * 1000),
    )
    for seconds, phase, left in ((1499, "running", "5:01"), (1500, "short", "5:00"), (1801, "over", "-0:01")):
        time[0] = NINE + timedelta(seconds=seconds)
        assert read(hall) == (phase, left, 0)


def test_swu_draft_2_picks_follow_each_other(time: list[datetime]) -> None:
    hall = published()
    one = started(hall, "draft", picks=14)
    assert (one.pick, one.left, one.later_ms) == (1, "3:00", 45_000)
    assert one.over_at_ms == int((NINE + timedelta(seconds=180 + 13 * 45)).timestamp() * 1000)
    time[0] = NINE + timedelta(seconds=181)
    assert read(hall) == ("running", "0:44", 2)
    assert touch(hall, "next") is None
    assert read(hall) == ("running", "0:45", 3)
    assert touch(hall, "add", seconds=30) is None
    assert read(hall) == ("running", "1:15", 3)
    assert touch(hall, "pause") is None
    time[0] += timedelta(hours=1)
    assert read(hall) == ("paused", "1:15", 3)
    assert (timers.all_timers(hall.tournament.pk)[0].over_at_ms, one.gone_at_ms is None) == (None, False)
    assert touch(hall, "resume") is None
    time[0] += timedelta(seconds=76)
    assert read(hall) == ("running", "0:44", 4)


def test_c6_waiting_counts_from_the_start_of_the_round(time: list[datetime]) -> None:
    hall = published("armada-4.0")
    assert (
        act(hall.tournament.pk, hall.actor, ClockInput(round_no=RoundNo(1), kind="start", minutes=135))
        is None
    )
    time[0] += timedelta(minutes=4)
    assert started(hall, "tardiness", 10).left == "6:00"
    time[0] += timedelta(minutes=10)
    assert started(hall, "tardiness", 10).left == "10:00", "that time is over: from now on"


def test_c6_without_a_clock_waiting_counts_from_now(time: list[datetime]) -> None:
    assert started(published("armada-4.0"), "tardiness", 10).left == "10:00"
    hall = Hall("armada-4.0")
    assert started(hall, "tardiness", 10).left == "10:00"


def test_a_table_sees_its_own_timers_and_those_for_everybody(time: list[datetime]) -> None:
    hall = published()
    started(hall, "sideboarding", table=2)
    started(hall, "break", 45)
    number = hall.tournament.pk
    assert [one.kind for one in timers.timers_of(number)] == ["break"]
    assert [one.kind for one in timers.timers_of(number, 2)] == ["sideboarding", "break"]
    assert [one.kind for one in timers.timers_of(number, 3)] == ["break"]
    time[0] += timedelta(minutes=9)
    assert [one.kind for one in timers.timers_of(number, 2)] == ["break"], "over for long"
    assert len(timers.all_timers(number)) == 2


# Refusals, and people at the same time


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        (Start(kind="break", minutes=0), "minutes"),
        (Start(kind="break", minutes=601), "minutes"),
        (Start(kind="draft", minutes=3, picks=0), "picks"),
        (Start(kind="draft", minutes=3, picks=101), "picks"),
        (Start(kind="sideboarding", minutes=3, table=99), "table"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(asked: Start, field: str) -> None:
    refusal = timers.start(published().tournament.pk, (hall := published()).actor, asked)
    assert refusal is not None
    assert [one.field for one in refusal.problems] == [field]
    assert not timers.all_timers(hall.tournament.pk)


def test_a_timer_the_regulations_do_not_know_is_refused() -> None:
    hall = published("armada-4.0")
    assert isinstance(timers.start(hall.tournament.pk, hall.actor, Start(kind="draft", minutes=3)), Refusal)
    before = Hall()
    asked = Start(kind="tardiness", minutes=3, table=1)
    assert isinstance(timers.start(before.tournament.pk, before.actor, asked), Refusal)


def test_the_same_form_twice_is_one_act(time: list[datetime]) -> None:
    hall = published()
    for _ in range(2):
        started(hall, "break", 45, key="one")
    assert Timer.objects.count() == 1
    for _ in range(2):
        assert touch(hall, "add", seconds=60, seen=0, key="two") is None
    assert read(hall)[1] == "46:00"


def test_two_people_at_one_timer_do_not_act_across(time: list[datetime]) -> None:
    hall = published()
    started(hall, "break", 45)
    assert touch(hall, "add", seconds=60, seen=0, key="one") is None
    refusal = touch(hall, "add", seconds=60, seen=0, key="another")
    assert refusal is not None
    assert refusal.code == "stale"
    assert read(hall)[1] == "46:00"
    assert touch(hall, "end", seen=1) is None
    gone = touch(hall, "pause", seen=2)
    assert gone is not None
    assert gone.code == "stale"
    assert not timers.all_timers(hall.tournament.pk)


def test_time_is_added_sensibly() -> None:
    hall = published()
    started(hall, "break", 45)
    for seconds in (0, 36_001, -36_001):
        refusal = touch(hall, "add", seconds=seconds)
        assert refusal is not None
        assert "seconds" in str(refusal.says)


def test_there_is_no_other_timer_and_no_other_act() -> None:
    hall = published()
    started(hall, "break", 45)
    with pytest.raises(LookupError):
        timers.touch(hall.tournament.pk, 0, hall.actor, Touch(act="pause"))
    with pytest.raises(ValueError, match="rewind"):
        touch(hall, "rewind")


@pytest.mark.parametrize("role", ["judge", None])
def test_only_those_who_run_the_clock_touch_timers(role: str | None) -> None:
    hall = published()
    started(hall, "break", 45)
    actor = Actor("account:9", role)  # type: ignore[arg-type]
    with pytest.raises(DeniedError):
        timers.start(hall.tournament.pk, actor, Start(kind="break", minutes=3))
    with pytest.raises(DeniedError):
        timers.touch(hall.tournament.pk, Timer.objects.get().pk, actor, Touch(act="pause"))


def test_whoever_shows_it_is_told(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = published()
    told: list[frozenset[str]] = []
    monkeypatch.setattr(topics, "_names", {})
    monkeypatch.setattr(topics, "_listeners", [told.append])
    with django_capture_on_commit_callbacks(execute=True):
        started(hall, "sideboarding", table=2)
        touch(hall, "pause")
    code = hall.event.code
    wanted = {f"{code}/1/timers", f"{code}/1/t2"}
    assert told == [wanted, wanted]
    assert [set(one.topics.split()) for one in Change.objects.order_by("pk")][-2:] == [wanted, wanted]


def test_who_started_it_is_known_to_the_staff() -> None:
    hall = published()
    one = started(hall, "break", 45)
    assert timers.starters([one]) == {one.pk: verbatim("Olivia Organiser")}
    assert str(timer_presets.label_of("something of later")) == "Timer"
    assert one.shown


# Where others see them


def test_the_event_s_page_shows_those_for_everybody_and_a_player_s_page_those_of_the_table(
    time: list[datetime],
) -> None:
    hall = published()
    Event.objects.update(listed=True)
    started(hall, "break", 45)
    started(hall, "sideboarding", table=2)
    touch(hall, "pause")
    started(hall, "draft", picks=14)
    page = text(Client().get(reverse("public:event", args=[hall.event.code])))
    assert ("Break" in page, "Sideboarding" in page, "1</b>/14" in page) == (True, False, True)
    ends = int((NINE + timedelta(minutes=45)).timestamp() * 1000)
    assert f'data-ends="{ends}" data-gone="{ends + 300_000}"' in page
    for table, seen in ((2, True), (3, False)):
        player = hall.state.rounds[-1].matches[TableNo(table)].pairing.players[0]
        entry = Entry.objects.get(tournament=hall.tournament, player=player)
        page = text(Client().get(reverse("player:page", args=[token_of(entry)])))
        assert ("Break" in page, "Sideboarding" in page) == (True, seen)
        assert ("Paused" in page) == seen
        assert f'data-ends="{ends}"' in page
        assert "1/timers" in page


def text(response: Any) -> str:
    assert response.status_code == 200
    return unescape(response.content.decode())
