"""The JSON that Tabletop Admiral, Legion HQ and the mod of Tabletop Simulator share: names, hardly a price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.json_parts import mapping, number_of, text_of, values
from muster.exchange.rosters.legion_lines import command, tidy, versioned
from muster.exchange.rosters.reading import Reading, StatedSum, Unread, Unreadable

_SLOTS: Final[Mapping[str, str]] = {
    "objective": "objective",
    "deployment": "deployment",
    "conditions": "condition",
    "condition": "condition",
    "secondary": "secondary",
    "advantage": "advantage",
}
"""The parts of `battlefieldDeck`, and the category of battle card each holds.

Legion HQ now puts its newer categories under these names: whether a card belongs there, the catalogue says.
"""

_KNOWN: Final = frozenset(
    {
        *("listname", "points", "point", "author", "numActivations", "armyFaction", "faction", "battleForce"),
        *("commandCards", "contingencies", "units", "battlefieldDeck", "listlink"),
    }
)


def is_shape(found: Mapping[str, object]) -> bool:
    """Whether an object is a list in this shape: units by name, and a key only this shape has."""
    named = any("name" in mapping(unit) for unit in values(found.get("units")))
    return named and not found.keys().isdisjoint(
        {"armyFaction", "listname", "battlefieldDeck", "commandCards"}
    )


def roster_of(found: Mapping[str, object], format_id: str) -> Reading | Unreadable:
    """The roster an object of this shape states.

    The faction, total and number of activations are as stated; there is one entry for each unit. A unit without
    a name is not understood. Refused without any unit.
    """
    units = tuple(_units(found))
    if not any(unit.name for unit in units):
        return Unreadable("This JSON lists no units. Open the list in its builder and export it again.")
    cards = (*_hand(found), *_deck(found))
    total = next(
        (number for key in ("points", "point") if (number := number_of(found.get(key))) is not None), None
    )
    roster = Roster(
        "legion",
        tuple(item for item in (*units, *cards) if item.name),
        name=tidy(text_of(found.get("listname"))),
        faction=tidy(text_of(found.get("armyFaction")) or text_of(found.get("faction"))),
        total=total,
        activations=number_of(found.get("numActivations")),
    )
    sums = () if total is None else (StatedSum("total", total, roster.sum),)
    return Reading(format_id, roster, tuple(_unread(found, units)), sums, tuple(_remarks(found)))


def _units(found: Mapping[str, object]) -> Iterator[Item]:
    for each in values(found.get("units")):
        unit = mapping(each)
        listed = [Item("upgrades", name) for name in _names(unit.get("upgrades"))]
        aside = [Item("upgrades", name, points=0, slot="loadout") for name in _names(unit.get("loadout"))]
        yield versioned("unit", tidy(text_of(unit.get("name"))), upgrades=(*listed, *aside))


def _hand(found: Mapping[str, object]) -> Iterator[Item]:
    for key, section in (("commandCards", "command"), ("contingencies", "contingency")):
        for name in _names(found.get(key)):
            card = command(name, section=section)
            if card is not None:
                yield card


def _deck(found: Mapping[str, object]) -> Iterator[Item]:
    deck = mapping(found.get("battlefieldDeck"))
    for key, slot in _SLOTS.items():
        for name in _names(deck.get(key)):
            yield Item("battle", name, slot=slot)


def _names(value: object) -> Iterator[str]:
    """The names an array holds; an entry may also be an object with a name."""
    for each in values(value):
        name = tidy(text_of(each) or text_of(mapping(each).get("name")))
        if name:
            yield name


def _unread(found: Mapping[str, object], units: tuple[Item, ...]) -> Iterator[Unread]:
    for key in sorted(found.keys() - _KNOWN)[:_SHOWN]:
        yield Unread(0, tidy(key))
    for place, unit in enumerate(units, start=1):
        if not unit.name:
            yield Unread(0, f"unit {place}, which has no name")


_SHOWN: Final = 20
"""Unknown parts that are listed."""


def _remarks(found: Mapping[str, object]) -> Iterator[str]:
    force = tidy(text_of(found.get("battleForce")))
    if force:
        yield f"The list is built for the battle force {force}; its own rules are not checked."
