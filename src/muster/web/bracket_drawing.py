"""A bracket as a drawing: where each box, name and line stands. Plain numbers for an SVG template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.app.brackets.read import Bracket, BracketColumn, DoublePart, GameBox, Slot
from muster.web.lettering import Lettering, lettering

WIDTH: Final = 250
GAP: Final = 34
LINE: Final = 24
HEAD: Final = 30
FOOT: Final = 26
STEP: Final = 2 * LINE + 14
TABLE_GAP: Final = 20
NAME: Final = 166
"""What a name has of a box, between the seed number and the score."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a box: what is written where.

    Attributes:
        slot: who.
        name: the name as it is set, in as many lines as it takes; never cut.
        y: where the figures beside it stand.
        top: its upper edge.
    """

    slot: Slot
    name: Lettering
    y: int
    top: int

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The lines of the name, each with where it stands."""
        return self.name.within(self.top, LINE)


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """A box of the drawing, with the line that leads to the next round."""

    box: GameBox
    x: int
    y: int
    sides: tuple[Side, ...]
    path: str

    @property
    def height(self) -> int:
        """How high it is."""
        return len(self.sides) * LINE

    @property
    def width(self) -> int:
        """How wide it is."""
        return WIDTH

    @property
    def plate(self) -> tuple[int, int]:
        """Where the number of its table stands while it is played."""
        return self.x + WIDTH - 42, self.y + self.height // 2 - 12


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above and below a column."""

    column: BracketColumn
    x: int
    y: int = 14


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole sheet, in units of which one is about a pixel."""

    width: int
    height: int
    heads: tuple[Head, ...]
    boxes: tuple[PlacedBox, ...]

    @property
    def outer_width(self) -> int:
        """The width with room for the outermost lines."""
        return self.width + 2

    @property
    def outer_height(self) -> int:
        """The height with room for the outermost lines."""
        return self.height + 2


def drawing(bracket: Bracket) -> Drawing:
    """Where everything of a bracket stands on its sheet."""
    columns = bracket.drawn
    if bracket.parts:
        return _double(bracket.parts)
    if bracket.at_tables:
        return _tables(columns)
    height = HEAD + STEP * len(columns[0].boxes) + FOOT
    heads = tuple(Head(column, at * (WIDTH + GAP)) for at, column in enumerate(columns))
    boxes = tuple(placed for at, column in enumerate(columns) for placed in _placed(column, at, len(columns)))
    return Drawing(len(columns) * (WIDTH + GAP) - GAP, height, heads, boxes)


def _placed(column: BracketColumn, at: int, columns: int) -> Iterator[PlacedBox]:
    x, step = at * (WIDTH + GAP), STEP * 2**at
    for row, box in enumerate(column.boxes):
        middle = HEAD + step * row + step // 2
        y = middle - LINE
        sides = _sides(box, y)
        path = "" if at + 1 == columns else _path(x + WIDTH, middle, row, step)
        yield PlacedBox(box, x, y, sides, path)


def _path(x: int, middle: int, row: int, step: int) -> str:
    """From a box to the middle of the box it leads to."""
    target = middle + step // 2 if row % 2 == 0 else middle - step // 2
    return f"M{x} {middle}h{GAP // 2}V{target}h{GAP - GAP // 2}"


def _tables(columns: Sequence[BracketColumn]) -> Drawing:
    """A cut at tables: in each column one table below the other, and from each a line to the final."""
    heights = [sum(_high(box) + TABLE_GAP for box in column.boxes) for column in columns]
    height, boxes = max(heights), list[PlacedBox]()
    for at, column in enumerate(columns):
        x, y = at * (WIDTH + GAP), HEAD + (height - heights[at]) // 2 + TABLE_GAP // 2
        for box in column.boxes:
            middle = y + _high(box) // 2
            path = (
                ""
                if at + 1 == len(columns)
                else f"M{x + WIDTH} {middle}h{GAP // 2}V{HEAD + height // 2}h{GAP // 2}"
            )
            boxes.append(PlacedBox(box, x, y, _sides(box, y), path))
            y += _high(box) + TABLE_GAP
    heads = tuple(Head(column, at * (WIDTH + GAP)) for at, column in enumerate(columns))
    return Drawing(len(columns) * (WIDTH + GAP) - GAP, HEAD + height + FOOT, heads, tuple(boxes))


def _double(parts: Sequence[DoublePart]) -> Drawing:
    """A double elimination: the upper bracket, the lower one below it, and the final; a column for each round."""
    boxes, heads, top = list[PlacedBox](), list[Head](), 0
    for part in parts:
        apart = part.id == "final"
        base = HEAD if apart else top + HEAD
        rows = _rows(part.columns)
        for column in part.columns:
            x = (column.at - 1) * (WIDTH + GAP)
            heads.append(Head(column, x, base - HEAD + 14))
            boxes += (_placed_row(box, x, base, rows, part.columns) for box in column.boxes)
        if not apart:
            top = base + STEP * round(max(rows.values(), default=0) + 1) + FOOT
    width = max(head.x for head in heads) + WIDTH
    return Drawing(width, top, tuple(heads), tuple(boxes))


def _rows(columns: Sequence[BracketColumn]) -> dict[int, float]:
    """At which height each game stands, counted in games: in the middle of those whose winners come to it."""
    games = {box.game: box for column in columns for box in column.boxes}
    fed = {number for box in games.values() for number in box.of}
    rows: dict[int, float] = {}
    leaves = 0

    def place(number: int) -> float:
        nonlocal leaves
        below = [place(one) for one in games[number].of if one in games]
        if not below:
            leaves += 1
        rows[number] = sum(below) / len(below) if below else leaves - 1
        return rows[number]

    for number in games:
        if number not in fed:
            place(number)
    return rows


def _placed_row(
    box: GameBox, x: int, base: int, rows: Mapping[int, float], columns: Sequence[BracketColumn]
) -> PlacedBox:
    """A game at its height, with the line to the one its winner comes to."""
    middle = base + round(STEP * rows[box.game]) + STEP // 2
    onward = next(((column, one) for column in columns for one in column.boxes if box.game in one.of), None)
    path = ""
    if onward is not None:
        column, other = onward
        goal = base + round(STEP * rows[other.game]) + STEP // 2
        end = (column.at - 1) * (WIDTH + GAP)
        path = f"M{x + WIDTH} {middle}H{end - GAP // 2}V{goal}H{end}"
    return PlacedBox(box, x, middle - LINE, _sides(box, middle - LINE), path)


def _high(box: GameBox) -> int:
    return LINE * len(box.slots)


def _sides(box: GameBox, top: int) -> tuple[Side, ...]:
    return tuple(_side(slot, top + at * LINE) for at, slot in enumerate(box.slots))


def _side(slot: Slot, top: int) -> Side:
    return Side(slot, lettering(str(slot.text), NAME, LINE - 2), top + 17, top)
