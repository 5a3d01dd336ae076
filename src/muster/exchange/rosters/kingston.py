"""A fleet written as Ryan Kingston's Fleet Builder does, for the tools that read its lists."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Final

from muster.core.roster.catalogue import Card, Catalogue, faction_word
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.fleet import OBJECTIVES, counted

_FACTIONS: Final[Mapping[str, str]] = {
    "rebel": "Rebel",
    "empire": "Imperial",
    "republic": "Republic",
    "separatist": "Separatist",
}


def write(roster: Roster, catalogue: Catalogue | None = None) -> str:
    """Write a fleet as the builder does, for tools that read its lists.

    Copies of a ship stand one by one. What the fleet does not state is taken from the catalogue where that is
    beyond doubt: prices, and the slots of objectives. Sums that would need a missing price are left out.
    """
    return "\n".join(_lines(roster, catalogue)) + "\n"


def _lines(roster: Roster, catalogue: Catalogue | None) -> Iterator[str]:
    faction = _FACTIONS.get(faction_word("armada", roster.faction), roster.faction)
    yield from (
        _keyed("Name", roster.name),
        _keyed("Faction", faction),
        _keyed("Commander", _commander(roster)),
    )
    yield ""
    yield from _objectives(roster, catalogue)
    spent: list[int | None] = []
    for ship in roster.section("ship"):
        for _ in range(ship.count):
            yield ""
            spent.append((yield from _ship(ship, catalogue)))
    yield from ("", "Squadrons:")
    worths = []
    for squadron in roster.section("squadron"):
        price = _price(squadron, catalogue)
        worths.append(None if price is None else price * squadron.count)
        yield f"• {_copies(squadron)}{_name(squadron)}{_bracket(worths[-1], squadron)}"
    spent.append(_total(worths))
    yield from _sum(spent[-1])
    total = _total(spent) if roster.total is None else roster.total
    if total is not None:
        yield from ("", f"Total Points: {total}")


def _objectives(roster: Roster, catalogue: Catalogue | None) -> Iterator[str]:
    stated = [(_slot(each, catalogue), _one_line(each.name)) for each in roster.section("objective")]
    for slot, name in stated:
        yield _keyed(slot.capitalize() or "Objectives", name)
    slots = {slot for slot, _ in stated}
    yield from (f"{slot.capitalize()}:" for slot in OBJECTIVES if slot not in slots)


def _slot(objective: Item, catalogue: Catalogue | None) -> str:
    slots = {card.slot for card in _cards(objective, catalogue)}
    return objective.slot or (slots.pop() if len(slots) == 1 else "")


def _ship(ship: Item, catalogue: Catalogue | None) -> Generator[str, None, int | None]:
    """The lines of one copy of a ship; hands back what it costs, None if a price is missing."""
    upgrades = [each for upgrade in ship.upgrades for each in (upgrade,) * upgrade.count]
    prices = [_price(ship, catalogue), *(_price(each, catalogue) for each in upgrades)]
    yield f"{_name(ship)}{_bracket(prices[0], ship)}"
    for upgrade, price in zip(upgrades, prices[1:], strict=True):
        yield f"• {_name(upgrade)}{_bracket(price, upgrade)}"
    total = _total(prices)
    yield from _sum(total)
    return total


def _commander(roster: Roster) -> str:
    upgrades = (upgrade for ship in roster.section("ship") for upgrade in ship.upgrades)
    aboard = (upgrade.name for upgrade in upgrades if upgrade.slot == "commander")
    return roster.commander or next(aboard, "")


def _keyed(key: str, value: str) -> str:
    return f"{key}: {_one_line(value)}".rstrip()


def _copies(squadron: Item) -> str:
    """The number before a name; a name that begins like one gets it even where it is one."""
    return f"{squadron.count} x " if squadron.count > 1 or counted(squadron.name)[1] != squadron.name else ""


def _name(item: Item) -> str:
    inner = item.form or item.version
    return _one_line(f"{item.name} ({inner})" if inner else item.name)


def _bracket(price: int | None, item: Item) -> str:
    return "" if price is None else f" ({price}){'!' if item.outdated else ''}"


def _sum(total: int | None) -> tuple[str, ...]:
    return () if total is None else (f"= {total} Points",)


def _total(parts: list[int | None]) -> int | None:
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _price(item: Item, catalogue: Catalogue | None) -> int | None:
    if item.points is not None:
        return item.points
    prices = {price for card in _cards(item, catalogue) if (price := card.points()) is not None}
    return prices.pop() if len(prices) == 1 else None


def _cards(item: Item, catalogue: Catalogue | None) -> tuple[Card, ...]:
    """The cards of an item's name, of its kind."""
    kind = "upgrade" if item.section == "upgrades" else item.section
    found = () if catalogue is None else catalogue.named(item.name + item.form) or catalogue.named(item.name)
    return tuple(card for card in found if card.kind == kind)


def _one_line(words: str) -> str:
    return " ".join(words.split())
