"""Standings of each group or pod by itself: who stands where among those who play each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.app.standings.read import RankRow, standings_after
from muster.core.ids import PlayerId
from muster.core.standings.values import Table
from muster.core.tournament import queries
from muster.core.tournament.state import State

MOST: Final = 128
"""Players of the largest field whose groups all fit on a page beside the standings of everybody."""


@dataclass(frozen=True, slots=True)
class GroupLine:
    """Somebody's line in their group.

    Attributes:
        place: their place in the group, as shown: `=2` where only the random key puts them in order.
        row: their line in the standings of everybody.
    """

    place: str
    row: RankRow


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The standings of a group or a pod, best first; `number` counts from 1."""

    number: int
    lines: tuple[GroupLine, ...]


def grouped(state: State, after: int) -> bool:
    """Whether groups or pods stand by themselves after this round: one in them is played, and they fit on a page."""
    groups = state.pods
    if groups is None or after <= queries.part_start(state, queries.part_index(state)):
        return False
    return sum(map(len, groups)) <= MOST


def group_tables(state: State, rows: Sequence[RankRow], after: int) -> tuple[GroupTable, ...]:
    """The standings of each group or pod of the running part, in the order in which everybody is ranked.

    Args:
        state: the tournament.
        rows: the standings of everybody.
        after: the round after which they are.

    Returns:
        Nothing where they are not `grouped`.
    """
    groups = (state.pods or ()) if grouped(state, after) else ()
    by_player = {row.player: row for row in rows}
    own = standings_after(state, after).split([{*group} & by_player.keys() for group in groups])
    return tuple(GroupTable(number, _lines(one, by_player)) for number, one in enumerate(own, 1))


def _lines(own: Table, rows: Mapping[PlayerId, RankRow]) -> tuple[GroupLine, ...]:
    """Best first; equal are those whom only the random key puts in order."""
    places = own.shared_ranks
    return tuple(
        GroupLine(f"={place}" if places.count(place) > 1 else str(place), rows[player])
        for place, player in zip(places, own.order, strict=True)
    )
