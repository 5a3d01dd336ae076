"""The screens on the wall as the desk's template gets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from muster.core.messages import Message
from muster.web.desk.context import Desk
from muster.web.desk.floor.shown_screens import ShownScreen, new_screen
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class SentScreen:
    """A screen that was not changed, with what is wrong by field."""

    number: int
    name: str
    seconds: str
    shows: Sequence[str]
    faults: Mapping[str, Message]


@dataclass(frozen=True, kw_only=True)
class ScreensPage(Page):
    """The screens on the wall.

    Attributes:
        desk: who looks, and at which tournament.
        shown: the screens.
        free: the number of the next screen; None if there are as many as there can be.
        sent_screen: a screen that was refused.
    """

    template: ClassVar[str] = "desk/floor/screens_page.html"
    desk: Desk
    shown: Sequence[ShownScreen]
    free: int | None
    sent_screen: SentScreen | None = None

    @property
    def screens(self) -> list[tuple[ShownScreen, str]]:
        """The screens, each with its address."""
        code = self.desk.event.code
        return [(one, reverse("screen:screen", args=[code, one.plan.number])) for one in self.shown]

    @property
    def new_screen(self) -> ShownScreen | None:
        """A screen that can be added."""
        return new_screen(self.free, self.shown) if self.free else None
