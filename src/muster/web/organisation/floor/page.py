"""An organisation for everybody as its template gets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import ClassVar

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from muster.app.events.front import games, until
from muster.app.events.kinds import kind_of
from muster.app.organisations.reading import AnnouncedEvent, AnnouncedPart, EventTime
from muster.people.models import Organisation, Venue
from muster.web.organisation.look_of import Look
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class AnnouncedLine:
    """An event on an organisation's page, as it is shown."""

    on: AnnouncedEvent

    @property
    def until(self) -> date | None:
        """The last day of an event of several days; None of one."""
        return until(self.on.event)

    @property
    def what(self) -> list[str]:
        """What is played, in a few words: the games, or of a single tournament its kind, too."""
        tournaments, known = self.on.tournaments, games()
        words = [known[one.regulations].name for one in tournaments if one.regulations in known]
        kind = str(kind_of(tournaments[0], tournaments[0].regulations)) if len(tournaments) == 1 else ""
        return list(dict.fromkeys([*words, kind] if kind else words))


@dataclass(frozen=True, slots=True)
class AnnouncedGroup:
    """Events that stand alike, under one heading."""

    when: EventTime
    title: str
    lines: Sequence[AnnouncedLine]


@dataclass(frozen=True)
class OrganisationFloor(Page):
    """What an organisation says of itself, where it plays, and what is on there.

    Attributes:
        organisation: which.
        venues: where it plays.
        announced: the events on this page.
    """

    template: ClassVar[str] = "organisation/floor/floor.html"
    organisation: Organisation
    venues: Sequence[Venue]
    announced: AnnouncedPart

    @property
    def band(self) -> bool:
        """A band stands on top."""
        return True

    @property
    def look(self) -> Look:
        """Its logo and colours."""
        return Look(self.organisation)

    @property
    def website(self) -> str:
        """Its website as people read it: without what goes without saying."""
        shown = self.organisation.website.partition("://")[2]
        return shown.removeprefix("www.").rstrip("/")

    @cached_property
    def groups(self) -> list[AnnouncedGroup]:
        """The events on this page by when they take place; headings without events are left out."""
        titles: dict[EventTime, str] = {"now": _("Today"), "coming": _("To come"), "over": _("Past events")}
        found = [
            AnnouncedGroup(
                when, title, [AnnouncedLine(one) for one in self.announced.events if one.when == when]
            )
            for when, title in titles.items()
        ]
        return [group for group in found if group.lines]

    @property
    def pages(self) -> list[tuple[int, str]]:
        """The pages there are with their addresses; nothing where there is but one."""
        count = self.announced.pages
        return [(one, self._address(one)) for one in range(1, count + 1)] if count > 1 else []

    @property
    def canonical(self) -> str:
        """The address of the page with the site's own name; empty where that is not known."""
        return f"{settings.ORIGIN}{self._address(self.announced.number)}" if settings.ORIGIN else ""

    def _address(self, number: int) -> str:
        slug = self.organisation.slug
        if number == 1:
            return reverse("organisation:page", args=[slug])
        return reverse("organisation:page-of", args=[slug, number])
