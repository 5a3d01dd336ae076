"""The small typed names by which facts refer to things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NewType, get_args

PlayerId = NewType("PlayerId", int)
"""A player's entry number in one tournament, from 1. Names are kept elsewhere and may be erased."""

Naming = Callable[[PlayerId], str]
"""How a sentence names a player."""

ClubId = NewType("ClubId", int)
"""A club as one tournament knows it, from 1: only whether two players share one ever matters here."""

TableNo = NewType("TableNo", int)
"""The number of a table, from 1."""

RoundNo = NewType("RoundNo", int)
"""The number of a round, from 1, running on through all stages."""

Seat = Literal[0, 1]
"""Which of the two players of a pairing: 0 the first named, 1 the second named. Not a role in the game."""

TableSeat = Literal[0, 1, 2, 3, 4]
"""Where somebody sits at a table of up to five, in the order of the pairing."""

SEATS_AT_TABLE: Final[tuple[TableSeat, ...]] = get_args(TableSeat)

SEATS: Final[tuple[Seat, Seat]] = (0, 1)


def other(seat: Seat) -> Seat:
    """The opponent's seat."""
    return 1 if seat == 0 else 0


def numbered(player: PlayerId) -> str:
    """A player named by the entry number, where no names are at hand: `player 7`."""
    return f"player {player}"
