"""Exact numbers: how a ratio is written in a journal and rounded for a page."""

from __future__ import annotations

from fractions import Fraction

from muster.core.messages import Message, Number, say_in, verbatim


def ratio_text(value: Fraction) -> str:
    """The exact written form: `3` for whole numbers, else `numerator/denominator` in lowest terms."""
    return str(value)


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


def decimal_text(value: Fraction | int, places: int) -> str:
    """The value rounded half up (away from zero) to `places` decimals, for people to read.

    Never used to compare: ranks are decided by exact values.
    """
    scaled = abs(Fraction(value)) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(whole).rjust(places + 1, "0")
    sign = "-" if value < 0 and whole else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def decimal(value: Fraction | int, places: int) -> Number:
    """The value rounded half up to `places` decimals, in the language of whoever reads it."""
    return Number(decimal_text(value, places))


def percent(value: Fraction | int, places: int = 2) -> Number:
    """The value as a percentage, rounded half up: `2/3` is `66.67 %`."""
    return Number(decimal_text(Fraction(value) * 100, places), percent=True)
