"""One player's sheet: what is known of them, their rounds so far, and what leaving or coming back would mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from muster.core.ids import Naming, PlayerId, RoundNo, TableNo, TableSeat
from muster.core.messages import Message, say, say_in
from muster.core.tournament import queries
from muster.core.tournament.commands import (
    Command,
    DropPlayer,
    RejoinPlayer,
)
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.engine import decide
from muster.core.tournament.facts import PlayerDropped
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Player, Round, State
from muster.exchange.words import Teller, match_words, place_words
from muster.journal.store import Snapshot

_VERDICTS: Final = {
    "win": say_in("a match", "win"),
    "draw": say_in("a match", "draw"),
    "loss": say_in("a match", "loss"),
}


class Played(NamedTuple):
    """One round of one player; table and match are None for a bye or a loss without an opponent.

    Attributes:
        opponents: everybody they met in it.
        state: the tournament.
        match: their match of the round.
        seat: where they sit in it, in the order of the pairing.
    """

    round_no: RoundNo
    kind: Literal["match", "bye", "loss"]
    table: TableNo | None
    opponents: tuple[PlayerId, ...]
    points: str
    state: State
    match: Match | None = None
    seat: TableSeat = 0

    @property
    def result(self) -> Message:
        """What came of it, in words: who won, and how the match stands or ended."""
        if self.match is None:
            return say("bye") if self.kind == "bye" else say("loss without an opponent")
        outcome = self.match.outcome
        words = match_words(self.match, 0 if self.seat == 0 else 1, state=self.state)
        if outcome is None:
            return words
        side = outcome.sides[self.seat]
        verdict = _VERDICTS[side.verdict] if side.place is None else place_words(outcome, side)
        return say("{verdict}: {how}", verdict=verdict, how=words) if words else verdict

    @property
    def opponent(self) -> PlayerId | None:
        """The opponent of a match of two."""
        return self.opponents[0] if len(self.opponents) == 1 else None


@dataclass(frozen=True, slots=True)
class Consequence:
    """What an act would come to now: sentences, or the refusal."""

    says: tuple[Message, ...] = ()
    refusal: Refusal | None = None
    clause: str = ""

    @property
    def possible(self) -> bool:
        """Whether the act would be carried out."""
        return self.refusal is None


def rounds_of(state: State, player: PlayerId) -> list[Played]:
    """The player's rounds, first to last."""
    own = state.players[player]
    missed = dict(_missed(state, own))
    found = []
    for round_ in state.rounds:
        if played := _played(state, round_, player):
            found.append(played)
        elif round_.number in missed:
            found.append(missed[round_.number])
    return found


def _missed(state: State, own: Player) -> Iterator[tuple[RoundNo, Played]]:
    for each in own.missed:
        for number in each.rounds:
            yield number, Played(number, "loss", None, (), str(each.outcome.points), state)


def _played(state: State, round_: Round, player: PlayerId) -> Played | None:
    match = queries.match_of(round_, player)
    if match is not None:
        return _of_match(state, round_, match, player)
    bye = next((each for each in round_.byes if each.player == player), None)
    if bye is None:
        return None
    return Played(round_.number, "bye", None, (), str(bye.outcome.points), state)


def _of_match(state: State, round_: Round, match: Match, player: PlayerId) -> Played:
    seat, opponents = match.pairing.seat_of(player), match.pairing.others(player)
    points = str(match.outcome.sides[seat].points) if match.outcome is not None else ""
    return Played(round_.number, "match", match.pairing.table, opponents, points, state, match, seat)


def has_played(state: State, player: PlayerId | None) -> bool:
    """Whether a published round holds anything of this player."""
    return player is not None and any(queries.takes_part(round_, player) for round_ in state.rounds)


def open_table(state: State, player: PlayerId) -> TableNo | None:
    """The table of the player's match that still needs a result even if they leave; in a bracket leaving decides it."""
    if not state.rounds or elimination_rounds(state):
        return None
    match = queries.match_of(state.rounds[-1], player)
    return match.pairing.table if match is not None and not match.settled else None


def on_drop(snapshot: Snapshot, player: PlayerId, name: Naming) -> Consequence:
    """What dropping would come to besides the player's being gone."""
    return _would(snapshot, DropPlayer(player), name, "")


def on_rejoin(snapshot: Snapshot, player: PlayerId, name: Naming) -> Consequence:
    """What coming back would come to."""
    clause = snapshot.state.regulations.attendance.rejoin_source
    return _would(snapshot, RejoinPlayer(player), name, clause)


def _would(snapshot: Snapshot, command: Command, name: Naming, clause: str) -> Consequence:
    answer = decide(snapshot.state, command)
    if isinstance(answer, Refusal):
        return Consequence(refusal=answer.naming({player: name(player) for player in snapshot.state.players}))
    teller = Teller(snapshot.state, snapshot.entries, name)
    # That they have left is not told of somebody who is still here.
    brings = (fact for fact in answer if not isinstance(fact, PlayerDropped))
    return Consequence(tuple(map(teller.describe, brings)), clause=clause)
