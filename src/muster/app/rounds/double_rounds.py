"""Which games of a double elimination a round has, published, drafted or to come, and what it is called."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.bracket.double import DoubleMatch, double_elimination
from muster.core.bracket.double_play import DoubleStand, next_games
from muster.core.ids import RoundNo
from muster.core.messages import Message
from muster.core.tournament import doubles, queries
from muster.core.tournament.elimination import double_stand, elimination_rounds
from muster.core.tournament.state import State
from muster.exchange.elimination_words import round_title


def stand_now(state: State) -> DoubleStand | None:
    """How the double elimination stands, or will begin with the seeds there are; None without seeds."""
    found = double_stand(state)
    if found is not None or not state.double or not state.seeds:
        return found
    return doubles.stand_of(state, (), state.seeds)


def matches_of(state: State, number: RoundNo) -> tuple[DoubleMatch, ...]:
    """The games of a round of a double elimination: as published, on the table, or as they will be drawn."""
    players = len(doubles.seeds_of(state)) or len(queries.active(state))
    bracket = double_elimination(players, reset=state.elimination == "double")
    return tuple(bracket.matches[game - 1] for game in sorted(_games(state, number)))


def double_title(state: State, number: RoundNo) -> Message:
    """What a round of a double elimination is called."""
    return round_title(matches_of(state, number))


def _games(state: State, number: RoundNo) -> Sequence[int]:
    if number <= len(state.rounds):
        round_ = state.rounds[number - 1]
        played = [match.pairing.game or 0 for match in round_.matches.values()]
        return [*played, *(bye.game or 0 for bye in round_.byes)]
    if state.proposal is not None:
        sheet = state.proposal.sheet
        return [*(one.game or 0 for one in sheet.pairings), *(one.game or 0 for one in sheet.byes)]
    stand = stand_now(state)
    return [game.number for game in next_games(stand, elimination_rounds(state))] if stand else []
