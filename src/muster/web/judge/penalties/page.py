"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from muster.core.judging.penalties import SuggestedPenalty
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.people.models import Penalty
from muster.rules.penalties import PenaltyCategory, PenaltyKind, PenaltyTable
from muster.rules.schema import Clause
from muster.web.judge.place import ActSubject
from muster.web.judge.seats import Seated
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty of a list, with its names in words."""

    row: Penalty
    kind: str
    category: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A penalty one can give: what it means for the match, whether it is suggested, whether one may give it."""

    kind: PenaltyKind
    means: Message
    clause: str
    suggested: bool
    allowed: bool


@dataclass(frozen=True)
class PenaltyChoosePage(Page):
    """Penalties: whom and what for, what the table suggests after what was before, giving one, taking it back."""

    template: ClassVar[str] = "judge/penalties/penalty_choose.html"
    place: ActSubject
    player: Seated | None
    own: PenaltyTable
    refusal: Refusal | None


@dataclass(frozen=True)
class PenaltyGivePage(Page):
    """Penalties: whom and what for, what the table suggests after what was before, giving one, taking it back."""

    template: ClassVar[str] = "judge/penalties/penalty_give.html"
    place: ActSubject
    player: Seated
    category: PenaltyCategory
    late: int
    step: SuggestedPenalty
    suggested: str
    instead: list[tuple[str, str]]
    history: list[Given]
    choices: list[Choice]
    chosen: str
    minutes: list[int]
    given: int
    clauses: dict[str, Clause]
    longest: tuple[int, int]
    refusal: Refusal | None
    typed: Any


@dataclass(frozen=True)
class PenaltyPage(Page):
    """Penalties: whom and what for, what the table suggests after what was before, giving one, taking it back."""

    template: ClassVar[str] = "judge/penalties/penalty.html"
    one: Given
    back: str
    name: str
    refusal: Refusal | None
    longest: int
