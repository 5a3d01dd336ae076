"""The elimination in the terminal: every round with its games, who is in them, and where winner and loser go on."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from muster.app.brackets.boxes import Bracket, BracketColumn, GameBox, Slot
from muster.app.brackets.read import bracket_of
from muster.cli.opened import OpenJournal
from muster.cli.output import Figures, grid_of, titled
from muster.cli.tables import name_of
from muster.core.messages import NOTHING, Message, say


def bracket_at(opened: OpenJournal) -> Bracket | None:
    """The elimination of a journal as it is, or as the seeds would play it; None where there is none yet."""
    return bracket_of(opened.state, lambda player: name_of(opened.file.names, player))


def bracket_table(bracket: Bracket) -> Group:
    """The elimination, first round to last; of a double one each bracket by itself."""
    shown: list[Grid | Text | Group] = []
    if bracket.provisional:
        shown.append(Text(str(say("As the seeds stand: nothing of it is published yet."))))
    for title, columns in _parts(bracket):
        grids = [_round(column) for column in columns]
        shown.append(Group(*([Text(str(title), style="bold")] if title else ()), *grids))
    if bracket.champion:
        shown.append(Text(str(say("Winner: {name}.", name=bracket.champion))))
    return Group(*shown)


def _parts(bracket: Bracket) -> Iterator[tuple[Message, tuple[BracketColumn, ...]]]:
    if not bracket.parts:
        yield NOTHING, bracket.columns
    for part in bracket.parts:
        yield part.title, part.columns


def _round(column: BracketColumn) -> Group:
    title = column.title
    if column.round_no is not None:
        title = say("{title}, round {round}", title=title, round=column.round_no)
    made = grid_of(Figures(say("Game")), Figures(say("Table")), say("Seed, player"), "", "")
    for box in column.boxes:
        for at, slot in enumerate(box.sides):
            first = (str(box.game), "" if box.table is None else str(box.table)) if at == 0 else ("", "")
            made.add_row(*first, Text(_side(slot)), slot.score, str(_said(box, slot, at)))
    return titled(title, made)


def _side(slot: Slot) -> str:
    named = str(slot.text)
    return named if slot.seed is None else f"{slot.seed} {named}"


def _said(box: GameBox, slot: Slot, at: int) -> Message:
    """What stands beside a side: won, a bye, its place; at the first, where the others go on."""
    if slot.kind == "won":
        return say("won")
    if slot.kind == "bye":
        return say("bye")
    if slot.place:
        return say("place {place}", place=slot.place)
    return box.onward if at == 0 else NOTHING


def bracket_json(bracket: Bracket) -> dict[str, object]:
    """The same as values."""
    return {
        "provisional": bracket.provisional,
        "champion": bracket.champion or None,
        "rounds": [
            {
                "title": str(column.title),
                "round": column.round_no,
                "part": next((part.id for part in bracket.parts if column in part.columns), None),
                "games": [_game_json(box) for box in column.boxes],
            }
            for column in bracket.columns
        ],
    }


def _game_json(box: GameBox) -> dict[str, object]:
    return {
        "game": box.game,
        "status": box.kind,
        "table": box.table,
        "sides": [
            {
                "player": slot.player,
                "text": str(slot.text),
                "seed": slot.seed,
                "status": slot.kind,
                "place": slot.place or None,
            }
            for slot in box.sides
        ],
    }
