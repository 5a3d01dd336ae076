"""Questions to a state about its elimination: the rounds as games, who goes on, who is still in. Pure reading."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.bracket.double_play import DoubleStand
from muster.core.bracket.games import EliminationRound, Game
from muster.core.ids import PlayerId
from muster.core.outcomes import Outcome
from muster.core.tournament import doubles
from muster.core.tournament.queries import active, present, rounds_of
from muster.core.tournament.state import Match, Round, State


def elimination_rounds(state: State) -> tuple[EliminationRound, ...]:
    """The published elimination rounds as games with their winners."""
    if not state.stages or state.stages[-1].format != "elimination":
        return ()
    found: list[EliminationRound] = []
    if state.double:
        return tuple(_double_round(state, one) for one in rounds_of(state, len(state.stages) - 1))
    for round_ in rounds_of(state, len(state.stages) - 1):
        later = 1 if state.at_tables else len(found[-1].games) // 2 if found else 0
        found.append(elimination_round(state, round_, later if found else _games_of_first(round_)))
    return tuple(found)


def elimination_round(state: State, round_: Round, count: int) -> EliminationRound:
    """One elimination round as `count` games; a game number nobody holds is a game without players."""
    games, winners = _games_and_winners(state, round_)
    return EliminationRound(
        tuple(games.get(number, Game(number, None)) for number in range(1, count + 1)), winners
    )


def _double_round(state: State, round_: Round) -> EliminationRound:
    """One round of a double elimination: the games on record, by the numbers of its bracket."""
    games, winners = _games_and_winners(state, round_)
    return EliminationRound(tuple(games[number] for number in sorted(games)), winners)


def double_stand(state: State) -> DoubleStand | None:
    """How the double elimination stands; None where there is none, or none of it is published."""
    rounds = elimination_rounds(state) if state.double else ()
    return doubles.stand_of(state, rounds) if rounds else None


def _games_and_winners(state: State, round_: Round) -> tuple[dict[int, Game], dict[int, PlayerId | None]]:
    """What is on record of a round of a bracket, by the numbers of its games."""
    games = {bye.game: Game(bye.game, bye.player) for bye in round_.byes if bye.game is not None}
    winners: dict[int, PlayerId | None] = {}
    for match in round_.matches.values():
        number = match.pairing.game or 0
        games[number] = Game.of(number, match.pairing.players)
        if match.outcome is not None and match.settled:
            winners[number] = goes_on(state, match, match.outcome)
    return games, winners


def goes_on(state: State, match: Match, outcome: Outcome) -> PlayerId | None:
    """Who goes on from a match of the bracket with this outcome; None where nobody does.

    From a table whose first place is shared it is the better seed (`F15`).
    """
    players = match.pairing.players
    if outcome.winner is not None:
        return players[outcome.winner] if outcome.winner < len(players) else None
    sharing = [player for player, side in zip(players, outcome.sides, strict=False) if side.verdict == "draw"]
    if not state.at_tables or not sharing:
        return None
    seeds = {player: at for at, player in enumerate(state.seeds or ())}
    return min(sharing, key=lambda player: (seeds.get(player, len(seeds)), player))


def _games_of_first(round_: Round) -> int:
    return len(round_.matches) + len(round_.byes)


def unbeaten(rounds: Sequence[EliminationRound]) -> frozenset[PlayerId]:
    """Who has not lost in these elimination rounds, whether or not they have left since."""
    last = rounds[-1]
    undecided = {player for game in last.undecided for player in game.players}
    winners = {winner for game in last.games if (winner := last.winner_of(game)) is not None}
    return frozenset(undecided | winners)


def still_in(state: State, rounds: Sequence[EliminationRound]) -> frozenset[PlayerId]:
    """Who is not out of the elimination after these rounds of it, whether or not they have left since."""
    return doubles.stand_of(state, rounds).alive if state.double else unbeaten(rounds)


def bracket_over(state: State) -> bool:
    """Whether the last round of the elimination is out; in a double elimination whether it is decided, too."""
    stand = double_stand(state)
    if stand is not None:
        return stand.over
    rounds = elimination_rounds(state)
    return bool(rounds) and len(rounds[-1].games) == 1


def anybody_left(state: State) -> bool:
    """Whether there is somebody who could be paired in the running stage."""
    rounds = elimination_rounds(state)
    if rounds:
        return any(present(state.players[player]) for player in still_in(state, rounds))
    return bool(active(state) if state.seeds is None else state.seeds)
