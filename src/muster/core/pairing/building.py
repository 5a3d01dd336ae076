"""Tables to build decks at: two players opposite each other, who see what the other opens (`F24`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId

BuildingTable = tuple[PlayerId, ...]
"""Who sits at a table: two opposite each other; three or more in a ring, each with the next on the left."""

FEWEST: Final = 2
"""Players who have somebody opposite."""

MOST: Final = 3
"""Players of the largest table."""

PURPOSE: Final = "building"
"""The purpose under which the order of the players is drawn."""


def building_tables(players: Sequence[PlayerId], seed: DrawSeed) -> tuple[BuildingTable, ...]:
    """Who builds at which table: the drawn order, two by two; of an odd number the last three sit in a ring.

    Raises:
        ValueError: there are too few players for a table.
    """
    if len(players) < FEWEST:
        raise ValueError(f"a table is for at least {FEWEST} players")
    order = draws.order(seed, PURPOSE, players)
    last = len(order) - len(order) % 2 - 2
    return (*(tuple(order[at : at + 2]) for at in range(0, last, 2)), tuple(order[last:]))


def watcher(table: BuildingTable, player: PlayerId, here: frozenset[PlayerId]) -> PlayerId | None:
    """Who watches somebody open and registers their pool: whoever is opposite; in a ring, who is on their left.

    Args:
        table: where they sit.
        player: whose pool it is.
        here: who has not left; the others are passed over.

    Returns:
        None where nobody else is left at the table.

    Raises:
        ValueError: they do not sit there.
    """
    at = table.index(player)
    return next((one for one in (*table[at + 1 :], *table[:at]) if one in here), None)
