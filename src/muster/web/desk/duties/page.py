"""The pages about duties as their templates get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from muster.app.duties.recommending import waiting
from muster.app.duties.settling import WordGiven, words_given
from muster.core.duties import KINDS
from muster.core.duties.before import PREPARE, Preparation, preparations
from muster.core.tournament.refusals import Refusal
from muster.people.models import Recommendation
from muster.web.desk.context import Desk
from muster.web.duty_rows import DutyRow
from muster.web.page import Page


@dataclass(frozen=True)
class DutiesPage(Page):
    """What is open, and what was settled by somebody's word.

    Attributes:
        desk: who looks, and at which tournament.
    """

    template: ClassVar[str] = "desk/duties/page.html"
    desk: Desk

    @property
    def words(self) -> Sequence[WordGiven]:
        """Who used the organiser's discretion, or said that something is done."""
        return [one for one in words_given(self.desk.tournament.pk) if one.kind.id != PREPARE]


@dataclass(frozen=True)
class BeforeYouGoOn(Page):
    """What stands against the next step, and the step itself once more.

    Attributes:
        desk: who asks, and of which tournament.
        stops: what stands against it.
        fields: what the form sent, to be sent again.
    """

    template: ClassVar[str] = "desk/duties/asking.html"
    desk: Desk
    stops: Sequence[DutyRow]
    fields: Sequence[tuple[str, str]]

    @property
    def action(self) -> str:
        """The address of the step."""
        return self.desk.request.path

    @property
    def may_go_on(self) -> bool:
        """Whether their word is enough for all of it."""
        return all(row.word for row in self.stops)

    @property
    def rosters(self) -> bool:
        """Whether players can be given time for their rosters until the start."""
        missing = any(row.kind == "roster-missing" for row in self.stops)
        deadline = self.desk.situation.deadline is not None
        return missing and deadline and not self.desk.state.stages and self.desk.actor.may("plan")


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """One line of the checklist: what to see to, its clause, and whether it is seen to."""

    wanted: Preparation
    clause: str
    done: bool


@dataclass(frozen=True)
class Checklist(Page):
    """What is to be seen to before play.

    Attributes:
        desk: who looks, and at which tournament.
        tables: how many tables the players fill.
    """

    template: ClassVar[str] = "desk/duties/checklist.html"
    desk: Desk
    tables: int

    @property
    def may_tick(self) -> bool:
        """Whether whoever looks may tick."""
        return self.desk.actor.may("plan") and KINDS[PREPARE].settled_by(self.desk.actor.role)

    @property
    def before(self) -> list[ChecklistLine]:
        """What is to be there before the day."""
        return [one for one in self._items if not one.wanted.morning]

    @property
    def morning(self) -> list[ChecklistLine]:
        """What is to be said on the day."""
        return [one for one in self._items if one.wanted.morning]

    @property
    def _items(self) -> list[ChecklistLine]:
        now = self.desk.situation
        return [
            ChecklistLine(one, clause, (PREPARE, one.id) in now.settled) for one, clause in preparations(now)
        ]


@dataclass(frozen=True)
class Recommended(Page):
    """Disqualifications that leaders recommend, for the organiser to decide.

    Attributes:
        desk: who looks, and at which tournament.
        refusal: why nothing was decided.
    """

    template: ClassVar[str] = "desk/duties/recommended.html"
    desk: Desk
    refusal: Refusal | None = None

    @property
    def waiting(self) -> list[Recommendation]:
        """Those that wait."""
        return list(waiting(self.desk.tournament.pk))
