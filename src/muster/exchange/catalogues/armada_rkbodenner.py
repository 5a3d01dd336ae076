"""Cards of Armada as rkbodenner/star-wars-armada-data keeps them: March 2020, the prices of the 4.0 regulations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.core.roster.catalogue import Card, faction_word
from muster.exchange.catalogues.armada_slots import armada_slot
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
    words,
)

_FOLDERS: Final = {"ship-card": "ship", "squadron-card": "squadron", "upgrade-card": "upgrade"}


def _knows(value: object) -> bool:
    return any(path.startswith("data/") and _kind(path) for path in entry(value))


def _kind(path: str) -> str:
    """What kind of card a file of the source holds; empty for other files."""
    folder = path.split("/")[1] if path.count("/") > 1 else ""
    return "objective" if path.endswith("/objective-card.json") else _FOLDERS.get(folder, "")


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    return finished(
        _made(found, kind)
        for value in documents
        for path, content in entry(value).items()
        if (kind := _kind(path))
        for found in listed(content if isinstance(content, list) else [content])
    )


def _made(found: Entry, kind: str) -> Card:
    if kind == "objective":
        name, slot = tidy(found.get("title")), tidy(found.get("category")).casefold()
        return Card(slug(name), kind, name, slot=slot)
    name, craft = tidy(found.get("name")), tidy(found.get("subname"))
    slot = armada_slot("-".join(words(found.get("slots")))) if kind == "upgrade" else ""
    faction = faction_word("armada", tidy(found.get("faction")))
    short = craft.removesuffix(" Squadron") if craft else name.replace("-class", "").removesuffix(" Squadron")
    return Card(
        key=slug(name, craft, slot),
        kind=kind,
        name=name,
        subtitle=craft,
        factions=(faction,) if faction else (),
        slot=slot,
        unique=found.get("unique") is True,
        flags=frozenset(_flags(found, kind, name)),
        aliases=(f"{name} {short}" if craft else short,),
        prices=priced(whole(found.get("points"))),
    )


def _flags(found: Entry, kind: str, name: str) -> Iterator[str]:
    if kind == "ship":
        yield tidy(found.get("size")) or "small"
        if name.startswith(("GR-75", "Gozanti")):
            yield "flotilla"  # the source does not say so
    if tidy(found.get("trait")) == "Modification":
        yield "modification"


SOURCE: Final = Source("rkbodenner", "Star Wars: Armada, star-wars-armada-data", "armada", _knows, _cards)
"""All its files in one JSON object, by path."""
