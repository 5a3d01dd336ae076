"""What every reader of a roster answers with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from muster.core.roster.roster import Roster

LARGEST: Final = 200_000
"""Bytes of a roster: the longest real one has about 8,500."""

MOST_ITEMS: Final = 1_000
"""Items and upgrades of one roster together."""

LONGEST_NAME: Final = 120
"""Characters of any name in a roster; longer ones are cut."""

MOST_COPIES: Final = 999
"""Copies of one item."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not understood: its number from 1 and what it says."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class StatedSum:
    """A sum stated in the list: what of, what it says, what the lines add up to (None: a price is missing)."""

    what: str
    stated: int
    counted: int | None
    line: int = 0

    @property
    def agrees(self) -> bool:
        """Whether the lines add up to it."""
        return self.counted is None or self.counted == self.stated


@dataclass(frozen=True, slots=True)
class Reading:
    """A roster as read from a text.

    Attributes:
        format: the id of the format, such as `kingston`.
        roster: what was read.
        unread: lines that were not understood; nothing is dropped silently.
        sums: the sums the list states.
        remarks: what the reader made of doubtful places, one sentence each.
    """

    format: str
    roster: Roster
    unread: tuple[Unread, ...] = ()
    sums: tuple[StatedSum, ...] = ()
    remarks: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a text cannot be read as a roster: one or two sentences that say what to do instead."""

    says: str
    line: int = 0
