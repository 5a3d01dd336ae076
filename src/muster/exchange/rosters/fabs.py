"""The text of Fab's fleet builder: a numbered line for each ship with its upgrades, squadron, and the objectives."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from muster.exchange.rosters.fleet import Fleet, Line, bracketed, figure, is_ship, item, lines, priced
from muster.exchange.rosters.reading import Reading, Unreadable

ID: Final = "fabs"

_NUMBERED: Final = re.compile(r"\d{1,4}\s{0,3}[•·*]\s{0,3}(?=\S)")
_HEAD: Final = re.compile(r"\[?\s{0,3}([A-Z][A-Z ]{2,40}?) {1,3}FLEET", re.IGNORECASE)
_OBJECTIVES: Final = "objectives"
_BETWEEN: Final = " - "


def likeness(text: str) -> int:
    """How much a text looks like a list of Fab's fleet builder."""
    found = lines(text)
    numbered = sum(_NUMBERED.match(line.text) is not None and line.text.endswith(")") for line in found)
    if not numbered or 2 * numbered < len(found):
        return 0
    return 97 if _head(found[0]) else 75


def read(text: str) -> Reading | Unreadable:
    """Read a list of Fab's fleet builder.

    Upgrades have no prices: of a ship with upgrades the list says only what all of it costs. Aces stand as one
    name with their craft. Which of the entries without upgrades are ships is told by their names.
    """
    fleet, found = Fleet(ID), lines(text)
    head = _head(found[0]) if found else None
    spent = 0
    for line in found[1:] if head else found:
        numbered = _NUMBERED.match(line.text)
        stated = priced(line.text[numbered.end() :]) if numbered else None
        if stated is None or stated.points is None or not stated.name:
            fleet.unread(line)
        else:
            spent += stated.points
            _entry(fleet, line, stated.name, stated.points)
    if head:
        fleet.faction, total = head
        fleet.state_total(total, found[0], spent)
    return fleet.reading()


def _head(line: Line) -> tuple[str, int] | None:
    """The faction and total of a headline `REBEL FLEET (398 points)`."""
    name, inner = bracketed(line.text.rstrip("] "))
    faction, total = _HEAD.fullmatch(name), figure(inner or "-")
    return None if faction is None or total is None else (faction[1].strip().title(), total)


def _entry(fleet: Fleet, line: Line, name: str, points: int) -> None:
    first, *others = (part.strip() for part in name.split(_BETWEEN))
    if first.casefold() == _OBJECTIVES:
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
