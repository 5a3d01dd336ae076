"""What a player's page reads from the database besides the entry and the journal, in a single question.

Everybody looks at once when a round is posted, so names, clock, notices and calls come together: spelled out, for to
have such a question built anew each time takes longer than the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import connection

from muster.app.common.cache import BoundedCache
from muster.app.common.names import nameless, shown
from muster.app.floor.clocks import RecordedClockAct
from muster.app.floor.timers import LINGERS, ShownTimer, timer_of_columns
from muster.app.player.playing import Playing
from muster.app.results.losses import KINDS, Loss
from muster.app.rosters.read import KeptRoster, OwnRosters
from muster.core.clock import ClockStep
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.tournament import queries
from muster.core.tournament.facts import RoundPublished
from muster.core.tournament.state import Match
from muster.journal.models import ClockAct as ClockRow
from muster.journal.store import Snapshot
from muster.people.models import Entry

MOST_NOTICES: Final = 5
"""Notices of the desk that a page shows; of more, the latest."""


Row = tuple[int, int, int, int, str, str, str, str, Any]
"""What it is, two small numbers, a number to sort by, four texts, and when; only a timer may have none."""


@dataclass(frozen=True, slots=True)
class Known:
    """A player as others see them: the public name, and the pronouns if they gave any."""

    name: str
    pronouns: str = ""


@dataclass(frozen=True, slots=True)
class NoticeShown:
    """Something the desk tells everybody."""

    at: datetime
    text: str
    urgent: bool


@dataclass(frozen=True, slots=True)
class Called:
    """An open call of the player: since when, and whether somebody is on the way."""

    at: datetime
    claimed: bool


@dataclass(frozen=True, slots=True)
class RosterInPlay:
    """What one of the two at the player's table brings: the roster that counts.

    Attributes:
        number: its version.
        total: what it is worth; None if that is not known.
        seen: who sees rosters here, as planned; empty for as the regulations have it.
    """

    number: int
    total: int | None
    seen: str


@dataclass(slots=True)
class PlayerPageData:
    """What is around a player.

    Attributes:
        people: those the page names, by entry number.
        log: what was done at the clock of the running round.
        notices: what the desk tells, latest first.
        calls: the player's open calls, by kind.
        timers: the timers for everybody and those of the player's table, oldest first.
        place: their place on the waiting list, from 1; 0 for somebody who does not wait.
        own: their own rosters, where any are asked for.
        rosters: what those at the player's table bring, where rosters are asked for.
        losses: the penalties of those at the player's table that lose games, in the order they were given.
        rows: all of it as the database has it.
    """

    people: dict[PlayerId, Known] = field(default_factory=dict)
    log: list[RecordedClockAct] = field(default_factory=list)
    notices: list[NoticeShown] = field(default_factory=list)
    calls: dict[str, Called] = field(default_factory=dict)
    timers: list[ShownTimer] = field(default_factory=list)
    place: int = 0
    own: OwnRosters = field(default_factory=OwnRosters)
    rosters: dict[PlayerId, RosterInPlay] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    rows: tuple[Row, ...] = ()

    def name(self, player: PlayerId) -> str:
        """How a page calls a player: never by more than they choose to show."""
        known = self.people.get(player)
        return known.name if known else str(nameless(player))


_NOTICES: Final = """
SELECT 3, CASE WHEN urgent THEN 1 ELSE 0 END, 0, id, text, '', '', '', created_at FROM people_notice
WHERE event_id = %s AND ended_at IS NULL"""

_CALLS: Final = """
SELECT 4, 0, 0, id, kind, claimed_by, '', '', at FROM people_call WHERE entry_id = %s AND closed_at IS NULL"""

_CLOCK: Final = """
SELECT 2, minutes, COALESCE("table", 0), id, kind, reason, who, '', at FROM journal_clockact
WHERE tournament = %s AND round_no = %s AND published = %s"""

_TIMERS: Final = """
SELECT 6, seconds, pick, id, kind, CAST(picks AS VARCHAR(10)), CAST(used AS VARCHAR(20)),
COALESCE(CAST("table" AS VARCHAR(10)), ''), started_at FROM people_timer
WHERE tournament_id = %s AND ended_at IS NULL AND ("table" IS NULL OR "table" = %s)"""

_WAITING: Final = """
SELECT 5, 0, 0, COUNT(*), '', '', '', '', MAX(created_at) FROM people_entry
WHERE tournament_id = %s AND status = 'waiting' AND id <= %s"""

_ROSTERS: Final = """
SELECT 7, v.number, COALESCE(v.total, -1), e.player, COALESCE(p.seen, ''), '', '', '', v.at
FROM people_rosterversion v JOIN people_entry e ON e.id = v.entry_id
LEFT JOIN people_rosterplan p ON p.tournament_id = e.tournament_id
WHERE v.number > 0 AND e.tournament_id = %s AND e.player IN (%s, %s)"""

_OWN_ROSTERS: Final = """
SELECT 8, number, CASE WHEN legal THEN 1 ELSE 0 END, id, COALESCE(CAST(total AS VARCHAR(20)), ''), '', '', '', at
FROM people_rosterversion WHERE entry_id = %s AND number IN
(0, (SELECT MAX(number) FROM people_rosterversion WHERE entry_id = %s))
UNION ALL
SELECT 9, 0, 0, tournament_id, '', '', '', '', deadline FROM people_rosterplan
WHERE tournament_id = %s AND deadline IS NOT NULL"""

_LOSSES: Final = f"""
SELECT 10, x.round_no, COALESCE(x."table", 0), x.id, x.kind, x.clause, CAST(e.player AS VARCHAR(20)), '', x.at
FROM people_penalty x JOIN people_entry e ON e.id = x.entry_id
WHERE x.tournament_id = %s AND x.withdrawn_at IS NULL AND x.kind IN {KINDS} AND e.player IN (%s, %s)"""  # noqa: S608

_NAMES: Final = """
SELECT 1, e.player, 0, e.id, p.name, p.alias, e.shown_as, p.pronouns, e.created_at
FROM people_entry e JOIN people_person p ON p.id = e.person_id WHERE e.tournament_id = %s AND e.player IN """

_AT: Final = ClockRow._meta.get_field("at").get_col("journal_clockact")  # noqa: SLF001  (Django's own way)

_publications: Final = BoundedCache[int](128)


def around(entry: Entry, snapshot: Snapshot, players: Iterable[PlayerId]) -> PlayerPageData:
    """What is around the player of this entry; `players` are those the page names."""
    wanted = sorted(set(players))
    parts, values = [_NOTICES, _CALLS], [entry.tournament.event_id, entry.pk]
    if entry.status == "waiting":
        parts.append(_WAITING)
        values += [entry.tournament_id, entry.pk]
    if snapshot.state.rounds:
        parts.append(_CLOCK)
        round_no = snapshot.state.rounds[-1].number
        values += [snapshot.tournament, round_no, _published(snapshot, round_no)]
    match = _match(entry, snapshot)
    if entry.tournament.rosters != "none":
        parts.append(_OWN_ROSTERS)
        values += [entry.pk, entry.pk, entry.tournament_id]
    parts.append(_TIMERS)
    values += [snapshot.tournament, match.pairing.table if match else 0]
    if match:
        parts.append(_LOSSES)
        values += [snapshot.tournament, *match.pairing.players]
    if match and entry.tournament.rosters != "none":
        parts.append(_ROSTERS)
        values += [snapshot.tournament, *match.pairing.players]
    if wanted:
        parts.append(f"{_NAMES}({', '.join(['%s'] * len(wanted))})")
        values += [entry.tournament_id, *wanted]
    return _sorted(_asked(" UNION ALL ".join(parts), values), entry.tournament.names)


def people(entry: Entry, players: Iterable[PlayerId]) -> Mapping[PlayerId, Known]:
    """The players of a tournament as others see them: these only."""
    wanted = sorted(set(players))
    if not wanted:
        return {}
    rows = _asked(f"{_NAMES}({', '.join(['%s'] * len(wanted))})", [entry.tournament_id, *wanted])
    return _sorted(rows, entry.tournament.names).people


def naming_for(me: Playing) -> Naming:
    """The names of those at the player's table, for acts that show no page."""
    match = me.match
    known = people(me.entry, match.pairing.players if match else ())
    return lambda player: known[player].name if player in known else str(nameless(player))


def _asked(question: str, values: list[int]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(question, values)
        rows: list[Row] = cursor.fetchall()
    for convert in connection.ops.get_db_converters(_AT):  # SQLite has no times, only text
        rows = [(*row[:8], convert(row[8], _AT, connection)) for row in rows]
    return sorted(rows, key=lambda row: (row[0], row[3]))


def _sorted(rows: list[Row], usual: str) -> PlayerPageData:
    found = PlayerPageData(rows=tuple(rows))
    for what, one, two, number, first, second, third, fourth, at in rows:
        if what == 1:
            name = shown(first, second, third or usual) or str(nameless(one))
            found.people[PlayerId(one)] = Known(name, fourth)
        elif what == 2:
            act = ClockStep(first, at, one, TableNo(two) if two else None)  # type: ignore[arg-type]
            found.log.append(RecordedClockAct(act, second, third))
        elif what == 3:
            found.notices.append(NoticeShown(at, first, bool(one)))
        elif what == 4:
            found.calls[first] = Called(at, bool(second))
        elif what == 5:
            found.place = number
        elif what == 8:
            found.own.kept.append(KeptRoster(one, int(first) if first else None, bool(two), at))
        elif what == 9:
            found.own.deadline = at
        elif what == 7:
            _bring(found, PlayerId(number), RosterInPlay(one, two if two >= 0 else None, first))
        elif what == 10:
            found.losses.append(Loss(PlayerId(int(third)), RoundNo(one), two > 0, first, second))
        else:
            timer = timer_of_columns(number, first, fourth, one, third, at, two, second)
            found.timers += [timer] if timer.reading.left > -LINGERS else []
    found.notices = found.notices[: -MOST_NOTICES - 1 : -1]
    return found


def _bring(found: PlayerPageData, player: PlayerId, brought: RosterInPlay) -> None:
    """Note a roster, if none of a later version is known."""
    known = found.rosters.get(player)
    if known is None or known.number < brought.number:
        found.rosters[player] = brought


def _match(entry: Entry, snapshot: Snapshot) -> Match | None:
    """The player's match in the round published last."""
    round_ = queries.current_round(snapshot.state)
    return queries.match_of(round_, PlayerId(entry.player)) if round_ and entry.player else None


def _published(snapshot: Snapshot, round_no: int) -> int:
    """The number of the fact that published the round as it is."""
    return _publications.of(
        (snapshot.tournament, snapshot.state.head, round_no),
        lambda: next(
            entry.seq
            for entry in reversed(snapshot.entries)
            if isinstance(entry.fact, RoundPublished) and entry.fact.round_no == round_no
        ),
    )
