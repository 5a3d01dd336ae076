"""The lists of a round's results: which rows, how many, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from muster.app.results.read import ResultRow, round_at, row_of
from muster.core.ids import Naming, TableNo
from muster.core.messages import NOTHING, Message
from muster.core.tournament import facts
from muster.core.tournament.state import MatchStatus, Round, State
from muster.exchange.folding import folded
from muster.journal.store import Snapshot

Show = Literal["missing", "reported", "disputed", "confirmed", "all"]
"""Which results a list shows."""


SHOWS: Final[tuple[Show, ...]] = get_args(Show)


_STATUS: Final[Mapping[Show, MatchStatus]] = {
    "missing": "open",
    "reported": "reported",
    "disputed": "disputed",
    "confirmed": "confirmed",
}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many matches of a round stand how."""

    missing: int
    reported: int
    disputed: int
    confirmed: int

    @property
    def all(self) -> int:
        """All matches."""
        return self.missing + self.reported + self.disputed + self.confirmed


def rows(
    state: State,
    name: Naming,
    round_no: int | None = None,
    *,
    show: Show = "all",
    query: str = "",
    by: Mapping[TableNo, Message] | None = None,
) -> tuple[ResultRow, ...]:
    """The matches of a round in order of tables.

    Args:
        state: the tournament.
        name: how players are named.
        round_no: which round; the running one if None.
        show: only those that stand so.
        query: only those at this table, or of players with this in their names.
        by: who recorded each result, where that is wanted (`recorders`).

    Returns:
        A row for each match; none if there is no such round.
    """
    round_ = round_at(state, round_no)
    if round_ is None:
        return ()
    wanted, given = folded(query), by or {}
    found = (
        row_of(state, match, name, given.get(table, NOTHING))
        for table, match in sorted(round_.matches.items())
        if show == "all" or match.status == _STATUS[show]
    )
    return tuple(row for row in found if _matches(row, wanted))


def _matches(row: ResultRow, wanted: str) -> bool:
    if not wanted:
        return True
    if wanted.isdecimal():
        return str(row.table) == wanted
    return any(wanted in folded(name) for name in row.names)


def counts(round_: Round) -> Counts:
    """How many matches of the round stand how."""
    found = dict.fromkeys(_STATUS.values(), 0)
    for match in round_.matches.values():
        found[match.status] += 1
    return Counts(found["open"], found["reported"], found["disputed"], found["confirmed"])


def first_show(count: Counts) -> Show:
    """The list one wants to see first: what is missing, then what waits, else everything."""
    return "missing" if count.missing else "reported" if count.reported else "all"


def open_tables(round_: Round, after: int = 0) -> tuple[TableNo, ...]:
    """The tables without a result, beginning after this one and going round."""
    found = sorted(table for table, match in round_.matches.items() if match.outcome is None)
    return (*(table for table in found if table > after), *(table for table in found if table <= after))


def next_open(round_: Round, after: int = 0) -> TableNo | None:
    """The next table without a result after this one, going round; None if there is none."""
    return next(iter(open_tables(round_, after)), None)


def published_since(snapshot: Snapshot, version: int) -> bool:
    """Whether a round was published or annulled after this version: tables may mean other matches now."""
    later = snapshot.entries[max(version, 0) :]
    return any(isinstance(entry.fact, facts.RoundPublished | facts.RoundVoided) for entry in later)
