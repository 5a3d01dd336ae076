"""What is planned otherwise than the regulations have it for the tournament's tier, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.core.duties.situation import Departure, RostersAsked
from muster.core.messages import say
from muster.core.tournament.state import State

PREMIER: Final = "premier"
"""The one way of building at competitive events (`SWU-KIND-1`)."""

TWIN_SUNS: Final = "twin-suns"

WITH_CUT: Final = "advanced"
"""The structure with a cut to the top 4 or 8 (`SWU-RNDS-1`)."""


def departures(state: State, rosters: RostersAsked, construction: str) -> tuple[Departure, ...]:
    """What departs, in the order of the text; nothing before the tournament is set up.

    Args:
        state: the tournament.
        rosters: whether rosters are asked for.
        construction: the way of building in force, by its id; empty where the regulations know none.
    """
    if state.setup is None:
        return ()
    return tuple(
        one for one in _found(state, rosters, construction) if one.clause in state.regulations.clauses
    )


def _found(state: State, rosters: RostersAsked, construction: str) -> Iterator[Departure]:
    if construction == TWIN_SUNS:
        says = say(
            "Twin Suns has rules of its own for time, results and rounds, which are not here: it would be paired and "
            "timed like matches of two."
        )
        yield Departure("twin-suns", says, "SWU-TWIN-2")
    created = state.created
    if not any(tier.competitive and tier.id == created.tier for tier in state.regulations.tiers):
        return
    if construction and construction != PREMIER:
        says = say("Competitive events are played in Premier; another format is planned.")
        yield Departure("format", says, "SWU-KIND-1")
    if rosters != "required":
        says = say("At competitive events a deck list is handed in before the start; none is required here.")
        yield Departure("lists", says, "SWU-LIST-1")
    if created.structure != WITH_CUT:
        says = say(
            "Competitive events have a cut to the top 4 or 8; the structure planned has none of its own."
        )
        yield Departure("structure", says, "SWU-RNDS-1")
