"""The page that checks a tournament, as its template gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.history.public_verify import Checkable
from muster.app.history.reasons import holds_typed_words
from muster.app.history.seals import JournalFingerprint
from muster.core.messages import Message
from muster.core.tournament.facts import FACTS
from muster.web.page import Page
from muster.web.public.context import Floor
from muster.web.public.verify.words import translated


@dataclass(frozen=True)
class Verify(Page):
    """The commitment, the links and seeds so far, the seal, and how to check all of it.

    Attributes:
        floor: the tournament.
        found: what everybody may check of it.
    """

    template: ClassVar[str] = "public/verify/verify.html"
    floor: Floor
    found: Checkable

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Check it yourself")

    @property
    def seal(self) -> JournalFingerprint:
        """The head of the chain, as people read it."""
        return JournalFingerprint(self.found.head, self.found.facts, self.found.sealed)

    @property
    def open(self) -> bool:
        """Whether everybody may have the journal."""
        return self.floor.tournament.open_journal

    @property
    def typed_words(self) -> bool:
        """Whether the journal holds reasons as they were typed."""
        return holds_typed_words(self.floor.snapshot.entries)

    @property
    def words(self) -> tuple[tuple[str, Message], ...]:
        """The words of the check that this page's language says otherwise, by key."""
        return translated()

    @property
    def kinds(self) -> list[tuple[str, Message]]:
        """Every kind of fact with its title."""
        return [(fact.kind, fact.title) for fact in FACTS]
