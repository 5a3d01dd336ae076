"""Names that hold commas, put together again where a list separates names by commas."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.core.roster.catalogue import Catalogue, plain
from muster.core.roster.roster import Item, Roster

_MOST: Final = 4
"""Parts of a name: `Fear, Surprise, Intimidation` has three."""


def rejoined(roster: Roster, catalogue: Catalogue | None) -> Roster:
    """The roster with names put together that a catalogue has as one name with commas.

    A list that separates names by commas alone cannot tell `Jedi Training, Master Duelist` from two cards: the
    catalogue can. Only neighbours of one line that state nothing but a name are put together; the longest name goes
    first. Without a catalogue the roster stays as it was read.
    """
    names = catalogue.with_commas if catalogue is not None else frozenset()
    if not names:
        return roster
    items = _joined(roster.items, names)
    return roster if items == roster.items else replace(roster, items=items)


def _joined(items: tuple[Item, ...], names: frozenset[tuple[str, ...]]) -> tuple[Item, ...]:
    made: list[Item] = []
    at = 0
    while at < len(items):
        count = next((many for many in range(_MOST, 1, -1) if _is_one(items[at : at + many], many, names)), 1)
        first = items[at]
        if count > 1:
            first = replace(first, name=", ".join(each.name for each in items[at : at + count]))
        made.append(replace(first, upgrades=_joined(first.upgrades, names)) if first.upgrades else first)
        at += count
    return tuple(made)


def _is_one(parts: tuple[Item, ...], many: int, names: frozenset[tuple[str, ...]]) -> bool:
    """Whether so many neighbours are the parts of one name."""
    if len(parts) < many or tuple(plain(each.name) for each in parts) not in names:
        return False
    bare = Item(parts[0].section, "", slot=parts[0].slot)
    return all(replace(each, name="") == bare and each.line == parts[0].line for each in parts)
