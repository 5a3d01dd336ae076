"""Colours that people choose: read from `#rrggbb`, and told apart as WCAG 2.2 measures it.

The contrast of two colours is `(L1 + 0.05) / (L2 + 0.05)` of their relative luminances, from 1 to 21 (WCAG 2.2,
"contrast ratio"). Text needs 4.5 (1.4.3, level AA), lines and edges that say something need 3 (1.4.11).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.core.messages import Message, Number, say

TEXT: Final = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""

EDGE: Final = 3.0
"""The least contrast of lines and edges that say something (WCAG 2.2, 1.4.11)."""

BLACK: Final = "#000000"
WHITE: Final = "#ffffff"

_COLOUR: Final = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})")
_STEPS: Final = 64


@dataclass(frozen=True, slots=True)
class TooAlike:
    """Two colours that cannot stand beside each other.

    Attributes:
        says: why not, and what would do.
        instead: the colour nearest to the second one that would.
    """

    says: Message
    instead: str


def read_colour(text: str) -> str | None:
    """A colour as `#rrggbb` in small letters, from that or `#rgb`; None if it is none."""
    found = _COLOUR.fullmatch(text.strip().casefold())
    if found is None:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(2 * one for one in found[1])
    return f"#{digits}"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: str) -> str:
    """Black or white, whichever is read better on this ground; one of them always has 4.58 or more."""
    return WHITE if contrast(ground, WHITE) >= contrast(ground, BLACK) else BLACK


def beside(band: str, accent: str) -> TooAlike | None:
    """Why the second colour cannot mark anything on the first; None if it can."""
    found = contrast(band, accent)
    if found >= EDGE:
        return None
    instead = _nearest(band, accent)
    says = say(
        "These two colours are too much alike: their contrast is {found} to 1, and it takes {least} to 1. "
        "{instead} would do.",
        found=_written(found),
        least=_written(EDGE),
        instead=instead,
    )
    return TooAlike(says, instead)


def _nearest(band: str, accent: str) -> str:
    """The colour nearest to the accent, lighter or darker, that is told apart from the band."""
    return next(one for one in _further(accent) if contrast(band, one) >= EDGE)


def _further(accent: str) -> Iterator[str]:
    """The accent, a step at a time nearer to white and to black."""
    for step in range(1, _STEPS + 1):
        for goal in (WHITE, BLACK):
            yield _mixed(accent, goal, step)


def _mixed(one: str, goal: str, step: int) -> str:
    parts = zip(_parts(one), _parts(goal), strict=True)
    mixed = (round(here + (there - here) * step / _STEPS) for here, there in parts)
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    """How light a colour is to the eye, from 0 to 1 (WCAG 2.2, "relative luminance")."""
    red, green, blue = (_linear(part / 255) for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _written(ratio: float) -> Number:
    """A contrast as people are told it, rounded down, so that what fails never looks as if it held."""
    return Number(f"{int(ratio * 10) / 10:.1f}")
