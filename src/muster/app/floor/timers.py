"""Timers beside the round's clock: deck building, list review, sideboarding, draft picks, tardiness, a break.

A timer is for a whole tournament or for one table. What runs is computed from its record by `muster.core.timers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, get_args

from django.db import transaction
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.names import names_of_staff
from muster.app.common.topics import changed, named, table_topic, topic
from muster.app.floor.clocks import clock_of
from muster.app.floor.round_clock import duration, in_browsers, milliseconds
from muster.app.floor.timer_presets import PICKS, Preset, label_of, later_of, presets
from muster.core.ids import TableNo
from muster.core.messages import NOTHING, Message, say
from muster.core.scoring.scored import Problem
from muster.core.timers import Countdown, TimerPhase, TimerReading
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.journal.store import Snapshot
from muster.people import models
from muster.people.models import Tournament

TimerAct = Literal["pause", "resume", "add", "next", "end"]
"""What can be done at a timer: stop the time, let it go on, give it more, go on to the next pick, put it away."""

LONGEST: Final = 600
"""Minutes a timer can last; more is a slip of the keyboard."""

LINGERS: Final = timedelta(minutes=5)
"""For how long it is shown that a timer is over."""


@dataclass(frozen=True, slots=True)
class ShownTimer:
    """A timer as pages show it: true at `now`, the server's time.

    Attributes:
        pk: the number of its record.
        kind: what it is for.
        table: for which table; None for everybody.
        timer: as it was touched last.
        now: the server's time.
        touched: how often it was touched; forms send it back.
        started_by: who started it, as a token; for the staff only.
    """

    pk: int
    kind: str
    table: int | None
    timer: Countdown
    now: datetime
    touched: int
    started_by: str = ""

    @property
    def reading(self) -> TimerReading:
        """How it stands."""
        return self.timer.at(self.now)

    @property
    def label(self) -> Message:
        """What it is called."""
        return label_of(self.kind)

    @property
    def shown(self) -> bool:
        """Always: it is on the list until it is put away."""
        return True

    @property
    def phase(self) -> TimerPhase:
        """How it stands, in a word."""
        return self.reading.phase

    @property
    def left(self) -> str:
        """The time left, as a clock shows it."""
        return duration(self.reading.left)

    @property
    def left_ms(self) -> int:
        """The time left in milliseconds."""
        return milliseconds(self.reading.left)

    @property
    def ends_at(self) -> datetime | None:
        """When time, or this pick, is up; None while it stands still."""
        return self.reading.ends_at

    @property
    def ends_at_ms(self) -> int | None:
        """The same as browsers count."""
        return in_browsers(self.ends_at)

    @property
    def pick(self) -> int:
        """Which pick runs; 0 where there are none."""
        return self.reading.pick

    @property
    def later_ms(self) -> int:
        """How long every later pick lasts, in milliseconds."""
        return 1000 * self.timer.later

    @property
    def over_at_ms(self) -> int | None:
        """When the last of it is over, as browsers count; None while it stands still."""
        found = self.reading
        left = timedelta(seconds=(self.timer.picks - found.pick) * self.timer.later)
        return None if found.ends_at is None else in_browsers(found.ends_at + left)

    @property
    def gone_at_ms(self) -> int | None:
        """When nobody needs to see any more that it is over, as browsers count; None while it stands still."""
        over = self.over_at_ms
        return None if over is None else over + milliseconds(LINGERS)


def timers_of(tournament: int, table: int | None = None) -> list[ShownTimer]:
    """The timers people see, oldest first: those for everybody and, if a table is given, that table's own.

    What has been over for long is not among them, even if nobody has put it away.
    """
    found = all_timers(tournament)
    return [one for one in found if one.table in (None, table) and one.reading.left > -LINGERS]


def all_timers(tournament: int) -> list[ShownTimer]:
    """Every timer that is not put away, oldest first, for the staff."""
    rows = models.Timer.objects.filter(tournament=tournament, ended_at=None).order_by("pk")
    now = timezone.now()
    return [shown_timer(row, now) for row in rows]


def starters(timers: Sequence[ShownTimer]) -> dict[int, Message]:
    """Who started which timer, by its number, for the staff."""
    names = names_of_staff(one.started_by for one in timers)
    return {one.pk: names.get(one.started_by, NOTHING) for one in timers}


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A timer somebody wants to start: how long (the first pick of a draft), where, and with which form's key."""

    kind: str
    minutes: int
    table: int | None = None
    picks: int = PICKS
    key: str | None = None


def start(tournament: int, actor: Actor, asked: Start) -> Refusal | None:
    """Start a timer. Waiting for late players counts from the start of the round's clock, if it runs.

    Returns:
        None when it runs (or did before, under the same key), else why not, with the fields at fault.

    Raises:
        DeniedError: they may not touch clocks, nor rule at the table that waits for somebody.
    """
    _must(actor, asked.kind, asked.table)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament)
        if asked.key and models.Timer.objects.filter(tournament=tournament, key=asked.key).exists():
            return None
        base = store.load(tournament)
        found = next((one for one in presets(base.state) if one.kind == asked.kind), None)
        if found is None:
            return Refusal("bad-setup", say("There is no such timer under these regulations."))
        if problems := _problems(base.state, asked, found):
            return Refusal("bad-setup", say("The timer was not started."), problems=tuple(problems))
        row = _new(base, actor, asked, found)
        _tell(row)
    return None


def _must(actor: Actor, kind: str, table: int | None) -> None:
    """Refuse whoever may not touch this timer: a judge may touch one that waits for a late player at a table (`C6`)."""
    waits = kind == "tardiness" and table is not None
    actor.must("rule" if waits and actor.may("rule") else "clock")


def _problems(state: State, asked: Start, preset: Preset) -> list[Problem]:
    found = []
    if not 1 <= asked.minutes <= LONGEST:
        found.append(Problem("minutes", say("Enter from 1 to {most} minutes.", most=LONGEST)))
    if preset.picks and not 1 <= asked.picks <= 100:
        found.append(Problem("picks", say("Enter from 1 to 100 picks.")))
    round_ = queries.current_round(state)
    if asked.table is not None and (round_ is None or TableNo(asked.table) not in round_.matches):
        found.append(Problem("table", say("Nobody plays at this table in this round.")))
    return found


def _new(base: Snapshot, actor: Actor, asked: Start, preset: Preset) -> models.Timer:
    return models.Timer.objects.create(
        tournament_id=base.tournament,
        kind=preset.kind,
        seconds=60 * asked.minutes,
        pick=1 if preset.picks else 0,
        picks=asked.picks if preset.picks else 0,
        table=asked.table,
        started_at=_begins(base, 60 * asked.minutes) if preset.kind == "tardiness" else timezone.now(),
        created_by=actor.who,
        key=asked.key,
    )


def _begins(base: Snapshot, seconds: int) -> datetime:
    """Since when one waits for whoever is late: the start of the round, unless that is over already."""
    now, round_ = timezone.now(), queries.current_round(base.state)
    if round_ is None:
        return now
    clock = clock_of(base.tournament, round_.number, snapshot=base).clock
    began = clock.started_at if clock.running else None
    return began if began is not None and now - began < timedelta(seconds=seconds) else now


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """What somebody wants done at a timer.

    Attributes:
        act: what.
        seconds: how much more (`add`), or less.
        seen: `ShownTimer.touched` of the page they looked at.
        key: the form's idempotency key.
    """

    act: str
    seconds: int = 0
    seen: int | None = None
    key: str | None = None


def touch(tournament: int, pk: int, actor: Actor, asked: Touch) -> Refusal | None:
    """Do something at a timer.

    Returns:
        None when it is done, or was before, under the same key; else why not.

    Raises:
        DeniedError: they may not touch clocks.
        LookupError: the tournament has no such timer.
        ValueError: there is no such act.
    """
    if not actor.may("rule"):
        actor.must("clock")
    if asked.act not in get_args(TimerAct):
        raise ValueError(asked.act)
    with transaction.atomic():
        # Two people at one timer take turns: the second sees what the first has done.
        row = models.Timer.objects.select_for_update().filter(tournament=tournament, pk=pk).first()
        if row is None:
            raise LookupError(f"tournament {tournament} has no timer {pk}")
        _must(actor, row.kind, row.table)
        if asked.key and asked.key == row.touch_key:
            return None
        if refusal := _refused(row, asked):
            return refusal
        _touched(row, asked)
        _tell(row)
    return None


def _refused(row: models.Timer, asked: Touch) -> Refusal | None:
    if row.ended_at is not None or (asked.seen is not None and asked.seen != row.touched):
        says = say("Somebody was at this timer before you. Nothing was done: look again.")
        return Refusal("stale", says)
    if asked.act == "add" and not 0 < abs(asked.seconds) <= 60 * LONGEST:
        return Refusal("bad-setup", say("Enter how many seconds more, or less with a minus sign."))
    return None


def _touched(row: models.Timer, asked: Touch) -> None:
    now = timezone.now()
    if asked.act == "end":
        row.ended_at = now
    else:
        _keep(row, _after(_timer(row), asked, now))
    row.touched += 1
    row.touch_key = asked.key or ""
    row.save()


def _after(timer: Countdown, asked: Touch, now: datetime) -> Countdown:
    match asked.act:
        case "pause":
            return timer.paused(now)
        case "resume":
            return timer.resumed(now)
        case "next":
            return timer.skipped(now)
        case _:
            return timer.more(asked.seconds, now)


def _timer(row: models.Timer) -> Countdown:
    later = later_of(row.kind) if row.picks else 0
    used = timedelta(milliseconds=row.used)
    return Countdown(row.seconds, used, row.started_at, row.pick, row.picks, later)


def _keep(row: models.Timer, timer: Countdown) -> None:
    row.seconds, row.pick, row.started_at = timer.seconds, timer.pick, timer.since
    row.used = max(0, milliseconds(timer.used))


def shown_timer(row: models.Timer, now: datetime) -> ShownTimer:
    """A record as pages show it at this moment."""
    return ShownTimer(row.pk, row.kind, row.table, _timer(row), now, row.touched, row.created_by)


def _tell(row: models.Timer) -> None:
    code, number = named(row.tournament_id)
    told = {topic(code, number, "timers")}
    if row.table is not None:
        told.add(table_topic(code, number, row.table))
    changed(told)
