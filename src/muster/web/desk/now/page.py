"""Where the day stands, as its template gets it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from muster.app.events import overview
from muster.app.events.overview import Heads
from muster.app.floor.round_clock import RoundClock
from muster.app.history.latest import ActTold, latest_acts
from muster.app.registration.checking_in import before_play
from muster.app.rounds.sheets import status_words
from muster.core.ids import TableNo
from muster.core.messages import Message
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.state import MatchStatus
from muster.web.desk import day
from muster.web.desk.context import Desk
from muster.web.desk.day import Go, RoundProgress
from muster.web.page import Page

ACTS: Final = 4
"""How many of the latest acts are told."""

MOST_MARKS: Final = 200
"""Up to so many players have a mark each while they check in."""

MOST_TABLES: Final = 8
"""Of up to so many tables that still play the numbers are told."""


@dataclass(frozen=True, slots=True)
class TableState:
    """One table of the running round on the strip: its number, how its result stands, and that in a word."""

    table: TableNo
    status: MatchStatus
    words: Message


@dataclass(frozen=True)
class NowPage(Page):
    """Where the day stands, and the one obvious next step.

    Attributes:
        desk: who asks, and the tournament as it stands.
    """

    template: ClassVar[str] = "desk/now/page.html"
    desk: Desk

    @property
    def go(self) -> Go:
        """The next step."""
        return day.go(self.desk.snapshot, self.desk.actor)

    @cached_property
    def heads(self) -> Heads:
        """How many players there are."""
        return overview.heads(self.desk.state)

    @property
    def elimination(self) -> bool:
        """Whether the elimination is played."""
        return queries.in_bracket(self.desk.state)

    @property
    def round_no(self) -> int:
        """The round that runs or is drafted, counted within its stage; 0 before the first."""
        state = self.desk.state
        played = elimination_rounds(state) if self.elimination else queries.swiss_rounds(state)
        return len(played) + (state.proposal is not None)

    @property
    def rounds(self) -> int:
        """How many Swiss rounds there are, or would be for those who are here; 0 where there are none."""
        return 0 if self.elimination else overview.rounds_planned(self.desk.state)

    @property
    def tables(self) -> int:
        """How many tables those who are here need."""
        return self.heads.here // 2

    @cached_property
    def progress(self) -> RoundProgress | None:
        """How far the running round is."""
        return day.progress(self.desk.state)

    @cached_property
    def strip(self) -> tuple[TableState, ...]:
        """The tables of the running round, by number."""
        round_ = queries.current_round(self.desk.state)
        matches = sorted(round_.matches.items()) if round_ else []
        return tuple(TableState(table, one.status, status_words(one.status)) for table, one in matches)

    @cached_property
    def playing(self) -> tuple[TableNo, ...]:
        """The tables of the running round that still play, or disagree."""
        return tuple(one.table for one in self.strip if one.status in ("open", "disputed"))

    @property
    def named(self) -> str:
        """Their numbers, where they are few."""
        return ", ".join(map(str, self.playing)) if len(self.playing) <= MOST_TABLES else ""

    @property
    def arrived(self) -> tuple[bool, ...]:
        """Whether each of those who are expected is here, the first of them first; none where it is not asked."""
        here, all_ = self.heads.here, self.heads.expected
        return tuple(at < here for at in range(all_)) if self.checks_in and all_ <= MOST_MARKS else ()

    @property
    def clock(self) -> RoundClock | None:
        """Its clock, if it is shown."""
        return self.desk.clock

    @property
    def winner(self) -> str:
        """Who won, once it is over."""
        found = overview.leaders(self.desk.state, self.desk.name, 1) if self.desk.state.places else ()
        return found[0].name if found else ""

    @property
    def checks_in(self) -> bool:
        """Whether players are checked in now, and whoever looks may do it."""
        state = self.desk.state
        return state.created.check_in and before_play(state) and self.desk.actor.may("check-in")

    @property
    def acts(self) -> tuple[ActTold, ...]:
        """What was done last."""
        return latest_acts(self.desk.snapshot, self.desk.name, ACTS, words=self.desk.words)
