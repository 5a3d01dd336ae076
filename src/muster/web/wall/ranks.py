"""The standings and the final places on the wall, shown as usual or one by one, and the best on their steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from muster.app.brackets.cutting import seed_numbers
from muster.app.rounds.pods import in_groups
from muster.app.screens.reveal import Revealing
from muster.app.screens.wall import Wall
from muster.app.standings.finishing import place_rows, places_now, swiss_table
from muster.app.standings.groups import group_tables
from muster.app.standings.read import rank_rows, standings_after, table_before
from muster.core.bracket.layouts import place_text
from muster.core.ids import Naming
from muster.core.messages import Message
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.words import points_heading
from muster.web.wall.fit import SHARES, Fit, WallGrids, fit, groups_grid, lines, lines_grid, width

_RANKED: Final = 4_600
"""What rank, movement and the space between things take beside a name, in thousandths of its letters' size."""

_FIGURE: Final = 2_500
_POINTS: Final = 1_400
"""What a tiebreaker and the points take at least."""

_PLACED: Final = 4_200
"""What a final place and points take."""

_STEPS: Final = 78_000
"""What all steps take beside the places after them, in thousandths of a rem."""

_CHAMPION: Final = 6_500
"""The largest letters of a name above a step, in thousandths of a rem."""

_ABOVE: Final = 3
"""On how many lines it stands there."""

REVEALED: Final = 6
"""Places that stand below what is still to come."""


class Ranked(NamedTuple):
    """A line of the standings or of the final places, as text."""

    place: str
    name: str
    points: str
    figure: str = ""
    gone: bool = False
    fit: str = ""
    moved: int | None = None
    cut_below: bool = False
    new: bool = False

    @property
    def lost(self) -> int:
        """Places lost since the round before."""
        return max(0, -(self.moved or 0))


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings, with what their figures are called; `figure` is the first tiebreaker."""

    lines: Sequence[Ranked]
    points: str = ""
    figure: str = ""

    @property
    def grid(self) -> WallGrids:
        """How its lines stand."""
        return lines_grid(len(self.lines))


def standings(state: State, name: Naming) -> Ranking:
    """The Swiss standings after the last complete round."""
    table = standings_after(state)
    grid = lines_grid(len(table.rows))
    before = table_before(state, queries.completed(state))
    rows = rank_rows(state, table, name, before=before)
    figures = [str(row.values[0]) for row in rows] if table.columns else []
    beside = (
        _RANKED + _widest(_POINTS, (str(row.points) for row in rows), 120) + _widest(_FIGURE, figures, 62)
    )
    seeds = seed_numbers(state)
    last_in = max((at for at, row in enumerate(table.rows) if row.player in seeds), default=-1)
    lines = [
        Ranked(
            row.rank_text,
            row.name,
            str(row.points),
            str(row.values[0]) if table.columns else "",
            row.left_after is not None,
            grid.fits(row.name, beside),
            row.moved,
            at == last_in,
        )
        for at, row in enumerate(rows)
    ]
    return Ranking(lines, points_heading(table), str(table.columns[0].short) if table.columns else "")


@dataclass(frozen=True, slots=True)
class RankedGroup:
    """A group or pod: its number, and its lines, best first."""

    number: int
    lines: Sequence[Ranked]


@dataclass(frozen=True, slots=True)
class GroupRanking:
    """The standings of each group or pod; `pods` says that they are pods of a draft."""

    groups: Sequence[RankedGroup]
    grid: WallGrids
    pods: bool = False


NO_GROUPS: Final = GroupRanking((), lines_grid(0))


def by_groups(state: State, name: Naming) -> GroupRanking:
    """The standings of each group or pod after the last complete round; no group stands in two columns."""
    done = queries.completed(state)
    found = group_tables(state, rank_rows(state, standings_after(state), name), done)
    grid = groups_grid(len(found), max((len(group.lines) for group in found), default=0))
    groups = [
        RankedGroup(
            group.number,
            [
                Ranked(
                    line.place,
                    line.row.name,
                    str(line.row.points),
                    gone=line.row.left_after is not None,
                    fit=grid.fits(line.row.name, _RANKED + _POINTS),
                )
                for line in group.lines
            ],
        )
        for group in found
    ]
    return GroupRanking(groups, grid, not in_groups(state))


def _widest(least: int, texts: Iterable[str], share: int) -> int:
    """How much a column of figures takes whose letters are so many per cent of a name's."""
    return max(least, *(width(text) * share // 100 for text in {"", *texts}))


def final_places(state: State, name: Naming) -> Ranking:
    """The final places, with the points where these alone decided."""
    rows = place_rows(state, places_now(state), "", name, swiss_table(state))
    swiss = len(state.stages) == 1
    grid = lines_grid(len(rows))
    return Ranking(
        [
            Ranked(
                row.place,
                row.name,
                str(row.rank.points) if row.rank and swiss else "",
                fit=grid.fits(row.name, _PLACED),
            )
            for row in rows
        ]
    )


OTHERS: Final = 9
"""So many places stand beside the best on their steps."""

_BESIDE_STEPS: Final = 9_300
"""What their names have there, in thousandths of their size."""


def beside_steps(wall: Wall) -> list[Ranked]:
    """The places after those on the steps, as many as stand beside them."""
    rest = places_now(wall.state)[len(wall.podium) :][:OTHERS]
    return [
        Ranked(
            place_text(one.first_place, one.last_place),
            wall.name(one.player),
            "",
            fit=fit(wall.name(one.player), _BESIDE_STEPS),
        )
        for one in rest
    ]


class Winner(NamedTuple):
    """One of the best, as text: the place, its number for the height of the step, and what they win."""

    place: str
    step: int
    name: str
    prizes: Sequence[Message]
    fit: Fit = ""


def winners(wall: Wall) -> tuple[Winner, ...]:
    """The best three, or as many as share the third place; their steps are as high as their places are good."""
    found = wall.podium
    return tuple(
        Winner(row.place, row.first, row.name, row.prizes, step_fit(row.name, len(found))) for row in found
    )


def step_fit(name: str, steps: int) -> Fit:
    """How a name stands above its step, one of so many: on at most three lines, or on more of small letters."""
    room = (_STEPS // max(3, steps) - 2_500) * 1000 // _CHAMPION
    return next((name_of for share, name_of in SHARES if lines(name, room * 100 // share) <= _ABOVE), "f4")


def newest(wall: Wall, revealing: Revealing) -> Ranking:
    """The last places that were shown; as many as can be read from afar."""
    shown = revealing.shown[:REVEALED]
    new = shown[0].first_place if shown else 0
    grid = lines_grid(REVEALED)
    return Ranking(
        [
            Ranked(
                place_text(one.first_place, one.last_place),
                wall.name(one.player),
                "",
                new=one.first_place == new,
                fit=grid.fits(wall.name(one.player), _PLACED),
            )
            for one in shown
        ]
    )
