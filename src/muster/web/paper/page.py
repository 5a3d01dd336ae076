"""The desk's page of prints, and sheets of paper for the browser and for the press, as their templates get them."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from muster.app.common import extras
from muster.app.organisations.reading import host_of
from muster.core.scoring.scored import Problem
from muster.people.models import Event, Tournament
from muster.web.desk.context import Desk
from muster.web.page import Page
from muster.web.paper import press, printing
from muster.web.paper.choices import PrintOffer, offers
from muster.web.paper.kinds import NEEDED
from muster.web.paper.options import Ask, Options
from muster.web.paper.printing import Shown
from muster.web.paper.printouts.sizes import PAPERS, Leaf, Paper, Sheets
from muster.web.qr import local_address


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice of an offer as the form shows it: what is asked, what was chosen, and what is wrong with that."""

    ask: Ask
    value: str
    fault: str = ""


@dataclass(frozen=True)
class TypedChoices:
    """A form that came back.

    Attributes:
        offer: what was to be printed.
        options: what was chosen.
        problems: what is wrong with it.
    """

    offer: PrintOffer
    options: Options
    problems: tuple[Problem, ...]

    def chosen(self, ask: Ask) -> Chosen:
        """One of its choices."""
        faults = {problem.field: str(problem.message) for problem in self.problems}
        return Chosen(ask, self.options.values[ask.name], faults.get(ask.name, ""))


Card = tuple[PrintOffer, list[Chosen]]
"""Something that can be printed, with its choices."""


@dataclass(frozen=True)
class LatestPrints(Page):
    """The latest prints alone, for the page that follows them.

    Attributes:
        desk: whose prints.
    """

    template: ClassVar[str] = "paper/latest.html"
    desk: Desk

    @cached_property
    def prints(self) -> list[Shown]:
        """The prints, newest first."""
        return printing.shown_to(self.desk.tournament, self.desk.actor)

    @property
    def making(self) -> bool:
        """Whether one of them is being made."""
        return any(one.standing == "making" for one in self.prints)


@dataclass(frozen=True)
class PrintsPage(LatestPrints):
    """Everything that can be printed, and the latest prints.

    Attributes:
        typed: the form that came back.
    """

    template: ClassVar[str] = "paper/prints.html"
    typed: TypedChoices | None = None

    @property
    def now(self) -> list[Card]:
        """What this moment of the day asks for."""
        return [self._card(offer) for offer in self._offers if offer.now and not offer.why_not]

    @property
    def cards(self) -> list[Card]:
        """What else can be printed."""
        return [self._card(offer) for offer in self._offers if not offer.now and not offer.why_not]

    @property
    def later(self) -> list[PrintOffer]:
        """What cannot be printed yet."""
        return [offer for offer in self._offers if offer.why_not]

    @property
    def missing(self) -> str:
        """What the press lacks, in the words of the system."""
        return press.PRESS.missing()

    @property
    def adds_pdf(self) -> str:
        """The command that installs the press; empty where it is there."""
        return extras.command("pdf") if extras.is_missing("pdf") else ""

    @property
    def local(self) -> str:
        """The address of this page if no phone can reach it: codes on paper would lead nowhere."""
        return local_address(self.desk.request)

    @cached_property
    def _offers(self) -> list[PrintOffer]:
        every = offers(self.desk.tournament, self.desk.state)
        return [offer for offer in every if self.desk.actor.may(NEEDED[offer.kind])]

    def _card(self, offer: PrintOffer) -> Card:
        typed = self.typed if self.typed and self.typed.offer.kind == offer.kind else None
        return offer, [typed.chosen(ask) if typed else Chosen(ask, ask.value) for ask in offer.asks]


@dataclass(frozen=True)
class SheetsPage(Page):
    """Sheets of paper.

    Attributes:
        desk: whose.
        sheets: the sheets.
        options: how they are printed.
    """

    desk: Desk
    sheets: Sheets
    options: Options

    @property
    def event(self) -> Event:
        """Whose they are."""
        return self.desk.event

    @property
    def host(self) -> str:
        """The name of the organisation whose event it is; empty without one."""
        return str(host_of(self.event) or "")

    @property
    def tournament(self) -> Tournament:
        """What they are about."""
        return self.desk.tournament

    @property
    def several(self) -> bool:
        """Whether the event has more tournaments, so that the name of this one matters."""
        return len(self.desk.tournaments) > 1

    @property
    def paper(self) -> Paper:
        """Their size."""
        return PAPERS[self.options.paper]

    @cached_property
    def printed(self) -> str:
        """When this was printed, by the clock on the wall of the hall."""
        now = timezone.localtime(timezone.now(), zoneinfo.ZoneInfo(self.event.time_zone))
        return _("Printed %(when)s") % {"when": date_format(now, _("D j M Y, H:i"))}

    @property
    def leaves(self) -> list[tuple[int, Leaf]]:
        """The sheets with their numbers."""
        return list(enumerate(self.sheets.leaves, start=1))


@dataclass(frozen=True)
class ViewPage(SheetsPage):
    """All the sheets for the browser's own printing.

    Attributes:
        offer: what they are.
    """

    template: ClassVar[str] = "paper/view.html"
    offer: PrintOffer

    @property
    def values(self) -> Mapping[str, str]:
        """What was chosen, for the form that makes a PDF of it."""
        return self.options.values


@dataclass(frozen=True)
class PressPage(SheetsPage):
    """Some of the sheets for the press.

    Attributes:
        part: which of them, by where they stand.
    """

    template: ClassVar[str] = "paper/press.html"
    part: slice

    @property
    def leaves(self) -> list[tuple[int, Leaf]]:
        """These sheets with their numbers."""
        return super().leaves[self.part]

    @property
    def press(self) -> bool:
        """They are not read on a screen."""
        return True
