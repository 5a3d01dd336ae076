"""Moving the tables of the room: as its template gets it, and what was sent."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

from muster.app.floor.room import DOWN, TablePlace, room_of, tables_in
from muster.core.ids import TableNo
from muster.core.messages import Message
from muster.exchange.whole import whole_number
from muster.web.desk.context import Desk
from muster.web.desk.floor.drawing import AtTables, RoomDrawing, drawing
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class PlaceFields:
    """Where a table stands, as its fields have it."""

    table: TableNo
    x: str
    y: str
    turned: bool


@dataclass(frozen=True, kw_only=True)
class MovingPage(Page):
    """The room whose tables are moved.

    Attributes:
        desk: who moves them, and in which tournament's hall.
        sent: the fields as they were sent, where they were refused.
        fault: why they were.
    """

    template: ClassVar[str] = "desk/floor/moving.html"
    desk: Desk
    sent: tuple[PlaceFields, ...] = ()
    fault: Message | None = None

    @property
    def drawing(self) -> RoomDrawing:
        """The room as it stands, nobody at its tables."""
        room = room_of(tables_in(self.desk.state), self.desk.event.venue)
        return drawing(room, AtTables({}, self.desk.name, featured=self.desk.tournament.featured))

    @property
    def tables(self) -> frozenset[TableNo]:
        """The tables there are to move."""
        return frozenset(one.table for one in self.drawing.tables)

    @property
    def fields(self) -> tuple[PlaceFields, ...]:
        """Where each table stands; those without a place at the lower wall."""
        return self.sent or tuple(
            PlaceFields(one.table, str(one.place.x), str(min(one.place.y, DOWN)), one.place.turned)
            for one in self.drawing.tables
        )


def fields_sent(sent: Mapping[str, str], tables: Collection[TableNo]) -> tuple[PlaceFields, ...]:
    """The fields of every table that was sent, as they were typed; of these tables and no others."""
    return tuple(
        PlaceFields(table, sent.get(f"x{table}", "")[:9], sent.get(f"y{table}", "")[:9], f"r{table}" in sent)
        for table in sorted(tables)
        if f"x{table}" in sent
    )


def places_sent(fields: tuple[PlaceFields, ...]) -> Mapping[TableNo, TablePlace]:
    """The places typed; what is no number lies outside every room."""
    return {one.table: TablePlace(_number(one.x), _number(one.y), one.turned) for one in fields}


def _number(typed: str) -> int:
    number = whole_number(typed.strip())
    return -1 if number is None else number
