"""Numbers as people read them: rounded, and with the marks of the reader's language."""

from __future__ import annotations

from fractions import Fraction

from muster.core.messages import Message, Number, say_in, verbatim
from muster.core.points import decimal_text


def decimal(value: Fraction | int, places: int) -> Number:
    """The value rounded half up to `places` decimals."""
    return Number(decimal_text(value, places))


def percent(value: Fraction | int, places: int = 2) -> Number:
    """The value as a percentage, rounded half up: `2/3` is `66.67 %`."""
    return Number(decimal_text(Fraction(value) * 100, places), percent=True)


def score(*figures: int) -> Message:
    """The figures of a match beside each other, as they are typed in English: `2-1`."""
    whole = verbatim(str(figures[0]))
    for each in figures[1:]:
        whole = say_in("score", "{one}-{two}", one=whole, two=each)
    return whole


def points_score(*figures: int) -> Message:
    """The points a match brought, as they stand in lists: `8–3`."""
    whole = verbatim(str(figures[0]))
    for each in figures[1:]:
        whole = say_in("score", "{one}–{two}", one=whole, two=each)
    return whole
