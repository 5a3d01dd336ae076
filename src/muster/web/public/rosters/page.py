"""The rosters of a finished tournament as their templates get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.core.paginator import Page as TablePage
from django.utils.translation import gettext as _

from muster.app.rosters.breakdown import Breakdown
from muster.exchange.rosters.description import RosterDescription
from muster.web.page import Page
from muster.web.public.context import ListPage
from muster.web.public.rosters.opened import Open


@dataclass(frozen=True)
class PublicRosterList(ListPage[Open]):
    """Every roster by final place.

    Attributes:
        every: all rosters, whether looked for or not.
        by_leaders: whether rosters are told apart by their leader instead of a faction.
    """

    template: ClassVar[str] = "public/rosters/rosters.html"
    every: Sequence[Open]
    by_leaders: bool = False

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Rosters")

    @property
    def rows(self) -> TablePage[Open]:
        """The rosters shown."""
        return self.page

    @property
    def points(self) -> bool:
        """Whether any roster has a total to show."""
        return any(one.total is not None for one in self.every)

    @property
    def factions(self) -> bool:
        """Whether any roster has a faction to show."""
        return any(one.faction for one in self.every)


@dataclass(frozen=True)
class RosterCards(Page):
    """What was played: factions, leaders, cards.

    Attributes:
        whole: how often everything was played.
    """

    template: ClassVar[str] = "public/rosters/roster_cards.html"
    whole: Breakdown

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("What was played")


@dataclass(frozen=True)
class PublicRoster(Page):
    """One player's roster.

    Attributes:
        name: whose.
        roster: what they brought.
    """

    template: ClassVar[str] = "public/rosters/roster.html"
    name: str
    roster: RosterDescription

    @property
    def heading(self) -> str:
        """What the page is called: as its player."""
        return self.name
