"""A tournament at one version, and those kept in the memory of this process, so that a page need not replay a journal.

What is kept never decides anything: `muster.journal.store` compares the head of what is kept with the database
each time, and the head stands for every fact before it. So a fold that lost its ground (a rollback, a restored
backup) is found out and dropped.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeVar, overload
from weakref import WeakValueDictionary

from muster.core.tournament.journal import Entry
from muster.core.tournament.state import State

T = TypeVar("T")

_GROWING: Final = threading.Lock()


class Beginning(Sequence[T]):
    """The first so many items of a list to which items are only ever added; frozen, cheap to prolong.

    Two beginnings share one list as long as the shorter is a beginning of the longer. Whoever prolongs a
    beginning from which another went on gets a list of their own.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[T] | None = None) -> None:
        self._items: list[T] = [] if items is None else items
        self._length = len(self._items)

    def prolonged(self, more: Sequence[T]) -> Beginning[T]:
        """This beginning with more items after it."""
        with _GROWING:
            if len(self._items) != self._length:
                return Beginning([*self, *more])
            self._items.extend(more)
            return Beginning(self._items)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __reversed__(self) -> Iterator[T]:
        return map(self._items.__getitem__, range(self._length - 1, -1, -1))

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._length)
            if step > 0:
                return self._items[start:stop:step]
            return [self._items[at] for at in range(start, stop, step)]
        return self._items[range(self._length)[index]]


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


MOST_FACTS: Final = 100_000
"""How many facts stay in memory, at some 2 kB each; the tournament looked at longest ago makes room."""


class Warm:
    """What all threads share: only what is committed."""

    def __init__(self, most_facts: int = MOST_FACTS) -> None:
        self._most = most_facts
        self._lock = threading.Lock()
        self._held: OrderedDict[int, Snapshot] = OrderedDict()
        self._facts = 0

    def get(self, tournament: int) -> Snapshot:
        """The snapshot kept; an empty one if there is none."""
        with self._lock:
            held = self._held.get(tournament)
            if held is None:
                return Snapshot(tournament)
            self._held.move_to_end(tournament)
            return held

    def put(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless a longer one is kept."""
        with self._lock:
            held = self._held.get(snapshot.tournament)
            if held is not None and held.version >= snapshot.version:
                return
            self._facts += snapshot.version - (held.version if held else 0)
            self._held[snapshot.tournament] = snapshot
            self._held.move_to_end(snapshot.tournament)
            while self._facts > self._most and len(self._held) > 1:
                _, gone = self._held.popitem(last=False)
                self._facts -= gone.version

    def drop(self, snapshot: Snapshot) -> None:
        """Keep this snapshot no longer; another one of the tournament stays."""
        with self._lock:
            if self._held.get(snapshot.tournament) is snapshot:
                del self._held[snapshot.tournament]
                self._facts -= snapshot.version

    def forget(self, tournament: int | None = None) -> None:
        """Keep nothing of one tournament, or nothing at all."""
        with self._lock:
            for each in [tournament] if tournament is not None else list(self._held):
                gone = self._held.pop(each, None)
                self._facts -= gone.version if gone else 0


class TransactionState(threading.local):
    """What the running transaction of this thread has read and written, which it may yet take back."""

    def __init__(self) -> None:
        self.held: dict[int, Snapshot] = {}


class WaitingLines:
    """One line to stand in for each tournament, inside this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: WeakValueDictionary[int, threading.RLock] = WeakValueDictionary()

    @contextmanager
    def stand_in(self, tournament: int) -> Iterator[None]:
        """Wait until nobody else of this process is in the tournament's line."""
        with self._lock:
            line = self._lines.get(tournament)
            if line is None:
                line = self._lines[tournament] = threading.RLock()
        with line:
            yield
