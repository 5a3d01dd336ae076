"""What is around a player and changes from one look to the next: names, clock, notices, calls, timers, rosters, losses.

Besides the entry and the journal a player's page reads nothing else from the database, and all of it in one question
(`questions.py`): everybody looks at once when a round is posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils import timezone

from muster.app.common.cache import BoundedCache
from muster.app.common.names import nameless, shown
from muster.app.common.questions import Answers, Asked, ask, several
from muster.app.floor.left_tables import key_of
from muster.app.floor.round_clock import RecordedClockAct
from muster.app.floor.timers import LINGERS, ShownTimer, shown_timer
from muster.app.player.playing import Playing, meeting_of
from muster.app.results.losses import Loss
from muster.core.clock import ClockStep
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.tournament import queries
from muster.core.tournament.facts import RoundPublished
from muster.core.tournament.state import Match
from muster.journal.store import Snapshot
from muster.people.models import Entry, Timer
from muster.web.player.page.around_rows import (
    BROUGHT,
    CALLS,
    CLOCK,
    DEADLINE,
    KEPT,
    LEFT,
    LOSSES,
    NAMES,
    NOTICES,
    TIMERS,
    WAITING,
    ClockActRow,
    NamedRow,
    RosterAtTable,
    TimerRow,
)
from muster.web.player.page.setting_up import TICKED
from muster.web.player.page.shown import Called, Known, NoticeShown, RosterInPlay
from muster.web.player.rosters.status import KeptRoster, OwnRosters

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
        left: who at the player's table of three or four has conceded, in the order they left.
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
    left: tuple[PlayerId, ...] = ()

    def name(self, player: PlayerId) -> str:
        """How a page calls a player: never by more than they choose to show."""
        known = self.people.get(player)
        return known.name if known else str(nameless(player))


NOTHING_AROUND: Final = Around({}, [], [], {}, [], 0, OwnRosters(), {}, [], frozenset())
"""Around somebody of whom nothing was read."""


_publications: Final = BoundedCache[int](128)


def around(entry: Entry, snapshot: Snapshot, players: Iterable[PlayerId]) -> Around:
    """What is around the player of this entry; `players` are those the page names."""
    return arounds([(entry, players)], snapshot)[0]


def arounds(asked: Sequence[tuple[Entry, Iterable[PlayerId]]], snapshot: Snapshot) -> list[Around]:
    """What is around each of several players of a tournament, read at once.

    Args:
        asked: their entries, and whom the page of each names.
        snapshot: the tournament.
    """
    at_tables = [(entry, _match(entry, snapshot)) for entry, _ in asked]
    named = {player for _, players in asked for player in players}
    answers = ask(list(questions(at_tables, snapshot, sorted(named))))
    shared = _shared(answers, asked[0][0].tournament.names)
    return [_own_around(shared, answers, snapshot, entry, match) for entry, match in at_tables]


def questions(
    asking: Sequence[tuple[Entry, Match | None]], snapshot: Snapshot, named: Sequence[PlayerId]
) -> Iterator[Asked]:
    """What is to be asked for the pages of these entries, with the match of each, which name these players."""
    tournament = asking[0][0].tournament
    number, rosters = tournament.pk, tournament.rosters != "none"
    entries, round_ = [entry.pk for entry, _ in asking], queries.current_round(snapshot.state)
    matches = [match for _, match in asking if match]
    met = [player for match in matches for player in match.pairing.players]
    yield NOTICES, (tournament.event_id,)
    yield several(CALLS, entries)
    tables = [int(match.pairing.table) for match in matches] or [0]
    yield several(TIMERS, tables, number)
    if waiting := [entry.pk for entry, _ in asking if entry.status == "waiting"]:
        yield several(WAITING, waiting)
    if round_:
        yield CLOCK, (number, round_.number, published_at(snapshot, round_.number))
    if rosters:
        yield several(KEPT, entries)
        yield DEADLINE, (number,)
    if round_ and (open_ := [match for match in matches if match.status == "open"]):
        meetings = [meeting_of(round_.number, match.pairing) for match in open_]
        yield several(TICKED, meetings, number)
        if snapshot.state.at_tables:
            yield several(LEFT, [key_of(meeting) for meeting in meetings], number)
    if met:
        yield several(LOSSES, met, number)
    if met and rosters:
        yield several(BROUGHT, met, number)
    if named:
        yield several(NAMES, named, number)


def _shared(answers: Answers, usual: str) -> Around:
    """What is the same for all players of the tournament, and everything of them that is public."""
    return replace(
        NOTHING_AROUND,
        people=_people(answers.to(NAMES), usual),
        log=acts_of(answers),
        notices=[
            NoticeShown(row.at, row.text, row.urgent) for row in answers.to(NOTICES)[: -MOST_NOTICES - 1 : -1]
        ],
        timers=list(running(answers.to(TIMERS))),
    )


def _own_around(
    shared: Around, answers: Answers, snapshot: Snapshot, entry: Entry, match: Match | None
) -> Around:
    """What is around one player: of what was read, their own, and what is of those at their table."""
    round_ = queries.current_round(snapshot.state)
    table, players = (match.pairing.table, match.pairing.players) if match else (0, ())
    meeting = meeting_of(round_.number, match.pairing) if round_ and match else ""
    return replace(
        shared,
        calls={
            row.kind: Called(row.at, bool(row.claimed_by))
            for row in answers.to(CALLS)
            if row.entry == entry.pk
        },
        timers=[one for one in shared.timers if one.table in (None, table)],
        place=sum(row.place for row in answers.to(WAITING) if row.entry == entry.pk),
        own=_own(answers, entry.pk),
        rosters=brought_by(row for row in answers.to(BROUGHT) if row.player in players),
        losses=[
            Loss(PlayerId(row.player), RoundNo(row.round_no), bool(row.table), row.kind, row.clause)
            for row in answers.to(LOSSES)
            if row.player in players
        ],
        ticked=frozenset(row.step for row in answers.to(TICKED) if row.meeting == meeting),
        left=tuple(PlayerId(row.player) for row in answers.to(LEFT) if row.key == key_of(meeting)),
    )


def naming_for(me: Playing) -> Naming:
    """The names of those at the player's table, for acts that show no page."""
    players = me.match.pairing.players if me.match else ()
    asked = several(NAMES, players, me.entry.tournament_id) if players else None
    rows = ask([asked]).to(NAMES) if asked else []
    known = _people(rows, me.entry.tournament.names)
    return lambda player: known[player].name if player in known else str(nameless(player))


def _people(rows: list[NamedRow], usual: str) -> dict[PlayerId, Known]:
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


def _own(answers: Answers, entry: int) -> OwnRosters:
    kept = [
        KeptRoster(row.version, row.total, row.legal, row.whole, row.at)
        for row in answers.to(KEPT)
        if row.entry == entry
    ]
    return OwnRosters(kept, next((row.at for row in answers.to(DEADLINE)), None))


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
