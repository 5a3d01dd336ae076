"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.http import QueryDict

from muster.app.floor.timer_presets import Preset
from muster.app.floor.timers import ShownTimer
from muster.app.people.player_sheet import Consequence
from muster.core.ids import TableNo
from muster.core.tournament.refusals import Refusal
from muster.web.judge.place import ActSubject
from muster.web.judge.seats import Seated
from muster.web.page import Page


@dataclass(frozen=True)
class LatePage(Page):
    """Somebody is not at the table: a timer, then what the table of penalties has for it (`C6`)."""

    template: ClassVar[str] = "judge/table/late.html"
    place: ActSubject
    wait: Preset
    timer: ShownTimer | None
    waited: int
    dropping: str
    refusal: Refusal | None


@dataclass(frozen=True)
class DropPage(Page):
    """One table: who sits there, their clock, their rules, and what a judge can do; more time, who is late, drops."""

    template: ClassVar[str] = "judge/table/drop.html"
    place: ActSubject
    would: list[tuple[Seated, Consequence]]
    open_table: TableNo | None
    clause: str
    refusal: Refusal | None
    typed: QueryDict
