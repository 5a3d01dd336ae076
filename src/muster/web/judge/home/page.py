"""The first page of the judge's phone as its template gets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from muster.app.events import overview
from muster.app.floor.open_calls import OpenCall
from muster.app.floor.round_clock import RoundClock
from muster.app.people.read import Line
from muster.app.player.setting_up import drafts
from muster.app.rounds.building import building
from muster.app.rounds.pods import drafting
from muster.core.duties import duties
from muster.core.tournament.state import Round
from muster.people.models import Ruling
from muster.rules.setups import Advice
from muster.web.desk.context import Desk
from muster.web.duty_rows import DutyRow, rows
from muster.web.judge.checks.drawn_tables import DrawnTable
from muster.web.judge.home.floor import Hand, my_tables, tables_in_play
from muster.web.judge.ways import JUDGE
from muster.web.page import Page
from muster.web.sentences import SentenceRow, sentences_at

MOST: Final = 12
"""Players who are shown to choose from."""

MOST_TABLES: Final = 60
"""Tables that are shown to choose from; beyond that one types the number."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What was looked for.

    Attributes:
        typed: what was typed.
        found: the players it fits.
        fault: why nothing was found.
    """

    typed: str = ""
    found: Sequence[Line] = ()
    fault: str = ""


@dataclass(frozen=True)
class JudgeFloor(Page):
    """What waits, and where to go.

    Attributes:
        desk: who looks, and at which tournament.
        sought: what was looked for.
        calls: the calls that wait.
        ruled: the tables at which whoever looks has ruled in this round.
        drawn: the tables drawn to be checked in this round.
        appeals: the appeals that wait for the last word.
        reports: how many faults of components are not settled.
        proxies: how many proxies wait to be approved.
        hands: who of the staff rules at tables.
    """

    template: ClassVar[str] = "judge/home/home.html"
    desk: Desk
    sought: Sought
    calls: Sequence[OpenCall]
    ruled: Sequence[int | None]
    drawn: Sequence[DrawnTable]
    appeals: Sequence[Ruling]
    reports: int
    proxies: int
    hands: Sequence[Hand]

    @property
    def said(self) -> Sequence[SentenceRow]:
        """What the regulations say of a leader whom nobody needs just now."""
        return sentences_at(self.desk.state.regulations.id, "judge:home") if self.desk.state.setup else ()

    @property
    def urgent(self) -> Sequence[DutyRow]:
        """What somebody waits for aloud, such as two reports that differ; calls have a place of their own."""
        return [one for one in self._duties if one.loud]

    @property
    def duties(self) -> Sequence[DutyRow]:
        """What else waits for whoever looks."""
        return [one for one in self._duties if not one.loud]

    @cached_property
    def _duties(self) -> Sequence[DutyRow]:
        desk = self.desk
        role = desk.actor.role
        found = [one for one in duties(desk.situation, role) if one.kind.id != "call"]
        return rows(desk.situation, found, desk.actor, JUDGE, (desk.event.code, desk.tournament.number))

    @property
    def typed(self) -> str:
        """What was typed to find a table or a player."""
        return self.sought.typed

    @property
    def fault(self) -> str:
        """Why nothing was found; empty if something was."""
        return self.sought.fault

    @property
    def found(self) -> Sequence[Line]:
        """The players to choose from."""
        return self.sought.found[:MOST]

    @property
    def more(self) -> bool:
        """Whether what was typed fits more of them."""
        return len(self.sought.found) > MOST

    @property
    def mine(self) -> list[int]:
        """The tables of this round that are theirs."""
        return my_tables(self.calls, self.desk.actor, self.ruled)

    @property
    def decides(self) -> bool:
        """Whether whoever looks has the last word."""
        return any(one.who == self.desk.actor.who and one.role != "judge" for one in self.hands)

    @property
    def round(self) -> Round | None:
        """The round that is played or was played last."""
        return self.desk.state.rounds[-1] if self.desk.state.rounds else None

    @property
    def drafting(self) -> bool:
        """Whether people draft in pods."""
        return drafting(self.desk.state)

    @property
    def building(self) -> bool:
        """Whether decks are built at the tables for that."""
        return building(self.desk.state)

    @property
    def draft(self) -> tuple[Advice, ...]:
        """How the draft goes on by the regulations."""
        return drafts(self.desk.state) if self.drafting else ()

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the round, if it runs."""
        return overview.running_clock(self.desk.snapshot)

    @property
    def tables(self) -> list[int]:
        """The tables to choose from; none where there are too many of them."""
        found = tables_in_play(self.desk.state)
        return found if len(found) <= MOST_TABLES else []
