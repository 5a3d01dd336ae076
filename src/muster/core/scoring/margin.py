"""Scores, margins of victory and the points table (Armada, Runewars)."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Final

from muster.core.ids import SEATS, Seat
from muster.core.messages import of_rules, say, say_n, whose
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.decisions import (
    AGAINST_ONE,
    ROLL,
    by_hand,
    by_part,
    given_up,
    goes_on,
    survivor,
    whole_force,
)
from muster.core.scoring.reports import MarginReport
from muster.core.scoring.scored import (
    MOST_TEXT,
    Decision,
    Problem,
    Scored,
    ScoringStep,
    Stage,
    count_problems,
    end_problems,
    own_first,
    scored,
    seat_problems,
    surplus_culprit,
    undecided,
    won,
)
from muster.core.scoring.unplayed import bye
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import MarginRow, MarginScoring
from muster.rules.variants import Variants

ON_SCORE: Final[frozenset[EndId]] = frozenset({"rounds", "time", "mutual-destruction"})
"""The ways of ending in which the scores decide who won."""

DECISIVE: Final = ("scores.destroyed", "scores.objective")
"""The fields on which it rests who won by score."""

ENDS: Final[frozenset[EndId]] = ON_SCORE | AGAINST_ONE.keys() | {"defeated", "double-loss"}

LOSS: Final = SideOutcome("loss", 0)
"""A loss that brings nothing: conceded, not played or given by a judge."""


@dataclass(frozen=True, slots=True)
class MarginGame:
    """A report with what it is scored by.

    The points table must reach from the margin's floor to its cap, as a loaded regulations file's does.
    """

    report: MarginReport
    rules: MarginScoring
    regulations: Regulations
    variants: Variants
    stage: Stage = "swiss"

    @property
    def drawn(self) -> bool:
        """Whether the game ends with equal scores that nobody has to break."""
        one, two = self.scores
        level = one == two and self.report.end in ON_SCORE
        return level and self.rules.equal_score.winner == "nobody" and self.stage == "swiss"

    @property
    def survivors(self) -> tuple[Seat, ...]:
        """The players who destroyed the opponent's whole force."""
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
        mine, theirs = own_first(seat, self.scores)
        return self.kept(mine - theirs)

    def kept(self, margin: int) -> int:
        """The margin kept between floor and cap."""
        return max(self.rules.margin.floor, min(self.rules.margin.cap, margin))

    def row(self, margin: int) -> MarginRow:
        """The row of the points table that holds this margin (`ARM-TP-1`, `RUN-TP-1`)."""
        rows = self.rules.table.rows
        return rows[bisect_right(rows, margin, key=lambda row: row.margin) - 1]


def score_margin(game: MarginGame) -> Scored | tuple[Problem, ...]:
    """Score one game by its margin of victory."""

    def award(winner: Seat | None, why: ScoringStep) -> Scored:
        outcome, last = _award(game, winner)
        return Scored(outcome, (*_whole_forces(game), why, *last))

    decisive = DECISIVE if game.report.end in ON_SCORE else ()
    return scored(_problems(game), decisive, lambda: _decide(game), game.report.winner, award)


def _problems(game: MarginGame) -> list[Problem]:
    report = game.report
    destroyed = [tally.destroyed for tally in report.scores]
    objective = [tally.objective for tally in report.scores]
    destroyed_says = (
        say("Enter what both scored as whole numbers from 0 to {most}.", most=MOST_TEXT)
        if game.rules.counted
        else say(
            "Enter the {force} points destroyed as whole numbers from 0 to {most}.",
            force=whose(game.regulations.force),
            most=MOST_TEXT,
        )
    )
    objective_says = say(
        "Enter the points from objectives as whole numbers from 0 to {most}.", most=MOST_TEXT
    )
    problems = [
        *end_problems(report.end, game.regulations, ENDS),
        *count_problems("scores.destroyed", destroyed, destroyed_says),
        *count_problems("scores.objective", objective, objective_says),
        *seat_problems(deciding=report.deciding, winner=report.winner, by=report.by),
        *surplus_culprit(report.by, report.end in AGAINST_ONE),
    ]
    if report.end == "no-show" and any([*destroyed, *objective]):
        problems.append(Problem("scores.destroyed", say("No game was played: leave the scores at 0.")))
    return problems


def _decide(game: MarginGame) -> Decision | Problem:
    """Who won and why, or what is missing to say so."""
    report, rules = game.report, game.rules
    match report.end:
        case "defeated":
            return survivor(report.winner, rules.wiped_out, game.regulations)
        case "mutual-destruction" if rules.mutual_destruction.winner == "role":
            rule = rules.mutual_destruction
            return by_part(report.deciding, game.regulations, say("Both forces were destroyed"), rule)
        case "mutual-destruction" | "rounds" | "time":
            return _higher(game)
        case "double-loss":
            return None, ScoringStep(say("Both players were given a loss."), rules.double_loss.clause)
        case _:
            return given_up(report.end, report.by, game.regulations)


def _higher(game: MarginGame) -> Decision | Problem:
    scores = game.scores
    if scores[0] == scores[1]:
        return _equal(game, scores[0])
    winner: Seat = 0 if scores[0] > scores[1] else 1
    says = say(
        "{winner} wins with the higher score, {higher} to {lower}.", higher=max(scores), lower=min(scores)
    )
    return winner, ScoringStep(says, game.rules.win.clause, winner)


def _equal(game: MarginGame, score: int) -> Decision | Problem:
    rule, why = game.rules.equal_score, say("Both scored {score}", score=score)
    if game.drawn:
        return None, ScoringStep(say("Both scored {score}: the game is drawn.", score=score), rule.clause)
    if rule.winner == "role":
        return by_part(game.report.deciding, game.regulations, why, rule)
    if rule.winner == "nobody":
        return goes_on(game.report.winner, why, rule)
    return by_hand(game.report.winner, why, rule, of_rules(rule.roll or "") or ROLL)


def _award(game: MarginGame, winner: Seat | None) -> tuple[Outcome, tuple[ScoringStep, ...]]:
    """What the decided game gives both players, and why."""
    if winner is None:
        return undecided((_draw(game),) * 2 if game.drawn else (LOSS, LOSS)), ()
    match game.report.end:
        case "no-show":
            win, why = _absent(game)
            return _with_scores(game, won(winner, win, LOSS)), (why,)
        case "concession" | "match-loss":
            win, why = _kept_or_flat(game, winner)
            return _with_scores(game, won(winner, win, LOSS)), (why,)
        case _:
            return _played(game, winner)


def _draw(game: MarginGame) -> SideOutcome:
    """A game with equal scores that nobody wins, as both have it."""
    rules = game.rules
    games = (*game.scores, 0) if rules.scores == "kept" else (0, 0, 0)
    return SideOutcome("draw", rules.drawn, rules.margin.even or 0, games=games)


def _with_scores(game: MarginGame, outcome: Outcome) -> Outcome:
    """The outcome with what either scored, where that is kept; who won a game given up has at least a bye's score."""
    if game.rules.scores != "kept":
        return outcome
    own = list(game.scores)
    if game.report.end in AGAINST_ONE and outcome.winner is not None:
        own[outcome.winner] = max(own[outcome.winner], game.regulations.bye.score)
    one, two = outcome.pair
    sides = (replace(one, games=(own[0], own[1], 0)), replace(two, games=(own[1], own[0], 0)))
    return Outcome(sides, outcome.winner)


def _absent(game: MarginGame) -> tuple[SideOutcome, ScoringStep]:
    """What the opponent of an absent player gets: by the organiser's choice, `B18`."""
    choice, clause = game.variants.no_show, game.rules.no_show.clause
    if choice == "bye":
        return bye(game.regulations), ScoringStep(say("Nobody to play: that counts like a bye."), clause)
    if choice == "concession":
        return _flat(game), ScoringStep(say("Nobody to play: that counts like a concession."), clause)
    margin = game.kept(0)
    win = SideOutcome("win", game.row(margin).win, margin + (game.rules.margin.even or 0))
    return win, ScoringStep(say("Nobody to play: that counts as a win without a margin."), clause)


def _flat(game: MarginGame) -> SideOutcome:
    return SideOutcome("win", game.rules.concession.points, game.rules.concession.margin)


def _kept_or_flat(game: MarginGame, winner: Seat) -> tuple[SideOutcome, ScoringStep]:
    """What a concession, or a loss given by a judge, leaves the opponent (`B7`, `B26`)."""
    rule, margin = game.rules.concession, game.ahead(winner)
    if margin < rule.keep_from:
        says = say_n(
            "Ahead by {margin}, less than {least}: {winner} gets {count} point and a margin of {flat}.",
            "Ahead by {margin}, less than {least}: {winner} gets {count} points and a margin of {flat}.",
            rule.points,
            margin=margin,
            least=rule.keep_from,
            flat=rule.margin,
        )
        return _flat(game), ScoringStep(says, rule.clause, winner)
    points = game.row(margin).win
    says = say_n(
        "{winner} was ahead by {margin} and keeps it: {count} point from the table.",
        "{winner} was ahead by {margin} and keeps it: {count} points from the table.",
        points,
        margin=margin,
    )
    win = SideOutcome("win", points, margin + (game.rules.margin.even or 0))
    return win, ScoringStep(says, rule.clause, winner)


def _played(game: MarginGame, winner: Seat) -> tuple[Outcome, tuple[ScoringStep, ...]]:
    """A game that was played out: margin, then points from the table."""
    margin, why = _margin(game, winner)
    row = game.row(margin)
    even = game.rules.margin.even
    high, low = (margin, 0) if even is None else (even + margin, even - margin)
    outcome = won(winner, SideOutcome("win", row.win, high), SideOutcome("loss", row.loss, low))
    says = say_n(
        "That is worth {count} point to {winner} and {loss} to {loser}.",
        "That is worth {count} points to {winner} and {loss} to {loser}.",
        row.win,
        loss=row.loss,
    )
    steps = (why, *_even(game), ScoringStep(says, game.rules.table.clause, winner))
    return _with_scores(game, outcome), steps


def _even(game: MarginGame) -> tuple[ScoringStep, ...]:
    """That both have a margin, where they do."""
    rule = game.rules.margin
    if rule.even is None:
        return ()
    says = say(
        "The winner counts {even} and so much more, the loser {even} and so much less.", even=rule.even
    )
    return (ScoringStep(says, rule.clause),)


def _margin(game: MarginGame, winner: Seat) -> tuple[int, ScoringStep]:
    """The winner's margin; none where both forces were destroyed (`ARM-MOV-1`, `B1`, `B27`)."""
    rules = game.rules
    if game.report.end == "mutual-destruction":
        margin = game.kept(0)
        says = say("Both forces were destroyed: a margin of {margin} for {winner}.", margin=margin)
        return margin, ScoringStep(says, rules.mutual_destruction.clause, winner)
    (mine, theirs), margin = own_first(winner, game.scores), game.ahead(winner)
    says = say(
        "{mine} less {theirs}, kept between {floor} and {cap}: a margin of {margin} for {winner}.",
        mine=mine,
        theirs=theirs,
        floor=rules.margin.floor,
        cap=rules.margin.cap,
        margin=margin,
    )
    return margin, ScoringStep(says, rules.margin.clause, winner)


def _whole_forces(game: MarginGame) -> list[ScoringStep]:
    """A step for every force that counts for more or less than what was added up."""
    rule, steps = game.rules.wiped_out, []
    for seat in game.survivors:
        destroyed = game.report.scores[seat].destroyed
        counted = whole_force(destroyed, rule)
        if counted != destroyed:
            says = say(
                "{loser} lost {what}: that counts {counted} instead of {destroyed}.",
                what=of_rules(rule.what),
                counted=counted,
                destroyed=destroyed,
            )
            steps.append(ScoringStep(says, rule.clause, seat))
    return steps
