"""Games won and lost inside a match, and match points (Unlimited)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from muster.core.ids import SEATS, Seat
from muster.core.messages import say, say_n
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.decisions import AGAINST_ONE, by_hand, given_up, goes_on
from muster.core.scoring.reports import GamesReport
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
from muster.core.scoring.unplayed import games_to_win
from muster.rules.basis import Cited, ClauseId
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import GamesScoring
from muster.rules.variants import Variants

ENDS: Final[frozenset[EndId]] = frozenset(
    {"decided", "time", "concession", "no-show", "match-loss", "double-loss", "intentional-draw"}
)

DECISIVE: Final[dict[EndId, tuple[str, ...]]] = {
    "decided": ("games",),
    "time": ("games", "unfinished", "base_hp"),
}
"""The fields on which it rests who won."""

UNPLAYED: Final[frozenset[EndId]] = frozenset({"no-show", "intentional-draw"})
"""The ways of ending in which no game was begun."""

MOST_GAMES: Final = 99
"""More games than fit into any round."""

Record = tuple[int, int, int]
"""Games won by seat 0, by seat 1, and drawn."""


def ends_in(stage: Stage) -> frozenset[EndId]:
    """How a match may end in this stage: players agree to a draw only in Swiss rounds (`SWU-ID-DRAW-1`)."""
    return ENDS if stage == "swiss" else ENDS - {"intentional-draw"}


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A report with what it is scored by."""

    report: GamesReport
    rules: GamesScoring
    regulations: Regulations
    variants: Variants
    stage: Stage
    best_of: int

    @property
    def needed(self) -> int:
        """How many games win the match."""
        return games_to_win(self.best_of)

    @property
    def record(self) -> Record:
        """Games won by seat 0, by seat 1, and drawn; a game cut off at time counts as drawn."""
        games = self.report.games
        return games.count(0), games.count(1), games.count(None) + self.report.unfinished

    @property
    def leader(self) -> Seat | None:
        """Who has won more games."""
        first, second, _ = self.record
        return None if first == second else 0 if first > second else 1

    @property
    def decided(self) -> bool:
        """Whether somebody has won the games that win the match."""
        return max(self.record[:2]) >= self.needed

    @property
    def cut_off(self) -> bool:
        """Whether play may have stopped inside a game: `unfinished`, or the last game listed is drawn."""
        return self.report.unfinished or self.report.games[-1:] == (None,)

    def clause(self, rule: Cited) -> ClauseId:
        """The clause of a rule for the best of three; a single game has its own for all (`SWU-SGL-1`)."""
        own = {each.best_of: each.clause for each in self.regulations.match_formats}
        return own.get(1, rule.clause) if self.best_of == 1 else rule.clause


def score_games(played: PlayedMatch) -> Scored | tuple[Problem, ...]:
    """Score one match by its games."""

    def award(winner: Seat | None, why: ScoringStep) -> Scored:
        outcome, last = _award(played, winner)
        return Scored(outcome, (*_drawn_games(played), why, last))

    report = played.report
    decisive = DECISIVE.get(report.end, ())
    return scored(_problems(played), decisive, lambda: _decide(played), report.winner, award)


def _problems(played: PlayedMatch) -> list[Problem]:
    report = played.report
    return [
        *end_problems(report.end, played.regulations, ENDS),
        *_game_problems(played),
        *_cut_off_problems(played),
        *seat_problems(deciding=report.deciding, winner=report.winner, by=report.by),
        *surplus_culprit(report.by, report.end in AGAINST_ONE),
        *_intentional_draw_problems(played),
    ]


def _game_problems(played: PlayedMatch) -> list[Problem]:
    """Refuse games that cannot have been played so."""
    games, end = played.report.games, played.report.end
    if len(games) > MOST_GAMES:
        return [Problem("games", say("Enter at most {most} games.", most=MOST_GAMES))]
    if not all(_is_game(game) for game in games):
        says = say("Say for each game which of the two players won it, or that it was drawn.")
        return [Problem("games", says)]
    if games and end in UNPLAYED:
        says = say("No game is begun before a match ends like that: leave the games empty.")
        return [Problem("games", says)]
    if max(games[:-1].count(0), games[:-1].count(1)) >= played.needed:
        clause = played.clause(played.rules.match_won)
        says = say("The match was over once a player had won {needed}.", needed=played.needed)
        return [Problem("games", says, clause)]
    if end == "concession" and played.decided:
        clause = played.clause(played.rules.match_won)
        return [Problem("games", say("The match was already won: choose that as its end."), clause)]
    return []


def _is_game(value: object) -> bool:
    return value is None or (type(value) is int and value in SEATS)


def _cut_off_problems(played: PlayedMatch) -> list[Problem]:
    """Refuse a game cut off where none can have been, and base HP that do not belong to one."""
    report, clause = played.report, played.clause(played.rules.at_time)
    says = say("Enter the remaining HP of both bases as whole numbers from 0 to {most}.", most=MOST_TEXT)
    problems = count_problems("base_hp", report.base_hp or (), says)
    if report.unfinished and report.end != "time":
        says = say("A game is cut off only at time: take this back.")
        problems.append(Problem("unfinished", says, clause))
    elif report.unfinished and played.decided:
        says = say("The match was already won: no game was cut off.")
        problems.append(Problem("unfinished", says, clause))
    if problems or report.base_hp is None or report.end != "time":
        return problems
    if not played.cut_off:
        says = say("Base HP count only in a game that was cut off: say that one was, or leave them empty.")
        problems.append(Problem("base_hp", says, played.rules.elimination_tie.clause))
    elif report.base_hp.count(0) == 1:
        says = say("A player whose base has no HP left has lost that game: enter the game's winner.")
        problems.append(Problem("base_hp", says, clause))
    return problems


def _intentional_draw_problems(played: PlayedMatch) -> list[Problem]:
    if played.report.end != "intentional-draw" or played.stage == "swiss":
        return []
    clause = played.rules.intentional_draw.clause
    return [Problem("end", say("Players may agree to a draw only in Swiss rounds: play the match."), clause)]


def _decide(played: PlayedMatch) -> Decision | Problem:
    """Who won and why, or what is missing to say so."""
    rules = played.rules
    match played.report.end:
        case "decided" | "time" if played.decided and played.leader is not None:
            return _won_more(played, played.leader, played.clause(rules.match_won))
        case "decided":
            says = say(
                "Nobody has won {needed}: enter all games, or choose another end.", needed=played.needed
            )
            return Problem("games", says, played.clause(rules.match_won))
        case "time":
            return _at_time(played)
        case "intentional-draw":
            says = say("Both players agreed to draw before the first game.")
            return None, ScoringStep(says, rules.intentional_draw.clause)
        case "double-loss":
            return None, ScoringStep(say("Both players were given a loss."), rules.double_loss.clause)
        case _:
            return given_up(played.report.end, played.report.by, played.regulations)


def _at_time(played: PlayedMatch) -> Decision | Problem:
    """More games win; equal games are a draw in Swiss rounds and broken in elimination (`SWU-BO3-3`)."""
    if played.leader is not None:
        return _won_more(played, played.leader, played.clause(played.rules.at_time))
    if played.stage == "elimination":
        return _break_tie(played)
    return None, ScoringStep(
        say("Equal games at time: the match is drawn."), played.clause(played.rules.at_time)
    )


def _won_more(played: PlayedMatch, winner: Seat, clause: str) -> Decision:
    wins = played.record[:2]
    says = say("{winner} won more games, {more} to {fewer}.", more=max(wins), fewer=min(wins))
    return winner, ScoringStep(says, clause, winner)


def _break_tie(played: PlayedMatch) -> Decision | Problem:
    """Elimination knows no draw (`SWU-BO3-3`)."""
    rule, report = played.rules.elimination_tie, played.report
    for way in rule.by:
        if way == "initiative":
            return _initiative(played)
        if not played.cut_off:
            continue
        if report.base_hp is None:
            says = say("Equal games: enter the HP left of both bases, 0 and 0 if both fell at once.")
            return Problem("base_hp", says, rule.clause)
        first, second = report.base_hp
        if first != second:
            winner: Seat = 0 if first > second else 1
            says = say("Equal games: {winner} has the base with more HP left.")
            return winner, ScoringStep(says, rule.clause, winner)
    settle = by_hand if rule.by else goes_on
    return settle(report.winner, say("Equal in elimination"), rule)


def _initiative(played: PlayedMatch) -> Decision | Problem:
    clause, seat = played.rules.elimination_tie.clause, played.report.deciding
    if seat is None:
        says = say(
            "Still equal: say who had the initiative, or between games who would have started with it."
        )
        return Problem("deciding", says, clause)
    return seat, ScoringStep(say("Still equal: {winner} wins by the initiative."), clause, seat)


def _award(played: PlayedMatch, winner: Seat | None) -> tuple[Outcome, ScoringStep]:
    """The match points and games of the decided match, and why."""
    report, rules = played.report, played.rules
    match report.end:
        case "double-loss":
            why = ScoringStep(say("Neither gets a point."), rules.double_loss.clause)
            return _nobody("loss", 0, played.record), why
        case "intentional-draw":
            says = say_n(
                "Recorded as {count} drawn game; {points} match points each.",
                "Recorded as {count} drawn games; {points} match points each.",
                played.best_of,
                points=rules.points.draw,
            )
            why = ScoringStep(says, rules.intentional_draw.clause)
            return _nobody("draw", rules.points.draw, (0, 0, played.best_of)), why
        case _ if winner is None:
            says = say_n(
                "A draw brings {count} match point each.",
                "A draw brings {count} match points each.",
                rules.points.draw,
            )
            return _nobody("draw", rules.points.draw, played.record), ScoringStep(says, rules.points.clause)
        case "no-show":
            return _absent(played, winner)
        case _:
            record = _filled(played, winner) if report.end in AGAINST_ONE else played.record
            return _win(played, winner, record)


def _drawn_games(played: PlayedMatch) -> list[ScoringStep]:
    drawn = played.record[2]
    says = say("Drawn games, also one cut off at time, count for neither player: {drawn}.", drawn=drawn)
    return [ScoringStep(says, played.clause(played.rules.drawn_game))] if drawn else []


def _sides(record: Record) -> tuple[Record, Record]:
    """The games won, lost and drawn of either seat."""
    first, second, drawn = record
    return (first, second, drawn), (second, first, drawn)


def _nobody(verdict: Literal["draw", "loss"], points: int, record: Record) -> Outcome:
    first, second = _sides(record)
    return undecided((SideOutcome(verdict, points, games=first), SideOutcome(verdict, points, games=second)))


def _win(
    played: PlayedMatch, winner: Seat, record: Record, points: int | None = None
) -> tuple[Outcome, ScoringStep]:
    """A win and a loss with these games; `points` stand in for a win's."""
    rule, (mine, theirs) = played.rules.points, own_first(winner, _sides(record))
    win = SideOutcome("win", rule.win if points is None else points, games=mine)
    loss = SideOutcome("loss", rule.loss, games=theirs)
    says = say_n(
        "{winner} gets {count} match point, {loser} {loss}.",
        "{winner} gets {count} match points, {loser} {loss}.",
        win.points,
        loss=loss.points,
    )
    return won(winner, win, loss), ScoringStep(says, rule.clause, winner)


def _filled(played: PlayedMatch, winner: Seat) -> Record:
    """The games after a concession or a given loss: the opponent's wins are filled up, the rest stays.

    A loss given after the other player had already won the match takes that last win away.
    """
    first, second, drawn = played.record
    needed, most = played.needed, played.needed - 1
    return (needed, min(second, most), drawn) if winner == 0 else (min(first, most), needed, drawn)


def _absent(played: PlayedMatch, winner: Seat) -> tuple[Outcome, ScoringStep]:
    """What the opponent of an absent player gets, by the organiser's choice (`B18`)."""
    choice = played.variants.no_show
    record = (0, 0, 0) if choice == "bare-win" else _filled(played, winner)
    return _win(played, winner, record, played.regulations.bye.points if choice == "bye" else None)
