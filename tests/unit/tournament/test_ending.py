"""The cut, who replaces whom, walkovers, final places, finishing and reopening."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.bracket.places import Place
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import MarginReport
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.final import final_places
from muster.core.tournament.proof.verify import verify
from tournament_cases import Desk, custom, desk, first_wins, lower_wins, typed, won_by


def p(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(map(PlayerId, numbers))


def _places(at: Desk) -> dict[int, tuple[int, int]]:
    return {place.player: (place.first_place, place.last_place) for place in at.state.places or ()}


def _tiled(places: tuple[Place, ...]) -> bool:
    """Whether the places are 1, 2, 3 … without a gap, those who share one counted as many times."""
    expected = 1
    while places:
        first = places[0]
        group = [place for place in places if place.first_place == first.first_place]
        if first.first_place != expected or first.last_place != expected + len(group) - 1:
            return False
        if any(place.last_place != first.last_place for place in group):
            return False
        places, expected = places[len(group) :], expected + len(group)
    return True


def test_a_cut_needs_its_rounds_and_a_plan_that_has_one() -> None:
    Desk().create().enter(1).refused(commands.MakeCut(), "no-stage", "fix the rounds")
    desk().refused(commands.MakeCut(), "no-cut", "finish the tournament after the last round")
    at = desk(players=8, **custom(2, 4)).rounds(1)
    at.refused(commands.MakeCut(), "results-missing", "after 2 rounds; complete so far: 1")
    at.rounds(1).do(commands.MakeCut())
    at.refused(commands.MakeCut(), "no-cut", "has been made")


def test_com_cut_1_the_best_by_standings_go_on() -> None:
    at = desk(players=8, **custom(3, 4)).rounds(3, lower_wins)
    order = queries.table(at.state).order
    assert at.do(commands.MakeCut()) == (facts.CutMade(order[:4], 4),)
    assert at.do(commands.StartStage()) == (facts.StageStarted("elimination", order[:4]),)


def test_a_cut_passes_over_those_who_have_left() -> None:
    at = desk(players=8, **custom(3, 4)).rounds(3, lower_wins)
    order = queries.table(at.state).order
    at.drop(order[1]).do(commands.MakeCut())
    assert at.state.seeds == (order[0], *order[2:5])


def test_c3_top_with_ties_takes_everybody_equal_to_the_last() -> None:
    at = desk(players=8, **custom(1, 2, cut_kind="top-with-ties")).rounds(1, first_wins)
    table = queries.table(at.state)
    at.do(commands.MakeCut())
    assert at.state.seeds == table.order[:4]
    at.begin().pair()
    assert len(at.meetings()) == 2


def test_c3_at_least_points_takes_those_who_have_them() -> None:
    at = desk(players=8, **custom(2, 14, cut_kind="at-least-points")).rounds(2, first_wins)
    table = queries.table(at.state)
    at.do(commands.MakeCut())
    assert at.state.seeds == tuple(
        player for player, points in zip(table.order, table.points, strict=True) if points >= 14
    )


def test_c3_at_most_losses_takes_those_with_no_more() -> None:
    at = desk(players=8, **custom(3, 1, cut_kind="at-most-losses")).rounds(3, lower_wins)
    records = queries.records(at.state)
    at.do(commands.MakeCut())
    assert at.state.seeds is not None
    for player, own in records.items():
        lost = sum(record.side.verdict == "loss" for record in own)
        assert (player in at.state.seeds) == (lost <= 1)


def test_a_cut_nobody_makes_is_refused() -> None:
    at = desk(players=8, **custom(1, 1000, cut_kind="at-least-points")).rounds(1)
    at.refused(commands.MakeCut(), "no-cut", "finish the tournament instead")


def test_b23_the_next_in_line_enter_as_the_lowest_seeds_however_many_leave() -> None:
    at = desk(players=10, **custom(3, 4)).rounds(3, lower_wins)
    order = queries.table(at.state).order
    at.do(commands.MakeCut())
    left, replaced = at.do(commands.DropPlayer(order[1]))
    assert isinstance(left, facts.PlayerDropped)
    assert replaced == facts.CutReplaced(order[1], order[4], (order[0], order[2], order[3], order[4]))
    # The next in line declines by dropping, so the one after enters.
    at.drop(order[5], order[0])
    assert at.state.seeds == (order[2], order[3], order[4], order[6])
    at.begin().drop(order[3])
    assert at.state.seeds == (order[2], order[4], order[6], order[7])
    at.pair()
    assert at.meetings() == [(order[2], order[7]), (order[4], order[6])]


def test_b23_before_the_first_game_a_published_bracket_is_drawn_anew() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins)
    order = queries.table(at.state).order
    at.cut().pair()
    voided, left, replaced = at.do(commands.DropPlayer(order[0]))
    assert isinstance(voided, facts.RoundVoided)
    assert left == facts.PlayerDropped(order[0], RoundNo(2))
    assert isinstance(replaced, facts.CutReplaced)
    at.pair()
    assert at.meetings() == [(order[1], order[4]), (order[2], order[3])]
    assert not verify(at.journal.entries).findings


@pytest.mark.parametrize("how", ["started", "first result"])
def test_com_elim_4_once_a_game_has_started_the_opponent_gets_a_bye(how: str) -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().pair()
    if how == "started":
        at.do(commands.StartRound())
    else:
        at.report(2, at.win(2, 0))
    one, two = at.meetings()[0]
    _, awarded = at.do(commands.DropPlayer(PlayerId(one)))
    assert isinstance(awarded, facts.MatchAwarded)
    assert awarded.outcome.winner == 1
    assert awarded.outcome.sides[1].margin == 140
    at.play().pair()
    assert two in at.meetings()[0]


def test_b43_in_unlimited_a_published_bracket_stands_and_the_opponent_gets_a_bye() -> None:
    at = desk("unlimited-1.3", 16, structure="advanced", tier="competitive").rounds(4).cut().pair()
    one, two = at.meetings()[0]
    left, awarded = at.do(commands.DropPlayer(PlayerId(two)))
    assert isinstance(left, facts.PlayerDropped)
    assert isinstance(awarded, facts.MatchAwarded)
    assert awarded.outcome.sides[0].games == (2, 0, 0)
    assert PlayerId(one) in at.round.matches[TableNo(1)].pairing.players


def test_b43_in_unlimited_a_seed_is_replaced_until_the_bracket_is_published() -> None:
    at = desk("unlimited-1.3", 16, structure="advanced", tier="competitive").rounds(4).cut()
    order = queries.table(at.state).order
    at.propose().drop(order[3])
    assert at.state.seeds == (*order[:3], order[4])


def test_b23_when_both_of_a_match_leave_their_next_opponent_gets_the_bye() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().pair()
    at.do(commands.StartRound())
    (one, two), _ = at.meetings()
    at.drop(one, two).play(first_wins).pair()
    assert at.meetings() == []
    assert len(at.resting()) == 1
    assert at.round.complete
    at.finish()
    assert at.state.places is not None
    assert [at.state.places[0].player] == at.resting()
    assert _tiled(at.state.places)


def test_b23_both_finalists_leave() -> None:
    at = desk(players=8, **custom(2, 2)).rounds(2, lower_wins).cut().pair()
    at.do(commands.StartRound())
    ((one, two),) = at.meetings()
    at.drop(one, two).finish()
    # The second to leave had won already.
    assert _places(at)[two] == (1, 1)
    assert _places(at)[one] == (2, 2)


def test_the_loser_of_a_bracket_game_just_leaves() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().rounds(1)
    loser = at.meetings()[0][1]
    assert at.do(commands.DropPlayer(PlayerId(loser))) == (facts.PlayerDropped(PlayerId(loser), RoundNo(3)),)


def test_a_winner_who_is_disqualified_between_rounds_gives_the_next_opponent_a_bye() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().rounds(1)
    winner, other = at.meetings()[0][0], at.meetings()[1][0]
    at.do(commands.DisqualifyPlayer(PlayerId(winner), typed("cheating")))
    at.pair()
    assert (at.meetings(), at.resting()) == ([], [other])
    assert not verify(at.journal.entries).findings


def test_a_winner_who_leaves_between_rounds_gives_the_next_opponent_a_bye() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().rounds(1)
    winner, other = at.meetings()[0][0], at.meetings()[1][0]
    at.drop(winner).pair()
    assert (at.meetings(), at.resting()) == ([], [other])


def test_a_cut_by_points_has_nobody_in_line() -> None:
    at = desk(players=8, **custom(1, 6, cut_kind="at-least-points")).rounds(1, lower_wins)
    at.do(commands.MakeCut())
    seeds = at.state.seeds
    assert seeds is not None
    (_, replaced) = at.do(commands.DropPlayer(seeds[0]))
    assert replaced == facts.CutReplaced(seeds[0], None, seeds[1:])
    at.begin().pair()
    # Three seeds: the first has a bye.
    assert at.resting() == [seeds[1]]


def test_when_every_seed_leaves_nobody_else_takes_the_bracket() -> None:
    at = desk(players=8, **custom(1, 6, cut_kind="at-least-points")).rounds(1, lower_wins)
    at.do(commands.MakeCut())
    seeds = at.state.seeds
    assert seeds is not None
    first, *rest = seeds
    at.drop(*rest)
    at.begin().drop(first)
    assert at.state.seeds == ()
    at.refused(commands.ProposeRound(at.link()), "attendance", "nobody to pair")
    at.finish("the seeds have all left")
    assert _tiled(at.state.places or ())


def test_a_stage_does_not_start_with_seeds_who_have_all_left() -> None:
    at = desk(players=8, **custom(1, 6, cut_kind="at-least-points")).rounds(1, lower_wins)
    at.do(commands.MakeCut())
    at.drop(*(at.state.seeds or ()))
    at.refused(commands.StartStage(), "attendance", "finish the tournament")


def test_one_seed_alone_has_won() -> None:
    at = desk(players=4, **custom(1, 2)).rounds(1).drop(1, 2, 3)
    at.do(commands.MakeCut())
    at.begin().pair()
    assert at.resting() == [4]
    at.finish()
    assert _places(at)[4] == (1, 1)


def test_a_bracket_round_is_not_voided_under_a_seed_with_a_bye_who_has_left() -> None:
    at = desk(players=8, **custom(1, 6, cut_kind="at-least-points")).rounds(1, lower_wins)
    at.do(commands.MakeCut())
    seeds = at.state.seeds
    assert seeds is not None
    at.drop(seeds[3]).begin().pair()
    at.do(commands.StartRound())
    bye = at.resting()[0]
    assert at.do(commands.DropPlayer(PlayerId(bye))) == (facts.PlayerDropped(PlayerId(bye), RoundNo(2)),)
    # Drawn anew from the seeds it would have them in it again.
    refusal = at.refused(
        commands.VoidRound(typed("drawn wrongly")), "has-results", "undo that first, or play on"
    )
    assert refusal.clause == "COM-ELIM-4"
    opponent = at.meetings()[0][0]
    at.play().pair()
    assert (at.meetings(), at.resting()) == ([], [opponent])


def test_b24_the_places_of_a_bracket_are_shared_by_round() -> None:
    at = desk(players=8, **custom(3, 4)).rounds(3, lower_wins)
    order = queries.table(at.state).order
    at.cut().rounds(2, first_wins).finish()
    places = _places(at)
    assert [places[player] for player in order] == [
        (1, 1),
        (2, 2),
        (3, 4),
        (3, 4),
        (5, 5),
        (6, 6),
        (7, 7),
        (8, 8),
    ]


def test_b24_those_out_in_the_same_round_may_be_ordered_by_swiss() -> None:
    at = desk(players=8, **custom(3, 4, variants={"eliminated": "by-swiss"})).rounds(3, lower_wins)
    order = queries.table(at.state).order
    at.cut().rounds(2, first_wins).finish()
    assert [player for player, _ in sorted(_places(at).items(), key=lambda item: item[1])] == list(order)


def test_finishing_needs_a_round_and_before_the_end_a_reason() -> None:
    at = desk(players=8)
    at.refused(commands.FinishTournament(typed("fire alarm")), "results-missing", "Nothing has been played")
    at.pair().refused(commands.FinishTournament(), "reason-missing", "finish early", "round 1 lacks results")
    at.play().refused(commands.FinishTournament(), "reason-missing", "3 Swiss rounds are still to come")
    (fact,) = at.do(commands.FinishTournament(typed("fire alarm")))
    assert isinstance(fact, facts.TournamentFinished)
    assert fact.reason == typed("fire alarm").seal
    assert _tiled(fact.places)


def test_what_is_left_is_named_when_a_cut_or_bracket_is_open() -> None:
    at = desk(players=8, **custom(1, 4)).rounds(1)
    at.refused(commands.FinishTournament(), "reason-missing", "the cut has not been played")
    at.cut().refused(commands.FinishTournament(), "reason-missing", "the elimination is not over")
    at.rounds(1).refused(commands.FinishTournament(), "reason-missing", "the elimination is not over")
    at.rounds(1).finish()


@pytest.mark.parametrize("reason", ["x" * 501, "\ud800", "\x00"])
def test_the_reason_of_an_end_is_short_and_can_be_written(reason: str) -> None:
    for at in (desk(players=4).rounds(1), desk(players=4, **custom(1)).rounds(1)):
        at.refused(commands.FinishTournament(typed(reason)), "reason-missing")


def test_after_the_end_only_reopening_and_undo_are_possible() -> None:
    at = desk(players=4, **custom(1)).rounds(1)
    at.refused(commands.ReopenTournament(typed("x")), "not-finished", "not finished")
    at.finish()
    for command in (commands.DropPlayer(PlayerId(1)), commands.FinishTournament(), commands.MakeCut()):
        at.refused(command, "finished", "reopen it first")
    at.refused(commands.ReopenTournament(typed("")), "reason-missing", "Give a reason to reopen")
    assert at.do(commands.ReopenTournament(typed("a result was wrong"))) == (
        facts.TournamentReopened(typed("a result was wrong").seal),
    )
    at.correct(1, 1, won_by(at.state.regulations, 1))
    at.finish()
    at.do(commands.Retract())
    assert at.state.places is None


def test_ended_early_those_still_in_share_the_best_places() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().rounds(1)
    finalists = {meeting[0] for meeting in at.meetings()}
    at.finish("the hall closes")
    assert {player for player, place in _places(at).items() if place == (1, 2)} == finalists
    assert _tiled(at.state.places or ())


def test_ended_inside_a_round_the_losers_come_after_everybody_still_in() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().pair()
    at.report(1, at.win(1, 0))
    loser = at.meetings()[0][1]
    at.finish("the hall closes")
    assert _places(at)[loser] == (4, 4)
    assert _tiled(at.state.places or ())


def test_ended_early_who_won_and_left_still_has_a_place() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().rounds(1)
    winner, other = at.meetings()[0][0], at.meetings()[1][0]
    at.drop(winner).finish("the final cannot be played")
    assert _places(at)[other] == (1, 1)
    assert _places(at)[winner] == (2, 2)
    assert _tiled(at.state.places or ())


def test_ended_before_the_bracket_the_swiss_places_stand() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins)
    order = queries.table(at.state).order
    at.cut().finish("the hall closes")
    assert [place.player for place in at.state.places or ()] == list(order)


def test_c7_a_disqualified_finalist_has_no_place_and_the_others_move_up() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().rounds(2, first_wins)
    champion, second = at.meetings()[0]
    at.do(commands.DisqualifyPlayer(PlayerId(champion), typed("cheating")))
    at.finish()
    places = _places(at)
    assert champion not in places
    assert places[second] == (1, 1)
    assert _tiled(at.state.places or ())


@pytest.mark.parametrize("given", [{}, {"first_stage": "elimination"}, custom(2, 2), custom(2, 4)])
def test_final_places_are_a_plain_fold_and_tile(given: dict[str, Any]) -> None:
    for players in (4, 5, 7):
        at = desk(players=players, **given)
        while True:
            if at.state.plan and at.state.plan.has_cut and len(at.state.rounds) == at.state.plan.rounds:
                at.cut()
            at.journal.submit(commands.FinishTournament())
            if at.state.places is not None:
                break
            at.rounds(1, lower_wins)
        assert at.state.places == final_places(at.state)
        assert _tiled(at.state.places)
        assert len(at.state.places) == players


def _upset(at: Desk) -> tuple[PlayerId, ...]:
    """Correct a result of the last Swiss round so that the cut would be another; the seeds as they were."""
    seeds = at.state.seeds
    assert seeds is not None
    last = len(queries.swiss_rounds(at.state))
    for table, match in sorted(at.state.rounds[last - 1].matches.items()):
        loser = match.pairing.players[1 if match.outcome and match.outcome.winner == 0 else 0]
        if loser not in seeds:
            seat = match.pairing.players.index(loser)
            at.correct(last, table, won_by(at.state.regulations, 0 if seat == 0 else 1, 3, by=1000))
    return seeds


def test_a_cut_is_made_anew_after_a_correction_while_no_round_of_it_is_published() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut()
    at.refused(commands.MakeCut(), "no-cut", "has been made")
    before = _upset(at)
    (made,) = at.do(commands.MakeCut())
    assert made == facts.CutMade(queries.table(at.state).order[:4], 4)
    assert at.state.seeds != before
    assert [stage.format for stage in at.state.stages] == ["swiss"]
    at.refused(commands.MakeCut(), "no-cut", "has been made")
    one = at.state.rounds[1].matches[TableNo(1)]
    assert isinstance(one.report, MarginReport)
    assert one.outcome is not None
    assert one.outcome.winner is not None
    by = max(tally.destroyed for tally in one.report.scores) + 1
    at.correct(
        2, 1, won_by(at.state.regulations, 0 if one.outcome.winner == 0 else 1, by=by), "the same seeds"
    )
    at.refused(commands.MakeCut(), "no-cut", "has been made")
    at.begin().pair()
    at.refused(commands.MakeCut(), "no-cut", "has been made")
    at.play().pair().play().finish()
    assert _tiled(at.state.places or ())
    assert not verify(at.journal.entries).findings


def test_a_correction_before_the_cut_does_not_open_it_again_when_somebody_leaves() -> None:
    at = desk(players=8, **custom(1, 4, cut_kind="top-with-ties")).rounds(1, lower_wins)
    at.correct(1, 1, won_by(at.state.regulations, lower_wins(at.round.matches[TableNo(1)]), by=400))
    at.do(commands.MakeCut())
    seeds = at.state.seeds or ()
    at.drop(seeds[0])
    at.refused(commands.MakeCut(), "no-cut", "has been made")


def test_a_published_bracket_is_voided_before_the_cut_is_made_anew() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, lower_wins).cut().pair()
    before = _upset(at)
    at.refused(commands.MakeCut(), "no-cut", "has been made")
    at.do(commands.VoidRound(typed("the last Swiss round was corrected")))
    at.do(commands.MakeCut())
    at.begin().pair()
    one, two = at.state.seeds or (), before
    assert one != two
    assert at.meetings() == [(one[0], one[3]), (one[1], one[2])]
    assert not verify(at.journal.entries).findings
