"""The text of Armada Fleets Designer: a headline with the points, ships with `(63 + 21)`, squadrons, objectives."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from muster.core.roster.roster import Item
from muster.exchange.rosters.fleet import (
    OBJECTIVES,
    Fleet,
    Line,
    bracketed,
    copies,
    figure,
    is_ship,
    keyed,
    lines,
    named,
    priced,
    unbulleted,
)
from muster.exchange.rosters.reading import LONGEST_NAME, Reading, Unreadable

ID: Final = "fleets-designer"

_HEAD: Final = re.compile(r"(?:(\d{1,6})\s{0,3}/)?\s{0,3}(\d{1,6})\s{0,3}/\s{0,3}(\d{1,6})")
_COST: Final = re.compile(r"(\d{1,6})\s{0,3}\+\s{0,3}(\d{1,6})(?:\s{0,3}:\s{0,3}(\d{1,6}))?")
_LOT: Final = re.compile(r"\d{1,6}\s{0,3}[xX]\s{0,3}(\d{1,6})")
_RULE: Final = re.compile(r"={5,}")
_SHIPS: Final = re.compile(r"\(\d{1,6} ?\+ ?\d{1,6}(?: ?: ?\d{1,6})?\)[ \t]*$", re.MULTILINE)


def likeness(text: str) -> int:
    """How much a text looks like a list of Armada Fleets Designer."""
    found = lines(text[:2_000])
    headed = bool(found) and _HEAD.fullmatch(bracketed(found[0].text)[1]) is not None
    ruled = any(_RULE.fullmatch(line.strip()) for line in text[:2_000].split("\n")[:5])
    ships = _SHIPS.search(text) is not None
    return 30 * headed + 30 * ruled * headed + 38 * ships


def read(text: str) -> Reading | Unreadable:
    """Read a list of Armada Fleets Designer.

    It names neither faction nor commander; objectives stand by their bare names at the end.
    """
    fleet, found = Fleet(ID, lump=False), lines(text)
    bare: list[Line] = []
    for line in found[_headline(fleet, found) :]:
        if _entry(fleet, line):
            while bare:
                fleet.unread(bare.pop())
        else:
            bare.append(line)
    for line in bare:
        _objective(fleet, line)
    return fleet.reading()


def _headline(fleet: Fleet, found: list[Line]) -> int:
    """Read the headline, if there is one; tells how many lines it takes."""
    name, inner = bracketed(found[0].text) if found else ("", "")
    head = _HEAD.fullmatch(inner)
    if head is None:
        return 0
    fleet.name, fleet.limit = name, int(head[3])
    fleet.state_total(int(head[2]), found[0])
    if head[1]:
        fleet.state_squadrons(int(head[1]), found[0])
    return 1


def _entry(fleet: Fleet, line: Line) -> bool:
    """A ship, an upgrade or squadrons; tells whether it is one."""
    body = unbulleted(line.text)
    if body is not None:
        return _upgrade(fleet, body, line)
    name, inner = bracketed(line.text)
    cost = _COST.fullmatch(inner)
    if cost and name:
        _ship(fleet, name, line, int(cost[1]))
        base, more, whole = int(cost[1]), int(cost[2]), cost[3]
        fleet.state(int(whole) if whole else base + more, line)
        return True
    return _alone(fleet, line)


def _upgrade(fleet: Fleet, body: str, line: Line) -> bool:
    found = priced(body)
    item = named("upgrades", found.name)
    if not fleet.ship_open or found.points is None or not item.name:
        return False
    fleet.aboard(replace(item, points=found.points, line=line.number, outdated=found.outdated))
    return True


def _alone(fleet: Fleet, line: Line) -> bool:
    """A ship without upgrades, or squadrons."""
    name, inner = bracketed(line.text)
    lot = _LOT.fullmatch(inner)
    points = int(lot[1]) if lot else figure(inner) if inner else None
    counted = copies(name)
    if points is None or counted is None or not counted[1]:
        return False
    count, bare = counted
    if count == 1 and is_ship(bare):
        _ship(fleet, bare, line, points)
    else:
        item: Item = named("squadron", bare)
        fleet.squadron(replace(item, count=count, line=line.number), points)
    return True


def _ship(fleet: Fleet, name: str, line: Line, points: int) -> None:
    fleet.ship(replace(named("ship", name), points=points, line=line.number))


def _objective(fleet: Fleet, line: Line) -> None:
    key, value = keyed(line.text)
    if not fleet.begun or unbulleted(line.text) is not None or len(line.text) > LONGEST_NAME:
        fleet.unread(line)
    elif key in OBJECTIVES:
        fleet.objectives(key, value, line)
    elif key or bracketed(line.text)[1]:
        fleet.unread(line)
    else:
        fleet.objectives("", line.text, line)
