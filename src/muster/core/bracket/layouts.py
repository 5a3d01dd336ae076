"""Seeded brackets as they are printed: who meets whom in the first column, and the place under each column.

The tables are those of the bracket sheets (`ARM-BRK-1`, `SWU-ELIM-1`, reading `B42`). Pairing does not use
them: it follows the game numbers (`COM-ELIM-1`, `COM-ELIM-2`), which comes to the same bracket (`B5`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Places = tuple[int, int]
"""A range of places, from the best to the worst; both are equal for a single place."""


@dataclass(frozen=True, slots=True)
class BracketLayout:
    """A bracket sheet.

    Attributes:
        size: the number of seats, a power of two.
        matches: the seeds that meet in the first round, from the top of the sheet to its foot.
        places: what a player out in each column has earned, first column first; the last is the champion's.
    """

    size: int
    matches: tuple[tuple[int, int], ...]
    places: tuple[Places, ...]


_MATCHES: Final = {
    2: "1-2",
    4: "1-4 2-3",
    8: "1-8 4-5 2-7 3-6",
    16: "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11",
    32: (
        "1-32 16-17 8-25 9-24 4-29 13-20 5-28 12-21"
        " 2-31 15-18 7-26 10-23 3-30 14-19 6-27 11-22"
    ),
    64: (
        "1-64 32-33 16-49 17-48 8-57 25-40 9-56 24-41"
        " 4-61 29-36 13-52 20-45 5-60 28-37 12-53 21-44"
        " 2-63 31-34 15-50 18-47 7-58 26-39 10-55 23-42"
        " 3-62 30-35 14-51 19-46 6-59 27-38 11-54 22-43"
    ),
}  # fmt: skip

_PLACES: Final = "33-64 17-32 9-16 5-8 3-4 2-2 1-1"


def _pairs(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(one), int(two)) for one, _, two in (part.partition("-") for part in text.split()))


LAYOUTS: Final[Mapping[int, BracketLayout]] = MappingProxyType(
    {
        size: BracketLayout(size, _pairs(matches), _pairs(_PLACES)[-size.bit_length() :])
        for size, matches in _MATCHES.items()
    }
)
"""The sheets by size: 2, 4, 8, 16, 32 and 64."""


def layout(size: int) -> BracketLayout:
    """The sheet for a bracket of `size` seats.

    Raises:
        ValueError: there is no sheet of that size.
    """
    if size not in LAYOUTS:
        raise ValueError(f"there is no bracket sheet for {size}: sizes are {', '.join(map(str, LAYOUTS))}")
    return LAYOUTS[size]


def bracket_size(players: int) -> int:
    """The seats of the smallest bracket that holds the players: a power of two, at least 2 (reading `B22`).

    The seats left over are byes of the first round (`COM-ELIM-3`).

    Raises:
        ValueError: there are no players.
    """
    if players < 1:
        raise ValueError("an elimination needs at least one player")
    return max(2, 1 << (players - 1).bit_length())


def place_text(first: int, last: int) -> str:
    """A place as printed under a column: `5–8`, or `2` where it is shared with nobody (`ARM-BRK-1`)."""
    return str(first) if first == last else f"{first}–{last}"
