"""The plan as its templates get it: rounds and cut, tables, players kept apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from muster.app.events.plan_reasons import PlanReason, plan_reasons
from muster.core.bracket.cut import CutKind
from muster.core.kinds import Departure
from muster.core.messages import Message
from muster.core.tournament.course import Course, resolved
from muster.core.tournament.state import Elimination
from muster.exchange.course_words import kind_words, part_line, why_course
from muster.web.desk.context import Desk
from muster.web.desk.events.course_choice import (
    PartRow,
    choices_of_parts,
    courses,
    part_rows,
    parts_typed,
)
from muster.web.desk.events.elimination_choice import eliminations
from muster.web.desk.plan.figures import (
    Announced,
    KeptApart,
    PlanNow,
    TablesNow,
    Tried,
    announced,
    cut_kind_words,
    kept_apart,
    own_figures,
    plan_now,
    tables_now,
)
from muster.web.desk.plan.length import double_length, length
from muster.web.desk.refused import AfterRefusal
from muster.web.desk.round.page import by_names
from muster.web.page import Page

MOST_OFFERED: Final = 1000
"""So many names are offered while one types."""


@dataclass(frozen=True)
class TriedPage(Page):
    """What the figures being typed come to; nothing is done.

    Attributes:
        tried: what they come to.
        length: how long it takes.
        double: how long a double elimination after it takes; nothing without one.
    """

    template: ClassVar[str] = "desk/plan/tried.html"
    tried: Tried
    length: Message
    double: Message


@dataclass(frozen=True)
class PlanPage(AfterRefusal):
    """The plan: what would be announced now, or what was.

    Attributes:
        desk: who asks, and the tournament as it stands.
    """

    template: ClassVar[str] = "desk/plan/plan.html"
    desk: Desk

    @cached_property
    def plan(self) -> PlanNow:
        """The plan as it would be announced now."""
        return plan_now(self.desk.state)

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Where what is planned departs from the regulations."""
        return self.desk.situation.departures

    @property
    def announced(self) -> Announced | None:
        """The announced plan."""
        return announced(self.desk.state)

    @property
    def reasons(self) -> tuple[PlanReason, ...]:
        """Why so many rounds and this cut."""
        plan = self.desk.state.plan
        return plan_reasons(self.desk.state, plan.attendance if plan else self.plan.here)

    @property
    def tables(self) -> TablesNow:
        """The tables there are, and how many are needed."""
        return tables_now(self.desk.state)

    @property
    def venue_tables(self) -> str:
        """The tables of the venue, as its keeper wrote them."""
        return self.desk.event.venue.tables if self.desk.event.venue else ""

    @property
    def apart(self) -> list[KeptApart]:
        """The pairs kept apart."""
        return kept_apart(self.desk.state, self.desk.names)

    @property
    def choices(self) -> list[str]:
        """The players who are offered while one types, by name; none where there are too many to send along."""
        offered = list(self.desk.names) if self.names_count <= MOST_OFFERED else []
        return [f"{name} #{player}" for name, player in by_names(self.desk, offered)]

    @property
    def names_count(self) -> int:
        """How many players there are."""
        return len(self.desk.names)

    @property
    def own(self) -> Mapping[str, str]:
        """The organiser's own figures, as typed or as they are."""
        return {**own_figures(self.desk.state), **self.typed}

    @property
    def length(self) -> Message:
        """How long the rounds take, until they are fixed."""
        state = self.desk.state
        return length(self.desk.event, state, None if state.plan else self.plan.plan)

    @property
    def rounds_words(self) -> Message:
        """What the rounds are, under the figure that counts them."""
        return kind_words(self.desk.state.course)

    @property
    def why_course(self) -> Message | None:
        """Why so many rounds, where that follows from the course."""
        plan = self.desk.state.plan
        return why_course(self.desk.state.course, plan.attendance if plan else self.plan.here)

    @property
    def courses(self) -> list[tuple[str, Message]]:
        """How rounds can go, to choose from."""
        return courses(self.desk.state.regulations)

    @property
    def parts(self) -> list[PartRow]:
        """The parts that follow one another, as rows of the form."""
        course = self.desk.state.created.course
        if self.typed.get("course") == "parts":
            course = Course(parts=parts_typed(self.typed, self.desk.state.regulations))
        return part_rows(course, self.faults)

    @property
    def choices_of_parts(self) -> Mapping[str, list[tuple[str, Message]]]:
        """What there is to choose from in a row: how it is paired, who comes in, who into which pod."""
        return choices_of_parts()

    @property
    def announced_parts(self) -> tuple[Message, ...]:
        """The parts in words, one after another; none where all is of one kind."""
        course = self.desk.state.course
        if not self.desk.state.plan and self.plan.plan:
            course = resolved(course, self.plan.here)
        return tuple(part_line(part, number) for number, part in enumerate(course.parts, 1))

    @property
    def eliminations(self) -> list[tuple[Elimination, Message]]:
        """How an elimination can go, to choose from."""
        return eliminations(self.desk.state.regulations)

    @property
    def double(self) -> Message:
        """How long the double elimination is, as far as its size is known; nothing where there is none."""
        return double_length(self.desk.event, self.desk.state, self.plan.plan)

    @property
    def cut_kinds(self) -> list[tuple[CutKind, str]]:
        """The kinds of cuts to choose from."""
        rules = self.desk.state.regulations
        own: tuple[CutKind, ...] = () if rules.scoring.model == "placing" else ("best-of-groups",)
        return [(kind, cut_kind_words(kind)) for kind in (*rules.cut.kinds, *own)]

    @property
    def faults(self) -> Mapping[str, Message]:
        """What is wrong with what was typed, by the names of fields."""
        problems = self.refusal.problems if self.refusal else ()
        return {problem.field: problem.message for problem in problems}
