"""Where the day stands, as its template gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.events import overview
from muster.app.events.overview import Heads, Leader
from muster.app.floor.clocks import RoundClock
from muster.app.history.latest import ActTold, latest_acts
from muster.web.desk import day
from muster.web.desk.context import Desk
from muster.web.desk.day import Go, RoundProgress
from muster.web.page import Page


@dataclass(frozen=True)
class NowPage(Page):
    """Where the day stands, and the one obvious next step.

    Attributes:
        desk: who asks, and the tournament as it stands.
    """

    template: ClassVar[str] = "desk/now/page.html"
    desk: Desk

    @property
    def go(self) -> Go:
        """The next step."""
        return day.go(self.desk.snapshot, self.desk.actor)

    @property
    def heads(self) -> Heads:
        """How many players there are."""
        return overview.heads(self.desk.state)

    @property
    def progress(self) -> RoundProgress | None:
        """How far the running round is."""
        return day.progress(self.desk.state)

    @property
    def clock(self) -> RoundClock | None:
        """Its clock, if it is shown."""
        return overview.running_clock(self.desk.snapshot)

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """Who leads."""
        return overview.leaders(self.desk.state, self.desk.name)

    @property
    def plan(self) -> str:
        """The plan in words."""
        return overview.plan_in_words(self.desk.state)

    @property
    def acts(self) -> tuple[ActTold, ...]:
        """What was done last."""
        return latest_acts(self.desk.snapshot, self.desk.name, words=self.desk.words)
