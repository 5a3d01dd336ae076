"""Win rates: exact, a draw half a win, and Wilson's interval to the digits that are in print."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.win_rates import SURE, MatchesPlayed, WinInterval

PRINTED = (
    # R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998),
    # table I, method 3: successes, of how many, and the limits in ten thousandths.
    (81, 263, 2553, 3662),
    (15, 148, 624, 1605),
    (0, 20, 0, 1611),
    (1, 29, 61, 1718),
)


def test_a_draw_is_half_a_win() -> None:
    assert MatchesPlayed(1, 1, 1).rate == Fraction(1, 2)
    assert MatchesPlayed(2, 1, 0).rate == Fraction(5, 6)
    assert MatchesPlayed(0, 4, 0).rate == Fraction(1, 2)
    assert MatchesPlayed(3, 2, 1).count == 6


def test_of_no_matches_there_is_no_rate() -> None:
    assert MatchesPlayed().count == 0
    assert MatchesPlayed().rate is None
    assert MatchesPlayed().interval is None


@pytest.mark.parametrize(("won", "count", "low", "high"), PRINTED)
def test_the_interval_has_the_limits_in_print(won: int, count: int, low: int, high: int) -> None:
    found = MatchesPlayed(won, 0, count - won).interval
    assert found is not None
    assert (found.low(10_000), found.high(10_000)) == (low, high)


@pytest.mark.parametrize("count", [1, 2, 3, 10, 600])
def test_who_won_or_lost_everything_is_at_the_end_itself(count: int) -> None:
    every, none = WinInterval(2 * count, count), WinInterval(0, count)
    least = count / (count + float(SURE) ** 2)
    assert every.high(10**9) == 10**9
    assert none.low(10**9) == 0
    assert every.low(10**9) == pytest.approx(least * 10**9, abs=1)
    assert none.high(10**9) == 10**9 - every.low(10**9)


def test_one_of_one_says_next_to_nothing() -> None:
    assert (WinInterval(2, 1).low(100), WinInterval(2, 1).high(100)) == (21, 100)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))))
def test_it_is_wilson_s_formula_and_holds_the_rate(given_: tuple[int, int]) -> None:
    halves, count = given_
    found, z, w = WinInterval(halves, count), float(SURE), halves / (2 * count)
    wide = z * sqrt(w * (1 - w) / count + z * z / (4 * count * count))
    for limit, sign in ((found.low, -1), (found.high, 1)):
        expected = (w + z * z / (2 * count) + sign * wide) / (1 + z * z / count)
        assert limit(10**6) == pytest.approx(expected * 10**6, abs=0.51)
    exact = Fraction(halves, 2 * count)
    assert found.low(10**9) <= exact * 10**9 + 1
    assert found.high(10**9) >= exact * 10**9 - 1
    mirrored = WinInterval(2 * count - halves, count)
    assert abs(mirrored.low(1000) + found.high(1000) - 1000) <= 1
