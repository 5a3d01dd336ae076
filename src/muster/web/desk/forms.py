"""A page with a form that may come back with what was typed and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from muster.core.messages import Message
from muster.core.scoring.scored import Problem
from muster.core.tournament.refusals import Refusal
from muster.web.page import Page


@dataclass(frozen=True, kw_only=True)
class TypedForm(Page):
    """What somebody typed into the form of a page, if it comes back.

    Attributes:
        typed: what stands in the fields, by their names.
        faults: what is wrong with what was typed, found before anything was asked of the tournament.
        refusal: why what was asked is not done.
    """

    typed: Mapping[str, str] = field(default_factory=dict)
    faults: Sequence[Problem] = ()
    refusal: Refusal | None = None

    @property
    def problems(self) -> dict[str, Message]:
        """What is wrong, by the field it is about."""
        refused = self.refusal.problems if self.refusal else ()
        return {problem.field: problem.message for problem in (*self.faults, *refused)}
