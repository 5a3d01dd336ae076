"""Points that a part halves or forgets: on the plan, before it begins, in standings and in why somebody ranks there."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import public_cases
from course_cases import drawn, parts_hall, two_days_hall
from muster.app.screens.screens import ScreenInput, keep_screen
from muster.app.standings.breakdown import rank_breakdown
from muster.app.standings.read import standings_after
from muster.cli.parts import parts_typed
from muster.cli.why import why_lines
from muster.core.ids import PlayerId
from muster.core.tournament import commands, queries
from muster.core.tournament.course import Carry, CoursePart
from muster.people.models import Event
from web_cases import Hall

pytestmark = pytest.mark.django_db


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def named(player: PlayerId) -> str:
    return f"P{player}"


def begun(carry: Carry) -> Hall:
    """Two rounds of eight, then a part of the best four."""
    hall = parts_hall(8, (CoursePart("swiss", 2), CoursePart("swiss", 1, "top", 4, carry=carry)))
    hall.do(commands.StartStage())
    for _ in range(2):
        hall.publish()
        hall.play()
    return hall


def test_a_row_says_what_the_points_won_before_count() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(12)
    sent = {
        "part_1_paired": "swiss", "part_1_rounds": "3", "part_1_carry": "half",
        "part_2_paired": "swiss", "part_2_rounds": "2", "part_2_entry": "top", "part_2_number": "8",
        "part_2_carry": "half",
        "part_3_paired": "swiss", "part_3_rounds": "1", "part_3_entry": "top", "part_3_number": "4",
        "part_3_carry": "none",
    }  # fmt: skip
    page = text(hall.post("plan-structure", structure="custom", course="parts", cut_kind="top", **sent))
    assert [part.carry for part in hall.state.created.course.parts] == ["whole", "half", "none"]
    assert "Part 2, day 1: the best 8 play on; 2 Swiss rounds with half of the points so far." in page
    assert "Part 3, day 1: the best 4 play on; 1 Swiss round starting from no points." in page
    assert '<option value="half" selected>half of them count, rounded up</option>' in page
    tried = text(hall.get("plan-check", structure="custom", course="parts", **sent))
    assert "2 Swiss rounds with half of the points so far" in tried


def test_what_everybody_begins_with_is_seen_before_the_part_begins() -> None:
    page = text(begun("half").get("round"))
    assert "Begins with" in page
    assert "Half of the points count on, rounded up" in page
    page = text(begun("none").get("round"))
    assert "Everything starts from zero: points, tiebreakers, opponents and byes." in page
    assert "Begins with" not in text(begun("whole").get("round"))


@pytest.mark.parametrize(
    ("carry", "words"), [("half", "half of the points won before"), ("none", "everything starts from zero")]
)
def test_standings_say_from_which_round_on_not_all_points_count(carry: Carry, words: str) -> None:
    hall = public_cases.shown(begun(carry))
    everybody = reverse("public:standings", args=[hall.event.code, 1])
    assert words not in text(Client().get(everybody, follow=True))
    hall.post("day-two")
    hall.publish()
    hall.play()
    paper = reverse("paper:view", args=[hall.event.code, hall.tournament.number, "standings"])
    pages = (hall.get("standings"), Client().get(everybody, follow=True), hall.client.get(paper))
    assert all(f"From round 3 on, in part 2, {words}" in text(page) for page in pages)


@pytest.mark.parametrize(
    ("carry", "english", "polish"),
    [
        ("half", "Half of the points before round 3 count", "Liczy się połowa punktów sprzed rundy 3"),
        ("none", "Points count from round 3 on", "Punkty liczą się od rundy 3"),
    ],
)
def test_the_wall_says_so_in_both_languages(carry: Carry, english: str, polish: str) -> None:
    hall = public_cases.shown(begun(carry))
    Event.objects.filter(pk=hall.event.pk).update(language="pl", second_language="en")
    hall.event.refresh_from_db()
    keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=("standings",)))
    screen = reverse("screen:screen", args=[hall.event.code, 1])
    assert english not in text(Client().get(screen))
    hall.post("day-two")
    hall.publish()
    hall.play()
    assert f'{polish} <small class="also" lang="en">{english}</small>' in text(Client().get(screen))


def test_the_wall_says_it_beside_groups_and_places_with_points_too() -> None:
    parts = (CoursePart("swiss", 2), CoursePart("groups", carry="half", size=4))
    hall = public_cases.shown(parts_hall(8, parts))
    hall.do(commands.StartStage())
    for _ in range(2):
        hall.publish()
        hall.play()
    hall.post("day-two")
    drawn(hall).do(commands.PublishPods())
    for _ in range(3):
        hall.publish()
        hall.play()
    keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=("standings",)))
    screen = reverse("screen:screen", args=[hall.event.code, 1])
    assert text(Client().get(screen)).count("Half of the points before round 3 count") == 2
    hall.do(commands.FinishTournament())
    assert "Half of the points before round 3 count" in text(Client().get(screen)).split('id="places"')[1]


def test_why_somebody_stands_above_who_did_not_come_in_and_what_was_brought() -> None:
    hall = begun("half")
    before = standings_after(hall.state)
    hall.post("day-two")
    hall.publish()
    hall.play()
    table = standings_after(hall.state)
    assert table is not before
    first, last_in, first_out = table.order[0], table.order[3], table.order[4]
    found = rank_breakdown(hall.state, 3, last_in, named)
    assert found is not None
    assert found.below is not None
    says = str(found.below.says)
    assert says == f"P{last_in} came into a later part than P{first_out}."
    assert found.below.compared == ()
    own = rank_breakdown(hall.state, 3, first, named)
    assert own is not None
    assert str(own.numbers[0].words[0]).startswith("Brought in from rounds 1 to 2: ")
    names = {player: f"P{player}" for player in hall.state.players}
    words = list(map(str, why_lines(hall.state, names, first_out)))
    assert any("came into a later part." in line for line in words)


def test_exactly_one_point_is_one_point_where_points_are_in_halves() -> None:
    hall = two_days_hall(4, 2, 1, 2, game="chess-club")
    hall.do(commands.StartStage())
    hall.publish()
    hall.play()
    assert "Who has at least 1 point after day one plays on." in text(hall.get("round"))


def test_parts_are_typed_with_what_counts_in_them() -> None:
    first, second, third = parts_typed("swiss:3,swiss:2:top:8:half,pods:3:everybody:zero:day2")
    assert (first.carry, second.carry, third.carry) == ("whole", "half", "none")
    assert second == CoursePart("swiss", 2, "top", 8, carry="half")


def test_the_standings_are_read_anew_when_a_part_begins() -> None:
    hall = begun("none")
    hall.post("day-two")
    assert standings_after(hall.state).order == queries.shown_table(hall.state).order
