"""The final places of a tournament as it stands."""

from __future__ import annotations

from dataclasses import replace

from muster.core.bracket.places import Place, places
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.state import State


def final_places(state: State) -> tuple[Place, ...]:
    """Everybody's place (`ARM-BRK-1`, `COM-RANK-1`, `B24`), best first; disqualified players have none.

    Where an elimination was ended early, those still in it share the best places; after them come those who
    had won but left, then whoever lost in the open round.
    """
    ranks = _swiss_ranks(state)
    rounds = queries.elimination_rounds(state)
    fixed = places(
        rounds, ranks, eliminated=state.variants.eliminated, disqualified=queries.disqualified(state)
    )
    if not rounds:
        return fixed
    waiting = sorted(
        queries.unbeaten(rounds) - {place.player for place in fixed} - queries.disqualified(state)
    )
    here = [player for player in waiting if queries.present(state.players[player])]
    gone = [player for player in waiting if player not in here]
    return (
        *(Place(player, 1, len(here)) for player in here),
        *(Place(player, len(here) + 1, len(waiting)) for player in gone),
        *(replace(place, first_place=max(place.first_place, len(waiting) + 1)) for place in fixed),
    )


def _swiss_ranks(state: State) -> dict[PlayerId, int]:
    if not queries.swiss_rounds(state):
        return {}
    return {player: place + 1 for player, place in queries.table(state).places.items()}
