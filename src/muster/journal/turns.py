"""Who of this process decides on a tournament, upon what, and what is recorded together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.db import connection

from muster.core.tournament.facts import Fact
from muster.journal import store
from muster.journal.line import WritingLine, WritingLines
from muster.journal.snapshot import Snapshot

_LINES: Final = WritingLines(store.write)


@dataclass(frozen=True, slots=True)
class DecidingTurn:
    """One's turn to decide on a tournament and to have it recorded.

    Attributes:
        base: what to decide on.
        line: who else of this process is at it; None if nobody is, and `base` was read for this turn.
        failures: what the line asks for.
    """

    base: Snapshot
    line: WritingLine | None = None
    failures: int = 0

    @property
    def read(self) -> bool:
        """Whether `base` was read from the database in this turn, so that a refusal can rest on it."""
        return self.line is None

    def record(
        self,
        facts: Iterable[Fact],
        *,
        who: str,
        at: datetime,
        key: str | None = None,
        beside: Callable[[], None] | None = None,
    ) -> Callable[[], Snapshot] | None:
        """Have the facts of one act recorded; as `append`.

        Returns:
            What answers the tournament with them once they are on record, to be called after the turn, and raises
            what `append` raises; None if that takes a turn for which the tournament is read.
        """
        if self.line is None:
            after = store.append(self.base, facts, who=who, at=at, key=key, beside=beside)
            return lambda: after
        if beside is not None:
            return None
        act = store.decided(self.base, facts, who=who, at=at, key=key)
        return partial(self.line.settled, act) if self.line.put(act, self.failures) else None


@contextmanager
def turn(tournament: int, *, read: bool = False) -> Iterator[DecidingTurn]:
    """Decide on a tournament while nobody else of this process does; between processes the database decides.

    What is decided on is what this process knows, with what it has under way. Whoever knows less than the database
    records nothing, and `load` teaches them. Inside a transaction there is no waiting: whoever has begun to write
    must not wait for somebody who waits for the database.

    Args:
        tournament: the journal's number.
        read: read the tournament from the database, once nothing of this process is under way.

    Raises:
        DamagedJournalError: as for `load`.
        UnavailableError: as for `load`.
    """
    if connection.in_atomic_block:
        yield DecidingTurn(store.load(tournament))
        return
    line = _LINES.of(tournament)
    with line.deciding(alone=read) as (under_way, failures):
        if read:
            yield DecidingTurn(store.load(tournament))
        else:
            found = under_way or store.known(tournament)
            yield DecidingTurn(found, line, failures) if found.version else DecidingTurn(found)
