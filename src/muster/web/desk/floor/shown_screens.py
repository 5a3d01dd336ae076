"""The screens as the desk shows them: how each is set up, and what it shows now in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from muster.app.screens.pictures import WallPicture
from muster.app.screens.screens import (
    LARGE,
    MOMENTS,
    SHOWS,
    Moment,
    ScreenPlan,
    Show,
    moment_words,
    screens_of,
    usual_words,
    words_of,
)
from muster.app.screens.wall import Part, Wall, walls_of
from muster.core.messages import Message, say
from muster.people.models import Event


class MomentRow(NamedTuple):
    """A moment of the day: its word, when it is, what is usual then, and what a screen shows instead, in turn."""

    moment: Moment
    when: Message
    usual: Message
    first: str
    then: str


@dataclass(frozen=True, slots=True)
class ShownScreen:
    """A screen for the desk: how it is set up, and what it shows now in words.

    Attributes:
        people: how many play in its tournament.
        could: what it could show now, for the remote.
        pictures: the logo and the pictures of sponsors.
    """

    plan: ScreenPlan
    now: str
    people: int = 0
    could: Sequence[tuple[Show, Message]] = ()
    pictures: Sequence[WallPicture] = ()

    @property
    def shows(self) -> list[tuple[Show, Message, bool]]:
        """What it can show: the word, what it is called, whether it is chosen."""
        return [(one, words_of(one), one in self.plan.shows) for one in SHOWS]

    @property
    def moments(self) -> list[MomentRow]:
        """The moments of the day, with what it shows then."""
        found = []
        for moment in MOMENTS:
            first, then = (*self.plan.moments.get(moment, ()), "", "")[:2]
            usual = say("what it shows all day") if self.plan.shows else usual_words(moment)
            found.append(MomentRow(moment, moment_words(moment), usual, first, then))
        return found

    @property
    def choices(self) -> list[tuple[Show, Message]]:
        """Everything a screen can show."""
        return [(one, words_of(one)) for one in SHOWS]

    @property
    def shares(self) -> list[tuple[int, Message]]:
        """Which names it can show, in a large hall."""
        if self.people < LARGE and not self.plan.share:
            return []
        return [
            (0, say("Everybody")),
            (1, say("The first third of the alphabet")),
            (2, say("The second third")),
            (3, say("The last third")),
        ]


def screens_now(event: Event) -> list[ShownScreen]:
    """Every screen of an event with what it shows now."""
    return [
        ShownScreen(
            wall.screen,
            shown_now(wall),
            len(wall.state.players),
            [(one, words_of(one)) for one in SHOWS if wall.part(one)],
            wall.pictures,
        )
        for wall in walls_of(event, screens_of(event))
    ]


def shown_now(wall: Wall) -> str:
    """What a screen shows now, in turn, in words."""
    return ", ".join(" + ".join(str(_part_words(part)) for part in scene) for scene in wall.scenes_now)


def _part_words(part: Part) -> Message:
    own = {"places": say("Final places"), "podium": say("The best"), "reveal": say("The places one by one")}
    return own.get(part) or words_of(cast("Show", part))


def new_screen(number: int, screens: Sequence[ShownScreen]) -> ShownScreen:
    """A screen that is not there yet, as the form for it begins."""
    first = screens[0]
    return ShownScreen(ScreenPlan(number, "", first.plan.tournament), "", first.people)
