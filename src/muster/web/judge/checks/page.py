"""Tables drawn to be checked as their template gets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from muster.app.judging.checks import Verdict, running_tables
from muster.core.tournament.refusals import Refusal
from muster.people.models import CheckDraw
from muster.web.desk.context import Desk
from muster.web.judge.checks.drawn_tables import TableDraw
from muster.web.page import Page


@dataclass(frozen=True)
class Checks(Page):
    """Tables drawn at random to be checked, how far the checks are, and how to draw them again.

    Attributes:
        desk: who looks, and at which tournament.
        draws: the draws of this round, each with what drawing again comes to.
        earlier: the same of earlier rounds.
        refusal: why nothing is drawn.
    """

    template: ClassVar[str] = "judge/checks/checks.html"
    desk: Desk
    draws: Sequence[tuple[TableDraw, Verdict]]
    earlier: Sequence[tuple[CheckDraw, Verdict]]
    refusal: Refusal | None

    @property
    def playing(self) -> int:
        """How many tables play."""
        return len(running_tables(self.desk.state))

    @property
    def rosters(self) -> bool:
        """Whether there are rosters to check."""
        return self.desk.tournament.rosters != "none"

    @property
    def typed(self) -> str:
        """How many tables are to be drawn."""
        return self.desk.request.POST.get("count", "2")
