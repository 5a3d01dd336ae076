"""How a tournament stands, as duties see it: the journal, and what is on record beside it, in a handful of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from muster.app.common.questions import Answers
from muster.app.duties.beside import (
    APPEALS,
    CALLS,
    CLOCK,
    COMPONENTS,
    ENTRANTS,
    PENALTIES,
    PLANS,
    POOLS,
    PROXIES,
    RECOMMENDED,
    SETTLED,
    SIGNED,
    STAFF,
    PlayerBeside,
    RowBeside,
    beside,
)
from muster.app.events.kinds import departures_of
from muster.app.floor.clocks import clock_of
from muster.app.floor.round_clock import RecordedClockAct, RoundClock
from muster.app.people.requirements import wanted
from muster.app.results.losses import Loss, counting
from muster.app.rosters.limited import built_at_event
from muster.app.standings.read import standings_after
from muster.core.clock import ClockStep
from muster.core.duties import Duty, Situation, duties
from muster.core.duties.situation import CallWaiting, KnownPlayer, Requires, Waits
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.kinds import Departure
from muster.core.tournament.facts import TournamentFinished
from muster.core.tournament.seal import results_digest
from muster.core.tournament.state import State
from muster.journal.store import Snapshot
from muster.people.models import Entry, RosterPlan, Tournament


def situation_of(snapshot: Snapshot, tournament: Tournament, name: Naming) -> Situation:
    """How the tournament stands now: `how_it_stands` without the clock."""
    return how_it_stands(snapshot, tournament, name)[0]


def how_it_stands(
    snapshot: Snapshot, tournament: Tournament, name: Naming
) -> tuple[Situation, RoundClock | None]:
    """How the tournament stands now, and the clock of the round published last while it is played.

    Args:
        snapshot: the tournament.
        tournament: its record, with its event.
        name: how sentences name players.
    """
    state = snapshot.state
    if state.setup is None:
        return Situation(state, timezone.now(), tournament.event.opens_at, name), None
    asks = requires(state)
    found = beside(tournament, snapshot, everybody=asks != Requires() or tournament.rosters != "none")
    clock, staff = _clock(snapshot, found.to(CLOCK)), found.to(STAFF)
    situation = Situation(
        state,
        clock.now if clock else timezone.now(),
        tournament.event.opens_at,
        name,
        finished_at=finished_at(snapshot),
        staff=Counter(row.kind for row in staff),
        entrants={PlayerId(row.player): _known(row) for row in found.to(ENTRANTS)},
        requires=asks,
        rosters=tournament.rosters,  # type: ignore[arg-type]  # the column holds nothing else
        deadline=next((row.at for row in found.to(PLANS) if row.at), None),
        limited=any(_limited(state, row) for row in found.to(PLANS)),
        pools=_pools(state, found),
        calls=tuple(_call(row) for row in found.to(CALLS)),
        clock=clock.clock if clock else None,
        at_time=clock.at_time[0][0] if clock and clock.at_time else "",
        appeals=_waiting(found.to(APPEALS)),
        proxies=_waiting(found.to(PROXIES)),
        components=_waiting(found.to(COMPONENTS)),
        recommended=_waiting(found.to(RECOMMENDED)),
        unapplied=_unapplied(state, found.to(PENALTIES)),
        departures=_departures(tournament, state, found),
        signed=_signed(state, found.to(SIGNED)),
        prizes=bool(tournament.prizes.strip()),
        settled=frozenset((row.kind, row.word) for row in found.to(SETTLED)),
        table=standings_after,
    )
    return situation, clock


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


def _limited(state: State, plan: RowBeside) -> bool:
    """Whether decks are built at the event, by the plan of rosters."""
    return built_at_event(RosterPlan(construction=plan.word), state)


def _pools(state: State, found: Answers) -> frozenset[PlayerId] | None:
    """Whose pool is registered; None where pools are not registered."""
    asked = any(row.kind == "opposite" and _limited(state, row) for row in found.to(PLANS))
    return frozenset(PlayerId(row.player or 0) for row in found.to(POOLS)) if asked else None


def _departures(tournament: Tournament, state: State, found: Answers) -> tuple[Departure, ...]:
    """What is planned otherwise than the regulations have it; asked before play only, when it can be changed."""
    if state.stages:
        return ()
    plans = found.to(PLANS)
    plan = RosterPlan(tournament=tournament, construction=plans[0].word if plans else "")
    judge = any(row.kind in ("judge", "marshal") for row in found.to(STAFF))
    return departures_of(tournament, state, plan, judge=judge)


def _waiting(rows: Iterable[RowBeside]) -> tuple[Waits, ...]:
    return tuple(
        Waits(row.number, row.at or timezone.now(), _player(row), TableNo(row.table) if row.table else None)
        for row in rows
    )


def _call(row: RowBeside) -> CallWaiting:
    kind: Any = row.kind
    table = TableNo(row.table) if row.table else None
    return CallWaiting(
        row.number, kind, _player(row), table, row.at or timezone.now(), claimed=bool(row.word)
    )


def _player(row: RowBeside) -> PlayerId | None:
    return None if row.player is None else PlayerId(row.player)


def _clock(snapshot: Snapshot, acts: Iterable[RowBeside]) -> RoundClock | None:
    rounds = snapshot.state.rounds
    if not rounds or snapshot.state.places is not None:
        return None
    log = [RecordedClockAct(_step(row), row.why, row.word) for row in acts]
    return clock_of(snapshot.tournament, rounds[-1].number, snapshot=snapshot, log=log)


def _step(row: RowBeside) -> ClockStep:
    kind: Any = row.kind
    table = None if row.table is None else TableNo(row.table)
    return ClockStep(kind, row.at or timezone.now(), row.player or 0, table)


def _known(row: PlayerBeside) -> KnownPlayer:
    roster: Any = row.roster
    return KnownPlayer(row.uid, row.minor, row.identity_seen is not None, row.guardian, roster, row.late)


def _signed(state: State, rows: Iterable[RowBeside]) -> frozenset[RoundNo]:
    """The rounds of which a signature holds: it is of the results as they are."""
    given = {(row.round_no, row.word) for row in rows}
    asked = {round_no for round_no, _ in given}
    complete = [round_.number for round_ in state.rounds if round_.number in asked and round_.complete]
    return frozenset(number for number in complete if (number, results_digest(state, number)) in given)


def _unapplied(state: State, rows: Sequence[RowBeside]) -> tuple[Waits, ...]:
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


def _loss(row: RowBeside) -> Loss:
    player, round_no = PlayerId(row.player or 0), RoundNo(row.round_no or 0)
    return Loss(player, round_no, row.table is not None, row.kind, row.word)
