"""What hangs on the wall: who sits where in a round, and the standings.

All of it has the names the public sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from muster.app.common.names import naming
from muster.app.history.seals import JournalFingerprint
from muster.app.rounds.building import builders_by_name, building_shown
from muster.app.rounds.cards import found_by
from muster.app.rounds.read import NameRow, PublishedRound, by_name, published_round
from muster.app.standings.read import RankRow, cells_of, columns_of, not_ranked, rank_rows, standings_after
from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.standings.values import Table
from muster.core.tournament.state import State
from muster.exchange.course_words import carry_notes
from muster.web.paper.printouts.fit import fit
from muster.web.paper.printouts.sizes import (
    HEADING,
    POINT,
    ROW,
    Columns,
    Leaf,
    NameBox,
    Paper,
    Sheets,
    columns,
    letters,
    parts,
    players_counted,
    tables_counted,
)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player's line: where they sit, and against whom; at tables of three and four, in which seat and with whom.

    `together` are those who build decks at a table: they have no seat, and sit with, not against somebody.
    """

    name: str
    name_fit: str
    table: int | None
    other: str
    other_fit: str
    seat: int | None = None
    at_tables: bool = False
    together: bool = False


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A line of the sheet by table where three or four sit at one: the number of the seat, and who sits there.

    `first` is the first line of a table.
    """

    table: int | None
    seat: int | None
    name: str
    name_fit: str
    first: bool = True


@dataclass(frozen=True, slots=True)
class Board:
    """A table's line."""

    table: int | None
    one: str
    one_fit: str
    two: str
    two_fit: str


_NAME, _OPPONENT = NameBox(92, 9.4, 20), NameBox(66, 9.4, 14)
_NAME_TWO, _OPPONENT_TWO = NameBox(69, 6.2, 15), NameBox(69, 4.0, 9.5)
_NAME_SEAT, _NAME_SEAT_TWO = NameBox(76, 9.4, 20), NameBox(53, 6.2, 15)
_OTHERS_TWO = NameBox(53, 4.0, 9.5)
_SEATED, _SEATED_TWO = NameBox(130, 9.4, 20), NameBox(50, 9.4, 14)
_BOARD, _BOARD_TWO = NameBox(80, 9.4, 17), NameBox(70, 5.2, 12.5)


def pairings_by_name(state: State, number: RoundNo, names: Mapping[PlayerId, str], paper: Paper) -> Sheets:
    """Everybody by name with table and opponent, for the wall."""
    round_ = published_round(state, number, names)
    lines = by_name(round_)
    many = len(lines) > paper.rows(ROW, heading=HEADING)
    name, other = (_NAME_TWO, _OPPONENT_TWO) if many else (_NAME, _OPPONENT)
    if round_.at_tables:
        name, other = (_NAME_SEAT_TWO, _OTHERS_TWO) if many else (_NAME_SEAT, _OPPONENT)
    seats = [_seat(line, name, other, at_tables=round_.at_tables) for line in lines]
    cards = _cards(state, round_)
    leaves = [
        Leaf("names", body, letters(_first(body).name, _last(body).name) if lines else "")
        for body in columns(seats, paper, note=cards)
    ]
    return Sheets(str(round_.title), tuple(leaves), _("Find your name"), players_counted(len(lines)))


def building_by_name(state: State, name: Naming, paper: Paper) -> Sheets:
    """Everybody by name with the table to build a deck at, for the wall."""
    lines = builders_by_name(building_shown(state, state.building or (), name))
    many = len(lines) > paper.rows(ROW, heading=HEADING)
    own, other = (_NAME_TWO, _OPPONENT_TWO) if many else (_NAME, _OPPONENT)
    seats = [
        SeatLine(one.name, own.fit(one.name), one.table, one.others, other.fit(one.others), together=True)
        for one in lines
    ]
    leaves = [
        Leaf("names", body, letters(_first(body).name, _last(body).name) if seats else "")
        for body in columns(seats, paper)
    ]
    return Sheets(_("Building tables"), tuple(leaves), _("Find your name"), players_counted(len(lines)))


def pairings_by_table(state: State, number: RoundNo, names: Mapping[PlayerId, str], paper: Paper) -> Sheets:
    """Every table with its players, and the byes."""
    round_ = published_round(state, number, names)
    if round_.at_tables:
        return _by_seat(state, round_, paper)
    pairs = [(one.table, one.one.name, one.two.name) for one in round_.meetings]
    byes = [(None, bye.seat.name, _("bye")) for bye in round_.byes]
    byes += [(None, one.name, _("waits") if round_.elimination else _("rests")) for one in round_.rests]
    many = len(pairs) + len(byes) > paper.rows(ROW, heading=HEADING)
    place = _BOARD_TWO if many else _BOARD
    boards = [Board(table, one, place.fit(one), two, place.fit(two)) for table, one, two in (*pairs, *byes)]
    leaves = [
        Leaf("tables", body, _tables(_first(body), _last(body)) if boards else "")
        for body in columns(boards, paper, note=_cards(state, round_))
    ]
    return Sheets(str(round_.title), tuple(leaves), _("By table"), tables_counted(len(pairs)))


def _by_seat(state: State, round_: PublishedRound, paper: Paper) -> Sheets:
    """Every seat of every table, and the byes."""
    seated = [
        (one.table, number, seat.name) for one in round_.meetings for number, seat in enumerate(one.seats, 1)
    ]
    rests = _("bye")
    byes = [(None, None, f"{bye.seat.name}: {rests}") for bye in round_.byes]
    many = len(seated) + len(byes) > paper.rows(ROW, heading=HEADING)
    place = _SEATED_TWO if many else _SEATED
    lines = [
        BoardSeat(table, seat, name, place.fit(name), seat in (None, 1))
        for table, seat, name in (*seated, *byes)
    ]
    leaves = [
        Leaf("seats", body, _tables(_first(body), _last(body)) if lines else "")
        for body in columns(lines, paper, note=_cards(state, round_))
    ]
    return Sheets(str(round_.title), tuple(leaves), _("By table"), tables_counted(len(round_.meetings)))


def _seat(line: NameRow, name: NameBox, other: NameBox, *, at_tables: bool) -> SeatLine:
    opponent = str(line.opponent)
    shown = name.fit(line.name), line.table, opponent, other.fit(opponent)
    return SeatLine(line.name, *shown, line.seat, at_tables)


def _first(page: Columns) -> Any:
    return page.columns[0][0]


def _last(page: Columns) -> Any:
    return [*page.columns[0], *(page.columns[1] if page.two else ())][-1]


def _tables(first: Board | BoardSeat, last: Board | BoardSeat) -> str:
    if first.table is None:
        return ""
    return f"{first.table} – {last.table}" if last.table else f"{first.table} –"


def _cards(state: State, round_: PublishedRound) -> str:
    """What the round's cards are and how they were found, where the game draws them."""
    cards = round_.round.cards
    if not cards:
        return ""
    found = str(found_by(state, round_.number))
    words = {"deployment": cards.deployment, "objective": cards.objective, "found": found}
    return _("Deployment: %(deployment)s · Objective: %(objective)s · %(found)s") % words


# Standings


@dataclass(frozen=True, slots=True)
class PrintedRank:
    """A line of the standings."""

    row: RankRow | None
    name: str
    name_fit: str
    cells: Sequence[str]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A page of the standings.

    Attributes:
        seal: what proves them, at the foot of every page; None before there is anything to prove.
        code: there is room for the code of the page on which it is checked.
    """

    heads: Sequence[str]
    lines: Sequence[PrintedRank]
    large: bool
    legend: str
    legend_fit: str
    seal: JournalFingerprint | None = None
    code: bool = False


RANK_ROW, RANK_ROW_LARGE = 6.6, 9.2
_LEGEND: Final = 9.0
_SEAL, _SEAL_SO_FAR, _SEAL_CODE = 12.5, 7.0, 23.0
"""Millimetres for the seal, for the head before the end, and for the seal with its code."""
_RANK_WIDE, _VALUE_WIDE = 15.0, 19.0
MOST_UPRIGHT: Final = 5
"""More columns of figures than this, and the standings lie on their side."""


def standings_sheets(
    state: State,
    after: int,
    names: Mapping[PlayerId, str],
    paper: Paper,
    seal: JournalFingerprint | None = None,
) -> Sheets:
    """The standings after a complete round with every tiebreaker, and the seal on every page."""
    table = standings_after(state, after)
    shown = columns_of(table)
    lying = len(shown) > MOST_UPRIGHT
    called = naming(names)
    wide = paper.inner(landscape=lying) - _RANK_WIDE - _VALUE_WIDE * len(shown) - 3
    foot = _LEGEND + (0 if seal is None else _SEAL if seal.final else _SEAL_SO_FAR)
    many = len(table.rows) + len(not_ranked(state, called))
    large = many <= paper.rows(RANK_ROW_LARGE, heading=HEADING + foot, landscape=lying)
    place = NameBox(wide, 8.2, 15) if large else NameBox(wide, 5.8, 11)
    row_high = RANK_ROW_LARGE if large else RANK_ROW
    lines = _ranked(state, table, called, place)
    legend = " · ".join(f"{one.short}: {one.name}" for one in shown)
    legend += " · " + _("= marks players who are equal in everything")
    legend = " · ".join([legend, *map(str, carry_notes(state, after))])
    size = fit(legend, paper.inner(landscape=lying) / (8 * POINT), (_LEGEND - 1) / (8 * POINT))
    heads = [str(one.short) for one in shown]
    with_code = paper.rows(row_high, heading=HEADING + _LEGEND + _SEAL_CODE, landscape=lying)
    leaves = [
        Leaf(
            "standings",
            Ranking(heads, page, large, legend, size, seal, _coded(seal) and len(page) <= with_code),
            _ranks(page),
            landscape=lying,
        )
        for page in parts(lines, paper.rows(row_high, heading=HEADING + foot, landscape=lying))
    ]
    title = _("Standings after round %(number)d") % {"number": after}
    return Sheets(title, tuple(leaves), "", players_counted(len(table.rows)))


def _ranked(state: State, table: Table, called: Naming, place: NameBox) -> list[PrintedRank]:
    """A line for each player who is ranked, then for those who are not."""
    lines = [
        PrintedRank(
            row, row.name, place.fit(row.name), [str(text) for _id, text in cells_of(table, row)], _left(row)
        )
        for row in rank_rows(state, table, called)
    ]
    blank = [""] * len(columns_of(table))
    out = [
        PrintedRank(None, name, place.fit(name), blank, _("disqualified, not ranked"))
        for name in not_ranked(state, called)
    ]
    return [*lines, *out]


def _coded(seal: JournalFingerprint | None) -> bool:
    """Whether a code belongs beside it: it is final, and everybody can open the page it leads to."""
    return seal is not None and seal.final and bool(seal.address)


def _left(row: RankRow) -> str:
    return _("dropped") if row.left_after is not None else ""


def _ranks(page: Sequence[PrintedRank]) -> str:
    found = [line.row.rank for line in page if line.row is not None]
    return f"{found[0]} – {found[-1]}" if found else ""
