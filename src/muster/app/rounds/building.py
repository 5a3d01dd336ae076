"""Tables to build decks at for pages and papers: who sits where, opposite whom, and who registers whose pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.core.ids import Naming, PlayerId
from muster.core.messages import listing
from muster.core.pairing.building import BuildingTable, watcher
from muster.core.tournament import queries
from muster.core.tournament.acts.building import with_room
from muster.core.tournament.drawing_groups import outside
from muster.core.tournament.state import State
from muster.exchange.alphabet import alphabetical


@dataclass(frozen=True, slots=True)
class Builder:
    """A seat at a building table.

    Attributes:
        player: who sits there.
        name: what they are called.
        gone: they have left the tournament.
    """

    player: PlayerId
    name: str
    gone: bool


@dataclass(frozen=True, slots=True)
class BuildingShown:
    """A building table with its seats in their order."""

    number: int
    seats: tuple[Builder, ...]

    @property
    def here(self) -> int:
        """How many of it have not left."""
        return sum(not seat.gone for seat in self.seats)


@dataclass(frozen=True, slots=True)
class OwnBuilding:
    """Where one player builds.

    Attributes:
        table: the building table.
        others: who else is there, on the player's left first; one who sits opposite, nobody, or several in a ring.
        watches: whose packs they see opened and whose pool they register; None where nobody else is left.
        watched_by: who does so for them.
    """

    table: int
    others: tuple[PlayerId, ...]
    watches: PlayerId | None
    watched_by: PlayerId | None


@dataclass(frozen=True, slots=True)
class BuilderName:
    """A line of the list by name: the table, and who else sits there."""

    name: str
    table: int
    others: str


def building(state: State) -> bool:
    """Whether the building tables are out and no round is: people open packs, and build their decks."""
    return state.building is not None and not state.rounds and state.places is None


def building_shown(state: State, tables: Sequence[BuildingTable], name: Naming) -> tuple[BuildingShown, ...]:
    """The tables as they sit."""
    return tuple(
        BuildingShown(
            number,
            tuple(
                Builder(player, name(player), not queries.present(state.players[player])) for player in table
            ),
        )
        for number, table in enumerate(tables, 1)
    )


def builders_by_name(tables: Sequence[BuildingShown]) -> list[BuilderName]:
    """Everybody who has not left by name, with their table."""
    found = []
    for table in tables:
        here = [seat.name for seat in table.seats if not seat.gone]
        for at, own in enumerate(here):
            others = (*here[at + 1 :], *here[:at])
            found.append(BuilderName(own, table.number, str(listing(others, "and")) if others else ""))
    in_order = alphabetical()
    return sorted(found, key=lambda one: (in_order(one.name), one.table))


def own_building(state: State, player: PlayerId) -> OwnBuilding | None:
    """Where somebody builds at the tables that are published; None for who sits at none."""
    for number, table in enumerate(state.building or (), 1):
        if player in table:
            here = frozenset(one for one in table if queries.present(state.players[one]))
            at = table.index(player)
            others = tuple(one for one in (*table[at + 1 :], *table[:at]) if one in here)
            watches = next((one for one in others if watcher(table, one, here) == player), None)
            return OwnBuilding(number, others, watches, watcher(table, player, here))
    return None


def without_table(state: State) -> tuple[PlayerId, ...]:
    """Who is here and sits at none of the building tables, published or else drawn; nobody where there are none."""
    tables = state.building or (state.building_draft.tables if state.building_draft else None)
    return () if tables is None or state.rounds else outside(state, tables)


def tables_with_room(state: State) -> tuple[int, ...]:
    """The published tables at which one more can sit, those with somebody alone first; then the next new one."""
    tables = state.building or ()
    rooms = [number for number, table in enumerate(tables, 1) if with_room(state, table)]

    def alone(number: int) -> tuple[bool, int]:
        here = sum(queries.present(state.players[player]) for player in tables[number - 1])
        return here != 1, number

    return (*sorted(rooms, key=alone), len(tables) + 1)
