"""Small catalogues of made-up and real names, rosters made of them, and what a check says of those."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

from muster.core.roster.catalogue import Card, Catalogue, Price, plain
from muster.core.roster.check import check
from muster.core.roster.roster import Checked, Item, Problem, Resolved, Roster, Terms
from muster.rules.load import load
from muster.rules.rosters import Game, RosterRules

DAY = date(2026, 8, 1)


@cache
def rules_of(regulations_id: str) -> RosterRules:
    """What these regulations say of rosters."""
    roster = load(regulations_id).roster
    assert roster is not None
    return roster


def card(kind: str, name: str, points: int | None = None, **given: Any) -> Card:
    """A card with one price at all times; its key is made of what tells it apart."""
    prices = () if points is None else (Price(points),)
    key = "/".join((kind, given.get("slot", ""), name, given.get("subtitle", ""), *given.get("factions", ())))
    return Card(**{"key": key, "kind": kind, "name": name, "prices": prices, **given})


def catalogue(game: Game, cards: Iterable[Card]) -> Catalogue:
    """A catalogue of one game."""
    return Catalogue(game, "test", tuple(cards))


REBEL, EMPIRE = ("rebel",), ("empire",)

ARMADA = catalogue(
    "armada",
    (
        card("ship", "Frigate", 50, factions=REBEL),
        card("ship", "Cruiser", 100, factions=REBEL),
        card("ship", "Transport", 18, factions=REBEL, flags=frozenset({"flotilla"})),
        card("ship", "Destroyer", 90, factions=EMPIRE),
        card("squadron", "Fighter Squadron", 13, factions=REBEL),
        card("squadron", "Half Squadron", 1, factions=REBEL),
        card("squadron", "Luke Skywalker", 20, factions=REBEL, unique=True, subtitle="X-wing Squadron"),
        card("squadron", "Wedge Antilles", 19, factions=REBEL, unique=True, subtitle="X-wing Squadron"),
        card("upgrade", "Wedge Antilles", 4, factions=REBEL, unique=True, slot="officer"),
        card("upgrade", "General Dodonna", 20, factions=REBEL, unique=True, slot="commander"),
        card("upgrade", "Mon Mothma", 30, factions=REBEL, unique=True, slot="commander"),
        card("upgrade", "First Title", 2, factions=REBEL, unique=True, slot="title"),
        card("upgrade", "Second Title", 3, factions=REBEL, unique=True, slot="title"),
        card("upgrade", "Better Engines", 5, slot="support", flags=frozenset({"modification"})),
        card("upgrade", "Better Guns", 6, slot="turbolaser", flags=frozenset({"modification"})),
        card("squadron", "Darth Vader", 21, factions=EMPIRE, unique=True, subtitle="TIE Advanced Squadron"),
        card("upgrade", "Darth Vader", 36, factions=EMPIRE, unique=True, slot="commander"),
        card("upgrade", "Darth Vader", 1, factions=EMPIRE, unique=True, slot="officer"),
        card("objective", "Most Wanted", slot="assault"),
        card("objective", "Opening Salvo", slot="assault"),
        card("objective", "Fleet Ambush", slot="defense"),
        card("objective", "Minefields", slot="navigation"),
        card("objective", "Show of Force", flags=frozenset({"campaign"})),
    ),
)


def item(section: str, name: str, count: int = 1, *upgrades: Item, **given: Any) -> Item:
    """An entry of a roster."""
    return Item(section, name, count=count, upgrades=upgrades, **given)


def upgrade(name: str, **given: Any) -> Item:
    """An upgrade."""
    return Item("upgrades", name, **given)


OBJECTIVES = tuple(item("objective", name) for name in ("Most Wanted", "Fleet Ambush", "Minefields"))
DODONNA = upgrade("General Dodonna")


def fleet(*items: Item, flagship: Item | None = None, objectives: tuple[Item, ...] = OBJECTIVES) -> Roster:
    """A Rebel fleet: a flagship of 70 points with its commander, three objectives, and what is given."""
    first = flagship or item("ship", "Frigate", 1, DODONNA)
    return Roster("armada", (first, *items, *objectives), faction="Rebel")


RANKS = ("commander", "operative", "corps", "special", "support", "heavy")

LEGION = catalogue(
    "legion",
    (
        *(card("unit", f"{rank} troop", 10, factions=REBEL, slot=rank) for rank in RANKS),
        card("unit", "Hundred", 100, factions=REBEL, slot="corps"),
        card("unit", "Imperials", 10, factions=EMPIRE, slot="corps"),
        card(
            "unit",
            "Luke Skywalker",
            150,
            factions=REBEL,
            slot="commander",
            unique=True,
            subtitle="Hero of the Rebellion",
        ),
        card(
            "unit",
            "Luke Skywalker",
            200,
            factions=REBEL,
            slot="operative",
            unique=True,
            subtitle="Jedi Knight",
        ),
        card("unit", "Scout Troopers", 60, factions=REBEL, slot="special"),
        card("unit", "Scout Troopers", 20, factions=REBEL, slot="special", subtitle="Strike Team"),
        card("upgrade", "MPL-57 Ion Trooper", 30, slot="heavy weapon"),
        card("upgrade", "MPL-57 Barrage Trooper", 35, slot="heavy weapon"),
        card("upgrade", "Point", 1, slot="gear"),
        card("counterpart", "Small Friend", 15, slot="corps"),
        *(card("command", f"Order {pips}{letter}", slot=str(pips)) for pips in (1, 2, 3) for letter in "abc"),
        card("command", "Standing Orders", slot="4"),
        card("command", "Luke's Card", slot="1", needs="Luke Skywalker"),
        *(
            card("battle", f"{slot} {number}", slot=slot)
            for slot in ("objective", "deployment", "condition")
            for number in range(1, 6)
        ),
    ),
)

HAND = tuple(item("command", f"Order {pips}{letter}") for pips in (1, 2, 3) for letter in "ab")
ORDERS = item("command", "Standing Orders")
BATTLE = tuple(
    item("battle", f"{slot} {number}")
    for slot in ("objective", "deployment", "condition")
    for number in range(1, 5)
)
CORPS = (item("unit", "commander troop"), item("unit", "corps troop", 3))


def army(
    *items: Item,
    units: tuple[Item, ...] = CORPS,
    hand: tuple[Item, ...] = (*HAND, ORDERS),
    battle: tuple[Item, ...] = BATTLE,
) -> Roster:
    """A Rebel army: a commander, three corps units, hand and battle deck in order, and what is given."""
    return Roster("legion", (*units, *items, *hand, *battle), faction="Rebels")


DAQAN, LATARI = ("daqan",), ("latari",)

RUNEWARS = catalogue(
    "runewars",
    (
        card("unit", "Spearmen", factions=DAQAN, prices=(Price(20, "2x1"), Price(50, "3x2"))),
        card("unit", "One", 1, factions=DAQAN),
        card("unit", "Kari Wraithstalker", 30, factions=DAQAN, unique=True),
        card("upgrade", "Kari Wraithstalker", 15, factions=DAQAN, unique=True, slot="hero"),
        card("unit", "Lord Hawthorne", 40, factions=DAQAN, unique=True),
        card("unit", "Maegan", 36, factions=DAQAN, unique=True),
        card("unit", "Deepwood Archers", 25, factions=LATARI, slot="infantry"),
        card("unit", "Leonx Riders", 25, factions=LATARI, slot="cavalry"),
        card("upgrade", "Latari Banner", 4, factions=LATARI, slot="equipment"),
        card("upgrade", "Arduus Ix'Erebus", 9, slot="champion"),
        card("upgrade", "Arduus's Banner", 3, slot="equipment"),
        card("terrain", "Big", flags=frozenset({"capacity:6"})),
        card("terrain", "Middle", flags=frozenset({"capacity:4"})),
        card("terrain", "Small", flags=frozenset({"capacity:2"})),
        card("terrain", "Smaller", flags=frozenset({"capacity:2"})),
        card("terrain", "Flat", flags=frozenset({"capacity:0"})),
    ),
)

TERRAIN = (item("terrain", "Middle", 2), item("terrain", "Small", 2))


def warband(*items: Item, terrain: tuple[Item, ...] = TERRAIN) -> Roster:
    """A Daqan army of what is given with four terrain cards."""
    return Roster("runewars", (*items, *terrain), faction="Daqan Lords")


def _unlimited() -> Iterable[Card]:
    heroism, villainy = frozenset({"command", "heroism"}), frozenset({"command", "villainy"})
    yield card("leader", "Han Solo", subtitle="Audacious Smuggler", key="SOR_017", set="JTL", flags=heroism)
    yield card("leader", "Leia Organa", subtitle="Alliance General", key="SOR_009", set="SOR", flags=heroism)
    yield card("leader", "Darth Vader", subtitle="Dark Lord", key="SOR_010", set="SOR", flags=villainy)
    yield card(
        "leader", "Boba Fett", subtitle="Collecting the Bounty", key="TWI_099", set="TWI", flags=villainy
    )
    yield card("base", "Level 1313", key="JTL_029", set="JTL")
    yield card("base", "Data Vault", key="SEC_022", set="SEC")
    yield card("base", "Thermal Oscillator", key="SEC_023", set="SEC")
    yield card("unit", "Swarming Vulture Droid", key="TWI_200", set="TWI")
    yield card("unit", "Plo Koon", subtitle="Koh-to-yah!", key="TWI_196", set="TWI")
    yield card("unit", "Plo Koon", subtitle="Wise", key="SOR_196", set="SOR")
    yield card("event", "Waylay", key="SOR_222", set="SOR")
    yield card("event", "Waylay", key="LAW_226", set="LAW")
    yield card("unit", "Twin", key="TS26_001", set="TS26")
    yield card("unit", "Promo", key="P25_001", set="P25")
    yield from (card("unit", f"Unit {number}", key=f"JTL_{number + 100}", set="JTL") for number in range(90))


UNLIMITED = catalogue("unlimited", _unlimited())

LEADER = item("leader", "Han Solo", subtitle="Audacious Smuggler")
BASE = item("base", "Level 1313")


def singles(count: int, section: str = "deck", start: int = 0) -> tuple[Item, ...]:
    """So many different cards."""
    return tuple(item(section, f"Unit {number}") for number in range(start, start + count))


def deck(*items: Item, leaders: tuple[Item, ...] = (LEADER,), bases: tuple[Item, ...] = (BASE,)) -> Roster:
    """A deck of what is given, with a leader and a base."""
    return Roster("unlimited", (*leaders, *bases, *items))


_REGULATIONS = {
    "armada": "armada-4.0",
    "legion": "legion-2.0",
    "runewars": "runewars-2.2.2",
    "unlimited": "unlimited-1.3",
}
_CATALOGUES = {"armada": ARMADA, "legion": LEGION, "runewars": RUNEWARS, "unlimited": UNLIMITED}


def checked(
    roster: Roster, regulations: str = "", known: Catalogue | bool | None = True, on: date = DAY, **terms: Any
) -> Checked:
    """A roster checked by its game's regulations, with the small catalogue, another, or none (False)."""
    rules = rules_of(regulations or _REGULATIONS[roster.game])
    cards = _CATALOGUES[roster.game] if known is True else (known or None)
    return check(roster, rules, Terms(terms.pop("construction", ""), on, **terms), cards)


def problems(roster: Roster, *args: Any, **given: Any) -> dict[str, Problem]:
    """The problems of a roster by kind, the first of each."""
    found = checked(roster, *args, **given).problems
    return {each.kind: each for each in reversed(found)}


def illegal(roster: Roster, *args: Any, **given: Any) -> list[str]:
    """The kinds of what forbids a roster, in order."""
    return [each.kind for each in checked(roster, *args, **given).problems if each.severity == "illegal"]


def kinds(roster: Roster, *args: Any, **given: Any) -> list[str]:
    """The kinds of everything found, in order."""
    return [each.kind for each in checked(roster, *args, **given).problems]


def without(roster: Roster, *sections: str) -> Roster:
    """A roster without these sections."""
    return replace(roster, items=tuple(each for each in roster.items if each.section not in sections))


def same_force(one: tuple[Resolved, ...], other: tuple[Resolved, ...]) -> bool:
    """Whether two resolved rosters are made of the same copies of the same cards, each with the same upgrades.

    Order, sections, names of lists, spellings, prices and printings do not matter; what lacks a card is told by
    its name.
    """
    return _copies(one) == _copies(other)


def _copies(found: tuple[Resolved, ...]) -> Counter[tuple[object, ...]]:
    """How many copies there are of each card with its upgrades."""
    below: dict[tuple[int, ...], Counter[tuple[object, ...]]] = {}
    for each in reversed(found):  # depth first: what an item carries comes before it
        own = below.pop(each.path, Counter())
        carried = tuple(sorted(own.items(), key=repr))
        below.setdefault(each.path[:-1], Counter())[(*_identity(each), carried)] += each.item.count
    return below.get((), Counter())


def _identity(found: Resolved) -> tuple[str, ...]:
    if found.card is None:
        return "", plain(found.item.name), plain(found.item.subtitle)
    return found.card.kind, *found.card.identity
