"""Why what was asked was not done, for a page that is shown again as things are now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from muster.app.history.latest import Meanwhile, meanwhile
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, status_of
from muster.web.page import Page

NOTHING: Final = Meanwhile()
"""Nobody has done anything since."""


@dataclass(frozen=True, slots=True)
class NotDone:
    """Why what was asked was not done.

    Attributes:
        refusal: why; None where nothing was asked.
        meanwhile: what others have done since the page was made, where that is why.
        typed: what was typed, by the names of fields.
    """

    refusal: Refusal | None = None
    meanwhile: Meanwhile = NOTHING
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """The status of a page that says so."""
        return status_of(self.refusal)


@dataclass(frozen=True, kw_only=True)
class AfterRefusal(Page):
    """A page that is shown again, as things are now, where what was asked on it was not done.

    Attributes:
        refused: why not.
    """

    refused: NotDone = NotDone()

    @property
    def refusal(self) -> Refusal | None:
        """Why it was not done."""
        return self.refused.refusal

    @property
    def meanwhile(self) -> Meanwhile:
        """What others have done since."""
        return self.refused.meanwhile

    @property
    def typed(self) -> Mapping[str, str]:
        """What was typed, by the names of fields."""
        return self.refused.typed


def afresh(desk: Desk, refusal: Refusal, typed: Mapping[str, str] | None = None) -> tuple[Desk, NotDone]:
    """The desk as it is now, and why what was asked was not done."""
    fresh = Desk(desk.request, desk.event, desk.actor, desk.tournament)
    since = desk.sent_version if refusal.code == "stale" else -1
    return fresh, NotDone(refusal, meanwhile(fresh.snapshot, since, fresh.name), typed or {})
