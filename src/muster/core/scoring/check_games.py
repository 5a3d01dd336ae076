"""Whether the outcome of a match of games follows from its report; nothing is shared with the code that makes it."""

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
from muster.core.scoring.reports import GamesReport
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring
from muster.rules.variants import Variants


@dataclass(frozen=True, slots=True)
class MatchOfGames:
    """A match of games as it was reported, and the rules it was played by."""

    report: GamesReport
    rules: GamesScoring
    stage: Literal["swiss", "elimination"]
    best_of: int

    def wins(self, seat: Seat) -> int:
        """How many games a seat won."""
        return sum(1 for game in self.report.games if game == seat)

    def drawn(self) -> int:
        """How many games were drawn."""
        listed = len(self.report.games) - self.wins(0) - self.wins(1)
        return listed + 1 if self.report.unfinished else listed

    def games(self, seat: Seat) -> tuple[int, int, int]:
        """The games as they were played, seen from one seat."""
        return self.wins(seat), self.wins(opponent(seat)), self.drawn()


def games_findings(
    match: MatchOfGames, outcome: Outcome, regulations: Regulations, variants: Variants
) -> Findings:
    """What of the outcome does not follow."""
    rules, seat = match.rules, pair_winner(outcome)
    if seat is None:
        yield from _drawn_match(match, outcome)
        return
    yield from winner_follows(outcome, _games_winner(match, seat), rules.match_won.clause)
    bye = match.report.end == "no-show" and variants.no_show == "bye"
    bare = match.report.end == "no-show" and variants.no_show == "bare-win"
    won, lost, drawn = (0, 0, 0) if bare else _full(match, seat)
    win = SideOutcome("win", regulations.bye.points if bye else rules.points.win, games=(won, lost, drawn))
    loss = SideOutcome("loss", rules.points.loss, games=(lost, won, drawn))
    yield from side_follows(outcome, seat, win, rules.points.clause)
    yield from side_follows(outcome, opponent(seat), loss, rules.points.clause)


def _drawn_match(match: MatchOfGames, outcome: Outcome) -> Findings:
    """A match nobody won: agreed, equal at time in Swiss rounds, or lost by both."""
    report, rules = match.report, match.rules
    even = report.end == "time" and match.wins(0) == match.wins(1)
    drawn = match.stage == "swiss" and (even or report.end == "intentional-draw")
    lost = report.end == "double-loss"
    yield from winner_follows(outcome, report.winner is None and (drawn or lost), rules.at_time.clause)
    for seat in SEATS:
        agreed = report.end == "intentional-draw"
        games = (0, 0, match.best_of) if agreed else match.games(seat)
        side = SideOutcome("draw", 0 if lost else rules.points.draw, games=games)
        yield from side_follows(outcome, seat, side, rules.points.clause)


def _full(match: MatchOfGames, seat: Seat) -> tuple[int, int, int]:
    """The winner's games: as played, or filled up to a won match where the opponent gave it up."""
    won, lost, drawn = match.games(seat)
    if match.report.end not in GIVEN_UP:
        return won, lost, drawn
    majority = (match.best_of + 1) // 2
    return majority, lost if lost < majority else majority - 1, drawn


def _games_winner(match: MatchOfGames, seat: Seat) -> bool:
    """Whether the report makes this player the winner."""
    report, lead = match.report, match.wins(seat) - match.wins(opponent(seat))
    if report.winner not in (None, seat):
        return False
    if report.end in GIVEN_UP:
        return report.by == opponent(seat)
    if report.end == "decided":
        return match.wins(seat) * 2 > match.best_of
    if report.end != "time" or lead < 0:
        return False
    return lead > 0 or (match.stage == "elimination" and _breaks_tie(match, seat))


def _breaks_tie(match: MatchOfGames, seat: Seat) -> bool:
    """Whether base HP, then initiative, favour this player."""
    report = match.report
    hp = report.base_hp or (0, 0)
    values = {"base-hp": hp[seat] - hp[opponent(seat)], "initiative": 1 if report.deciding == seat else -1}
    telling = [values[way] for way in match.rules.elimination_tie.by if values[way]]
    return telling[0] > 0 if telling else report.winner == seat
