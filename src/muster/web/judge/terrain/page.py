"""The terrain of a table as its template gets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from muster.core.messages import Message, Number, say
from muster.core.terrain import Shape, TableCheck
from muster.rules.setups import TerrainRules, TerrainTable
from muster.web.page import Page

SHAPES: Final[dict[Shape, Message]] = {"rectangle": say("rectangle"), "ellipse": say("circle or ellipse")}


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A line of the form as it was sent.

    Attributes:
        kind: which kind of piece.
        shape: its footprint.
        wide: how wide, as typed.
        deep: how deep, as typed.
        count: how many, as typed.
        fault: what is wrong with it.
        capacities: the capacities a piece of this size may have.
    """

    kind: str = ""
    shape: str = "rectangle"
    wide: str = ""
    deep: str = ""
    count: str = ""
    fault: Message | None = None
    capacities: tuple[int, ...] = ()


@dataclass(frozen=True)
class Terrain(Page):
    """Pieces to enter, and what they come to.

    Attributes:
        rules: what the regulations say.
        table: the size of table that is chosen; None where they count nothing by it.
        rows: the lines of the form.
        check: what the pieces come to; None before any are entered, or with a fault.
    """

    template: ClassVar[str] = "judge/terrain/terrain.html"
    rules: TerrainRules
    table: TerrainTable | None
    rows: Sequence[PieceRow]
    check: TableCheck | None

    @property
    def kinds(self) -> list[tuple[str, Message]]:
        """The kinds of pieces, and any other."""
        return [*((one.id, Message(one.name)) for one in self.rules.kinds), ("", say("Other"))]

    @property
    def shapes(self) -> list[tuple[Shape, Message]]:
        """The footprints."""
        return list(SHAPES.items())

    @property
    def sizes(self) -> list[tuple[str, Message]]:
        """The sizes of table."""
        return [(one.id, Message(one.name)) for one in self.rules.tables]

    @property
    def per_cent(self) -> Number:
        """How much is covered, cut off after one decimal."""
        tenths = int(self.check.covers * 1000) if self.check else 0
        return Number(f"{tenths // 10}.{tenths % 10}")

    @property
    def told(self) -> list[Message]:
        """What is missing, and what is too much."""
        found = self.check
        if found is None:
            return []
        told = []
        if found.uncovered:
            told.append(say("{square} square inches are still to be covered.", square=_up(found.uncovered)))
        if found.overfull:
            told.append(say("{square} square inches are covered too many.", square=_up(found.overfull)))
        names = dict(self.kinds)
        for one in found.counts:
            if one.missing:
                told.append(say("{kind}: {count} more", kind=names[one.kind], count=one.missing))
            if one.beyond:
                told.append(say("{kind}: {count} fewer", kind=names[one.kind], count=one.beyond))
        return told

    @property
    def notes(self) -> list[Message]:
        """What else to heed."""
        return [Message(note) for note in self.rules.notes]


def _up(square: Fraction) -> int:
    """Square inches as a whole number, never too few."""
    return -(-square.numerator // square.denominator)
