"""The bracket on the wall: pieces that can be read from afar, every name as large as its box allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from muster.app.brackets.read import BoxKind, Bracket, BracketColumn, GameBox, Slot, SlotKind
from muster.core.ids import TableNo
from muster.core.messages import Message
from muster.web.wall.fit import fit

GAMES: Final = 8
"""Games of a round that stand below each other and can be read from afar."""

_BESIDE: Final = 3_600
"""What the seed and the score take beside a name, in thousandths of its letters' size."""

_GAP: Final = 3_500
"""What stands between two columns, in thousandths of a rem."""

_HALF: Final = 4
"""So many games below each other have larger letters."""

AHEAD: Final = 3
"""Rounds of one bracket of a double elimination beside each other on the wall."""

_SIZES: Final = (1_900, 3_000)
"""Letters of a name in a bracket, in thousandths of a rem: of eight games below each other, and of fewer."""


class GameSide(NamedTuple):
    """One side of a game: how it stands, seed, name, score as `Slot` has it, and how the name is set."""

    kind: SlotKind
    seed: int | None
    name: str | Message
    score: str
    fit: str


class WallGame(NamedTuple):
    """One game: how it stands, its table while it is played, and its sides; at a table everybody there."""

    kind: BoxKind
    table: TableNo | None
    sides: tuple[GameSide, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket that fits on the wall: some rounds, some games of each, top to bottom.

    `loose` says that neighbouring games do not lead to one of the next round.
    """

    columns: tuple[tuple[BracketColumn, tuple[WallGame, ...]], ...]
    loose: bool = False

    @property
    def games(self) -> int:
        """How many games of two stand below each other, or as many names at tables."""
        return max(len(self.columns[0][1]), -(-sum(len(game.sides) for game in self.columns[0][1]) // 2))


def pieces(bracket: Bracket) -> list[BracketPart]:
    """The bracket from the round that is played on, in pieces that can be read from afar."""
    if bracket.parts:
        found = [piece for part in bracket.parts for piece in _double_pieces(part.columns)]
        return found or _pieces(bracket.parts[-1].columns)
    return _pieces(bracket.columns)


def _double_pieces(columns: Sequence[BracketColumn]) -> list[BracketPart]:
    """Of one bracket of a double elimination the round that is played or comes next, and the two after it."""
    at = next((number for number, column in enumerate(columns) if not column.over), None)
    if at is None:
        return []
    found = _pieces(columns[at : at + AHEAD])
    return [replace(piece, loose=not _halves([len(games) for _, games in piece.columns])) for piece in found]


def _halves(counts: Sequence[int]) -> bool:
    """Whether each round has half as many games as the one before."""
    return all(one == 2 * two for one, two in pairwise(counts))


def _pieces(columns: Sequence[BracketColumn]) -> list[BracketPart]:
    wide = [at for at, column in enumerate(columns) if len(column.boxes) > GAMES and not column.over]
    narrow = next(at for at, column in enumerate(columns) if len(column.boxes) <= GAMES)
    shown = columns[wide[0] if wide else narrow :]
    count = max(1, len(shown[0].boxes) // GAMES)
    names = sum(len(box.slots) for box in shown[0].boxes)
    rooms = _rooms(len(shown), max(len(shown[0].boxes), -(-names // 2)) // count)
    return [
        BracketPart(
            tuple((column, tuple(_game(box, rooms) for box in _slice(column, at, count))) for column in shown)
        )
        for at in range(count)
    ]


def _rooms(columns: int, games: int) -> tuple[int, int]:
    """What a name has in a box, in thousandths of its size: on a screen that lies, on one that stands upright."""
    size = _SIZES[games <= _HALF]
    wide, tall = (
        ((width - _GAP * (columns - 1)) // columns) * 1000 // size - _BESIDE for width in (115_000, 62_500)
    )
    return wide, tall


def _game(box: GameBox, rooms: Sequence[int]) -> WallGame:
    sides = tuple(_side(slot, rooms) for slot in box.slots)
    return WallGame(box.kind, box.table if box.kind == "playing" else None, sides)


def _side(slot: Slot, rooms: Sequence[int]) -> GameSide:
    wide, tall = (fit(str(slot.text), room) for room in rooms)
    return GameSide(slot.kind, slot.seed, slot.text, slot.score, f"{wide} t{tall}".strip() if tall else wide)


def _slice(column: BracketColumn, at: int, count: int) -> tuple[GameBox, ...]:
    """The games of a column in the piece `at` of `count`; a game all pieces lead to stands in each."""
    boxes = column.boxes
    if len(boxes) < count:
        return (boxes[at * len(boxes) // count],)
    each = len(boxes) // count
    return boxes[at * each : (at + 1) * each]
