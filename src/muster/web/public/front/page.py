"""The front page of the site as its template gets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from django.conf import settings
from django.core.paginator import Page as TablePage
from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.translation import gettext as _

from muster.app.events.front import FrontGame, OnHere, Standing, games_of
from muster.app.events.kinds import kind_of
from muster.web.page import Page
from muster.web.public.share.art import Art, art_of

PER_PAGE: Final = 20
"""Events on one page."""

DRAWN: Final = 3
"""So many events of today have a drawing; with more the page would be long before it says anything."""


@dataclass(frozen=True, slots=True)
class FrontLine:
    """An event on the front page, as it is shown.

    Attributes:
        on: the event and how it stands.
        art: its drawing; None where it has none here.
    """

    on: OnHere
    art: Art | None

    @property
    def what(self) -> list[str]:
        """What is played, in a few words: the games, or of a single tournament its kind, too."""
        words = [game.name for game in self.on.games]
        tournaments = self.on.tournaments
        kind = str(kind_of(tournaments[0], tournaments[0].regulations)) if len(tournaments) == 1 else ""
        return [*words, kind] if kind else words


@dataclass(frozen=True, slots=True)
class Group:
    """Events that stand alike, under one heading."""

    standing: Standing
    title: str
    lines: list[FrontLine]


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game one can look for alone, or all of them."""

    name: str
    url: str
    current: bool


@dataclass(frozen=True)
class FrontPage(Page):
    """What is on here.

    Attributes:
        events: every event that may be named, in the order in which they are shown.
        game: the id of the game that is looked for; empty for all.
        number: which page of them.
        typed: a code that was typed and leads nowhere; empty at first.
    """

    template: ClassVar[str] = "public/front/front.html"
    events: Sequence[OnHere]
    game: str = ""
    number: int = 1
    typed: str = ""

    @property
    def band(self) -> bool:
        """A dark band stands on top."""
        return True

    @property
    def site(self) -> str:
        """Whose site it is; empty where the settings do not say it."""
        return str(settings.SITE_NAME)

    @property
    def logo(self) -> bool:
        """Whether it has a picture of its own."""
        return settings.LOGO is not None

    @property
    def fault(self) -> bool:
        """Whether there is nothing under the code that was typed."""
        return bool(self.typed)

    @property
    def art(self) -> Art:
        """What is drawn behind the heading."""
        return art_of(self.site or "Muster", motif=self.game)

    @cached_property
    def games(self) -> list[GameLink]:
        """All games and each of them; nothing where there is but one."""
        found = games_of(self.events)
        if len(found) < 2 and not self.game:
            return []
        every = [FrontGame("", _("All games")), *found]
        return [GameLink(one.name, _address(one.id), one.id == self.game) for one in every]

    @cached_property
    def shown(self) -> list[OnHere]:
        """The events of the game that is looked for."""
        return [one for one in self.events if not self.game or self.game in {game.id for game in one.games}]

    @cached_property
    def page(self) -> TablePage[OnHere]:
        """Those on this page."""
        return Paginator(self.shown, PER_PAGE).get_page(self.number)

    @property
    def pages(self) -> list[tuple[int, str]]:
        """The pages there are with their addresses; nothing where there is but one."""
        count = self.page.paginator.num_pages
        return [(one, _address(self.game, one)) for one in range(1, count + 1)] if count > 1 else []

    @cached_property
    def groups(self) -> list[Group]:
        """The events shown by how they stand; headings without events are left out."""
        titles: dict[Standing, str] = {"now": _("Today"), "coming": _("To come"), "over": _("Lately")}
        found = [Group(standing, title, self._lines(standing)) for standing, title in titles.items()]
        return [group for group in found if group.lines]

    @property
    def canonical(self) -> str:
        """The address of the page with the site's own name; empty where that is not known."""
        return f"{settings.ORIGIN}{_address(self.game, self.page.number)}" if settings.ORIGIN else ""

    def _lines(self, standing: Standing) -> list[FrontLine]:
        found = [one for one in self.page.object_list if one.standing == standing]
        drawn = standing == "now" and len(found) <= DRAWN
        return [
            FrontLine(
                one, art_of(one.event.code, motif=one.games[0].id if one.games else "") if drawn else None
            )
            for one in found
        ]


def _address(game: str, page: int = 1) -> str:
    if page > 1:
        return reverse("front-game-page", args=[game, page]) if game else reverse("front-page", args=[page])
    return reverse("front-game", args=[game]) if game else reverse("home")
