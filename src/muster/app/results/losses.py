"""Games and matches that penalties have decided: for which match each counts, and how its result has to agree.

A loss counts for the match it was given for (`SWU-SIDE-1`, `LEG-MOV-5`). One given without a match, or after the match
was decided, has no table on record: it counts for the player's next match, and for no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from muster.app.staff.records import clause_of
from muster.core.ids import SEATS, SEATS_AT_TABLE, Naming, PlayerId, RoundNo, Seat, TableSeat, other
from muster.core.messages import NOTHING, Message, paragraph, say, say_n
from muster.core.scoring import Scored
from muster.core.scoring.reports import (
    GamesReport,
    MarginReport,
    PairReport,
    PlacingReport,
    Report,
    ShareReport,
)
from muster.core.scoring.scored import Problem
from muster.core.scoring.unplayed import games_to_win
from muster.core.tournament import queries
from muster.core.tournament.acts.results import score_in
from muster.core.tournament.state import Match, Round, State, best_of
from muster.people.models import Penalty

KINDS: Final = ("game-loss", "match-loss")
"""The penalties that decide games."""

GAME_CLAUSE: Final = "SWU-SIDE-1"


def seat_of(match: Match, player: PlayerId) -> Seat:
    """Which seat of the match is the player's."""
    return 0 if match.pairing.players[0] == player else 1


def table_seat(match: Match, player: PlayerId) -> TableSeat:
    """Which seat of a table of three or four is the player's."""
    return SEATS_AT_TABLE[match.pairing.players.index(player)]


def blank_report(state: State, end: Literal["match-loss", "concession"], by: Seat) -> PairReport:
    """A report of two players against one of them with nothing scored, of the kind this tournament takes."""
    match state.regulations.scoring.model:
        case "margin":
            return MarginReport(end=end, by=by)
        case "share":
            return ShareReport(end=end, by=by)
        case _:
            return GamesReport(end=end, by=by)


@dataclass(frozen=True, slots=True)
class Loss:
    """A penalty that loses a game or a match, as it is on record and not withdrawn.

    Attributes:
        player: whose loss it is.
        round_no: the round it was given in; 0 before the first.
        here: whether it is for the player's match of that round; else it is for their next match.
        kind: `game-loss` or `match-loss`.
        clause: the clause it rests on; empty if none is named.
    """

    player: PlayerId
    round_no: RoundNo
    here: bool
    kind: str
    clause: str


@dataclass(frozen=True, slots=True)
class Note:
    """What a page says of a loss, with the clause it rests on."""

    says: Message
    clause: str


@dataclass(frozen=True, slots=True)
class Losses:
    """What penalties have decided of one match.

    Attributes:
        state: the tournament.
        round: the match's round.
        match: the match.
        games: the game losses where a match is more than one game, in the order they were given.
        whole: the losses of the whole match.
    """

    state: State
    round: Round
    match: Match
    games: tuple[Loss, ...] = ()
    whole: tuple[Loss, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.games or self.whole)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won each game that is decided, as far as games are left to win."""
        needed, found = games_to_win(_best_of(self.state, self.round)), list[Seat]()
        for loss in self.games:
            if max(found.count(seat) for seat in SEATS) < needed:
                found.append(other(seat_of(self.match, loss.player)))
        return tuple(found)

    @property
    def decided(self) -> bool:
        """Whether game losses alone have decided the match."""
        won = self.winners
        return bool(won) and max(map(won.count, SEATS)) >= games_to_win(_best_of(self.state, self.round))

    @property
    def offered(self) -> Report | None:
        """The report to fill the form of results with; None if nothing is decided or something is reported."""
        if not self or self.match.report is not None:
            return None
        if self.state.at_tables:
            # What the others have left is not known before they have played: those fields stay empty.
            lost = sorted({table_seat(self.match, loss.player) for loss in self.whole})
            return PlacingReport(end="decided", left=(), lost=tuple(lost))
        if not self.whole:
            return GamesReport(end="decided", games=self.winners)
        seats = {seat_of(self.match, loss.player) for loss in self.whole}
        report = blank_report(self.state, "match-loss", seats.pop())
        return replace(report, end="double-loss", by=None) if seats else report

    def notes(self, name: Naming) -> tuple[Note, ...]:
        """What each of them decides, in words for players and staff alike: never what it was given for."""
        whole = (self._whole(loss, name) for loss in self.whole)
        return (*whole, *self._games(name), *self._follows())

    def against(self, report: Report, name: Naming) -> tuple[Problem, ...]:
        """What in a report goes against them; nothing in one that cannot be scored anyway."""
        made = score_in(self.state, self.round, self.match, report) if self else ()
        if not isinstance(made, Scored):
            return ()
        if isinstance(report, PlacingReport):
            return tuple(
                Problem("lost", self._whole(loss, name).says, self._clause(loss) or None)
                for loss in self.whole
                if table_seat(self.match, loss.player) not in report.lost
            )
        sides = made.outcome.sides
        lost = {seat_of(self.match, loss.player): loss for loss in self.whole}
        found = [
            Problem("end", self._whole(loss, name).says, self._clause(loss) or None)
            for seat, loss in lost.items()
            if sides[seat].verdict != "loss"
        ]
        winners = () if lost else self.winners
        short = [seat for seat in SEATS if sides[seat].games[0] < winners.count(seat)]
        return (*found, *(self._missing(seat, winners.count(seat), name) for seat in short))

    def _games(self, name: Naming) -> Iterator[Note]:
        lost = list(self.games)
        for number, winner in enumerate(self.winners, start=1):
            loser = self.match.pairing.players[other(winner)]
            loss = next(one for one in lost if one.player == loser)
            lost.remove(loss)
            words = say(
                "Game {number}: won by {winner} (game loss of {loser}).",
                number=number,
                winner=self._seated(winner, name),
                loser=name(loser),
            )
            yield Note(paragraph(words, self._given_before(loss)), self._clause(loss))

    def _whole(self, loss: Loss, name: Naming) -> Note:
        words = (
            say(
                "{loser} has the last place at this table, without points, by a penalty.",
                loser=name(loss.player),
            )
            if self.state.at_tables
            else say("{loser} loses this match by a penalty.", loser=name(loss.player))
        )
        return Note(paragraph(words, self._given_before(loss)), self._clause(loss))

    def _missing(self, seat: Seat, count: int, name: Naming) -> Problem:
        says = say_n(
            "{winner} has won a game by a penalty: it is missing here.",
            "{winner} has won {count} games by penalties: they are not all here.",
            count,
            winner=self._seated(seat, name),
        )
        return Problem("games", says, clause_of(self.state, GAME_CLAUSE) or None)

    def _follows(self) -> Iterator[Note]:
        """What game losses mean for what is still played (`SWU-SIDE-1`)."""
        clause = clause_of(self.state, GAME_CLAUSE)
        if self.decided:
            yield Note(say("The match is decided by penalties."), clause)
        elif self.games and not self.whole and clause:
            yield Note(say("The first game really played is without sideboard."), clause)

    def _given_before(self, loss: Loss) -> Message:
        if loss.round_no == self.round.number:
            return NOTHING
        return say("It was given after the match before.")

    def _clause(self, loss: Loss) -> str:
        """A clause of the regulations; what else a judge has typed there is not for players."""
        return clause_of(self.state, loss.clause, "LEG-MOV-5", GAME_CLAUSE)

    def _seated(self, seat: Seat, name: Naming) -> str:
        return name(self.match.pairing.players[seat])


def losses_of(tournament: int, state: State, round_: Round, match: Match) -> Losses:
    """What penalties have decided of this match, in one query."""
    rows = Penalty.objects.filter(
        tournament=tournament, kind__in=KINDS, withdrawn_at=None, entry__player__in=match.pairing.players
    )
    values = rows.order_by("pk").values_list("entry__player", "round_no", "table", "kind", "clause")
    found = [
        Loss(PlayerId(player or 0), RoundNo(number), table is not None, kind, clause)
        for player, number, table, kind, clause in values
    ]
    return counting(found, state, round_, match)


def counting(found: Sequence[Loss], state: State, round_: Round, match: Match) -> Losses:
    """Those of these losses that count for this match.

    Args:
        found: losses of its players, in the order they were given.
        state: the tournament.
        round_: the round of the match.
        match: the match.
    """
    here = [loss for loss in found if loss.player in match.pairing.players and _counts(loss, state, round_)]
    one_game = _best_of(state, round_) == 1
    whole = tuple(loss for loss in here if one_game or loss.kind == "match-loss")
    games = () if one_game else tuple(loss for loss in here if loss.kind == "game-loss")
    return Losses(state, round_, match, games, whole)


def _counts(loss: Loss, state: State, round_: Round) -> bool:
    if loss.here:
        return loss.round_no == round_.number
    if loss.round_no >= round_.number or _served(loss, state):
        return False
    between = state.rounds[loss.round_no : round_.number - 1]
    return all(queries.match_of(each, loss.player) is None for each in between)


def _served(loss: Loss, state: State) -> bool:
    """Whether the match it was given after was made the lost one: its result was corrected to that."""
    round_ = _round_of(state, loss.round_no)
    match = queries.match_of(round_, loss.player) if round_ else None
    if match is None or match.report is None:
        return False
    if isinstance(match.report, PlacingReport):
        return table_seat(match, loss.player) in match.report.lost
    return match.report.end == "match-loss" and match.report.by == seat_of(match, loss.player)


def _round_of(state: State, number: int) -> Round | None:
    return state.rounds[number - 1] if 1 <= number <= len(state.rounds) else None


def _best_of(state: State, round_: Round) -> int:
    return best_of(state, state.stages[round_.stage].format)
