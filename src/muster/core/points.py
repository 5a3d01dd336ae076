"""Exact numbers: how a ratio is written in a journal and rounded for a page."""

from __future__ import annotations

from fractions import Fraction


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
