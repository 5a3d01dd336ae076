"""The rosters of a finished tournament as their templates get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.core.paginator import Page as TablePage
from django.utils.translation import gettext as _

from muster.app.rosters.breakdown import Breakdown
from muster.exchange.rosters.description import RosterDescription
from muster.web.page import Page
from muster.web.public.context import ListPage
from muster.web.public.rosters.opened import Open
from muster.web.public.rosters.shares import SharesDrawn, shares_drawn


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

    @cached_property
    def parts(self) -> list[SharesDrawn]:
        """Factions and commanders where rosters have them, then every section of the rosters."""
        whole = self.whole
        heads = [("factions", _("Factions"), whole.factions), ("leads", _("Commanders"), whole.leads)]
        named = [] if whole.by_leaders else [one for one in heads if one[2]]
        sections = [(one.id, str(one.name), one.cards) for one in whole.sections]
        return [shares_drawn(*one) for one in [*named, *sections]]

    @property
    def matches(self) -> bool:
        """Whether any of it was played in a match that counts."""
        return any(one.found.matches.count for part in self.parts for one in part.first)


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
