"""The hall as the desk's template gets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from muster.app.floor import timer_presets, timers
from muster.app.floor.featured import featured_advice
from muster.app.floor.judges import JudgeOnFloor, judges_on_floor
from muster.app.floor.notices import StaffNotice
from muster.app.floor.open_calls import OpenCall
from muster.app.floor.room import reserved_in, room_of, tables_in
from muster.app.floor.round_clock import RoundClock
from muster.app.floor.timer_presets import Preset
from muster.app.floor.timers import ShownTimer
from muster.core.messages import Message
from muster.core.tournament import queries
from muster.rules.setups import Advice
from muster.web.desk.context import Desk
from muster.web.desk.finish.revealing import RevealCard, reveal_card
from muster.web.desk.floor.drawing import AtTables, RoomDrawing, drawing
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class SentNotice:
    """A notice that was not announced, with what is wrong with it."""

    text: str
    urgent: bool
    fault: Message


@dataclass(frozen=True, slots=True)
class SentTable:
    """A table that was not marked, with what is wrong with it."""

    typed: str
    fault: Message


@dataclass(frozen=True, slots=True)
class SentTimer:
    """A timer that was not started, with what is wrong by field."""

    kind: str
    minutes: str
    table: str
    picks: str
    faults: Mapping[str, Message]


@dataclass(frozen=True, kw_only=True)
class Hall(Page):
    """Everything about the hall: the room, calls, notices, timers.

    Attributes:
        desk: who looks, and at which tournament.
        calls: the calls that wait.
        notices: what was announced.
        timers: the timers that are not put away.
        sent_notice: a notice that was refused.
        sent_table: a featured table that was refused.
        sent_timer: a timer that was refused.
    """

    template: ClassVar[str] = "desk/floor/page.html"
    desk: Desk
    calls: Sequence[OpenCall]
    notices: Sequence[StaffNotice]
    timers: Sequence[ShownTimer]
    sent_notice: SentNotice | None = None
    sent_table: SentTable | None = None
    sent_timer: SentTimer | None = None

    @cached_property
    def drawing(self) -> RoomDrawing:
        """The room with what is played in it."""
        state, venue = self.desk.state, self.desk.event.venue
        round_ = queries.current_round(state)
        return drawing(
            room_of(tables_in(state), venue),
            AtTables(
                round_.matches if round_ else {},
                self.desk.name,
                calls={one.call.table for one in self.calls if one.call.kind == "judge" and one.call.table},
                reserved=reserved_in(state),
                featured=self.desk.tournament.featured,
            ),
        )

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the round, if it was started."""
        return self.desk.clock

    @cached_property
    def judges(self) -> list[JudgeOnFloor]:
        """Who rules, and where they are."""
        return judges_on_floor(self.desk.event, [one.call for one in self.calls])

    @property
    def featured_typed(self) -> str | int:
        """The featured table as its field has it."""
        return self.sent_table.typed if self.sent_table else self.desk.tournament.featured or ""

    @property
    def featured_advice(self) -> Advice | None:
        """What the regulations ask of its players."""
        return featured_advice(self.desk.state)

    @property
    def presets(self) -> list[tuple[Preset, SentTimer | None]]:
        """The timers that can be started, the one that was refused with what was sent."""
        sent = self.sent_timer
        found = timer_presets.presets(self.desk.state)
        return [(one, sent if sent is not None and sent.kind == one.kind else None) for one in found]

    @property
    def starters(self) -> Mapping[int, Message]:
        """Who started which timer."""
        return timers.starters(self.timers)

    @property
    def reveal(self) -> RevealCard | None:
        """How far the walls show the final places."""
        return reveal_card(self.desk)
