"""Pairings, standings and final places as tables for the terminal and as values for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rich.table import Table as Grid
from rich.text import Text

from muster.cli.output import grid_of, plain
from muster.core.bracket.layouts import place_text
from muster.core.ids import PlayerId
from muster.core.points import decimal_text, percent_text
from muster.core.standings.values import Row, Table
from muster.core.tournament import queries
from muster.core.tournament.state import Match, Round, State
from muster.core.tournament.values import Sheet
from muster.exchange.journal import JournalFile

Names = Mapping[PlayerId, str]
_WHOLE = ("margin", "match-wins")
_PLAIN = ("strength-of-schedule", "extended-strength-of-schedule")


def name_of(names: Names, player: PlayerId) -> str:
    """A player's display name, safe for a terminal; the entry number where there is none."""
    return plain(names.get(player, f"#{player}"), 60)


def value_text(column: str, value: Fraction) -> str:
    """A tiebreaker's value as people read it: a sum, a mean to two decimals, or a percentage."""
    if column in _WHOLE:
        return str(value)
    return decimal_text(value, 2) if column in _PLAIN else percent_text(value)


def standings_table(table: Table, names: Names, title: str) -> Grid:
    """The standings, best first; `=` marks a rank that only the random key decides."""
    made = grid_of(
        title, ">Rank", "Player", f">{points_heading(table)}", *(f">{one.short}" for one in table.columns)
    )
    for row in table.rows:
        made.add_row(*(Text(cell) for cell in _standing_cells(table, row, names)))
    return made


def points_heading(table: Table) -> str:
    """The short heading of the points column."""
    return next(column.short for column in table.criteria if column.id == "points")


def _standing_cells(table: Table, row: Row, names: Names) -> list[str]:
    mark = "=" if row.tied_by_key else ""
    values = (value_text(column.id, value) for column, value in zip(table.columns, row.values, strict=True))
    return [f"{mark}{row.rank}", name_of(names, row.player), str(row.points), *values]


def standings_json(table: Table, names: Names) -> list[dict[str, object]]:
    """The standings as values; ratios are exact, as text such as `2/3`."""
    return [
        {
            "rank": row.rank,
            "shared_rank": row.shared_rank,
            "tied_by_key": row.tied_by_key,
            "player": row.player,
            "name": names.get(row.player),
            "points": row.points,
            **{column.id: str(value) for column, value in zip(table.columns, row.values, strict=True)},
        }
        for row in table.rows
    ]


def sheet_table(sheet: Sheet, names: Names, title: str) -> Grid:
    """A round's pairings by table, then its byes."""
    made = grid_of(title, ">Table", "Player", "Player", "")
    for pairing in sorted(sheet.pairings, key=lambda one: one.table):
        one, two = (Text(name_of(names, player)) for player in pairing.players)
        made.add_row(str(pairing.table), one, two, "rematch" if pairing.rematch else "")
    for bye in sheet.byes:
        made.add_row("", Text(name_of(names, bye.player)), "bye", "awarded" if bye.awarded else "")
    return made


def round_table(round_: Round, names: Names, title: str) -> Grid:
    """A published round with what is known of its results."""
    made = grid_of(title, ">Table", "Player", ">", ">", "Player", "")
    for table, match in sorted(round_.matches.items()):
        one, two = (Text(name_of(names, player)) for player in match.pairing.players)
        points = [str(side.points) for side in match.outcome.sides] if match.outcome else ["", ""]
        made.add_row(str(table), one, *points, two, match_words(match))
    for bye in round_.byes:
        made.add_row("", Text(name_of(names, bye.player)), str(bye.outcome.points), "", "bye", "")
    return made


def match_words(match: Match) -> str:
    """How a match stands, in a word or two."""
    words: list[str] = [match.status] if match.status != "confirmed" else []
    if match.report is not None:
        words.append(match.report.end)
    if match.pairing.rematch:
        words.append("rematch")
    if match.corrections:
        words.append("corrected")
    return ", ".join(words)


def final_table(file: JournalFile) -> Grid:
    """Final places, with Swiss points and tiebreakers where there was a Swiss stage."""
    state, names = file.journal.state, file.names
    standing = queries.table(state) if queries.swiss_rounds(state) else None
    columns = (
        [f">{points_heading(standing)}", *(f">{one.short}" for one in standing.columns)] if standing else []
    )
    made = grid_of(plain(file.title) or "Final places", ">Place", "Player", *columns)
    for place in state.places or ():
        cells = _standing_cells(standing, standing.row(place.player), file.names)[2:] if standing else []
        made.add_row(
            place_text(place.first_place, place.last_place),
            Text(name_of(names, place.player)),
            *map(Text, cells),
        )
    return made


def final_json(file: JournalFile) -> dict[str, object]:
    """The end of a tournament as values."""
    state = file.journal.state
    return {
        "title": file.title,
        "regulations": state.regulations.id,
        "plan": plan_json(state),
        "rounds": len(state.rounds),
        "facts": state.version,
        "head": state.head,
        "places": [
            {
                "first": place.first_place,
                "last": place.last_place,
                "player": place.player,
                "name": file.names.get(place.player),
            }
            for place in state.places or ()
        ],
        "standings": standings_json(queries.table(state), file.names) if queries.swiss_rounds(state) else [],
    }


def plan_json(state: State) -> dict[str, object] | None:
    """The announced plan as values."""
    plan = state.plan
    if plan is None:
        return None
    return {
        "attendance": plan.attendance,
        "rounds": plan.rounds,
        "cut": plan.cut,
        "cut_kind": plan.cut_kind,
    }
