"""The tournament as it was after an act: rounds, standings, bracket and players of that time, read only."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _

from muster.app.brackets import bracket_of
from muster.app.standings import cells_of, columns_of, rank_rows, standings_after
from muster.core.tournament import queries
from muster.core.tournament.state import PlayerStatus, Round, State
from muster.exchange.words import match_words
from muster.web.desk.context import Desk

THEN: Final = 100
"""How many lines of each list of that time are shown."""


def as_it_was(desk: Desk, then: State) -> dict[str, Any]:
    """What the page of an act shows of that time: `?round=2` asks for an earlier round and its standings."""
    chosen = _chosen(desk, then)
    done = queries.completed(then) if then.setup else 0
    if chosen is not None and chosen.number < done:
        done = chosen.number
    return {
        "round": chosen,
        "numbers": range(1, len(then.rounds) + 1),
        "done": done,
        "players": len(then.players),
        **(_standings(desk, then, done) if done else {}),
        **(_pairings(desk, chosen) if chosen else {}),
        **_bracket(desk, then),
        **_players(desk, then),
    }


def _chosen(desk: Desk, then: State) -> Round | None:
    """The round that is asked for, else the latest of that time."""
    asked = desk.request.GET.get("round", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 0
    return then.rounds[number - 1] if 1 <= number <= len(then.rounds) else queries.current_round(then)


def _standings(desk: Desk, then: State, done: int) -> dict[str, Any]:
    table = standings_after(then, done)
    rows = rank_rows(then, table, desk.name, rows=table.rows[:THEN])
    return {
        "columns": columns_of(table),
        "lines": [(row, cells_of(table, row)) for row in rows],
        "left_out": len(table.rows) - len(rows),
    }


def _pairings(desk: Desk, round_: Round) -> dict[str, Any]:
    matches = sorted(round_.matches.items())
    return {
        "matches": [
            (number, *map(desk.name, match.pairing.players), match_words(match))
            for number, match in matches[:THEN]
        ],
        "more_matches": max(0, len(matches) - THEN),
        "byes": [desk.name(bye.player) for bye in round_.byes[:THEN]],
    }


def _bracket(desk: Desk, then: State) -> dict[str, Any]:
    """Every game of the bracket of that time of which anything was known, once there was one."""
    made = then.seeds is not None or (bool(then.stages) and then.stages[-1].format == "elimination")
    found = bracket_of(then, desk.name) if made else None
    if found is None:
        return {}
    return {
        "bracket": [
            (column.title, [box for box in column.boxes if box.known][:THEN]) for column in found.listed
        ],
        "champion": found.champion,
    }


def _players(desk: Desk, then: State) -> dict[str, Any]:
    """Who was not, or no more, simply playing."""
    words: dict[PlayerStatus, str] = {"dropped": _("dropped"), "disqualified": _("disqualified")}
    gone = [
        (desk.name(one.player), words[one.status]) for one in then.players.values() if one.status in words
    ]
    return {"gone": sorted(gone)[:THEN]}
