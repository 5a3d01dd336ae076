"""The ranked table that pages, pairing and checks read. Values only: no rule is computed here."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.rules.basis import ClauseId
from muster.rules.tiebreakers import TiebreakerId

CriterionId = TiebreakerId | Literal["points", "random"]
"""A tiebreaker, or what stands before all of them (points) and after them (the random key)."""


@dataclass(frozen=True, slots=True)
class Column:
    """One criterion of the order, as a column of the table.

    Attributes:
        id: what is compared.
        name: its name in the regulations.
        short: the heading of its column.
        clause: where it stands.
        reading: the reading it rests on, where the text is silent.
        halves: its values are of points that are shown in halves: as they are shown, each is half of it.
    """

    id: CriterionId
    name: Message
    short: Message
    clause: ClauseId
    reading: str | None = None
    halves: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line in the standings.

    Attributes:
        player: whose line it is.
        rank: 1 to n, all ties broken.
        shared_rank: the rank before the random key: equal players keep the same number.
        points: tournament or match points.
        values: one exact value per column of the table.
        tied_by_key: somebody else has the same points and values, so only the random key (or, before the
            first draw, the player number) orders them.
    """

    player: PlayerId
    rank: int
    shared_rank: int
    points: int
    values: tuple[Fraction, ...]
    tied_by_key: bool


@dataclass(frozen=True)
class Table:
    """The standings, best player first.

    The values are kept as whole numbers over one denominator per column, which is how they were compared;
    `rows` makes exact fractions of them when it is first asked for.

    Attributes:
        columns: the tiebreakers in order. Under the variant `rank_by = "match-wins"` match wins stand first.
        criteria: everything compared, in order: the columns, the points among them, the random key last.
        order: the players, best first.
        shared_ranks: as in `Row.shared_rank`, in that order.
        points: tournament or match points, in that order.
        numerators: per column, the numerators in that order.
        denominators: per column, what they are over.
    """

    columns: tuple[Column, ...]
    criteria: tuple[Column, ...]
    order: tuple[PlayerId, ...]
    shared_ranks: tuple[int, ...]
    points: tuple[int, ...]
    numerators: tuple[tuple[int, ...], ...]
    denominators: tuple[int, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The lines, best first."""
        columns = [
            [Fraction(number, over) for number in numbers]
            for numbers, over in zip(self.numerators, self.denominators, strict=True)
        ]
        values = list(zip(*columns, strict=True)) or [()] * len(self.order)
        shared = self.shared_ranks
        tied = [
            here in (before, after)
            for here, before, after in zip(shared, (0, *shared), (*shared[1:], 0), strict=False)
        ]
        lines = zip(self.order, shared, self.points, values, tied, strict=True)
        return tuple(
            Row(player, rank, shared_rank, points, numbers, by_key)
            for rank, (player, shared_rank, points, numbers, by_key) in enumerate(lines, 1)
        )

    @cached_property
    def places(self) -> dict[PlayerId, int]:
        """Where each player stands in `rows`, from 0."""
        return {player: place for place, player in enumerate(self.order)}

    def row(self, player: PlayerId) -> Row:
        """The player's line.

        Raises:
            KeyError: the player is not ranked here.
        """
        return self.rows[self.places[player]]
