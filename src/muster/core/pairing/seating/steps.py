"""Counted steps of a search for a seating: how far it is, and after how many it is stopped.

Steps are counted, never timed: who knows after how many a search was stopped finds the same seating again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Heard = Callable[["Steps"], bool]
"""Called at every step; answers whether the search is to stop there."""


class StoppedError(Exception):
    """A search was stopped; what it has found so far stands."""


def _go_on(_: Steps) -> bool:
    return False


@dataclass(slots=True)
class Steps:
    """The steps of one search.

    Attributes:
        most: after so many the search is stopped; None: never.
        heard: is called at every step and may stop the search, too.
        taken: how many there were so far.
    """

    most: int | None = None
    heard: Heard = _go_on
    taken: int = 0
    _begun: int = field(default=0, repr=False)
    _ends: int = field(default=0, repr=False)
    _of: int = field(default=1, repr=False)
    _done: int = field(default=0, repr=False)

    def part(self, ends: int, of: int) -> None:
        """Begin the next part of the search: it ends at so many percent, and takes about so many steps."""
        self._begun, self._ends, self._of, self._done = self._ends, ends, max(1, of), 0

    def take(self) -> None:
        """One step more.

        Raises:
            StoppedError: the search is to stop here.
        """
        self.taken += 1
        self._done += 1
        if self.taken == self.most or self.heard(self):
            raise StoppedError

    @property
    def percent(self) -> int:
        """How far the search is, from 0 to 100; it may well end earlier."""
        return self._begun + (self._ends - self._begun) * min(self._done, self._of) // self._of
