"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.floor.clocks import RoundClock
from muster.app.rounds.read import NameRow, PublishedRound
from muster.web.page import Page


@dataclass(frozen=True)
class ClockFacePage(Page):
    """The clock's face as it stands now; a form sent here is an act at it."""

    template: ClassVar[str] = "desk/round/clock_face.html"
    clock: RoundClock


@dataclass(frozen=True)
class PrintPage(Page):
    """A published round for paper: everybody by name and by table."""

    template: ClassVar[str] = "desk/round/print.html"
    round: PublishedRound
    names: list[NameRow]
