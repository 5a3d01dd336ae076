"""The standings around a player, as their own page shows them."""

from __future__ import annotations

from typing import Final

from muster.app.standings.read import columns_of, rank_rows
from muster.core.ids import Naming
from muster.core.messages import of_rules
from muster.core.standings.values import Row, Table
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.web.player.page.shown import OwnStandings

NEIGHBOURS: Final = 2
"""Players shown above and below in the standings."""

FIGURES: Final = 2
"""Tiebreakers shown beside the points on a phone."""


def rows_near(table: Table, place: int | None) -> tuple[Row, ...]:
    """The line at a place of the table with those above and below; none where there is no such line."""
    return () if place is None else table.rows[max(0, place - NEIGHBOURS) : place + NEIGHBOURS + 1]


def standings_around(state: State, table: Table, place: int, name: Naming) -> OwnStandings:
    """The standings around whoever is at this place of the table."""
    columns = [column for column in columns_of(table) if column.id != "points"][:FIGURES]
    ids = [column.id for column in table.columns]
    wanted = [ids.index(column.id) for column in columns]
    rows = rank_rows(state, table, name, rows=rows_near(table, place), columns=wanted)
    mine = next(row for row in rows if row.player == table.order[place])
    return OwnStandings(
        queries.completed(state),
        mine.rank_text,
        len(table.rows),
        of_rules(state.regulations.standings.points_name),
        tuple(columns),
        tuple((row, row.values, row.player == mine.player) for row in rows),
    )
