"""What was played as bars, and how often it won as a line with a dot: numbers for the drawing, rounded here only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from muster.app.rosters.breakdown import MOST, CardShare
from muster.core.points import decimal_text

FIRST: Final = 20
"""So many are shown of each part; the others are behind a fold."""


@dataclass(frozen=True, slots=True)
class ShareDrawn:
    """One faction, leader or card.

    Attributes:
        found: how much it was played, and how its matches ended.
    """

    found: CardShare

    @property
    def bar(self) -> int:
        """How long its bar is, of 100; whatever was played has one to be seen."""
        return max(1, int(_per_cent(self.found.share)))

    @property
    def percent(self) -> str:
        """The share of the rosters in hundredths."""
        return _per_cent(self.found.share)

    @property
    def rate(self) -> str:
        """How often it won, in hundredths; empty without a match."""
        rate = self.found.matches.rate
        return "" if rate is None else _per_cent(rate)

    @property
    def low(self) -> int:
        """Where the interval of the rate begins, in hundredths; 0 without a match."""
        interval = self.found.matches.interval
        return interval.low(100) if interval else 0

    @property
    def high(self) -> int:
        """Where it ends; 100 without a match."""
        interval = self.found.matches.interval
        return interval.high(100) if interval else 100

    @property
    def record(self) -> str:
        """Matches won, drawn and lost: `3-0-2`."""
        matches = self.found.matches
        return f"{matches.won}-{matches.drawn}-{matches.lost}"


@dataclass(frozen=True, slots=True)
class SharesDrawn:
    """One part of what was played, the most played first.

    Attributes:
        id: for the page's own use.
        title: what it is called.
        first: what is shown at once.
        folded: what is behind the fold.
        more: how many are not on the page.
    """

    id: str
    title: str
    first: Sequence[ShareDrawn]
    folded: Sequence[ShareDrawn]
    more: int


def shares_drawn(id_: str, title: str, shares: Sequence[CardShare]) -> SharesDrawn:
    """A part of the page: the first, those behind the fold, and how many are left out."""
    every = [ShareDrawn(one) for one in shares[:MOST]]
    return SharesDrawn(id_, title, every[:FIRST], every[FIRST:], len(shares) - len(every))


def _per_cent(value: Fraction) -> str:
    return decimal_text(100 * value, 0)
