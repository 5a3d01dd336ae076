"""Where a player opens packs and builds a deck, as their page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.rosters.pools import own_pools
from muster.app.rounds.building import own_building
from muster.core.ids import Naming, PlayerId
from muster.core.tournament.state import State
from muster.people.models import Entry

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
        watched: whose pool they register; empty where pools are not registered, or nobody else is left.
        theirs: whether that is done.
        own: whether their own pool is registered.
    """

    table: int | str
    left: str
    right: str
    clause: str
    watched: str = ""
    theirs: bool = False
    own: bool = False


def build_place(entry: Entry, state: State, player: PlayerId, name: Naming) -> BuildPlace | None:
    """The place with the names of the neighbours; None for who sits at no table, or once rounds are played."""
    own = own_building(state, player) if not state.rounds else None
    if own is None:
        return None
    left, *further = (*map(name, own.others), "")
    clause = CLAUSE if CLAUSE in state.regulations.clauses else ""
    right = further[-2] if len(further) > 1 else ""
    pools = own_pools(entry, state)
    if pools is None:
        return BuildPlace(own.table, left, right, clause)
    watched = "" if pools.watched is None else name(pools.watched)
    return BuildPlace(
        own.table, left, right, clause, watched, pools.theirs is not None, pools.own is not None
    )
