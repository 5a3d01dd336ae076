"""A player's way through the event: each of their rounds with whom they met, how it ended, and their place after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from muster.app.rounds.sheets import title_of
from muster.app.standings.read import standings_after
from muster.core.bracket.layouts import place_text
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import Message, listing, say, say_n
from muster.core.outcomes import SideOutcome
from muster.core.tournament import queries
from muster.core.tournament.state import Match, MatchStatus, Round, State
from muster.exchange.words import ending_words

Verdict = Literal["win", "loss", "draw", ""]


class MatchRecord(NamedTuple):
    """How many matches somebody won, lost and drew, a bye is won; where they came at each table of three or four."""

    won: int
    lost: int
    drawn: int
    places: tuple[int, ...] = ()

    @property
    def words(self) -> Message:
        """That in words."""
        if self.places:
            return say_n(
                "place {places} at {count} table",
                "places {places} at {count} tables",
                len(self.places),
                places=listing(map(str, self.places), "plain"),
            )
        if self.drawn:
            return say(
                "won {won}, lost {lost}, drawn {drawn}", won=self.won, lost=self.lost, drawn=self.drawn
            )
        return say("won {won}, lost {lost}", won=self.won, lost=self.lost)


@dataclass(frozen=True, slots=True)
class PathStep:
    """One round of a player.

    Attributes:
        round_no: the round.
        title: what it is called.
        kind: a match, a bye, or a loss without an opponent.
        table: where they played.
        opponents: whom they met, at a table of three or four everybody else there; nobody where they met none.
        verdict: how it ended for them; empty while that is open.
        status: how the match stands; `confirmed` for a round without one.
        score: how it ended, their own figures first; empty while that is open.
        points: what it brought; empty while that is open.
        place: their place after the round, equal players alike; None outside complete Swiss rounds.
        seat: at a table of three or four, where they sat, from 1; 0 in a match of two.
        came: at a table of three or four, where they came there; None while that is open, and in a match of two.
    """

    round_no: RoundNo
    title: Message
    kind: Literal["match", "bye", "loss"]
    table: TableNo | None
    opponents: tuple[PlayerId, ...]
    verdict: Verdict
    status: MatchStatus
    score: str
    points: str
    place: int | None
    seat: int = 0
    came: int | None = None


@dataclass(frozen=True)
class Path:
    """A player's way through the event.

    Attributes:
        state: the tournament.
        player: whose way it is.
    """

    state: State
    player: PlayerId

    @cached_property
    def steps(self) -> tuple[PathStep, ...]:
        """Their rounds, first to last."""
        return tuple(step for round_ in self.state.rounds if (step := self._step(round_)))

    @property
    def record(self) -> MatchRecord:
        """What they won, lost and drew so far, in all rounds."""
        return record_of(self.state, self.player)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Their places after the complete Swiss rounds, one after the other; those before they came are left out."""
        return tuple(step.place for step in self.steps if step.place is not None)

    @property
    def ranked(self) -> int:
        """How many are ranked by now; 0 before the first complete round."""
        return len(standings_after(self.state).order) if queries.completed(self.state) else 0

    @property
    def final(self) -> str:
        """Their final place; empty before the end, or without one."""
        found = (one for one in queries.shown_places(self.state) if one.player == self.player)
        return next((place_text(one.first_place, one.last_place) for one in found), "")

    def _step(self, round_: Round) -> PathStep | None:
        match, side = queries.match_of(round_, self.player), _side(self.state, round_, self.player)
        if match is None and side is None:
            return None
        bye = any(one.player == self.player for one in round_.byes)
        counts = side if match is None or match.settled else None
        return PathStep(
            round_.number,
            title_of(self.state, round_.number),
            "match" if match else "bye" if bye else "loss",
            match.pairing.table if match else None,
            match.pairing.others(self.player) if match else (),
            counts.verdict if counts else "",
            match.status if match else "confirmed",
            _score(self.state, match, self.player),
            str(counts.points) if counts and self._counts(round_) else "",
            self._place(round_),
            match.pairing.seat_of(self.player) + 1 if match and self.state.at_tables else 0,
            counts.place if counts else None,
        )

    def _counts(self, round_: Round) -> bool:
        """Whether the round is one whose points count."""
        return self.state.stages[round_.stage].format == "swiss"

    def _place(self, round_: Round) -> int | None:
        if not self._counts(round_) or round_.number > queries.completed(self.state):
            return None
        table = standings_after(self.state, round_.number)
        at = table.places.get(self.player)
        return None if at is None else table.shared_ranks[at]


def record_of(state: State, player: PlayerId) -> MatchRecord:
    """What a player won, lost and drew in all rounds so far; what is open does not count."""
    sides = [*_settled(state, player)]
    verdicts = [side.verdict for side in sides]
    places = tuple(side.place for side in sides if side.place is not None)
    return MatchRecord(verdicts.count("win"), verdicts.count("loss"), verdicts.count("draw"), places)


def _settled(state: State, player: PlayerId) -> Iterator[SideOutcome]:
    for round_ in state.rounds:
        match = queries.match_of(round_, player)
        side = _side(state, round_, player)
        if side is not None and (match is None or match.settled):
            yield side


def _side(state: State, round_: Round, player: PlayerId) -> SideOutcome | None:
    """What a round brought a player; None for one they had no part in, or that has no result."""
    match = queries.match_of(round_, player)
    if match is not None:
        return match.outcome.sides[match.pairing.seat_of(player)] if match.outcome else None
    bye = next((one.outcome for one in round_.byes if one.player == player), None)
    missed = (one.outcome for one in state.players[player].missed if round_.number in one.rounds)
    return bye or next(missed, None)


def _score(state: State, match: Match | None, player: PlayerId) -> str:
    if match is None or match.report is None or not match.settled:
        return ""
    return ending_words(state, match.report, 0 if match.pairing.seat_of(player) == 0 else 1)
