"""A bracket round by round for any page: rounds that snap beside each other on a phone, and are joined on a desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muster.app.brackets.read import Bracket, BracketColumn, GameBox
from muster.core.ids import PlayerId


@dataclass(frozen=True, slots=True)
class ShownGame:
    """One game, and whether the reader plays in it."""

    box: GameBox
    mine: bool


@dataclass(frozen=True, slots=True)
class ShownRound:
    """One round of the bracket.

    Attributes:
        column: its title, its places and its games.
        games: the games, from the top of the sheet.
        url: where the round stands by itself; empty where nobody can look.
        now: it is the one that is played, or comes next.
    """

    column: BracketColumn
    games: tuple[ShownGame, ...]
    url: str
    now: bool


def shown_rounds(
    bracket: Bracket, address: Callable[[int], str], mine: PlayerId | None = None
) -> tuple[ShownRound, ...]:
    """The rounds of a bracket, first to last.

    Args:
        bracket: the bracket.
        address: where a published round stands by itself; empty for nowhere.
        mine: who reads it, if that is one of the players.
    """
    current = next((column for column in bracket.columns if not column.over), bracket.columns[-1])
    return tuple(
        ShownRound(
            column,
            tuple(ShownGame(box, _plays(box, mine)) for box in column.boxes),
            address(column.round_no) if column.round_no else "",
            column is current,
        )
        for column in bracket.columns
    )


def _plays(box: GameBox, mine: PlayerId | None) -> bool:
    return mine is not None and any(slot.player == mine for slot in box.slots)
