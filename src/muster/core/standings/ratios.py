"""One exact value per player: whole numbers over one common denominator, so that comparing is cheap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm


@dataclass(frozen=True, slots=True)
class Ratios:
    """The values of all players: one numerator each, and what all of them are over."""

    numerators: list[int]
    over: int


def positive(numbers: Iterable[int]) -> set[int]:
    """The different numbers above 0 among these, none of which is negative."""
    return {*numbers} - {0}


def numerator_over(value: Fraction | None, denominator: int) -> int:
    """The numerator of the value over a multiple of its denominator; 0 for none."""
    return value.numerator * (denominator // value.denominator) if value else 0


def divide(numerators: Sequence[int], divisors: Sequence[int]) -> Ratios:
    """Each numerator over its divisor; 0 where the divisor is 0."""
    over = lcm(*positive(divisors))
    factors = {divisor: over // divisor for divisor in positive(divisors)} | {0: 0}
    return Ratios([number * factors[by] for number, by in zip(numerators, divisors, strict=True)], over)


def at_least(floor: Fraction, numerators: Sequence[int], divisors: Sequence[int]) -> Ratios:
    """Each numerator over its divisor, but never below the floor; the floor where the divisor is 0."""
    ratios = divide(numerators, divisors)
    over = lcm(ratios.over, floor.denominator)
    factor, least = over // ratios.over, numerator_over(floor, over)
    return Ratios([max(number * factor, least) for number in ratios.numerators], over)
