"""An independent look at a recorded outcome: does every number of it follow from the report?

Nothing here is shared with the code that makes outcomes. The outcome is taken as a claim, and every statement
in it is held against the report and the regulations.
"""

from __future__ import annotations

from typing import Literal

from muster.core.ids import SEATS, TableSeat
from muster.core.messages import say
from muster.core.outcomes import Outcome, SideOutcome, Verdict
from muster.core.scoring.check_games import MatchOfGames, games_findings
from muster.core.scoring.check_margin import Scores, margin_findings
from muster.core.scoring.check_share import share_findings
from muster.core.scoring.findings import Findings, OutcomeFinding, same, side_follows, winner_follows
from muster.core.scoring.reports import (
    GamesReport,
    MarginReport,
    PairReport,
    PlacingReport,
    Report,
    ShareReport,
)
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, ShareScoring
from muster.rules.variants import Variants


def check(
    report: Report,
    outcome: Outcome,
    regulations: Regulations,
    *,
    stage: Literal["swiss", "elimination"],
    best_of: Literal[1, 3] = 1,
    variants: Variants,
) -> tuple[OutcomeFinding, ...]:
    """Everything in the outcome that does not follow from the report; nothing if all of it does.

    The report is taken to be one that can be scored; whether it is, `score` says.
    """
    rules = regulations.scoring
    if isinstance(rules, PlacingScoring) and isinstance(report, PlacingReport):
        return tuple(_table(report, outcome, rules, variants))
    strangers = outcome.winner is not None and outcome.winner not in SEATS
    if isinstance(report, PlacingReport) or len(outcome.sides) != len(SEATS) or strangers:
        return _wrong_kind(regulations)
    if isinstance(rules, MarginScoring) and isinstance(report, MarginReport):
        found = margin_findings(Scores(report, rules, regulations, variants, stage), outcome)
    elif isinstance(rules, ShareScoring) and isinstance(report, ShareReport):
        found = share_findings(report, outcome, rules)
    elif isinstance(rules, GamesScoring) and isinstance(report, GamesReport):
        found = games_findings(MatchOfGames(report, rules, stage, best_of), outcome, regulations, variants)
    else:
        return _wrong_kind(regulations)
    return (*_verdicts(report, outcome, regulations), *found)


def _wrong_kind(regulations: Regulations) -> tuple[OutcomeFinding, ...]:
    says = say("These regulations are scored by another kind of report.")
    return (OutcomeFinding("report", says, regulations.ends[0].clause),)


def _verdicts(report: PairReport, outcome: Outcome, regulations: Regulations) -> Findings:
    """Verdicts agree with the winner; and where nobody won, with the way the match ended."""
    clause = next(
        (end.clause for end in regulations.ends if end.id == report.end), regulations.ends[0].clause
    )
    lost = report.end == "double-loss"
    for seat in SEATS:
        nobody = "loss" if lost else "draw"
        should = nobody if outcome.winner is None else "win" if outcome.winner == seat else "loss"
        yield from same(f"sides.{seat}.verdict", outcome.sides[seat].verdict, should, clause)


def _table(report: PlacingReport, outcome: Outcome, rules: PlacingScoring, variants: Variants) -> Findings:
    every: tuple[TableSeat, ...] = (0, 1, 2, 3, 4)
    seats = every[: len(report.left)]
    if len(outcome.sides) != len(seats):
        yield OutcomeFinding(
            "sides", say("It is not of those who were to sit at the table."), rules.points.clause
        )
        return
    better = {seat: sum(_ahead(report, other, seat) for other in seats) for seat in seats}
    worse = {seat: sum(_ahead(report, seat, other) for other in seats) for seat in seats}
    nothing = {*report.absent, *report.lost}
    alone = [
        seat for seat in seats if not better[seat] and worse[seat] == len(seats) - 1 and seat not in nothing
    ]
    yield from winner_follows(outcome, outcome.winner == (alone[0] if alone else None), rules.points.clause)
    for seat in seats:
        first = better[seat] == 0 and seat not in nothing
        verdict: Verdict = "loss" if not first else "win" if seat in alone else "draw"
        at = better[seat] if variants.tied_places == "higher" else len(seats) - 1 - worse[seat]
        points = 0 if seat in nothing else _points_at(rules, at, len(seats) - len(report.absent))
        games = (int(verdict == "win"), int(verdict == "loss"), int(verdict == "draw"))
        should = SideOutcome(verdict, points, games=games, place=better[seat] + 1)
        yield from same(f"sides.{seat}.verdict", outcome.sides[seat].verdict, verdict, rules.points.clause)
        yield from side_follows(outcome, seat, should, rules.points.clause)


def _ahead(report: PlacingReport, one: TableSeat, two: TableSeat) -> bool:
    """Whether one came before another: by what was written down, else by staying, by what is left, by leaving later."""
    if report.places is not None:
        return report.places[one] < report.places[two]
    last = {*report.absent, *report.lost}
    if one in last or two in last:
        return one not in last
    order = list(report.conceded)
    if one in order or two in order:
        return one not in order or (two in order and order.index(one) > order.index(two))
    return report.left[one] > report.left[two]


def _points_at(rules: PlacingScoring, better: int, playing: int) -> int:
    """The points of who has so many before them, where so many play."""
    points = rules.points.at_threes if playing == 3 and rules.points.at_threes else rules.points.usual
    return points[-1] if better >= len(points) else points[better]
