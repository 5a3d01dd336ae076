"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.brackets.cutting import Leaving
from muster.core.ids import PlayerId
from muster.core.tournament.refusals import Refusal
from muster.web.page import Page


@dataclass(frozen=True)
class BracketLeavePage(Page):
    """The desk's cut and bracket: who goes on and why, who comes in for whom, and every game to the final."""

    template: ClassVar[str] = "desk/bracket/leave.html"
    player: PlayerId
    name: str
    reason: str
    refusal: Refusal | None
    leaving: Leaving | None
