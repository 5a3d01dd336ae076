"""The search for a seating that is stopped: on record with its steps, and the same again for whoever checks."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from muster.core.ids import PlayerId, RoundNo
from muster.core.pairing.seating.steps import Steps
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands, facts
from muster.core.tournament.drawing import DrawnSheet
from muster.core.tournament.engine import decide, decode, encode
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.why import why_paired
from muster.core.tournament.why_tables import whole_round
from tournament_cases import Desk, custom, desk


def suns(players: int) -> Desk:
    return desk("twin-suns-1.3", players, **custom(3, 0))


def play(at: Desk) -> None:
    """The lower the entry number the more is left."""
    for table, match in sorted(at.round.matches.items()):
        left = tuple(30 - player for player in match.pairing.players)
        at.report(table, PlacingReport(end="decided", left=left))


def name(player: PlayerId) -> str:
    return f"P{player}"


@cache
def _two_rounds(players: int) -> Desk:
    at = suns(players)
    for _ in range(2):
        play(at.pair())
    return at


def third_round(players: int = 24) -> Desk:
    """A day before its third round."""
    return _two_rounds(players).copied()


def drafted(at: Desk, stop: int | None) -> facts.RoundProposed:
    (fact,) = at.do(commands.ProposeRound(at.link(), stop=stop))
    assert isinstance(fact, facts.RoundProposed)
    return fact


def test_what_was_found_until_then_is_drafted_and_the_steps_are_on_record() -> None:
    at = third_round()
    fact = drafted(at, 5)
    assert (fact.stopped, fact.method) == (5, "tables searched")
    kept = json.loads(encode(fact))
    assert kept["data"]["stopped"] == 5
    assert decode(fact.kind, kept["v"], json.dumps(kept["data"])) == fact
    assert fact.asked_by() == commands.ProposeRound(fact.link, stop=5)
    assert verify(at.journal.entries).holds


@pytest.mark.parametrize("players", [6, 7, 9, 11])
def test_a_small_round_that_was_stopped_before_its_best_seating_holds(players: int) -> None:
    at = third_round(players)
    assert drafted(at, 1).stopped == 1
    proof = verify(at.journal.entries)
    assert proof.holds, proof.findings


def test_a_search_that_was_over_before_says_nothing_of_steps() -> None:
    at = third_round()
    fact = drafted(at, 10**9)
    assert fact.stopped is None
    assert "stopped" not in encode(fact)


@pytest.mark.parametrize("steps", [6, None])
def test_other_steps_than_those_on_record_come_to_something_else(steps: int | None) -> None:
    at = third_round()
    before = at.state
    wrong = replace(drafted(at, 5), stopped=steps)
    assert decide(before, wrong.asked_by()) != (wrong,)


def test_a_draw_made_beforehand_is_taken_and_one_of_another_moment_is_not() -> None:
    at = third_round()
    ahead = commands.ProposeRound(at.link()).drawn_ahead(at.state, Steps(5))
    assert ahead.stop == 5
    assert ahead.ahead is not None
    drawn = ahead.ahead.drawn
    assert isinstance(drawn, DrawnSheet)
    marked = replace(ahead.ahead, drawn=replace(drawn, method="as drawn before"))
    told = decide(at.state, replace(ahead, ahead=marked))
    assert isinstance(told, tuple)
    assert told[0].method == "as drawn before"  # type: ignore[attr-defined]
    at.do(commands.DropPlayer(PlayerId(1)))
    (fact,) = at.do(ahead)
    assert isinstance(fact, facts.RoundProposed)
    assert fact.method == "tables searched"
    assert 1 not in {player for one in fact.sheet.pairings for player in one.players}
    assert verify(at.journal.entries).holds


def test_nothing_is_drawn_beforehand_of_what_is_refused() -> None:
    at = suns(8).pair()
    command = commands.ProposeRound(at.link())
    assert command.drawn_ahead(at.state, Steps()) == command
    assert command.drawn_ahead(at.state, Steps()).ahead is None
    apart = suns(3)
    apart.do(commands.ForbidPair((PlayerId(1), PlayerId(2))))
    ahead = commands.ProposeRound(apart.link()).drawn_ahead(apart.state, Steps())
    assert ahead.stop is None
    apart.refused(ahead, "no-pairing", "never to meet")


def test_elsewhere_there_are_no_steps() -> None:
    at = desk("armada-4.0", 6)
    assert drafted(at, 3).stopped is None


def test_whoever_asks_is_told_that_it_was_stopped_and_what_is_known_of_it() -> None:
    at = third_round()
    fact = drafted(at, 5)
    first = str(whole_round(at.state, fact.sheet, 5)[0])
    assert first.startswith("The search for this seating was stopped by hand after 5 steps.")
    assert "there may be better ones" in first
    at.do(commands.PublishRound())
    why = why_paired(at.journal.entries, RoundNo(3), PlayerId(1), name)
    assert why is not None
    assert "stopped by hand after 5 steps" in str(why.message)
    small = third_round(8)
    fact = drafted(small, 40)
    assert fact.stopped == 40
    assert "No seating of the round is better." in str(whole_round(small.state, fact.sheet, 40)[0])
