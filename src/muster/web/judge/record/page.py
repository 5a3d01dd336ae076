"""What is on record as its template gets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from muster.people.models import Ruling
from muster.web.judge.penalties.page import Given
from muster.web.judge.record.reports import Report
from muster.web.page import Page


@dataclass(frozen=True)
class Record(Page):
    """What was ruled and given at this tournament, and what was ruled before at the whole event.

    Attributes:
        appeals: the appeals that wait for the last word.
        given: the penalties, latest first, each with the player's name.
        report: the penalties by player and kind.
        query: words that are looked for in rulings.
        rulings: the rulings with these words; the latest of the tournament if none are looked for.
    """

    template: ClassVar[str] = "judge/record/record.html"
    appeals: Sequence[Ruling]
    given: Sequence[tuple[Given, str]]
    report: Report
    query: str
    rulings: Sequence[Ruling]

    @property
    def searched(self) -> bool:
        """Whether something is looked for."""
        return bool(self.query.strip())
