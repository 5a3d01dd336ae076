"""Groups on paper: who is in which group, and who meets whom in which round, at which table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from muster.app.rounds.pods import PodSeat, pods_shown
from muster.core.ids import Naming, PlayerId, TableNo
from muster.core.pairing.round_robin import round_robin
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.web.paper.printouts.sizes import Leaf, NameBox, Paper, Sheets, parts, players_counted

_ROW: Final = 8.0
"""A row, in millimetres."""

_NAME: Final = NameBox(62, 7.6, 11)


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A game of a group: its round, its table once that is known, and both players; the second rests with nobody."""

    round_no: int
    table: TableNo | None
    one: str
    one_fit: str
    two: str
    two_fit: str


@dataclass(frozen=True, slots=True)
class GroupLeaf:
    """The sheet of one group.

    Attributes:
        seats: who is in it; only on its first sheet.
        games: its games, as many as fit.
    """

    seats: tuple[PodSeat, ...]
    games: tuple[GroupGame, ...]


def group_sheets(state: State, name: Naming, paper: Paper) -> Sheets:
    """A sheet for each group that is shown: its players, and its rounds with tables, and room for results."""
    leaves, shown = list[Leaf](), pods_shown(state, state.pods or (), name)
    for group in shown:
        seats = tuple(group.seats)
        games = list(_games(state, [seat.player for seat in seats], name))
        room = max(1, paper.rows(_ROW) - len(seats) - 4)
        for at, some in enumerate(parts(games, room)):
            title = _("Group %(group)d") % {"group": group.number}
            leaves.append(Leaf("groups", GroupLeaf(() if at else seats, tuple(some)), title=title))
    return Sheets(_("Group sheets"), tuple(leaves), "", players_counted(sum(group.here for group in shown)))


def _games(state: State, group: list[PlayerId], name: Naming) -> Iterator[GroupGame]:
    """Every game of the circle, round by round; who rests stands at the end of their round."""
    start, known = queries.part_start(state, queries.part_index(state)), _tables(state)
    for number, one in enumerate(round_robin(group), start + 1):
        for pair in one.pairs:
            first, second = map(name, pair)
            table = known.get((number, frozenset(pair)))
            yield GroupGame(number, table, first, _NAME.fit(first), second, _NAME.fit(second))
        if one.resting is not None:
            rests = name(one.resting)
            yield GroupGame(number, None, rests, _NAME.fit(rests), "", "")


def _tables(state: State) -> Mapping[tuple[int, frozenset[PlayerId]], TableNo]:
    """The tables of the rounds that are published."""
    return {
        (round_.number, frozenset(match.pairing.players)): table
        for round_ in queries.part_rounds(state)
        for table, match in round_.matches.items()
    }
