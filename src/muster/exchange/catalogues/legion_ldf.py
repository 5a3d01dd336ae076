"""Cards of Legion as zacharyp/sw-legion-data keeps them: 2020, with products."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from muster.core.roster.catalogue import Card, faction_word
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

_RANKS: Final = {"Special Forces": "special"}


def _knows(value: object) -> bool:
    units = entry(value).get("units")
    return "commandCards" in entry(value) and any("ldf" in unit for unit in listed(units))


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    return finished(card for value in documents for card in _of(entry(value)))


def _of(found: Entry) -> Iterator[Card]:
    sets, characters = _sets(found), _characters(found)
    for unit in listed(found.get("units")):
        rank = tidy(unit.get("rank"))
        yield _made(unit, "unit", _RANKS.get(rank, slug(rank)), sets)
    for upgrade in listed(found.get("upgrades")):
        yield _made(upgrade, "upgrade", tidy(upgrade.get("slot")).casefold(), sets)
    for command in listed(found.get("commandCards")):
        needs = characters.get(tidy(command.get("ldf")), set())
        pips = whole(command.get("pips"))
        yield Card(
            key=slug("command", tidy(command.get("ldf"))),
            kind="command",
            name=tidy(command.get("name")),
            slot="" if pips is None else str(pips),
            needs=next(iter(needs)) if len(needs) == 1 else "",
        )


def _made(found: Entry, kind: str, slot: str, sets: Mapping[tuple[str, str], str]) -> Card:
    ldf = tidy(found.get("ldf"))
    stated = (*words(found.get("factions")), *words(found.get("factionRestrictions")))
    factions = dict.fromkeys(filter(None, (faction_word("legion", each) for each in stated)))
    return Card(
        key=slug(kind, ldf),
        kind=kind,
        name=tidy(found.get("name")),
        subtitle=tidy(found.get("subtitle")),
        factions=tuple(factions),
        slot=slot,
        unique=found.get("unique") is True,
        set=sets.get((kind, ldf), ""),
        prices=priced(whole(found.get("points"))),
    )


def _sets(found: Entry) -> dict[tuple[str, str], str]:
    """The first product each unit and upgrade came in."""
    made: dict[tuple[str, str], str] = {}
    for source in listed(found.get("sources")):
        contents = entry(source.get("contents"))
        for kind in ("unit", "upgrade"):
            for ldf in entry(contents.get(f"{kind}s")):
                made.setdefault((kind, ldf), tidy(source.get("name")))
    return made


def _characters(found: Entry) -> dict[str, set[str]]:
    """Whose command cards they are: the names of the units that list them."""
    made: dict[str, set[str]] = {}
    for unit in listed(found.get("units")):
        for ldf in words(unit.get("commandCards")):
            made.setdefault(ldf, set()).add(tidy(unit.get("name")))
    return made


SOURCE: Final = Source("sw-legion-data", "Star Wars: Legion, sw-legion-data", "legion", _knows, _cards)
"""Units, upgrades and command cards of early 2020."""
