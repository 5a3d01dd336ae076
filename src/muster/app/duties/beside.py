"""What is on record beside the journal that duties rest on: a handful of questions, asked at once.

Every page of the desk asks them, so they are spelled out: to have them built anew takes several times longer than the
answer.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from muster.app.common.questions import NO_NUMBER, Answers, Asked, RowQuestion, ask
from muster.app.floor.clocks import publication
from muster.app.results.losses import KINDS as LOSSES
from muster.journal.store import Snapshot
from muster.people.models import Tournament


class RowBeside(NamedTuple):
    """A row of any record; what a record does not have is None or empty."""

    number: int
    at: datetime | None
    player: int | None = None
    table: int | None = None
    round_no: int | None = None
    kind: str = ""
    word: str = ""
    why: str = ""


class PlayerBeside(NamedTuple):
    """What is on record of a player; of the roster, how the latest that was handed in stands."""

    player: int
    identity_seen: datetime | None
    minor: bool
    guardian: bool
    late: bool
    uid: str
    roster: str


def _records(
    what: int,
    source: str,
    *,
    at: str = "x.at",
    player: str = NO_NUMBER,
    table: str = NO_NUMBER,
    round_no: str = NO_NUMBER,
    kind: str = "''",
    word: str = "''",
    why: str = "''",
    number: str = "x.id",
) -> RowQuestion[RowBeside]:
    columns = f"{number}, {at}, {player}, {table}, {round_no}, {kind}, {word}, {why}"
    return RowQuestion(what, RowBeside, f"SELECT {columns} FROM {source}")  # noqa: S608  (all of it ours)


def _of_players(table: str) -> str:
    return f"{table} x JOIN people_entry e ON e.id = x.entry_id WHERE x.tournament_id = %s AND"


CALLS: Final = _records(
    1,
    f"{_of_players('people_call')} x.closed_at IS NULL",
    player="e.player",
    table='x."table"',
    kind="x.kind",
    word="x.claimed_by",
)
APPEALS: Final = _records(
    2,
    "people_ruling x WHERE x.tournament_id = %s AND x.appealed_at IS NOT NULL AND x.decided_at IS NULL",
    at="x.appealed_at",
    table='x."table"',
)
PROXIES: Final = _records(3, f"{_of_players('people_proxy')} x.approved_by_id IS NULL", player="e.player")
COMPONENTS: Final = _records(
    4,
    f"{_of_players('people_componentreport')} x.outcome = 'open'",
    player="e.player",
    table='x."table"',
)
RECOMMENDED: Final = _records(
    5, f"{_of_players('people_recommendation')} x.decided_at IS NULL", player="e.player"
)
PENALTIES: Final = _records(
    6,
    f"{_of_players('people_penalty')} x.withdrawn_at IS NULL AND x.kind IN {LOSSES}",
    player="e.player",
    table='x."table"',
    round_no="x.round_no",
    kind="x.kind",
    word="x.clause",
)
SETTLED: Final = _records(7, "people_settledduty x WHERE x.tournament_id = %s", kind="x.kind", word="x.about")
SIGNED: Final = _records(
    8, "people_signoff x WHERE x.tournament_id = %s", round_no="x.round_no", word="x.results"
)
PLANS: Final = _records(
    9,
    "people_rosterplan x WHERE x.tournament_id = %s",
    number="x.tournament_id",
    at="x.deadline",
    word="x.construction",
    kind="x.pools",
)
STAFF: Final = _records(
    10,
    "people_staff x JOIN people_event v ON v.id = x.event_id WHERE x.event_id = %s",
    at="v.opens_at",
    kind="x.role",
)
CLOCK: Final = _records(
    11,
    "journal_clockact x WHERE x.tournament = %s AND x.round_no = %s AND x.published = %s",
    player="x.minutes",
    table='x."table"',
    kind="x.kind",
    word="x.who",
    why="x.reason",
)
"""What was done at the clock of the running round; the player's column holds minutes."""

ENTRANTS: Final = RowQuestion(
    12,
    PlayerBeside,
    "SELECT e.player, e.identity_checked_at, CAST(e.minor AS INTEGER), "
    "CASE WHEN e.guardian_checked_at IS NULL THEN 0 ELSE 1 END, "
    "CASE WHEN l.id IS NULL THEN 0 ELSE 1 END, e.uid, "
    "CASE WHEN v.id IS NULL THEN 'missing' WHEN NOT v.legal THEN 'illegal' WHEN v.whole THEN 'legal' ELSE 'unsure' END "
    "FROM people_entry e LEFT JOIN people_rosterversion v ON v.entry_id = e.id AND v.number > 0 AND v.number = "
    "(SELECT MAX(number) FROM people_rosterversion WHERE entry_id = e.id) "
    "{late} JOIN people_rosterversion l ON l.entry_id = e.id AND l.number = 0 AND l.state = 'late' "
    "WHERE e.tournament_id = %s AND e.player IS NOT NULL",
)
"""A roster is in order only if all of it was understood and could be checked."""

EVERYBODY: Final = ENTRANTS.filled(late="LEFT")
LATE: Final = ENTRANTS.filled(late="INNER")
"""Only those whose roster came late: where nothing else is asked of anybody."""

POOLS: Final = _records(
    13,
    "people_poolversion x JOIN people_entry e ON e.id = x.entry_id WHERE e.tournament_id = %s AND x.number = 1",
    player="e.player",
)
"""Whose pool is registered."""

OF_TOURNAMENT: Final = (
    CALLS, APPEALS, PROXIES, COMPONENTS, RECOMMENDED, PENALTIES, SETTLED, SIGNED, PLANS,
    POOLS,
)  # fmt: skip


def beside(tournament: Tournament, snapshot: Snapshot, *, everybody: bool) -> Answers:
    """What is on record beside this journal, in one question to the database.

    Args:
        tournament: whose record.
        snapshot: its journal.
        everybody: something is asked of every player, so that every one of them is to be looked at.
    """
    number, rounds = tournament.pk, snapshot.state.rounds
    asked: list[Asked] = [(question, (number,)) for question in OF_TOURNAMENT]
    asked += [(EVERYBODY if everybody else LATE, (number,)), (STAFF, (tournament.event_id,))]
    if rounds:
        round_no = rounds[-1].number
        asked.append((CLOCK, (number, round_no, publication(snapshot, round_no))))
    return ask(asked)
