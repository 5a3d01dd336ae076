"""Where a player opens packs and builds a deck, as their page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.rounds.building import own_building
from muster.core.ids import Naming, PlayerId
from muster.core.tournament.state import State

CLAUSE = "SWU-SEAL-1"
"""Six packs each; what a deck is made of in these regulations."""


@dataclass(frozen=True, slots=True)
class BuildPlace:
    """A player's place to build at.

    Attributes:
        table: the building table.
        left: who sits opposite, or in a ring on the left; empty where nobody else is left.
        right: in a ring, who sits on the right; else empty.
        clause: what the regulations say of packs and decks; empty where they say nothing.
    """

    table: int | str
    left: str
    right: str
    clause: str


def build_place(state: State, player: PlayerId, name: Naming) -> BuildPlace | None:
    """The place with the names of the neighbours; None for who sits at no table, or once rounds are played."""
    own = own_building(state, player) if not state.rounds else None
    if own is None:
        return None
    left, *further = (*map(name, own.others), "")
    clause = CLAUSE if CLAUSE in state.regulations.clauses else ""
    return BuildPlace(own.table, left, further[-2] if len(further) > 1 else "", clause)
