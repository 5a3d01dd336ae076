"""Whether the outcome of a game of margins follows from its report; nothing is shared with the code that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
from muster.core.scoring.reports import MarginReport
from muster.rules.schema import Regulations
from muster.rules.scoring import MarginScoring
from muster.rules.variants import Variants


@dataclass(frozen=True, slots=True)
class Scores:
    """A game of margins as it was reported, and the rules it was played by."""

    report: MarginReport
    rules: MarginScoring
    regulations: Regulations
    variants: Variants
    stage: Literal["swiss", "elimination"]

    @property
    def even(self) -> int:
        """What both have as a margin before anybody leads."""
        return self.rules.margin.even or 0

    def kept(self, seat: Seat, winner: Seat | None) -> tuple[int, int, int]:
        """Both scores as one seat sees them; nothing where they are not kept, or nobody won or drew."""
        if self.rules.scores == "compared" or (winner is None and self.report.end == "double-loss"):
            return 0, 0, 0
        counted = [tally.destroyed + tally.objective for tally in self.report.scores]
        if self.report.end in GIVEN_UP and winner is not None:
            counted[winner] = max(counted[winner], self.regulations.bye.score)
        return counted[seat], counted[1 - seat], 0


def margin_findings(game: Scores, outcome: Outcome) -> Findings:
    """What of the outcome does not follow."""
    report, rules, seat = game.report, game.rules, pair_winner(outcome)
    leads = _leads(report, rules)
    if seat is None:
        lost = report.end == "double-loss"
        level = report.end in ("rounds", "time") and leads == (0, 0) and game.stage == "swiss"
        drawn = level and rules.equal_score.winner == "nobody"
        clause = (rules.double_loss if lost else rules.equal_score).clause
        yield from winner_follows(outcome, report.winner is None and (lost or drawn), clause)
        for each in SEATS:
            points, margin = (0, 0) if lost else (rules.equal_score.points or 0, game.even)
            side = SideOutcome("draw", points, margin, games=game.kept(each, None))
            yield from side_follows(outcome, each, side, clause)
        return
    yield from winner_follows(
        outcome, _margin_winner(report, rules, seat, leads[seat], game.stage), rules.win.clause
    )
    win, loss = _margin_values(game, leads[seat])
    for each, (points, margin) in ((seat, win), (opponent(seat), loss)):
        side = SideOutcome("win", points, margin, games=game.kept(each, seat))
        yield from side_follows(outcome, each, side, rules.table.clause)


def _leads(report: MarginReport, rules: MarginScoring) -> tuple[int, int]:
    """By how much either player's score is above the other's."""
    worths = []
    for seat, tally in enumerate(report.scores):
        wiped = report.end == "mutual-destruction" or (report.end == "defeated" and report.winner == seat)
        least = rules.wiped_out.points if wiped else 0
        exact = wiped and rules.wiped_out.counts == "exactly"
        worths.append((least if exact else max(tally.destroyed, least)) + tally.objective)
    return worths[0] - worths[1], worths[1] - worths[0]


def _margin_winner(
    report: MarginReport, rules: MarginScoring, seat: Seat, lead: int, stage: Literal["swiss", "elimination"]
) -> bool:
    """Whether the report makes this player the winner."""
    if report.winner not in (None, seat):
        return False
    if report.end in GIVEN_UP:
        return report.by == opponent(seat)
    if report.end == "defeated":
        return report.winner == seat
    if report.end == "mutual-destruction" and rules.mutual_destruction.winner == "role":
        return report.deciding == seat
    if report.end not in ("rounds", "time", "mutual-destruction"):
        return False
    if rules.equal_score.winner == "nobody" and stage == "swiss":
        return lead > 0
    breaker = report.deciding if rules.equal_score.winner == "role" else report.winner
    return lead > 0 or (lead == 0 and breaker == seat)


def _margin_values(game: Scores, lead: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Points and margin of the winner, and of the loser."""
    report, rules, bye = game.report, game.rules, game.regulations.bye
    flat, nothing = (rules.concession.points, rules.concession.margin), (0, 0)
    if report.end == "no-show" and game.variants.no_show == "bye":
        return (bye.points, bye.margin), nothing
    if report.end == "no-show" and game.variants.no_show == "concession":
        return flat, nothing
    if report.end in ("no-show", "mutual-destruction"):
        lead = 0
    # The middle one of three numbers is the lead held between floor and cap.
    margin = sorted((rules.margin.floor, lead, rules.margin.cap))[1]
    if report.end in ("concession", "match-loss") and margin < rules.concession.keep_from:
        return flat, nothing
    win, loss = _row(rules, margin)
    theirs = 0 if rules.margin.even is None else game.even - margin
    return (win, game.even + margin), nothing if report.end in GIVEN_UP else (loss, theirs)


def _row(rules: MarginScoring, margin: int) -> tuple[int, int]:
    """Read the points table from the top down, as a player does."""
    win, loss = 0, 0
    for row in rules.table.rows:
        if row.margin <= margin:
            win, loss = row.win, row.loss
    return win, loss
