"""Undo: the tail of the running round can be taken back, act by act."""

from __future__ import annotations

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands, facts
from muster.core.tournament.engine import replay
from muster.core.tournament.state import State
from tournament_cases import Desk, custom, desk, lower_wins, typed, won_by


def undo(at: Desk) -> facts.ActRetracted:
    (fact,) = at.do(commands.Retract())
    assert isinstance(fact, facts.ActRetracted)
    return fact


def _same(one: State, two: State) -> bool:
    """Whether two states are the same but for what is never taken back."""
    bare = [
        (s.players, s.rounds, s.plan, s.stages, s.proposal, s.seeds, s.places, s.tables, s.forbidden)
        for s in (one, two)
    ]
    return bare[0] == bare[1]


def test_there_is_nothing_to_undo_before_the_first_act() -> None:
    at = Desk().create()
    at.refused(commands.Retract(), "nothing-to-undo", "with a reason")


def test_acts_are_taken_back_one_by_one_from_the_tail() -> None:
    at = Desk().create()
    states = [at.state]
    for player in (1, 2, 3):
        at.enter(player)
        states.append(at.state)
    for count in (3, 2, 1):
        assert undo(at).undone == (count + 1,)
        assert _same(at.state, states[count - 1])
    at.refused(commands.Retract(), "nothing-to-undo")


def test_what_was_taken_back_can_be_done_again_with_the_same_result() -> None:
    at = desk(players=8).pair()
    at.report(1, at.win(1, 0))
    before = at.state
    undo(at)
    at.report(1, at.win(1, 0))
    assert _same(at.state, before)
    assert at.state.draws == before.draws


def test_undo_and_new_acts_alternate() -> None:
    at = Desk().create().enter(1, 2)
    undo(at)
    at.enter(3)
    assert undo(at).undone == (5,)
    assert undo(at).undone == (2,)
    assert not at.state.players


def test_facts_that_follow_another_are_taken_back_with_it() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins)
    at.do(commands.MakeCut())
    seeds = at.state.seeds
    assert seeds is not None
    at.drop(seeds[0])
    fact = undo(at)
    assert len(fact.undone) == 2
    assert at.state.seeds == seeds
    assert at.state.players[seeds[0]].status == "entered"


def test_a_walkover_is_taken_back_with_the_drop() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().pair()
    at.do(commands.StartRound())
    before = at.state
    at.drop(at.meetings()[0][0])
    assert len(undo(at).undone) == 2
    assert _same(at.state, before)


def test_a_published_round_an_announced_plan_and_a_voided_round_stay() -> None:
    at = Desk().create().enter(1, 2, 3, 4).announce()
    at.refused(commands.Retract(), "nothing-to-undo")
    at.begin()
    assert undo(at).undone == (7,)
    at.begin().pair().refused(commands.Retract(), "nothing-to-undo", "void the round")
    at.do(commands.VoidRound(typed("x")))
    at.refused(commands.Retract(), "nothing-to-undo")


def test_a_cut_taken_back_and_made_again_after_a_correction() -> None:
    at = desk(players=8, **custom(1, 4)).rounds(1, lower_wins)
    at.do(commands.MakeCut())
    seeds = at.state.seeds
    undo(at)
    assert at.state.seeds is None
    seat = 1 if lower_wins(at.round.matches[TableNo(1)]) == 0 else 0
    at.do(
        commands.CorrectResult(
            RoundNo(1), TableNo(1), won_by(at.state.regulations, 1 if seat else 0), typed("x")
        )
    )
    at.do(commands.MakeCut())
    assert at.state.seeds != seeds


def test_undo_reaches_back_through_thousands_of_acts_and_is_a_plain_fold() -> None:
    at = Desk().create().enter(*range(1, 2001))
    for _ in range(2000):
        undo(at)
    assert not at.state.players
    assert replay(entry.fact for entry in at.journal.entries) == at.state
    at.enter(1)
    assert at.state.players[PlayerId(1)].status == "entered"
