"""Moments of a tournament: which one is meant, and all that was on record then."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from django.http import Http404

from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.facts import RoundPublished
from muster.core.tournament.state import Round, State
from muster.exchange.whole import number_of
from muster.journal.snapshot import Beginning, Snapshot
from muster.web.desk.context import Desk
from muster.web.desk.history.acts import act_at, neighbours, players_meant, state_then

LONGEST_QUERY: Final = 100
"""Characters of what is looked for."""


def snapshot_then(snapshot: Snapshot, seq: int) -> Snapshot:
    """All that was on record after this fact, as if nothing had come since."""
    entries, marks = Beginning(snapshot.entries[:seq]), Beginning(snapshot.marks[:seq])
    return Snapshot(snapshot.tournament, state_then(snapshot, seq), entries, marks)


def published_at(snapshot: Snapshot, round_no: int) -> int:
    """The fact that published this round, the last one if it was voided in between; the latest fact if none did."""
    found = (
        entry.seq
        for entry in reversed(snapshot.entries)
        if isinstance(entry.fact, RoundPublished) and entry.fact.round_no == round_no
    )
    return next(found, snapshot.version)


def latest_by(snapshot: Snapshot, when: datetime) -> int:
    """The last fact recorded by an instant; 0 if there was none yet."""
    return bisect_right(snapshot.marks, when, key=lambda mark: mark.at)


@dataclass(frozen=True)
class Moment:
    """The tournament right after an act, as somebody asks to see it.

    Attributes:
        desk: who asks, and all that is on record.
        first: the first fact of the act.
        last: its last fact.
    """

    desk: Desk
    first: int
    last: int

    @cached_property
    def snapshot(self) -> Snapshot:
        """All that was on record then."""
        return snapshot_then(self.desk.snapshot, self.last)

    @property
    def state(self) -> State:
        """The tournament of that time."""
        return self.snapshot.state

    @cached_property
    def round(self) -> Round | None:
        """The round that is asked for, else the latest of that time."""
        rounds, number = self.state.rounds, number_of(self.desk.request.GET.get("round", ""))
        return rounds[number - 1] if 1 <= number <= len(rounds) else queries.current_round(self.state)

    @property
    def done(self) -> int:
        """After which round the standings are shown: the last complete one, or the one asked for; 0 if none."""
        done = queries.completed(self.state) if self.state.setup else 0
        return done if self.round is None else min(done, self.round.number)

    @cached_property
    def query(self) -> str:
        """Whom one looks for."""
        return self.desk.request.GET.get("q", "")[:LONGEST_QUERY].strip()

    @cached_property
    def meant(self) -> Collection[PlayerId] | None:
        """The players that fit what is looked for; None if everybody does."""
        return players_meant(self.desk.names, self.query) if self.query else None

    def fits(self, *players: PlayerId) -> bool:
        """Whether one of these players is looked for."""
        return self.meant is None or any(player in self.meant for player in players)

    @property
    def at(self) -> datetime:
        """When the act was recorded."""
        return self.desk.snapshot.marks[self.first - 1].at

    @property
    def neighbours(self) -> tuple[int | None, int | None]:
        """The acts before and after."""
        return neighbours(self.desk.snapshot, self.first, self.last)

    @property
    def keep(self) -> str:
        """What was asked for, for the links to other moments and other pages of this one."""
        asked = {"round": self.desk.request.GET.get("round", "")[:6], "q": self.query}
        return urlencode({name: value for name, value in asked.items() if value})


def moment_of(desk: Desk, seq: int) -> Moment:
    """The moment after the act to which a fact belongs."""
    found = act_at(desk.snapshot, seq)
    if found is None:
        raise Http404("There is no such act.")
    return Moment(desk, *found)
