"""A table as its templates get it: everything about it, more time, who is late, drops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from muster.app.floor.open_calls import OpenCall
from muster.app.floor.round_clock import Extension, RoundClock
from muster.app.floor.timer_presets import Preset
from muster.app.floor.timers import ShownTimer
from muster.app.judging import effects
from muster.app.people import player_sheet
from muster.app.people.player_sheet import Consequence
from muster.app.results import read as results
from muster.app.results.read import ResultRow
from muster.app.rounds.cards import found_by
from muster.app.staff.records import clause_of
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import Message
from muster.core.pairing.round_draws import RoundCards
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round
from muster.people.models import Ruling
from muster.web.judge.page import PlaceForm
from muster.web.judge.penalties.page import Given
from muster.web.judge.place import ActSubject
from muster.web.judge.seats import Seated, Topic, rules_at
from muster.web.page import Page

TARDINESS: Final = "tardiness"
"""What both the timer for whoever is late and the offence are called."""

MINUTES: Final = (1, 2, 3, 5, 10)
"""What is given with one tap."""

DROPPING: Final = "COM-DROP-1"
"""The clause on players who leave or do not appear."""


def present(place: ActSubject, player: Seated) -> bool:
    """Whether a player of a place has not left."""
    return queries.present(place.desk.state.players[player.player])


def open_table(place: ActSubject, players: Sequence[Seated]) -> TableNo | None:
    """The table that needs its result even if one of these players leaves, or has left."""
    found = (player_sheet.open_table(place.desk.state, one.player) for one in players)
    return next((table for table in found if table is not None), None)


@dataclass(frozen=True, kw_only=True)
class PlayersAtPlace(Page):
    """The players of a place, with what was given to them and ruled about them.

    Attributes:
        place: the place.
        seats: the players, each with what they were given at this event, latest first.
        rulings: what was ruled.
        conflict: why whoever looks may not rule here.
    """

    place: ActSubject
    seats: Sequence[tuple[Seated, Sequence[Given]]]
    rulings: Sequence[Ruling]
    conflict: Refusal | None

    @property
    def rosters(self) -> bool:
        """Whether there are rosters to look at."""
        return self.place.desk.tournament.rosters != "none"

    @property
    def absent(self) -> list[PlayerId]:
        """Who may never have come and is still in."""
        desk = self.place.desk
        asks = self.place.now and desk.actor.may("drop") and not elimination_rounds(desk.state)
        still = [(one.player, given) for one, given in self.seats if asks and present(self.place, one)]
        return [player for player, given in still if self._missed(given)]

    def _missed(self, given: Sequence[Given]) -> bool:
        """Whether one of these penalties is the loss of the match of this round for not being there."""
        desk = self.place.desk
        rows = (one.row for one in given if one.row.tournament_id == desk.tournament.pk)
        here = (row for row in rows if row.round_no == self.place.round_no and row.withdrawn_at is None)
        return any(row.category == TARDINESS and effects.decides_match(row.kind, desk.state) for row in here)


@dataclass(frozen=True, kw_only=True)
class JudgedTable(PlayersAtPlace):
    """Everything about a table, of this round or of an earlier one.

    Attributes:
        round_clock: the clock of the round.
        calls: the calls from there that wait.
        timers: the timers of the table.
    """

    template: ClassVar[str] = "judge/table/table.html"
    round_clock: RoundClock
    calls: Sequence[OpenCall]
    timers: Sequence[ShownTimer]

    @property
    def round(self) -> Round:
        """The round."""
        return self.place.desk.state.rounds[self.place.round_no - 1]

    @property
    def rounds(self) -> list[RoundNo]:
        """The rounds in which somebody plays at this table."""
        table = TableNo(self.place.table or 0)
        return [one.number for one in self.place.desk.state.rounds if table in one.matches]

    @property
    def row(self) -> ResultRow | None:
        """The result."""
        desk, match = self.place.desk, self.place.match
        return results.row_of(desk.state, match, desk.name) if match else None

    @property
    def clock(self) -> RoundClock | None:
        """The clock, as long as the round is played."""
        return self.round_clock if not self.round.complete else None

    @property
    def own(self) -> Extension:
        """The clock as it stands at the table."""
        return self.round_clock.at(self.place.table or 0)

    @property
    def topics(self) -> list[Topic]:
        """The rules that are asked for most."""
        return rules_at(self.place.desk.state.regulations)

    @property
    def cards(self) -> RoundCards | None:
        """The cards of the round."""
        return self.round.cards

    @property
    def cards_found(self) -> Message:
        """How they were found."""
        return found_by(self.place.desk.state, self.round.number)

    @property
    def open_table(self) -> TableNo | None:
        """This table, where a player has left and the match needs its result."""
        gone = [one for one in self.place.players if not present(self.place, one)]
        return open_table(self.place, gone) if self.place.now else None


@dataclass(frozen=True, kw_only=True)
class TimeForm(PlaceForm):
    """Giving a table more time.

    Attributes:
        own: the clock as it stands at the table.
    """

    template: ClassVar[str] = "judge/table/time.html"
    own: Extension

    @property
    def round(self) -> Round:
        """The round that is played."""
        return self.place.desk.state.rounds[-1]

    @property
    def minutes(self) -> tuple[int, ...]:
        """What can be given with one tap."""
        return MINUTES


@dataclass(frozen=True, kw_only=True)
class LateForm(PlaceForm):
    """Somebody is not at the table: a timer, then what the table of penalties has for it (`C6`).

    Attributes:
        wait: how long is waited.
        timer: the timer that runs.
    """

    template: ClassVar[str] = "judge/table/late.html"
    wait: Preset
    timer: ShownTimer | None

    @property
    def waited(self) -> int:
        """How many minutes have been waited."""
        if self.timer is None:
            return 0
        return max(0, int((self.timer.timer.seconds - self.timer.reading.left.total_seconds()) // 60))

    @property
    def dropping(self) -> str:
        """The clause on players who do not appear."""
        return clause_of(self.place.desk.state, DROPPING)


@dataclass(frozen=True, kw_only=True)
class DropForm(PlaceForm):
    """Taking a player out of all further rounds, after seeing what that comes to."""

    template: ClassVar[str] = "judge/table/drop.html"

    @cached_property
    def would(self) -> list[tuple[Seated, Consequence]]:
        """The players, each with what their leaving would come to."""
        desk, players = self.place.desk, self.place.players
        return [(one, player_sheet.on_drop(desk.snapshot, one.player, desk.name)) for one in players]

    @property
    def open_table(self) -> TableNo | None:
        """The table that needs its result even if one of them leaves."""
        return open_table(self.place, self.place.players)

    @property
    def clause(self) -> str:
        """The clause on leaving."""
        state = self.place.desk.state
        return clause_of(state, DROPPING) or state.regulations.attendance.rejoin_source
