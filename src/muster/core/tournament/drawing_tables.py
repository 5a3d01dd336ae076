"""How a round at tables of three and four is drawn: everything here follows from the state and the draw seed alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from muster.core.bracket.games import Game
from muster.core.bracket.tables import final, first_round
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.messages import listing, say, say_n
from muster.core.pairing.seating.draw import DrawnTables, draw_tables
from muster.core.pairing.seating.field import THREE, TableField
from muster.core.pairing.seating.steps import Steps
from muster.core.pairing.swiss import NoPairing
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.state import Round, State

FIVE: Final = 5
"""So many make no tables of three and four: one of them rests (reading `F4`)."""


def rests(players: int) -> bool:
    """Whether one of so many players rests in a round at tables."""
    return players == FIVE


def table_field(state: State, points: Mapping[PlayerId, int]) -> TableField:
    """Everybody who is to be seated in the next round at tables, and what stands between them.

    Args:
        state: the tournament before the round.
        points: the points of those to be seated.
    """
    rounds, variants = queries.swiss_rounds(state), state.variants
    apart = variants.first_round == "clubs-apart" and not rounds
    clubs = {player: club for player in points if (club := state.players[player].club) is not None}
    return TableField(
        points,
        _among(queries.meetings(rounds), points),
        _at_threes(rounds, points),
        _apart(state, points),
        clubs if apart else {},
        variants.tables_by,
        variants.threes,
    )


def seat_everybody(
    state: State, points: Mapping[PlayerId, int], seed: DrawSeed, steps: Steps | None = None
) -> DrawnTables | NoPairing:
    """The tables of the next round, best first; or why there are none.

    Args:
        state: the tournament before the round.
        points: the points of those to be seated.
        seed: the draw seed.
        steps: as `draw_tables` has them.
    """
    if len(points) < THREE:
        says = say_n(
            "{count} player is here; a table needs three or four.",
            "{count} players are here; a table needs three or four.",
            len(points),
        )
        return NoPairing(tuple(points), says)
    drawn = draw_tables(
        table_field(state, points), seed, seated=seats_had(queries.swiss_rounds(state)), steps=steps
    )
    kept = [tuple(sorted(pair)) for pair in state.forbidden if any({*pair} <= {*one} for one in drawn.tables)]
    if not kept:
        return drawn
    players = tuple(sorted({player for pair in kept for player in pair}))
    says = say(
        "No seating keeps everybody apart who is never to meet: look at the organiser’s pairs of {players}.",
        players=listing(players),
    )
    return NoPairing(players, says)


def cut_tables(state: State) -> tuple[Game, ...]:
    """The tables of the next round of the cut, and who waits for the final."""
    seeds, rounds = state.seeds or (), elimination_rounds(state)
    gone = {player.player for player in state.players.values() if not queries.present(player)}
    if rounds:
        return final(seeds, rounds[-1], gone)
    return tuple(
        Game.of(game.number, [player for player in game.players if player not in gone])
        for game in first_round(seeds)
    )


def seats_had(rounds: Iterable[Round]) -> dict[PlayerId, list[int]]:
    """Which seats each has had in these rounds, from 1."""
    found: dict[PlayerId, list[int]] = {}
    for players in _tables(rounds):
        for seat, player in enumerate(players, 1):
            found.setdefault(player, []).append(seat)
    return found


def _tables(rounds: Iterable[Round]) -> Iterator[Sequence[PlayerId]]:
    return (match.pairing.players for round_ in rounds for match in round_.matches.values())


def _at_threes(rounds: Iterable[Round], points: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    """How often each has sat at a table of three."""
    found: dict[PlayerId, int] = {}
    for players in _tables(rounds):
        if len(players) == THREE:
            for player in players:
                found[player] = found.get(player, 0) + 1
    return {player: often for player, often in found.items() if player in points}


def _among(
    met: Mapping[PlayerId, Mapping[PlayerId, int]], points: Mapping[PlayerId, int]
) -> dict[PlayerId, dict[PlayerId, int]]:
    return {
        player: {other: often for other, often in mine.items() if other in points}
        for player, mine in met.items()
        if player in points
    }


def _apart(state: State, points: Mapping[PlayerId, int]) -> dict[PlayerId, set[PlayerId]]:
    found: dict[PlayerId, set[PlayerId]] = {}
    for one, two in state.forbidden:
        if one in points and two in points:
            found.setdefault(one, set()).add(two)
            found.setdefault(two, set()).add(one)
    return found
