"""Slips to write results on, in the fields of the game's own report, and blank sheets for a day without power."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app.results.report import terms_of
from muster.app.results.report_forms import PAIRS
from muster.app.rounds.read import published_round
from muster.app.rounds.sheets import Meeting
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import NOTHING, Message, of_rules
from muster.core.scoring import ReportField, report_fields
from muster.core.tournament.state import State, best_of
from muster.exchange.quick_words import ResultTerms
from muster.rules.scoring import PlacingScoring
from muster.web.paper.printouts.fit import LEADING
from muster.web.paper.printouts.sizes import (
    HEADING,
    POINT,
    Leaf,
    NameBox,
    Paper,
    Sheets,
    letters,
    parts,
    piles,
    players_counted,
    tables_counted,
)

PerPage = Literal[2, 4]

MOST_QUARTER: Final = 8
"""More lines than this do not fit a quarter of a page."""

FOUR: Final = 4
"""Lines of a blank slip for a table of three or four."""

_GAMES_MORE: Final = 1
"""Rows for games beyond those of the match: a drawn one is played again."""


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A line of a slip: what is asked of each player, and the class that makes it fit."""

    label: str
    label_fit: str = ""


@dataclass(frozen=True, slots=True)
class SlipForm:
    """What a result slip of this game asks for.

    Attributes:
        ends: the ways a match can end, to be ticked.
        lines: what else is asked, in the order of the form on the screen; nothing at a table of three or four.
        counted: what is left at the end of a game at a table of three or four; empty for a match of two.
        ends_besides: the ways a match can end in a second language; empty without one.
    """

    ends: tuple[str, ...]
    lines: tuple[SlipLine, ...]
    counted: str = ""
    ends_besides: tuple[str, ...] = ()

    @property
    def languages(self) -> str:
        """In how many languages it asks: `in-two`, or nothing where in one."""
        return "in-two" if self.ends_besides else ""

    @property
    def ticked(self) -> list[tuple[str, str]]:
        """The ways a match can end, each with what it is called in the second language."""
        return list(zip(self.ends, self.ends_besides or ("",) * len(self.ends), strict=True))


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """A line of a slip at a table of three or four: the number of the seat, and who sits there."""

    number: int
    name: str = ""
    name_fit: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip of one match; one without a table is blank. At a table of three or four everybody has a line."""

    table: int | None
    one: str = ""
    one_fit: str = ""
    two: str = ""
    two_fit: str = ""
    address: str = ""
    seats: tuple[SlipSeat, ...] = ()


@dataclass(frozen=True, slots=True)
class Slips:
    """A page of slips: those of a round have its title."""

    slips: Sequence[Slip]
    form: SlipForm
    per: PerPage
    title: Message = NOTHING

    @property
    def lines(self) -> int:
        """How many lines each slip has, for the height of a line."""
        return len(self.form.lines)


def form_in_two(terms: ResultTerms, second: str) -> SlipForm:
    """What is asked of a match, in the language of the slip and in a second one; in one where there is no second."""
    first = form_of(terms)
    if not second:
        return first
    with translation.override(second):
        other = form_of(terms)
    pairs = zip(first.lines, other.lines, strict=True)
    lines = tuple(SlipLine(in_two(one.label, two.label)) for one, two in pairs)
    return SlipForm(first.ends, lines, in_two(first.counted, other.counted), other.ends)


def in_two(first: str, second: str) -> str:
    """The same in two languages: `Stół 4 / Table 4`; said once where it is the same."""
    return first if first == second else f"{first} / {second}"


def form_of(terms: ResultTerms) -> SlipForm:
    """What is asked of a match, as on the screen, in words for a pen."""
    fields = report_fields(terms.regulations, stage=terms.stage)
    ends = next((field.choices for field in fields if field.name == "end"), ())
    rules = terms.regulations.scoring
    if isinstance(rules, PlacingScoring):
        return SlipForm(tuple(str(label) for _id, label in ends), (), str(of_rules(rules.counted)))
    # Who conceded is asked last: on most slips that line stays empty.
    asked = sorted((field for field in fields if field.name != "end"), key=lambda field: field.name == "by")
    lines = [line for field in asked for line in _lines(field, terms)]
    return SlipForm(tuple(str(label) for _id, label in ends), tuple(lines))


def _lines(field: ReportField, terms: ResultTerms) -> list[SlipLine]:
    if field.kind == "games":
        count = terms.best_of + (_GAMES_MORE if terms.best_of > 1 else 0)
        return [SlipLine(_game(number, terms.best_of)) for number in range(1, count + 1)]
    if field.name == "by":
        return [SlipLine(_("Conceded, absent or given the loss"))]
    labels = " / ".join(dict.fromkeys(str(asked.label) for asked in field.asked))
    hint = _hint(field)
    if field.kind == "yes-no":
        return [SlipLine(_("%(question)s Tick for yes.") % {"question": labels})]
    return [SlipLine(f"{labels} ({hint})" if hint else labels)]


def _game(number: int, games: int) -> str:
    says = _("Game %(number)d won by (both boxes if drawn)")
    return (says if number <= games else _("Game %(number)d, if one was drawn")) % {"number": number}


def _hint(field: ReportField) -> str:
    """When a field is filled in, where not always."""
    found = {asked.when for asked in field.asked}
    if found == {"if-equal"}:
        return _("only if equal")
    if found == {"optional"} and field.kind in PAIRS:
        return _("if known")
    return ""


_NAMES: Final[Mapping[int, NameBox]] = {4: NameBox(37, 7.2, 11), 2: NameBox(40, 11, 13)}

_SEAT_NAMES: Final[Mapping[int, NameBox]] = {4: NameBox(50, 7.4, 11), 2: NameBox(50, 11, 13)}

LINES_HIGH: Final = {4: 7.4, 5: 6.6, 6: 5.6, 7: 4.7, 8: 4.1}
"""How high the lines of a quarter of a Letter page are, by their number; A4 has a little more room."""

_LABEL_WIDE: Final = 61.0


def _fitted(form: SlipForm, per: PerPage) -> SlipForm:
    """The form with labels of a size that fits its lines: on one line a little smaller, else on two."""
    high = 8.4 if per == 2 else LINES_HIGH[min(max(len(form.lines), 4), 8)]
    points = 9.5 if per == 2 else 8.5
    return replace(
        form, lines=tuple(SlipLine(one.label, _label_fit(one.label, points, high)) for one in form.lines)
    )


def _label_fit(label: str, points: float, high: float) -> str:
    single = NameBox(_LABEL_WIDE, points * POINT * LEADING, points).fit(label)
    return single if single in ("", "f1", "f2") else f"two {NameBox(_LABEL_WIDE, high, points).fit(label)}"


def result_slips(
    state: State,
    number: RoundNo,
    names: Mapping[PlayerId, str],
    address: Callable[[int], str],
    *,
    per: PerPage | None = None,
    stack: bool = True,
    second: str = "",
) -> Sheets:
    """A slip for every match of a published round.

    Args:
        state: the tournament.
        number: the round.
        names: how players are called; both read both names.
        address: where the result of a table is recorded, by those who may.
        per: slips on a page; as many as fit legibly if None.
        stack: in such an order that the piles, cut and put on one another, are in order of tables.
        second: a language in which slips say everything besides; two of them fit a page then.
    """
    round_ = published_round(state, number, names)
    form = form_in_two(terms_of(state, round_.round), second)
    count = 2 if second else per or fitting(form)
    slips = [_slip(one, count, address(one.table), at_table=round_.at_tables) for one in round_.meetings]
    leaves = [
        Leaf("slips", Slips(page, _fitted(form, count), count, round_.title), bare=True)
        for page in piles(slips, count, stack=stack)
    ]
    return Sheets(_("Result slips"), tuple(leaves), str(round_.title), tables_counted(len(slips)))


def _slip(one: Meeting, per: PerPage, address: str, *, at_table: bool) -> Slip:
    if at_table:
        names = enumerate((seat.name for seat in one.seats), 1)
        seats = tuple(SlipSeat(number, name, _SEAT_NAMES[per].fit(name)) for number, name in names)
        return Slip(one.table, address=address, seats=seats)
    place, first, second = _NAMES[per], one.one.name, one.two.name
    return Slip(one.table, first, place.fit(first), second, place.fit(second), address)


def fitting(form: SlipForm) -> PerPage:
    """How many slips of this form go on a page and can still be written on."""
    return 4 if len(form.lines) <= MOST_QUARTER else 2


# Blank sheets


@dataclass(frozen=True, slots=True)
class Blank:
    """A page of numbered lines to write on; with the names that are known.

    At tables of three and four a line has the number of a seat in place of the name.
    """

    lines: Sequence[tuple[int, str, str]]
    heads: Sequence[str]
    round_no: int = 0
    at_tables: bool = False


BLANK_ROW: Final = 9.6
_BLANK_NAME = NameBox(62, 8.6, 12)
MOST_ROUNDS_UPRIGHT: Final = 7


def blank_sheets(
    state: State, players: int, rounds: int, names: Sequence[str], paper: Paper, what: str = "all"
) -> Sheets:
    """Sheets to run the day on paper: players and points, a pairing sheet for each round, slips without names.

    Args:
        state: the tournament, for the fields of its results.
        players: how many lines for players.
        rounds: how many rounds.
        names: the names that are known already, in order; the other lines are left blank.
        paper: the size of paper.
        what: `standings`, `pairings`, `slips`, or `all`.
    """
    leaves: list[Leaf] = []
    if what in ("standings", "all"):
        leaves += _blank_standings(players, rounds, names, paper)
    if what in ("pairings", "all"):
        leaves += _blank_pairings(players, rounds, paper, at_tables=state.at_tables)
    if what in ("slips", "all"):
        leaves += _blank_slips(state, players)
    says = ngettext("%(players)s, %(rounds)d round", "%(players)s, %(rounds)d rounds", rounds) % {
        "players": players_counted(players),
        "rounds": rounds,
    }
    return Sheets(_("Blank sheets"), tuple(leaves), says, players_counted(players))


def _blank_standings(players: int, rounds: int, names: Sequence[str], paper: Paper) -> list[Leaf]:
    lying = rounds > MOST_ROUNDS_UPRIGHT
    known = [*names[:players], *[""] * (players - len(names))]
    lines = [(at + 1, name, _BLANK_NAME.fit(name)) for at, name in enumerate(known)]
    heads = [_("R%(number)d") % {"number": number} for number in range(1, rounds + 1)]
    pages = parts(lines, paper.rows(BLANK_ROW, heading=HEADING, landscape=lying))
    return [
        Leaf(
            "blank_standings",
            Blank(page, heads),
            letters(page[0][1], page[-1][1]) if page[-1][1] else "",
            landscape=lying,
            title=_("Standings"),
        )
        for page in pages
    ]


def _blank_pairings(players: int, rounds: int, paper: Paper, *, at_tables: bool) -> list[Leaf]:
    tables = range(1, _tables_of(players, at_tables=at_tables) + 1)
    lines = [(table, "", "") for table in tables]
    if at_tables:
        lines = [(table, str(seat), "") for table in tables for seat in range(1, FOUR + 1)]
    pages = parts(lines, paper.rows(BLANK_ROW, heading=HEADING))
    return [
        Leaf(
            "blank_pairings",
            Blank(page, (), number, at_tables),
            f"{page[0][0]} – {page[-1][0]}",
            title=_("Round %(number)d") % {"number": number},
        )
        for number in range(1, rounds + 1)
        for page in pages
    ]


def _tables_of(players: int, *, at_tables: bool) -> int:
    return -(-players // (FOUR if at_tables else 2))


def _blank_slips(state: State, players: int) -> list[Leaf]:
    """As many blank slips as one round has tables."""
    stage = state.created.first_stage
    form = form_of(ResultTerms(state.regulations, stage, best_of(state, stage)))
    count = fitting(form)
    tables = _tables_of(players, at_tables=state.at_tables)
    seats = tuple(map(SlipSeat, range(1, FOUR + 1))) if state.at_tables else ()
    pages = -(-tables // count)
    return [
        Leaf("slips", Slips([Slip(None, seats=seats)] * count, _fitted(form, count), count), bare=True)
        for _page in range(pages)
    ]
