"""Victory tokens, and each player's share of them (Legion)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

from muster.core.ids import Seat
from muster.core.messages import Message, of_rules, say, whose
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.decisions import (
    AGAINST_ONE,
    EVERYTHING_EQUAL,
    by_hand,
    by_part,
    ending,
    given_up,
    given_up_clause,
    survivor,
    whole_force,
)
from muster.core.scoring.reports import ShareReport
from muster.core.scoring.scored import (
    MOST_TEXT,
    Decision,
    Problem,
    Scored,
    ScoringStep,
    count_problems,
    end_problems,
    own_first,
    scored,
    seat_problems,
    surplus_culprit,
    undecided,
    won,
)
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

    def award(winner: Seat | None, why: ScoringStep) -> Scored:
        outcome, last = _award(report, rules, winner)
        return Scored(outcome, (why, last))

    problems = _problems(report, rules, regulations)
    decisive = DECISIVE if report.end in ON_TOKENS else ()
    return scored(problems, decisive, lambda: _decide(report, rules, regulations), report.winner, award)


def scores_missing(report: ShareReport, rules: ShareScoring, *, given: bool) -> Problem | None:
    """That a table has to say what each defeated, for its tokens are equal; nothing said is not 0 to 0 (`LEG-END-1`).

    Args:
        report: what the table reports.
        rules: the way of scoring.
        given: whether the scores were said, be it that they are 0.
    """
    tied = report.end in ("rounds", "time") and report.tokens[0] == report.tokens[1]
    if given or not tied or "score" not in rules.at_the_end.by:
        return None
    says = say(
        "Victory tokens are equal, so the points of units defeated decide: enter them for both players, also "
        "where they are 0."
    )
    return Problem("scores", says, rules.at_the_end.clause)


def _problems(report: ShareReport, rules: ShareScoring, regulations: Regulations) -> list[Problem]:
    tokens_says = say("Enter the victory tokens as whole numbers from 0 to {most}.", most=MOST_TEXT)
    scores_says = say(
        "Enter the {force} points defeated as whole numbers from 0 to {most}.",
        force=whose(regulations.force),
        most=MOST_TEXT,
    )
    problems = [
        *end_problems(report.end, regulations, ENDS),
        *count_problems("tokens", report.tokens, tokens_says),
        *count_problems("scores", report.scores, scores_says),
        *seat_problems(deciding=report.deciding, winner=report.winner, by=report.by),
        *surplus_culprit(report.by, report.end in AGAINST_ONE),
    ]
    if report.end == "no-show" and any([*report.tokens, *report.scores]):
        problems.append(Problem("tokens", say("No game was played: leave tokens and scores at 0.")))
    if report.agreed_to_score and report.end != "concession":
        says = say("Only a conceded game is scored by agreement: take this back.")
        problems.append(Problem("agreed_to_score", says, rules.share.scored_concession_clause))
    return problems


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
            return None, ScoringStep(say("Both players were given a loss."), rules.double_loss.clause)
        case _:
            return given_up(report.end, report.by, regulations)


def _in_order(
    report: ShareReport, regulations: Regulations, rule: TieOrder, scores: Sequence[int]
) -> Decision | Problem:
    """Compare by each criterion in turn until one tells the players apart."""
    cited = ending(report.end, regulations)
    for way in rule.by:
        if way == "role":
            return by_part(report.deciding, regulations, EVERYTHING_EQUAL, cited)
        values = report.tokens if way == "tokens" else scores
        if values[0] != values[1]:
            winner: Seat = 0 if values[0] > values[1] else 1
            return winner, ScoringStep(_more_words(way, values), cited.clause, winner)
    return by_hand(report.winner, EVERYTHING_EQUAL, cited)


def _more_words(way: Literal["tokens", "score"], values: Sequence[int]) -> Message:
    more, fewer = max(values), min(values)
    if way == "tokens":
        return say("{winner} wins with more victory tokens, {more} to {fewer}.", more=more, fewer=fewer)
    return say("{winner} wins with more points defeated, {more} to {fewer}.", more=more, fewer=fewer)


def _award(report: ShareReport, rules: ShareScoring, winner: Seat | None) -> tuple[Outcome, ScoringStep]:
    """The points and shares of the decided game, and why."""
    points = rules.points
    if winner is None:
        nothing = SideOutcome("loss", 0, share=NONE)
        return undecided((nothing, nothing)), ScoringStep(
            say("Neither has a share."), rules.double_loss.clause
        )
    mine, theirs, why = _shares(report, rules, winner)
    win = SideOutcome("win", points.win, share=mine, averaged=mine is None)
    return won(winner, win, SideOutcome("loss", points.loss, share=theirs)), why


def _shares(
    report: ShareReport, rules: ShareScoring, winner: Seat
) -> tuple[Fraction | None, Fraction, ScoringStep]:
    """The winner's share (None: the average of other games), the loser's, and why."""
    rule = rules.share
    if report.end == "defeated":
        says = say("{winner} defeated {what} and has the whole share.", what=of_rules(rules.wiped_out.what))
        return ALL, NONE, ScoringStep(says, rule.wiped_out_clause, winner)
    if report.end in AGAINST_ONE and not report.agreed_to_score:
        says = say("{winner} gets the average share of the other games, {loser} none.")
        clause = given_up_clause(report.end, rules)
        return None, NONE, ScoringStep(says, clause, winner)
    clause = rule.scored_concession_clause if report.agreed_to_score else rule.clause
    total = sum(report.tokens)
    if report.tokens[0] == report.tokens[1]:
        says = say("Equal victory tokens: {share} each.", share=str(rule.tie))
        return rule.tie, rule.tie, ScoringStep(says, clause)
    mine, theirs = own_first(winner, report.tokens)
    says = say(
        "{winner} has {mine} and {loser} {theirs} of {total} victory tokens.",
        mine=mine,
        theirs=theirs,
        total=total,
    )
    shares = Fraction(mine, total), Fraction(theirs, total)
    return *shares, ScoringStep(says, clause, winner)
