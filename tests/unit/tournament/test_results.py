"""Results: reported, confirmed, disputed, corrected; the games' windows for corrections."""

from __future__ import annotations

import pytest

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import GamesReport, MarginReport, ShareReport, Tally
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.acts.corrections import opens_by_undo
from muster.core.tournament.commands import ConfirmResult, CorrectResult, DisputeResult, ReportResult, Retract
from tournament_cases import Desk, absent, custom, desk, first_wins, lower_wins, typed, won_by

ONE = TableNo(1)


def _two(at: Desk) -> tuple[PlayerId, PlayerId]:
    return at.round.matches[ONE].pairing.pair


def _status(at: Desk, round_no: int = 1) -> str:
    return at.state.rounds[round_no - 1].matches[ONE].status


def report(at: Desk, by: PlayerId | None, seat: int = 0, round_no: int = 1, table: int = 1) -> ReportResult:
    return ReportResult(RoundNo(round_no), TableNo(table), won_by(at.state.regulations, 1 if seat else 0), by)


def test_staff_report_a_result_at_once_for_good() -> None:
    at = desk().pair()
    (fact,) = at.do(report(at, None))
    assert isinstance(fact, facts.ResultReported)
    assert fact.outcome.winner == 0
    assert _status(at) == "confirmed"
    at.refused(report(at, None, 1), "already-recorded", "correct it instead")


def test_the_opponents_equal_report_confirms_a_players() -> None:
    at = desk().pair()
    one, two = _two(at)
    at.do(report(at, one))
    assert _status(at) == "reported"
    assert at.do(report(at, two)) == (facts.ResultConfirmed(RoundNo(1), ONE, two),)
    at.refused(report(at, one), "already-recorded", "with the staff")


def test_the_opponents_different_report_disputes_a_players_and_staff_settle_it() -> None:
    at = desk().pair()
    one, two = _two(at)
    at.do(report(at, one))
    (fact,) = at.do(report(at, two, 1))
    assert fact == facts.ResultDisputed(RoundNo(1), ONE, two, report(at, two, 1).report)
    assert not at.round.matches[ONE].settled
    at.refused(report(at, one), "already-recorded", "with the staff")
    at.do(report(at, None, 1))
    match = at.round.matches[ONE]
    assert (match.status, match.dispute, match.by) == ("confirmed", None, None)


def test_a_player_may_change_their_own_report_until_it_is_confirmed() -> None:
    at = desk().pair()
    one, _ = _two(at)
    at.do(report(at, one))
    at.do(report(at, one, 1))
    outcome = at.round.matches[ONE].outcome
    assert outcome is not None
    assert outcome.winner == 1


def test_the_opponent_or_staff_confirm_a_report() -> None:
    for by_staff in (True, False):
        at = desk().pair()
        one, two = _two(at)
        at.refused(ConfirmResult(RoundNo(1), ONE), "nothing-recorded", "no report that waits")
        at.do(report(at, one))
        at.refused(ConfirmResult(RoundNo(1), ONE, one), "not-at-table", "The opponent of player", "or staff")
        at.refused(ConfirmResult(RoundNo(1), ONE, PlayerId(99)), "not-at-table", "does not play at table 1")
        at.do(ConfirmResult(RoundNo(1), ONE, None if by_staff else two))
        assert _status(at) == "confirmed"


def test_who_disputed_may_still_agree() -> None:
    at = desk().pair()
    one, two = _two(at)
    at.do(report(at, one))
    at.do(DisputeResult(RoundNo(1), ONE, two))
    at.refused(DisputeResult(RoundNo(1), ONE, two), "nothing-recorded", "no report that waits")
    at.do(ConfirmResult(RoundNo(1), ONE, two))
    assert _status(at) == "confirmed"


def test_a_dispute_needs_the_opponent_and_a_possible_version() -> None:
    at = desk().pair()
    one, two = _two(at)
    at.refused(DisputeResult(RoundNo(1), ONE, two), "nothing-recorded")
    at.do(report(at, one))
    at.refused(DisputeResult(RoundNo(1), ONE, one), "not-at-table", "must dispute")
    at.refused(DisputeResult(RoundNo(1), ONE, PlayerId(99)), "not-at-table")
    impossible = MarginReport(end="time", scores=(Tally(), Tally()))
    at.refused(DisputeResult(RoundNo(1), ONE, two, impossible), "bad-result", "deciding")
    at.refused(DisputeResult(RoundNo(7), ONE, two), "no-round")
    at.do(DisputeResult(RoundNo(1), ONE, two, absent(at.state.regulations, 0)))
    assert at.round.matches[ONE].dispute == absent(at.state.regulations, 0)


def test_a_result_belongs_to_a_round_and_a_table_there_are() -> None:
    at = desk()
    at.refused(report(at, None), "no-round", "no round yet")
    at.pair()
    for number in (0, -1, 2, 10**30):
        at.refused(report(at, None, round_no=number), "no-round", "only round 1")
        at.refused(ConfirmResult(RoundNo(number), ONE), "no-round")
        at.refused(CorrectResult(RoundNo(number), ONE, report(at, None).report, typed("x")), "no-round")
    at.refused(report(at, None, table=9), "no-table", "tables 1 to 4")
    at.play().rounds(1).refused(report(at, None, round_no=3), "no-round", "rounds 1 to 2")
    gone = desk(players=4).rounds(1).drop(1, 2, 3).pair()
    gone.refused(report(gone, None, round_no=2), "no-table", "no tables at all")


def test_only_the_two_at_the_table_and_staff_report() -> None:
    at = desk().pair()
    stranger = at.round.matches[TableNo(2)].pairing.players[0]
    at.refused(report(at, stranger), "not-at-table", "does not play at table 1")


def test_a_round_that_is_over_is_corrected_and_not_reported() -> None:
    at = desk().rounds(1).pair()
    at.refused(report(at, None), "window-closed", "correct its results instead")
    at.refused(DisputeResult(RoundNo(1), ONE, PlayerId(1)), "window-closed")


def test_d39b_an_impossible_result_is_refused_with_every_reason() -> None:
    at = desk().pair()
    wrong = MarginReport(end="no-show", scores=(Tally(-1), Tally(5)), by=None)
    refusal = at.refused(ReportResult(RoundNo(1), ONE, wrong), "bad-result", "not possible")
    assert {problem.field for problem in refusal.problems} == {"scores.destroyed", "by"}
    for other in (ShareReport(end="rounds"), GamesReport(end="decided", games=(0,))):
        at.refused(ReportResult(RoundNo(1), ONE, other), "bad-result", "fill in that form")


def test_a_walkover_of_the_bracket_is_not_reported_over_but_can_be_corrected() -> None:
    at = desk(players=8, **custom(1, 4)).rounds(1).cut().pair()
    at.do(commands.StartRound())
    one, _ = _two(at)
    at.drop(one)
    assert at.round.matches[ONE].settled
    at.refused(report(at, None, round_no=2), "already-recorded", "because a player left")
    at.correct(2, 1, won_by(at.state.regulations, 0), "the game was over before")
    outcome = at.round.matches[ONE].outcome
    assert outcome is not None
    assert outcome.winner == 0


def test_a_correction_replaces_a_result_and_says_why() -> None:
    at = desk().pair()
    at.refused(
        CorrectResult(RoundNo(1), ONE, report(at, None).report, typed("x")),
        "nothing-recorded",
        "report it instead",
    )
    at.do(report(at, None))
    right = report(at, None, 1).report
    at.refused(
        CorrectResult(RoundNo(1), ONE, report(at, None).report, typed("x")), "already-recorded", "change"
    )
    at.refused(CorrectResult(RoundNo(1), ONE, right, typed("")), "reason-missing", "Give a reason to correct")
    at.refused(CorrectResult(RoundNo(1), ONE, ShareReport(end="time"), typed("x")), "bad-result")
    (fact,) = at.correct(1, 1, right, "slip misread")
    assert isinstance(fact, facts.ResultCorrected)
    assert (fact.reason, fact.consequence) == (typed("slip misread").seal, "none")
    assert fact.outcome.winner == 1
    assert at.round.matches[ONE].corrections == 1


def test_a_correction_changes_the_standings() -> None:
    at = desk().rounds(1, lower_wins)
    one, two = _two(at)
    before = queries.table(at.state)
    at.correct(1, 1, report(at, None, 1 if one < two else 0).report)
    after = queries.table(at.state)
    assert after.row(min(one, two)).points < before.row(min(one, two)).points


def test_d39_unlimited_found_before_the_next_pairing_is_just_fixed() -> None:
    at = desk("unlimited-1.3", 8).rounds(1).propose()
    (fact,) = at.correct(1, 1, won_by(at.state.regulations, 1, 3))
    assert isinstance(fact, facts.ResultCorrected)
    assert fact.consequence == "none"
    assert at.state.proposal is None


def test_d39_unlimited_found_when_paired_but_not_started_re_pairs() -> None:
    at = desk("unlimited-1.3", 8).rounds(1).pair()
    (fact,) = at.correct(1, 1, won_by(at.state.regulations, 1, 3))
    assert isinstance(fact, facts.ResultCorrected)
    assert fact.consequence == "re-pair-affected"
    at.do(commands.VoidRound(typed("a result of round 1 was wrong")))
    at.pair()


@pytest.mark.parametrize("how", ["started", "first result"])
def test_d39_unlimited_found_after_the_start_keeps_the_pairings(how: str) -> None:
    at = desk("unlimited-1.3", 8).rounds(1).pair()
    if how == "started":
        at.do(commands.StartRound())
    else:
        at.report(1, at.win(1, 0))
    (fact,) = at.correct(1, 1, won_by(at.state.regulations, 1, 3))
    assert isinstance(fact, facts.ResultCorrected)
    assert fact.consequence == "pairings-stand"


def test_d39_an_older_round_never_changes_pairings() -> None:
    at = desk("unlimited-1.3", 8).rounds(2).pair()
    (fact,) = at.correct(1, 1, won_by(at.state.regulations, 1, 3))
    assert isinstance(fact, facts.ResultCorrected)
    assert fact.consequence == "pairings-stand"


@pytest.mark.parametrize("round_no", [1, 2])
def test_a_correction_under_a_cut_says_that_the_bracket_rests_on_it(round_no: int) -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2)
    at.do(commands.MakeCut())
    (fact,) = at.correct(round_no, 1, report(at, None, 1).report)
    assert isinstance(fact, facts.ResultCorrected)
    assert fact.consequence == "re-pair-affected"
    at.begin().pair()
    at.do(commands.StartRound())
    (fact,) = at.correct(round_no, 1, report(at, None, 0).report)
    assert isinstance(fact, facts.ResultCorrected)
    assert fact.consequence == "pairings-stand"


def test_once_the_cut_is_made_swiss_results_are_only_corrected() -> None:
    at = desk(players=8, **custom(1, 4)).pair()
    one, two = _two(at)
    at.do(report(at, one))
    at.play().do(commands.MakeCut())
    at.refused(report(at, one, 1), "window-closed", "correct")
    at.refused(report(at, None, 1), "window-closed", "correct")
    at.refused(DisputeResult(RoundNo(1), ONE, two), "window-closed", "correct")
    at.begin().refused(DisputeResult(RoundNo(1), ONE, two), "window-closed", "correct")
    at.do(ConfirmResult(RoundNo(1), ONE, two))


def test_d39_legion_round_1_is_corrected_in_round_3_and_not_in_round_4() -> None:
    at = desk("legion-2.0", 8, **custom(5)).rounds(2).pair()
    at.correct(1, 1, report(at, None, 1).report)
    at.play().pair()
    refusal = at.refused(
        CorrectResult(RoundNo(1), ONE, report(at, None, 0).report, typed("x")),
        "window-closed",
        "2 further rounds",
    )
    assert refusal.clause == "LEG-REPORT-2"
    at.correct(2, 1, report(at, None, 1).report)


def test_b25_legion_round_1_is_corrected_until_round_3_is_complete() -> None:
    at = desk("legion-2.0", 8, **custom(5)).rounds(3)
    at.refused(CorrectResult(RoundNo(1), ONE, report(at, None, 1).report, typed("x")), "window-closed")
    at.correct(2, 1, report(at, None, 1).report)


def test_b25_in_legion_the_cut_closes_every_swiss_round() -> None:
    at = desk("legion-2.0", 9, **custom(3, 2)).rounds(3)
    at.do(commands.MakeCut())
    at.refused(
        CorrectResult(RoundNo(3), ONE, report(at, None, 1).report, typed("x")), "window-closed", "cut is made"
    )
    at.begin().rounds(1)
    at.correct(4, 1, report(at, None, 1).report)


def test_a_winner_the_next_bracket_round_rests_on_stays() -> None:
    at = desk(players=8, **custom(1, 4)).rounds(1).cut().rounds(1, first_wins).pair()
    refusal = at.refused(
        CorrectResult(RoundNo(2), ONE, report(at, None, 1).report, typed("x")),
        "window-closed",
        "void that round first",
    )
    assert refusal.clause == "COM-ELIM-2"
    at.correct(2, 1, won_by(at.state.regulations, 0, by=30), "the margin was wrong")
    at.do(commands.VoidRound(typed("wrong winner")))
    at.correct(2, 1, report(at, None, 1).report)


@pytest.mark.parametrize("regulations_id", ["armada-4.0", "armada-pl", "runewars-2.2.2"])
def test_b25_elsewhere_any_round_can_be_corrected_any_time(regulations_id: str) -> None:
    at = desk(regulations_id, 8, **custom(4)).rounds(4)
    at.correct(1, 1, report(at, None, 1).report)


def test_b36_a_drawn_match_of_unlimited_gives_a_point_each() -> None:
    at = desk("unlimited-1.3", 4).pair()
    at.report(1, GamesReport(end="time", games=(0, 1)))
    outcome = at.round.matches[ONE].outcome
    assert outcome is not None
    assert [side.points for side in outcome.sides] == [1, 1]


def test_b47_a_double_loss_gives_nobody_anything() -> None:
    at = desk("legion-2.0", 4).pair()
    at.report(1, ShareReport(end="double-loss"))
    outcome = at.round.matches[ONE].outcome
    assert outcome is not None
    assert outcome.winner is None
    assert [(side.verdict, side.points) for side in outcome.sides] == [("loss", 0), ("loss", 0)]


def test_a_window_that_the_cut_closed_opens_when_the_cut_is_undone() -> None:
    at = desk("legion-2.0", 8, **custom(3, 4)).rounds(3)
    last, first = at.round, at.state.rounds[0]
    assert not opens_by_undo(at.state, last)
    at.cut()
    assert opens_by_undo(at.state, last)
    assert not opens_by_undo(at.state, first)  # two further rounds are over, cut or no cut
    at.drop(8)
    assert opens_by_undo(at.state, last)
    while at.state.seeds is not None:
        at.do(Retract())
    at.correct(3, 1, report(at, None, 1).report)
    at.cut().pair()
    assert not opens_by_undo(at.state, last)


def test_a_round_of_one_table_says_which() -> None:
    at = desk(players=2, **custom(1)).pair()
    at.refused(
        ReportResult(RoundNo(1), TableNo(7), at.win(1, 0)), "no-table", "round 1, which has only table 1."
    )
