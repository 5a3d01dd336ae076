"""Exact numbers: how a ratio is written in a journal and rounded for a page, and points that are shown in halves."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, Literal

PointsShown = Literal["whole", "halves"]
"""How the points of a game are shown: as they are, or two of them as one, as in chess."""

HALF: Final = "½"


class HalfPoints(int):
    """Points of a game that shows them in halves: a whole number inside, 9, which readers see as 4½.

    It counts, compares and is recorded as the whole number; only its text differs. What is counted of such points
    remains such, so that whoever shows a sum need not know the game.
    """

    __slots__ = ()

    def __str__(self) -> str:
        """As readers see it: `4½`."""
        whole, half = divmod(abs(self), 2)
        return f"{'-' if self < 0 else ''}{whole or '' if half else whole}{HALF if half else ''}"

    def __format__(self, spec: str) -> str:
        """The text, put into a sentence."""
        return format(str(self), spec)

    def __add__(self, other: int) -> HalfPoints:
        """More of them."""
        return HalfPoints(int(self) + other)

    __radd__ = __add__

    def __sub__(self, other: int) -> HalfPoints:
        """Fewer of them."""
        return HalfPoints(int(self) - other)

    @property
    def decimal(self) -> str:
        """As files for programs have it: `4.5`."""
        return f"{'-' if self < 0 else ''}{abs(self) // 2}{'.5' if self % 2 else ''}"

    @property
    def plural(self) -> int:
        """The number whose plural goes with it: one for ½ and 1."""
        return 1 if self in (1, 2) else max(2, abs(self) // 2)


def halved(points: int) -> int:
    """Half of some points, exactly: half of an odd number is rounded up to the next whole one inside (`F29`)."""
    half = (int(points) + 1) // 2
    return HalfPoints(half) if isinstance(points, HalfPoints) else half


def shown_in(shown: PointsShown, points: int) -> int:
    """Points of a game that shows them so."""
    return HalfPoints(points) if shown == "halves" else points


def in_file(points: int) -> int | str:
    """Points as files for programs have them: halves with a decimal point."""
    return points.decimal if isinstance(points, HalfPoints) else points


def in_decimals(text: str) -> str:
    """A figure as files for programs have it: `4½` with a decimal point."""
    return (text[:-1] or "0") + ".5" if text.endswith(HALF) else text


_TYPED: Final = re.compile(r"([0-9]{0,6})( ?½|(?:^| )1/2|[.,]50*|[.,]0+)?")


def typed_points(text: str, shown: PointsShown = "halves") -> int | None:
    """Points as somebody typed them, `4½`, `4.5` or `4`, as the game has them inside; None if they are none there."""
    found = _TYPED.fullmatch(text.strip())
    if found is None or not found[0]:
        return None
    half = bool((found[2] or "").strip(".,0"))
    if not found[1] and not half:
        return None
    if shown == "halves":
        return HalfPoints(2 * int(found[1] or 0) + half)
    return None if half else int(found[1])


def ratio_text(value: Fraction) -> str:
    """The exact written form: `3` for whole numbers, else `numerator/denominator` in lowest terms."""
    return str(value)


def decimal_text(value: Fraction | int, places: int) -> str:
    """The value rounded half up (away from zero) to `places` decimals, for people to read.

    Never used to compare: ranks are decided by exact values.
    """
    scaled = abs(Fraction(value)) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(whole).rjust(places + 1, "0")
    sign = "-" if value < 0 and whole else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
