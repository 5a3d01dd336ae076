"""A draft, a round robin and two days on phones, on the wall, on the pages for everybody and on paper."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

import public_cases
from course_cases import draft_hall, robin_hall, shown, two_days_hall
from muster.app.floor import timer_presets, timers
from muster.app.floor.timers import Start
from muster.app.site.copying import setup_of
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.course import Course
from player_cases import Phone
from tournament_cases import DAY
from web_cases import Hall

pytestmark = pytest.mark.django_db


def flat(text: str) -> str:
    return " ".join(text.split())


def look(hall: Hall, player: int) -> str:
    return flat(Phone(hall, player).look())


def name_of(hall: Hall, player: PlayerId) -> str:
    return Phone(hall, player).entry.person.name


# Phones ------------------------------------------------------------------------------------------------------------


def test_a_phone_says_pod_seat_neighbours_and_where_to_pass() -> None:
    hall = shown(draft_hall(12))
    pod = (hall.state.pods or ())[1]
    page = look(hall, pod[2])
    assert "<span>Pod</span> <strong>2</strong>" in page
    assert '<span class="slip-seat">Seat 3</span>' in page
    left, right = name_of(hall, pod[3]), name_of(hall, pod[1])
    assert f"On your left</dt><dd><strong><bdi>{left}</bdi>" in page
    assert f"On your right</dt><dd><strong><bdi>{right}</bdi>" in page
    assert f"keep 1 and pass 2 to the right, to <bdi>{right}</bdi>" in page
    assert f"Pack 1: pass to the left, to <bdi>{left}</bdi>" in page
    assert f"Pack 2: pass to the right, to <bdi>{right}</bdi>" in page
    assert "SWU-DRAFT-1" in page
    assert "How the draft goes on" in page


def test_two_phones_of_one_pod_say_different_things() -> None:
    hall = shown(draft_hall(8))
    pod = (hall.state.pods or ())[0]
    one, two = look(hall, pod[0]), look(hall, pod[1])
    assert f"On your left</dt><dd><strong><bdi>{name_of(hall, pod[1])}" in one
    assert f"On your left</dt><dd><strong><bdi>{name_of(hall, pod[2])}" in two


def test_packs_pass_over_a_seat_that_is_closed() -> None:
    hall = shown(draft_hall(8))
    pod = (hall.state.pods or ())[0]
    hall.do(commands.DropPlayer(pod[1]))
    assert f"On your left</dt><dd><strong><bdi>{name_of(hall, pod[2])}" in look(hall, pod[0])


def test_before_the_pods_are_shown_a_phone_knows_nothing_of_them() -> None:
    hall = draft_hall(12)
    hall.do(commands.StartStage())
    hall.post("draw-pods")
    assert hall.state.pods_draft is not None
    page = look(hall, 1)
    assert "On your left" not in page
    assert "Pod</span>" not in page


def test_who_sits_in_no_pod_is_sent_to_the_desk() -> None:
    hall = shown(draft_hall(12))
    hall.enter(1)
    assert "You sit in no pod yet" in look(hall, 13)


def test_who_rests_in_a_round_robin_reads_so_and_why() -> None:
    hall = robin_hall(5)
    hall.do(commands.StartStage())
    hall.publish()
    (resting,) = hall.state.rounds[-1].resting
    page = look(hall, resting)
    assert "You rest this round" in page
    assert "bye" not in page.split("You rest this round")[0].split("<section")[-1]
    why = Client().get(f"{Phone(hall, resting).url}/why")
    assert "one rests where the number is odd" in unescape(why.content.decode())


def test_after_day_one_a_phone_says_who_plays_on() -> None:
    hall = two_days_hall(8, 3, 1, 6)
    hall.do(commands.StartStage())
    hall.publish()
    hall.play()
    hall.do(commands.BeginDayTwo())
    going = hall.state.going_on or ()
    out = next(player for player in hall.state.players if player not in going)
    assert "You play on" in look(hall, going[0])
    page = look(hall, out)
    assert "Your day is over" in page
    assert "Your place so far:" in page
    hall.publish()
    assert "Your day is over" in look(hall, out)
    assert "Your day is over" not in look(hall, going[0])


# The draft clock ---------------------------------------------------------------------------------------------------


def test_f22_the_draft_of_pods_is_timed_in_its_steps() -> None:
    hall = shown(draft_hall(8))
    found = {one.kind: one for one in timer_presets.presets(hall.state)}
    assert "draft" not in found
    assert (found["leaders"].seconds, found["leaders"].later, found["leaders"].picks) == (60, 60, 2)
    for pack in ("pack-1", "pack-2", "pack-3"):
        one = found[pack]
        assert (one.seconds, one.later, one.picks, one.clause) == (180, 45, 14, "SWU-DRAFT-2")


def test_the_second_pick_of_leaders_lasts_as_long_as_the_first() -> None:
    hall = shown(draft_hall(8))
    asked = Start(kind="leaders", minutes=1, picks=2)
    assert timers.start(hall.tournament.pk, hall.actor, asked) is None
    (one,) = timers.all_timers(hall.tournament.pk)
    assert one.timer.later == 60


def test_while_a_pack_is_timed_a_phone_says_only_where_that_goes() -> None:
    hall = shown(draft_hall(8))
    asked = Start(kind="pack-2", minutes=3, picks=14)
    assert timers.start(hall.tournament.pk, hall.actor, asked) is None
    page = look(hall, (hall.state.pods or ())[0][0])
    assert "Pack 2: pass to the right" in page
    assert "Pack 1: pass" not in page
    assert "Leaders: keep" not in page


# The pages for everybody, the wall ---------------------------------------------------------------------------------


def test_everybody_sees_the_pods_by_name_and_by_pod() -> None:
    hall = shown(draft_hall(12))
    public_cases.shown(hall)
    page = flat(public_cases.see(hall, "pairings", 1))
    assert "The draft is on" in page
    assert "Pod 2" in page
    assert all(name_of(hall, player) in page for player in hall.state.players)
    event = flat(public_cases.see(hall, "event"))
    assert "The draft is on" in event
    assert "Draft in pods" in event
    assert "3 rounds inside pods" in event


def test_before_they_are_shown_nobody_sees_them() -> None:
    hall = draft_hall(12)
    public_cases.shown(hall)
    hall.do(commands.StartStage())
    hall.post("draw-pods")
    assert "No round is published yet" in public_cases.see(hall, "pairings", 1)
    assert "The draft is on" not in public_cases.see(hall, "event")


def test_who_rests_stands_in_the_round_without_points() -> None:
    hall = robin_hall(5)
    public_cases.shown(hall)
    hall.do(commands.StartStage())
    hall.publish()
    for name in ("pairings", "pairings-names"):
        page = flat(public_cases.see(hall, name, 1))
        assert "rests" in page
        assert ">bye" not in page
    (resting,) = hall.state.rounds[-1].resting
    assert "one rests where the number is odd" in public_cases.see(hall, "why-bye", 1, 1, resting)


def test_a_round_robin_is_told_before_anybody_is_there() -> None:
    hall = public_cases.shown(robin_hall(paired="double-round-robin"))
    assert "everybody meets everybody twice, no cut" in public_cases.see(hall, "event")


def test_the_schedule_has_the_line_between_two_days() -> None:
    hall = two_days_hall(8, 3, 1, 6)
    public_cases.shown(hall)
    page = flat(public_cases.see(hall, "event"))
    assert "Day two: from 6 points on" in page
    assert "after round 1 those with 6 points or more play on" in page


def test_the_wall_has_everybody_with_pod_and_seat_while_they_draft() -> None:
    hall = public_cases.shown(shown(draft_hall(12)))
    wall = flat(Client().get(reverse("screen:first", args=[hall.event.code])).content.decode())
    assert "Find your pod and your seat" in wall
    pod = (hall.state.pods or ())[1]
    line = wall.split(f"<bdi>{name_of(hall, pod[4])}")[0].rsplit("<li", 1)[1]
    assert '<b class="plate">2</b>' in line
    assert '<b class="seat-no">5</b>' in line


def test_the_wall_says_who_rests() -> None:
    hall = public_cases.shown(robin_hall(5))
    hall.do(commands.StartStage())
    hall.publish()
    wall = flat(Client().get(reverse("screen:first", args=[hall.event.code])).content.decode())
    assert '<b class="plate none">rests</b>' in wall


def test_a_judge_reads_that_they_draft_and_how() -> None:
    hall = shown(draft_hall(8))
    judge = hall.staff("judge")
    floor = reverse("judge:home", args=[hall.event.code, hall.tournament.number])
    page = flat(judge.get(floor).content.decode())
    assert "The draft is on" in page
    assert hall.url("pods") in page
    assert "Keep one leader and pass two to the right" in page
    assert judge.get(hall.url("pods")).status_code == 200
    hall.publish()
    assert "The draft is on" not in judge.get(floor).content.decode()


# Paper -------------------------------------------------------------------------------------------------------------


def test_pod_sheets_and_seat_cards_are_printed_once_pods_are_shown() -> None:
    hall = draft_hall(19)
    prints = flat(hall.get("print").content.decode())
    assert "The pods are not shown yet." in prints
    shown(hall)
    view = reverse("paper:view", args=[hall.event.code, hall.tournament.number, "pods"])
    page = flat(hall.client.get(view).content.decode())
    assert page.count('class="sheet pods"') == 2
    assert page.count("<polygon") == 6
    assert "Pack 3" in page
    assert "SWU-DRAFT-1" in page
    cards = reverse("paper:view", args=[hall.event.code, hall.tournament.number, "seat-cards"])
    page = flat(hall.client.get(cards).content.decode())
    assert page.count('class="seat-card"') == 19
    assert "Left (packs 1, 3)" in page


def test_without_pods_in_the_plan_they_are_not_offered() -> None:
    assert "Pod sheets" not in robin_hall(6).get("print").content.decode()


def test_who_rests_stands_on_the_printed_pairings() -> None:
    hall = robin_hall(5)
    hall.do(commands.StartStage())
    hall.publish()
    for kind in ("names", "tables"):
        view = reverse("paper:view", args=[hall.event.code, hall.tournament.number, kind])
        assert "rests" in hall.client.get(view).content.decode()


# Setting up again --------------------------------------------------------------------------------------------------


def test_a_copy_keeps_the_course() -> None:
    hall = two_days_hall(8, 3, 1, 6)
    assert setup_of(hall.state, DAY).course == Course("swiss", 1, 6)


def test_expected_times_of_a_plan_end_after_its_last_round() -> None:
    hall = Hall("armada-4.0", setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.enter(6)
    tried = flat(hall.get("plan-check", structure="custom", course="round-robin").content.decode())
    assert "5 rounds of" in tried


def test_hundreds_of_rounds_to_come_are_told_in_one_line() -> None:
    hall = public_cases.shown(robin_hall(20, paired="double-round-robin"))
    page = public_cases.see(hall, "event")
    day = unescape(page.split('class="schedule"')[1].split("</ol>")[0])
    assert "Round 30 of 38" in day
    assert "Round 31 of 38" not in day
    assert "8 more rounds" in day
    assert len(page) < 30_000


def test_as_many_rounds_as_are_listed_leave_nothing_out() -> None:
    hall = public_cases.shown(robin_hall(31))
    day = unescape(public_cases.see(hall, "event").split('class="schedule"')[1])
    assert "Round 31 of 31" not in day
    assert "1 more round<" in day
