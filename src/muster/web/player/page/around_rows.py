"""What is asked of the database for players' pages, and what its rows are called: all of it in one question.

Where one player's rows are to be told from another's, they say whose they are: pages of several are asked for at once.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from muster.app.common.questions import RowQuestion
from muster.app.results.losses import KINDS


class NamedRow(NamedTuple):
    """Somebody a page names, as the database has them."""

    entry: int
    at: datetime
    player: int
    name: str
    alias: str
    shown_as: str
    pronouns: str


NAMES: Final = RowQuestion(
    1,
    NamedRow,
    "SELECT e.id, e.created_at, e.player, p.name, p.alias, e.shown_as, p.pronouns "
    "FROM people_entry e JOIN people_person p ON p.id = e.person_id "
    "WHERE e.tournament_id = %s AND e.player IN ({several})",
)


class ClockActRow(NamedTuple):
    """Something done at the clock, as the database has it."""

    number: int
    at: datetime
    minutes: int
    table: int | None
    kind: str
    reason: str
    who: str


CLOCK: Final = RowQuestion(
    2,
    ClockActRow,
    'SELECT id, at, minutes, "table", kind, reason, who '
    "FROM journal_clockact WHERE tournament = %s AND round_no = %s AND published = %s",
)


class _Notice(NamedTuple):
    number: int
    at: datetime
    urgent: bool
    text: str


NOTICES: Final = RowQuestion(
    3,
    _Notice,
    "SELECT id, created_at, CAST(urgent AS INTEGER), text FROM people_notice WHERE event_id = %s AND ended_at IS NULL",
)


class _Call(NamedTuple):
    number: int
    at: datetime
    entry: int
    kind: str
    claimed_by: str


CALLS: Final = RowQuestion(
    4,
    _Call,
    "SELECT id, at, entry_id, kind, claimed_by FROM people_call WHERE entry_id IN ({several}) AND closed_at IS NULL",
)


class _Left(NamedTuple):
    number: int
    at: datetime
    player: int
    key: str


LEFT: Final = RowQuestion(
    12,
    _Left,
    "SELECT c.id, c.at, e.player, c.key FROM people_call c JOIN people_entry e ON e.id = c.entry_id "
    "WHERE c.tournament_id = %s AND c.key IN ({several})",
)
"""Who has conceded at tables of three and four, in the order they left."""


class _Waiting(NamedTuple):
    entry: int
    at: datetime
    place: int


WAITING: Final = RowQuestion(
    5,
    _Waiting,
    "SELECT e.id, MAX(w.created_at), COUNT(w.id) FROM people_entry e JOIN people_entry w "
    "ON w.tournament_id = e.tournament_id AND w.status = 'waiting' AND w.id <= e.id "
    "WHERE e.id IN ({several}) GROUP BY e.id",
)


class TimerRow(NamedTuple):
    """A timer, as the database has it."""

    number: int
    since: datetime | None
    kind: str
    table: int | None
    seconds: int
    used: int
    pick: int
    picks: int


TIMERS: Final = RowQuestion(
    6,
    TimerRow,
    'SELECT id, started_at, kind, "table", seconds, used, pick, picks '
    'FROM people_timer WHERE tournament_id = %s AND ended_at IS NULL AND ("table" IS NULL OR "table" IN ({several}))',
)


class RosterAtTable(NamedTuple):
    """A roster of a player, as the database has it."""

    player: int
    at: datetime
    version: int
    total: int | None
    seen: str | None


BROUGHT: Final = RowQuestion(
    7,
    RosterAtTable,
    "SELECT e.player, v.at, v.number, v.total, p.seen "
    "FROM people_rosterversion v JOIN people_entry e ON e.id = v.entry_id "
    "LEFT JOIN people_rosterplan p ON p.tournament_id = e.tournament_id "
    "WHERE v.number > 0 AND e.tournament_id = %s AND e.player IN ({several})",
)


class _Kept(NamedTuple):
    number: int
    at: datetime
    entry: int
    version: int
    total: int | None
    legal: bool
    whole: bool


KEPT: Final = RowQuestion(
    8,
    _Kept,
    "SELECT v.id, v.at, v.entry_id, v.number, v.total, CAST(v.legal AS INTEGER), CAST(v.whole AS INTEGER) "
    "FROM people_rosterversion v WHERE v.entry_id IN ({several}) AND v.number IN "
    "(0, (SELECT MAX(number) FROM people_rosterversion WHERE entry_id = v.entry_id))",
)


class _Deadline(NamedTuple):
    tournament: int
    at: datetime


DEADLINE: Final = RowQuestion(
    9,
    _Deadline,
    "SELECT tournament_id, deadline FROM people_rosterplan WHERE tournament_id = %s AND deadline IS NOT NULL",
)


class _Lost(NamedTuple):
    number: int
    at: datetime
    round_no: int
    table: int | None
    player: int
    kind: str
    clause: str


LOSSES: Final = RowQuestion(
    10,
    _Lost,
    'SELECT x.id, x.at, x.round_no, x."table", e.player, x.kind, x.clause '  # noqa: S608  (all of it ours)
    "FROM people_penalty x JOIN people_entry e ON e.id = x.entry_id "
    f"WHERE x.tournament_id = %s AND x.withdrawn_at IS NULL AND x.kind IN {KINDS} AND e.player IN ({{several}})",
)
