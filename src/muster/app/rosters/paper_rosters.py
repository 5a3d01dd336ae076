"""Rosters on paper: filled lists of all players, the copies for their opponents, and blank forms to fill in by hand.

A list stands in two columns of rows of one height, under a box that says whose it is. Measures are those of
`paper.css`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app import requirements
from muster.app.paper_sheets import Leaf, Paper, Place, Sheets, players_counted
from muster.app.rosters.deciding import counting
from muster.app.rosters.seeing import hidden_of
from muster.app.rosters.showing import Row, Shown, ShownSection
from muster.app.rosters.tallying import copy_of
from muster.app.rosters.terms import most_of, plan_of, rules_of, second_list_of
from muster.app.rosters.weighing import Scale, scale_of
from muster.app.sheets_for_people import expected
from muster.core.ids import PlayerId
from muster.core.tournament.state import State
from muster.people.models import Entry, RosterPlan, RosterVersion, Tournament
from muster.rules.rosters import Game, RosterRules

RowKind = Literal["head", "item", "carried", "rest", "line", "carried-line"]

ROW: Final = 5.4
"""Height of a row, in millimetres."""

BOX: Final = 23.0
"""Height of the box above the columns: whose list it is."""

SIGNED: Final = 21.0
"""Height of what is below them: the clause, and room to sign."""

_NAME: Final = Place(66, 5.0, 10)
_CARRIED: Final = Place(61, 5.0, 9)
_HEAD: Final = Place(52, 5.0, 10)
_BOXED: Final = {"name": Place(88, 11, 15), "side": Place(56, 11, 12), "small": Place(30, 11, 14)}


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a list: copies, words, what they cost; or a line to write on."""

    kind: RowKind
    text: str = ""
    fit: str = ""
    count: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class Boxed:
    """One field of the box: what it is, what it says, and the class that makes it fit."""

    label: str
    value: str = ""
    fit: str = ""
    place: str = "small"


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list.

    Attributes:
        box: whose it is, and what it comes to.
        columns: two columns of rows.
        says: what the list is, below it.
        clause: the clause it rests on.
        more: which of several pages of this list it is; empty for a list of one page.
        copy: the copy for opponents: nobody signs it.
        blank: to be filled in by hand.
    """

    box: tuple[Boxed, ...]
    columns: tuple[Sequence[Line], Sequence[Line]]
    says: str
    clause: str
    more: str = ""
    copy: bool = False
    blank: bool = False


@dataclass(frozen=True, slots=True)
class Lists:
    """What is printed of the rosters of a tournament."""

    tournament: Tournament
    state: State
    rules: RosterRules
    plan: RosterPlan
    paper: Paper

    @property
    def title(self) -> str:
        """What players of this game call a list."""
        return _("%(force)s list") % {"force": self.state.regulations.force.capitalize()}

    def filled(self, who: str = "") -> Sheets:
        """Everybody's list, by name; only of those in the cut if `who` says so."""
        return self._sheets(copies=False, who=who)

    def copies(self, who: str = "") -> Sheets:
        """The copies for opponents, without what is hidden from them (`LEG-LIST-2`, `SWU-LIST-1`)."""
        return self._sheets(copies=True, who=who)

    def blank(self, count: int) -> Sheets:
        """Blank forms (`COM-MAT-1`): this game's own sections with lines to write on."""
        uid = "" if requirements.wanted(self.state).uid else None
        box = _box("", "", uid, self._total(None), blank=True)
        rows = [_blank_block(self.rules, each.id, each.name) for each in self.rules.sections]
        pages = _pages([block for blocks in rows for block in blocks], self.high)
        clause = self.rules.list_clause
        leaves = tuple(
            Leaf("roster", Listed(box, page, self._says(), clause, _more(at, len(pages)), blank=True))
            for _copy in range(count)
            for at, page in enumerate(pages, start=1)
        )
        return Sheets(self.title, leaves, "", ngettext("%(n)d form", "%(n)d forms", count) % {"n": count})

    @property
    def high(self) -> int:
        """Rows of a column."""
        return self.paper.rows(ROW, heading=BOX + SIGNED)

    def _sheets(self, *, copies: bool, who: str) -> Sheets:
        rosters = counting(self.tournament.pk)
        seeds = self.state.seeds or ()
        found = [
            (name, entry, rosters[PlayerId(entry.player or 0)])
            for name, entry in expected(self.tournament, self.state)
            if entry.player in rosters and (who != "cut" or entry.player in seeds)
        ]
        scale = scale_of(self.tournament, self.state, self.plan)
        leaves = [leaf for each in found for leaf in self._of(*each, scale, copies=copies)]
        says = _("for opponents") if copies else ""
        return Sheets(self.title, tuple(leaves), says, players_counted(len(found)))

    def _of(
        self, name: str, entry: Entry, version: RosterVersion, scale: Scale, *, copies: bool
    ) -> Iterator[Leaf]:
        hide = hidden_of(self.rules) if copies else frozenset()
        shown = copy_of(version, scale, hide)
        uid = entry.uid if requirements.wanted(self.state).uid else None
        box = _box(name, shown.faction, uid, self._total(shown))
        blocks = [block for section in shown.sections for block in _blocks(section)]
        blocks += [[Line("rest", text, _HEAD.fit(text))] for text in shown.hidden]
        pages = _pages(blocks, self.high)
        says, clause = self._copy_says() if copies else (self._says(), self.rules.list_clause)
        for at, page in enumerate(pages, start=1):
            body = Listed(box, page, says, clause, _more(at, len(pages)), copies)
            yield Leaf("roster", body, f"# {entry.player}")

    def _says(self) -> str:
        says = _("One %(force)s for the whole event: what is on this list is what is played.")
        return says % {"force": self.state.regulations.force} + f" {self.rules.lock_clause},"

    def _copy_says(self) -> tuple[str, str]:
        if hidden_of(self.rules):
            return _("The copy for opponents: what is hidden from them is not on it."), self.rules.seen_clause
        return _("The second list, for opponents to look at: no notes are taken."), self.rules.seen_clause

    def _total(self, shown: Shown | None) -> str | None:
        """The total of the list of the most there may be; None in a game that counts no points."""
        most = most_of(self.tournament, self.state, self.plan)
        if most is None:
            return None
        counts = shown.totals.counts if shown else None
        if shown is None:
            return f"/ {most}"
        return f"{counts} / {most}" if counts is not None else "–"


def lists_of(tournament: Tournament, state: State, paper: Paper) -> Lists | None:
    """What can be printed of rosters; None where the regulations say nothing of them."""
    rules = rules_of(state)
    return None if rules is None else Lists(tournament, state, rules, plan_of(tournament), paper)


def has_copies(tournament: Tournament, state: State) -> bool:
    """Whether opponents get a copy on paper: a second list, or one without what is hidden from them."""
    rules = rules_of(state)
    if rules is None:
        return False
    return bool(hidden_of(rules)) or second_list_of(plan_of(tournament), rules)


def _more(page: int, pages: int) -> str:
    return _("sheet %(page)d of %(pages)d") % {"page": page, "pages": pages} if pages > 1 else ""


def _box(
    name: str, faction: str, uid: str | None, total: str | None, *, blank: bool = False
) -> tuple[Boxed, ...]:
    """Whose list it is; `uid` and `total` are None where the game asks for none."""
    fields = [Boxed(_("Player"), name, _BOXED["name"].fit(name), "name")]
    if uid is not None:
        fields.append(Boxed(_("UID"), uid, _BOXED["side"].fit(uid), "side"))
    elif faction or blank:
        fields.append(Boxed(_("Faction"), faction, _BOXED["side"].fit(faction), "side"))
    if total is not None:
        fields.append(Boxed(_("Total points"), total, _BOXED["small"].fit(total), "small"))
    return tuple(fields)


# Rows


Block = list[Line]
"""Rows that stay together: an item with what it carries, the first of a section with its heading."""


def _blocks(section: ShownSection) -> Iterator[Block]:
    head = Line("head", section.name, _HEAD.fit(section.name), points=_figure(section.points))
    if section.points is None and section.copies > 1:
        head = Line("head", section.name, _HEAD.fit(section.name), points=f"× {section.copies}")
    for at, row in enumerate(section.rows):
        block = list(_rows(row))
        yield [head, *block] if at == 0 else block


def _rows(row: Row, copies: int = 1, *, carried: bool = False) -> Iterator[Line]:
    """An item and what it carries; figures are of all copies, so that they add up to the total."""
    count = row.count * copies
    text = f"{row.name} ({row.detail})" if row.detail else row.name
    place = _CARRIED if carried else _NAME
    points = _figure(None if row.points is None else row.points * count)
    yield Line(
        "carried" if carried else "item", text, place.fit(text), str(count) if count > 1 else "", points
    )
    for each in row.upgrades:
        yield from _rows(each, count, carried=True)


def _figure(points: int | None) -> str:
    return "" if points is None else str(points)


def _pages(blocks: Sequence[Block], high: int) -> list[tuple[Sequence[Line], Sequence[Line]]]:
    """Blocks in columns of so many rows, two to a page; a block stays whole unless it is longer than a column."""
    columns: list[list[Line]] = [[]]
    for block in blocks:
        if columns[-1] and len(columns[-1]) + len(block) > high and len(block) <= high:
            columns.append([])
        for line in block:
            if len(columns[-1]) == high:
                columns.append([])
            columns[-1].append(line)
    columns += [[]] * (len(columns) % 2)
    return list(zip(columns[::2], columns[1::2], strict=True))


# Blank forms


_SHAPE: Final[Mapping[tuple[Game, str], tuple[int, int]]] = {
    ("armada", "ship"): (5, 7),
    ("armada", "squadron"): (12, 0),
    ("legion", "unit"): (11, 3),
    ("runewars", "unit"): (8, 5),
    ("unlimited", "leader"): (1, 0),
    ("unlimited", "base"): (1, 0),
    ("unlimited", "deck"): (32, 0),
    ("unlimited", "sideboard"): (10, 0),
    ("unlimited", "pool"): (0, 0),
    ("legion", "contingency"): (0, 0),
}
"""How many lines a section of a form has, and how many below each for upgrades."""

_USUAL: Final = (8, 0)


def _labelled() -> Mapping[tuple[Game, str], tuple[str, ...]]:
    """Sections whose lines are known beforehand: what each is for."""
    battle = [_("Objective"), _("Deployment"), _("Condition")]
    return {
        ("armada", "objective"): (_("Assault"), _("Defense"), _("Navigation")),
        ("legion", "command"): ("•", "•", "••", "••", "•••", "•••", "••••  Standing Orders"),
        ("legion", "battle"): tuple(word for word in battle for _line in range(4)),
        ("runewars", "terrain"): ("1", "2", "3", "4"),
    }


def _blank_block(rules: RosterRules, section: str, name: str) -> list[Block]:
    head = Line("head", name, _HEAD.fit(name))
    labels = _labelled().get((rules.game, section))
    if labels is not None:
        return [[head, *(Line("line", label) for label in labels)]]
    lines, below = _SHAPE.get((rules.game, section), _USUAL)
    blocks = [[Line("line"), *[Line("carried-line")] * below] for _line in range(lines)]
    return [[head, *blocks[0]], *blocks[1:]] if blocks else []
