"""A bracket round by round for any page: rounds that snap beside each other on a phone, and are joined on a desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muster.app.brackets.read import Bracket, BracketColumn, GameBox
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message


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
        number: which of all it is, from 1.
        part: in a double elimination the bracket it is of, in words; else nothing.
    """

    column: BracketColumn
    games: tuple[ShownGame, ...]
    url: str
    now: bool
    number: int = 1
    part: Message = NOTHING


def shown_rounds(
    bracket: Bracket, address: Callable[[int], str], mine: PlayerId | None = None
) -> tuple[ShownRound, ...]:
    """The rounds of a bracket, first to last.

    Args:
        bracket: the bracket.
        address: where a published round stands by itself; empty for nowhere.
        mine: who reads it, if that is one of the players.
    """
    part_of = {id(column): part.title for part in bracket.parts for column in part.columns}
    in_order = sorted(bracket.columns, key=lambda column: column.at)
    current = next((column for column in in_order if not column.over), in_order[-1])
    return tuple(
        ShownRound(
            column,
            tuple(ShownGame(box, _plays(box, mine)) for box in column.boxes),
            address(column.round_no) if column.round_no else "",
            column is current if not bracket.parts else column.at == current.at,
            number,
            part_of.get(id(column), NOTHING),
        )
        for number, column in enumerate(bracket.columns, 1)
    )


def _plays(box: GameBox, mine: PlayerId | None) -> bool:
    return mine is not None and any(slot.player == mine for slot in box.slots)
