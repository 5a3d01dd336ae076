"""The lists of Armada's builders: Kingston's grammar in its dialects, and those that write in their own way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from muster.core.messages import say, verbatim
from muster.core.roster.roster import Item
from muster.exchange.rosters import kingston
from muster.exchange.rosters.fleet import (
    OBJECTIVES,
    Fleet,
    NumberedLine,
    bracketed,
    copies,
    figure,
    is_ship,
    item,
    keyed,
    lines,
    named,
    priced,
    unbulleted,
)
from muster.exchange.rosters.fleet_text import Dialect, keys_in, read_fleet, sums_in
from muster.exchange.rosters.reading import LONGEST_NAME, Format, Reading, Unreadable

# Kingston ------------------------------------------------------------------------------------------------------------

_KINGSTON_KEYS: Final = frozenset(("faction", "commander", *OBJECTIVES, "squadrons", "total points"))


def kingston_likeness(text: str) -> int:
    """How much a text looks like a list of this builder."""
    alike = _structure(text)
    return alike // 2 if is_starforge(text) else alike


def read_kingston(text: str) -> Reading | Unreadable:
    """Read a list of Ryan Kingston's Fleet Builder or of Armada HQ."""
    return read_fleet(text, Dialect("kingston"))


def _structure(text: str) -> int:
    """How much a text has the build of such a list: its keys and its sums."""
    keys = len(_KINGSTON_KEYS & keys_in(text))
    sums = sums_in(text)
    return 0 if not keys or not (sums or keys > 2) else min(95, 10 * keys + (30 if sums else 0))


# Star Forge: the same grammar with other names -----------------------------------------------------------------------

_STARFORGE_FACTION: Final = re.compile(r"(.*\S)\s{0,9}\{([A-Za-z]{2,9})\}", re.DOTALL)
_STARFORGE_FULL_NAME: Final = re.compile(r"[^-]{1,40}-class .{1,60}\(\d{1,5}\)")


def starforge_likeness(text: str) -> int:
    """How much a text looks like a list of Star Forge."""
    if not is_starforge(text) or not (sums_in(text) or "squadrons" in keys_in(text)):
        return 0
    return 95


def read_starforge(text: str) -> Reading | Unreadable:
    """Read a list of Star Forge."""
    return read_fleet(text, _STARFORGE_DIALECT)


def is_starforge(text: str) -> bool:
    """Whether a list of the common grammar is Star Forge's: by the way it names factions, aces and ships."""
    return any(_telltale(line.strip()[:200]) for line in text.split("\n"))


def _telltale(line: str) -> bool:
    key, value = keyed(line)
    if key == "commander":
        return figure(bracketed(value)[1] or "-") is not None
    if key:
        return key == "gamemode" or (key == "faction" and value == "Empire")
    name, inner = bracketed(line)
    if figure(inner or "-") is None:
        return False
    if unbulleted(line) is not None:
        return " - " in name[1:].strip() or _STARFORGE_FACTION.fullmatch(name) is not None
    return _STARFORGE_FACTION.fullmatch(name) is not None or _STARFORGE_FULL_NAME.fullmatch(line) is not None


def _named(section: str, name: str) -> Item:
    """An item by what stands for its name: `Shara Bey - A-wing Squadron`, `Gozanti-class Cruisers {CIS}`."""
    name, faction = _apart(name)
    ace, dash, craft = name.partition(" - ") if section == "squadron" else (name, "", "")
    found = item(section, ace, form=craft) if dash else named(section, name)
    return replace(found, version=faction) if faction else found


def _apart(name: str) -> tuple[str, str]:
    found = _STARFORGE_FACTION.fullmatch(name[:400])
    return (found[1], found[2]) if found else (name, "")


_STARFORGE_DIALECT: Final = Dialect("starforge", named=_named)


# Armada Warlords and Flagship ----------------------------------------------------------------------------------------

_WARLORDS_OBJECTIVES: Final = frozenset(f"{slot} objective" for slot in OBJECTIVES)
_WARLORDS_FLAGSHIP: Final = re.compile(r"^[ \t]{0,9}\[\s{0,3}flagship\s{0,3}\]", re.IGNORECASE | re.MULTILINE)
_WARLORDS_PRINTED: Final = re.compile(
    r"^[ \t]{0,9}=[ \t]{0,9}\d{1,6} total (?:ship|squadron) cost|\(\s{0,9}\d{1,6}\s{1,9}points\s?\)",
    re.IGNORECASE | re.MULTILINE,
)


def warlords_likeness(text: str) -> int:
    """How much a text looks like a list of Armada Warlords or Flagship."""
    marks = 16 * len(_WARLORDS_OBJECTIVES & keys_in(text))
    marks += 40 if _WARLORDS_FLAGSHIP.search(text) else 0
    return min(98, marks + (40 if _WARLORDS_PRINTED.search(text) and marks else 0))


def read_warlords(text: str) -> Reading | Unreadable:
    """Read a list of Armada Warlords, whose figures are of a whole line, or of Flagship, whose are of one copy."""
    return read_fleet(text, Dialect("warlords", loose=True, lump=_WARLORDS_PRINTED.search(text) is not None))


# Armada Fleets Designer ----------------------------------------------------------------------------------------------

_DESIGNER_HEAD: Final = re.compile(r"(?:(\d{1,6})\s{0,3}/)?\s{0,3}(\d{1,6})\s{0,3}/\s{0,3}(\d{1,6})")
_DESIGNER_COST: Final = re.compile(r"(\d{1,6})\s{0,3}\+\s{0,3}(\d{1,6})(?:\s{0,3}:\s{0,3}(\d{1,6}))?")
_DESIGNER_LOT: Final = re.compile(r"\d{1,6}\s{0,3}[xX]\s{0,3}(\d{1,6})")
_DESIGNER_RULE: Final = re.compile(r"={5,}")
_DESIGNER_SHIPS: Final = re.compile(r"\(\d{1,6} ?\+ ?\d{1,6}(?: ?: ?\d{1,6})?\)[ \t]*$", re.MULTILINE)


def designer_likeness(text: str) -> int:
    """How much a text looks like a list of Armada Fleets Designer."""
    found = lines(text[:2_000])
    headed = bool(found) and _DESIGNER_HEAD.fullmatch(bracketed(found[0].text)[1]) is not None
    ruled = any(_DESIGNER_RULE.fullmatch(line.strip()) for line in text[:2_000].split("\n")[:5])
    ships = _DESIGNER_SHIPS.search(text) is not None
    return 30 * headed + 30 * ruled * headed + 38 * ships


def read_designer(text: str) -> Reading | Unreadable:
    """Read a list of Armada Fleets Designer.

    It names neither faction nor commander; objectives stand by their bare names at the end.
    """
    fleet, found = Fleet("fleets-designer", lump=False), lines(text)
    bare: list[NumberedLine] = []
    for line in found[_designer_headline(fleet, found) :]:
        if _designer_entry(fleet, line):
            while bare:
                fleet.unread(bare.pop())
        else:
            bare.append(line)
    for line in bare:
        _designer_objective(fleet, line)
    return fleet.reading()


def _designer_headline(fleet: Fleet, found: list[NumberedLine]) -> int:
    """Read the headline, if there is one; tells how many lines it takes."""
    name, inner = bracketed(found[0].text) if found else ("", "")
    head = _DESIGNER_HEAD.fullmatch(inner)
    if head is None:
        return 0
    fleet.name, fleet.limit = name, int(head[3])
    fleet.state_total(int(head[2]), found[0])
    if head[1]:
        fleet.state_squadrons(int(head[1]), found[0])
    return 1


def _designer_entry(fleet: Fleet, line: NumberedLine) -> bool:
    """A ship, an upgrade or squadrons; tells whether it is one."""
    body = unbulleted(line.text)
    if body is not None:
        return _designer_upgrade(fleet, body, line)
    name, inner = bracketed(line.text)
    cost = _DESIGNER_COST.fullmatch(inner)
    if cost and name:
        _designer_ship(fleet, name, line, int(cost[1]))
        base, more, whole = int(cost[1]), int(cost[2]), cost[3]
        fleet.state(int(whole) if whole else base + more, line)
        return True
    return _designer_alone(fleet, line)


def _designer_upgrade(fleet: Fleet, body: str, line: NumberedLine) -> bool:
    found = priced(body)
    item = named("upgrades", found.name)
    if not fleet.ship_open or found.points is None or not item.name:
        return False
    fleet.aboard(replace(item, points=found.points, line=line.number, outdated=found.outdated))
    return True


def _designer_alone(fleet: Fleet, line: NumberedLine) -> bool:
    """A ship without upgrades, or squadrons."""
    name, inner = bracketed(line.text)
    lot = _DESIGNER_LOT.fullmatch(inner)
    points = int(lot[1]) if lot else figure(inner) if inner else None
    counted = copies(name)
    if points is None or counted is None or not counted[1]:
        return False
    count, bare = counted
    if count == 1 and is_ship(bare):
        _designer_ship(fleet, bare, line, points)
    else:
        item: Item = named("squadron", bare)
        fleet.squadron(replace(item, count=count, line=line.number), points)
    return True


def _designer_ship(fleet: Fleet, name: str, line: NumberedLine, points: int) -> None:
    fleet.ship(replace(named("ship", name), points=points, line=line.number))


def _designer_objective(fleet: Fleet, line: NumberedLine) -> None:
    key, value = keyed(line.text)
    if not fleet.begun or unbulleted(line.text) is not None or len(line.text) > LONGEST_NAME:
        fleet.unread(line)
    elif key in OBJECTIVES:
        fleet.objectives(key, value, line)
    elif key or bracketed(line.text)[1]:
        fleet.unread(line)
    else:
        fleet.objectives("", line.text, line)


# Fab's fleet builder -------------------------------------------------------------------------------------------------

_FABS_NUMBERED: Final = re.compile(r"\d{1,4}\s{0,3}[•·*]\s{0,3}(?=\S)")
_FABS_HEAD: Final = re.compile(r"\[?\s{0,3}([A-Z][A-Z ]{2,40}?) {1,3}FLEET", re.IGNORECASE)
_FABS_OBJECTIVES: Final = "objectives"
_FABS_BETWEEN: Final = " - "


def fabs_likeness(text: str) -> int:
    """How much a text looks like a list of Fab's fleet builder."""
    found = lines(text)
    numbered = sum(_FABS_NUMBERED.match(line.text) is not None and line.text.endswith(")") for line in found)
    if not numbered or 2 * numbered < len(found):
        return 0
    return 97 if _fabs_head(found[0]) else 75


def read_fabs(text: str) -> Reading | Unreadable:
    """Read a list of Fab's fleet builder.

    Upgrades have no prices: of a ship with upgrades the list says only what all of it costs. Aces stand as one
    name with their craft. Which of the entries without upgrades are ships is told by their names.
    """
    fleet, found = Fleet("fabs"), lines(text)
    head = _fabs_head(found[0]) if found else None
    spent = 0
    for line in found[1:] if head else found:
        numbered = _FABS_NUMBERED.match(line.text)
        stated = priced(line.text[numbered.end() :]) if numbered else None
        if stated is None or stated.points is None or not stated.name:
            fleet.unread(line)
        else:
            spent += stated.points
            _fabs_entry(fleet, line, stated.name, stated.points)
    if head:
        fleet.faction, total = head
        fleet.state_total(total, found[0], spent)
    return fleet.reading()


def _fabs_head(line: NumberedLine) -> tuple[str, int] | None:
    """The faction and total of a headline `REBEL FLEET (398 points)`."""
    name, inner = bracketed(line.text.rstrip("] "))
    faction, total = _FABS_HEAD.fullmatch(name), figure(inner or "-")
    return None if faction is None or total is None else (faction[1].strip().title(), total)


def _fabs_entry(fleet: Fleet, line: NumberedLine, name: str, points: int) -> None:
    first, *others = (part.strip() for part in name.split(_FABS_BETWEEN))
    if first.casefold() == _FABS_OBJECTIVES:
        for each in others:
            fleet.objectives("", each, line)
    elif others:
        fleet.ship(replace(item("ship", first), line=line.number))
        for each in filter(None, others):
            fleet.aboard(replace(item("upgrades", each), line=line.number))
        fleet.state(points, line)
    elif is_ship(first):
        fleet.ship(replace(item("ship", first), points=points, line=line.number))
    else:
        fleet.squadron(replace(item("squadron", first), line=line.number), points)


# AFF -----------------------------------------------------------------------------------------------------------------

_AFF_CARDS: Final[Mapping[str, str]] = {"ship": "ship", "upgrade": "upgrades", "squadron": "squadron"}
_AFF_SLOTS: Final[Mapping[str, str]] = {"objective": "", **{slot: slot for slot in OBJECTIVES}}
_AFF_HEAD: Final = ("name", "faction", "commander")


def aff_likeness(text: str) -> int:
    """How much a text looks like an AFF list."""
    found = lines(text)
    cards = sum(keyed(line.text)[0] in _AFF_CARDS for line in found)
    return 97 if cards and 2 * cards >= len(found) else 0


def read_aff(text: str) -> Reading | Unreadable:
    """Read an AFF list."""
    fleet = Fleet("aff")
    for line in lines(text):
        key, value = keyed(line.text)
        if not value or not (_aff_card(fleet, key, value, line) or _aff_words(fleet, key, value, line)):
            fleet.unread(line)
    return fleet.reading()


def _aff_card(fleet: Fleet, key: str, value: str, line: NumberedLine) -> bool:
    section, counted = _AFF_CARDS.get(key), copies(value)
    if section is None or counted is None or (section == "upgrades" and not fleet.ship_open):
        return False
    count, name = counted
    item = replace(named(section, name), count=count, line=line.number)
    if section == "ship":
        fleet.ship(item)
    elif section == "squadron":
        fleet.squadron(item, None)
    else:
        fleet.aboard(item)
    return True


def _aff_words(fleet: Fleet, key: str, value: str, line: NumberedLine) -> bool:
    if key in _AFF_SLOTS:
        fleet.objectives(_AFF_SLOTS[key], value, line)
    elif key in _AFF_HEAD and not getattr(fleet, key):
        setattr(fleet, key, value)
    else:
        return False
    return True


FORMATS: Final = (
    Format(
        "kingston",
        verbatim("Kingston"),
        ("armada",),
        kingston_likeness,
        read_kingston,
        kingston.write,
        full=say("Kingston (Ryan Kingston's Fleet Builder, also Armada HQ)"),
    ),
    Format("starforge", verbatim("Star Forge"), ("armada",), starforge_likeness, read_starforge),
    Format(
        "warlords",
        verbatim("Armada Warlords"),
        ("armada",),
        warlords_likeness,
        read_warlords,
        full=say("Armada Warlords (also Flagship)"),
    ),
    Format(
        "fleets-designer", verbatim("Armada Fleets Designer"), ("armada",), designer_likeness, read_designer
    ),
    Format("fabs", say("Fab's fleet builder"), ("armada",), fabs_likeness, read_fabs),
    Format(
        "aff",
        verbatim("AFF"),
        ("armada",),
        aff_likeness,
        read_aff,
        full=verbatim("AFF (ship:, upgrade:, squadron:)"),
    ),
)
