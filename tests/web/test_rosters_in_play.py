"""Rosters while matches are played: who decides, what opponents see, scores counted from what was destroyed."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from muster.app.floor import timers
from muster.app.history.reasons import typed
from muster.core.ids import TableNo
from muster.core.scoring.reports import MarginReport, Tally
from muster.core.tournament import commands
from muster.people.models import RosterPlan, Tournament
from player_cases import Phone, phones, words
from roster_play_cases import army, asked, bring, deck, fleet, playing
from web_cases import Hall

pytestmark = pytest.mark.django_db


def both(hall: Hall, one: int = 200, two: int = 210) -> tuple[Phone, Phone]:
    """The phones of table 1, whose players bring fleets of 390 and 400 points."""
    first, second = phones(hall)
    bring(hall, first.player, fleet(one))
    bring(hall, second.player, fleet(two))
    return first, second


def get(phone: Phone, page: str, status: int = 200) -> str:
    answer: Any = phone.client.get(f"{phone.url}/{page}")
    assert answer.status_code == status, answer.status_code
    assert "no-store" in answer.headers["Cache-Control"]
    return words(answer)


# Who decides


def test_the_lower_total_decides_and_the_page_says_so_to_both() -> None:
    one, two = both(playing())
    assert "Your fleet is worth 390" in one.look()
    assert "400. You have the lower total: you decide who is the first player." in one.look()
    assert "Your fleet is worth 400" in two.look()
    assert "The lower total decides:" in two.look()
    assert "ARM-SET-1" in one.look()


def test_equal_totals_are_decided_at_random() -> None:
    one, _two = both(playing(), 200, 200)
    assert "find out at random" in one.look()


def test_nobody_learns_a_total_where_rosters_are_for_the_staff() -> None:
    one, two = both(playing(seen="staff"))
    for page, theirs in ((one.look(), "400"), (two.look(), "390")):
        assert "who is the first player" in page
        assert "that of" not in page
        assert theirs not in page.split("Setting up")[1].split("book-steps")[0]


def test_nobody_learns_a_total_in_swiss_rounds_where_rosters_are_for_the_cut() -> None:
    one, _two = both(playing(seen="cut"))
    page = one.look()
    assert "who is the first player" in page
    assert "that of" not in page


def test_a_round_that_is_void_makes_nobody_an_opponent() -> None:
    hall = playing()
    one, _two = both(hall)
    assert "MC80" in get(one, "opponent/roster")
    hall.do(commands.VoidRound(typed("fire alarm")))
    assert "MC80" not in get(one, "opponent/roster", status=404)
    get(one, "count", status=404)


def test_nothing_is_said_until_both_are_in_and_then_at_once() -> None:
    hall = playing()
    one, two = phones(hall)
    bring(hall, one.player, fleet(200))
    assert "lower total: you" not in one.look()
    bring(hall, two.player, fleet(210))
    assert "lower total: you decide" in one.look()
    bring(hall, two.player, fleet(100), number=2)
    assert "that of" in one.look()
    assert "290" in one.look()


def test_without_rosters_pages_are_as_ever() -> None:
    hall = playing()
    one, _two = phones(hall)
    assert "opponent/roster" not in one.look()
    get(one, "count", 404)


# What opponents see


def test_the_opponent_sees_the_roster_of_the_running_round_and_a_third_player_does_not() -> None:
    hall = playing()
    one, two = both(hall)
    assert "opponent/roster" in one.look()
    page = get(one, "opponent/roster")
    assert "MC80 Battle Cruiser" in page
    assert "COM-PLAY-2" in page
    third = phones(hall, 2)[0]
    assert "MC80" not in get(third, "opponent/roster")
    hall.play()
    assert "MC80" not in get(two, "opponent/roster")


def test_the_copy_for_opponents_lacks_what_is_hidden_from_them() -> None:
    hall = playing("legion-2.0")
    one, two = phones(hall)
    bring(hall, two.player, army())
    page = get(one, "opponent/roster")
    assert "Rebel Troopers" in page
    assert "Ambush" not in page
    assert "Breakthrough" not in page
    assert "hidden from opponents" in page


def test_where_only_the_staff_sees_rosters_the_page_says_why() -> None:
    hall = playing(seen="staff")
    one, _two = both(hall)
    assert "opponent/roster" not in one.look()
    page = get(one, "opponent/roster")
    assert "MC80" not in page
    assert "staff" in page


def cut() -> Hall:
    """An Unlimited tournament of five with decks, with the first round of its cut to four posted."""
    hall = Hall("unlimited-1.3", {"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(5)
    asked(hall)
    for player in range(1, 6):
        bring(hall, player, deck(side=player))
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.propose()
    hall.do(commands.PublishRound())
    return hall


def test_a_cut_of_unlimited_shows_lists_to_the_two_of_a_match_and_to_nobody_else() -> None:
    hall = cut()
    one, two = phones(hall)
    for phone, other in ((one, two), (two, one)):
        page = get(phone, "opponent/roster")
        assert "Surprise Strike" in page
        assert "SWU-REV-1" in page
        assert f"Sideboard: {other.player} card" in page
        assert "SWU-SIDE-1" in page
    playing_on = {one.player, two.player, *(each.player for each in phones(hall, 2))}
    out = Phone(hall, next(player for player in range(1, 6) if player not in playing_on))
    assert "Surprise Strike" not in get(out, "opponent/roster", 404)


def test_lists_of_the_cut_close_when_play_begins() -> None:
    hall = cut()
    one, _two = phones(hall)
    assert "Surprise Strike" in get(one, "opponent/roster")
    hall.do(commands.StartRound())
    page = get(one, "opponent/roster")
    assert "Surprise Strike" not in page
    assert "Play has begun" in page
    assert "Sideboard:" in page, "how many cards it has stays known between games"


def test_swiss_rounds_of_unlimited_show_the_size_of_a_sideboard_and_nothing_of_the_deck() -> None:
    hall = playing("unlimited-1.3")
    one, two = phones(hall)
    bring(hall, two.player, deck(side=7))
    page = get(one, "opponent/roster")
    assert "Sideboard: 7 cards." in page
    assert "Surprise Strike" not in page


# Counting


def counted(phone: Phone, data: dict[str, str], status: int = 302) -> Any:
    answer: Any = phone.client.post(f"{phone.url}/count", data)
    assert answer.status_code == status, words(answer)[:2000]
    return answer


def test_a_score_is_ticked_looked_at_and_sent_as_ever() -> None:
    hall = playing()
    one, two = both(hall)
    mine, theirs = one.seat, two.seat
    page = get(one, "count")
    assert "MC80 Battle Cruiser" in page
    assert "160" not in page
    ticks = {f"gone.{theirs}.1": "1", f"gone.{theirs}.2": "2", f"gone.{mine}.2": "1", f"extra.{mine}": "30"}
    answer = counted(one, ticks)
    form = words(one.client.get(answer.headers["Location"]))
    assert "Filled in from the rosters" in form
    assert f'name="scores.destroyed.{mine}" value="170"' in form
    assert f'name="scores.destroyed.{theirs}" value="10"' in form
    assert f'name="scores.objective.{mine}" value="30"' in form
    assert hall.state.rounds[-1].matches[TableNo(1)].status == "open"
    sent = {f"scores.destroyed.{mine}": "170", f"scores.destroyed.{theirs}": "10", "end": "rounds"}
    one.act("report", {**sent, f"scores.objective.{mine}": "30", f"scores.objective.{theirs}": "0"})
    report = hall.state.rounds[-1].matches[TableNo(1)].report
    assert isinstance(report, MarginReport)
    assert report.scores[1 if mine else 0] == Tally(170, 30)


def test_a_fleet_destroyed_to_the_last_counts_400_and_says_who_is_left() -> None:
    hall = playing()
    one, two = both(hall)
    gone = {f"gone.{two.seat}.0": "1", f"gone.{two.seat}.1": "1"}
    # Without a catalogue nobody knows what is a flotilla, but no ship is left at all.
    answer = counted(one, gone)
    location = answer.headers["Location"]
    assert f"scores.destroyed.{one.seat}=400" in location
    assert "end=defeated" in location
    assert f"winner={one.seat}" in location
    both_gone = {f"gone.{seat}.{place}": "1" for seat in (0, 1) for place in (0, 1)}
    assert "end=mutual-destruction" in counted(two, both_gone).headers["Location"]


def test_a_count_can_be_looked_at_first_and_figures_are_checked() -> None:
    one, two = both(playing())
    page = words(counted(one, {f"gone.{two.seat}.0": "1", "again": "1"}, 200))
    assert "220" in page
    assert "If that does not count" in page
    assert "Enter whole numbers." in words(counted(one, {f"extra.{one.seat}": "ten"}, 422))


def test_what_a_player_may_not_see_is_typed() -> None:
    hall = playing(seen="staff")
    one, two = both(hall, 200, 230)
    page = get(one, "count")
    assert "not shown to you" in page
    assert f'name="lost.{two.seat}"' in page
    answer = counted(one, {f"lost.{two.seat}": "123", f"gone.{one.seat}.1": "1"})
    assert f"scores.destroyed.{one.seat}=123" in answer.headers["Location"]
    assert f"scores.destroyed.{two.seat}=150" in answer.headers["Location"]


def test_legion_asks_for_tokens_and_fills_in_points_of_units() -> None:
    hall = playing("legion-2.0")
    one, two = phones(hall)
    for phone in (one, two):
        bring(hall, phone.player, army())
    assert "Victory tokens" in get(one, "count")
    answer = counted(one, {f"gone.{two.seat}.0": "1", f"extra.{one.seat}": "3"})
    assert f"scores.{one.seat}=40" in answer.headers["Location"]
    assert f"tokens.{one.seat}=3" in answer.headers["Location"]


def test_the_desk_counts_from_rosters_into_the_form_and_records_nothing() -> None:
    hall = playing()
    one, two = both(hall)
    page = words(hall.get("result", 1))
    assert "points" in page
    assert "who is the first player" in page
    assert "Count from the rosters" in page
    assert "MC80 Battle Cruiser" in words(hall.get("result-count", 1))
    answer: Any = hall.client.post(hall.url("result-count", 1), {f"gone.{two.seat}.1": "1"}, follow=True)
    assert f'name="scores.destroyed.{one.seat}" value="150"' in words(answer)
    assert hall.state.rounds[-1].matches[TableNo(1)].status == "open"
    assert hall.client.post(hall.url("result-count", 1), {"extra.0": "x"}).status_code == 422
    assert hall.get("result-count", 9).status_code == 404
    assert hall.get("result-count", 2).status_code == 404


def test_what_an_address_fills_in_is_text_and_no_more() -> None:
    hall = playing()
    one, _two = both(hall)
    answer: Any = one.client.get(f"{one.url}?open=report&scores.destroyed.0=%22%3E%3Cscript%3E1")
    assert b"<script>1" not in answer.content
    assert Client().get(f"/desk/{hall.event.code}/1/results/1/count").status_code == 302


def test_rosters_cost_a_player_page_no_question_of_their_own(django_assert_num_queries: Any) -> None:
    hall = playing()
    one, _two = both(hall)
    url = one.url
    with CaptureQueriesContext(connection) as asked_for:
        assert "lower total" in words(one.client.get(url))
    Tournament.objects.filter(pk=hall.tournament.pk).update(rosters="none")
    with django_assert_num_queries(len(asked_for)):
        assert "lower total: you" not in words(one.client.get(url))


def test_the_organiser_s_choice_of_who_sees_rosters_holds_at_once() -> None:
    hall = playing()
    one, _two = both(hall)
    assert "opponent/roster" in one.look()
    RosterPlan.objects.create(tournament=hall.tournament, seen="staff")
    assert "opponent/roster" not in one.look()


def test_the_timer_of_the_list_review_runs_beside_the_list() -> None:
    hall = cut()
    assert timers.start(hall.tournament.pk, hall.actor, timers.Start(kind="list-review", minutes=3)) is None
    assert "List review" in get(phones(hall)[0], "opponent/roster")
