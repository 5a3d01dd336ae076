"""How often something wins, and how far luck alone may have carried that: Wilson's interval in whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final

SURE: Final = Fraction(1_959_964, 1_000_000)
"""How many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class MatchesPlayed:
    """Matches won, drawn and lost at the table."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def count(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> Fraction | None:
        """The share of them that was won, a draw counting half; None where there are none."""
        return Fraction(2 * self.won + self.drawn, 2 * self.count) if self.count else None

    @property
    def interval(self) -> WinInterval | None:
        """Where the true rate lies with 95 % certainty; None where there are none."""
        return WinInterval(2 * self.won + self.drawn, self.count) if self.count else None


UNPLAYED: Final = MatchesPlayed()
"""No match at all."""


@dataclass(frozen=True, slots=True)
class WinInterval:
    """The interval of E. B. Wilson (1927) without correction for continuity, for a certainty of 95 %.

    For a rate w of n matches its limits are (w + z²/2n ± z √(w(1 - w)/n + z²/4n²)) / (1 + z²/n). They hold a root, so
    they are kept as what they are made of, and rounded only when asked. Draws vary less than wins and losses do:
    with draws the interval is rather too wide than too narrow.

    Attributes:
        halves: half wins: two for a win, one for a draw.
        count: matches, at least one.
    """

    halves: int
    count: int

    def low(self, parts: int) -> int:
        """The lower limit in such parts of the whole, 100 for per cent, rounded half up without an error before."""
        whole, root, below = self._surd(parts)
        return (whole - isqrt(root - 1) - 1) // below  # the root is rounded up, and never 0

    def high(self, parts: int) -> int:
        """The upper limit in such parts of the whole, rounded half up without an error before."""
        whole, root, below = self._surd(parts)
        return (whole + isqrt(root)) // below

    def _surd(self, parts: int) -> tuple[int, int, int]:
        """Whole numbers a, b and c of which the limits in these parts, and a half, are (a ± √b) / c."""
        z, one, n, s = SURE.numerator**2, SURE.denominator**2, self.count, self.halves
        middle, below = n * (s * one + z), 2 * n * (n * one + z)
        root = n * z * (n * z + one * s * (2 * n - s))
        return 2 * parts * middle + below, 4 * parts**2 * root, 2 * below
