"""The tables drawn to be checked, as the judges' pages list them: who sits there, and whose roster was checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from muster.app.floor.clocks import clock_of
from muster.app.judging.checks import draws_of
from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.tournament.state import Round
from muster.journal.store import Snapshot
from muster.people.models import CheckDraw, Entry, RosterInspection
from muster.web.desk.rosters.overview import RESULT_WORDS


@dataclass(frozen=True, slots=True)
class CheckedPlayer:
    """A player at a drawn table: their registration, their name, and what became of the check, in words."""

    entry: int
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table that was drawn.

    Attributes:
        table: its number.
        players: who sits there.
        minutes: the minutes more that the table has got in this round.
    """

    table: int
    players: tuple[CheckedPlayer, ...]
    minutes: int

    @property
    def done(self) -> bool:
        """Whether every roster of the table has been checked in this round."""
        return all(one.words and one.words != str(RESULT_WORDS["running"]) for one in self.players)


@dataclass(frozen=True, slots=True)
class TableDraw:
    """A draw with its tables, in the order drawn."""

    draw: CheckDraw
    tables: tuple[DrawnTable, ...]


def drawn_in(snapshot: Snapshot, round_no: int, name: Naming) -> list[TableDraw]:
    """The draws of a round, latest first, with how far the checks are; in five queries at most."""
    state = snapshot.state
    draws = list(draws_of(snapshot.tournament, round_no)) if 1 <= round_no <= len(state.rounds) else []
    if not draws:
        return []
    wanted = {table for draw in draws for table in draw.tables}
    round_ = state.rounds[round_no - 1]
    players = _players(round_, wanted)
    entries = _entries(snapshot.tournament, [each for pair in players.values() for each in pair])
    results = _results(list(entries.values()), round_no)
    extended = clock_of(snapshot.tournament, RoundNo(round_no), snapshot=snapshot).clock.extended
    minutes = {int(table): more for table, more in extended.items()}
    tables = {
        table: DrawnTable(table, _checked(pair, entries, results, name), minutes.get(table, 0))
        for table, pair in players.items()
    }
    return [TableDraw(draw, tuple(tables[one] for one in draw.tables if one in tables)) for draw in draws]


def of_this_round(snapshot: Snapshot, name: Naming) -> list[DrawnTable]:
    """Every table drawn in the round published last, by number."""
    found = drawn_in(snapshot, len(snapshot.state.rounds), name)
    tables = {one.table: one for drawn in found for one in drawn.tables}
    return [tables[table] for table in sorted(tables)]


def _players(round_: Round, wanted: Iterable[int]) -> dict[int, tuple[PlayerId, ...]]:
    tables = frozenset(wanted)
    return {
        int(table): match.pairing.players for table, match in round_.matches.items() if int(table) in tables
    }


def _entries(tournament: int, players: Sequence[PlayerId]) -> dict[PlayerId, int]:
    rows = Entry.objects.filter(tournament=tournament, player__in=players)
    return {PlayerId(player): pk for pk, player in rows.values_list("pk", "player") if player is not None}


def _results(entries: Sequence[int], round_no: int) -> dict[int, str]:
    rows = RosterInspection.objects.filter(entry__in=entries, round_no=round_no).order_by("pk")
    return dict(rows.values_list("entry", "result"))


def _checked(
    pair: Iterable[PlayerId], entries: Mapping[PlayerId, int], results: Mapping[int, str], name: Naming
) -> tuple[CheckedPlayer, ...]:
    found = ((player, entries[player]) for player in pair if player in entries)
    return tuple(
        CheckedPlayer(entry, name(player), str(RESULT_WORDS[results[entry]]) if entry in results else "")
        for player, entry in found
    )
