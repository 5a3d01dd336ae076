"""Terrain on a table: how much of it pieces cover, which are missing, and what capacity a piece has.

Measures are exact: inches as fractions, areas by a fixed fraction in place of the circle's ratio, so that no rounding
decides whether a table is in order (`LEG-TERR-2`, `LEG-TERR-3`, `RUN-TERR-2`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

from muster.rules.setups import Limits, TerrainRules, TerrainTable

Shape = Literal["rectangle", "ellipse"]
"""The footprint of a piece; a circle is an ellipse as wide as it is deep."""

SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)

PI: Final = Fraction(3_141_592_653_589_793, 10**15)
"""The circle's ratio, too small by less than a part in ten million millions."""

LONGEST: Final = 100
"""No piece is wider or deeper than so many inches."""

MOST_ALIKE: Final = 99
"""The most pieces that are counted as alike."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces that are alike.

    Attributes:
        kind: which of the kinds of the regulations; empty for any other, which covers but is not counted.
        shape: their footprint.
        wide: how wide one is, in inches, above 0 and at most `LONGEST`.
        deep: how deep one is.
        count: how many there are, from 1 to `MOST_ALIKE`.

    Raises:
        ValueError: a measure or the count is beyond its bounds.
    """

    kind: str
    shape: Shape
    wide: Fraction
    deep: Fraction
    count: int = 1

    def __post_init__(self) -> None:
        if not (0 < self.wide <= LONGEST and 0 < self.deep <= LONGEST and 1 <= self.count <= MOST_ALIKE):
            raise ValueError("a piece is out of bounds")

    @property
    def area(self) -> Fraction:
        """What all of them cover, in square inches."""
        one = self.wide * self.deep
        return self.count * (one if self.shape == "rectangle" else one * PI / 4)


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many pieces of a kind there are, and how many there should be.

    Attributes:
        kind: which.
        there: how many there are.
        limits: how many there should be.
        missing: how many more are needed; pieces of another kind that may count as this one are counted.
        beyond: how many are too many.
    """

    kind: str
    there: int
    limits: Limits
    missing: int
    beyond: int


@dataclass(frozen=True, slots=True)
class TableCheck:
    """A table against the guidelines.

    Attributes:
        covers: the part of the table that is covered, from 0; more than 1 if the pieces do not fit it.
        uncovered: square inches still to be covered to reach the least; 0 if it is reached.
        overfull: square inches beyond the most.
        counts: each kind of piece.
    """

    covers: Fraction
    uncovered: Fraction
    overfull: Fraction
    counts: tuple[KindCount, ...]

    @property
    def in_order(self) -> bool:
        """Whether nothing is missing and nothing is too much."""
        fits = not self.uncovered and not self.overfull
        return fits and not any(one.missing or one.beyond for one in self.counts)


def check_table(rules: TerrainRules, table: TerrainTable, pieces: Sequence[Pieces]) -> TableCheck:
    """These pieces on a table of this size, against what the regulations advise."""
    area = Fraction(table.wide * table.deep)
    covered = sum((piece.area for piece in pieces), Fraction(0))
    least = area * rules.covers.least / 100 if rules.covers else Fraction(0)
    most = area * rules.covers.most / 100 if rules.covers else covered
    none = Fraction(0)
    counts = tuple(_counted(rules, each.kind, each, pieces) for each in table.pieces)
    return TableCheck(covered / area, max(none, least - covered), max(none, covered - most), counts)


def _counted(rules: TerrainRules, kind: str, limits: Limits, pieces: Sequence[Pieces]) -> KindCount:
    there = sum(piece.count for piece in pieces if piece.kind == kind)
    like = {one.id for one in rules.kinds if one.also == kind}
    more = sum(piece.count for piece in pieces if piece.kind in like)
    return KindCount(kind, there, limits, max(0, limits.least - there - more), max(0, there - limits.most))


def capacities_of(rules: TerrainRules, diameter: Fraction) -> tuple[int, ...]:
    """The capacities a piece of this rough diameter in inches may have: two on a limit, none beyond the chart."""
    return tuple(row.capacity for row in rules.capacities if row.least <= diameter <= row.most)
