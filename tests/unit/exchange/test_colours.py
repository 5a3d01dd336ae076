"""Colours: read, told apart as WCAG measures it, and refused with one that would do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.exchange.colours import BLACK, EDGE, TEXT, WHITE, beside, contrast, ink_on, read_colour

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#ffffff", 4.0),
        ("#0000ff", "#ffffff", 8.59),
        ("#123456", "#123456", 1.0),
    ],
)
def test_contrasts_are_those_wcag_publishes(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.005)
    assert contrast(other, one) == contrast(one, other)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("#1A5FB4", "#1a5fb4"), (" 1a5fb4 ", "#1a5fb4"), ("#fc0", "#ffcc00"), ("ABC", "#aabbcc")],
)
def test_a_colour_is_read_however_it_is_typed(typed: str, kept: str) -> None:
    assert read_colour(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "red", "#12345", "#1234567", "#12345g", "url(x)", "#fff;}", "#１２３４５６"]
)
def test_what_is_no_colour_is_none(typed: str) -> None:
    assert read_colour(typed) is None


@given(COLOURS)
def test_what_is_written_on_any_colour_can_be_read(ground: str) -> None:
    assert ink_on(ground) in {BLACK, WHITE}
    assert contrast(ground, ink_on(ground)) >= TEXT


@given(COLOURS, COLOURS)
def test_two_colours_too_much_alike_are_refused_with_one_that_would_do(band: str, accent: str) -> None:
    refused = beside(band, accent)
    assert (refused is None) == (contrast(band, accent) >= EDGE)
    if refused is not None:
        assert beside(band, refused.instead) is None
        assert refused.instead in str(refused.says)


def test_a_contrast_that_just_fails_does_not_look_as_if_it_held() -> None:
    refused = beside("#000000", "#595959")
    assert refused is not None
    assert "2.9" in str(refused.says)
