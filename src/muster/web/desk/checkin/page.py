"""Check-in as its templates get it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from muster.app.people.read import Line, found
from muster.app.registration.checking_in import before_play
from muster.core.tournament.refusals import Refusal
from muster.web.desk.checkin.outlook import Outlook, outlook
from muster.web.desk.context import Desk
from muster.web.desk.listing import Asked, LinesPage, lines_page
from muster.web.desk.people.lateness import LateEntry
from muster.web.page import Page

SHOWS: Final = ("all", "missing", "here")
"""The parts of the list one can ask for."""


@dataclass(frozen=True)
class CheckInPart(Page):
    """What every part of check-in knows.

    Attributes:
        desk: who looks, and at which tournament.
        everybody: all who entered and have not left.
        asked: what is asked of the list.
    """

    desk: Desk
    everybody: Sequence[Line]
    asked: Asked

    @cached_property
    def missing(self) -> list[Line]:
        """Who is not here yet."""
        return [line for line in self.everybody if line.standing == "missing"]

    @property
    def expected(self) -> int:
        """How many are expected."""
        return len(self.everybody)

    @property
    def here(self) -> int:
        """How many are here."""
        return self.expected - len(self.missing)

    @property
    def open(self) -> bool:
        """Whether somebody can be checked in."""
        return not self.desk.state.stages and self.desk.state.places is None

    @property
    def needed(self) -> bool:
        """Whether only those who are here are paired."""
        return self.desk.state.created.check_in

    @property
    def outlook(self) -> Outlook:
        """What the attendance means for the plan."""
        return outlook(self.desk.state, self.here if self.needed else self.expected)

    @property
    def base(self) -> str:
        """The address of check-in."""
        return self.desk.url("desk:checkin")

    @property
    def players(self) -> str:
        """The address of the list of players."""
        return self.desk.url("desk:people")


@dataclass(frozen=True)
class TappedRow(CheckInPart):
    """The row that was tapped, and what else on the page it has changed.

    Attributes:
        player: whose row it is.
    """

    template: ClassVar[str] = "desk/checkin/tapped.html"
    player: int

    @property
    def lines(self) -> list[Line]:
        """The row."""
        return [line for line in self.everybody if line.player == self.player]


@dataclass(frozen=True)
class CheckInList(CheckInPart):
    """The part of check-in that searching and paging change."""

    template: ClassVar[str] = "desk/checkin/list.html"

    @property
    def page(self) -> LinesPage[Line]:
        """The page of the list that is asked for; of what was typed, whom Enter checks in stands first."""
        show, typed = self.asked.show, self.asked.q
        fitting = found([line for line in self.everybody if show in ("all", line.standing)], typed)
        chosen = sorted(fitting, key=lambda line: line.standing != "missing") if typed else fitting
        return lines_page(chosen, replace(self.asked, sort=""))


@dataclass(frozen=True)
class CheckInPage(CheckInList):
    """Who is here, by typing a few letters or by one tap.

    Attributes:
        late: what entering now means; None while nobody would be late.
    """

    template: ClassVar[str] = "desk/checkin/checkin.html"
    late: LateEntry | None


@dataclass(frozen=True)
class Missing(Page):
    """Who is missing, to be read out; those who do not come are dropped together.

    Attributes:
        desk: who looks, and at which tournament.
        everybody: all who entered and have not left.
        refusal: why nobody is dropped.
    """

    template: ClassVar[str] = "desk/checkin/missing.html"
    desk: Desk
    everybody: Sequence[Line]
    refusal: Refusal | None

    @cached_property
    def lines(self) -> list[Line]:
        """Who is not here yet."""
        return [line for line in self.everybody if line.standing == "missing"]

    @property
    def open(self) -> bool:
        """Whether they can be dropped together."""
        return before_play(self.desk.state)

    @property
    def after(self) -> Outlook:
        """What dropping all of them means for the plan."""
        return outlook(self.desk.state, len(self.everybody) - len(self.lines))
