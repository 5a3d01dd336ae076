"""What was computed from a state, kept until there is no more room: a head stands for one history."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedCache(Generic[T]):
    """Values by key, at most `room` of them; the one asked for longest ago makes room. Safe between threads.

    A key must stand for all that the value depends on: the head of a tournament's chain, and what was asked.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._held: OrderedDict[Hashable, T] = OrderedDict()

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value under this key, made if it is not there; two that ask at once may both make it."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
        made = make()
        with self._lock:
            self._held[key] = made
            while len(self._held) > self._room:
                self._held.popitem(last=False)
        return made
