"""A whole number out of what a form sent, whatever that is."""

from __future__ import annotations

import pytest

from muster.exchange.whole import DIGITS, number_of, whole_number


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("600", 600), ("9" * DIGITS, 10**DIGITS - 1)]
)
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number == number_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "7 ", " 7", "7\n", "\t7", "1 000", "-7", "+7", "−7", "7.0", "7,5", "1_000", "0x7", "1e3", "½", "x",
        "None", "٣", "७", "７", "2²", "²", "₂", "①", "Ⅶ", "七", "7\u0660", "7\u200b", "\u202e7", "7\x00", "１２３",
        "1" * (DIGITS + 1), "0" * (DIGITS + 1), "9" * 5_000, "0" * 5_000 + "7", "٣" * 5_000, " " * 5_000,
    ],
)  # fmt: skip
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None
    assert number_of(text) == 0


def test_how_many_digits_may_be_less() -> None:
    assert whole_number("999", 3) == 999
    assert whole_number("1000", 3) is None
    assert whole_number("0007", 3) is None
