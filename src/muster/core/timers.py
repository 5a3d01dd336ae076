"""Timers beside the round's clock as values: one countdown, or picks of a draft that follow each other.

Nothing ticks: what runs and how much is left is computed from when it began. The time now comes from outside.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

TimerPhase = Literal["running", "short", "over", "paused"]
"""How a timer stands: running, running with little left, time is up, standing still."""

LITTLE: Final = 6
"""Little is a sixth of the time: half a minute of three, five minutes of half an hour."""


@dataclass(frozen=True, slots=True)
class TimerReading:
    """A timer at one moment.

    Attributes:
        phase: how it stands.
        left: the time left, of the pick that runs where there are picks; negative once it is over.
        seconds: how long the whole, or this pick, lasts.
        pick: which pick runs, from 1; 0 where there are none.
        ends_at: when time is up, or the pick is over; None while it stands still.
    """

    phase: TimerPhase
    left: timedelta
    seconds: int
    pick: int
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class Countdown:
    """A timer as it was when somebody last touched it; `at` tells how it stands later.

    Attributes:
        seconds: how long it lasts; where there are picks, how long the pick `pick` lasts.
        used: how much of that had passed before `since`.
        since: since when time passes; None while it stands still.
        pick: the pick that ran then, from 1; 0 where there are none.
        picks: how many picks there are.
        later: how long every pick after that one lasts; above 0 where there are picks.
    """

    seconds: int
    used: timedelta = timedelta()
    since: datetime | None = None
    pick: int = 0
    picks: int = 0
    later: int = 0

    def at(self, now: datetime) -> TimerReading:
        """How it stands at a moment, with the picks that have begun by themselves since."""
        passed = self.used + (now - self.since if self.since else timedelta())
        seconds, pick = self.seconds, self.pick
        beyond = passed - timedelta(seconds=seconds)
        if beyond >= timedelta() and pick < self.picks:
            each = timedelta(seconds=self.later)
            begun = min(beyond // each + 1, self.picks - pick)
            passed, seconds, pick = beyond - (begun - 1) * each, self.later, pick + begun
        left = timedelta(seconds=seconds) - passed
        return TimerReading(
            self._phase(left, seconds), left, seconds, pick, now + left if self.since else None
        )

    def _phase(self, left: timedelta, seconds: int) -> TimerPhase:
        if self.since is None:
            return "paused"
        if left <= timedelta():
            return "over"
        return "short" if left * LITTLE <= timedelta(seconds=seconds) else "running"

    def paused(self, now: datetime) -> Countdown:
        """Standing still from now on."""
        return replace(self._touched(now), since=None)

    def resumed(self, now: datetime) -> Countdown:
        """Running on from now; one that runs already is not changed."""
        return self if self.since is not None else replace(self, since=now)

    def more(self, seconds: int, now: datetime) -> Countdown:
        """So many seconds more for the whole or for this pick, or less, down to nothing."""
        touched = self._touched(now)
        return replace(touched, seconds=max(0, touched.seconds + seconds))

    def skipped(self, now: datetime) -> Countdown:
        """The next pick from now on; without one, nothing changes."""
        pick = self.at(now).pick
        if pick >= self.picks:
            return self
        return replace(self._touched(now), seconds=self.later, used=timedelta(), pick=pick + 1)

    def _touched(self, now: datetime) -> Countdown:
        """The same timer told from now on."""
        found = self.at(now)
        used = timedelta(seconds=found.seconds) - found.left
        return replace(
            self, seconds=found.seconds, used=used, since=now if self.since else None, pick=found.pick
        )
