"""Victory tokens, and each player's share of them (Legion)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from muster.core.ids import Seat, other
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.decisions import (
    AGAINST_ONE,
    by_hand,
    by_part,
    ending,
    given_up,
    given_up_clause,
    survivor,
    whole_force,
)
from muster.core.scoring.problems import (
    Problem,
    count_problems,
    end_problems,
    seat_problems,
    surplus_culprit,
)
from muster.core.scoring.reports import ShareReport
from muster.core.scoring.scored import Decision, Scored, Step, player, reckoned, undecided, won
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import ShareScoring, TieOrder

ON_TOKENS: Final[frozenset[EndId]] = frozenset({"rounds", "time", "mutual-destruction"})
"""The ways of ending in which tokens, and what breaks their ties, decide who won."""

DECISIVE: Final = ("tokens", "scores")
"""The fields on which it rests who won by tokens."""

ENDS: Final[frozenset[EndId]] = ON_TOKENS | AGAINST_ONE.keys() | {"defeated", "double-loss"}

NONE: Final = Fraction(0)
ALL: Final = Fraction(1)


def score_share(
    report: ShareReport, rules: ShareScoring, regulations: Regulations
) -> Scored | tuple[Problem, ...]:
    """Score one game by the shares of its victory tokens."""

    def award(winner: Seat | None, step: Step) -> Scored:
        outcome, last = _award(report, rules, winner)
        return Scored(outcome, (step, last))

    found = _problems(report, rules, regulations)
    decisive = DECISIVE if report.end in ON_TOKENS else ()
    return reckoned(found, decisive, lambda: _decide(report, rules, regulations), report.winner, award)


def _problems(report: ShareReport, rules: ShareScoring, regulations: Regulations) -> list[Problem]:
    found = [
        *end_problems(report.end, regulations, ENDS),
        *count_problems("tokens", report.tokens, "the victory tokens"),
        *count_problems("scores", report.scores, f"the {regulations.force} points defeated"),
        *seat_problems(deciding=report.deciding, winner=report.winner, by=report.by),
        *surplus_culprit(report.by, report.end in AGAINST_ONE),
    ]
    if report.end == "no-show" and any([*report.tokens, *report.scores]):
        found.append(Problem("tokens", "No game was played: leave tokens and scores at 0."))
    if report.agreed_to_score and report.end != "concession":
        says = "Only a conceded game is scored by agreement: take this back."
        found.append(Problem("agreed_to_score", says, rules.share.scored_concession_clause))
    return found


def _decide(report: ShareReport, rules: ShareScoring, regulations: Regulations) -> Decision | Problem:
    """Who won and why, or what is missing to say so."""
    match report.end:
        case "defeated":
            return survivor(report.winner, rules.wiped_out, regulations)
        case "rounds" | "time":
            return _in_order(report, regulations, rules.at_the_end, report.scores)
        case "mutual-destruction":
            counted = [whole_force(score, rules.wiped_out) for score in report.scores]
            return _in_order(report, regulations, rules.mutual_destruction, counted)
        case "double-loss":
            return None, Step("Both players were given a loss.", rules.double_loss.clause)
        case _:
            return given_up(report.end, report.by, regulations)


def _in_order(
    report: ShareReport, regulations: Regulations, rule: TieOrder, scores: Sequence[int]
) -> Decision | Problem:
    """Compare by each criterion in turn until one tells the players apart."""
    cited = ending(report.end, regulations)
    for way in rule.by:
        if way == "role":
            return by_part(report.deciding, regulations, "Everything is equal", cited)
        values = report.tokens if way == "tokens" else scores
        if values[0] != values[1]:
            winner: Seat = 0 if values[0] > values[1] else 1
            what = "victory tokens" if way == "tokens" else "points defeated"
            says = f"{player(winner)} wins with more {what}, {max(values)} to {min(values)}."
            return winner, Step(says, cited.clause)
    return by_hand(report.winner, "Everything is equal", "roll", cited)


def _award(report: ShareReport, rules: ShareScoring, winner: Seat | None) -> tuple[Outcome, Step]:
    """The points and shares of the decided game, and why."""
    points = rules.points
    if winner is None:
        nothing = SideOutcome("loss", 0, share=NONE)
        return undecided((nothing, nothing)), Step("Neither has a share.", rules.double_loss.clause)
    mine, theirs, step = _shares(report, rules, winner)
    win = SideOutcome("win", points.win, share=mine, averaged=mine is None)
    return won(winner, win, SideOutcome("loss", points.loss, share=theirs)), step


def _shares(report: ShareReport, rules: ShareScoring, winner: Seat) -> tuple[Fraction | None, Fraction, Step]:
    """The winner's share (None: the average of other games), the loser's, and why."""
    rule, loser = rules.share, other(winner)
    if report.end == "defeated":
        says = f"{player(winner)} defeated {rules.wiped_out.what} and has the whole share."
        return ALL, NONE, Step(says, rule.wiped_out_clause)
    if report.end in AGAINST_ONE and not report.agreed_to_score:
        says = f"{player(winner)} gets the average share of the other games, {player(loser)} none."
        return None, NONE, Step(says, given_up_clause(report.end, rules))
    clause = rule.scored_concession_clause if report.agreed_to_score else rule.clause
    total = sum(report.tokens)
    if report.tokens[0] == report.tokens[1]:
        return rule.tie, rule.tie, Step(f"Equal victory tokens: {rule.tie} each.", clause)
    mine, theirs = report.tokens[winner], report.tokens[loser]
    says = f"{player(winner)} has {mine} and {player(loser)} {theirs} of {total} victory tokens."
    return Fraction(mine, total), Fraction(theirs, total), Step(says, clause)
