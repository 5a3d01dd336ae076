"""Results at tables of three and four: everybody who came has to agree, and one who does not is heard."""

from __future__ import annotations

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament.commands import ConfirmResult, DisputeResult, ReportResult
from tournament_cases import Desk, desk

ONE, FIRST = RoundNo(1), TableNo(1)


def _four() -> tuple[Desk, tuple[PlayerId, ...]]:
    at = desk("twin-suns-1.3", players=4).pair()
    players = at.round.matches[FIRST].pairing.players
    at.do(ReportResult(ONE, FIRST, PlacingReport(end="decided", left=(12, 7, 3, 0)), players[0]))
    return at, players


def _status(at: Desk) -> str:
    return at.round.matches[FIRST].status


def test_a_report_is_settled_once_everybody_else_has_agreed() -> None:
    at, (_, *others) = _four()
    for player in others:
        assert _status(at) == "reported"
        at.do(ConfirmResult(ONE, FIRST, player))
    assert _status(at) == "confirmed"


def test_nobody_agrees_over_the_head_of_somebody_who_does_not() -> None:
    at, (_, second, third, fourth) = _four()
    at.do(ConfirmResult(ONE, FIRST, second))
    at.do(DisputeResult(ONE, FIRST, third))
    at.refused(ConfirmResult(ONE, FIRST, fourth), "already-recorded", "with the staff")
    at.refused(ConfirmResult(ONE, FIRST, second), "already-recorded", "with the staff")
    assert _status(at) == "disputed"


def test_whoever_comes_round_leaves_the_word_to_those_who_have_not_spoken() -> None:
    at, (_, second, third, fourth) = _four()
    at.do(ConfirmResult(ONE, FIRST, second))
    at.do(DisputeResult(ONE, FIRST, third))
    at.do(ConfirmResult(ONE, FIRST, third))
    assert at.round.matches[FIRST].asked == (fourth,)
    at.do(ConfirmResult(ONE, FIRST, fourth))
    assert _status(at) == "confirmed"


def test_whoever_had_agreed_may_still_see_that_it_was_wrong_and_come_round_again() -> None:
    at, (_, second, third, fourth) = _four()
    at.do(ConfirmResult(ONE, FIRST, second))
    at.do(DisputeResult(ONE, FIRST, second))
    at.do(ConfirmResult(ONE, FIRST, second))
    assert at.round.matches[FIRST].asked == (third, fourth)
