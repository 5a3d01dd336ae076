"""Prices as people type them, one a line: `36`, `3x2: 40`, `34 from 2025-06-20`, `36 to 2025-06-19`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Final

from muster.core.messages import Message, say
from muster.core.roster.catalogue import Price
from muster.exchange.catalogues.entries import whole

MOST_LINES: Final = 60
"""Prices of one card: the formations of a unit at several times."""

_LINE: Final = re.compile(
    r"(?:(?P<form>[^:]{1,20}):\s*)?(?P<points>\d{1,5})"
    r"(?:\s+from\s+(?P<starts>\d{4}-\d\d-\d\d))?(?:\s+to\s+(?P<ends>\d{4}-\d\d-\d\d))?",
    re.ASCII | re.IGNORECASE,
)


def written(prices: Iterable[Price]) -> str:
    """The prices as they are typed, a line each."""
    return "\n".join(map(_line, prices))


def read(text: str) -> tuple[Price, ...] | Message:
    """The prices of a text, none where it is blank; or which line is none, and how one is written."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        return say("A card has at most {most} prices.", most=MOST_LINES)
    made: list[Price] = []
    for line in lines:
        price = _price(line)
        if price is None:
            return say(
                "“{line}” is no price. Write one a line: 36, or 3x2: 40, or 34 from 2025-06-20.",
                line=line[:40],
            )
        made.append(price)
    return tuple(made)


def _line(price: Price) -> str:
    form = f"{price.form}: " if price.form else ""
    starts = f" from {price.starts.isoformat()}" if price.starts else ""
    ends = f" to {price.ends.isoformat()}" if price.ends else ""
    return f"{form}{price.points}{starts}{ends}"


def _price(line: str) -> Price | None:
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    points = whole(found["points"])
    try:
        starts, ends = _day(found["starts"]), _day(found["ends"])
    except ValueError:
        return None
    return None if points is None else Price(points, (found["form"] or "").strip(), starts, ends)


def _day(stated: str | None) -> date | None:
    return date.fromisoformat(stated) if stated else None
