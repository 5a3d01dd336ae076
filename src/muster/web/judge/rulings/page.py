"""Rulings as their templates get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.http import QueryDict

from muster.app.common.names import names_of_staff
from muster.app.floor.calls import Waiting
from muster.app.judging.rulings import LONGEST_CLAUSE, LONGEST_QUESTION, LONGEST_RULING
from muster.app.staff.conflicts import Decider
from muster.app.staff.records import account_of
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry, Ruling
from muster.web.desk.context import Desk
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.page import MINUTES, PlaceForm
from muster.web.judge.place import back_to
from muster.web.page import Page


@dataclass(frozen=True, kw_only=True)
class RulingForm(PlaceForm):
    """Writing down what was ruled, and giving the time back that it took.

    Attributes:
        call: the call that the ruling would answer.
    """

    template: ClassVar[str] = "judge/rulings/ruling_form.html"
    carries: ClassVar[tuple[str, ...]] = ("judge:rule", "judge:player-rule")
    call: Waiting | None

    @property
    def minutes(self) -> tuple[int, ...]:
        """What can be given back with one tap, while the match is played."""
        match = self.place.match
        return MINUTES if self.place.now and match is not None and not match.settled else ()

    @property
    def chosen(self) -> int:
        """What was chosen of it."""
        return number_typed(self.typed.get("minutes", "")) if self.typed else 0

    @property
    def longest(self) -> tuple[int, int, int]:
        """How long question, ruling and clause may be."""
        return LONGEST_QUESTION, LONGEST_RULING, LONGEST_CLAUSE


@dataclass(frozen=True)
class RulingOnRecord(Page):
    """One ruling, with its appeal and what was decided.

    Attributes:
        desk: who looks, and at which tournament.
        ruling: the ruling.
        about: the registrations it is about.
        able: who may decide an appeal against it.
        refusal: why nothing is decided.
        typed: what was sent, where the form comes back with it.
    """

    template: ClassVar[str] = "judge/rulings/ruling.html"
    desk: Desk
    ruling: Ruling
    about: Sequence[Entry]
    able: Sequence[Decider]
    refusal: Refusal | None
    typed: QueryDict | None

    @property
    def decides(self) -> bool:
        """Whether whoever looks may decide."""
        return account_of(self.desk.actor) in {one.account for one in self.able}

    @property
    def deciders(self) -> str:
        """The names of those who may."""
        return ", ".join(one.name for one in self.able)

    @property
    def entries(self) -> list[tuple[Entry, str]]:
        """The registrations with their names."""
        return [(one, self.desk.name(PlayerId(one.player or 0))) for one in self.about]

    @property
    def appealed_by(self) -> Message:
        """Which of the staff noted the appeal; empty for a player."""
        by = self.ruling.appeal_by
        return names_of_staff([by]).get(by, NOTHING)

    @property
    def back(self) -> str:
        """The page it belongs to."""
        return back_to(self.desk, self.ruling.round_no, self.ruling.table) or self.desk.url("judge:record")

    @property
    def longest(self) -> int:
        """How long the last word may be."""
        return LONGEST_RULING
