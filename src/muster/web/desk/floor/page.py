"""The hall as the desk's template gets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, cast

from django.urls import reverse

from muster.app.floor import timer_presets, timers
from muster.app.floor.featured import featured_advice
from muster.app.floor.notices import StaffNotice
from muster.app.floor.open_calls import OpenCall
from muster.app.floor.timer_presets import Preset
from muster.app.floor.timers import ShownTimer
from muster.app.screens.pictures import WallPicture
from muster.app.screens.screens import Moment, Show
from muster.core.messages import Message
from muster.rules.setups import Advice
from muster.web.desk.context import Desk
from muster.web.desk.finish.revealing import RevealCard, reveal_card
from muster.web.desk.floor.shown_screens import ShownScreen, new_screen
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class SentNotice:
    """A notice that was not announced, with what is wrong with it."""

    text: str
    urgent: bool
    fault: Message


@dataclass(frozen=True, slots=True)
class SentTable:
    """A table that was not marked, with what is wrong with it."""

    typed: str
    fault: Message


@dataclass(frozen=True, slots=True)
class SentTimer:
    """A timer that was not started, with what is wrong by field."""

    kind: str
    minutes: str
    table: str
    picks: str
    faults: Mapping[str, Message]


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture, or the times of pictures, that were not taken, with what is wrong by field."""

    kind: str
    name: str
    seconds: str = ""
    every: str = ""
    faults: Mapping[str, Message] = field(default_factory=dict)


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


@dataclass(frozen=True, kw_only=True)
class Hall(Page):
    """Everything about the hall: calls, notices, timers, the screens on the wall.

    Attributes:
        desk: who looks, and at which tournament.
        calls: the calls that wait.
        notices: what was announced.
        timers: the timers that are not put away.
        shown: the screens.
        free: the number of the next screen; None if there are as many as there can be.
        sent_notice: a notice that was refused.
        sent_table: a featured table that was refused.
        sent_timer: a timer that was refused.
        sent_screen: a screen that was refused.
        sent_picture: a picture, or the times of pictures, that were refused.
    """

    template: ClassVar[str] = "desk/floor/page.html"
    desk: Desk
    calls: Sequence[OpenCall]
    notices: Sequence[StaffNotice]
    timers: Sequence[ShownTimer]
    shown: Sequence[ShownScreen]
    free: int | None
    sent_notice: SentNotice | None = None
    sent_table: SentTable | None = None
    sent_timer: SentTimer | None = None
    sent_screen: SentScreen | None = None
    sent_picture: SentPicture | None = None

    @property
    def featured_typed(self) -> str | int:
        """The featured table as its field has it."""
        return self.sent_table.typed if self.sent_table else self.desk.tournament.featured or ""

    @property
    def featured_advice(self) -> Advice | None:
        """What the regulations ask of its players."""
        return featured_advice(self.desk.state)

    @property
    def presets(self) -> list[tuple[Preset, SentTimer | None]]:
        """The timers that can be started, the one that was refused with what was sent."""
        sent = self.sent_timer
        found = timer_presets.presets(self.desk.state)
        return [(one, sent if sent is not None and sent.kind == one.kind else None) for one in found]

    @property
    def starters(self) -> Mapping[int, Message]:
        """Who started which timer."""
        return timers.starters(self.timers)

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
    def reveal(self) -> RevealCard | None:
        """How far the walls show the final places."""
        return reveal_card(self.desk)

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
