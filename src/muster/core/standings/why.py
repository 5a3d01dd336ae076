"""Why one player stands above another: the first criterion in which they differ."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, say
from muster.core.standings.values import Column, Row, Table

_PLAY_OFF: Final = Column("play-off", say("play-off"), NOTHING, "")
_PART: Final = Column("part", say("who came into the last part"), NOTHING, "", "F29")


@dataclass(frozen=True, slots=True)
class Separation:
    """The criterion that puts one player above another.

    Attributes:
        criterion: what separates them; `random` where everything else is equal, `play-off` where they played for it
            instead, `part` where only one of them came into a part in which not all counts that was won before.
        upper: the value of the player above; None for the random key, a play-off and a part.
        lower: the value of the player below, likewise.
    """

    criterion: Column
    upper: Fraction | None
    lower: Fraction | None


def why_above(table: Table, upper: PlayerId, lower: PlayerId) -> Separation:
    """The first criterion in which two players differ (`COM-RANK-1`).

    Raises:
        KeyError: one of them is not ranked in this table.
        ValueError: `upper` does not stand above `lower`.
    """
    above, below = table.row(upper), table.row(lower)
    if above.rank >= below.rank:
        raise ValueError(f"player {upper} does not stand above player {lower}")
    if table.section(upper) != table.section(lower):
        return Separation(_PART, None, None)
    for criterion in table.criteria[:-1]:
        mine, theirs = value_in(table, above, criterion), value_in(table, below, criterion)
        if mine != theirs:
            return Separation(criterion, mine, theirs)
    played = any(upper in players and lower in players for players in table.played)
    return Separation(_PLAY_OFF if played else table.criteria[-1], None, None)


def value_in(table: Table, row: Row, criterion: Column) -> Fraction:
    """A row's exact value of a criterion other than the random key."""
    if criterion.id == "points":
        return Fraction(row.points)
    return row.values[table.columns.index(criterion)]
