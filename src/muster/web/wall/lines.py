"""The lists on the wall: who sits where by name, who still plays, results; and those of the other rooms of the page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from muster.app.screens.screens import SHARES
from muster.app.screens.wall import Part, Wall
from muster.core.bracket.layouts import place_text
from muster.core.ids import Naming, PlayerId, TableNo
from muster.core.tournament.state import Round
from muster.exchange.alphabet import alphabetical
from muster.web.wall.fit import WallGrids, results_grid, seats_grid
from muster.web.wall.pieces import BracketPart, pieces
from muster.web.wall.ranks import (
    Ranked,
    Ranking,
    Winner,
    beside_steps,
    final_places,
    newest,
    standings,
    winners,
)

_PLATE: Final = 2_400
_PLATE_OF_THREE: Final = 3_000
_PLATE_BIG: Final = 2_900
"""What a table's plate takes beside a name, in thousandths of its letters' size: usually, from table 100 on, and
where two names stand below each other."""

_SCORED: Final = 7_000
"""What the table and the points of a result take beside its two names."""

NUMBERED: Final = 150
"""The most tables that stand with their numbers below the clock."""

NAMED: Final = 36
"""The most tables still playing that are shown with names."""


class Seat(NamedTuple):
    """A player's line: where they sit and against whom, as text; no table for a bye.

    A tuple, because a template takes it apart far quicker than it asks for attributes.
    """

    name: str
    table: str
    opponent: str = ""
    fit: str = ""


def seats(round_: Round, name: Naming, share: int = 0) -> list[Seat]:
    """Everybody in a round, by name; with the opponent where there is room, and no name of one's own is ever cut.

    Args:
        round_: the round.
        name: how players are named.
        share: which third of the names, from 1; 0 for all.
    """
    found = [(name(bye.player), "", "") for bye in round_.byes]
    for table, match in round_.matches.items():
        one, two = map(name, match.pairing.players)
        found += [(one, str(table), two), (two, str(table), one)]
    in_order = alphabetical()
    found.sort(key=lambda seat: in_order(seat[0]))
    if share:
        found = found[len(found) * (share - 1) // SHARES : len(found) * share // SHARES]
    grid = seats_grid(len(found))
    beside = _PLATE_BIG if grid.duo else _PLATE_OF_THREE if len(round_.matches) > 99 else _PLATE
    return [
        Seat(who, table, other if grid.duo and grid.second(other, beside) else "", grid.fits(who, beside))
        for who, table, other in found
    ]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A table's line: who plays there, with the points of a result that stands."""

    table: TableNo
    one: str
    two: str
    points: tuple[int, int] | None = None
    fits: tuple[str, str] = ("", "")


def still_playing(round_: Round, name: Naming) -> list[GameLine]:
    """The tables without a result that stands, by number."""
    found = [match.pairing for _table, match in sorted(round_.matches.items()) if not match.settled]
    return [_line(results_grid(len(found)), one.table, one.players, name) for one in found]


def results(round_: Round, name: Naming) -> list[GameLine]:
    """The results that stand, by table."""
    grid, found = results_grid(len(round_.matches)), []
    for table, match in sorted(round_.matches.items()):
        if match.outcome is not None and match.settled:
            first, second = match.outcome.sides
            points = first.points, second.points
            found.append(_line(grid, table, match.pairing.players, name, points))
    return found


def _line(
    grid: WallGrids,
    table: TableNo,
    players: tuple[PlayerId, PlayerId],
    name: Naming,
    points: tuple[int, int] | None = None,
) -> GameLine:
    one, two = map(name, players)
    fits = grid.fits(one, _SCORED, share=2), grid.fits(two, _SCORED, share=2)
    return GameLine(table, one, two, points, fits)


@dataclass(frozen=True)
class Lists:
    """The lists of the sections a wall shows; the others are empty and cost nothing."""

    wall: Wall

    @cached_property
    def seats(self) -> list[Seat]:
        """Who sits where, by name."""
        round_ = self._round("pairings")
        return seats(round_, self.wall.name, self.wall.screen.share) if round_ else []

    @property
    def seats_grid(self) -> WallGrids:
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

    @property
    def playing_grid(self) -> WallGrids:
        """How those lines stand; only the numbers where there are many."""
        return results_grid(len(self.playing))

    @property
    def playing_named(self) -> bool:
        """Whether the players of those tables are named."""
        return len(self.playing) <= NAMED

    @cached_property
    def results(self) -> list[GameLine]:
        """The results so far."""
        round_ = self._round("results")
        return results(round_, self.wall.name) if round_ else []

    @property
    def results_grid(self) -> WallGrids:
        """How those lines stand, with room for all tables of the round."""
        return results_grid(len(self.wall.round.matches) if self.wall.round else 0)

    @cached_property
    def all_tables(self) -> list[tuple[TableNo, bool]]:
        """The tables of the round beside its clock, and which of them are done."""
        round_ = self._round("clock")
        return [(table, match.settled) for table, match in sorted(round_.matches.items())] if round_ else []

    @property
    def tables(self) -> list[tuple[TableNo, bool]]:
        """Those that are shown: in a large hall only the tables still playing."""
        found = self.all_tables
        return found if len(found) <= NUMBERED else [one for one in found if not one[1]]

    @property
    def strip(self) -> str:
        """In how many rows they stand; without numbers where these could not be read."""
        count = len(self.tables)
        many = next((rows for most, rows in ((24, 1), (72, 3), (NUMBERED, 5)) if count <= most), 0)
        return f"s{many}" if many else "fine"

    @property
    def done(self) -> int:
        """How many of them are done."""
        return sum(settled for _table, settled in self.all_tables)

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

    @property
    def others(self) -> list[Ranked]:
        """The places after theirs."""
        return beside_steps(self.wall) if "podium" in self.wall.parts else []

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
        shown = drawn is not None and "bracket" in self.wall.parts
        return pieces(drawn) if drawn and shown else []

    def _round(self, part: Part) -> Round | None:
        return self.wall.round if part in self.wall.parts else None
