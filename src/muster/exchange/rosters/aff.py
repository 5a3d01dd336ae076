"""The AFF text: a line `ship:`, `upgrade:` or `squadron:` for each card, without prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from muster.exchange.rosters.fleet import OBJECTIVES, Fleet, Line, copies, keyed, lines, named
from muster.exchange.rosters.reading import Reading, Unreadable

ID: Final = "aff"

_CARDS: Final[Mapping[str, str]] = {"ship": "ship", "upgrade": "upgrades", "squadron": "squadron"}
_SLOTS: Final[Mapping[str, str]] = {"objective": "", **{slot: slot for slot in OBJECTIVES}}
_HEAD: Final = ("name", "faction", "commander")


def likeness(text: str) -> int:
    """How much a text looks like an AFF list."""
    found = lines(text)
    cards = sum(keyed(line.text)[0] in _CARDS for line in found)
    return 97 if cards and 2 * cards >= len(found) else 0


def read(text: str) -> Reading | Unreadable:
    """Read an AFF list."""
    fleet = Fleet(ID)
    for line in lines(text):
        key, value = keyed(line.text)
        if not value or not (_card(fleet, key, value, line) or _words(fleet, key, value, line)):
            fleet.unread(line)
    return fleet.reading()


def _card(fleet: Fleet, key: str, value: str, line: Line) -> bool:
    section, counted = _CARDS.get(key), copies(value)
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


def _words(fleet: Fleet, key: str, value: str, line: Line) -> bool:
    if key in _SLOTS:
        fleet.objectives(_SLOTS[key], value, line)
    elif key in _HEAD and not getattr(fleet, key):
        setattr(fleet, key, value)
    else:
        return False
    return True
