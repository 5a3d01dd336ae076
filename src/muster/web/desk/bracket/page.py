"""The cut and the bracket as their templates get them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from django.core.paginator import Page as Part
from django.core.paginator import Paginator

from muster.app.brackets.read import Bracket, BracketColumn, GameBox, bracket_of
from muster.app.standings.read import RankRow, cells_of, columns_of, standings_after
from muster.core.ids import PlayerId
from muster.core.messages import Message, Number
from muster.core.standings.values import Column
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.web.bracket_drawing import Drawing, drawing
from muster.web.desk.bracket.cut import CutView, Leaving, cut_view, if_left
from muster.web.desk.context import Desk
from muster.web.page import Page

GAMES: Final = 100
"""How many games of one round are listed on a page."""


@dataclass(frozen=True)
class BracketPage(Page):
    """The cut and the bracket as they are, or as they would be now.

    Attributes:
        desk: who asks, and the tournament as it stands.
        refusal: why what was asked was not done.
    """

    template: ClassVar[str] = "desk/bracket/page.html"
    desk: Desk
    refusal: Refusal | None

    @property
    def may_drop(self) -> bool:
        """Whether who asks may let players leave."""
        return self.desk.actor.may("drop")

    @cached_property
    def cut(self) -> CutView | None:
        """The cut with the standings around its line; none once a game after it is out, when nobody sees it."""
        played = self.elimination and not (self.bracket and self.bracket.provisional)
        return None if played else cut_view(self._state, self.desk.name)

    @property
    def columns(self) -> list[Column]:
        """The columns of these standings."""
        return columns_of(standings_after(self._state)) if self.cut else []

    @property
    def lines(self) -> list[tuple[RankRow, list[tuple[str, Number]]]]:
        """Their lines, each with its figures by column."""
        if self.cut is None:
            return []
        table = standings_after(self._state)
        return [(row, cells_of(table, row)) for row in self.cut.rows]

    @property
    def width(self) -> int:
        """How many columns the table has on the page."""
        return len(self.columns) + 4

    @property
    def after(self) -> int:
        """The round after which these standings are."""
        return queries.completed(self._state) if self.cut else 0

    @cached_property
    def bracket(self) -> Bracket | None:
        """Every game to the final."""
        return bracket_of(self._state, self.desk.name)

    @property
    def drawing(self) -> Drawing | None:
        """The bracket as a picture, where it is small enough."""
        return drawing(self.bracket) if self.bracket else None

    @property
    def columns_listed(self) -> list[tuple[BracketColumn, Part[GameBox]]]:
        """The rounds of the bracket, each with its games: all of them, or a page of a very large one."""
        asked = self.desk.request.GET.get("page", "1")
        listed = self.bracket.listed if self.bracket else ()
        return [(column, Paginator(column.boxes, GAMES).get_page(asked)) for column in listed]

    @property
    def elimination(self) -> bool:
        """Whether it has begun."""
        return bool(self._state.stages) and self._state.stages[-1].format == "elimination"

    @property
    def only_elimination(self) -> bool:
        """Whether the tournament is nothing but a bracket."""
        return self._state.setup is not None and self._state.created.first_stage == "elimination"

    @property
    def announced(self) -> bool:
        """Whether the plan is announced."""
        return self._state.plan is not None

    @property
    def planned(self) -> bool:
        """Whether the plan has a cut."""
        return self._state.plan is not None and self._state.plan.has_cut

    @property
    def clauses(self) -> list[tuple[str, Message]]:
        """The clauses the bracket rests on, each with what it says."""
        if self._state.setup is None:
            return []
        rules = self._state.regulations
        elimination = rules.elimination
        swiss = self._state.created.first_stage == "swiss"
        start = elimination.clause if swiss else elimination.random_start_clause
        wanted = [start, elimination.progress_clause, elimination.drop_clause, elimination.tie_clause]
        return [(clause, rules.words_of(clause)) for clause in dict.fromkeys(wanted)]

    @property
    def _state(self) -> State:
        return self.desk.state


@dataclass(frozen=True)
class LeavePage(Page):
    """What a player's leaving would bring about.

    Attributes:
        desk: who asks, and the tournament as it stands.
        player: who would leave.
        reason: the reason as it was typed.
        refused: why they did not.
    """

    template: ClassVar[str] = "desk/bracket/leave.html"
    desk: Desk
    player: PlayerId
    reason: str
    refused: Refusal | None

    @property
    def name(self) -> str:
        """What the player is called."""
        return self.desk.name(self.player)

    @property
    def leaving(self) -> Leaving | None:
        """What it would bring about."""
        return None if isinstance(self._found, Refusal) else self._found

    @property
    def refusal(self) -> Refusal | None:
        """Why they cannot leave, or did not."""
        return self.refused or (self._found if isinstance(self._found, Refusal) else None)

    @cached_property
    def _found(self) -> Leaving | Refusal:
        return if_left(self.desk.state, self.desk.snapshot.entries, self.player, self.desk.name)
