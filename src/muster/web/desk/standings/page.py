"""The desk's standings as its templates get them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final
from urllib.parse import quote

from django.core.paginator import Page as Part
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from muster.app.brackets.cutting import seed_numbers
from muster.app.rounds.pods import in_groups
from muster.app.standings.breakdown import RankBreakdown
from muster.app.standings.groups import GroupTable, group_tables, grouped
from muster.app.standings.read import (
    NO_SEEDS,
    RankRow,
    cells_of,
    columns_of,
    not_ranked,
    rank_rows,
    standings_after,
    table_before,
)
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, Number
from muster.core.standings.values import Column, Row, Table
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.course_words import carry_notes
from muster.web.bump_chart import ROUND, bump_chart
from muster.web.desk.standings.glance import glances
from muster.web.desk.standings.lines import StandingLines
from muster.web.page import Page
from muster.web.public.standings.grid import MeetingGrid, meeting_grid
from muster.web.public.standings.went import HowItWent

CHART: Final = 240
"""What the rounds of the drawing have of the page's width, in pixels; the rest is for names."""

Lines = list[tuple[RankRow, list[Number]]]
"""Lines of a table, each with its figures in the order of the columns."""


@dataclass(frozen=True)
class NoStandings(Page):
    """There are none yet, or never: a tournament without Swiss rounds."""

    template: ClassVar[str] = "desk/standings/none.html"
    state: State

    @property
    def swiss(self) -> bool:
        """Whether there will be some."""
        return self.state.setup is None or self.state.created.first_stage == "swiss"


@dataclass(frozen=True)
class AfterRound(Page):
    """What stands above every kind of table.

    Attributes:
        state: the tournament as it stands.
        name: how players are named.
        after: the round after which the standings are shown.
        base: the address of these standings.
    """

    state: State
    name: Naming
    after: int
    base: str

    @cached_property
    def table(self) -> Table:
        """The standings."""
        return standings_after(self.state, self.after)

    @cached_property
    def columns(self) -> list[Column]:
        """The columns in the order in which they are compared."""
        return columns_of(self.table)

    @property
    def width(self) -> int:
        """How many columns the table has on the page."""
        return len(self.columns) + (5 if self.after > 1 else 3)

    @property
    def carry_notes(self) -> tuple[Message, ...]:
        """What points count, where not all that were won do."""
        return carry_notes(self.state, self.after)

    @property
    def not_ranked(self) -> tuple[str, ...]:
        """The disqualified."""
        return not_ranked(self.state, self.name)

    @cached_property
    def last(self) -> int:
        """The last complete round."""
        return queries.completed(self.state)

    @property
    def rounds(self) -> range:
        """The rounds after which there are standings."""
        return range(1, self.last + 1)

    @property
    def running(self) -> int | None:
        """The Swiss round that is being played and not counted yet."""
        rounds = queries.swiss_rounds(self.state)
        return rounds[-1].number if rounds and not rounds[-1].complete else None

    def ranked(
        self, rows: Sequence[Row] | None = None, seeds: Mapping[PlayerId, int] = NO_SEEDS
    ) -> tuple[RankRow, ...]:
        """These lines of the table, or all."""
        before = table_before(self.state, self.after)
        return rank_rows(self.state, self.table, self.name, rows=rows, before=before, seeds=seeds)


@dataclass(frozen=True)
class Standings(AfterRound):
    """A page of the standings.

    Attributes:
        page: the lines shown, of those asked for.
        query: what was searched for.
        current: the player asked for, if any.
    """

    template: ClassVar[str] = "desk/standings/page.html"
    page: Part[Row]
    query: str
    current: int | None

    @property
    def grid(self) -> MeetingGrid | None:
        """In a round robin who met whom, as far as there is room; None where somebody is looked for."""
        plan = self.state.plan
        if self.query or plan is None or not plan.course.robin:
            return None
        return meeting_grid(queries.swiss_rounds(self.state)[: self.after], self.table.order, self.name)

    @cached_property
    def group_tables(self) -> tuple[GroupTable, ...]:
        """The standings of each group or pod; none where somebody is looked for, and on further pages."""
        if self.query or self.page.number > 1 or not grouped(self.state, self.after):
            return ()
        return group_tables(self.state, self.ranked(seeds=self._seeds), self.after)

    @property
    def groups(self) -> bool:
        """Whether they are groups in which everybody meets everybody."""
        return in_groups(self.state)

    @property
    def found(self) -> int:
        """How many lines were asked for."""
        return self.page.paginator.count

    @property
    def lines(self) -> SafeString:
        """The lines shown."""
        cut = self._last_in, _("Top %(best)s play on") % {"best": len(self._seeds)}
        moves, seeds = self.after > 1, self.state.seeds is not None
        lines = StandingLines(
            self.table, self.base, self.deciding, self.width, moves, seeds, self.current, cut
        )
        return lines.of(
            self.ranked(list(self.page.object_list), self._seeds), glances(self.state, self.after)
        )

    @property
    def deciding(self) -> tuple[str, ...]:
        """The columns that are shown without asking: the points, and the first tiebreaker."""
        ids = [column.id for column in self.columns]
        return ("points", next((one for one in ids if one != "points"), ""))

    @cached_property
    def went(self) -> HowItWent | None:
        """How the rounds so far went, as a drawing; None where players are looked for."""
        if self.query:
            return None
        orders = [standings_after(self.state, number).order for number in range(1, self.after + 1)]
        chart = bump_chart(orders, max(20, min(ROUND, CHART // self.after)))
        return HowItWent(chart, self.name, self._stand_out) if chart else None

    @property
    def _stand_out(self) -> Mapping[PlayerId, int]:
        """Whose lines stand out: the first, and those who go on, else the first three."""
        order = self.table.order
        chosen = [player for player in order if player in self._seeds] or order[:3]
        return {
            player: 1 if player == order[0] else 2 for player in {order[0]: 1, **dict.fromkeys(chosen, 2)}
        }

    @property
    def keep(self) -> str:
        """What was searched for, for the addresses of further pages."""
        return f"q={quote(self.query)}" if self.query else ""

    @property
    def _last_in(self) -> PlayerId | None:
        """The player above the line of the cut; none where the best of every group go on, who stand apart."""
        if self.state.plan is not None and self.state.plan.cut_kind == "best-of-groups":
            return None
        ranked = [player for player in self._seeds if player in self.table.places]
        return max(ranked, key=self.table.places.__getitem__) if ranked and not self.query else None

    @cached_property
    def _seeds(self) -> Mapping[PlayerId, int]:
        return seed_numbers(self.state) if self.after == self.last else {}


@dataclass(frozen=True)
class PlayerStanding(AfterRound):
    """Why a player stands where they stand.

    Attributes:
        standing: every number with its arithmetic.
        only: the column asked for; empty for all.
    """

    template: ClassVar[str] = "desk/standings/why.html"
    standing: RankBreakdown
    only: str


@dataclass(frozen=True)
class PlayerStandingRow(PlayerStanding):
    """The same as a row that opens in the table."""

    template: ClassVar[str] = "desk/standings/why_row.html"


@dataclass(frozen=True)
class WhatDecides(AfterRound):
    """What decides the order, criterion by criterion."""

    template: ClassVar[str] = "desk/standings/order.html"


@dataclass(frozen=True)
class WhatDecidesBelow(WhatDecides):
    """The same as it opens below the table."""

    template: ClassVar[str] = "desk/standings/criteria.html"


@dataclass(frozen=True)
class PrintedStandings(AfterRound):
    """Every line on paper."""

    template: ClassVar[str] = "desk/standings/print.html"

    @property
    def lines(self) -> Lines:
        """All lines."""
        return [(row, [text for _column, text in cells_of(self.table, row)]) for row in self.ranked()]
