"""What the formats of Unlimited share: the keys of cards, and what a catalogue adds to a card of a roster."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.roster import Item, Roster

SECTIONS: Final = ("leader", "base", "deck", "sideboard")
"""The sections builders know, in the order they are written."""

_KEY: Final = re.compile(r"([A-Za-z][A-Za-z0-9]{1,5})[ _-]0{0,3}(\d{1,4})")


def key_of(text: str) -> str:
    """A card's key as catalogues write it: `LOF_17`, `lof-017` and `LOF 017` are `LOF_017`; empty if it is none."""
    found = _KEY.fullmatch(text.strip())
    return f"{found[1].upper()}_{int(found[2]):03d}" if found else ""


def card_of(item: Item, catalogue: Catalogue | None) -> Card | None:
    """The card an item means beyond doubt: by its key, else by name and subtitle together; None without one.

    A card printed several times under one name and subtitle is one card: its first printing stands for it.
    """
    if catalogue is None:
        return None
    if item.key:
        return catalogue.by_key.get(item.key)
    found = catalogue.named(f"{item.name}{item.subtitle}")
    same = {card.identity for card in found}
    return found[0] if len(same) == 1 else None


def sorted_out(roster: Roster, catalogue: Catalogue | None) -> dict[str, list[Item]]:
    """The items by the sections builders know; a pool's leaders and bases are told by the catalogue.

    Items of a pool and of sections builders do not know stand in the deck.
    """
    found: dict[str, list[Item]] = {section: [] for section in SECTIONS}
    for item in roster.items:
        found[_place(item, catalogue)].append(item)
    return found


def _place(item: Item, catalogue: Catalogue | None) -> str:
    if item.section in SECTIONS:
        return item.section
    card = card_of(item, catalogue)
    return card.kind if card is not None and card.kind in ("leader", "base") else "deck"


def copies(items: Iterable[Item]) -> int:
    """How many cards these items are."""
    return sum(item.count for item in items)
