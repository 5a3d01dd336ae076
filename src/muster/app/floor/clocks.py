"""The clock of a published round: what was done at it, how it stands, and acts at it.

A clock belongs to one publication of a round: a round that is voided and published again has a fresh one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.topics import tell, topics_in
from muster.app.floor.round_clock import RecordedClockAct, RoundClock
from muster.app.floor.round_times import at_time, usual_minutes
from muster.app.history.submitting import submit
from muster.app.staff.conflicts import may_not_rule
from muster.core import clock as clocks
from muster.core.clock import ClockKind, ClockStep
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import say
from muster.core.tournament.acts.guards import reason_given
from muster.core.tournament.commands import StartRound
from muster.core.tournament.facts import RoundPublished
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import models, store
from muster.journal.store import Snapshot
from muster.people.models import Tournament

LONGEST: Final = 600
"""Minutes a round can last; more is a slip of the keyboard."""


def clock_of(
    tournament: int,
    round_no: RoundNo,
    *,
    snapshot: Snapshot | None = None,
    log: Iterable[RecordedClockAct] | None = None,
) -> RoundClock:
    """The clock of a published round as it stands now.

    Args:
        tournament: the journal's number.
        round_no: which round.
        snapshot: the tournament, where it is at hand; it saves a query.
        log: what was done at the clock of this publication of the round, where it is at hand; likewise.

    Raises:
        LookupError: the round is not published.
    """
    base = snapshot or store.load(tournament)
    state = base.state
    if not 1 <= round_no <= len(state.rounds):
        raise LookupError(f"round {round_no} is not published")
    log = tuple(_recorded(base, round_no) if log is None else log)
    begun = state.rounds[round_no - 1].begun
    # Undoing the start of the round takes the start of its clock back, too.
    acts = [one.act for one in log if begun or one.act.kind == "extend"]
    usual, clause = usual_minutes(state, round_no)
    return RoundClock(round_no, clocks.clock(acts), log, usual, clause, at_time(state), timezone.now())


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockInput:
    """What somebody wants done at a clock; `seen` is `RoundClock.seen` of the page they looked at."""

    round_no: RoundNo
    kind: ClockKind
    minutes: int = 0
    table: TableNo | None = None
    reason: str = ""
    seen: int | None = None
    key: str | None = None


def act(tournament: int, actor: Actor, asked: ClockInput) -> Refusal | None:
    """Do something at the clock of the running round.

    Starting it also says that play has begun, where nobody has said so.

    Returns:
        None once it is on record, also if it was before under the same key; else the refusal.

    Raises:
        DeniedError: the actor's role may not do this.
    """
    actor.must("extend" if asked.kind == "extend" else "clock")
    with transaction.atomic():
        # Two people at one clock take turns: the second sees what the first has done.
        Tournament.objects.select_for_update().get(pk=tournament)
        base = store.load(tournament)
        if asked.key and models.ClockAct.objects.filter(tournament=tournament, key=asked.key).exists():
            return None
        refusal = _refused(base, asked) or _own_table(base, actor, asked) or _begun(base, actor, asked)
        if refusal is not None:
            transaction.set_rollback(True)
            return refusal
        _record(base, actor, asked)
        transaction.on_commit(lambda: tell(topics_in(tournament, "clock")), robust=True)
    return None


def start_usual(tournament: int, actor: Actor, state: State, *, key: str | None) -> Refusal | None:
    """Start the clock of the round shown last with the minutes the regulations give it; nothing where they name none.

    Raises:
        DeniedError: the actor's role may not do this.
    """
    number = state.rounds[-1].number
    minutes, _clause = usual_minutes(state, number)
    if minutes is None:
        return None
    return act(tournament, actor, ClockInput(round_no=number, kind="start", minutes=minutes, seen=0, key=key))


def _refused(base: Snapshot, asked: ClockInput) -> Refusal | None:
    if not base.state.rounds or asked.round_no != base.state.rounds[-1].number:
        return Refusal("no-round", say("This round is not the running one any more: its clock is hidden."))
    now = clock_of(base.tournament, asked.round_no, snapshot=base)
    if asked.seen is not None and asked.kind != "extend" and asked.seen != now.seen:
        when, who, what = now.told[0]
        del when
        says = say(
            "Somebody was at the clock before you ({who}: {what}) Nothing was done: look again.",
            who=who,
            what=what,
        )
        return Refusal("stale", says)
    return _bad_minutes(asked) or _bad_extension(base.state, asked)


def _bad_minutes(asked: ClockInput) -> Refusal | None:
    if asked.kind == "start" and not 1 <= asked.minutes <= LONGEST:
        return Refusal(
            "bad-setup", say("Enter how long the round lasts, from 1 to {most} minutes.", most=LONGEST)
        )
    if asked.kind in ("add", "extend") and not 0 < abs(asked.minutes) <= LONGEST:
        return Refusal("bad-setup", say("Enter how many minutes more, or less with a minus sign."))
    return None


def _bad_extension(state: State, asked: ClockInput) -> Refusal | None:
    if asked.kind != "extend":
        return None
    if asked.table not in state.rounds[-1].matches:
        return Refusal(
            "no-table", say("Nobody plays at table {table} in this round.", table=asked.table or "?")
        )
    return reason_given(asked.reason, say("Give a reason to give one table more time: it stays on record."))


def _own_table(base: Snapshot, actor: Actor, asked: ClockInput) -> Refusal | None:
    """Nobody gives the table at which they play more time, or less (`COM-ROLE-4`)."""
    if asked.kind != "extend":
        return None
    return may_not_rule(base.tournament, actor, base.state, asked.round_no, asked.table)


def _begun(base: Snapshot, actor: Actor, asked: ClockInput) -> Refusal | None:
    """Say that play has begun, if the clock is started and nobody has said so yet."""
    if asked.kind != "start" or base.state.rounds[-1].begun:
        return None
    answer = submit(base.tournament, StartRound(), actor)
    return answer if isinstance(answer, Refusal) else None


def _record(base: Snapshot, actor: Actor, asked: ClockInput) -> None:
    models.ClockAct.objects.create(
        tournament=base.tournament,
        round_no=asked.round_no,
        published=publication(base, asked.round_no),
        kind=asked.kind,
        at=timezone.now(),
        minutes=asked.minutes,
        table=asked.table,
        reason=asked.reason.strip(),
        who=actor.who,
        key=asked.key,
    )


def _acts(base: Snapshot, round_no: RoundNo) -> QuerySet[models.ClockAct]:
    rows = models.ClockAct.objects.filter(tournament=base.tournament, round_no=round_no)
    return rows.filter(published=publication(base, round_no))


def _recorded(base: Snapshot, round_no: RoundNo) -> Iterator[RecordedClockAct]:
    for row in _acts(base, round_no).order_by("id"):
        table = None if row.table is None else TableNo(row.table)
        done = ClockStep(row.kind, row.at, row.minutes, table)  # type: ignore[arg-type]
        yield RecordedClockAct(done, row.reason, row.who)


def publication(base: Snapshot, round_no: RoundNo) -> int:
    """The number of the fact that published the round as it is."""
    return next(
        entry.seq
        for entry in reversed(base.entries)
        # Asked of thousands of facts by every page: a fact is of no other kind than its own.
        if type(entry.fact) is RoundPublished and entry.fact.round_no == round_no
    )
