"""The bracket on paper: where each box, line and name stands, spread over sheets that can be read.

A sheet holds at most eight games of its first column: a Top 16 is one sheet, a Top 32 its two halves and the end, a
Top 64 its four quarters and the end. Measures are millimetres, for an SVG that is as large as the sheet is inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from muster.app.brackets.double import empty_double
from muster.app.brackets.read import Bracket, BracketColumn, GameBox, Slot, bracket_of, sheet_order
from muster.core.bracket.layouts import layout, place_text
from muster.core.ids import Naming
from muster.core.messages import NOTHING
from muster.core.tournament.state import State
from muster.exchange.elimination_words import elimination_title
from muster.web.paper.printouts.fit import SIZES, broken, size
from muster.web.paper.printouts.sizes import FOOT, HEAD, POINT, Leaf, Paper, Sheets

BOXES: Final = 8
"""Games in the first column of a sheet."""

GAP: Final = 9.0
"""Between two columns."""

COLUMNS: Final = 5
"""Rounds of a double elimination beside each other on a sheet."""

TOP: Final = 13.0
"""Room for the names of the rounds."""

CAPTION: Final = 3.0
"""Room for the words under the last game."""

ABOVE: Final = 3.6
"""Room for the words above a game, where there are so many that nothing stands below."""

LINE: Final = 8.5
"""The most a name has of a game's frame, from top to bottom."""

WIDEST: Final = 86.0
SEED: Final = 8.5
"""Room for the seed number before a name."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of letters: where it begins (or ends), how large in millimetres, and of which class."""

    x: float
    y: float
    size: float
    text: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a game."""

    x: float
    y: float
    wide: float
    high: float
    middle: float


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """One sheet of a bracket."""

    width: float
    height: float
    frames: tuple[Frame, ...]
    paths: tuple[str, ...]
    texts: tuple[Text, ...]


def bracket_sheets(
    state: State, name: Naming, paper: Paper, seats: int = 0, *, double: bool = False
) -> Sheets:
    """The elimination as it stands, or an empty bracket for so many seats where there is none or one is asked for."""
    found = None if seats else bracket_of(state, name)
    bracket = found or (empty_double(state, seats or 8) if double else empty_bracket(seats or 8))
    sheets = list(_double_sheets(bracket)) if bracket.parts else list(_sheets(bracket))
    draw = _drawn_double if bracket.parts else partial(_drawn, at_tables=bracket.at_tables)
    leaves = [Leaf("bracket", draw(columns, paper), corner, landscape=True) for corner, columns in sheets]
    says = _("as the seeds stand now") if bracket.provisional and found else ""
    if bracket.champion:
        says = _("Champion: %(name)s") % {"name": bracket.champion}
    size = sum(len(box.slots) for box in bracket.columns[0].boxes)
    title = _("Double elimination") if bracket.parts else _("Bracket: Top %(size)d") % {"size": size}
    return Sheets(title, tuple(leaves), says)


def empty_bracket(seats: int) -> Bracket:
    """A bracket nobody is in yet: the seeds in their places (`COM-ELIM-2`).

    Raises:
        ValueError: there is no sheet of that size.
    """
    sheet = layout(seats)
    columns, count, at = [], seats // 2, 0
    while count >= 1:
        boxes = [GameBox(game, "waiting", (_blank(), _blank())) for game in sheet_order(count)]
        if at == 0:
            boxes = [
                GameBox(box.game, "waiting", (_blank(one), _blank(two)))
                for box, (one, two) in zip(boxes, sheet.matches, strict=True)
            ]
        least, most = sheet.places[at]
        columns.append(BracketColumn(elimination_title(count), None, place_text(least, most), tuple(boxes)))
        count, at = count // 2, at + 1
    return Bracket(tuple(columns), provisional=True, champion="")


def _blank(seed: int | None = None) -> Slot:
    return Slot("waiting", NOTHING, seed=seed)


def _sheets(bracket: Bracket) -> Iterator[tuple[str, Sequence[BracketColumn]]]:
    """The columns of each sheet, with the words for its corner."""
    columns = bracket.drawn
    first = len(columns[0].boxes)
    if first <= BOXES:
        yield "", columns
        return
    parts = first // BOXES
    here = [column for column in columns if len(column.boxes) >= parts]
    for part in range(parts):
        yield f"{part + 1} / {parts}", [_slice(column, part, parts) for column in here]
    yield _("Finals"), [column for column in columns if len(column.boxes) <= parts]


def _double_sheets(bracket: Bracket) -> Iterator[tuple[str, Sequence[BracketColumn]]]:
    """Each bracket of a double elimination on sheets of at most five rounds, the final behind the upper one."""
    upper, *lower = bracket.parts
    final = [part for part in bracket.parts if part.id == "final"]
    ends = [column for part in final for column in part.columns]
    for part in (upper, *(one for one in lower if one.id != "final")):
        columns = [*part.columns, *(ends if part is upper and part.id != "final" else ())]
        sheets = -(-len(columns) // COLUMNS)
        for sheet in range(sheets):
            start, end = (len(columns) * (sheet + one) // sheets for one in (0, 1))
            yield str(part.title), columns[start:end]


def _drawn_double(columns: Sequence[BracketColumn], paper: Paper) -> BracketSheet:
    """Rounds of a double elimination beside each other; what no line says, the numbers of the games do."""
    width = paper.inner(landscape=True)
    height = paper.width - HEAD - FOOT
    room = height - TOP - CAPTION
    pitch = min((width + GAP) / len(columns), WIDEST + GAP)
    frames, paths, texts = list[Frame](), list[str](), list[Text]()
    before: dict[int, Frame] = {}
    most = max(len(column.boxes) for column in columns)
    crowded = most >= BOXES
    for at, column in enumerate(columns):
        texts += _heading(column, at * pitch)
        step, here = room / len(column.boxes), dict[int, Frame]()
        line = min(LINE, (step - ABOVE) / 2 if crowded else step / 2 * 0.72)
        for row, box in enumerate(column.boxes):
            frame = _frame(at * pitch, TOP + step * row + step / 2, pitch - GAP, line * len(box.slots))
            frames.append(frame)
            here[box.game] = frame
            paths += (_path(before[one], frame.middle) for one in box.of if one in before)
            texts += (*_slots(box, frame), *_who_comes(box, frame))
            number, ended = _("game %(number)d") % {"number": box.game}, _how(box)
            words = " · ".join(filter(None, [number, str(box.onward), ended if crowded else ""]))
            texts.append(Text(frame.x, round(frame.y - 0.8, 2), 2.6, words, "soft"))
            texts += () if crowded else _below(box, frame)
        before = here
    return BracketSheet(round(width, 2), round(height, 2), tuple(frames), tuple(paths), tuple(texts))


def _who_comes(box: GameBox, frame: Frame) -> Iterator[Text]:
    """From which game somebody will come, small at the end of the line on which a name is written."""
    half = frame.high / len(box.slots)
    for at, slot in enumerate(box.slots):
        if slot.kind == "waiting" and slot.text:
            y = frame.y + half * at + half / 2 + 0.9
            yield Text(round(frame.x + frame.wide - 1.5, 2), round(y, 2), 2.5, str(slot.text), "from")


def _slice(column: BracketColumn, part: int, parts: int) -> BracketColumn:
    count = len(column.boxes) // parts
    boxes = column.boxes[part * count : (part + 1) * count]
    return BracketColumn(column.title, column.round_no, column.places, boxes)


def _drawn(columns: Sequence[BracketColumn], paper: Paper, *, at_tables: bool) -> BracketSheet:
    width = paper.inner(landscape=True)
    height = paper.width - HEAD - FOOT
    room = height - TOP - CAPTION
    pitch = min((width + GAP) / len(columns), WIDEST + GAP)
    frames, paths, texts = list[Frame](), list[str](), list[Text]()
    line = min(LINE, room / sum(len(box.slots) for box in columns[0].boxes) * 0.8)
    for at, column in enumerate(columns):
        x = at * pitch
        texts += _heading(column, x)
        step = room / len(column.boxes)
        for row, box in enumerate(column.boxes):
            frame = _frame(x, TOP + step * row + step / 2, pitch - GAP, line * len(box.slots))
            frames.append(frame)
            texts += _box(box, frame)
            if at + 1 < len(columns):
                target = TOP + room / 2 if at_tables else frame.middle + (step if row % 2 == 0 else -step) / 2
                paths.append(_path(frame, target))
    return BracketSheet(round(width, 2), round(height, 2), tuple(frames), tuple(paths), tuple(texts))


def _frame(x: float, middle: float, wide: float, high: float) -> Frame:
    return Frame(round(x, 2), round(middle - high / 2, 2), round(wide, 2), round(high, 2), round(middle, 2))


def _heading(column: BracketColumn, x: float) -> Iterator[Text]:
    title = str(column.title)
    title = title[:1].upper() + title[1:]
    yield Text(round(x, 2), 4.4, 4.4, title, "head")
    if column.places:
        yield Text(round(x, 2), 8.6, 3.1, _("out here: place %(places)s") % {"places": column.places}, "soft")


def _path(frame: Frame, target: float) -> str:
    """From a game to the middle of the one its winner plays in."""
    x, middle = frame.x + frame.wide, frame.middle
    return f"M{x:.2f} {middle:.2f}h{GAP / 2:.2f}V{target:.2f}h{GAP / 2:.2f}"


def _box(box: GameBox, frame: Frame) -> Iterator[Text]:
    yield from _slots(box, frame)
    yield from _below(box, frame)


def _slots(box: GameBox, frame: Frame) -> Iterator[Text]:
    """Seeds and names."""
    half = frame.high / len(box.slots)
    for at, slot in enumerate(box.slots):
        middle = frame.y + half * at + half / 2
        if slot.seed:
            yield Text(round(frame.x + SEED - 1.5, 2), round(middle + 1.2, 2), 3.2, str(slot.seed), "seed")
        if slot.kind != "waiting" or not slot.text:
            yield from _name(slot, frame, middle, half)


def _below(box: GameBox, frame: Frame) -> Iterator[Text]:
    """Table and end of a game under its frame."""
    words = _how(box)
    if words:
        yield Text(frame.x, round(frame.y + frame.high + 2.8, 2), 2.5, words, "soft")


def _how(box: GameBox) -> str:
    return " · ".join(filter(None, [_table(box), str(box.words)]))


def _table(box: GameBox) -> str:
    return _("table %(number)d") % {"number": box.table} if box.table else ""


def _name(slot: Slot, frame: Frame, middle: float, half: float) -> Iterator[Text]:
    """The name on as many lines as it needs, in the middle of its part of the frame."""
    full = min(11.5 * POINT, half * 0.62)
    wide = frame.wide - SEED - 2
    scale = SIZES[size(str(slot.text), wide / full, (half - 0.8) / full)]
    letters = full * scale
    lines = broken(str(slot.text), wide / letters)
    for at, line in enumerate(lines):
        y = middle + letters * 0.35 + (at - (len(lines) - 1) / 2) * letters * 1.12
        form = "won" if slot.kind == "won" else "lost" if slot.kind == "lost" else ""
        yield Text(round(frame.x + SEED, 2), round(y, 2), round(letters, 3), line, form)
