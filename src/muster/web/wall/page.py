"""A screen on the wall as its templates get it; nothing of it depends on who asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from django.urls import reverse

from muster.app.screens.pictures import WallPicture
from muster.app.screens.wall import Wall
from muster.web.page import Page
from muster.web.public.context import EventFloor
from muster.web.qr import local_address, qr_svg, reachable
from muster.web.wall.fit import fit
from muster.web.wall.lines import Lists

_TITLE: Final = 28_000
"""What the event's name has on its two lines, in thousandths of its size."""


class ShownPicture(NamedTuple):
    """A picture as a page shows it."""

    address: str
    name: str
    width: int
    height: int


@dataclass(frozen=True)
class WallPage(Page):
    """One screen, with everything it will show until something changes.

    Attributes:
        floor: whose screen.
        wall: what hangs there, and when.
    """

    template: ClassVar[str] = "wall/wall.html"
    floor: EventFloor
    wall: Wall

    @cached_property
    def lists(self) -> Lists:
        """The lists of the sections that are shown."""
        return Lists(self.wall)

    @property
    def logo(self) -> ShownPicture | None:
        """The event's logo."""
        found = self.wall.logo
        return self._shown(found) if found else None

    @property
    def host_logo(self) -> str:
        """The address of the logo of the organisation whose event it is; empty where the event has one of its own."""
        host = self.floor.host
        return host.logo if host and not self.wall.logo else ""

    @property
    def sponsors(self) -> list[ShownPicture]:
        """The pictures of sponsors."""
        return [self._shown(one) for one in self.wall.sponsors]

    def _shown(self, one: WallPicture) -> ShownPicture:
        address = reverse("screen:picture", args=[self.floor.event.code, one.mark])
        return ShownPicture(address, one.name, one.width, one.height)

    @property
    def title_fit(self) -> str:
        """How the event's name is set at the head of the screen, where it has two lines."""
        screen = self.wall.screen
        title = (
            f"{self.floor.event.name} · {screen.tournament.name}" if screen.several else self.floor.event.name
        )
        return fit(title, _TITLE)

    @property
    def address(self) -> str:
        """The address of the event's page as people type it."""
        return self._url.partition("://")[2]

    @property
    def qr(self) -> str:
        """That as a code, where players are welcomed."""
        return qr_svg(self._url, fluid=True) if self._url and "welcome" in self.wall.parts else ""

    @property
    def _url(self) -> str:
        """Where others find the event's page; empty where this machine knows itself by its own name only."""
        path, request = self.floor.url("event"), self.floor.request
        return self.floor.absolute(path) or ("" if local_address(request) else reachable(request, path))
