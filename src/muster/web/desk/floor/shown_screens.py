"""The screens as the desk shows them: how each is set up, and what it shows now in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from muster.app.screens.screens import SHOWS, ScreenPlan, Show, screens_of, words_of
from muster.app.screens.wall import Part, Wall, walls_of
from muster.core.messages import Message, say
from muster.people.models import Event


@dataclass(frozen=True, slots=True)
class ShownScreen:
    """A screen for the desk: how it is set up, and what it shows now in words."""

    plan: ScreenPlan
    now: str

    @property
    def shows(self) -> list[tuple[Show, Message, bool]]:
        """What it can show: the word, what it is called, whether it is chosen."""
        return [(one, words_of(one), one in self.plan.shows) for one in SHOWS]


def screens_now(event: Event) -> list[ShownScreen]:
    """Every screen of an event with what it shows now."""
    return [ShownScreen(wall.screen, shown_now(wall)) for wall in walls_of(event, screens_of(event))]


def shown_now(wall: Wall) -> str:
    """What a screen shows now, in turn, in words."""
    return ", ".join(" + ".join(str(_part_words(part)) for part in scene) for scene in wall.scenes_now)


def _part_words(part: Part) -> Message:
    own = {"places": say("Final places"), "podium": say("The best"), "reveal": say("The places one by one")}
    return own.get(part) or words_of(cast("Show", part))


def new_screen(number: int, screens: Sequence[ShownScreen]) -> ShownScreen:
    """A screen that is not there yet, as the form for it begins."""
    return ShownScreen(ScreenPlan(number, "", screens[0].plan.tournament), "")
