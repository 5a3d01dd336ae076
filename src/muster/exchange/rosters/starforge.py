"""The text of Star Forge: the grammar of Kingston's Fleet Builder with other names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from muster.core.roster.roster import Item
from muster.exchange.rosters.fleet import bracketed, figure, item, keyed, named, unbulleted
from muster.exchange.rosters.fleet_text import Dialect, keys_in, read_fleet, sums_in
from muster.exchange.rosters.reading import Reading, Unreadable

ID: Final = "starforge"

_FACTION: Final = re.compile(r"(.*\S)\s{0,9}\{([A-Za-z]{2,9})\}", re.DOTALL)
_FULL_NAME: Final = re.compile(r"[^-]{1,40}-class .{1,60}\(\d{1,5}\)")


def likeness(text: str) -> int:
    """How much a text looks like a list of Star Forge."""
    if not is_starforge(text) or not (sums_in(text) or "squadrons" in keys_in(text)):
        return 0
    return 95


def read(text: str) -> Reading | Unreadable:
    """Read a list of Star Forge."""
    return read_fleet(text, _DIALECT)


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
        return " - " in name[1:].strip() or _FACTION.fullmatch(name) is not None
    return _FACTION.fullmatch(name) is not None or _FULL_NAME.fullmatch(line) is not None


def _named(section: str, name: str) -> Item:
    """An item by what stands for its name: `Shara Bey - A-wing Squadron`, `Gozanti-class Cruisers {CIS}`."""
    name, faction = _apart(name)
    ace, dash, craft = name.partition(" - ") if section == "squadron" else (name, "", "")
    found = item(section, ace, form=craft) if dash else named(section, name)
    return replace(found, version=faction) if faction else found


def _apart(name: str) -> tuple[str, str]:
    found = _FACTION.fullmatch(name[:400])
    return (found[1], found[2]) if found else (name, "")


_DIALECT: Final = Dialect(ID, named=_named)
