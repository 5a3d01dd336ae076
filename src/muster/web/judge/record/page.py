"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.people.models import Ruling
from muster.web.judge.penalties.page import Given
from muster.web.judge.record.reports import Report
from muster.web.page import Page


@dataclass(frozen=True)
class RecordRecordPage(Page):
    """What is on record, and what was ruled before with these words, at the whole event."""

    template: ClassVar[str] = "judge/record/record.html"
    appeals: list[Ruling]
    rulings: list[Ruling]
    given: list[tuple[Given, str]]
    report: Report
    searched: bool
    query: str
