"""The screens on the wall as the desk's template gets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, cast

from django.urls import reverse

from muster.app.screens.pictures import WallPicture
from muster.app.screens.screens import Moment, Show
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
    share: int = 0
    moments: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture, or the times of pictures, that were not taken, with what is wrong by field."""

    kind: str
    name: str
    seconds: str = ""
    every: str = ""
    faults: Mapping[str, Message] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ScreensPage(Page):
    """The screens on the wall, and the pictures on them.

    Attributes:
        desk: who looks, and at which tournament.
        shown: the screens.
        free: the number of the next screen; None if there are as many as there can be.
        sent_screen: a screen that was refused.
        sent_picture: a picture, or the times of pictures, that were refused.
    """

    template: ClassVar[str] = "desk/floor/screens_page.html"
    desk: Desk
    shown: Sequence[ShownScreen]
    free: int | None
    sent_screen: SentScreen | None = None
    sent_picture: SentPicture | None = None

    @property
    def screens(self) -> list[tuple[ShownScreen, str]]:
        """The screens, each with its address."""
        code = self.desk.event.code
        return [
            (self._typed(one), reverse("screen:screen", args=[code, one.plan.number])) for one in self.shown
        ]

    @property
    def pictures(self) -> list[tuple[WallPicture, str]]:
        """The pictures on the walls, each with its address."""
        code = self.desk.event.code
        return [(one, reverse("screen:picture", args=[code, one.mark])) for one in self.shown[0].pictures]

    @property
    def picture_times(self) -> tuple[str | int, str | int]:
        """For how long a sponsor's picture stays, and after how many pages one comes, as the fields have them."""
        event, sent = self.desk.event, self.sent_picture
        timed = sent is not None and (sent.seconds or sent.every)
        return (sent.seconds, sent.every) if sent and timed else (event.picture_seconds, event.picture_every)

    @property
    def new_screen(self) -> ShownScreen | None:
        """A screen that can be added."""
        return self._typed(new_screen(self.free, self.shown)) if self.free else None

    def _typed(self, one: ShownScreen) -> ShownScreen:
        """A screen; one that was refused with what was typed."""
        sent = self.sent_screen
        if sent is None or sent.number != one.plan.number:
            return one
        moments = cast("Mapping[Moment, tuple[Show, ...]]", sent.moments)
        return replace(one, plan=replace(one.plan, share=sent.share, moments=moments))
