"""Parts that follow one another: chosen, put together, looked at before they begin, and told to everybody."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import public_cases
from course_cases import drawn, parts_hall, shown
from muster.app.links.player_links import token_of
from muster.app.standings.groups import group_tables
from muster.app.standings.read import rank_rows, standings_after
from muster.core.ids import RoundNo
from muster.core.tournament import commands
from muster.core.tournament.course import Course, CoursePart
from muster.core.tournament.state import best_of
from muster.journal import store
from muster.people.models import Entry, Tournament
from tournament_cases import won_by
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

TWO = (CoursePart("swiss", 1), CoursePart("pods", 1, "top", 6, "by-rank", day=2))
GROUPS = (CoursePart("groups", size=4),)


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def phone(hall: Hall, player: int) -> str:
    entry = Entry.objects.get(tournament=hall.tournament, player=player)
    return text(Client().get(f"/p/{token_of(entry)}"))


def test_a_ready_made_chain_fills_the_rows_and_says_what_it_comes_to() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(16)
    page = text(hall.post("plan-structure", structure="custom", course="draft-on-day-two", cut_kind="top"))
    assert "Part 2, day 2: those with at least 9 points play on; 3 rounds inside pods." in page
    assert "Day 1: 4 rounds of" in page
    assert "Drafting and building decks come on top." in page
    assert '<option value="parts" selected>' in page
    assert hall.state.created.cut == 8
    assert hall.state.created.course.parts[1].deal == "by-rank"


def test_parts_of_ones_own_are_put_together_row_by_row() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(12)
    sent = {
        "part_1_paired": "groups", "part_1_size": "4", "part_3_paired": "swiss", "part_3_rounds": "2",
        "part_3_entry": "best-of-groups", "part_3_number": "2", "part_3_day": "2",
    }  # fmt: skip
    hall.post("plan-structure", structure="custom", course="parts", cut_kind="top", cut="4", **sent)
    assert hall.state.created.course == Course(
        parts=(CoursePart("groups", size=4), CoursePart("swiss", 2, "best-of-groups", 2, day=2))
    )
    page = text(hall.get("plan-check", structure="custom", course="parts", **sent))
    assert "the best 2 of each group play on" in page


def test_what_is_wrong_with_a_part_is_said_at_its_row_and_what_was_typed_stays() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(12)
    sent = {"part_1_paired": "swiss", "part_1_rounds": "3", "part_2_paired": "swiss", "part_2_entry": "top"}
    page = text(hall.post("plan-structure", structure="custom", course="parts", cut_kind="top", **sent))
    assert "Enter the number of rounds, 1 to 40." in page
    assert 'id="part-2-fault"' in page
    assert 'name="part_1_rounds" inputmode="numeric" maxlength="3" value="3"' in page


def test_who_plays_on_is_seen_before_the_part_begins_and_told_on_phones() -> None:
    hall = parts_hall(8, TWO)
    hall.do(commands.StartStage())
    hall.publish()
    hall.play()
    page = text(hall.get("round"))
    assert "By the plan: the best 6 play on." in page
    assert "Begin part 2" in page
    page = text(hall.post("day-two"))
    assert "Draw the pods" in page
    assert "The best together, by the standings" in page
    going = hall.state.going_on or ()
    out = next(player for player in hall.state.players if player not in going)
    assert "Part 2 goes on without you" in phone(hall, out)
    assert "Part 2 begins" in phone(hall, going[0])
    shown(hall)
    assert "Seat " in phone(hall, going[0])
    assert "Part 2 goes on without you" in phone(hall, out)


def test_groups_are_drawn_looked_at_and_shown() -> None:
    hall = public_cases.shown(parts_hall(7, GROUPS, cut_kind="best-of-groups", cut=2))
    assert "Draw the groups: 4 3" in text(hall.get("now"))
    drawn(hall)
    page = text(hall.get("round"))
    assert "Group 2" in page
    assert "In a group everybody meets everybody" in page
    assert "packs" not in page
    assert "Show the groups" in page
    hall.do(commands.PublishPods())
    player = (hall.state.pods or ())[1][0]
    assert "You are in group 2" in phone(hall, player)
    hall.publish()
    page = text(Client().get(reverse("public:event", args=[hall.event.code])))
    assert "Groups are drawn" in page


def test_each_group_has_standings_of_its_own_and_who_goes_on() -> None:
    hall = public_cases.shown(parts_hall(7, GROUPS, cut_kind="best-of-groups", cut=2))
    shown(hall)
    everybody = Client()
    pairings, standings = (
        reverse(f"public:{name}", args=[hall.event.code, 1]) for name in ("pairings", "standings")
    )
    assert "Find your name: your group" in text(everybody.get(pairings, follow=True))
    hall.publish()
    hall.play()
    for page in (hall.get("standings"), everybody.get(standings, follow=True)):
        said = text(page)
        assert "Standings of each group" in said
        assert said.count("goes on") == 4
        assert "play on" not in said


def test_equals_share_a_place_in_their_group() -> None:
    hall = shown(parts_hall(4, GROUPS, cut=0))
    hall.publish()
    report = won_by(hall.state.regulations, 0, best_of(hall.state, "swiss"))
    for table in sorted(hall.state.rounds[-1].matches):
        hall.do(commands.ReportResult(RoundNo(1), table, report))
    rows = rank_rows(hall.state, standings_after(hall.state), str)
    (group,) = group_tables(hall.state, rows, 1)
    assert [line.place for line in group.lines] == ["=1", "=1", "=3", "=3"]
    assert group_tables(hall.state, rows, 0) == ()


# While an event is set up ---------------------------------------------------------------------------------------------

NEW = {
    "name": "Winter Cup", "day": "2026-12-05", "time": "10:00", "time_zone": "Europe/Warsaw",
    "regulations": "unlimited-1.3",
    "structure": "custom", "tournament_name": "Main event", "names": "full", "rosters": "none", "cut_kind": "top",
}  # fmt: skip
OWN = {
    "course": "parts", "part_1_paired": "swiss", "part_1_rounds": "3", "part_2_paired": "swiss", "part_2_rounds": "2",
    "part_2_entry": "top", "part_2_number": "8", "part_2_carry": "half",
}  # fmt: skip


def set_up(**sent: Any) -> Any:
    client = Client()
    client.force_login(account(), backend="django.contrib.auth.backends.ModelBackend")
    return client.post(reverse("desk:new"), {**NEW, **sent}, follow=True)


def test_a_ready_made_chain_is_shown_with_rounds_minutes_and_the_end_of_the_day_while_an_event_is_set_up() -> (
    None
):
    page = text(set_up(course="draft-on-day-two", again="1"))
    assert "Part 2, day 2: those with at least 9 points play on; 3 rounds inside pods." in page
    assert "Day 1: 4 rounds of 55 minutes, 15 minutes between two, over about 14:25." in page
    assert "Drafting and building decks come on top." in page
    assert '<option value="pods" selected>' in page  # the rows have it, to be changed


def test_parts_of_ones_own_are_set_up_with_the_event() -> None:
    page = text(set_up(**OWN, again="1"))
    assert "Part 2, day 1: the best 8 play on; 2 Swiss rounds with half of the points so far." in page
    set_up(**OWN)
    made = store.load(Tournament.objects.latest("pk").pk).state.created
    assert made.course == Course(
        parts=(CoursePart("swiss", 3), CoursePart("swiss", 2, "top", 8, carry="half"))
    )


def test_what_is_wrong_with_a_part_is_said_at_its_row_while_an_event_is_set_up() -> None:
    sent = set_up(**{**OWN, "part_2_number": "1"})
    assert sent.status_code == 422
    page = text(sent)
    assert 'id="part-2-fault"' in page
    assert 'value="3"' in page


def test_how_long_a_round_robin_takes_is_told_once_it_is_known_how_many_play() -> None:
    assert "minutes between two" not in text(set_up(course="round-robin", again="1"))
    assert "5 rounds of 55 minutes" in text(set_up(course="round-robin", capacity="6", again="1"))
    robin = {"course": "parts", "part_1_paired": "round-robin"}
    page = text(set_up(**robin, again="1"))
    assert "Part 1, day 1: everybody meets everybody." in page
    assert "minutes between two" not in page
    assert "Day 1: 5 rounds of 55 minutes" in text(set_up(**robin, capacity="6", again="1"))
    assert "4 rounds of 55 minutes" in text(set_up(course="swiss", rounds="4", again="1"))
    assert "minutes between two" not in text(set_up(course="swiss", rounds="4", day="soon", again="1"))
