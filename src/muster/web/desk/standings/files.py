"""The standings as files."""

from __future__ import annotations

from muster.app.standings.read import RankRow, in_english, rank_rows, standings_after
from muster.core.ids import Naming
from muster.core.messages import ENGLISH
from muster.core.points import in_file
from muster.core.tournament.state import State
from muster.exchange.words import points_heading


def sheet(state: State, after: int, name: Naming) -> tuple[list[str], list[list[object]]]:
    """The whole table as headings and lines, for a spreadsheet."""
    table = standings_after(state, after)
    heads = [
        "rank",
        "tied",
        "number",
        "name",
        points_heading(table),
        *(str(one.short) for one in table.columns),
    ]
    lines: list[list[object]] = [
        [
            row.rank,
            "=" if row.tied else "",
            row.player,
            row.name,
            row.points,
            *in_english(row.values),
            _left(row),
        ]
        for row in rank_rows(state, table, name)
    ]
    return [*heads, "left after round"], lines


def _left(row: RankRow) -> int | str:
    return "" if row.left_after is None else row.left_after


def as_values(state: State, after: int, name: Naming) -> dict[str, object]:
    """The whole table for programs; ratios are exact, as text such as `2/3`."""
    table = standings_after(state, after)
    return {
        "after": after,
        "head": state.head,
        "criteria": [
            {"id": one.id, "name": one.name.said(ENGLISH), "clause": one.clause, "reading": one.reading}
            for one in table.criteria
        ],
        "standings": [
            {
                "rank": row.rank,
                "shared_rank": row.shared_rank,
                "tied_by_key": row.tied_by_key,
                "player": row.player,
                "name": name(row.player),
                "points": in_file(row.points),
                "left_after": state.players[row.player].left_after,
                **{
                    one.id: str(value / 2 if one.halves else value)
                    for one, value in zip(table.columns, row.values, strict=True)
                },
            }
            for row in table.rows
        ],
    }
