"""The final places of a tournament as it stands."""

from __future__ import annotations

from muster.core.bracket.places import Place, places
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.state import State


def final_places(state: State) -> tuple[Place, ...]:
    """Everybody's place (`ARM-BRK-1`, `COM-RANK-1`, `B24`), best first; disqualified players have none.

    Where an elimination was ended early, those still in it share the best places.
    """
    ranks = _swiss_ranks(state)
    rounds = queries.elimination_rounds(state)
    fixed = places(
        rounds, ranks, eliminated=state.variants.eliminated, disqualified=queries.disqualified(state)
    )
    placed = {place.player for place in fixed}
    still_in = sorted(queries.in_elimination(state) - placed) if rounds else []
    return (*(Place(player, 1, len(still_in)) for player in still_in), *fixed)


def _swiss_ranks(state: State) -> dict[PlayerId, int]:
    if not queries.swiss_rounds(state):
        return {}
    return {player: place + 1 for player, place in queries.table(state).places.items()}
