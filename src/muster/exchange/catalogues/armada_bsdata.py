"""Cards of Armada as BSData keeps them for BattleScribe; one file a faction, no objectives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element

from muster.core.roster.catalogue import Card, faction_word
from muster.exchange.catalogues.armada_slots import armada_slot
from muster.exchange.catalogues.battlescribe import (
    Place,
    cost,
    entries_of,
    is_battlescribe,
    local,
    name_of,
    once_in_roster,
    parts,
)
from muster.exchange.catalogues.entries import Source, finished, priced, slug

_FILES: Final = (
    "Galactic Republic",
    "Imperial Navy",
    "Rebel Fleet",
    "Separatist Alliance",
    "Star Wars Armada",
)
_ACE: Final = re.compile(r"(.{1,80}?) \(([^()]{1,80})\)")
_FACTIONS: Final = ("empire", "rebel", "republic", "separatist")
_MENDED: Final = {"Defense Liason": "Defense Liaison", "Shriv Surgaav": "Shriv Suurgav"}


def _knows(value: object) -> bool:
    return is_battlescribe(value, _FILES)


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    """The cards of every file; one that several factions have is one card."""
    made: dict[str, Card] = {}
    for root in documents:
        if isinstance(root, Element):
            faction = faction_word("armada", root.get("name") or "")
            for card in filter(None, (_card(place, faction) for place in entries_of(root))):
                known = made.get(card.key)
                factions = dict.fromkeys((*(known.factions if known else ()), *card.factions))
                made[card.key] = replace(known or card, factions=tuple(factions))
    return finished(replace(card, factions=_any_or(card.factions)) for card in made.values())


def _any_or(factions: tuple[str, ...]) -> tuple[str, ...]:
    return () if set(factions) == set(_FACTIONS) else factions


def _card(place: Place, faction: str) -> Card | None:
    entry, above = place
    stated = name_of(entry)
    name = stated.removeprefix("•").strip()
    unique = stated.startswith("•") or once_in_roster(entry)
    if entry.get("type") == "model":
        base = _model(entry, above, name, faction)
    elif entry.get("type") == "upgrade" and local(above[-1]) == "selectionEntryGroup":
        base = _upgrade(above[-1], _MENDED.get(name, name))
    else:
        return None
    points = priced(cost(entry))
    return replace(base, factions=(faction,), unique=unique, prices=points)


def _model(entry: Element, above: tuple[Element, ...], name: str, faction: str) -> Card:
    """A ship, or a squadron with the craft it flies: the first entry of its group."""
    categories = frozenset(_categories(entry))
    if "Squadron" not in categories:
        flags = frozenset({"flotilla"}) if name.startswith(("GR-75", "Gozanti")) else frozenset[str]()
        short = name.replace("-class", "")
        return Card(slug(name, faction), "ship", name, flags=flags, aliases=(short,))
    ace = _ACE.fullmatch(name)
    craft = ace[2] if ace else next(_crafts(above), name)
    if craft == name:
        return Card(slug(name), "squadron", name, aliases=(name.removesuffix(" Squadron"),))
    pilot = ace[1] if ace else name
    short = craft.removesuffix(" Squadron")
    return Card(slug(pilot, craft), "squadron", pilot, craft, aliases=(f"{pilot} {short}",))


def _categories(entry: Element) -> Iterator[str]:
    return (link.get("name") or "" for link in parts(entry, "categoryLinks"))


def _crafts(above: tuple[Element, ...]) -> Iterator[str]:
    """The names of the squadrons of a group that are no aces."""
    return (
        name_of(each) for each in parts(above[-1], "selectionEntries") if not name_of(each).startswith("•")
    )


def _upgrade(group: Element, name: str) -> Card:
    slot = armada_slot(name_of(group))
    return Card(slug(name, slot), "upgrade", name, slot=slot)


SOURCE: Final = Source("bsdata-armada", "Star Wars: Armada, BSData", "armada", _knows, _cards)
"""Four catalogues and a game system."""
