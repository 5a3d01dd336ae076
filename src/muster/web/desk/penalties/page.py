"""A tournament's table of penalties as its templates get it: the overview, and its forms box by box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from muster.app.events.own_rules import FileMistake
from muster.app.judging.tables import InForce
from muster.core.messages import NOTHING, Message
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.rules.penalties import KINDS, PenaltyCategory, PenaltyStep
from muster.rules.penalty_files import MOST_BYTES, table_for, tables
from muster.web.desk.penalties import table_forms
from muster.web.desk.penalties.table_forms import Data, Draft
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of an offence: from when on, the penalty, and what may be given instead and where."""

    when: str
    kind: str
    instead: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class TableInForce(Page):
    """The table in force: its penalties, its offences, where it comes from, who changed it.

    Attributes:
        state: the tournament.
        now: the table in force.
        refusal: why another one is not used.
        mistakes: what is wrong in the file that was sent.
        file_fault: what is wrong with what was sent instead of a file; empty if nothing is.
    """

    template: ClassVar[str] = "desk/penalties/page.html"
    state: State
    now: InForce
    refusal: Refusal | None = None
    mistakes: Sequence[FileMistake] = ()
    file_fault: str = ""

    @property
    def offences(self) -> list[tuple[PenaltyCategory, list[ShownStep]]]:
        """The offences with their steps."""
        return [(each, [self._step(step) for step in each.steps]) for each in self.now.table.categories]

    @property
    def usual(self) -> str:
        """The name of the table that comes along."""
        return table_for(self.state.regulations).name

    @property
    def most(self) -> int:
        """How large a file may be, in kilobytes."""
        return MOST_BYTES // 1000

    def _step(self, step: PenaltyStep) -> ShownStep:
        when = []
        if step.offence > 1:
            when.append(_("from offence %(number)d on") % {"number": step.offence})
        if step.minutes:
            late = ngettext("from %(count)d minute late on", "from %(count)d minutes late on", step.minutes)
            when.append(late % {"count": step.minutes})
        kind = self.now.table.kind
        instead = [(str(Message(one.when)), str(Message(kind(one.kind).name))) for one in step.instead]
        return ShownStep(", ".join(when), str(Message(kind(step.kind).name)), instead)


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step of an offence: its number, its controls, and those of what may be given instead."""

    number: int
    boxes: tuple[Box, ...]
    instead: tuple[tuple[Box, ...], ...]

    @property
    def used(self) -> bool:
        """Whether something may be given instead."""
        return any(box.value or box.fault for pair in self.instead for box in pair)


@dataclass(frozen=True, slots=True)
class Box:
    """One control of a form.

    Attributes:
        name: the field.
        label: what it is called.
        value: what is in it.
        fault: what is wrong with it.
        sort: `text`, `line` (a long one), `words` (several lines), `number`, `choice` or `tick`.
        options: what there is to choose.
        hint: what helps to fill it in.
    """

    name: str
    label: str
    value: str
    fault: Message = NOTHING
    sort: str = "text"
    options: tuple[tuple[str, str], ...] = ()
    hint: str = ""


@dataclass(frozen=True, kw_only=True)
class TableForm(Page):
    """A form for a part of the table.

    Attributes:
        now: the table in force.
        data: what stands in the fields.
        draft: what was sent comes to; None before something is sent.
        refusal: why it is not saved.
    """

    now: InForce
    data: Data
    draft: Draft | None = None
    refusal: Refusal | None = None

    @property
    def faults(self) -> Mapping[str, Message]:
        """What is wrong, by the name of the field."""
        return self.draft.faults if self.draft else {}

    @property
    def status(self) -> int:
        """The status of the answer."""
        if self.refusal is not None:
            return 409
        return 422 if self.draft is not None and self.draft.table is None else 200

    def _box(
        self,
        name: str,
        label: str,
        sort: str = "text",
        options: tuple[tuple[str, str], ...] = (),
        hint: str = "",
        usual: str = "",
    ) -> Box:
        return Box(
            name, label, self.data.get(name, usual), self.faults.get(name, NOTHING), sort, options, hint
        )


@dataclass(frozen=True, kw_only=True)
class WordsForm(TableForm):
    """Changing the name of the table, and which penalties there are and what they are called."""

    template: ClassVar[str] = "desk/penalties/words.html"

    @property
    def heads(self) -> tuple[Box, Box]:
        """The controls of the table itself."""
        return (
            self._box("name", _("Name of the table"), "line"),
            self._box("source", _("Where it comes from"), "words"),
        )

    @property
    def kinds(self) -> list[tuple[str, Box, tuple[Box, Box]]]:
        """For each kind: its name, whether it can be given, and its words; the usual ones if none are typed."""
        usual = {kind.id: kind for each in tables().values() for kind in each.kinds}
        return [
            (
                str(Message(usual[kind].name)),
                self._box(f"use.{kind}", _("Judges can give it"), "tick"),
                (
                    self._box(f"name.{kind}", _("What it is called"), usual=usual[kind].name),
                    self._box(
                        f"says.{kind}", _("What it means for the player"), "words", usual=usual[kind].says
                    ),
                ),
            )
            for kind in KINDS
        ]

    @property
    def seen(self) -> str:
        """Stands for what the form shows of the table."""
        return table_forms.head_digest(self.now.table)


@dataclass(frozen=True, kw_only=True)
class OffenceForm(TableForm):
    """Changing an offence, or adding one; looking first at what would be suggested.

    Attributes:
        offence: its id; empty for a new one.
        seen_before: what stood for the offence when the form was made, where it is looked at again.
    """

    template: ClassVar[str] = "desk/penalties/offence.html"
    offence: str
    seen_before: str = ""

    @property
    def category(self) -> PenaltyCategory | None:
        """The offence as it is in force; None for a new one."""
        return table_forms.offence_of(self.now.table, self.offence)

    @property
    def heads(self) -> tuple[Box, ...]:
        """The controls of the offence itself."""
        most = _("The most minutes of more time that go with it; empty for none.")
        clause = _("Of the regulations, such as SWU-SIDE-1; may stay empty.")
        return (
            self._box("name", _("Offence"), "line"),
            self._box("what", _("What belongs to it"), "words"),
            self._box("source", _("Where the penalty comes from"), "words"),
            self._box("clause", _("Clause"), hint=clause),
            self._box("extension", _("More time"), "number", hint=most),
        )

    @property
    def steps(self) -> list[StepRow]:
        """The controls of its steps."""
        return [self._step(at) for at in range(max(2, table_forms.rows_of(self.data)))]

    def _step(self, at: int) -> StepRow:
        kinds = (("", "–"), *((kind.id, str(Message(kind.name))) for kind in self.now.table.kinds))
        name = f"step.{at}"
        boxes = (
            self._box(f"{name}.kind", _("Penalty"), "choice", kinds),
            self._box(f"{name}.offence", _("From which offence on"), "number"),
            self._box(f"{name}.minutes", _("From how many minutes late on"), "number"),
        )
        instead = tuple(
            (
                self._box(f"{name}.{place}.when", pgettext("a condition", "Where")),
                self._box(f"{name}.{place}.kind", _("Penalty instead"), "choice", kinds),
            )
            for place in range(table_forms.rows_of(self.data, name))
        )
        return StepRow(at + 1, boxes, instead)

    @property
    def step_fault(self) -> Message:
        """What is wrong with the steps together."""
        return self.faults.get("steps", NOTHING)

    @property
    def ladder(self) -> tuple[tuple[Message, str], ...]:
        """What judges would be suggested: when, and the penalty; nothing as long as there are mistakes."""
        shown = self.draft.table if self.draft else self.now.table if self.category else None
        if shown is None:
            return ()
        return table_forms.ladder(shown, shown.category(self.draft.id if self.draft else self.offence))

    @property
    def seen(self) -> str:
        """Stands for the offence as the form was made of it."""
        return self.seen_before or table_forms.offence_digest(self.category)
