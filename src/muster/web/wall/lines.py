"""The lists on the wall: who sits where by name, who still plays, results; and those of the other rooms of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from muster.app.rounds.building import builders_by_name, building, building_shown
from muster.app.rounds.pods import by_name, drafting, pods_shown
from muster.app.screens.screens import SHARES
from muster.app.screens.wall import Part, Wall
from muster.core.bracket.layouts import place_text
from muster.core.ids import SEATS, Naming, TableNo
from muster.core.messages import Message, listing, say_n
from muster.core.tournament import queries
from muster.core.tournament.state import Round, State
from muster.exchange.alphabet import alphabetical
from muster.exchange.course_words import carry_in_short
from muster.web.wall.fit import WallGrids, results_grid, seats_grid
from muster.web.wall.pieces import BracketPart, pieces
from muster.web.wall.ranks import (
    NO_GROUPS,
    GroupRanking,
    Ranked,
    Ranking,
    Winner,
    beside_steps,
    by_groups,
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

_SEAT: Final = 1_600
"""What the number of a seat takes beside a table's plate."""

_SCORE: Final = 2_400
"""What the points of one player take beside a name."""

_SCORED: Final = 7_000
"""What the table and the points of a result take beside its two names."""

NUMBERED: Final = 150
"""The most tables that stand with their numbers below the clock."""

NAMED: Final = 36
"""The most tables still playing that are shown with names."""


class Seat(NamedTuple):
    """A player's line: where they sit and with whom, as text; no table for a bye.

    A tuple, because a template takes it apart far quicker than it asks for attributes. The seat is that at a table of
    three or four.
    """

    name: str
    table: str
    opponent: str = ""
    fit: str = ""
    seat: str = ""
    rests: bool = False


def seats(round_: Round, name: Naming, share: int = 0, *, at_tables: bool = False) -> list[Seat]:
    """Everybody in a round, by name; with the opponents where there is room, and no name of one's own is ever cut.

    Args:
        round_: the round.
        name: how players are named.
        share: which third of the names, from 1; 0 for all.
        at_tables: it is played at tables of three and four.
    """
    found = [Seat(name(bye.player), "") for bye in round_.byes]
    found += [Seat(name(player), "", rests=True) for player in round_.resting]
    for table, match in round_.matches.items():
        names = [*map(name, match.pairing.players)]
        for at, own in enumerate(names):
            others = str(listing((*names[:at], *names[at + 1 :]), "plain"))
            found.append(Seat(own, str(table), others, seat=str(at + 1) if at_tables else ""))
    in_order = alphabetical()
    found.sort(key=lambda seat: in_order(seat.name))
    if share:
        found = found[len(found) * (share - 1) // SHARES : len(found) * share // SHARES]
    grid = seats_grid(len(found))
    beside = _PLATE_BIG if grid.duo else _PLATE_OF_THREE if len(round_.matches) > 99 else _PLATE
    beside += _SEAT if at_tables else 0
    return [
        Seat(
            one.name,
            one.table,
            one.opponent if grid.duo and grid.second(one.opponent, beside) else "",
            grid.fits(one.name, beside),
            one.seat,
            one.rests,
        )
        for one in found
    ]


def pod_seats(state: State, name: Naming, share: int = 0) -> list[Seat]:
    """Everybody who drafts, by name: the pod in the place of the table, and the seat in it."""
    found = by_name(pods_shown(state, state.pods or (), name))
    if share:
        found = found[len(found) * (share - 1) // SHARES : len(found) * share // SHARES]
    grid = seats_grid(len(found))
    beside = (_PLATE_BIG if grid.duo else _PLATE) + _SEAT
    return [
        Seat(one.name, str(one.pod), fit=grid.fits(one.name, beside), seat=str(one.seat)) for one in found
    ]


def building_seats(state: State, name: Naming, share: int = 0) -> list[Seat]:
    """Everybody who builds a deck, by name: the table, and who else sits there where there is room."""
    found = builders_by_name(building_shown(state, state.building or (), name))
    if share:
        found = found[len(found) * (share - 1) // SHARES : len(found) * share // SHARES]
    grid = seats_grid(len(found))
    beside = _PLATE_BIG if grid.duo else _PLATE
    return [
        Seat(
            one.name,
            str(one.table),
            one.others if grid.duo and grid.second(one.others, beside) else "",
            grid.fits(one.name, beside),
        )
        for one in found
    ]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A table's line: who plays there, with the points of a result that stands.

    At a table of three or four all names stand in the first place, where nothing is said of points.
    """

    table: TableNo
    one: str
    two: str
    points: tuple[int, int] | None = None
    fits: tuple[str, str] = ("", "")


class PlaceLine(NamedTuple):
    """A line of the results at tables of three and four: at which table, who came where, and what it was worth."""

    table: TableNo
    name: str
    place: int | None
    points: int
    fit: str


def still_playing(round_: Round, name: Naming) -> list[GameLine]:
    """The tables without a result that stands, by number."""
    found = [match.pairing for _table, match in sorted(round_.matches.items()) if not match.settled]
    grid = results_grid(len(found))
    return [_line(grid, one.table, [*map(name, one.players)]) for one in found]


def results(round_: Round, name: Naming) -> list[GameLine]:
    """The results of matches of two that stand, by table."""
    grid, found = results_grid(len(round_.matches)), []
    for table, match in sorted(round_.matches.items()):
        if match.outcome is not None and match.settled:
            first, second = match.outcome.pair
            found.append(
                _line(grid, table, [*map(name, match.pairing.players)], (first.points, second.points))
            )
    return found


def places_at_tables(round_: Round, name: Naming) -> list[PlaceLine]:
    """The results at tables of three and four that stand: by table, the best of each first."""
    found = []
    for table, match in sorted(round_.matches.items()):
        if match.outcome is not None and match.settled:
            seated = zip(match.pairing.players, match.outcome.sides, strict=True)
            found += sorted(
                (PlaceLine(table, name(player), side.place, side.points, "") for player, side in seated),
                key=lambda line: line.place or 0,
            )
    grid = seats_grid(len(found))
    return [one._replace(fit=grid.fits(one.name, _PLATE + _SCORE)) for one in found]


def _line(
    grid: WallGrids, table: TableNo, names: Sequence[str], points: tuple[int, int] | None = None
) -> GameLine:
    if len(names) > len(SEATS):
        everybody = str(listing(names, "plain"))
        return GameLine(table, everybody, "", points, (grid.fits(everybody, _PLATE), ""))
    one, two = names
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
        if self.pods and "pairings" in self.wall.parts:
            return pod_seats(self.wall.state, self.wall.name, self.wall.screen.share)
        if self.building and "pairings" in self.wall.parts:
            return building_seats(self.wall.state, self.wall.name, self.wall.screen.share)
        at_tables = self.at_tables
        return seats(round_, self.wall.name, self.wall.screen.share, at_tables=at_tables) if round_ else []

    @property
    def at_tables(self) -> bool:
        """Whether it is played at tables of three and four."""
        return self.wall.state.setup is not None and self.wall.state.at_tables

    @property
    def pods(self) -> bool:
        """Whether people draft, so that seats are those of pods."""
        return drafting(self.wall.state)

    @property
    def building(self) -> bool:
        """Whether decks are built, so that tables are those to build at."""
        return building(self.wall.state)

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
    def how_many_play(self) -> Message:
        """How many those are."""
        return say_n("{count} table still playing", "{count} tables still playing", len(self.playing))

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
        return results(round_, self.wall.name) if round_ and not self.at_tables else []

    @cached_property
    def placed(self) -> list[PlaceLine]:
        """The results so far at tables of three and four."""
        round_ = self._round("results")
        return places_at_tables(round_, self.wall.name) if round_ and self.at_tables else []

    @property
    def results_grid(self) -> WallGrids:
        """How those lines stand, with room for all tables of the round."""
        if self.at_tables:
            return seats_grid(len(self.placed))
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
    def groups(self) -> GroupRanking:
        """The standings of each group or pod."""
        return by_groups(self.wall.state, self.wall.name) if "groups" in self.wall.parts else NO_GROUPS

    @property
    def carry(self) -> Message | None:
        """What points count in the standings, where not all that were won do."""
        return carry_in_short(self.wall.state, queries.completed(self.wall.state))

    @property
    def carry_of_places(self) -> Message | None:
        """The same beside the final places, where points stand there."""
        return self.carry if any(one.points for one in self.places.lines) else None

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
