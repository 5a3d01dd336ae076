"""The text of Armada Warlords, and of the Flagship fleet builder that took it over."""

from __future__ import annotations

import re
from typing import Final

from muster.exchange.rosters.fleet import OBJECTIVES
from muster.exchange.rosters.fleet_text import Dialect, keys_in, read_fleet
from muster.exchange.rosters.reading import Reading, Unreadable

ID: Final = "warlords"

_OBJECTIVES: Final = frozenset(f"{slot} objective" for slot in OBJECTIVES)
_FLAGSHIP: Final = re.compile(r"^[ \t]{0,9}\[\s{0,3}flagship\s{0,3}\]", re.IGNORECASE | re.MULTILINE)
_PRINTED: Final = re.compile(
    r"^[ \t]{0,9}=[ \t]{0,9}\d{1,6} total (?:ship|squadron) cost|\(\s{0,9}\d{1,6}\s{1,9}points\s?\)",
    re.IGNORECASE | re.MULTILINE,
)


def likeness(text: str) -> int:
    """How much a text looks like a list of Armada Warlords or Flagship."""
    marks = 16 * len(_OBJECTIVES & keys_in(text))
    marks += 40 if _FLAGSHIP.search(text) else 0
    return min(98, marks + (40 if _PRINTED.search(text) and marks else 0))


def read(text: str) -> Reading | Unreadable:
    """Read a list of Armada Warlords, whose figures are of a whole line, or of Flagship, whose are of one copy."""
    return read_fleet(text, Dialect(ID, loose=True, lump=_PRINTED.search(text) is not None))
