"""A double elimination as a tournament: set up, drawn, played, left, corrected, finished, explained and proven."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.bracket.places import Place
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId, RoundNo, Seat
from muster.core.structure import PlanRefusal
from muster.core.tournament import commands, doubles, facts
from muster.core.tournament.acts.plan import planned
from muster.core.tournament.drawing import draw_sheet
from muster.core.tournament.elimination import bracket_over, double_stand
from muster.core.tournament.facts import TournamentFinished
from muster.core.tournament.final import double_places, final_places
from muster.core.tournament.next_step import next_step, unfinished
from muster.core.tournament.proof.claims import CLAIMS
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import Elimination, Match, State
from muster.core.tournament.why import why_paired
from muster.core.tournament.why_double import why_in_double
from muster.exchange.journal import UnreadableJournalError, read
from muster.exchange.words import Teller
from tamper_doubles import DOUBLE_TAMPERINGS
from tournament_cases import Desk, custom, desk, first_wins, typed


def alone(players: int = 8, elimination: Elimination = "double") -> Desk:
    """An event of nothing but a double elimination."""
    return desk("armada-4.0", players, first_stage="elimination", elimination=elimination)


def after_swiss(players: int = 10, cut: int = 8, elimination: Elimination = "double", **given: Any) -> Desk:
    at = desk("armada-4.0", players, elimination=elimination, **custom(1, cut, **given))
    return at.rounds(1).cut()


def numbered(at: Desk) -> list[int]:
    return sorted(match.pairing.game or 0 for match in at.round.matches.values())


def second_wins(_: Match) -> Seat:
    return 1


def to_the_final(at: Desk) -> Desk:
    while True:
        at.pair()
        stand = double_stand(at.state)
        assert stand is not None
        if numbered(at) == [stand.bracket.final.number]:
            return at
        at.play(first_wins)


def places(at: Desk) -> list[tuple[int, int]]:
    return [(one.first_place, one.last_place) for one in at.state.places or ()]


def why(at: Desk, player: int, round_no: int | None = None) -> str:
    found = why_paired(
        at.journal.entries, RoundNo(round_no or len(at.state.rounds)), PlayerId(player), lambda one: f"P{one}"
    )
    assert found is not None
    return " ".join(map(str, (found.message, *(found.dice.lines if found.dice else ()))))


def test_everybody_plays_until_they_have_lost_twice() -> None:
    at = alone().pair()
    assert numbered(at) == [1, 2, 3, 4]
    assert at.play().pair().round.resting == ()
    assert numbered(at) == [5, 6, 7, 8]
    at.play().pair()
    assert numbered(at) == [9, 10]
    assert len(at.round.resting) == 2  # the winners of round 2 wait
    assert at.round.byes == ()
    at.play()
    to_the_final(at).play(second_wins)
    assert unfinished(at.state) is not None
    assert next_step(at.state).step == "pair"
    at.pair().play()
    assert numbered(at) == [15]
    assert next_step(at.state).step == "finish"
    at.refused(commands.ProposeRound(at.link()), "no-round-left")
    at.finish()
    assert places(at) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 8), (7, 8)]
    proof = verify(at.journal.entries)
    assert proof.holds, proof.findings[:3]
    assert "places of a double elimination" in {str(one) for one in proof.proven}


def test_with_one_final_the_winner_of_it_has_won() -> None:
    at = to_the_final(alone(elimination="double-once")).play(second_wins)
    winner = at.meetings()[0][1]
    assert next_step(at.state).step == "finish"
    at.finish()
    assert (at.state.places or ())[0] == Place(PlayerId(winner), 1, 1)
    assert verify(at.journal.entries).holds


def test_seeds_are_drawn_where_nothing_came_before_and_the_best_wait() -> None:
    at = alone(6).propose()
    assert at.state.proposal is not None
    drawn = doubles.drawn_seeds(range(1, 7), at.state.proposal.seed)  # type: ignore[arg-type]
    assert set(at.sheet.resting) == {*drawn[:2]}
    assert doubles.seeds_of(at.state) == ()
    at.do(commands.PublishRound())
    assert doubles.seeds_of(at.state) == drawn
    assert "waits for game 3: 6 players do not fill a bracket of 8" in why(at, drawn[0])
    assert "in the order drawn (purpose elimination-players) are the seeds 1 to 6" in why(at, drawn[0])
    assert why(at, drawn[2]).startswith("The bracket decides: game 2 is between seed 3")


def test_after_a_cut_the_seeds_are_those_of_the_standings() -> None:
    at = after_swiss().pair()
    seeds = at.state.seeds or ()
    assert at.meetings()[0] == (seeds[0], seeds[7])
    assert "seed 1" in why(at, seeds[0])
    assert "upper bracket" in why(at, seeds[0])
    at.play()
    at.rounds(1)
    assert "Both have lost once" in why(at, at.meetings()[-1][0])
    to_the_final(at).play(second_wins).pair()
    assert "this game decides" in why(at, at.meetings()[0][0])
    assert "winner of game 11" in why(at, at.meetings()[0][0], len(at.state.rounds) - 1)
    at.play().finish()
    assert places(at) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 8), (7, 8), (9, 9), (10, 10)]
    assert verify(at.journal.entries).holds


def test_by_the_swiss_rounds_nobody_shares() -> None:
    at = after_swiss(variants={"eliminated": "by-swiss"})
    to_the_final(at).play().finish()
    assert places(at) == [(one, one) for one in range(1, 11)]


def test_whose_opponent_leaves_goes_on_and_who_left_keeps_losing() -> None:
    at = alone().pair()
    one, two = at.meetings()[0]
    at.drop(two)
    at.play().pair()
    (alone_,) = at.round.byes
    assert at.state.rounds[0].match_by_player[alone_.player].pairing.players[1] == alone_.player
    assert "nobody is left to come to game 7" in why(at, alone_.player)
    assert one in at.round.match_by_player
    at.play()
    to_the_final(at).play().finish()
    assert verify(at.journal.entries).holds
    assert [place.first_place for place in at.state.places or () if place.player == two] == [7]


def test_who_waits_and_leaves_is_met_by_nobody() -> None:
    at = alone().rounds(2).pair()
    gone, stays = at.round.resting
    assert "waits for game 11" in why(at, gone)
    at.drop(gone)
    at.play().pair()
    assert [bye.player for bye in at.round.byes] == [stays]
    at.play()
    to_the_final(at).play().finish()
    assert verify(at.journal.entries).holds


def test_a_disqualified_player_has_no_place() -> None:
    at = alone().rounds(1)
    loser = at.meetings()[0][1]
    at.do(commands.DisqualifyPlayer(PlayerId(loser), typed("a marked deck")))
    to_the_final(at).play().finish()
    assert places(at) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 7)]
    assert verify(at.journal.entries).holds


def test_ended_early_those_still_in_share_the_best_places() -> None:
    at = alone().rounds(2)
    at.finish("out of time")
    assert places(at) == [(1, 6)] * 6 + [(7, 8)] * 2
    nothing = after_swiss()
    assert double_places(nothing.state) == final_places(nothing.state)


def test_nobody_left_can_be_paired() -> None:
    at = alone(3).pair()
    at.drop(1, 2, 3)
    assert next_step(at.state).step == "finish"
    at.refused(commands.ProposeRound(at.link()), "attendance")
    at.finish("everybody left")


def test_a_corrected_final_asks_for_the_second_one() -> None:
    at = to_the_final(alone()).play()
    assert bracket_over(at.state)
    table = next(iter(at.round.matches))
    at.correct(len(at.state.rounds), table, at.win(table, 1))
    assert not bracket_over(at.state)
    at.pair()
    at.refused(
        commands.CorrectResult(RoundNo(len(at.state.rounds) - 1), table, at.win(table, 0), typed("slip")),
        "window-closed",
    )
    at.do(commands.VoidRound(typed("the final was misread")))
    at.correct(len(at.state.rounds), table, at.win(table, 0))
    drawn = draw_sheet(at.state, DrawSeed("a" * 64))
    assert "nothing left to pair" in str(getattr(drawn, "reason", ""))
    at.finish()
    assert verify(at.journal.entries).holds


def test_undo_takes_a_result_back_with_what_it_led_to() -> None:
    at = to_the_final(alone()).play()
    assert bracket_over(at.state)
    at.do(commands.Retract())
    assert not bracket_over(at.state)


def test_who_is_in_neither_bracket_has_nothing_to_be_explained() -> None:
    at = after_swiss().pair()
    outside = next(player for player in at.state.players if player not in (at.state.seeds or ()))
    assert why_paired(at.journal.entries, RoundNo(2), outside, str) is None
    fact = next(one.fact for one in reversed(at.journal.entries) if isinstance(one.fact, facts.RoundProposed))
    assert why_in_double(at.state, fact, outside, str) is None


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        (custom(2, 0, elimination="double"), "cut", "Enter a cut"),
        (custom(2, 2, elimination="double"), "cut", "at least 4"),
        ({"elimination": "double"}, "elimination", "Choose the custom structure"),
    ],
)
def test_what_cannot_be_a_double_elimination(given: dict[str, Any], field: str, words: str) -> None:
    changed = commands.ChangeStructure(**{"structure": "basic", **given})
    refused = Desk().create().refused(changed, "bad-setup")
    assert [(one.field, words in str(one.message)) for one in refused.problems] == [(field, True)]
    with pytest.raises(AssertionError, match=words):
        Desk().create(**given)


def test_not_at_tables_of_three_and_four() -> None:
    with pytest.raises(AssertionError, match="has no double elimination"):
        Desk().create("twin-suns-1.3", elimination="double", **custom(3, 10))


def test_points_may_bring_fewer_than_a_double_elimination_needs() -> None:
    at = desk("armada-4.0", 6, elimination="double", **custom(1, 10, cut_kind="at-least-points"))
    at.pair()
    table = min(at.round.matches)
    at.report(table, at.win(table, 0, 400))
    at.play(by=10).cut()
    assert len(at.state.seeds or ()) < 3
    at.pair().play().finish()
    assert verify(at.journal.entries).holds


def test_too_few_players() -> None:
    at = Desk().create(first_stage="elimination", elimination="double").enter(1, 2)
    found = planned(at.state)
    assert isinstance(found, PlanRefusal)
    assert "at least 3" in " ".join(str(one.message) for one in found.problems)
    at.enter(3)
    found = planned(at.state)
    assert not isinstance(found, PlanRefusal)
    assert [str(one.message) for one in found.warnings][-1].startswith("No Swiss rounds: double elimination")


def test_the_structure_can_be_changed_to_it() -> None:
    at = Desk().create(**custom(2, 4)).enter(*range(1, 7))
    at.do(commands.ChangeStructure("custom", 2, "top", 4, elimination="double-once"))
    assert at.announce().state.elimination == "double-once"
    assert not State().double


def test_the_structure_can_be_changed_back() -> None:
    at = Desk().create(**custom(2, 4, elimination="double")).enter(*range(1, 7))
    at.do(commands.ChangeStructure("custom", 2, "top", 4))
    assert at.state.elimination == "single"


def test_wrong_places_are_told_by_the_independent_check() -> None:
    at = to_the_final(alone()).play()
    before = at.state
    at.finish()
    finished = at.journal.entries[-1].fact
    assert isinstance(finished, TournamentFinished)
    first, second, *rest = finished.places
    turned = replace(first, player=second.player), replace(second, player=first.player)
    wrong = replace(finished, places=(*turned, *rest))
    claim = dict(CLAIMS)[TournamentFinished]
    said = [str(fault) for _, faults in claim(before, wrong, at.state) for fault in faults]
    assert len(said) == 2
    assert "must have a place from 1 to 1" in said[0] + said[1]


@pytest.mark.parametrize("tampering", DOUBLE_TAMPERINGS, ids=lambda one: one.name)
def test_every_tampering_is_refused(tampering: object) -> None:
    text, _ = tampering.text(mended=True)  # type: ignore[attr-defined]
    try:
        proof = verify(read(text.encode()).journal.entries)
    except UnreadableJournalError:
        return
    assert not proof.holds


def test_which_games_are_the_final() -> None:
    at = alone(4)
    assert not doubles.is_final(at.state, [1])
    to_the_final(at)
    assert doubles.is_final(at.state, [6])
    assert doubles.is_final(at.state, [7])
    assert not doubles.is_final(at.state, [5])
    assert not doubles.is_final(at.state, [None])


@pytest.mark.parametrize(
    ("elimination", "words"), [("double", "double elimination."), ("double-once", "with one final.")]
)
def test_the_record_tells_the_choice(elimination: Elimination, words: str) -> None:
    at = Desk().create(**custom(2, 4))
    (fact,) = at.do(commands.ChangeStructure("custom", 2, "top", 4, elimination=elimination))
    assert str(Teller(at.state, at.journal.entries, str).describe(fact)).endswith(words)
