"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.judging.table_forms import Draft
from muster.core.messages import NOTHING, Message
from muster.core.tournament.refusals import Refusal
from muster.rules.penalties import PenaltyCategory
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step of an offence: its number, its controls, and those of what may be given instead."""

    number: int
    boxes: tuple[Box, ...]
    instead: tuple[tuple[Box, ...], ...]
    used: bool


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


@dataclass(frozen=True)
class WordsPage(Page):
    """A tournament's table of penalties: what judges are suggested, and how an organiser makes it their own."""

    template: ClassVar[str] = "desk/penalties/words.html"
    heads: tuple[Box, Box]
    kinds: list[tuple[str, Box, tuple[Box, ...]]]
    seen: str
    draft: Draft | None
    refusal: Refusal | None


@dataclass(frozen=True)
class OffencePage(Page):
    """A tournament's table of penalties: what judges are suggested, and how an organiser makes it their own."""

    template: ClassVar[str] = "desk/penalties/offence.html"
    offence: str
    category: PenaltyCategory | None
    heads: tuple[Box, ...]
    steps: list[StepRow]
    step_fault: Message
    ladder: tuple[tuple[Message, str], ...]
    seen: str
    draft: Draft | None
    refusal: Refusal | None
