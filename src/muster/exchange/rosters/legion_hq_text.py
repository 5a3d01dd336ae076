"""Legion HQ's texts (standard, tournament, minimal), as exported and as blogs and screens hand them on.

Which of its shapes a text has is told from its prices: a sum after `=` closes each line of the standard text and
of blogs; in the tournament text a unit's price in brackets holds its upgrades, which stand on lines of their own;
a copied screen has bare prices of units only, the minimal text none at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from muster.core.messages import Message, say
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.legion_lines import (
    Heading,
    Total,
    battle,
    bracketed,
    copies_in,
    hand,
    heading_in,
    inside,
    lines_of,
    names_in,
    once,
    priced,
    tidy,
    total_in,
    unbulleted,
    upgrades_of,
    versioned,
)
from muster.exchange.rosters.reading import Format, Reading, StatedSum, Unread, Unreadable, with_upgrades

ID: Final = "legion-hq-text"

Shape = Literal["standard", "tournament", "screen", "minimal"]
Line = tuple[int, str]

_SUM: Final = re.compile(r"=\s*(\d{1,6})$", re.ASCII)
_BRACKETED: Final = re.compile(r"\S\s*\(-?\d{1,5}\)$", re.ASCII)
_STRANGERS: Final = re.compile(
    r"\A\s*(?:\{|\[\s*\{)|^(?:faction:|squadrons:|assault:|ship:|(?:leaders?|base|main ?deck|sideboard)$)|"
    r"\[\d+\]|\[ \]|\b[1-4]x[1-4]\b|\(\d+ points\)|^= \d+ (?:points|total)|^--\S|^\d+ \| ",
    re.IGNORECASE | re.MULTILINE,
)
"""What only lists of other games and builders have."""

_TITLE_WITHIN: Final = 4
"""Lines that are not blank, among which a list's own first line states its total."""


def likeness(text: str) -> int:
    """How much a text looks like one of Legion HQ's."""
    if _STRANGERS.search(text):
        return 0
    lines = list(lines_of(text))
    headings = [heading for _, line in lines if (heading := heading_in(line)) is not None]
    totals = [total for _, line in lines if (total := total_in(line)) is not None]
    marks = (
        95 * any(each.activations is not None for each in totals),
        90 * any(each.section in ("unit", "command") for each in headings),
        60 * bool(totals and any(_BRACKETED.search(line) for _, line in lines)),
        70 * any(_SUM.search(line) and "(" in line for _, line in lines),
        40 * (_shape(lines) == "screen" and not totals),
    )
    return max(marks) if lines else 0


def read(text: str) -> Reading | Unreadable:
    """Read a list as Legion HQ or a blog writes it. Refused if no unit can be made out."""
    lines = list(lines_of(text))
    before, rest = _apart(lines)
    sheet = _Sheet(_shape(rest))
    for number, line in rest:
        sheet.take(number, line)
    if not any(item.section == "unit" for item in sheet.items):
        return Unreadable(
            say(
                "No units were found in this text. Paste the whole text of Legion HQ's export "
                "(Tournament or Standard), with one unit on a line."
            )
        )
    return _reading(sheet, before)


def _reading(sheet: _Sheet, before: Sequence[Line]) -> Reading:
    stated = sheet.total or Total(0, 0, None)
    items, remarks = _unbundled(sheet, stated)
    roster = Roster(
        "legion",
        items,
        name=tidy(before[-1][1]) if before else "",
        total=stated.points if sheet.total else None,
        activations=stated.activations,
        limit=stated.limit if sheet.total else None,
    )
    sums = list(sheet.sums(items))
    if roster.total is not None:
        sums.append(StatedSum("total", roster.total, roster.sum, sheet.total_line))
    lost = tuple(Unread(*line) for line in before[:-1])
    return Reading(ID, roster, (*lost, *sheet.unread), tuple(sums), remarks)


@dataclass(slots=True)
class _Sheet:
    """What has been read so far, and under which heading the next line stands."""

    shape: Shape
    heading: Heading = field(default=Heading("unit", "", ""))
    items: list[Item] = field(default_factory=list)
    stated: dict[int, int] = field(default_factory=dict)
    unread: list[Unread] = field(default_factory=list)
    total: Total | None = None
    total_line: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        total = total_in(unbulleted(line)[1])
        if total is not None and self.total is None:
            self.total, self.total_line = total, number
            return
        heading = heading_in(unbulleted(line)[1])
        if heading is not None:
            self.heading = heading
            line = heading.rest
        if line and not self._card(number, line):
            self.unread.append(Unread(number, line))

    def _card(self, number: int, line: str) -> bool:
        section = self.heading.section
        if section == "unit":
            return _SHAPES[self.shape](self, number, line)
        found = (
            battle(line, self.heading.slot, number) if section == "battle" else hand(line, section, number)
        )
        self.items += found
        return bool(found)

    def unit(self, item: Item, stated: int | None = None) -> bool:
        """Add a unit, with the sum its line states."""
        if stated is not None:
            self.stated[len(self.items)] = stated
        self.items.append(replace(item, slot=self.heading.slot))
        return True

    def upgrade(self, found: Iterable[Item]) -> bool:
        """Give upgrades to the last unit; not if there is none, or no upgrades."""
        added = tuple(found)
        if not added or not self.items or self.items[-1].section != "unit":
            return False
        last = self.items[-1]
        self.items[-1] = with_upgrades(last, added)
        return True

    def sums(self, items: Sequence[Item]) -> Iterable[StatedSum]:
        """The sum each unit states, beside what its parts add up to."""
        if self.shape != "standard":
            return
        for at, stated in self.stated.items():
            yield StatedSum(items[at].name, stated, items[at].worth, items[at].line)


def _standard(sheet: _Sheet, number: int, line: str) -> bool:
    """A unit with everything on one line: `2x Name (36): A (20), B (6) = 124`, with `+` on blogs, or `Name = 44`."""
    bare = unbulleted(line)[1]
    found = _SUM.search(bare)
    count, text = copies_in(bare[: found.start()] if found else bare)
    listed = priced(text)
    stated = int(found[1]) if found else None
    if not listed or not listed[0].name or (stated is None and listed[0].points is None):
        return False
    first = listed[0]
    points = first.points
    if points is None and stated is not None and stated % count == 0:
        points = stated // count
    upgrades = upgrades_of(listed[1:], number)
    return sheet.unit(
        versioned("unit", first.name, count=count, points=points, upgrades=upgrades, line=number), stated
    )


def _tournament(sheet: _Sheet, number: int, line: str) -> bool:
    """A unit, its price with its upgrades, or on a line with a bullet one upgrade of the last one."""
    bulleted, bare = unbulleted(line)
    if bulleted:
        return sheet.upgrade(upgrades_of(priced(bare), number))
    count, text = copies_in(bare)
    listed = priced(text)
    if len(listed) != 1 or not listed[0].name or listed[0].points is None:
        return False
    return sheet.unit(versioned("unit", once(listed[0].name), count=count, line=number), listed[0].points)


def _screen(sheet: _Sheet, number: int, line: str) -> bool:
    """A unit with a bare price, `Stormtroopers 44`, or a line of its upgrades, `A, B,`."""
    bare = unbulleted(line)[1]
    name, _, price = bare.rpartition(" ")
    if name and price.isascii() and price.isdigit() and len(price) <= len("1000"):
        count, text = copies_in(name)
        return sheet.unit(versioned("unit", tidy(text), count=count, points=int(price), line=number))
    return sheet.upgrade(Item("upgrades", each, line=number) for each in names_in(bare))


def _minimal(sheet: _Sheet, number: int, line: str) -> bool:
    """A unit with its upgrades in brackets, `2x Name (A, B)`, or the cards set aside for the last one."""
    bulleted, bare = unbulleted(line)
    if bare.lower().startswith("loadout:"):
        aside = [name for name in names_in(inside(bare[len("loadout:") :])) if name.lower() != "none"]
        return sheet.upgrade(Item("upgrades", each, points=0, slot="loadout", line=number) for each in aside)
    count, text = copies_in(bare)
    name, listed = bracketed(text)
    if bulleted or text.count("(") != text.count(")") or not tidy(name):
        return False
    upgrades = tuple(Item("upgrades", each, line=number) for each in names_in(listed))
    return sheet.unit(
        Item("unit", once(tidy(name.rstrip(" -"))), count=count, upgrades=upgrades, line=number)
    )


_SHAPES: Final[Mapping[Shape, Callable[[_Sheet, int, str], bool]]] = {
    "standard": _standard,
    "tournament": _tournament,
    "screen": _screen,
    "minimal": _minimal,
}


def _apart(lines: Sequence[Line]) -> tuple[Sequence[Line], Sequence[Line]]:
    """What stands above the list, its title last; and the list."""
    first = [total_in(line) is not None for _, line in lines[:_TITLE_WITHIN]]
    if True in first:
        above = 1 if first[:2] == [True, True] else first.index(True)
        if not any(unbulleted(line)[0] or heading_in(line) for _, line in lines[:above]):
            return lines[:above], lines[above:]
    above = next((at for at, (_, line) in enumerate(lines) if _known(line)), len(lines))
    return lines[:above], lines[above:]


def _known(line: str) -> bool:
    """Whether a line is certainly of the list: a heading, a total, or one that ends in a number."""
    bare = unbulleted(line)[1]
    if heading_in(bare) is not None or total_in(bare) is not None:
        return True
    return bool(_SUM.search(bare) or _BRACKETED.search(bare)) or _bare_price(bare)


def _bare_price(line: str) -> bool:
    """Whether a line ends in a price; no unit costs less than ten, and a name may end in a digit."""
    name, _, price = line.rpartition(" ")
    return bool(name) and price.isascii() and price.isdigit() and len(price) > 1


def _shape(lines: Iterable[Line]) -> Shape:
    """The shape of a text, by the prices of its units."""
    units: list[str] = []
    unit = True
    ranked = False
    for _, line in lines:
        heading = heading_in(unbulleted(line)[1])
        if heading is not None:
            unit = heading.section == "unit"
            ranked = ranked or unit
        elif unit and total_in(line) is None:
            units.append(line)
    priced_ones = [unbulleted(line)[0] for line in units if _BRACKETED.search(line)]
    if any(_SUM.search(line) for line in units) or (ranked and priced_ones and all(priced_ones)):
        return "standard"
    if not all(priced_ones):
        return "tournament"
    return "screen" if any(map(_bare_price, units)) else "minimal"


def _unbundled(sheet: _Sheet, total: Total) -> tuple[tuple[Item, ...], tuple[Message, ...]]:
    """The items of a tournament text, each unit's price freed of its upgrades'; and what is doubtful about it.

    A hand-written list may state units without their upgrades: then, and only then, all prices add up to its total.
    """
    if sheet.shape != "tournament":
        return tuple(sheet.items), ()
    whole = sum(sheet.stated.values())
    extra = sum(_priced(item) for item in sheet.items)
    bundled = not (extra and whole != total.points == whole + extra)
    remarks: list[Message] = []
    items = list(sheet.items)
    for at, stated in sheet.stated.items():
        points = stated - _priced(items[at]) if bundled else stated
        if points < 0:
            remarks.append(
                say(
                    "Line {line}: {name} is stated with {points} points, fewer than its upgrades.",
                    line=items[at].line,
                    name=items[at].name,
                    points=stated,
                )
            )
        items[at] = replace(items[at], points=points if points >= 0 else None)
    if not bundled:
        remarks.append(
            say("The prices of units were taken without their upgrades: so they add up to the total.")
        )
    return tuple(items), tuple(remarks)


def _priced(item: Item) -> int:
    return sum(each.points or 0 for each in item.upgrades)


def write(roster: Roster, catalogue: Catalogue | None = None) -> str:
    """Legion HQ's tournament text: every unit on its own, its upgrades below it, then hand and battle deck.

    Ranks are not part of this text, nor is the faction; a unit without a price is written without one.
    """
    named = tuple(_named(item, catalogue) for item in roster.items)
    parts = [
        [roster.name or "Untitled", *_head(roster)],
        [line for item in named if item.section == "unit" for line in _unit_lines(item)],
        _below("Commands:", [f"{_pips(item)}{item.name}" for item in named if item.section == "command"]),
        _below(
            "Contingencies:", [f"{_pips(item)}{item.name}" for item in named if item.section == "contingency"]
        ),
        _below("Battle Deck", _deck_lines([item for item in named if item.section == "battle"])),
    ]
    return "\n".join(line for part in parts for line in part) + "\n"


_HEADINGS: Final[Mapping[str, str]] = {
    "objective": "Objectives:",
    "deployment": "Deployments:",
    "condition": "Conditions:",
    "secondary": "Secondaries:",
    "advantage": "Advantages:",
}


def _named(item: Item, catalogue: Catalogue | None) -> Item:
    card = catalogue.by_key.get(item.key) if catalogue and not item.name else None
    name = item.name or (card.name if card else item.key)
    return replace(item, name=name, upgrades=tuple(_named(each, catalogue) for each in item.upgrades))


def _head(roster: Roster) -> list[str]:
    total = roster.sum if roster.total is None else roster.total
    if total is None:
        return []
    done = roster.activations
    active = "" if done is None else f" ({done} activation{'' if done == 1 else 's'})"
    return [f"{total}/{roster.limit or 800}{active}"]


def _unit_lines(item: Item) -> list[str]:
    name = f"{item.name} ({item.version})" if item.version else item.name
    upgrades: list[str] = []
    for each in item.upgrades:
        if each.slot == "loadout" and upgrades:
            upgrades[-1] += f"/{each.name} (0)"
        else:
            upgrades.append(f" - {_tagged(each.name, each.points)}")
    whole = None if item.points is None else item.points + _priced(item)
    return [_tagged(name, whole), *upgrades] * item.count


def _tagged(name: str, points: int | None) -> str:
    return name if points is None else f"{name} ({points})"


def _pips(item: Item) -> str:
    return "•" * int(item.slot) if item.slot.isascii() and item.slot.isdigit() and item.slot <= "4" else ""


def _below(heading: str, lines: list[str]) -> list[str]:
    return ["", heading, *lines] if lines else []


def _deck_lines(cards: Sequence[Item]) -> list[str]:
    slots = dict.fromkeys(item.slot for item in cards)
    lines: list[str] = []
    for slot in slots:
        lines += [_HEADINGS[slot]] if slot in _HEADINGS else []
        lines += [f" - {item.name}" for item in cards if item.slot == slot]
    return lines


FORMAT: Final = Format(
    ID,
    say("Legion HQ's text"),
    ("legion",),
    likeness,
    read,
    write,
    full=say("Legion HQ's text (tournament, standard, minimal)"),
    never=_STRANGERS,
)
