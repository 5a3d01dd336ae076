"""Whether the outcome of a game of shares follows from its report; nothing is shared with the code that makes it."""

from __future__ import annotations

from fractions import Fraction

from muster.core.ids import SEATS, Seat
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.findings import (
    GIVEN_UP,
    Findings,
    opponent,
    pair_winner,
    side_follows,
    winner_follows,
)
from muster.core.scoring.reports import ShareReport
from muster.rules.scoring import ShareScoring, TieOrder


def share_findings(report: ShareReport, outcome: Outcome, rules: ShareScoring) -> Findings:
    """What of the outcome does not follow."""
    seat = pair_winner(outcome)
    if seat is None:
        clause = rules.double_loss.clause
        yield from winner_follows(outcome, report.end == "double-loss" and report.winner is None, clause)
        for each in SEATS:
            yield from side_follows(outcome, each, SideOutcome("loss", 0, share=Fraction(0)), clause)
        return
    yield from winner_follows(outcome, _share_winner(report, rules, seat), rules.at_the_end.clause)
    averaged = report.end in GIVEN_UP and not report.agreed_to_score
    for each in SEATS:
        won = each == seat
        points = rules.points.win if won else rules.points.loss
        share = None if averaged and won else _part(report, rules, each, won, averaged)
        should = SideOutcome("win", points, share=share, averaged=averaged and won)
        yield from side_follows(outcome, each, should, rules.share.clause)


def _share_winner(report: ShareReport, rules: ShareScoring, seat: Seat) -> bool:
    """Whether the report makes this player the winner."""
    if report.winner not in (None, seat):
        return False
    if report.end in GIVEN_UP:
        return report.by == opponent(seat)
    if report.end == "defeated":
        return report.winner == seat
    if report.end not in ("rounds", "time", "mutual-destruction"):
        return False
    order = rules.mutual_destruction if report.end == "mutual-destruction" else rules.at_the_end
    mine, theirs = (_rank(report, rules, order, each) for each in (seat, opponent(seat)))
    return mine > theirs or (mine == theirs and report.winner == seat)


def _rank(report: ShareReport, rules: ShareScoring, order: TieOrder, seat: Seat) -> list[int]:
    """What is compared, in its order: the greater list wins."""
    score = report.scores[seat]
    if report.end == "mutual-destruction":
        score = max(score, rules.wiped_out.points) if rules.wiped_out.counts == "at-least" else 0
    values = {"tokens": report.tokens[seat], "score": score, "role": int(report.deciding == seat)}
    return [values[way] for way in order.by]


def _part(report: ShareReport, rules: ShareScoring, seat: Seat, won: bool, nothing: bool) -> Fraction:
    """A share that is not an average."""
    if nothing or report.end == "defeated":
        return Fraction(1 if won else 0)
    mine, theirs = report.tokens[seat], report.tokens[opponent(seat)]
    return rules.share.tie if mine == theirs else 1 - Fraction(theirs, mine + theirs)
