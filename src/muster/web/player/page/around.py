"""What is around a player and changes from one look to the next: names, clock, notices, calls, timers, rosters, losses.

Besides the entry and the journal a player's page reads nothing else from the database, and all of it in one question
(`questions.py`): everybody looks at once when a round is posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from django.utils import timezone

from muster.app.common.cache import BoundedCache
from muster.app.common.names import nameless, shown
from muster.app.common.questions import Answers, Asked, Raw, RowQuestion, ask
from muster.app.floor.clocks import RecordedClockAct
from muster.app.floor.timers import LINGERS, ShownTimer, shown_timer
from muster.app.player.playing import Playing, meeting_of
from muster.app.results.losses import KINDS, Loss
from muster.core.clock import ClockStep
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.tournament import queries
from muster.core.tournament.facts import RoundPublished
from muster.core.tournament.state import Match
from muster.journal.store import Snapshot
from muster.people.models import Entry, Timer
from muster.web.player.page.setting_up import TICKED
from muster.web.player.page.shown import Called, Known, NoticeShown, RosterInPlay
from muster.web.player.rosters.status import KeptRoster, OwnRosters

R = TypeVar("R", bound=tuple[Any, ...])

MOST_NOTICES: Final = 5
"""Notices of the desk that a page shows; of more, the latest."""


@dataclass(frozen=True)
class Around:
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
        ticked: the steps of setting up that are done at the player's table.
        rows: all of it as the database has it; pages of the same rows show the same.
    """

    people: Mapping[PlayerId, Known]
    log: list[RecordedClockAct]
    notices: list[NoticeShown]
    calls: Mapping[str, Called]
    timers: list[ShownTimer]
    place: int
    own: OwnRosters
    rosters: Mapping[PlayerId, RosterInPlay]
    losses: list[Loss]
    ticked: frozenset[str]
    rows: tuple[Raw, ...]

    def name(self, player: PlayerId) -> str:
        """How a page calls a player: never by more than they choose to show."""
        known = self.people.get(player)
        return known.name if known else str(nameless(player))


# The questions ----------------------------------------------------------------------------------------------------


class _NamedRow(NamedTuple):
    entry: int
    at: datetime
    player: int
    name: str
    alias: str
    shown_as: str
    pronouns: str


_NAMES: Final = RowQuestion(
    1,
    _NamedRow,
    "SELECT e.id, e.created_at, e.player, p.name, p.alias, e.shown_as, p.pronouns "
    "FROM people_entry e JOIN people_person p ON p.id = e.person_id "
    "WHERE e.tournament_id = %s AND e.player IN ({players})",
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


_NOTICES: Final = RowQuestion(
    3,
    _Notice,
    "SELECT id, created_at, CAST(urgent AS INTEGER), text FROM people_notice WHERE event_id = %s AND ended_at IS NULL",
)


class _Call(NamedTuple):
    number: int
    at: datetime
    kind: str
    claimed_by: str


_CALLS: Final = RowQuestion(
    4,
    _Call,
    "SELECT id, at, kind, claimed_by FROM people_call WHERE entry_id = %s AND closed_at IS NULL",
)


class _Waiting(NamedTuple):
    place: int
    at: datetime


_WAITING: Final = RowQuestion(
    5,
    _Waiting,
    "SELECT COUNT(*), MAX(created_at) "
    "FROM people_entry WHERE tournament_id = %s AND status = 'waiting' AND id <= %s",
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


_TIMERS: Final = RowQuestion(
    6,
    TimerRow,
    'SELECT id, started_at, kind, "table", seconds, used, pick, picks '
    'FROM people_timer WHERE tournament_id = %s AND ended_at IS NULL AND ("table" IS NULL OR "table" = %s)',
)


class RosterAtTable(NamedTuple):
    """A roster of a player, as the database has it."""

    player: int
    at: datetime
    version: int
    total: int | None
    seen: str | None


_BROUGHT: Final = RowQuestion(
    7,
    RosterAtTable,
    "SELECT e.player, v.at, v.number, v.total, p.seen "
    "FROM people_rosterversion v JOIN people_entry e ON e.id = v.entry_id "
    "LEFT JOIN people_rosterplan p ON p.tournament_id = e.tournament_id "
    "WHERE v.number > 0 AND e.tournament_id = %s AND e.player IN ({players})",
)


class _Kept(NamedTuple):
    number: int
    at: datetime
    version: int
    total: int | None
    legal: bool
    whole: bool


_KEPT: Final = RowQuestion(
    8,
    _Kept,
    "SELECT id, at, number, total, CAST(legal AS INTEGER), CAST(whole AS INTEGER) "
    "FROM people_rosterversion WHERE entry_id = %s AND number IN "
    "(0, (SELECT MAX(number) FROM people_rosterversion WHERE entry_id = %s))",
)


class _Deadline(NamedTuple):
    tournament: int
    at: datetime


_DEADLINE: Final = RowQuestion(
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


_LOSSES: Final = RowQuestion(
    10,
    _Lost,
    'SELECT x.id, x.at, x.round_no, x."table", e.player, x.kind, x.clause '  # noqa: S608  (all of it ours)
    "FROM people_penalty x JOIN people_entry e ON e.id = x.entry_id "
    f"WHERE x.tournament_id = %s AND x.withdrawn_at IS NULL AND x.kind IN {KINDS} AND e.player IN ({{players}})",
)


def _about(question: RowQuestion[R], count: int) -> RowQuestion[R]:
    """The question about so many players."""
    return _filled.of((question.what, count), lambda: question.filled(players=", ".join(["%s"] * count)))


_filled: Final = BoundedCache[RowQuestion[Any]](96)
_publications: Final = BoundedCache[int](128)


def around(entry: Entry, snapshot: Snapshot, players: Iterable[PlayerId]) -> Around:
    """What is around the player of this entry; `players` are those the page names."""
    answers = ask(questions(entry, snapshot, players))
    return Around(
        _people(answers.to(_NAMES), entry.tournament.names),
        acts_of(answers),
        [NoticeShown(row.at, row.text, row.urgent) for row in answers.to(_NOTICES)[: -MOST_NOTICES - 1 : -1]],
        {row.kind: Called(row.at, bool(row.claimed_by)) for row in answers.to(_CALLS)},
        list(running(answers.to(_TIMERS))),
        sum(row.place for row in answers.to(_WAITING)),
        _own(answers),
        brought_by(answers.to(_BROUGHT)),
        [
            Loss(PlayerId(row.player), RoundNo(row.round_no), bool(row.table), row.kind, row.clause)
            for row in answers.to(_LOSSES)
        ],
        frozenset(row.step for row in answers.to(TICKED)),
        answers.raw,
    )


def questions(entry: Entry, snapshot: Snapshot, players: Iterable[PlayerId]) -> list[Asked]:
    """What is to be asked for the page of this entry, which names these players."""
    return list(_questions(entry, snapshot, sorted(set(players))))


def _questions(entry: Entry, snapshot: Snapshot, players: list[PlayerId]) -> Iterator[Asked]:
    tournament, rosters = entry.tournament_id, entry.tournament.rosters != "none"
    round_, match = queries.current_round(snapshot.state), _match(entry, snapshot)
    yield _NOTICES, (entry.tournament.event_id,)
    yield _CALLS, (entry.pk,)
    yield _TIMERS, (tournament, match.pairing.table if match else 0)
    if entry.status == "waiting":
        yield _WAITING, (tournament, entry.pk)
    if round_:
        yield CLOCK, (tournament, round_.number, published_at(snapshot, round_.number))
    if rosters:
        yield _KEPT, (entry.pk, entry.pk)
        yield _DEADLINE, (tournament,)
    if round_ and match and match.status == "open":
        yield TICKED, (tournament, meeting_of(round_.number, match.pairing))
    if match:
        yield _about(_LOSSES, len(match.pairing.players)), (tournament, *match.pairing.players)
    if match and rosters:
        yield _about(_BROUGHT, len(match.pairing.players)), (tournament, *match.pairing.players)
    if players:
        yield _about(_NAMES, len(players)), (tournament, *players)


def naming_for(me: Playing) -> Naming:
    """The names of those at the player's table, for acts that show no page."""
    players = me.match.pairing.players if me.match else ()
    asked = (_about(_NAMES, len(players)), (me.entry.tournament_id, *players))
    rows = ask([asked]).to(_NAMES) if players else []
    known = _people(rows, me.entry.tournament.names)
    return lambda player: known[player].name if player in known else str(nameless(player))


def _people(rows: list[_NamedRow], usual: str) -> dict[PlayerId, Known]:
    """The players as others see them; `usual` is how the tournament shows names."""
    return {PlayerId(row.player): known_as(row, usual) for row in rows}


def known_as(row: Any, usual: str) -> Known:
    """One player as others see them."""
    name = shown(row.name, row.alias, row.shown_as or usual) or str(nameless(row.player))
    return Known(name, row.pronouns)


def acts_of(answers: Answers) -> list[RecordedClockAct]:
    """What was done at the clock."""
    return [RecordedClockAct(_step(row), row.reason, row.who) for row in answers.to(CLOCK)]


def _step(row: ClockActRow) -> ClockStep:
    table = TableNo(row.table) if row.table else None
    return ClockStep(row.kind, row.at, row.minutes, table)  # type: ignore[arg-type]  # the column holds nothing else


def running(rows: Iterable[TimerRow]) -> Iterator[ShownTimer]:
    """The timers, but those that have been over for long."""
    for row in rows:
        record = Timer(
            pk=row.number, kind=row.kind, table=row.table, seconds=row.seconds, used=row.used,
            started_at=row.since, pick=row.pick, picks=row.picks,
        )  # fmt: skip
        timer = shown_timer(record, timezone.now())
        if timer.reading.left > -LINGERS:
            yield timer


def _own(answers: Answers) -> OwnRosters:
    kept = [KeptRoster(row.version, row.total, row.legal, row.whole, row.at) for row in answers.to(_KEPT)]
    return OwnRosters(kept, next((row.at for row in answers.to(_DEADLINE)), None))


def brought_by(rows: Iterable[RosterAtTable]) -> dict[PlayerId, RosterInPlay]:
    """Of each of them the latest version."""
    latest = sorted(rows, key=lambda row: row.version)
    return {PlayerId(row.player): RosterInPlay(row.version, row.total, row.seen or "") for row in latest}


def _match(entry: Entry, snapshot: Snapshot) -> Match | None:
    """The player's match in the round published last."""
    round_ = queries.current_round(snapshot.state)
    return queries.match_of(round_, PlayerId(entry.player)) if round_ and entry.player else None


def published_at(snapshot: Snapshot, round_no: int) -> int:
    """The number of the fact that published the round as it is."""
    return _publications.of(
        (snapshot.tournament, snapshot.state.head, round_no),
        lambda: next(
            entry.seq
            for entry in reversed(snapshot.entries)
            if isinstance(entry.fact, RoundPublished) and entry.fact.round_no == round_no
        ),
    )
