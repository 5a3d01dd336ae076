"""The clock of a round on the desk: who may do what at it, and what pages show."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from muster.app.common.access import Actor, DeniedError
from muster.app.floor.clocks import ClockInput, act, clock_of
from muster.app.floor.round_clock import RoundClock, duration
from muster.app.floor.round_times import at_time, usual_minutes
from muster.core.ids import RoundNo, TableNo
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.journal.models import ClockAct
from web_cases import Hall

pytestmark = pytest.mark.django_db

ONE = RoundNo(1)
NINE = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)


def text(page: Any, status: int = 200) -> str:
    assert isinstance(page, HttpResponse)
    assert page.status_code == status, page.content.decode()[:2000]
    return " ".join(page.content.decode().split())


def published(regulations: str = "armada-4.0", players: int = 8) -> Hall:
    hall = Hall(regulations)
    hall.begin(players)
    hall.propose()
    hall.do(commands.PublishRound())
    return hall


def clock(hall: Hall) -> RoundClock:
    return clock_of(hall.tournament.pk, RoundNo(len(hall.state.rounds)))


def tell(hall: Hall, kind: str, status: int = 200, **given: object) -> str:
    """Do something at the clock through the page, with what the page showed."""
    form = {"kind": kind, "round": len(hall.state.rounds), "seen": clock(hall).seen, **given}
    return text(hall.post("clock", **form), status)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time, which stands where a test puts it."""
    now = [NINE]
    monkeypatch.setattr("muster.app.floor.clocks.timezone.now", lambda: now[0])
    return now


@pytest.mark.parametrize(
    ("regulations", "setup", "minutes", "clause"),
    [
        ("armada-4.0", {}, 135, "ARM-TIME-1"),
        ("armada-pl", {}, 135, "PLA-TIME-1"),
        ("legion-2.0", {}, 150, "LEG-TIME-1"),
        ("runewars-2.2.2", {}, 90, "RUN-TIME-1"),
        ("unlimited-1.3", {"tier": "competitive"}, 55, "SWU-BO3-1"),
        ("unlimited-1.3", {"tier": "casual", "swiss_match": "single-game"}, 25, "SWU-SGL-1"),
    ],
)
def test_the_regulations_say_how_long_a_round_lasts(
    regulations: str, setup: dict[str, str], minutes: int, clause: str
) -> None:
    hall = Hall(regulations, setup=setup)
    hall.begin(8)
    hall.post("propose")
    page = text(hall.post("publish"))
    assert usual_minutes(hall.state, ONE) == (minutes, clause)
    assert f'name="minutes" inputmode="numeric" value="{minutes}"' in page
    assert clause in page


@pytest.mark.parametrize(
    ("regulations", "minutes", "final"), [("armada-4.0", 135, 180), ("runewars-2.2.2", 90, 140)]
)
def test_the_final_is_longer(regulations: str, minutes: int, final: int) -> None:
    hall = Hall(regulations, setup={"first_stage": "elimination"})
    hall.begin(4)
    hall.publish()
    assert usual_minutes(hall.state, ONE)[0] == minutes
    hall.play()
    hall.publish()
    assert usual_minutes(hall.state, RoundNo(2))[0] == final


@pytest.mark.parametrize(
    ("regulations", "clauses"),
    [
        ("armada-4.0", ["COM-TIME-1", "ARM-END-2"]),
        ("armada-pl", ["COM-TIME-1", "PLA-END-2"]),
        ("runewars-2.2.2", ["COM-TIME-1", "RUN-END-1"]),
        ("legion-2.0", ["LEG-END-4"]),
        ("unlimited-1.3", ["SWU-BO3-2"]),
    ],
)
def test_what_happens_at_time_is_quoted(regulations: str, clauses: list[str]) -> None:
    hall = Hall(regulations)
    assert [clause for clause, _ in at_time(hall.state)] == clauses


@pytest.mark.parametrize(
    ("match", "clause", "words"),
    [
        ("single-game", "SWU-SGL-1", ("to the end of the next action phase",)),
        ("best-of-three", "SWU-BO3-2", ("one more action phase", "between games none is started")),
    ],
)
def test_how_unlimited_is_played_on_at_time_depends_on_the_match(
    match: str, clause: str, words: tuple[str, ...]
) -> None:
    [(cited, says)] = at_time(Hall("unlimited-1.3", setup={"swiss_match": match}).state)
    assert cited == clause
    assert [word for word in words if word not in str(says)] == []


def test_starting_the_clock_starts_the_round_and_counts_down(time: list[datetime]) -> None:
    hall = published()
    page = tell(hall, "start", minutes=135)
    assert hall.state.rounds[0].started
    assert "2:15:00" in page
    assert "until 11:15" not in page, "the event's time zone is Berlin's"
    assert "until 12:15" in page
    time[0] = NINE + timedelta(minutes=130, seconds=1)
    page = text(hall.get("round"))
    assert 'data-left="299000" data-phase="short"' in page
    assert "4:59" in page
    assert "<strong data-clock-phase>Five minutes left</strong>" in page
    time[0] = NINE + timedelta(minutes=140)
    page = text(hall.get("round"))
    assert "-5:00" in page
    assert "<strong data-clock-phase>Time</strong>" in page
    assert "the current game round is finished" in page


def test_pausing_and_going_on(time: list[datetime]) -> None:
    hall = published()
    tell(hall, "start", minutes=100)
    time[0] += timedelta(minutes=10)
    page = tell(hall, "pause")
    assert "Paused" in page
    assert "Go on" in page
    time[0] += timedelta(minutes=30)
    assert clock(hall).left == "1:30:00"
    tell(hall, "resume")
    time[0] += timedelta(minutes=30)
    assert clock(hall).left == "1:00:00"


def test_minutes_more_and_less_for_everybody(time: list[datetime]) -> None:
    hall = published()
    tell(hall, "start", minutes=100)
    tell(hall, "add", minutes="5")
    tell(hall, "add", minutes="−10")
    assert clock(hall).left == "1:35:00"
    for typed in ("-+5", "+-5", "--5", "٥", "5" * 5_000):
        tell(hall, "add", 422, minutes=typed)
    assert clock(hall).left == "1:35:00"
    assert time == [NINE]


def test_one_table_gets_more_time_with_a_reason_from_a_judge(time: list[datetime]) -> None:
    hall = published()
    tell(hall, "start", minutes=100)
    judge = hall.staff("judge", "Judy Judge")
    form = {"kind": "extend", "round": 1, "table": 3, "minutes": 7, "reason": "a long ruling"}
    page = text(judge.post(hall.url("clock"), form, follow=True))
    assert "Table 3, 7 minutes more: <strong data-clock-left>1:47:00</strong>" in page
    assert "<bdi>Judy Judge</bdi>: <bdi>table 3: 7 minutes more (a long ruling).</bdi>" in page
    (more,) = clock(hall).extensions
    assert (more.table, more.phase, more.left_ms) == (3, "running", 107 * 60_000)
    assert more.ends_at == time[0] + timedelta(minutes=107)
    assert judge.post(hall.url("clock"), {"kind": "pause", "round": 1}).status_code == 403


def test_an_extension_needs_a_reason_a_table_and_minutes_and_keeps_what_was_typed() -> None:
    hall = published()
    page = tell(hall, "extend", 422, table=3, minutes=5, reason="")
    assert "Give a reason" in page
    assert 'name="table" inputmode="numeric" maxlength="5" required value="3"' in page
    assert "Nobody plays at table 99" in tell(hall, "extend", 422, table=99, minutes=5, reason="late")
    page = tell(hall, "extend", 422, table=3, minutes="soon", reason="<b>lost card</b>")
    assert "Enter how many minutes more" in page
    assert 'value="soon"' in page
    assert 'value="&lt;b&gt;lost card&lt;/b&gt;"' in page
    assert not ClockAct.objects.exists()


@pytest.mark.parametrize("minutes", ["", "0", "601", "-5", "an hour"])
def test_a_round_lasts_a_sensible_time(minutes: str) -> None:
    hall = published()
    assert "from 1 to 600 minutes" in tell(hall, "start", 422, minutes=minutes)
    assert not hall.state.rounds[0].started


def test_two_people_at_one_clock_do_not_both_add_time() -> None:
    hall = published()
    tell(hall, "start", minutes=100)
    seen = clock(hall).seen
    keeper = hall.staff("scorekeeper", "Sam Scorekeeper")
    keeper.post(hall.url("clock"), {"kind": "add", "round": 1, "minutes": 5, "seen": seen})
    page = tell(hall, "add", 409, minutes=5, seen=seen)
    assert "Sam Scorekeeper: 5 minutes more." in page
    assert clock(hall).clock.minutes == 105


def test_an_extension_by_a_judge_does_not_stop_the_organiser_from_pausing() -> None:
    hall = published()
    tell(hall, "start", minutes=100)
    seen = clock(hall).seen
    tell(hall, "extend", table=2, minutes=3, reason="lost card")
    tell(hall, "pause", seen=seen)
    assert clock(hall).phase == "paused"


def test_a_double_tap_adds_time_once() -> None:
    hall = published()
    tell(hall, "start", minutes=100)
    seen = clock(hall).seen
    for _ in range(2):
        tell(hall, "add", minutes=5, key="tap", seen=seen)
    assert clock(hall).clock.minutes == 105


def test_a_round_published_anew_has_a_fresh_clock() -> None:
    hall = published()
    tell(hall, "start", minutes=100)
    tell(hall, "extend", table=2, minutes=3, reason="lost card")
    hall.post("void", reason="wrong tables")
    hall.post("propose")
    page = text(hall.post("publish"))
    assert clock(hall).phase == "ready"
    assert not clock(hall).extensions
    assert "Start the clock" in page


def test_undoing_the_start_takes_the_clock_back_and_a_new_start_begins_anew(time: list[datetime]) -> None:
    hall = published()
    tell(hall, "extend", table=2, minutes=3, reason="still reading")
    tell(hall, "start", minutes=100)
    hall.post("undo")
    assert not hall.state.rounds[0].started
    assert clock(hall).phase == "ready"
    time[0] += timedelta(minutes=20)
    tell(hall, "start", minutes=90)
    assert clock(hall).left == "1:30:00"
    assert [one.minutes for one in clock(hall).extensions] == [3]


def test_the_clock_can_be_put_away_and_brought_back(time: list[datetime]) -> None:
    hall = published()
    tell(hall, "start", minutes=100)
    page = tell(hall, "stop")
    assert "Bring the clock back" in page
    assert "data-clock-left" not in page
    time[0] += timedelta(minutes=10)
    tell(hall, "resume")
    assert clock(hall).left == "1:30:00"


def test_starting_a_clock_after_results_came_in_is_fine() -> None:
    hall = published()
    hall.play(leave=2)
    tell(hall, "start", minutes=30)
    assert clock(hall).running
    assert not hall.state.rounds[0].started


def test_the_clock_of_a_past_round_is_put_away() -> None:
    hall = published()
    hall.play()
    hall.propose()
    hall.do(commands.PublishRound())
    text(hall.post("clock", kind="start", round=1, minutes=30), 422)
    assert not hall.state.rounds[1].started


def test_the_face_is_served_alone_for_pages_that_keep_it_true() -> None:
    hall = published()
    assert "<html" not in text(hall.get("clock", round=1))
    assert "hidden" in text(hall.get("clock", round=1))
    tell(hall, "start", minutes=100)
    assert 'role="timer"' in text(hall.get("clock"))
    text(hall.get("clock", round=5), 404)
    text(hall.post("clock", kind="rewind", round=1), 404)


def test_before_any_round_there_is_no_clock() -> None:
    hall = Hall()
    hall.begin(8)
    text(hall.get("clock"), 404)
    refusal = act(hall.tournament.pk, hall.actor, ClockInput(round_no=ONE, kind="start", minutes=10))
    assert isinstance(refusal, Refusal)
    with pytest.raises(LookupError):
        clock_of(hall.tournament.pk, ONE)


def test_nobody_without_a_role_touches_a_clock() -> None:
    hall = published()
    for kind in ("start", "extend"):
        with pytest.raises(DeniedError):
            act(hall.tournament.pk, Actor("account:0", None), ClockInput(round_no=ONE, kind=kind))


def test_what_was_done_is_told_with_time_and_name_latest_first(time: list[datetime]) -> None:
    hall = published()
    tell(hall, "start", minutes=1)
    time[0] += timedelta(seconds=30)
    tell(hall, "add", minutes="-1")
    assert [(str(who), str(what)) for _, who, what in clock(hall).told] == [
        ("Olivia Organiser", "1 minute less."),
        ("Olivia Organiser", "started with 1 minute."),
    ]
    page = text(hall.get("round"))
    assert "10:00:30 <bdi>Olivia Organiser</bdi>: <bdi>1 minute less.</bdi>" in page


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (8100, "2:15:00"),
        (3600, "1:00:00"),
        (3599.2, "1:00:00"),
        (299, "4:59"),
        (0.4, "0:01"),
        (0, "0:00"),
        (-0.9, "0:00"),
        (-30, "-0:30"),
    ],
)
def test_a_time_is_shown_as_a_clock_shows_it(seconds: float, shown: str) -> None:
    assert duration(timedelta(seconds=seconds)) == shown


def test_the_extension_of_another_round_is_not_shown() -> None:
    hall = published()
    tell(hall, "extend", table=2, minutes=3, reason="lost card")
    hall.play()
    hall.propose()
    hall.do(commands.PublishRound())
    assert not clock(hall).log
    assert clock_of(hall.tournament.pk, ONE).clock.extended == {TableNo(2): 3}
    assert clock_of(hall.tournament.pk, ONE).now <= timezone.now()
