"""How the site is as its template gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.accounts.standing import who_organises
from muster.app.site.status import SiteStatus
from muster.web.page import Page


@dataclass(frozen=True)
class SiteOverview(Page):
    """How the site is.

    Attributes:
        status: all of it, read once.
    """

    template: ClassVar[str] = "administrator/overview/overview.html"
    status: SiteStatus

    @property
    def dead(self) -> int:
        """How many dead letters there are."""
        return sum(queue.dead for queue in self.status.queues)

    @property
    def organising(self) -> str:
        """Who may set up events, in a sentence."""
        return str(who_organises())
