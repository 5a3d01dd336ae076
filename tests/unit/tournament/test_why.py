"""Why a player has this opponent, or the bye: true of the moment the round was proposed."""

from __future__ import annotations

from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands, queries
from muster.core.tournament.why import Why, why_paired
from tournament_cases import Desk, custom, desk

BYE = "COM-BYE-1"


def why(at: Desk, player: int, round_no: int | None = None) -> Why | None:
    number = RoundNo(round_no or len(at.state.rounds))
    return why_paired(at.journal.entries, number, PlayerId(player), lambda one: f"P{one}")


def said(at: Desk, player: int, round_no: int | None = None) -> str:
    found = why(at, player, round_no)
    assert found is not None
    return found.says


def test_the_first_round_is_drawn() -> None:
    at = desk(players=9).pair()
    one, two = at.meetings()[0]
    assert (
        why(at, one)
        == why(at, two)
        == Why("Nobody has points yet: the first round is drawn at random.", "COM-PAIR-3")
    )
    (bye,) = at.round.byes
    assert why(at, bye.player) == Why(f"P{bye.player} has the bye of the first round, drawn at random.", BYE)


def test_a_later_round_is_explained_by_its_score_groups() -> None:
    at = desk(players=9).rounds(1).pair()
    points = {row.player: row.points for row in queries.table(at.state, 1).rows}
    for one, two in at.meetings():
        says = said(at, one)
        worth = points[PlayerId(one)]
        if worth == points[PlayerId(two)]:
            assert says == said(at, two)
            assert f"both have {worth} points" in says
        else:
            assert "is paired down to" in says
    (bye,) = at.round.byes
    assert "the lowest-ranked player who has had none" in said(at, bye.player)


def test_a_forced_rematch_says_why_it_had_to_be() -> None:
    at = desk(players=4).rounds(3).pair()
    found = why(at, at.meetings()[0][0])
    assert found is not None
    assert "They have met before" in found.says
    assert found.clause == "COM-PAIR-2"


def test_an_awarded_bye_is_the_organisers() -> None:
    at = Desk().create("armada-4.0")
    at.do(commands.EnterPlayer(PlayerId(1), first_round_bye=True))
    at.enter(*range(2, 10)).announce().begin().pair()
    assert said(at, 1) == "P1 was awarded a first-round bye by the organiser."


def test_what_was_done_by_hand_is_said_to_be() -> None:
    at = desk(players=9)
    at.propose()
    first, second = at.sheet.pairings[:2]
    at.do(commands.SwapPlayers((first.players[0], second.players[0])))
    at.do(commands.PublishRound())
    assert said(at, first.players[0]) == "The organiser exchanged players in the proposal, by hand."
    (bye,) = at.round.byes
    at.do(commands.AwardLoss(bye.player))
    assert said(at, bye.player) == "The organiser gave a loss in place of the bye, by hand."
    at.enter(10).do(commands.AwardBye(PlayerId(10)))
    assert said(at, 10) == "The organiser gave this bye, by hand."


def test_the_proposal_that_was_published_counts_not_one_taken_back() -> None:
    at = desk(players=8)
    at.propose()
    kept = at.sheet
    at.propose()
    at.do(commands.Retract())
    at.do(commands.PublishRound())
    assert at.meetings() == [pairing.players for pairing in kept.pairings]
    assert said(at, 1).startswith("Nobody has points yet")


def test_who_was_not_there_has_no_reason() -> None:
    at = desk(players=8).pair().enter(9)
    assert why(at, 9) is None
    bracket = desk(players=8, **custom(1, 4)).rounds(1).cut().pair()
    out = next(
        player for player in range(1, 9) if player not in {p for pair in bracket.meetings() for p in pair}
    )
    assert why(bracket, out) is None


def test_a_bracket_decides_by_game_numbers_and_a_random_start_by_the_draw() -> None:
    cut = desk(players=8, **custom(1, 4)).rounds(1).cut().pair()
    assert said(cut, cut.meetings()[0][0]).startswith("The bracket decides")
    start = desk(players=5, first_stage="elimination").pair()
    assert said(start, start.meetings()[0][0]).endswith("drawn at random.")
    assert said(start, start.round.byes[0].player).endswith("drawn at random.")
    start.play().pair()
    assert said(start, start.meetings()[0][0]).startswith("The bracket decides")
