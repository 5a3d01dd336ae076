"""Cards of Runewars as brianries/runewars-list-builder keeps them: January 2018, two factions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.core.roster.catalogue import Card, Price, faction_word
from muster.exchange.catalogues.entries import (
    Entry,
    Source,
    entry,
    finished,
    listed,
    priced,
    slug,
    tidy,
    whole,
)

_MENDED: Final = {
    "Close Quarters Targetting": "Close Quarters Targeting",
    "File Runner": "File Leader",
    "Ardus IxErebus": "Ardus Ix'Erebus",
}


def _knows(value: object) -> bool:
    found = entry(value)
    units, upgrades = next(listed(found.get("units")), {}), next(listed(found.get("upgrades")), {})
    return "formations" in units or "upgrade_type" in upgrades


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    return finished(card for value in documents for card in _of(entry(value)))


def _of(found: Entry) -> Iterator[Card]:
    for unit in listed(found.get("units")):
        sizes = ((tidy(each.get("size")), whole(each.get("cost"))) for each in listed(unit.get("formations")))
        prices = tuple(Price(points, form) for form, points in sizes if points is not None)
        yield _made(unit, "unit", "", unit.get("unique") is True, prices)
    for upgrade in listed(found.get("upgrades")):
        slot, prices = tidy(upgrade.get("upgrade_type")).casefold(), priced(whole(upgrade.get("cost")))
        slot = "training" if slot == "skill" else slot
        yield _made(upgrade, "upgrade", slot, upgrade.get("is_unique") is True, prices)


def _made(found: Entry, kind: str, slot: str, unique: bool, prices: tuple[Price, ...]) -> Card:
    stated = tidy(found.get("name"))
    name = _MENDED.get(stated, stated)
    faction = faction_word("runewars", tidy(found.get("faction")))
    factions = (faction,) if faction else ()
    return Card(slug(kind, name), kind, name, "", factions, slot, unique, aliases=(stated,), prices=prices)


SOURCE: Final = Source("brianries", "Runewars Miniatures, runewars-list-builder", "runewars", _knows, _cards)
"""Units in one file, upgrades in another."""
