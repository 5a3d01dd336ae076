"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.events.overview import Go, Heads, Leader, Milestone, RoundProgress, SideTask
from muster.app.floor.clocks import RoundClock
from muster.app.history.latest import ActTold
from muster.web.page import Page


@dataclass(frozen=True)
class NowPage(Page):
    """Where the day stands."""

    template: ClassVar[str] = "desk/now/page.html"
    go: Go
    milestones: tuple[Milestone, ...]
    heads: Heads
    progress: RoundProgress | None
    clock: RoundClock | None
    leaders: tuple[Leader, ...]
    plan: str
    acts: tuple[ActTold, ...]
    tasks: list[tuple[str, SideTask]]
