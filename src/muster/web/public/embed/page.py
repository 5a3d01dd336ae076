"""Slim pages for the sites an event names: standings, the round, the bracket."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from django.utils.translation import gettext as _

from muster.app.brackets.read import Bracket
from muster.app.standings.read import RankRow, rank_rows, standings_after, table_before
from muster.core.tournament import queries
from muster.web.bracket_rounds import ShownRound
from muster.web.page import Page
from muster.web.public.context import Floor
from muster.web.public.rounds.lines import RoundForAll, round_for_all
from muster.web.public.standings.page import PublicBracket

Part = Literal["standings", "pairings", "bracket"]


@dataclass(frozen=True)
class Embedded(Page):
    """A part of a tournament by itself.

    Attributes:
        floor: the tournament.
        part: which.
    """

    template: ClassVar[str] = "public/embed/embed.html"
    floor: Floor
    part: Part

    @property
    def heading(self) -> str:
        """What the part is called."""
        if self.part == "standings":
            done = queries.completed(self.floor.state)
            return _("Standings after round %d") % done if done else _("Standings")
        if self.part == "pairings":
            return self.round.title if self.round else _("Pairings")
        return _("Bracket")

    @property
    def embedded(self) -> bool:
        """It has no frame of its own."""
        return True

    @property
    def whole(self) -> str:
        """The address of the page with everything."""
        return self.floor.page(self.part)

    @cached_property
    def rows(self) -> tuple[RankRow, ...]:
        """All lines of the standings; none before the first round is complete, or of another part."""
        done = queries.completed(self.floor.state)
        if self.part != "standings" or not done:
            return ()
        table = standings_after(self.floor.state, done)
        return rank_rows(
            self.floor.state, table, self.floor.name, before=table_before(self.floor.state, done)
        )

    @cached_property
    def round(self) -> RoundForAll | None:
        """The latest round; None before there is one, or of another part."""
        count = len(self.floor.state.rounds)
        return (
            round_for_all(self.floor.state, count, self.floor.name)
            if self.part == "pairings" and count
            else None
        )

    @cached_property
    def bracket(self) -> Bracket | None:
        """The bracket; None before the cut, or of another part."""
        return PublicBracket(self.floor).bracket if self.part == "bracket" else None

    @property
    def shown_rounds(self) -> tuple[ShownRound, ...]:
        """The rounds of the bracket as they are drawn; none of another part."""
        return PublicBracket(self.floor).shown_rounds if self.bracket else ()
