"""The form by which a leader recommends a disqualification, as its template gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.staff.records import clause_of
from muster.core.tournament.refusals import Refusal
from muster.web.judge.place import ActSubject
from muster.web.page import Page
from muster.web.sentences import SentenceRow, sentences_at


@dataclass(frozen=True)
class RecommendForm(Page):
    """Recommend to disqualify a player.

    Attributes:
        place: whom it is about.
        why: what was typed.
        refusal: why it was not recorded.
    """

    template: ClassVar[str] = "judge/recommend/recommend.html"
    place: ActSubject
    why: str = ""
    refusal: Refusal | None = None

    @property
    def said(self) -> tuple[SentenceRow, ...]:
        """What the regulations say of it."""
        return sentences_at(self.place.desk.state.regulations.id, "judge:player-recommend")

    @property
    def clause(self) -> str:
        """By which the organiser decides."""
        return clause_of(self.place.desk.state, "COM-ROLE-3", "SWU-ROLE-1")
