"""Cards of Armada as Polkadoty/the-isb-api keeps them: ships, squadrons, upgrades, objectives, other names.

Only names, types, prices and dates are taken, never texts or pictures. What is not official is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muster.core.roster.catalogue import Card, faction_word
from muster.exchange.catalogues.entries import (
    Entry,
    Source,
    entry,
    finished,
    keyed,
    priced,
    tidy,
    whole,
    words,
)

_PARTS: Final = ("ships", "squadrons", "upgrades", "objectives")
_NAME_AND_POINTS: Final = re.compile(r"(.{1,150}?) *\((\d{1,3})\)")
_MARK: Final = re.compile(r" *\{[^{}]*\}")
_KNOWN_AS: Final = {
    "hera-syndulla-ghost": ("Hera Syndula",),
    "hera-syndulla-x-wing-squadron": ("Hera Syndula",),
    "assault-frigate-mark-ii-a": ("Assault Frigate Mk.II A",),
    "assault-frigate-mark-ii-b": ("Assault Frigate Mk.II B",),
    "boba-fett-slave-i": ("Boba Fett Slave 1",),
    "cr90-corvette-a": ("CR90 Corellian Corvette A", "CR90A Corvette"),
    "cr90-corvette-b": ("CR90 Corellian Corvette B", "CR90B Corvette"),
    "lando-calrissian-officer": ("Lando Carissian",),
    "lando-calrissian-millennium-falcon": ("Lando Carissian",),
    "mc80l-battle-cruiser": ("MC80 Liberty Battle Cruiser",),
    "mc80l-star-cruiser": ("MC80 Liberty Star Cruiser",),
    "starhawk-class-battleship-mark-i": ("Starhawk-class Mk.I",),
    "starhawk-class-battleship-mark-ii": ("Starhawk-class Mk.II",),
    "wullf-yularen-officer": ("Wulff Yularen",),
    "xi7-turbolasers": ("X17 Turbolasers",),
}
"""Spellings met in real lists that no other name covers."""


def _knows(value: object) -> bool:
    found = entry(value)
    if any(isinstance(found.get(part), dict) for part in _PARTS):
        return True
    return bool(found) and _is_names(found)


def _is_names(found: Entry) -> bool:
    """Whether it is a table of names with points to keys."""
    first = next(iter(found.items()))
    return isinstance(first[1], str) and _NAME_AND_POINTS.fullmatch(first[0]) is not None


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    tables = [entry(document) for document in documents]
    names: dict[str, list[str]] = {}
    for table in tables:
        if table and _is_names(table):
            for name, key in table.items():
                found = _NAME_AND_POINTS.fullmatch(tidy(name))
                if isinstance(key, str) and found is not None:
                    names.setdefault(key, []).append(found[1])
    return finished(card for table in tables for card in _of_table(table, names))


def _of_table(table: Entry, names: dict[str, list[str]]) -> Iterator[Card]:
    for _, chassis in keyed(table.get("ships")):
        for key, found in keyed(chassis.get("models")):
            yield from _made(key, found, "ship", names, (tidy(chassis.get("size")),))
    for kind in ("squadron", "upgrade"):
        for key, found in keyed(table.get(f"{kind}s")):
            yield from _made(key, found, kind, names)
    for key, found in keyed(table.get("objectives")):
        yield _objective(key, found, names)


def _made(
    key: str, found: Entry, kind: str, names: dict[str, list[str]], flags: tuple[str, ...] = ()
) -> Iterator[Card]:
    stated = words(found.get("faction"))
    factions = tuple(filter(None, (faction_word("armada", each) for each in stated)))
    if (stated and not factions) or tidy(found.get("release")) == "Dummy":
        return  # `sandbox`: stations and dummies that are no cards
    name, ace = _MARK.sub("", tidy(found.get("name"))), tidy(found.get("ace-name"))
    classes = words(found.get("unique-class"))
    modification = ("modification",) if found.get("modification") is True else ()
    yield Card(
        key=key,
        kind=kind,
        name=ace or name,
        subtitle=name if ace else "",
        factions=factions,
        slot=tidy(found.get("type")) if kind == "upgrade" else "",
        unique=found.get("unique") is True,
        group=classes[0] if classes and classes[0] != (ace or name) else "",
        flags=frozenset((*filter(None, flags), *words(found.get("traits")), *modification)),
        set=tidy(found.get("expansion")) or tidy(found.get("release")),
        aliases=_aliases(key, found, ace, name, names),
        prices=priced(whole(found.get("points"))),
    )


def _aliases(key: str, found: Entry, ace: str, name: str, names: dict[str, list[str]]) -> tuple[str, ...]:
    """Other names: those of the source's tables, the name without `-class` or `Squadron`, an ace with its craft."""
    short = name.replace("-class", "").removesuffix(" Squadron")
    own = (f"{ace} {short}",) if ace else (short, tidy(found.get("name")))
    nicknames = (word for word in words(found.get("nicknames")) if word != name)
    return (*names.get(key, ()), *_KNOWN_AS.get(key, ()), *own, *nicknames)


def _objective(key: str, found: Entry, names: dict[str, list[str]]) -> Card:
    kind = tidy(found.get("type"))
    return Card(
        key=key.removesuffix("-errata"),
        kind="objective",
        name=tidy(found.get("name")),
        slot="" if kind == "campaign" else kind,
        flags=frozenset({"campaign"}) if kind == "campaign" else frozenset(),
        set=tidy(found.get("release")),
        aliases=(*names.get(key, ()), *words(found.get("nicknames"))),
    )


SOURCE: Final = Source("isb", "Star Wars: Armada, the-isb-api", "armada", _knows, _cards)
"""Ships, squadrons, upgrades, objectives; also the folders with the prices before the errata."""
