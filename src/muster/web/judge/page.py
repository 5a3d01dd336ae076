"""What several of the judge's pages have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from django.http import QueryDict

from muster.core.tournament.refusals import Refusal
from muster.rules.schema import Clause
from muster.web.judge.place import ActSubject
from muster.web.page import Page
from muster.web.sentences import SentenceRow, sentences_at

MINUTES: Final = (0, 1, 2, 3, 5)
"""What is given back with one tap; a whole ruling's time at most five minutes (`C5`)."""


@dataclass(frozen=True, kw_only=True)
class PlaceForm(Page):
    """A form about a place.

    Attributes:
        place: the table or the player it is about.
        refusal: why what was sent is not recorded.
        typed: what was sent, where the form comes back with it.
    """

    carries: ClassVar[tuple[str, ...]] = ()
    place: ActSubject
    refusal: Refusal | None = None
    typed: QueryDict | None = None

    @property
    def said(self) -> tuple[SentenceRow, ...]:
        """What the regulations say of what is decided here: the sentences that point at its addresses, `carries`."""
        return sentences_at(self.place.desk.state.regulations.id, *self.carries)

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses of the regulations, to choose from."""
        return self.place.desk.state.regulations.clauses
