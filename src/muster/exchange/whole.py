"""Whole numbers out of what somebody typed or a form sent: anything may stand there, of any length."""

from __future__ import annotations

from typing import Final

DIGITS: Final = 9
"""So many digits fit into every column of both databases, and no number that Muster gives has more."""


def whole_number(text: str, digits: int = DIGITS) -> int | None:
    """The number written in these digits; None for a sign, a blank, digits of other scripts, or more of them.

    Args:
        text: what was sent.
        digits: how many there may be, leading zeros among them.
    """
    # Its length is looked at first: of some thousand digits Python makes no number, and complains.
    return int(text) if 0 < len(text) <= digits and text.isascii() and text.isdecimal() else None


def number_of(text: str) -> int:
    """The number written so; 0, which nothing has, if it is none."""
    return whole_number(text) or 0
