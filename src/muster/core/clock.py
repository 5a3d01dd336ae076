"""A round's clock as a value: the fold of what was done at it. The time now always comes from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from muster.core.ids import TableNo

ClockKind = Literal["start", "pause", "resume", "add", "extend", "stop"]
ClockPhase = Literal["ready", "running", "short", "over", "paused", "stopped"]
"""How a clock stands: not started, running, running with little left, time is up, standing still, put away."""

SHORT: Final = timedelta(minutes=5)
"""How much time is little: people are told once."""


@dataclass(frozen=True, slots=True)
class ClockStep:
    """Something done at a clock.

    Attributes:
        kind: what was done. `add` gives every table more time (or less), `extend` one table.
        at: when.
        minutes: how long the round lasts (`start`), or how much more (`add`, `extend`).
        table: which table (`extend`).
    """

    kind: ClockKind
    at: datetime
    minutes: int = 0
    table: TableNo | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock.

    Attributes:
        minutes: how long the round lasts for every table, added time included; 0 before the start.
        started_at: when it was started; None before.
        paused_at: since when it stands still; None while it runs.
        paused: for how long it has stood still before that.
        extended: minutes more for single tables.
        stopped: it was put away.
    """

    minutes: int = 0
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused: timedelta = timedelta()
    extended: Mapping[TableNo, int] = field(default_factory=dict)
    stopped: bool = False

    @property
    def running(self) -> bool:
        """Whether time is passing."""
        return self.started_at is not None and self.paused_at is None and not self.stopped

    def left(self, now: datetime, table: TableNo | None = None) -> timedelta:
        """The time left at a table, or for all; negative once it is over, everything before the start."""
        if self.started_at is None:
            return self._given(table)
        return self._given(table) - ((self.paused_at or now) - self.started_at - self.paused)

    def ends_at(self, table: TableNo | None = None) -> datetime | None:
        """When time is up if it goes on running; None while it stands still."""
        if self.started_at is None or not self.running:
            return None
        return self.started_at + self.paused + self._given(table)

    def phase(self, now: datetime, table: TableNo | None = None) -> ClockPhase:
        """How it stands now, at a table or for all."""
        if self.stopped:
            return "stopped"
        if self.started_at is None:
            return "ready"
        if self.paused_at is not None:
            return "paused"
        left = self.left(now, table)
        return "over" if left <= timedelta() else "short" if left <= SHORT else "running"

    def _given(self, table: TableNo | None) -> timedelta:
        """How long the round lasts at a table, or for all."""
        return timedelta(minutes=self.minutes + (self.extended.get(table, 0) if table is not None else 0))


def clock(acts: Iterable[ClockStep]) -> Clock:
    """What the acts come to, in order.

    An act that does not fit (a pause while it stands still) changes nothing. A second start begins anew, with
    the extensions of single tables kept. Resuming a clock that was put away brings it back as it would be.
    """
    now = Clock()
    for act in acts:
        now = _after(now, act)
    return now


def _after(now: Clock, act: ClockStep) -> Clock:
    match act.kind:
        case "start":
            return Clock(act.minutes, act.at, extended=now.extended)
        case "pause" if now.running:
            return replace(now, paused_at=act.at)
        case "resume" if now.stopped:
            return replace(now, stopped=False)
        case "resume" if now.paused_at is not None:
            return replace(now, paused_at=None, paused=now.paused + (act.at - now.paused_at))
        case "add" if now.started_at is not None:
            return replace(now, minutes=max(0, now.minutes + act.minutes))
        case "extend" if act.table is not None:
            more = {**now.extended, act.table: max(0, now.extended.get(act.table, 0) + act.minutes)}
            return replace(now, extended=more)
        case "stop":
            return replace(now, stopped=True)
        case _:
            return now
