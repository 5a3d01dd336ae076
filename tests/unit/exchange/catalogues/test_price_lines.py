"""Prices as people type them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.messages import Message
from muster.core.roster.catalogue import Price
from muster.exchange.catalogues.price_lines import MOST_LINES, read, written

DAYS = st.none() | st.dates()
PRICES = st.builds(Price, st.integers(0, 99_999), st.sampled_from(["", "3x2", "4x1"]), DAYS, DAYS)


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("", ()),
        ("  \n \n", ()),
        ("36", (Price(36),)),
        (" 3x2:40 \n\n4x2: 55", (Price(40, "3x2"), Price(55, "4x2"))),
        (
            "36 to 2025-06-19\n34 FROM 2025-06-20",
            (Price(36, ends=date(2025, 6, 19)), Price(34, starts=date(2025, 6, 20))),
        ),
        ("1 from 2025-01-01 to 2025-02-01", (Price(1, "", date(2025, 1, 1), date(2025, 2, 1)),)),
    ],
)
def test_prices_one_a_line(text: str, prices: tuple[Price, ...]) -> None:
    assert read(text) == prices


@pytest.mark.parametrize(
    "line", ["x", "-1", "100000", "3.5", "36 points", "36 from today", "36 from 2025-02-30", "٣٦", ":5", "5:"]
)
def test_what_is_no_price_is_named(line: str) -> None:
    found = read(f"36\n{line}")
    assert isinstance(found, Message)
    assert f"“{line}” is no price" in str(found)


def test_more_prices_than_a_card_has_are_refused() -> None:
    assert isinstance(read("1\n" * (MOST_LINES + 1)), Message)


@given(st.lists(PRICES, max_size=5))
def test_what_is_written_is_read_again(prices: list[Price]) -> None:
    assert read(written(prices)) == tuple(prices)
