"""Exact numbers, rounded half up for people only."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.messages import ENGLISH
from muster.core.points import decimal_text, ratio_text
from muster.core.written import decimal, percent, points_score, score
from number_cases import Polish


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(1, 2), 0, "1"),
        (Fraction(-1, 2), 0, "-1"),
        (Fraction(1, 200), 2, "0.01"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(2, 3), 2, "0.67"),
        (7, 2, "7.00"),
        (0, 0, "0"),
    ],
)
def test_halves_are_rounded_away_from_zero(value: Fraction, places: int, text: str) -> None:
    assert decimal_text(value, places) == text


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6), st.integers(0, 6))
def test_rounding_agrees_with_decimal_arithmetic(numerator: int, denominator: int, places: int) -> None:
    with localcontext() as context:
        context.prec = 60
        exact = Decimal(numerator) / Decimal(denominator)
        expected = exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    assert Decimal(decimal_text(Fraction(numerator, denominator), places)) == expected


def test_percentages_and_ratios_as_people_read_them() -> None:
    assert str(percent(Fraction(2, 3))) == "66.67 %"
    assert str(percent(1, 0)) == "100 %"
    assert str(decimal(Fraction(7, 3), 2)) == "2.33"
    assert ratio_text(Fraction(4, 6)) == "2/3"
    assert ratio_text(Fraction(3)) == "3"


def test_figures_of_a_match_stand_beside_each_other_as_the_language_has_it() -> None:
    assert [score(2, 1).said(each) for each in (ENGLISH, Polish())] == ["2-1", "2:1"]
    assert [points_score(8, 3).said(each) for each in (ENGLISH, Polish())] == ["8–3", "8:3"]
    assert score(7, 5, 0, 2).said(Polish()) == "7:5:0:2"
