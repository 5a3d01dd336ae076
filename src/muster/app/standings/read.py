"""The standings for pages: computed once per state and round, turned into rows of text, and explained."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from muster.app.common.cache import BoundedCache
from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.messages import ENGLISH, Number
from muster.core.points import in_decimals
from muster.core.standings.tiebreakers import value_text
from muster.core.standings.values import Column, Row, Table
from muster.core.tournament import queries
from muster.core.tournament.state import State

NO_SEEDS: Final[Mapping[PlayerId, int]] = MappingProxyType({})


T = TypeVar("T")


class OfRounds(Generic[T]):
    """What the Swiss rounds up to one of them come to, computed once for all that it rests on, whoever asks.

    Results of a later round, which come in one by one while everybody looks, leave it as it is.

    Args:
        room: how many of them are kept.
        make: what they come to, by the tournament and the last of these rounds.
    """

    def __init__(self, room: int, make: Callable[[State, int], T]) -> None:
        self._kept = BoundedCache[tuple[T, tuple[object, ...]]](room)
        self._make = make

    def of(self, state: State, upto: int) -> T:
        """What they come to."""
        # All of it is frozen, so the same object is the same value; kept with the rest, no number is used again.
        rests_on = (
            *(state.setup, state.players, state.stages, state.draws.key_seed, state.plan, state.passed),
            *(state.play_offs, *state.rounds[:upto]),
        )
        key = (upto, *map(id, rests_on))
        return self._kept.of(key, lambda: (self._make(state, upto), rests_on))[0]


_tables: Final = OfRounds(64, queries.shown_table)


def standings_after(state: State, after: int | None = None) -> Table:
    """The Swiss standings after a round (the last complete one if None), as people read them.

    The same as `queries.shown_table`, but computed once.
    """
    return _tables.of(state, queries.completed(state) if after is None else after)


@dataclass(frozen=True, slots=True)
class RankRow:
    """One line of the standings as pages show it.

    Attributes:
        rank: the rank to show: equal players keep the same number.
        tied: somebody else is equal in everything, so that only the random key puts them in order.
        player: whose line it is.
        name: how the page calls them.
        points: tournament or match points.
        values: the tiebreakers' values in the table's order, rounded for people.
        left_after: the last round published before they dropped; None for somebody who is still there.
        moved: places gained since the round before, negative for places lost; None if there was none.
        seed: which seed of the cut they are; None outside the cut.
    """

    rank: int
    tied: bool
    player: PlayerId
    name: str
    points: int
    values: tuple[Number, ...]
    left_after: RoundNo | None = None
    moved: int | None = None
    seed: int | None = None

    @property
    def rank_text(self) -> str:
        """The rank with a mark where it is shared: `=3`."""
        return f"={self.rank}" if self.tied else str(self.rank)

    @property
    def down(self) -> int:
        """Places lost since the round before; 0 if none."""
        return max(0, -(self.moved or 0))


def rank_rows(
    state: State,
    table: Table,
    name: Naming,
    *,
    rows: Sequence[Row] | None = None,
    before: Table | None = None,
    seeds: Mapping[PlayerId, int] = NO_SEEDS,
    columns: Sequence[int] | None = None,
) -> tuple[RankRow, ...]:
    """Lines of a table for a page.

    Args:
        state: the tournament the table is of.
        table: the standings.
        name: how players are named.
        rows: only these lines of the table, such as one page of them; all if None.
        before: the table to say against who went up and who went down.
        seeds: the seed numbers of those who are in the cut.
        columns: only the values of these columns, by their places in the table; all if None.
    """
    wanted = range(len(table.columns)) if columns is None else columns
    ids = [(at, table.columns[at]) for at in wanted]
    shown = table.rows if rows is None else rows
    ranks = dict(zip(before.order, before.shared_ranks, strict=True)) if before else {}
    return tuple(
        RankRow(
            row.shared_rank,
            row.tied_by_key,
            row.player,
            name(row.player),
            row.points,
            tuple(value_text(own.id, row.values[at], halves=own.halves) for at, own in ids),
            state.players[row.player].left_after,
            ranks[row.player] - row.shared_rank if row.player in ranks else None,
            seeds.get(row.player),
        )
        for row in shown
    )


def columns_of(table: Table) -> list[Column]:
    """The columns in the order in which they are compared, without the random key."""
    return [column for column in table.criteria if column.id != "random"]


def cells_of(table: Table, row: RankRow) -> list[tuple[str, Number]]:
    """A line's figures by column, points among them, in the order in which they are compared."""
    texts = dict(zip((column.id for column in table.columns), row.values, strict=True))
    ids = (column.id for column in table.criteria if column.id != "random")
    return [(own, texts.get(own, Number(str(row.points)))) for own in ids]


def in_english(values: Iterable[Number]) -> list[str]:
    """Figures as programs read them in a file, whoever asks for it."""
    return [in_decimals(value.said(ENGLISH)) for value in values]


def table_before(state: State, after: int) -> Table | None:
    """The standings a round earlier, to say who moved; None after the first round."""
    return standings_after(state, after - 1) if after > 1 else None


def not_ranked(state: State, name: Naming) -> tuple[str, ...]:
    """The names of the disqualified, who have no line."""
    return tuple(name(player) for player in sorted(queries.disqualified(state)))
