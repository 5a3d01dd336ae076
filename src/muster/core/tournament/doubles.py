"""The double elimination of a tournament: its seeds, how it stands, and who waits while others play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from muster.core.bracket.double import double_elimination
from muster.core.bracket.double_play import DoubleStand, follow
from muster.core.bracket.games import EliminationRound
from muster.core.bracket.progress import PLAYERS_PURPOSE
from muster.core.draws import DrawSeed, order
from muster.core.ids import PlayerId
from muster.core.tournament.state import Round, Sheet, State


def drawn_seeds(players: Sequence[PlayerId], seed: DrawSeed) -> tuple[PlayerId, ...]:
    """The seeds of an event that starts with its elimination: the players in drawn order (`COM-ELIM-3`)."""
    return tuple(order(seed, PLAYERS_PURPOSE, players))


def seeds_of(state: State) -> tuple[PlayerId, ...]:
    """The seeds of the running elimination: those of the cut, or as the first published round drew them.

    Nobody, before that round is out.
    """
    if state.seeds is not None:
        return state.seeds
    if not state.rounds or state.draws.key_seed is None:
        return ()
    return drawn_seeds(everybody_in(state.rounds[0]), state.draws.key_seed)


def everybody_in(round_: Round) -> list[PlayerId]:
    """Who plays or waits in a round."""
    playing = [player for match in round_.matches.values() for player in match.pairing.players]
    return [*playing, *(bye.player for bye in round_.byes), *round_.resting]


def stand_of(
    state: State, rounds: Sequence[EliminationRound], seeds: tuple[PlayerId, ...] | None = None
) -> DoubleStand:
    """How the double elimination stands after these rounds; only where somebody is seeded."""
    gone = frozenset(
        one.player for one in state.players.values() if one.status in ("dropped", "disqualified")
    )
    reset = state.elimination == "double"
    return follow(seeds_of(state) if seeds is None else seeds, rounds, gone, reset=reset)


def is_final(state: State, games: Iterable[int | None]) -> bool:
    """Whether games of the running elimination are its final, or that once more."""
    seeds = seeds_of(state)
    if not seeds:
        return False
    final = double_elimination(len(seeds), reset=state.elimination == "double").final.number
    return all(game is not None and game >= final for game in games)


def waiting(stand: DoubleStand, sheet: Sheet) -> tuple[PlayerId, ...]:
    """Who has no match in a round and is still in, by entry number."""
    playing = {player for pairing in sheet.pairings for player in pairing.players}
    playing |= {bye.player for bye in sheet.byes}
    return tuple(sorted(stand.alive - playing - {*stand.gone}))
