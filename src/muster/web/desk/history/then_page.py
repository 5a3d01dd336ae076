"""The tournament as it was after an act, as its templates get it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Final, TypeVar

from django.core.paginator import Page as Part
from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from muster.app.brackets.read import Bracket, GameBox, bracket_of
from muster.app.events.overview import plan_in_words
from muster.app.history.reasons import ReasonProof, proofs
from muster.app.history.telling import teller_of
from muster.app.people.player_sheet import Played, rounds_of
from muster.app.standings.breakdown import RankBreakdown, rank_breakdown
from muster.app.standings.read import RankRow, cells_of, columns_of, rank_rows, standings_after
from muster.core.ids import PlayerId, TableNo
from muster.core.messages import Message
from muster.core.standings.values import Column, Row, Table
from muster.core.tournament import queries
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.state import Player, PlayerStatus, Round
from muster.exchange.words import match_words
from muster.web.desk.history.acts import Act, acts
from muster.web.desk.history.page import link_of
from muster.web.desk.history.point_in_time import Moment
from muster.web.desk.round.page import WhyPairing
from muster.web.page import Page

T = TypeVar("T")

THEN: Final = 100
"""How many lines of each list of that time are on a page."""


@dataclass(frozen=True)
class Then(Page):
    """What every page about the tournament as it was rests on.

    Attributes:
        then: the moment after an act.
    """

    then: Moment

    @property
    def before(self) -> int | None:
        """The act before."""
        return self.then.neighbours[0]

    @property
    def after(self) -> int | None:
        """The act after."""
        return self.then.neighbours[1]

    @property
    def keep(self) -> str:
        """What was asked for, for the links to other moments and other pages of this one."""
        return self.then.keep

    @property
    def done(self) -> int:
        """After which round the standings are shown; 0 if there are none."""
        return self.then.done


@dataclass(frozen=True)
class ActPage(Then):
    """One act in full, and the tournament as it stood after it; `?round=2` asks for an earlier round of that time."""

    template: ClassVar[str] = "desk/history/act.html"

    @cached_property
    def act(self) -> Act:
        """The act."""
        desk, first, last = self.then.desk, self.then.first, self.then.last
        teller = teller_of(desk.snapshot, desk.name, desk.words)
        return acts(desk.snapshot, [(first, last)], teller, told=last - first + 1)[0]

    @property
    def link(self) -> str:
        """The address of what it touched."""
        return link_of(self.then.desk, self.act)

    @property
    def head(self) -> str:
        """The head of the journal after it."""
        return self.then.desk.snapshot.entries[self.then.last - 1].head

    @property
    def proofs(self) -> tuple[ReasonProof, ...]:
        """The proofs of its reasons."""
        desk = self.then.desk
        return proofs(desk.tournament.pk, desk.snapshot.entries[self.then.first - 1 : self.then.last])

    @property
    def query(self) -> str:
        """Whom one looks for."""
        return self.then.query

    @property
    def plan(self) -> str:
        """The plan of that time in words."""
        return plan_in_words(self.then.state)

    @property
    def round(self) -> Round | None:
        """The round of that time that is shown."""
        return self.then.round

    @property
    def numbers(self) -> range:
        """The rounds of that time."""
        return range(1, len(self.then.state.rounds) + 1)

    @property
    def players(self) -> int:
        """How many players there were."""
        return len(self.then.state.players)

    @property
    def columns(self) -> list[Column]:
        """The columns of the standings."""
        return columns_of(self._table) if self._table else []

    @cached_property
    def page(self) -> Part[Row] | None:
        """The rows of the standings that are shown."""
        if self._table is None:
            return None
        return self._part([row for row in self._table.rows if self.then.fits(row.player)], "page")

    @property
    def lines(self) -> list[tuple[RankRow, list[tuple[str, str]]]]:
        """Their lines, each with its figures by column."""
        table = self._table
        if table is None or self.page is None:
            return []
        rows = rank_rows(self.then.state, table, self.then.desk.name, rows=list(self.page.object_list))
        return [(row, cells_of(table, row)) for row in rows]

    @cached_property
    def tables(self) -> Part[tuple[TableNo | None, tuple[PlayerId, ...], str | Message]]:
        """The tables of the round and, below them, who rested; each with how it stood."""
        round_, fits = self.then.round, self.then.fits
        lines = list[tuple[TableNo | None, tuple[PlayerId, ...], str | Message]]()
        if round_ is not None:
            lines += [
                (number, match.pairing.players, match_words(match, state=self.then.state))
                for number, match in sorted(round_.matches.items())
                if fits(*match.pairing.players)
            ]
            lines += [(None, (bye.player,), _("bye")) for bye in round_.byes if fits(bye.player)]
        return self._part(lines, "tables")

    @property
    def matches(self) -> list[tuple[TableNo | None, list[tuple[PlayerId, str]], str | Message]]:
        """The same with names."""
        name = self.then.desk.name
        return [
            (table, [(player, name(player)) for player in players], words)
            for table, players, words in self.tables.object_list
        ]

    @property
    def proposal(self) -> RoundProposed | None:
        """The draw that was on the table then and not published yet."""
        return self.then.state.proposal

    @cached_property
    def proposed(self) -> Part[tuple[TableNo | None, tuple[PlayerId, ...]]]:
        """Its tables, with those who would rest below."""
        lines = list[tuple[TableNo | None, tuple[PlayerId, ...]]]()
        if self.proposal is not None:
            lines += sorted((one.table, one.players) for one in self.proposal.sheet.pairings)
            lines += [(None, (bye.player,)) for bye in self.proposal.sheet.byes]
        return self._part([one for one in lines if self.then.fits(*one[1])], "proposed")

    @property
    def drawn(self) -> list[tuple[TableNo | None, list[str]]]:
        """The same with names."""
        name = self.then.desk.name
        return [(table, [name(player) for player in players]) for table, players in self.proposed.object_list]

    @property
    def bracket(self) -> list[tuple[str | Message, list[GameBox]]]:
        """Every game of the bracket of that time of which anything was known, by rounds."""
        listed = self._bracket.listed if self._bracket else ()
        return [(column.title, [box for box in column.boxes if box.known][:THEN]) for column in listed]

    @property
    def champion(self) -> str:
        """Who had won it."""
        return self._bracket.champion if self._bracket else ""

    @property
    def gone(self) -> list[tuple[str, str, PlayerId]]:
        """Who was not, or no more, simply playing."""
        return self._gone[:THEN]

    @property
    def more_gone(self) -> int:
        """How many more there were."""
        return max(0, len(self._gone) - THEN)

    @cached_property
    def _table(self) -> Table | None:
        return standings_after(self.then.state, self.then.done) if self.then.done else None

    @cached_property
    def _bracket(self) -> Bracket | None:
        state = self.then.state
        made = state.seeds is not None or (bool(state.stages) and state.stages[-1].format == "elimination")
        return bracket_of(state, self.then.desk.name) if made else None

    @cached_property
    def _gone(self) -> list[tuple[str, str, PlayerId]]:
        words, name = left_words(), self.then.desk.name
        return sorted(
            (name(one.player), words[one.status], one.player)
            for one in self.then.state.players.values()
            if one.status in words and self.then.fits(one.player)
        )

    def _part(self, lines: list[T], which: str) -> Part[T]:
        return Paginator(lines, THEN).get_page(self.then.desk.request.GET.get(which))


@dataclass(frozen=True)
class PlayerThenPage(Then):
    """One player as they stood after an act: their rounds, every number with its arithmetic, why this rank.

    Attributes:
        player: who.
    """

    template: ClassVar[str] = "desk/history/player.html"
    player: PlayerId

    @property
    def name(self) -> str:
        """What the player is called."""
        return self.then.desk.name(self.player)

    @property
    def own(self) -> Player | None:
        """The player as they were; None if they had not entered."""
        return self.then.state.players.get(self.player)

    @property
    def left(self) -> str:
        """How one calls it that they were not playing any more."""
        return left_words().get(self.own.status, "") if self.own else ""

    @property
    def at(self) -> datetime:
        """When the act was recorded."""
        return self.then.at

    @property
    def seq(self) -> int:
        """The first fact of the act."""
        return self.then.first

    @property
    def rounds(self) -> list[tuple[Played, list[tuple[PlayerId, str]]]]:
        """Their rounds, each with everybody they met in it."""
        played = rounds_of(self.then.state, self.player) if self.own else []
        name = self.then.desk.name
        return [(one, [(other, name(other)) for other in one.opponents]) for one in played]

    @property
    def numbers(self) -> range | tuple[()]:
        """The rounds after which there were standings with them."""
        return range(1, queries.completed(self.then.state) + 1) if self.own else ()

    @property
    def standing(self) -> RankBreakdown | None:
        """Why they stood where they stood."""
        if not self.own or not self.done:
            return None
        return rank_breakdown(self.then.state, self.done, self.player, self.then.desk.name)


@dataclass(frozen=True)
class WhyThenPage(WhyPairing):
    """Why somebody had this opponent, or the bye, by what was known after an act.

    Attributes:
        seq: the first fact of the act.
    """

    template: ClassVar[str] = "desk/history/why.html"
    seq: int


def left_words() -> dict[PlayerStatus, str]:
    """How those are called who are not playing any more."""
    return {"dropped": _("dropped"), "disqualified": _("disqualified")}
