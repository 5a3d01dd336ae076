"""The lists on the wall: who sits where by name, who still plays, results, standings, places, pieces of a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from muster.app.brackets.read import Bracket, BracketColumn, GameBox
from muster.app.screens.wall import Part, Wall
from muster.app.standings.finishing import place_rows, places_now, swiss_table
from muster.app.standings.read import rank_rows, standings_after
from muster.core.ids import Naming, TableNo
from muster.core.tournament.state import Round, State
from muster.exchange.folding import folded
from muster.exchange.words import points_heading

Size = Literal["least", "few", "some", "many", "most"]
"""How many lines there are, which says how large each can be and how much stands in it."""

_SIZES: Final[tuple[tuple[Size, int], ...]] = (
    ("least", 14), ("few", 26), ("some", 128), ("many", 600),
)  # fmt: skip

_WIDE: Final[frozenset[Size]] = frozenset({"least", "few", "some"})
"""The sizes that leave room for more than a name and a figure."""

GAMES: Final = 8
"""Games of a round that stand below each other and can be read from afar."""


def size_of(count: int) -> Size:
    """The size for so many lines."""
    return next((size for size, most in _SIZES if count <= most), "most")


class Seat(NamedTuple):
    """A player's line: where they sit and against whom, as text; no table for a bye.

    A tuple, because a template takes it apart far quicker than it asks for attributes.
    """

    name: str
    table: str
    opponent: str = ""


def seats(round_: Round, name: Naming) -> list[Seat]:
    """Everybody in a round, by name; with the opponent where there is room."""
    players = 2 * len(round_.matches) + len(round_.byes)
    wide = size_of(players) in _WIDE
    found = [Seat(name(bye.player), "") for bye in round_.byes]
    for table, match in round_.matches.items():
        one, two = map(name, match.pairing.players)
        found += (Seat(one, str(table), two if wide else ""), Seat(two, str(table), one if wide else ""))
    return sorted(found, key=lambda seat: folded(seat.name))


@dataclass(frozen=True, slots=True)
class GameLine:
    """A table's line: who plays there, with the points of a result that stands."""

    table: TableNo
    one: str
    two: str
    points: tuple[int, int] | None = None


def still_playing(round_: Round, name: Naming) -> list[GameLine]:
    """The tables without a result that stands, by number."""
    found = [match.pairing for _table, match in sorted(round_.matches.items()) if not match.settled]
    return [GameLine(one.table, name(one.players[0]), name(one.players[1])) for one in found]


def results(round_: Round, name: Naming) -> list[GameLine]:
    """The results that stand, by table."""
    found = []
    for table, match in sorted(round_.matches.items()):
        if match.outcome is not None and match.settled:
            one, two = match.pairing.players
            first, second = match.outcome.sides
            found.append(GameLine(table, name(one), name(two), (first.points, second.points)))
    return found


class Ranked(NamedTuple):
    """A line of the standings or of the final places, as text."""

    place: str
    name: str
    points: str
    figure: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings, with what their figures are called; `figure` is the first tiebreaker, where there is room."""

    lines: Sequence[Ranked]
    points: str = ""
    figure: str = ""

    @property
    def size(self) -> Size:
        """How large its lines can be."""
        return size_of(len(self.lines))


def standings(state: State, name: Naming) -> Ranking:
    """The Swiss standings after the last complete round."""
    table = standings_after(state)
    wide = size_of(len(table.rows)) in _WIDE and bool(table.columns)
    lines = [
        Ranked(
            row.rank_text,
            row.name,
            str(row.points),
            row.values[0] if wide else "",
            row.left_after is not None,
        )
        for row in rank_rows(state, table, name)
    ]
    return Ranking(lines, points_heading(table), str(table.columns[0].short) if wide else "")


def final_places(state: State, name: Naming) -> Ranking:
    """The final places, with the points where these alone decided."""
    rows = place_rows(state, places_now(state), "", name, swiss_table(state))
    swiss = len(state.stages) == 1
    return Ranking(
        [Ranked(row.place, row.name, str(row.rank.points) if row.rank and swiss else "") for row in rows]
    )


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket that fits on the wall: some rounds, some games of each, top to bottom."""

    columns: tuple[tuple[BracketColumn, tuple[GameBox, ...]], ...]

    @property
    def games(self) -> int:
        """How many games stand below each other."""
        return len(self.columns[0][1])


def pieces(bracket: Bracket) -> list[BracketPart]:
    """The bracket from the round that is played on, in pieces that can be read from afar."""
    columns = bracket.columns
    wide = [at for at, column in enumerate(columns) if len(column.boxes) > GAMES and not _over(column)]
    narrow = next(at for at, column in enumerate(columns) if len(column.boxes) <= GAMES)
    shown = columns[wide[0] if wide else narrow :]
    count = max(1, len(shown[0].boxes) // GAMES)
    return [
        BracketPart(tuple((column, _slice(column, at, count)) for column in shown)) for at in range(count)
    ]


def _over(column: BracketColumn) -> bool:
    return all(box.kind == "done" for box in column.boxes)


def _slice(column: BracketColumn, at: int, count: int) -> tuple[GameBox, ...]:
    """The games of a column in the piece `at` of `count`; a game all pieces lead to stands in each."""
    boxes = column.boxes
    if len(boxes) < count:
        return (boxes[at * len(boxes) // count],)
    each = len(boxes) // count
    return boxes[at * each : (at + 1) * each]


@dataclass(frozen=True)
class Lists:
    """The lists of the sections a wall shows; the others are empty and cost nothing."""

    wall: Wall

    @cached_property
    def seats(self) -> list[Seat]:
        """Who sits where, by name."""
        round_ = self._round("pairings")
        return seats(round_, self.wall.name) if round_ else []

    @property
    def seats_size(self) -> Size:
        """How large those lines can be."""
        return size_of(len(self.seats))

    @cached_property
    def playing(self) -> list[GameLine]:
        """The tables still playing."""
        round_ = self._round("missing")
        return still_playing(round_, self.wall.name) if round_ else []

    @cached_property
    def results(self) -> list[GameLine]:
        """The results so far."""
        round_ = self._round("results")
        return results(round_, self.wall.name) if round_ else []

    @property
    def results_size(self) -> Size:
        """How large those lines can be: two columns, however many there are."""
        return "few" if len(self.results) <= 26 else "some"

    @cached_property
    def ranking(self) -> Ranking:
        """The standings."""
        shown = "standings" in self.wall.parts
        return standings(self.wall.state, self.wall.name) if shown else Ranking(())

    @cached_property
    def places(self) -> Ranking:
        """The final places."""
        shown = "places" in self.wall.parts
        return final_places(self.wall.state, self.wall.name) if shown else Ranking(())

    @cached_property
    def pieces(self) -> list[BracketPart]:
        """The bracket in pieces."""
        drawn = self.wall.bracket
        return pieces(drawn) if drawn and "bracket" in self.wall.parts else []

    def _round(self, part: Part) -> Round | None:
        return self.wall.round if part in self.wall.parts else None
