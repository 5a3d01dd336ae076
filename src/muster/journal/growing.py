"""A list that only grows, and views of it that do not: what makes one more fact cheap on a long journal."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar, overload

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
