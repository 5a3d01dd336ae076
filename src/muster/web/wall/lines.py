"""The lists on the wall: who sits where by name, who still plays, results, standings, places, pieces of a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from muster.app.brackets.cutting import seed_numbers
from muster.app.brackets.read import Bracket, BracketColumn, GameBox
from muster.app.screens.reveal import Revealing
from muster.app.screens.wall import Part, Wall
from muster.app.standings.finishing import place_rows, places_now, swiss_table
from muster.app.standings.read import rank_rows, standings_after, table_before
from muster.core.bracket.layouts import place_text
from muster.core.ids import Naming, TableNo
from muster.core.messages import Message
from muster.core.tournament import queries
from muster.core.tournament.state import Round, State
from muster.exchange.folding import folded
from muster.exchange.words import points_heading
from muster.web.wall.fit import Fit, WallGrid, fit, lines_grid, results_grid, seats_grid

_PLATE: Final = 2_400
_PLATE_OF_THREE: Final = 3_000
_PLATE_BIG: Final = 2_900
"""What a table's plate takes beside a name, in thousandths of its letters' size: usually, from table 100 on, and
where two names stand below each other."""

_RANKED: Final = 7_200
"""What rank, movement, record and points take beside a name."""

_SCORED: Final = 6_000
"""What the table and the points of a result take beside its two names."""

REVEALED: Final = 6
"""Places that stand below what is still to come."""

GAMES: Final = 8
"""Games of a round that stand below each other and can be read from afar."""


class Seat(NamedTuple):
    """A player's line: where they sit and against whom, as text; no table for a bye.

    A tuple, because a template takes it apart far quicker than it asks for attributes.
    """

    name: str
    table: str
    opponent: str = ""
    fit: Fit = ""


def seats(round_: Round, name: Naming) -> list[Seat]:
    """Everybody in a round, by name; with the opponent where there is room, and no name of one's own is ever cut."""
    grid = seats_grid(2 * len(round_.matches) + len(round_.byes))
    plate = _PLATE_BIG if grid.duo else _PLATE_OF_THREE if len(round_.matches) > 99 else _PLATE
    room = grid.room(plate)
    found = [(name(bye.player), "", "") for bye in round_.byes]
    for table, match in round_.matches.items():
        one, two = map(name, match.pairing.players)
        found += [(one, str(table), two), (two, str(table), one)]
    found.sort(key=lambda seat: folded(seat[0]))
    return [Seat(who, table, other if grid.duo else "", fit(who, room)) for who, table, other in found]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A table's line: who plays there, with the points of a result that stands."""

    table: TableNo
    one: str
    two: str
    points: tuple[int, int] | None = None
    fits: tuple[Fit, Fit] = ("", "")


def still_playing(round_: Round, name: Naming) -> list[GameLine]:
    """The tables without a result that stands, by number."""
    found = [match.pairing for _table, match in sorted(round_.matches.items()) if not match.settled]
    return [GameLine(one.table, name(one.players[0]), name(one.players[1])) for one in found]


def results(round_: Round, name: Naming) -> list[GameLine]:
    """The results that stand, by table."""
    found = []
    room = results_grid(len(round_.matches)).room(_SCORED) // 2
    for table, match in sorted(round_.matches.items()):
        if match.outcome is not None and match.settled:
            one, two = match.pairing.players
            first, second = match.outcome.sides
            names = name(one), name(two)
            fits = fit(names[0], room), fit(names[1], room)
            found.append(GameLine(table, *names, (first.points, second.points), fits))
    return found


class Ranked(NamedTuple):
    """A line of the standings or of the final places, as text."""

    place: str
    name: str
    points: str
    figure: str = ""
    gone: bool = False
    fit: Fit = ""
    moved: int | None = None
    cut_below: bool = False
    new: bool = False

    @property
    def lost(self) -> int:
        """Places lost since the round before."""
        return max(0, -(self.moved or 0))


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings, with what their figures are called; `figure` is the first tiebreaker."""

    lines: Sequence[Ranked]
    points: str = ""
    figure: str = ""

    @property
    def grid(self) -> WallGrid:
        """How its lines stand."""
        return lines_grid(len(self.lines))


def standings(state: State, name: Naming) -> Ranking:
    """The Swiss standings after the last complete round."""
    table = standings_after(state)
    room = lines_grid(len(table.rows)).room(_RANKED)
    before = table_before(state, queries.completed(state))
    seeds = seed_numbers(state)
    last_in = max((at for at, row in enumerate(table.rows) if row.player in seeds), default=-1)
    lines = [
        Ranked(
            row.rank_text,
            row.name,
            str(row.points),
            row.values[0] if table.columns else "",
            row.left_after is not None,
            fit(row.name, room),
            row.moved,
            at == last_in,
        )
        for at, row in enumerate(rank_rows(state, table, name, before=before))
    ]
    return Ranking(lines, points_heading(table), str(table.columns[0].short) if table.columns else "")


def final_places(state: State, name: Naming) -> Ranking:
    """The final places, with the points where these alone decided."""
    rows = place_rows(state, places_now(state), "", name, swiss_table(state))
    swiss = len(state.stages) == 1
    room = lines_grid(len(rows)).room(_RANKED)
    return Ranking(
        [
            Ranked(
                row.place,
                row.name,
                str(row.rank.points) if row.rank and swiss else "",
                fit=fit(row.name, room),
            )
            for row in rows
        ]
    )


class Winner(NamedTuple):
    """One of the best, as text: the place, its number for the height of the step, and what they win."""

    place: str
    step: int
    name: str
    prizes: Sequence[Message]


def winners(wall: Wall) -> tuple[Winner, ...]:
    """The best three, or as many as share the third place; their steps are as high as their places are good."""
    return tuple(Winner(row.place, row.first, row.name, row.prizes) for row in wall.podium)


def newest(wall: Wall, revealing: Revealing) -> Ranking:
    """The last places that were shown; as many as can be read from afar."""
    shown = revealing.shown[:REVEALED]
    new = shown[0].first_place if shown else 0
    room = lines_grid(REVEALED).room(_RANKED)
    return Ranking(
        [
            Ranked(
                place_text(one.first_place, one.last_place),
                wall.name(one.player),
                "",
                new=one.first_place == new,
                fit=fit(wall.name(one.player), room),
            )
            for one in shown
        ]
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
    def seats_grid(self) -> WallGrid:
        """How those lines stand."""
        return seats_grid(len(self.seats))

    @property
    def wide_plates(self) -> bool:
        """Whether tables have three figures."""
        round_ = self._round("pairings")
        return round_ is not None and len(round_.matches) > 99

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
    def results_grid(self) -> WallGrid:
        """How those lines stand, with room for all tables of the round."""
        return results_grid(len(self.wall.round.matches) if self.wall.round else 0)

    @cached_property
    def tables(self) -> list[tuple[TableNo, bool]]:
        """The tables of the round beside its clock, and which of them are done."""
        round_ = self._round("clock")
        return [(table, match.settled) for table, match in sorted(round_.matches.items())] if round_ else []

    @property
    def done(self) -> int:
        """How many of them are done."""
        return sum(settled for _table, settled in self.tables)

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
    def podium(self) -> tuple[Winner, ...]:
        """The best, the champion first."""
        return winners(self.wall) if "podium" in self.wall.parts else ()

    @cached_property
    def revealed(self) -> Ranking:
        """The last places that were shown, the newest and best first."""
        found = self.wall.revealing if "reveal" in self.wall.parts else None
        return newest(self.wall, found) if found else Ranking(())

    @property
    def next_place(self) -> str:
        """The place that is shown next."""
        found = self.wall.revealing
        one = found.coming[0] if found and found.coming else None
        return place_text(one.first_place, one.last_place) if one else ""

    @cached_property
    def pieces(self) -> list[BracketPart]:
        """The bracket in pieces."""
        drawn = self.wall.bracket
        return pieces(drawn) if drawn and "bracket" in self.wall.parts else []

    def _round(self, part: Part) -> Round | None:
        return self.wall.round if part in self.wall.parts else None
