"""How a tournament stands, as duties see it: the journal, and what is on record beside it, in a handful of queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, F, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast
from django.utils import timezone

from muster.app.events.kinds import departures_of
from muster.app.floor.clocks import RecordedClockAct, RoundClock, acts_at, clock_of
from muster.app.people.requirements import wanted
from muster.app.results.losses import KINDS as LOSSES
from muster.app.results.losses import Loss, counting
from muster.core.clock import ClockStep
from muster.core.duties import Duty, Situation, duties
from muster.core.duties.situation import CallWaiting, KnownPlayer, Requires, RosterStanding, Waits
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.kinds import Departure
from muster.core.tournament.facts import TournamentFinished
from muster.core.tournament.seal import results_digest
from muster.core.tournament.state import State
from muster.journal.store import Snapshot
from muster.people.models import (
    Call,
    ComponentReport,
    Entry,
    Penalty,
    Proxy,
    Recommendation,
    RosterPlan,
    RosterVersion,
    Ruling,
    SettledDuty,
    SignOff,
    Staff,
    Tournament,
)


class _Record(NamedTuple):
    """A row of any record that a duty rests on; what a record does not have is None or empty."""

    what: str
    number: int
    at: datetime | None
    player: int | None
    table: int | None
    round_no: int | None
    kind: str
    word: str


_NO_NUMBER: Final = Cast(Value(None), IntegerField())
"""NULL by itself would be of no type, and PostgreSQL puts only numbers below numbers."""

_NO_WORD: Final = Value("")


def situation_of(snapshot: Snapshot, tournament: Tournament, name: Naming) -> Situation:
    """How the tournament stands now.

    Args:
        snapshot: the tournament.
        tournament: its record, with its event.
        name: how sentences name players.
    """
    state = snapshot.state
    if state.setup is None:
        return Situation(state, timezone.now(), tournament.event.opens_at, name)
    rows = _rows(tournament, snapshot)
    clock = _clock(snapshot, rows["clock"])
    return Situation(
        state,
        clock.now if clock else timezone.now(),
        tournament.event.opens_at,
        name,
        finished_at=finished_at(snapshot),
        staff={
            role: sum(row.kind == role for row in rows["staff"])
            for role in {row.kind for row in rows["staff"]}
        },
        entrants=_entrants(tournament),
        requires=requires(state),
        rosters=tournament.rosters,  # type: ignore[arg-type]  # the column holds nothing else
        deadline=next((row.at for row in rows["plan"] if row.at), None),
        calls=tuple(_call(row) for row in rows["call"]),
        clock=clock.clock if clock else None,
        at_time=clock.at_time[0][0] if clock and clock.at_time else "",
        appeals=_waiting(rows["appeal"]),
        proxies=_waiting(rows["proxy"]),
        components=_waiting(rows["component"]),
        recommended=_waiting(rows["recommendation"]),
        unapplied=_unapplied(state, rows["penalty"]),
        departures=_departures(tournament, state, rows),
        signed=_signed(state, rows["signed"]),
        prizes=bool(tournament.prizes.strip()),
        settled=frozenset((row.kind, row.word) for row in rows["settled"]),
    )


def own_duties(entry: Entry, snapshot: Snapshot, now: datetime) -> tuple[Duty, ...]:
    """What a player has to do that their page does not show in a place of its own; asks the database nothing.

    Args:
        entry: their registration, with tournament and event at hand.
        snapshot: the tournament.
        now: the moment.
    """
    if entry.player is None or snapshot.state.setup is None:
        return ()
    known = KnownPlayer(
        entry.uid, entry.minor, entry.identity_checked_at is not None, entry.guardian_checked_at is not None
    )
    situation = Situation(
        snapshot.state,
        now,
        entry.tournament.event.opens_at,
        finished_at=finished_at(snapshot),
        entrants={PlayerId(entry.player): known},
        requires=requires(snapshot.state),
    )
    return duties(situation, "player")


def requires(state: State) -> Requires:
    """What the regulations want to know of people at this tier."""
    found = wanted(state)
    return Requires(bool(found.uid), bool(found.identity), bool(found.minors))


def finished_at(snapshot: Snapshot) -> datetime | None:
    """When the tournament was finished; None while it is played."""
    if snapshot.state.places is None:
        return None
    ends = (entry for entry in reversed(snapshot.entries) if isinstance(entry.fact, TournamentFinished))
    return next((snapshot.marks[entry.seq - 1].at for entry in ends), None)


def _rows(tournament: Tournament, snapshot: Snapshot) -> Mapping[str, Sequence[_Record]]:
    """What is on record, by what it is, in one query. Of acts at the clock the player's column holds minutes."""
    number, player = tournament.pk, "entry__player"
    calls = Call.objects.filter(tournament=number, closed_at=None)
    appeals = Ruling.objects.filter(tournament=number, appealed_at__isnull=False, decided_at=None)
    proxies = Proxy.objects.filter(tournament=number, approved_by=None)
    faults = ComponentReport.objects.filter(tournament=number, outcome="open")
    recommended = Recommendation.objects.filter(tournament=number, decided_at=None)
    losses = Penalty.objects.filter(tournament=number, kind__in=LOSSES, withdrawn_at=None)
    plans = RosterPlan.objects.filter(tournament=number)
    parts: Iterable[QuerySet[Any, Any]] = (
        _asked("call", calls, "at", player, "table", kind="kind", word="claimed_by"),
        _asked("appeal", appeals, "appealed_at", table="table"),
        _asked("proxy", proxies, "at", player),
        _asked("component", faults, "at", player, "table"),
        _asked("recommendation", recommended, "at", player),
        _asked("penalty", losses, "at", player, "table", "round_no", "kind", "clause"),
        _asked("settled", SettledDuty.objects.filter(tournament=number), "at", kind="kind", word="about"),
        _asked(
            "signed", SignOff.objects.filter(tournament=number), "at", round_no="round_no", word="results"
        ),
        _asked("plan", plans, "deadline", word="construction"),
        _asked("clock", acts_at(snapshot), "at", "minutes", "table", kind="kind", word="who"),
        _asked("staff", Staff.objects.filter(event=tournament.event_id), "event__opens_at", kind="role"),
    )
    first, *others = parts
    found: dict[str, list[_Record]] = {}
    for values in first.union(*others, all=True).order_by("number"):
        row = _Record(*values)
        found.setdefault(row.what, []).append(row)
    return _Records(found)


class _Records(dict[str, list[_Record]]):
    """Rows by what they are; none of what is not on record."""

    def __missing__(self, what: str) -> list[_Record]:
        return []


def _asked(
    what: str,
    rows: QuerySet[Any],
    at: str,
    player: str = "",
    table: str = "",
    round_no: str = "",
    kind: str = "",
    word: str = "",
) -> QuerySet[Any, Any]:
    """These rows in the columns of `_Record`."""
    numbers = [F(column) if column else _NO_NUMBER for column in (player, table, round_no)]
    words = [F(column) if column else _NO_WORD for column in (kind, word)]
    named = dict(
        zip(
            ("what_", "number", "at_", "player_", "table_", "round_", "kind_", "word_"),
            (Value(what), F("pk"), F(at), *numbers, *words),
            strict=True,
        )
    )
    asked: QuerySet[Any, Any] = rows.order_by().annotate(**named).values_list(*named)
    return asked


def _departures(
    tournament: Tournament, state: State, rows: Mapping[str, Sequence[_Record]]
) -> tuple[Departure, ...]:
    """What is planned otherwise than the regulations have it; asked before play only, when it can be changed."""
    if state.stages:
        return ()
    plans = rows["plan"]
    plan = RosterPlan(tournament=tournament, construction=plans[0].word if plans else "")
    judge = any(row.kind in ("judge", "marshal") for row in rows["staff"])
    return departures_of(tournament, state, plan, judge=judge)


def _waiting(rows: Iterable[_Record]) -> tuple[Waits, ...]:
    return tuple(
        Waits(row.number, row.at or timezone.now(), _player(row), TableNo(row.table) if row.table else None)
        for row in rows
    )


def _call(row: _Record) -> CallWaiting:
    kind: Any = row.kind
    table = TableNo(row.table) if row.table else None
    return CallWaiting(
        row.number, kind, _player(row), table, row.at or timezone.now(), claimed=bool(row.word)
    )


def _player(row: _Record) -> PlayerId | None:
    return None if row.player is None else PlayerId(row.player)


def _clock(snapshot: Snapshot, acts: Iterable[_Record]) -> RoundClock | None:
    rounds = snapshot.state.rounds
    if not rounds or snapshot.state.places is not None:
        return None
    log = [RecordedClockAct(_step(row), "", row.word) for row in acts]
    return clock_of(snapshot.tournament, rounds[-1].number, snapshot=snapshot, log=log)


def _step(row: _Record) -> ClockStep:
    kind: Any = row.kind
    table = None if row.table is None else TableNo(row.table)
    return ClockStep(kind, row.at or timezone.now(), row.player or 0, table)


def _entrants(tournament: Tournament) -> dict[PlayerId, KnownPlayer]:
    """What is on record of every player, in one query."""
    handed_in = RosterVersion.objects.filter(entry=OuterRef("pk"), number__gt=0).order_by("-number")
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False).order_by("player")
    people = rows.annotate(
        legal=Subquery(handed_in.values("legal")[:1]),
        whole=Subquery(handed_in.values("whole")[:1]),
        late=Exists(RosterVersion.objects.filter(entry=OuterRef("pk"), number=0, state="late")),
    ).values_list(
        "player", "uid", "minor", "identity_checked_at", "guardian_checked_at", "legal", "whole", "late"
    )
    return {
        PlayerId(player or 0): KnownPlayer(
            uid,
            minor,
            identity is not None,
            guardian is not None,
            _roster(legal=legal, whole=bool(whole)),
            late,
        )
        for player, uid, minor, identity, guardian, legal, whole, late in people
    }


def _roster(*, legal: bool | None, whole: bool) -> RosterStanding:
    """How a roster stands: in order only if all of it was understood and could be checked."""
    if legal is None:
        return "missing"
    return "illegal" if not legal else "legal" if whole else "unsure"


def _signed(state: State, rows: Iterable[_Record]) -> frozenset[RoundNo]:
    """The rounds of which a signature holds: it is of the results as they are."""
    given = {(row.round_no, row.word) for row in rows}
    asked = {round_no for round_no, _ in given}
    complete = [round_.number for round_ in state.rounds if round_.complete and round_.number in asked]
    return frozenset(number for number in complete if (number, results_digest(state, number)) in given)


def _unapplied(state: State, rows: Sequence[_Record]) -> tuple[Waits, ...]:
    """The penalties with which a settled result of the latest round does not agree."""
    if not rows or not state.rounds:
        return ()
    losses = [_loss(row) for row in rows]
    round_, found = state.rounds[-1], list[Waits]()
    for table, match in sorted(round_.matches.items()):
        if match.report is None or not match.settled:
            continue
        here = counting(losses, state, round_, match)
        if here and here.against(match.report, str):
            loss = (*here.whole, *here.games)[0]
            row = next(row for row, each in zip(rows, losses, strict=True) if each == loss)
            found.append(Waits(row.number, row.at or timezone.now(), loss.player, table))
    return tuple(found)


def _loss(row: _Record) -> Loss:
    player, round_no = PlayerId(row.player or 0), RoundNo(row.round_no or 0)
    return Loss(player, round_no, row.table is not None, row.kind, row.word)
