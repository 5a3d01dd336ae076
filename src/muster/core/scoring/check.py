"""An independent look at a recorded outcome: does every number of it follow from the report?

Nothing here is shared with the code that makes outcomes. The outcome is taken as a claim, and every statement
in it is held against the report and the regulations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from muster.core.ids import SEATS, Seat, TableSeat
from muster.core.messages import Message, say
from muster.core.outcomes import Outcome, SideOutcome, Verdict
from muster.core.scoring.reports import (
    GamesReport,
    MarginReport,
    PairReport,
    PlacingReport,
    Report,
    ShareReport,
)
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, ShareScoring, TieOrder
from muster.rules.variants import Variants

_GIVEN_UP: Final = ("concession", "no-show", "match-loss")


@dataclass(frozen=True, slots=True)
class OutcomeFinding:
    """One statement of an outcome that does not hold.

    Attributes:
        field: what is wrong, such as `winner` or `sides.1.points`; `report` if it is of the wrong kind.
        message: what it is and what it should be.
        clause: the clause that says so.
    """

    field: str
    message: Message
    clause: str


Findings = Iterator[OutcomeFinding]


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
        found = _margin(_Scores(report, rules, regulations, variants, stage), outcome)
    elif isinstance(rules, ShareScoring) and isinstance(report, ShareReport):
        found = _share(report, outcome, rules)
    elif isinstance(rules, GamesScoring) and isinstance(report, GamesReport):
        found = _games(_Match(report, rules, stage, best_of), outcome, regulations, variants)
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
        yield from _same(f"sides.{seat}.verdict", outcome.sides[seat].verdict, should, clause)


def _same(field: str, is_now: object, should: object, clause: str) -> Findings:
    if is_now != should:
        says = say("It is {value}, and should be {right}.", value=str(is_now), right=str(should))
        yield OutcomeFinding(field, says, clause)


def _winner(outcome: Outcome, holds: bool, clause: str) -> Findings:
    if not holds:
        says = say("{winner} as the winner does not follow from the report.", winner=str(outcome.winner))
        yield OutcomeFinding("winner", says, clause)


def _pair_winner(outcome: Outcome) -> Seat | None:
    """The winner of a match of two; nobody where it is somebody who has no seat in it."""
    return next((seat for seat in SEATS if seat == outcome.winner), None)


def _side(outcome: Outcome, seat: TableSeat, should: SideOutcome, clause: str) -> Findings:
    """Every number of one side, except the verdict."""
    side, at = outcome.sides[seat], f"sides.{seat}"
    yield from _same(f"{at}.points", side.points, should.points, clause)
    yield from _same(f"{at}.margin", side.margin, should.margin, clause)
    yield from _same(f"{at}.share", side.share, should.share, clause)
    yield from _same(f"{at}.averaged", side.averaged, should.averaged, clause)
    yield from _same(f"{at}.games", side.games, should.games, clause)
    yield from _same(f"{at}.place", side.place, should.place, clause)


# Margins


@dataclass(frozen=True, slots=True)
class _Scores:
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
        if self.report.end in _GIVEN_UP and winner is not None:
            counted[winner] = max(counted[winner], self.regulations.bye.score)
        return counted[seat], counted[1 - seat], 0


def _margin(game: _Scores, outcome: Outcome) -> Findings:
    report, rules, seat = game.report, game.rules, _pair_winner(outcome)
    leads = _leads(report, rules)
    if seat is None:
        lost = report.end == "double-loss"
        level = report.end in ("rounds", "time") and leads == (0, 0) and game.stage == "swiss"
        drawn = level and rules.equal_score.winner == "nobody"
        clause = (rules.double_loss if lost else rules.equal_score).clause
        yield from _winner(outcome, report.winner is None and (lost or drawn), clause)
        for each in SEATS:
            points, margin = (0, 0) if lost else (rules.equal_score.points or 0, game.even)
            side = SideOutcome("draw", points, margin, games=game.kept(each, None))
            yield from _side(outcome, each, side, clause)
        return
    yield from _winner(
        outcome, _margin_winner(report, rules, seat, leads[seat], game.stage), rules.win.clause
    )
    win, loss = _margin_values(game, leads[seat])
    for each, (points, margin) in ((seat, win), (_opponent(seat), loss)):
        side = SideOutcome("win", points, margin, games=game.kept(each, seat))
        yield from _side(outcome, each, side, rules.table.clause)


def _opponent(seat: Seat) -> Seat:
    return SEATS[1 - seat]


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
    if report.end in _GIVEN_UP:
        return report.by == _opponent(seat)
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


def _margin_values(game: _Scores, lead: int) -> tuple[tuple[int, int], tuple[int, int]]:
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
    return (win, game.even + margin), nothing if report.end in _GIVEN_UP else (loss, theirs)


def _row(rules: MarginScoring, margin: int) -> tuple[int, int]:
    """Read the points table from the top down, as a player does."""
    win, loss = 0, 0
    for row in rules.table.rows:
        if row.margin <= margin:
            win, loss = row.win, row.loss
    return win, loss


# Shares


def _share(report: ShareReport, outcome: Outcome, rules: ShareScoring) -> Findings:
    seat = _pair_winner(outcome)
    if seat is None:
        clause = rules.double_loss.clause
        yield from _winner(outcome, report.end == "double-loss" and report.winner is None, clause)
        for each in SEATS:
            yield from _side(outcome, each, SideOutcome("loss", 0, share=Fraction(0)), clause)
        return
    yield from _winner(outcome, _share_winner(report, rules, seat), rules.at_the_end.clause)
    averaged = report.end in _GIVEN_UP and not report.agreed_to_score
    for each in SEATS:
        won = each == seat
        points = rules.points.win if won else rules.points.loss
        share = None if averaged and won else _part(report, rules, each, won, averaged)
        should = SideOutcome("win", points, share=share, averaged=averaged and won)
        yield from _side(outcome, each, should, rules.share.clause)


def _share_winner(report: ShareReport, rules: ShareScoring, seat: Seat) -> bool:
    """Whether the report makes this player the winner."""
    if report.winner not in (None, seat):
        return False
    if report.end in _GIVEN_UP:
        return report.by == _opponent(seat)
    if report.end == "defeated":
        return report.winner == seat
    if report.end not in ("rounds", "time", "mutual-destruction"):
        return False
    order = rules.mutual_destruction if report.end == "mutual-destruction" else rules.at_the_end
    mine, theirs = (_rank(report, rules, order, each) for each in (seat, _opponent(seat)))
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
    mine, theirs = report.tokens[seat], report.tokens[_opponent(seat)]
    return rules.share.tie if mine == theirs else 1 - Fraction(theirs, mine + theirs)


# Games


@dataclass(frozen=True, slots=True)
class _Match:
    report: GamesReport
    rules: GamesScoring
    stage: Literal["swiss", "elimination"]
    best_of: int

    def wins(self, seat: Seat) -> int:
        return sum(1 for game in self.report.games if game == seat)

    def drawn(self) -> int:
        listed = len(self.report.games) - self.wins(0) - self.wins(1)
        return listed + 1 if self.report.unfinished else listed

    def games(self, seat: Seat) -> tuple[int, int, int]:
        """The games as they were played, seen from one seat."""
        return self.wins(seat), self.wins(_opponent(seat)), self.drawn()


def _games(match: _Match, outcome: Outcome, regulations: Regulations, variants: Variants) -> Findings:
    rules, seat = match.rules, _pair_winner(outcome)
    if seat is None:
        yield from _drawn_match(match, outcome)
        return
    yield from _winner(outcome, _games_winner(match, seat), rules.match_won.clause)
    bye = match.report.end == "no-show" and variants.no_show == "bye"
    bare = match.report.end == "no-show" and variants.no_show == "bare-win"
    won, lost, drawn = (0, 0, 0) if bare else _full(match, seat)
    win = SideOutcome("win", regulations.bye.points if bye else rules.points.win, games=(won, lost, drawn))
    loss = SideOutcome("loss", rules.points.loss, games=(lost, won, drawn))
    yield from _side(outcome, seat, win, rules.points.clause)
    yield from _side(outcome, _opponent(seat), loss, rules.points.clause)


def _drawn_match(match: _Match, outcome: Outcome) -> Findings:
    """A match nobody won: agreed, equal at time in Swiss rounds, or lost by both."""
    report, rules = match.report, match.rules
    even = report.end == "time" and match.wins(0) == match.wins(1)
    drawn = match.stage == "swiss" and (even or report.end == "intentional-draw")
    lost = report.end == "double-loss"
    yield from _winner(outcome, report.winner is None and (drawn or lost), rules.at_time.clause)
    for seat in SEATS:
        agreed = report.end == "intentional-draw"
        games = (0, 0, match.best_of) if agreed else match.games(seat)
        side = SideOutcome("draw", 0 if lost else rules.points.draw, games=games)
        yield from _side(outcome, seat, side, rules.points.clause)


def _full(match: _Match, seat: Seat) -> tuple[int, int, int]:
    """The winner's games: as played, or filled up to a won match where the opponent gave it up."""
    won, lost, drawn = match.games(seat)
    if match.report.end not in _GIVEN_UP:
        return won, lost, drawn
    majority = (match.best_of + 1) // 2
    return majority, lost if lost < majority else majority - 1, drawn


def _games_winner(match: _Match, seat: Seat) -> bool:
    """Whether the report makes this player the winner."""
    report, lead = match.report, match.wins(seat) - match.wins(_opponent(seat))
    if report.winner not in (None, seat):
        return False
    if report.end in _GIVEN_UP:
        return report.by == _opponent(seat)
    if report.end == "decided":
        return match.wins(seat) * 2 > match.best_of
    if report.end != "time" or lead < 0:
        return False
    return lead > 0 or (match.stage == "elimination" and _breaks_tie(match, seat))


def _breaks_tie(match: _Match, seat: Seat) -> bool:
    """Whether base HP, then initiative, favour this player."""
    report = match.report
    hp = report.base_hp or (0, 0)
    values = {"base-hp": hp[seat] - hp[_opponent(seat)], "initiative": 1 if report.deciding == seat else -1}
    telling = [values[way] for way in match.rules.elimination_tie.by if values[way]]
    return telling[0] > 0 if telling else report.winner == seat


# Places at a table


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
    yield from _winner(outcome, outcome.winner == (alone[0] if alone else None), rules.points.clause)
    for seat in seats:
        first = better[seat] == 0 and seat not in nothing
        verdict: Verdict = "loss" if not first else "win" if seat in alone else "draw"
        at = better[seat] if variants.tied_places == "higher" else len(seats) - 1 - worse[seat]
        points = 0 if seat in nothing else _points_at(rules, at, len(seats) - len(report.absent))
        games = (int(verdict == "win"), int(verdict == "loss"), int(verdict == "draw"))
        should = SideOutcome(verdict, points, games=games, place=better[seat] + 1)
        yield from _same(f"sides.{seat}.verdict", outcome.sides[seat].verdict, verdict, rules.points.clause)
        yield from _side(outcome, seat, should, rules.points.clause)


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
