"""The clock of a round as pages show it: what was done at it, and how it stands, for all and at one table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Final

from muster.app.common.names import names_of_staff
from muster.core.clock import Clock, ClockPhase, ClockStep
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import NOTHING, Message, say, say_n

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RecordedClockAct:
    """An act on record.

    Attributes:
        act: what was done.
        reason: why, where it asks for one.
        who: whose act it was, as a token such as `account:7`.
    """

    act: ClockStep
    reason: str
    who: str


@dataclass(frozen=True, slots=True)
class Extension:
    """The clock as it stands at one table, with the minutes more that it got; a page shows it like the round's."""

    table: TableNo
    minutes: int
    clock: Clock
    now: datetime

    @property
    def phase(self) -> ClockPhase:
        """How this table's clock stands."""
        return self.clock.phase(self.now, self.table)

    @property
    def shown(self) -> bool:
        """Whether there is anything to show: it was started and not put away."""
        return self.phase not in ("ready", "stopped")

    @property
    def left(self) -> str:
        """The time left there, as a clock shows it."""
        return duration(self.clock.left(self.now, self.table))

    @property
    def left_ms(self) -> int:
        """The time left there in milliseconds."""
        return milliseconds(self.clock.left(self.now, self.table))

    @property
    def ends_at(self) -> datetime | None:
        """When time is up there; None while the clock stands still."""
        return self.clock.ends_at(self.table)

    @property
    def ends_at_ms(self) -> int | None:
        """When time is up there, as browsers count."""
        return in_browsers(self.ends_at)


@dataclass(frozen=True)
class RoundClock:
    """A round's clock as pages show it: true at `now`, the server's time.

    Attributes:
        round_no: whose clock it is.
        clock: how it stands.
        log: everything done at it, in order.
        usual: the minutes the regulations give this round; None where they name none.
        usual_clause: the clause they stand in.
        at_time: what the regulations say happens when time is up: clauses with their words.
        now: the server's time.
    """

    round_no: RoundNo
    clock: Clock
    log: tuple[RecordedClockAct, ...]
    usual: int | None
    usual_clause: str
    at_time: tuple[tuple[str, Message], ...]
    now: datetime

    @property
    def phase(self) -> ClockPhase:
        """How it stands."""
        return self.clock.phase(self.now)

    @property
    def shown(self) -> bool:
        """Whether there is anything to show: it was started and not put away."""
        return self.phase not in ("ready", "stopped")

    @property
    def running(self) -> bool:
        """Whether time is passing."""
        return self.clock.running

    @property
    def seen(self) -> int:
        """How much was done for all tables; forms send it back, so that two people do not act across."""
        return sum(one.act.kind != "extend" for one in self.log)

    @property
    def left(self) -> str:
        """The time left, as a clock shows it."""
        return duration(self.clock.left(self.now))

    @property
    def left_ms(self) -> int:
        """The time left in milliseconds; negative once it is over."""
        return milliseconds(self.clock.left(self.now))

    @property
    def whole_ms(self) -> int:
        """How long it lasts in all, pauses left out of account, in milliseconds."""
        return max(1, self.clock.minutes * 60_000)

    @property
    def ends_at(self) -> datetime | None:
        """When time is up; None while it stands still."""
        return self.clock.ends_at()

    @property
    def ends_at_ms(self) -> int | None:
        """When time is up, in milliseconds since 1970 as browsers count; None while it stands still."""
        return in_browsers(self.ends_at)

    def at(self, table: int) -> Extension:
        """The clock as it stands at one table, for the players who sit there."""
        one = TableNo(table)
        return Extension(one, self.clock.extended.get(one, 0), self.clock, self.now)

    @property
    def extensions(self) -> list[Extension]:
        """Tables with more time, by number."""
        return [self.at(table) for table, minutes in sorted(self.clock.extended.items()) if minutes]

    @cached_property
    def told(self) -> list[tuple[datetime, Message, Message]]:
        """When, who and what, latest first, in words."""
        names = names_of_staff(one.who for one in self.log)
        return [(one.act.at, names.get(one.who, NOTHING), _told(one)) for one in reversed(self.log)]


def duration(left: timedelta) -> str:
    """A time as clocks show it: `1:05:00`, `4:59`, `-0:30`; seconds are rounded up, so 0:00 is really over."""
    seconds = -(-milliseconds(left) // 1000)
    hours, rest = divmod(abs(seconds), 3600)
    shown = f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return f"-{shown}" if seconds < 0 else shown


def milliseconds(left: timedelta) -> int:
    """A time in whole milliseconds."""
    return left // timedelta(milliseconds=1)


def in_browsers(at: datetime | None) -> int | None:
    """An instant in milliseconds since 1970, as browsers count; None for none."""
    return None if at is None else milliseconds(at - _EPOCH)


def _told(one: RecordedClockAct) -> Message:
    act = one.act
    minutes = say_n("{count} minute", "{count} minutes", abs(act.minutes))
    words = {
        "start": say("started with {minutes}.", minutes=minutes),
        "pause": say("paused."),
        "resume": say("let it go on."),
        "add": say("{minutes} more.", minutes=minutes)
        if act.minutes > 0
        else say("{minutes} less.", minutes=minutes),
        "extend": say(
            "table {table}: {minutes} more ({reason}).",
            table=act.table or "?",
            minutes=minutes,
            reason=one.reason,
        )
        if act.minutes > 0
        else say(
            "table {table}: {minutes} less ({reason}).",
            table=act.table or "?",
            minutes=minutes,
            reason=one.reason,
        ),
        "stop": say("hid it."),
    }
    return words[act.kind]
