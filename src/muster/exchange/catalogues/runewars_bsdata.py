"""Cards of Runewars as BSData keeps them for BattleScribe: all four factions, with sizes and prices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element

from muster.core.roster.catalogue import Card, Price, faction_word, plain
from muster.exchange.catalogues.battlescribe import (
    Place,
    cost,
    entries_of,
    is_battlescribe,
    local,
    name_of,
    once_in_roster,
)
from muster.exchange.catalogues.entries import Source, finished, priced, slug

_FILES: Final = ("Daqan Lords", "Latari Elves", "Uthuk Y'llan", "Waiqar the Undying", "Runewars")
_SIZE: Final = re.compile(r"(?:(\d)x(\d) *Trays|1 Tray)(?: \([A-Za-z]+\))?")
_HERO: Final = re.compile(r"(.{1,80}?) \((Infantry|Cavalry|Siege|Seige) ?Upgrade\)")

_MENDED: Final[Mapping[str, str]] = {
    "Aliana of Sumersong": "Aliana of Summersong",
    "Beserkers": "Berserkers",
    "Tactical Dummer": "Tactical Drummer",
    "Blackthorn Assasin": "Blackthorn Assassin",
}
"""Names the source misspells; its own spelling stays as an alias."""

_TRUE_PRICES: Final[Mapping[str, int]] = {"obcasiumsgauntlet": 5, "visceragoblet": 7}
"""Prices that real lists show for cards the source leaves at 0."""


def _knows(value: object) -> bool:
    return is_battlescribe(value, _FILES)


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    made: list[Card] = []
    for root in documents:
        if isinstance(root, Element):
            faction = faction_word("runewars", root.get("name") or "")
            made += filter(None, (_card(place, faction) for place in entries_of(root)))
    return finished(_together(made))


def _card(place: Place, faction: str) -> Card | None:
    entry, above = place
    factions = (faction,) if faction else ()
    if entry.get("type") == "unit" and len(above) == 1:
        return _unit(entry, factions)
    if entry.get("type") == "upgrade" and _SIZE.fullmatch(name_of(entry)) is None:
        groups = [name_of(each) for each in above if local(each) == "selectionEntryGroup"]
        return _upgrade(entry, groups[0], factions) if groups else None
    return None


def _unit(entry: Element, factions: tuple[str, ...]) -> Card:
    stated = name_of(entry)
    name = _MENDED.get(stated, stated)
    prices: dict[str, Price] = {}
    for each, _ in entries_of(entry):
        size, points = _SIZE.fullmatch(name_of(each)), cost(each)
        if size is not None and points:
            form = f"{size[1]}x{size[2]}" if size[1] else "1x1"
            prices.setdefault(form, Price(points, form))
    unique = once_in_roster(entry)
    return Card(
        slug("unit", name),
        "unit",
        name,
        "",
        factions,
        "",
        unique,
        aliases=(stated,),
        prices=tuple(prices.values()),
    )


def _upgrade(entry: Element, group: str, factions: tuple[str, ...]) -> Card:
    stated = name_of(entry)
    hero = _HERO.fullmatch(stated)
    own = hero[1] if hero else stated
    name = _MENDED.get(own, own)
    points = cost(entry) or _TRUE_PRICES.get(plain(name))  # 0 is what the source leaves out
    slot = group.partition(" - ")[0].casefold().removesuffix("s")
    return Card(
        key=slug("upgrade", name, str(points or "") if hero else ""),
        kind="upgrade",
        name=name,
        factions=factions,
        slot=slot,
        unique=once_in_roster(entry) or hero is not None,
        flags=frozenset({hero[2].casefold().replace("seige", "siege")}) if hero else frozenset(),
        aliases=(stated, own),
        prices=priced(points),
    )


def _together(cards: Iterable[Card]) -> Iterable[Card]:
    """A hero as an upgrade of several kinds of units at one price is one card; so is one in several groups."""
    made: dict[str, Card] = {}
    for card in cards:
        known = made.get(card.key)
        made[card.key] = card if known is None else _both(known, card)
    return made.values()


def _both(one: Card, other: Card) -> Card:
    factions = (
        tuple(dict.fromkeys((*one.factions, *other.factions))) if one.factions and other.factions else ()
    )
    return replace(
        one, flags=one.flags | other.flags, aliases=(*one.aliases, *other.aliases), factions=factions
    )


SOURCE: Final = Source("bsdata-runewars", "Runewars Miniatures, BSData", "runewars", _knows, _cards)
"""Four catalogues and a game system."""
