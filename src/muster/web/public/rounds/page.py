"""Published rounds for everybody as their templates get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.events.public import PublicRound, published_rounds
from muster.app.floor.clocks import clock_of
from muster.app.floor.round_clock import RoundClock
from muster.app.rounds.read import why
from muster.core.ids import PlayerId
from muster.core.tournament.reasons import Why
from muster.web.page import Page
from muster.web.public.context import Floor, ListPage
from muster.web.public.reading import found_lines
from muster.web.public.rounds.feed import FeedLine, latest_results
from muster.web.public.rounds.lines import ByeLine, NameLine, RoundForAll, TableLine


@dataclass(frozen=True)
class NoRound(Page):
    """No round is published yet."""

    template: ClassVar[str] = "public/rounds/no_round.html"

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Pairings")


@dataclass(frozen=True)
class RoundPage(ListPage[TableLine | ByeLine | NameLine]):
    """A published round, in one of the two ways to read it.

    Attributes:
        round: the round.
        stays: the page was asked for by the number of the round, and so is about this round for ever.

    Class attributes:
        names: whether it is read by name.
    """

    round: RoundForAll
    stays: bool
    names: ClassVar[bool] = False

    @property
    def heading(self) -> str:
        """What the round is called."""
        return self.round.title

    @property
    def rounds(self) -> list[tuple[PublicRound, str]]:
        """Every published round, with the address of the page that reads it the same way."""
        name = "round-names" if self.names else "round"
        return [(one, self.floor.page(name, one.number)) for one in published_rounds(self.floor.state)]

    @property
    def view(self) -> str:
        """Which of the two ways it is."""
        return "names" if self.names else "round"

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the round that is played."""
        if not self.round.latest or self.round.complete:
            return None
        return clock_of(self.floor.tournament.pk, self.round.number, snapshot=self.floor.snapshot)

    @property
    def by_table(self) -> str:
        """Where it is read by table: this round, or the one that will be the latest."""
        return self.base if self.stays else self.floor.page("pairings")

    @property
    def by_name(self) -> str:
        """Where it is read by name."""
        number = self.round.number
        return self.floor.page("round-names", number) if self.stays else self.floor.page("pairings-names")

    @property
    def base(self) -> str:
        """The address of this round, which stays."""
        return self.floor.page("round", self.round.number)


@dataclass(frozen=True)
class RoundByTable(RoundPage):
    """A published round by table, byes last."""

    template: ClassVar[str] = "public/rounds/round.html"


@dataclass(frozen=True)
class RoundByName(RoundPage):
    """A published round by name, everybody once."""

    template: ClassVar[str] = "public/rounds/names.html"
    names: ClassVar[bool] = True


def round_page(floor: Floor, round_: RoundForAll, *, by_name: bool, stays: bool) -> RoundPage:
    """The page of a round by table or by name: all its lines, or those that were looked for."""
    lines: Sequence[TableLine | ByeLine | NameLine] = (
        round_.by_name if by_name else [*round_.tables, *round_.byes]
    )
    found = found_lines(lines, floor.query) if floor.query else lines
    return (RoundByName if by_name else RoundByTable)(floor, found, round_, stays)


@dataclass(frozen=True)
class PublicWhyPairing(Page):
    """Why two meet, or why somebody has the bye.

    Attributes:
        floor: the tournament.
        round: the round.
        line: the table asked about; None for a bye.
        bye: the bye asked about; None for a table.
        player: one of the two at the table, or whose bye it is.
    """

    template: ClassVar[str] = "public/rounds/why.html"
    floor: Floor
    round: RoundForAll
    player: PlayerId
    line: TableLine | None = None
    bye: ByeLine | None = None

    @property
    def heading(self) -> str:
        """What the round is called."""
        return self.round.title

    @cached_property
    def why(self) -> Why | None:
        """What is on record about it."""
        return why(self.floor.snapshot, self.round.number, self.player, self.floor.name)


@dataclass(frozen=True)
class Results(Page):
    """The results that came in last."""

    template: ClassVar[str] = "public/rounds/results.html"
    floor: Floor

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Latest results")

    @property
    def results(self) -> list[FeedLine]:
        """The results, latest first."""
        return latest_results(self.floor.snapshot, self.floor.name)

    @property
    def rounds(self) -> list[PublicRound]:
        """The published rounds, each of which has all of its results."""
        return published_rounds(self.floor.state)
