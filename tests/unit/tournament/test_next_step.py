"""The one obvious next step of a day."""

from __future__ import annotations

from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.next_step import next_step
from tournament_cases import Desk, custom, desk, lower_wins


def test_a_day_from_step_to_step() -> None:
    at = Desk()
    steps = []

    def note() -> None:
        steps.append(next_step(at.state).step)

    note()
    at.create(**custom(1, 2))
    note()
    at.enter(1, 2, 3, 4)
    note()
    at.announce()
    note()
    at.begin()
    note()
    at.propose()
    note()
    at.do(commands.PublishRound())
    note()
    at.play()
    note()
    at.do(commands.MakeCut())
    note()
    at.begin()
    note()
    at.rounds(1)
    note()
    at.finish()
    note()
    assert steps == [
        "create",
        "enter",
        "announce",
        "start",
        "pair",
        "publish",
        "report",
        "cut",
        "start",
        "pair",
        "finish",
        "nothing",
    ]


def test_b13_who_comes_or_leaves_once_the_rounds_are_fixed_is_told_and_changes_no_plan() -> None:
    at = Desk().create().enter(*range(1, 9)).announce()
    assert str(next_step(at.state).says) == "Pair the first round."
    at.enter(9)
    said = "Pair the first round. The rounds were fixed for 8 players and stay; {} are here now."
    assert str(next_step(at.state).says) == said.format(9)
    at.drop(1)
    assert str(next_step(at.state).says) == "Pair the first round."
    at.drop(2)
    assert str(next_step(at.state).says) == said.format(7)
    assert at.begin().state.announced.attendance == 8


def test_missing_results_are_counted() -> None:
    at = desk(players=8).pair()
    at.report(1, at.win(1, 0))
    assert str(next_step(at.state).says) == "Round 1: 1 of 4 results in."


def test_after_the_last_swiss_round_without_a_cut_the_end_comes() -> None:
    assert next_step(desk(players=4, **custom(1)).rounds(1).state).step == "finish"


def test_where_nobody_is_left_the_end_is_the_next_step() -> None:
    at = desk(players=4).rounds(1).drop(1, 2, 3, 4)
    assert next_step(at.state).step == "finish"
    at = desk(players=8, **custom(1, 6, cut_kind="at-least-points")).rounds(1, lower_wins)
    at.do(commands.MakeCut())
    at.drop(*(at.state.seeds or ()))
    assert next_step(at.state).step == "finish"


def test_players_who_must_check_in_are_checked_in_before_the_plan_is_announced() -> None:
    at = Desk()
    at.create(check_in=True)
    at.enter(1)
    assert next_step(at.state).step == "enter"
    at.enter(2, 3)
    at.do(commands.CheckIn(PlayerId(3)))
    found = next_step(at.state)
    assert (found.step, str(found.says)) == ("check-in", "Check the players in: 1 of 3 are here.")
    at.do(commands.CheckIn(PlayerId(1)))
    assert next_step(at.state).step == "announce"


def test_as_long_as_most_players_are_missing_they_are_checked_in_first() -> None:
    at = Desk()
    at.create(check_in=True)
    at.enter(*range(1, 9))
    for player in (1, 2, 3):
        at.do(commands.CheckIn(PlayerId(player)))
    assert next_step(at.state).step == "check-in", "what is fixed stays: not for 3 of 8"
    at.do(commands.CheckIn(PlayerId(4)))
    found = next_step(at.state)
    assert (found.step, str(found.says)) == ("announce", "4 of 8 players are here: fix the rounds.")
    at.drop(5, 6, 7, 8)
    assert str(next_step(at.state).says) == "4 players are here: fix the rounds."
