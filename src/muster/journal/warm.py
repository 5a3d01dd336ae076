"""Tournaments kept in the memory of this process, so that a page need not replay a journal.

What is kept never decides anything: `muster.journal.store` compares the head of what is kept with the database
each time, and the head stands for every fact before it. So a fold that lost its ground (a rollback, a restored
backup) is found out and dropped.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakValueDictionary

from muster.journal.snapshot import Snapshot

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
