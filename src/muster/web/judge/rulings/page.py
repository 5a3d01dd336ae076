"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from muster.app.floor.calls import Waiting
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry, Ruling
from muster.rules.schema import Clause
from muster.web.judge.place import ActSubject
from muster.web.page import Page


@dataclass(frozen=True)
class RulingFormPage(Page):
    """Rulings: writing one down with the time it took, appeals, the last word, and finding what was ruled before."""

    template: ClassVar[str] = "judge/rulings/ruling_form.html"
    place: ActSubject
    call: Waiting | None
    minutes: tuple[int, int, int, int, int] | tuple[()]
    chosen: int
    clauses: dict[str, Clause]
    longest: tuple[int, int, int]
    refusal: Refusal | None
    typed: Any


@dataclass(frozen=True)
class RulingPage(Page):
    """Rulings: writing one down with the time it took, appeals, the last word, and finding what was ruled before."""

    template: ClassVar[str] = "judge/rulings/ruling.html"
    ruling: Ruling
    decides: bool
    deciders: str
    back: str
    entries: list[tuple[Entry, str]]
    appealed_by: Message
    refusal: Refusal | None
    typed: Any
    longest: int
