"""The end of a tournament for pages: places with prizes, what is missing, the day in figures, the files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from muster.app.common.cache import BoundedCache
from muster.app.standings.read import RankRow, rank_rows, standings_after
from muster.core.bracket.layouts import place_text
from muster.core.bracket.places import Place
from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.messages import Message
from muster.core.standings.values import Table
from muster.core.tournament import queries
from muster.core.tournament.final import final_places
from muster.core.tournament.state import State
from muster.exchange.prizes import Prize, prizes_for, read_prizes
from muster.people.models import Tournament

PODIUM: Final = 4
"""Whoever is among so many best places stands in the summary; semi-finalists share the last two."""

_places: Final = BoundedCache[tuple[Place, ...]](64)


def places_now(state: State) -> tuple[Place, ...]:
    """The final places: those on record, else those that would be recorded now; none before round 1.

    Whoever left before they had played has none, though the record puts them last.
    """
    if not state.rounds:
        return ()
    return _places.of(state.head, lambda: _places_of(state))


def _places_of(state: State) -> tuple[Place, ...]:
    if state.places is not None:
        return queries.shown_places(state)
    absent = queries.never_came(state)
    return tuple(place for place in final_places(state) if place.player not in absent)


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One line of the final table.

    Attributes:
        place: the place, or the range that is shared.
        player: who.
        name: how the page calls them.
        first: the best place of the range, for sorting and medals.
        prizes: what they win.
        rank: their line of the Swiss standings; None without a Swiss stage.
        left_after: the last round published before they dropped.
    """

    place: str
    player: PlayerId
    name: str
    first: int
    prizes: tuple[Message, ...]
    rank: RankRow | None
    left_after: RoundNo | None


def place_rows(
    state: State, places: tuple[Place, ...], prizes: str, name: Naming, table: Table | None
) -> tuple[PlaceRow, ...]:
    """Lines of the final table.

    Args:
        state: the tournament.
        places: which places, such as one page of them.
        prizes: the list of prizes as typed.
        name: how players are named.
        table: the Swiss standings, for their figures; None without a Swiss stage.
    """
    listed = read_prizes(prizes)
    ranked = table.places if table else {}
    wanted = [table.rows[ranked[one.player]] for one in places if one.player in ranked] if table else []
    rows = {row.player: row for row in rank_rows(state, table, name, rows=wanted)} if table else {}
    return tuple(_place_row(state, place, listed, name, rows) for place in places)


def prizes_of_first(prizes: str) -> tuple[Message, ...]:
    """What the winner gets, by the list of prizes as typed."""
    return tuple(prizes_for(read_prizes(prizes), 1, 1))


def _place_row(
    state: State,
    place: Place,
    prizes: tuple[Prize, ...],
    name: Naming,
    rows: Mapping[PlayerId, RankRow],
) -> PlaceRow:
    return PlaceRow(
        place_text(place.first_place, place.last_place),
        place.player,
        name(place.player),
        place.first_place,
        prizes_for(prizes, place.first_place, place.last_place),
        rows.get(place.player),
        state.players[place.player].left_after,
    )


def swiss_table(state: State) -> Table | None:
    """The Swiss standings; None without a complete Swiss round."""
    return standings_after(state) if queries.completed(state) else None


def title_of(tournament: Tournament) -> str:
    """What files call a tournament: its event's name, and its own if that adds anything."""
    event, own = tournament.event.name, tournament.name
    return event if own.casefold() == event.casefold() else f"{event}: {own}"
