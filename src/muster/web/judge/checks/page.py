"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.judging.checks import Verdict
from muster.core.tournament.refusals import Refusal
from muster.people.models import CheckDraw
from muster.web.judge.checks.drawn_tables import TableDraw
from muster.web.page import Page


@dataclass(frozen=True)
class ChecksPage(Page):
    """Tables drawn at random to be checked, how far the checks are, and how to draw them again."""

    template: ClassVar[str] = "judge/checks/checks.html"
    draws: list[tuple[TableDraw, Verdict]]
    earlier: list[tuple[CheckDraw, Verdict]]
    playing: int
    rosters: bool
    typed: str
    refusal: Refusal | None
