"""The room as it is drawn: where the tables of a venue stand, in rows until somebody has moved them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Final

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.topics import changed, event_topic
from muster.core.ids import TableNo
from muster.core.messages import say
from muster.core.pairing.tables import parse_tables
from muster.core.scoring.scored import Problem
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.people.models import Event, Venue

ACROSS: Final = 1000
"""Steps from the left wall to the right one."""

DOWN: Final = 560
"""Steps from the upper wall to the lower one."""

MOST: Final = 400
"""Tables of one room that are drawn; with more of them nobody would find one."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a table stands: its middle, in steps from the upper left corner.

    Attributes:
        x: steps from the left wall.
        y: steps from the upper wall; more than `DOWN` for a table that has no place in the room yet.
        turned: its players sit left and right of it.
    """

    x: int
    y: int
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """A room with its tables.

    Attributes:
        places: where each table stands, by its number.
        cell: what each table has for itself in the rows: steps across and down.
        down: steps to the lower end; more than `DOWN` where tables wait below the room for their place.
        moved: somebody has moved the tables.
    """

    places: Mapping[TableNo, TablePlace]
    cell: tuple[int, int]
    down: int
    moved: bool


def room_of(tables: Iterable[TableNo], venue: Venue | None) -> Room:
    """The room with these tables, and with whatever else stands in it: as moved, else in rows."""
    kept = _kept(venue.room) if venue else {}
    wanted = sorted(set(tables))[:MOST]
    columns, rows = grid(len({*kept, *wanted}))
    cell = (ACROSS // columns, DOWN // rows)
    if not kept:
        return Room(in_rows(wanted), cell, DOWN, moved=False)
    waiting = [table for table in wanted if table not in kept]
    below = {
        table: TablePlace(
            cell[0] * (2 * (at % columns) + 1) // 2, DOWN + cell[1] * (2 * (at // columns) + 1) // 2
        )
        for at, table in enumerate(waiting)
    }
    return Room(kept | below, cell, DOWN + cell[1] * -(-len(waiting) // columns), moved=True)


def in_rows(tables: Sequence[TableNo]) -> dict[TableNo, TablePlace]:
    """Where so many tables stand in rows, as even as can be."""
    columns, rows = grid(len(tables))
    return {
        table: TablePlace(
            ACROSS * (2 * (at % columns) + 1) // (2 * columns), DOWN * (2 * (at // columns) + 1) // (2 * rows)
        )
        for at, table in enumerate(tables)
    }


def grid(tables: int) -> tuple[int, int]:
    """In how many columns and rows so many tables stand: each has room that is half as wide again as it is high."""
    columns = max(1, isqrt(max(0, tables * 12 - 1) // 10) + 1)
    return columns, max(1, -(-tables // columns))


def tables_in(state: State) -> tuple[TableNo, ...]:
    """The tables of a tournament, lowest first: those of its venue and those that are played at.

    Where the venue's tables have no numbers, as many as those who are here need.
    """
    said = state.tables
    listed = [*parse_tables(said.tables).numbers, *parse_tables(said.reserved).numbers] if said else []
    round_ = queries.current_round(state)
    played = list(round_.matches) if round_ else []
    pairs = len(queries.active(state)) // 2
    needed = [] if listed else [TableNo(number) for number in range(1, pairs + 1)]
    return tuple(sorted({*listed, *played, *needed}))


def reserved_in(state: State) -> frozenset[TableNo]:
    """The tables that nobody is given by themselves."""
    said = state.tables
    return frozenset(parse_tables(said.reserved).numbers) if said and said.reserved else frozenset()


def keep_room(event: Event, actor: Actor, places: Mapping[TableNo, TablePlace]) -> Problem | None:
    """Keep where the tables of an event's venue stand; nowhere at all brings the rows back.

    Tables that are not named stay where they are.

    Returns:
        What is wrong: there is no venue, a table stands outside the room; None once it is kept.

    Raises:
        DeniedError: they may not touch what hangs and stands in the hall.
    """
    actor.must("clock")
    if event.venue_id is None:
        return Problem("venue", say("Choose a venue first: the room is kept with it."))
    for table, one in sorted(places.items()):
        if not (0 <= one.x <= ACROSS and 0 <= one.y <= DOWN):
            says = say(
                "Table {table} stands outside the room: across from 0 to {across}, down from 0 to {down}.",
                table=table,
                across=ACROSS,
                down=DOWN,
            )
            return Problem(str(table), says)
    with transaction.atomic():
        venue = Venue.objects.select_for_update().get(pk=event.venue_id)
        venue.room = _written(_kept(venue.room) | dict(places)) if places else {}
        venue.save(update_fields=["room"])
        changed({event_topic(code, "event") for code in venue.event_set.values_list("code", flat=True)})
    event.venue = venue
    return None


def _written(places: Mapping[TableNo, TablePlace]) -> dict[str, list[int]]:
    kept = sorted(places.items())[:MOST]
    return {str(table): [one.x, one.y, int(one.turned)] for table, one in kept}


def _kept(room: Any) -> dict[TableNo, TablePlace]:
    """What is kept of a room, as far as it can be read."""
    found = {}
    for table, one in (room if isinstance(room, dict) else {}).items():
        if table.isascii() and table.isdecimal() and isinstance(one, list) and len(one) == 3:
            x, y, turned = one
            found[TableNo(int(table))] = TablePlace(int(x), int(y), bool(turned))
    return dict(sorted(found.items()))
