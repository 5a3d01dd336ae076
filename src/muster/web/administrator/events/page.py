"""The events of the site as the templates of the administrators get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

from django.core.paginator import Page as TablePage

from muster.app.site.transfer import SizedEvent
from muster.people.models import Account, Event
from muster.web.page import Page


@dataclass(frozen=True)
class EventsOfSitePage(Page):
    """Every event with its owner and size.

    Attributes:
        page: the part of them that is shown.
        rows: the same with owners and sizes.
        q: what was looked for.
    """

    template: ClassVar[str] = "administrator/events/events.html"
    page: TablePage[Event]
    rows: Sequence[SizedEvent]
    q: str

    @property
    def keep(self) -> str:
        """What stays in the address from one page of the list to the next."""
        return urlencode({"q": self.q}) if self.q else ""


@dataclass(frozen=True)
class TransferPage(Page):
    """Give an event to another organiser.

    Attributes:
        one: the event with its owner and size.
        heirs: who can be given it.
        more: whether there are more of them, to be searched for.
        q: what they were searched for.
        fault: why it was not done; empty if it was.
    """

    template: ClassVar[str] = "administrator/events/transfer.html"
    one: SizedEvent
    heirs: Sequence[Account]
    more: bool
    q: str
    fault: str = ""
