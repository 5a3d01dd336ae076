"""The acts of this process upon one tournament: decided one after another, written together.

To have a database keep something takes as long for one act as for ten. So whoever finds somebody else writing decides
upon what that one is about to have recorded, and waits; what has gathered meanwhile is written at once, as rows of one
statement. Nobody is answered before their act is on record, and nothing that is not on record is shown to anybody.
If a statement fails, nothing of it is on record, and whatever was decided upon it is decided again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

from muster.journal.errors import ConflictError, UnavailableError
from muster.journal.models import FactRow
from muster.journal.snapshot import Snapshot

Write = Callable[[Snapshot, Sequence[FactRow], Snapshot], None]
"""Records rows, if the first tournament is the one on record, and keeps the second, into which they make it."""

AT_ONCE: Final = 500
"""Rows in one statement: fewer than any database has places for values."""


@dataclass(slots=True, eq=False)
class DecidedAct:
    """An act that is to be recorded.

    Attributes:
        base: the tournament it was decided on.
        after: the tournament with it.
        rows: its facts.
        ended: whether it is known what became of it.
        failed: why it is not on record, as far as that is known; None if it is.
    """

    base: Snapshot
    after: Snapshot
    rows: Sequence[FactRow]
    ended: bool = False
    failed: BaseException | None = None


class WritingLine:
    """Those of this process who write to one tournament."""

    def __init__(self, write: Write) -> None:
        self._deciding = threading.RLock()
        self._write = write
        self._changed = threading.Condition()
        # What was decided last and is not known to be on record; with it, all that is under way.
        self._last: DecidedAct | None = None
        self._waiting = list[DecidedAct]()
        self._writing: Sequence[DecidedAct] = ()
        self._failures = 0

    @contextmanager
    def deciding(self, *, alone: bool = False) -> Iterator[tuple[Snapshot | None, int]]:
        """Decide while nobody else does.

        Args:
            alone: wait until nothing is under way.

        Yields:
            The tournament with all that is under way, None if nothing is; and what `put` asks for.
        """
        with self._deciding:
            with self._changed:
                while alone and self._last is not None:
                    self._changed.wait()
                found = (self._last.after if self._last else None), self._failures
            yield found

    def put(self, act: DecidedAct, failures: int) -> bool:
        """Have an act written with the next; said by whoever is `deciding`.

        Returns:
            False if it cannot be: what it was decided on did not come on record, or its key is under way.
        """
        with self._changed:
            keys = {one.rows[0].key for one in (*self._writing, *self._waiting)} - {None}
            if failures != self._failures or act.rows[0].key in keys:
                return False
            self._waiting.append(act)
            self._last = act
            return True

    def settled(self, act: DecidedAct) -> Snapshot:
        """The tournament with this act, once it is on record: written by us, or by whoever is at it.

        Raises:
            ConflictError: it is not on record; load and decide again.
            UnavailableError: the database cannot be written to.
        """
        while True:
            with self._changed:
                while self._writing and not act.ended:
                    self._changed.wait()
                if act.ended:
                    break
                ours = self._writing = self._taken()
            self._do(ours)
        if act.failed is not None:
            raise _for_one(act.failed)
        return act.after

    def _taken(self) -> Sequence[DecidedAct]:
        """As many of those that wait as fit into one statement, or the first."""
        count, rows = 0, 0
        for act in self._waiting:
            rows += len(act.rows)
            if count and rows > AT_ONCE:
                break
            count += 1
        taken, self._waiting = self._waiting[:count], self._waiting[count:]
        return taken

    def _do(self, acts: Sequence[DecidedAct]) -> None:
        """Write these acts, and tell those whose they are."""
        failed: BaseException | None = UnavailableError("settle")
        try:
            self._write(acts[0].base, [row for act in acts for row in act.rows], acts[-1].after)
            failed = None
        except Exception as error:  # noqa: BLE001  (raised where each of them waits)
            failed = error
        finally:
            with self._changed:
                self._end(acts, failed)
                if failed is not None:
                    self._failures += 1
                    self._end(self._waiting, ConflictError("what this was decided on is not on record"))
                    self._waiting = []
                if not self._waiting:
                    self._last = None
                self._writing = ()
                self._changed.notify_all()

    def _end(self, acts: Sequence[DecidedAct], failed: BaseException | None) -> None:
        for act in acts:
            act.ended, act.failed = True, failed


def _for_one(failed: BaseException) -> BaseException:
    """An error that several are told, for one of them: each thread gets one of its own, where it is ours."""
    made: BaseException
    if isinstance(failed, ConflictError):
        made = ConflictError(*failed.args)
    elif isinstance(failed, UnavailableError):
        made = UnavailableError(failed.doing, failed.__cause__)
    else:
        return failed
    made.__cause__ = failed.__cause__
    return made


class WritingLines:
    """One line to write in for each tournament."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._lines: WeakValueDictionary[int, WritingLine] = WeakValueDictionary()

    def of(self, tournament: int) -> WritingLine:
        """The line of this tournament, the same as long as anybody is in it."""
        with self._lock:
            line = self._lines.get(tournament)
            if line is None:
                line = self._lines[tournament] = WritingLine(self._write)
            return line
