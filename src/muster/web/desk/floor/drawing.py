"""The room as a drawing: every table with its number, how it stands, and who plays there where letters have room."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from muster.app.floor.room import DOWN, Room, TablePlace
from muster.core.ids import Naming, TableNo
from muster.core.messages import Message, say
from muster.core.tournament.state import Match
from muster.web.lettering import Lettering, lettering

FIGURE: Final = 32
"""The size of a table's number where the names of its players stand with it."""

SMALLEST: Final = 80
"""The size, in tenths, of the smallest letters of a name."""

NAMED: Final = 30
"""Up to so many tables have the names of their players in them."""

State = Literal["open", "reported", "disputed", "confirmed", "call", "free", "reserved"]

_WORDS: Final[Mapping[State, Message]] = {
    "call": say("calls"),
    "disputed": say("disputed"),
    "reported": say("reported"),
    "open": say("playing"),
    "confirmed": say("done"),
    "free": say("free"),
    "reserved": say("not used"),
}

_BADGES: Final[Mapping[State, str]] = {
    "call": "badge-warning",
    "disputed": "badge-disputed",
    "reported": "badge-reported",
    "open": "badge-waiting",
    "confirmed": "badge-confirmed",
    "free": "",
    "reserved": "",
}


@dataclass(frozen=True, slots=True)
class Said:
    """How many tables stand in one way, for the line below the drawing."""

    state: State
    words: Message
    count: int

    @property
    def badge(self) -> str:
        """The sign it has everywhere."""
        return _BADGES[self.state]


@dataclass(frozen=True, slots=True)
class RoomTable:
    """One table of the drawing, in steps of the room.

    Attributes:
        table: its number.
        place: where it stands.
        size: how wide and high it is.
        figure: the size of its number.
        state: how it stands.
        names: who plays there; nobody at a free one.
        letters: their names as they are set, above and below the number; none where there is no room for letters.
        featured: it has the featured match.
        leads: a page opens from it: somebody plays there.
    """

    table: TableNo
    place: TablePlace
    size: tuple[int, int]
    figure: int
    state: State
    names: tuple[str, ...] = ()
    letters: tuple[Lettering, ...] = ()
    featured: bool = False
    leads: bool = False

    @property
    def words(self) -> Message:
        """How it stands, in a word."""
        return _WORDS[self.state]

    @property
    def at(self) -> tuple[int, int]:
        """Its middle."""
        return self.place.x, self.place.y

    @property
    def corner(self) -> tuple[int, int]:
        """Its upper left corner, from its middle."""
        return -self.size[0] // 2, -self.size[1] // 2

    @property
    def beside(self) -> int:
        """How far its number stands left of its middle, to leave room for the sign, where it has one."""
        return 0 if self.state in ("free", "reserved") else self.figure * 4 // 10

    @property
    def base(self) -> int:
        """Where its number stands below its middle."""
        return self.figure * 36 // 100

    @property
    def sign(self) -> int:
        """How far its sign stands right of its middle."""
        return self.figure * (8 + 3 * len(str(self.table))) // 18

    @property
    def scale(self) -> str:
        """How large its sign is."""
        return f"0.{self.figure * 100 // 34:02}" if self.figure < 34 else "1"

    @property
    def lower(self) -> int:
        """Its lower edge, from its middle."""
        return self.size[1] // 2

    @property
    def star(self) -> str:
        """Where the star of the featured match stands: at its upper right corner."""
        return f"{self.size[0] // 2 - 2} {2 - self.size[1] // 2}"

    @property
    def seats(self) -> tuple[tuple[int, int, int, int], ...]:
        """The two seats: corner, width and height; none at tables too small for them."""
        wide, high = self.size
        if min(wide, high) < 50:
            return ()
        if self.place.turned:
            return ((-wide // 2 - 12, -22, 8, 44), (wide // 2 + 4, -22, 8, 44))
        return ((-22, -high // 2 - 12, 44, 8), (-22, high // 2 + 4, 44, 8))


@dataclass(frozen=True, slots=True)
class RoomDrawing:
    """The room.

    Attributes:
        tables: what stands in it, lowest number first.
        down: how high the drawing is.
        below: where those begin that have no place in the room yet; 0 where there are none.
        moved: somebody has moved the tables.
    """

    tables: tuple[RoomTable, ...]
    down: int
    below: int
    moved: bool

    @property
    def edge(self) -> int:
        """Where the lower wall stands."""
        return self.down - 4

    @property
    def large(self) -> bool:
        """Whether there are so many tables that a phone shows a part of them at a time."""
        return len(self.tables) > NAMED

    @property
    def said(self) -> tuple[Said, ...]:
        """How many tables stand how, what is asked for first."""
        found = [one.state for one in self.tables]
        return tuple(Said(one, words, found.count(one)) for one, words in _WORDS.items() if one in found)


@dataclass(frozen=True, slots=True)
class AtTables:
    """What is known of a hall beside where its tables stand.

    Attributes:
        matches: who plays where.
        name: how to name a player.
        calls: the tables from which somebody calls.
        reserved: the tables that nobody is given by themselves.
        featured: the table of the featured match.
    """

    matches: Mapping[TableNo, Match]
    name: Naming
    calls: Collection[int] = ()
    reserved: Collection[int] = ()
    featured: int | None = None

    def state(self, table: TableNo) -> State:
        """How a table stands."""
        if table in self.calls:
            return "call"
        if table in self.matches:
            return self.matches[table].status
        return "reserved" if table in self.reserved else "free"

    def names(self, table: TableNo) -> tuple[str, ...]:
        """Who plays at a table."""
        match = self.matches.get(table)
        return tuple(self.name(player) for player in match.pairing.players) if match else ()


def drawing(room: Room, played: AtTables) -> RoomDrawing:
    """The room with what is played in it."""
    tables = tuple(_drawn(room, table, place, played) for table, place in room.places.items())
    return RoomDrawing(tables, room.down, DOWN if room.down > DOWN else 0, room.moved)


def _drawn(room: Room, table: TableNo, place: TablePlace, played: AtTables) -> RoomTable:
    wide, high = _size(room)
    if place.turned:
        wide, high = high, wide
    names = played.names(table)
    letters = _letters(names, wide, high) if len(room.places) <= NAMED else ()
    return RoomTable(
        table,
        place,
        (wide, high),
        FIGURE if letters else min(FIGURE, high * 6 // 10, wide * 10 // 27),
        played.state(table),
        names,
        letters,
        featured=table == played.featured,
        leads=table in played.matches,
    )


def _letters(names: tuple[str, ...], wide: int, high: int) -> tuple[Lettering, ...]:
    """The names above and below the number; none if one of them would be too small to be read."""
    found = [lettering(name, wide - 14, (high - FIGURE - 8) // 2) for name in names]
    return tuple(found) if all(one.tenths >= SMALLEST for one in found) else ()


def _size(room: Room) -> tuple[int, int]:
    """How large a table is drawn: with room between them to walk, and for the seats where they are large enough."""
    wide, high = room.cell
    if wide > 100:
        return min(200, wide * 84 // 100), min(118, high - 34)
    return wide * 86 // 100, high * 78 // 100
