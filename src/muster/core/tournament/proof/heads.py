"""The head somebody noted: all that tells a journal from another that is honest in itself."""

from __future__ import annotations

import re
from typing import Final

FEWEST: Final = 16
"""Digits of a head that are compared at least: nobody finds another journal that begins like it."""

_DIGITS: Final = re.compile(rf"[0-9a-f]{{{FEWEST},64}}", re.ASCII)


def noted(text: str) -> str | None:
    """The digits of a head as somebody copied or typed it: the whole of it or its beginning, in groups or not.

    Returns:
        The digits in lower case; None if these are not 16 to 64 hexadecimal digits.
    """
    digits = "".join(text.split()).lower()
    return digits if _DIGITS.fullmatch(digits) else None
