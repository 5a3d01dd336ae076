"""Scores, margins of victory and the points table (Armada, Runewars)."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from muster.core.ids import SEATS, Seat, other
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.decisions import AGAINST_ONE, by_hand, by_part, given_up, survivor, whole_force
from muster.core.scoring.problems import (
    Problem,
    count_problems,
    end_problems,
    seat_problems,
    surplus_culprit,
)
from muster.core.scoring.reports import MarginReport
from muster.core.scoring.scored import Decision, Scored, Step, player, reckoned, undecided, won
from muster.core.scoring.unplayed import bye
from muster.rules.schema import EndId, Regulations, Variants
from muster.rules.scoring import MarginRow, MarginScoring

ON_SCORE: Final[frozenset[EndId]] = frozenset({"rounds", "time", "mutual-destruction"})
"""The ways of ending in which the scores decide who won."""

DECISIVE: Final = ("scores.destroyed", "scores.objective")
"""The fields on which it rests who won by score."""

ENDS: Final[frozenset[EndId]] = ON_SCORE | AGAINST_ONE.keys() | {"defeated", "double-loss"}

LOSS: Final = SideOutcome("loss", 0)
"""A loss that brings nothing: conceded, not played or given by a judge."""


@dataclass(frozen=True, slots=True)
class Game:
    """A report with what it is scored by.

    The points table must reach from the margin's floor to its cap, as a loaded regulations file's does.
    """

    report: MarginReport
    rules: MarginScoring
    regulations: Regulations
    variants: Variants

    @property
    def survivors(self) -> tuple[Seat, ...]:
        """Whoever destroyed the opponent's whole force."""
        if self.report.end == "mutual-destruction":
            return SEATS
        winner = self.report.winner
        return (winner,) if self.report.end == "defeated" and winner is not None else ()

    @property
    def scores(self) -> tuple[int, int]:
        """Both scores, a force destroyed to the last counted as the regulations say."""
        return self._score(0), self._score(1)

    def _score(self, seat: Seat) -> int:
        tally = self.report.scores[seat]
        if seat in self.survivors:
            return whole_force(tally.destroyed, self.rules.wiped_out) + tally.objective
        return tally.destroyed + tally.objective

    def ahead(self, seat: Seat) -> int:
        """The margin this player has on the table, kept between floor and cap (`ARM-MOV-1`, `RUN-MOV-1`)."""
        scores = self.scores
        return self.kept(scores[seat] - scores[other(seat)])

    def kept(self, margin: int) -> int:
        """The margin kept between floor and cap."""
        return max(self.rules.margin.floor, min(self.rules.margin.cap, margin))

    def row(self, margin: int) -> MarginRow:
        """The row of the points table that holds this margin (`ARM-TP-1`, `RUN-TP-1`)."""
        rows = self.rules.table.rows
        return rows[bisect_right(rows, margin, key=lambda row: row.margin) - 1]


def score_margin(game: Game) -> Scored | tuple[Problem, ...]:
    """Score one game by its margin of victory."""

    def award(winner: Seat | None, step: Step) -> Scored:
        outcome, last = _award(game, winner)
        return Scored(outcome, (*_whole_forces(game), step, *last))

    decisive = DECISIVE if game.report.end in ON_SCORE else ()
    return reckoned(_problems(game), decisive, lambda: _decide(game), game.report.winner, award)


def _problems(game: Game) -> list[Problem]:
    report = game.report
    destroyed = [tally.destroyed for tally in report.scores]
    objective = [tally.objective for tally in report.scores]
    found = [
        *end_problems(report.end, game.regulations, ENDS),
        *count_problems("scores.destroyed", destroyed, f"the {game.regulations.force} points destroyed"),
        *count_problems("scores.objective", objective, "the points from objectives"),
        *seat_problems(deciding=report.deciding, winner=report.winner, by=report.by),
        *surplus_culprit(report.by, report.end in AGAINST_ONE),
    ]
    if report.end == "no-show" and any([*destroyed, *objective]):
        found.append(Problem("scores.destroyed", "No game was played: leave the scores at 0."))
    return found


def _decide(game: Game) -> Decision | Problem:
    """Who won and why, or what is missing to say so."""
    report, rules = game.report, game.rules
    match report.end:
        case "defeated":
            return survivor(report.winner, rules.wiped_out, game.regulations)
        case "mutual-destruction" if rules.mutual_destruction.winner == "role":
            rule = rules.mutual_destruction
            return by_part(report.deciding, game.regulations, "Both forces were destroyed", rule)
        case "mutual-destruction" | "rounds" | "time":
            return _higher(game)
        case "double-loss":
            return None, Step("Both players were given a loss.", rules.double_loss.clause)
        case _:
            return given_up(report.end, report.by, game.regulations)


def _higher(game: Game) -> Decision | Problem:
    scores = game.scores
    if scores[0] == scores[1]:
        return _equal(game, scores[0])
    winner: Seat = 0 if scores[0] > scores[1] else 1
    says = f"{player(winner)} wins with the higher score, {scores[winner]} to {scores[other(winner)]}."
    return winner, Step(says, game.rules.win.clause)


def _equal(game: Game, score: int) -> Decision | Problem:
    rule, why = game.rules.equal_score, f"Both scored {score}"
    if rule.winner == "role":
        return by_part(game.report.deciding, game.regulations, why, rule)
    return by_hand(game.report.winner, why, rule.roll or "roll", rule)


def _award(game: Game, winner: Seat | None) -> tuple[Outcome, tuple[Step, ...]]:
    """What the decided game gives both players, and why."""
    if winner is None:
        return undecided((LOSS, LOSS)), ()
    match game.report.end:
        case "no-show":
            win, step = _absent(game)
            return won(winner, win, LOSS), (step,)
        case "concession" | "match-loss":
            win, step = _kept_or_flat(game, winner)
            return won(winner, win, LOSS), (step,)
        case _:
            return _played(game, winner)


def _absent(game: Game) -> tuple[SideOutcome, Step]:
    """What the opponent of an absent player gets: by the organiser's choice, `B18`."""
    choice, clause = game.variants.no_show, game.rules.no_show.clause
    if choice == "bye":
        return bye(game.regulations), Step("Nobody to play: that counts like a bye.", clause)
    if choice == "concession":
        return _flat(game), Step("Nobody to play: that counts like a concession.", clause)
    margin = game.kept(0)
    win = SideOutcome("win", game.row(margin).win, margin)
    return win, Step("Nobody to play: that counts as a win without a margin.", clause)


def _flat(game: Game) -> SideOutcome:
    return SideOutcome("win", game.rules.concession.points, game.rules.concession.margin)


def _kept_or_flat(game: Game, winner: Seat) -> tuple[SideOutcome, Step]:
    """What a concession, or a loss given by a judge, leaves the opponent (`B7`, `B26`)."""
    rule, margin = game.rules.concession, game.ahead(winner)
    if margin < rule.keep_from:
        says = f"Ahead by {margin}, less than {rule.keep_from}: {player(winner)} gets {rule.points} points"
        return _flat(game), Step(f"{says} and a margin of {rule.margin}.", rule.clause)
    points = game.row(margin).win
    says = f"{player(winner)} was ahead by {margin} and keeps it: {points} points from the table."
    return SideOutcome("win", points, margin), Step(says, rule.clause)


def _played(game: Game, winner: Seat) -> tuple[Outcome, tuple[Step, ...]]:
    """A game that was played out: margin, then points from the table."""
    margin, step = _margin(game, winner)
    row, loser = game.row(margin), other(winner)
    outcome = won(winner, SideOutcome("win", row.win, margin), SideOutcome("loss", row.loss))
    says = f"That is worth {row.win} points to {player(winner)} and {row.loss} to {player(loser)}."
    return outcome, (step, Step(says, game.rules.table.clause))


def _margin(game: Game, winner: Seat) -> tuple[int, Step]:
    """The winner's margin; none where both forces were destroyed (`ARM-MOV-1`, `B1`, `B27`)."""
    rules = game.rules
    if game.report.end == "mutual-destruction":
        margin = game.kept(0)
        says = f"Both forces were destroyed: a margin of {margin} for {player(winner)}."
        return margin, Step(says, rules.mutual_destruction.clause)
    mine, theirs, margin = game.scores[winner], game.scores[other(winner)], game.ahead(winner)
    limits = f"kept between {rules.margin.floor} and {rules.margin.cap}"
    says = f"{mine} less {theirs}, {limits}: a margin of {margin} for {player(winner)}."
    return margin, Step(says, rules.margin.clause)


def _whole_forces(game: Game) -> list[Step]:
    """A step for every force that counts for more or less than what was added up."""
    rule, steps = game.rules.wiped_out, []
    for seat in game.survivors:
        destroyed = game.report.scores[seat].destroyed
        counted = whole_force(destroyed, rule)
        if counted != destroyed:
            says = f"{player(other(seat))} lost {rule.what}: that counts {counted} instead of {destroyed}."
            steps.append(Step(says, rule.clause))
    return steps
