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

from muster.app.people import requirements
from muster.app.rosters.checking import Standard, standard_of
from muster.app.rosters.read import copy_of, rosters_that_count
from muster.app.rosters.terms import construction_of, most_of, plan_of, rules_of
from muster.app.rosters.visibility import hidden_of
from muster.core.ids import Naming, PlayerId
from muster.core.messages import of_rules, whose
from muster.core.pairing.building import watcher
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.rosters.description import DescribedSection, RosterDescription, RosterRow
from muster.people.models import Entry, RosterPlan, RosterVersion, Tournament
from muster.rules.rosters import Game, RosterRules
from muster.web.paper.printouts.handouts import expected
from muster.web.paper.printouts.sizes import Leaf, NameBox, Paper, Sheets, players_counted

RowKind = Literal["head", "item", "carried", "rest", "line", "carried-line"]

ROW: Final = 5.4
"""Height of a row, in millimetres."""

BOX: Final = 23.0
"""Height of the box above the columns: whose list it is."""

SIGNED: Final = 21.0
"""Height of what is below them: the clause, and room to sign."""

_LEADERS: Final = 8
"""Lines for the leaders of a pool: those of six packs, and promos of a prerelease's box."""

_POOLS: Final = "SWU-SEAL-1,"
"""The clause on pools, as it stands beside a sentence."""

_NAME: Final = NameBox(66, 5.0, 10)
_CARRIED: Final = NameBox(61, 5.0, 9)
_HEAD: Final = NameBox(52, 5.0, 10)
_BOXED: Final = {"name": NameBox(88, 11, 15), "side": NameBox(56, 11, 12), "small": NameBox(30, 11, 14)}


@dataclass(frozen=True, slots=True)
class PrintedRow:
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
    columns: tuple[Sequence[PrintedRow], Sequence[PrintedRow]]
    says: str
    clause: str
    more: str = ""
    copy: bool = False
    blank: bool = False


@dataclass(frozen=True, slots=True)
class PrintedRosters:
    """What is printed of the rosters of a tournament."""

    tournament: Tournament
    state: State
    rules: RosterRules
    plan: RosterPlan
    paper: Paper

    @property
    def title(self) -> str:
        """What players of this game call a list."""
        return _("%(force)s list") % {"force": whose(self.state.regulations.force.capitalize())}

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
        commander = [_commander_block()] if self.rules.game == "armada" else []
        rows = [
            commander,
            *(_blank_block(self.rules, each.id, str(of_rules(each.name))) for each in self.rules.sections),
        ]
        pages = _pages([block for blocks in rows for block in blocks], self.high)
        clause = self.rules.list_clause
        leaves = tuple(
            Leaf("roster", Listed(box, page, self._says(), clause, _more(at, len(pages)), blank=True))
            for _copy in range(count)
            for at, page in enumerate(pages, start=1)
        )
        return Sheets(self.title, leaves, "", ngettext("%(n)d form", "%(n)d forms", count) % {"n": count})

    def pools(self, name: Naming) -> Sheets:
        """A sheet for everybody's pool, table by table: whoever sits opposite writes it down, and signs (`F24`)."""
        leaders = [PrintedRow("head", _("Leaders")), *[PrintedRow("line")] * _LEADERS]
        rest = 2 * self.high - len(leaders) - 1
        cards = [
            [PrintedRow("head", _("Other cards")), PrintedRow("line")],
            *[[PrintedRow("line")]] * (rest - 1),
        ]
        page = _pages([leaders, *cards], self.high)[0]
        says = _("Every card of the six packs, written down by the player opposite, who signs.")
        leaves = []
        for table in self.state.building or ():
            here = frozenset(one for one in table if queries.present(self.state.players[one]))
            for player in table:
                other = watcher(table, player, here) if player in here else None
                if player in here:
                    box = _pool_box(name(player), name(other) if other is not None else "")
                    leaves.append(Leaf("roster", Listed(box, page, says, _POOLS, blank=True)))
        return Sheets(_("Pool sheets"), tuple(leaves), "", players_counted(len(leaves)))

    @property
    def high(self) -> int:
        """Rows of a column."""
        return self.paper.rows(ROW, heading=BOX + SIGNED)

    def _sheets(self, *, copies: bool, who: str) -> Sheets:
        rosters = rosters_that_count(self.tournament.pk)
        seeds = self.state.seeds or ()
        found = [
            (name, entry, rosters[PlayerId(entry.player or 0)])
            for name, entry in expected(self.tournament, self.state)
            if entry.player in rosters and (who != "cut" or entry.player in seeds)
        ]
        standard = standard_of(self.tournament, self.state, self.plan)
        leaves = [leaf for each in found for leaf in self._of(*each, standard, copies=copies)]
        says = _("for opponents") if copies else ""
        return Sheets(self.title, tuple(leaves), says, players_counted(len(found)))

    def _of(
        self, name: str, entry: Entry, version: RosterVersion, standard: Standard, *, copies: bool
    ) -> Iterator[Leaf]:
        hide = hidden_of(self.rules) if copies else frozenset()
        shown = copy_of(version, standard, hide)
        uid = entry.uid if requirements.wanted(self.state).uid else None
        box = _box(name, shown.faction, uid, self._total(shown))
        blocks = [block for section in shown.sections for block in _blocks(section)]
        blocks += [[PrintedRow("rest", text, _HEAD.fit(text))] for text in map(str, shown.hidden)]
        pages = _pages(blocks, self.high)
        says, clause = self._copy_says() if copies else (self._says(), self.rules.list_clause)
        for at, page in enumerate(pages, start=1):
            body = Listed(box, page, says, clause, _more(at, len(pages)), copies)
            yield Leaf("roster", body, f"# {entry.player}")

    def _says(self) -> str:
        construction = construction_of(self.tournament, self.state, self.plan)
        if construction is not None and construction.pool:
            says = _("The first %(force)s: between games it may be rebuilt from the pool.")
            return says % {"force": whose(self.state.regulations.force)} + f" {construction.clause},"
        says = _("One %(force)s for the whole event: what is on this list is what is played.")
        return says % {"force": whose(self.state.regulations.force)} + f" {self.rules.lock_clause},"

    def _copy_says(self) -> tuple[str, str]:
        if hidden_of(self.rules):
            return _("The copy for opponents: what is hidden from them is not on it."), self.rules.seen_clause
        return _("The second list, for opponents to look at: no notes are taken."), self.rules.seen_clause

    def _total(self, shown: RosterDescription | None) -> str | None:
        """The total of the list of the most there may be; None in a game that counts no points."""
        most = most_of(self.tournament, self.state, self.plan)
        if most is None:
            return None
        counts = shown.totals.counts if shown else None
        if shown is None:
            return f"/ {most}"
        return f"{counts} / {most}" if counts is not None else "–"


def lists_of(tournament: Tournament, state: State, paper: Paper) -> PrintedRosters | None:
    """What can be printed of rosters; None where the regulations say nothing of them."""
    rules = rules_of(state)
    return None if rules is None else PrintedRosters(tournament, state, rules, plan_of(tournament), paper)


def _pool_box(owner: str, other: str) -> tuple[Boxed, ...]:
    return (
        Boxed(_("Pool of"), owner, _BOXED["name"].fit(owner), "name"),
        Boxed(_("Written down by"), other, _BOXED["side"].fit(other), "side"),
    )


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


Block = list[PrintedRow]
"""Rows that stay together: an item with what it carries, the first of a section with its heading."""


def _blocks(section: DescribedSection) -> Iterator[Block]:
    title = str(section.name)
    head = PrintedRow("head", title, _HEAD.fit(title), points=_figure(section.points))
    if section.points is None and section.copies > 1:
        head = PrintedRow("head", title, _HEAD.fit(title), points=f"× {section.copies}")
    for at, row in enumerate(section.rows):
        block = list(_rows(row))
        yield [head, *block] if at == 0 else block


def _rows(row: RosterRow, copies: int = 1, *, carried: bool = False) -> Iterator[PrintedRow]:
    """An item and what it carries; figures are of all copies, so that they add up to the total."""
    count = row.count * copies
    text = f"{row.name} ({row.detail})" if row.detail else row.name
    place = _CARRIED if carried else _NAME
    points = _figure(None if row.points is None else row.points * count)
    yield PrintedRow(
        "carried" if carried else "item", text, place.fit(text), str(count) if count > 1 else "", points
    )
    for each in row.upgrades:
        yield from _rows(each, count, carried=True)


def _figure(points: int | None) -> str:
    return "" if points is None else str(points)


def _pages(blocks: Sequence[Block], high: int) -> list[tuple[Sequence[PrintedRow], Sequence[PrintedRow]]]:
    """Blocks in columns of so many rows, two to a page; a block stays whole unless it is longer than a column."""
    columns: list[list[PrintedRow]] = [[]]
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


def _commander_block() -> Block:
    """Who commands a fleet, which its list names (`ARM-LIST-1`)."""
    return [PrintedRow("head", _("Commander"), _HEAD.fit(_("Commander"))), PrintedRow("line")]


def _blank_block(rules: RosterRules, section: str, name: str) -> list[Block]:
    head = PrintedRow("head", name, _HEAD.fit(name))
    labels = _labelled().get((rules.game, section))
    if labels is not None:
        return [[head, *(PrintedRow("line", label) for label in labels)]]
    lines, below = _SHAPE.get((rules.game, section), _USUAL)
    blocks = [[PrintedRow("line"), *[PrintedRow("carried-line")] * below] for _line in range(lines)]
    return [[head, *blocks[0]], *blocks[1:]] if blocks else []
