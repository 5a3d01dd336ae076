"""A tournament at one version, as the store hands it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from muster.core.tournament.journal import Entry
from muster.core.tournament.state import State
from muster.journal.growing import Beginning


@dataclass(frozen=True, slots=True)
class Mark:
    """Who recorded a fact and when, and the number of the first fact of the same act."""

    act: int
    who: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament at one version, with how it came to that.

    Attributes:
        tournament: the journal's number.
        state: the fold of the facts so far.
        entries: the facts so far.
        marks: who and when, fact by fact.
    """

    tournament: int
    state: State = field(default_factory=State)
    entries: Beginning[Entry] = field(default_factory=Beginning)
    marks: Beginning[Mark] = field(default_factory=Beginning)

    @property
    def version(self) -> int:
        """How many facts there are."""
        return self.state.version

    def prolonged(self, state: State, entries: list[Entry], marks: list[Mark]) -> Snapshot:
        """The tournament after these further facts, which made it into this state."""
        return Snapshot(self.tournament, state, self.entries.prolonged(entries), self.marks.prolonged(marks))

    def act(self, first: int) -> tuple[Entry, ...]:
        """The facts of the act whose first fact has this number."""
        last = first
        while last < self.version and self.marks[last].act == first:
            last += 1
        return tuple(self.entries[first - 1 : last])
