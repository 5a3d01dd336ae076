"""Lists of Legion in JSON: as Legion HQ keeps and exports them, and in the shape that other builders share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from muster.core.messages import Message, listing, paragraph, say
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cleaning import json_value
from muster.exchange.rosters.legion_hq_link import STANDING_ORDERS_REMARK, standing_orders
from muster.exchange.rosters.legion_lines import command, tidy, versioned
from muster.exchange.rosters.reading import (
    LONGEST_NAME,
    MOST_COPIES,
    Format,
    Reading,
    StatedSum,
    Unread,
    Unreadable,
)

_DIGITS: Final = 6
"""Digits of the largest number in a list."""


def loaded(text: str) -> object | Unreadable:
    """The value of a JSON text, as `cleaning.json_value` takes it; or why there is none, and what to do instead.

    A text that Longshanks has put into one line, with ` || ` between the lines, is read as if it had those lines.
    """
    found = json_value(text)
    if isinstance(found, Unreadable) and "||" in text:
        again = json_value(text.replace("||", "\n"))
        found = found if isinstance(again, Unreadable) else again
    if isinstance(found, Unreadable):
        return Unreadable(paragraph(found.says, say("Or paste the list as text.")), found.line)
    return found


def mapping(value: object) -> Mapping[str, object]:
    """The value as an object of JSON; an empty one if it is none."""
    return value if isinstance(value, dict) else {}


def values(value: object) -> tuple[object, ...]:
    """The value as an array of JSON; an empty one if it is none."""
    return tuple(value) if isinstance(value, list) else ()


def text_of(value: object) -> str:
    """The value as text; empty if it is none."""
    return value if isinstance(value, str) else ""


def number_of(value: object) -> int | None:
    """The value as a whole number from 0, also one written as text; None if it is none or absurdly large."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _DIGITS:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value < 10**_DIGITS else None


# The shape of Tabletop Admiral and the mod of Tabletop Simulator -------------------------------------------

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
        return Unreadable(say("This JSON lists no units. Open the list in its builder and export it again."))
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
    return Reading(format_id, roster, tuple(_unread(found, units)), sums, tuple(battle_force(found)))


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
    for stated, unit in zip(values(found.get("units")), units, strict=True):
        if not unit.name:
            yield Unread(0, json.dumps(stated, ensure_ascii=False)[:LONGEST_NAME])


_SHOWN: Final = 20
"""Unknown parts that are listed."""


def battle_force(found: Mapping[str, object]) -> Iterator[Message]:
    """What is said of a list for a battle force."""
    force = tidy(text_of(found.get("battleForce")))
    if force:
        yield say(
            "The list is built for the battle force {force}; its own rules are not checked.", force=force
        )


# Legion HQ -------------------------------------------------------------------------------------------------

ID: Final = "legion-hq-json"

_ACCOUNT_CARDS: Final[Mapping[str, tuple[str, str]]] = {
    "commandCards": ("command", ""),
    "contingencies": ("contingency", ""),
    "objectiveCards": ("battle", "objective"),
    "deploymentCards": ("battle", "deployment"),
    "conditionCards": ("battle", "condition"),
    "primaryCards": ("battle", "objective"),
    "secondaryCards": ("battle", "secondary"),
    "advantageCards": ("battle", "advantage"),
}
"""The arrays of cards, and the section and slot of what they hold; primary cards are headed Objectives."""


def likeness(text: str) -> int:
    """How much a text looks like Legion HQ's JSON, whole or broken."""
    if text.lstrip()[:1] not in ("{", "["):
        return 0
    if '"unitId"' in text and '"upgradesEquipped"' in text:
        return 100
    return 95 if '"author"' in text and '"Legion HQ"' in text else 0


def read(text: str) -> Reading | Unreadable:
    """Read a list of an account, alone or in an array of one, or an export for the tabletop mod.

    Refused with several lists in it, without units, broken or nested too deep.
    """
    found = loaded(text)
    if isinstance(found, Unreadable):
        return found
    lists = [mapping(each) for each in values(found)] or [mapping(found)]
    if len(lists) > 1:
        names = [tidy(text_of(each.get("title"))) or say("Untitled") for each in lists[:_NAMED]]
        return Unreadable(
            say(
                "This JSON holds {count} lists ({names}). Paste one of them alone.",
                count=len(lists),
                names=listing(names, "plain"),
            )
        )
    return roster_of(lists[0], ID) if is_shape(lists[0]) else _account(lists[0])


_NAMED: Final = 5
"""Lists that are named."""


def _account(found: Mapping[str, object]) -> Reading | Unreadable:
    units = [mapping(each) for each in values(found.get("units"))]
    items = tuple(item for unit in units for item in _unit(unit))
    cards = tuple(_cards(found))
    if not items:
        return Unreadable(say("This JSON lists no units. Open the list in Legion HQ and export it again."))
    implied = any(item.section == "command" for item in cards) and all(item.key != "aa" for item in cards)
    total = number_of(found.get("pointTotal"))
    roster = Roster(
        "legion",
        (*items, *cards, *(standing_orders() if implied else ())),
        name=tidy(text_of(found.get("title"))),
        faction=tidy(text_of(found.get("faction"))),
        total=total,
    )
    sums = () if total is None else (StatedSum("total", total, _whole(units)),)
    return Reading(ID, roster, sums=sums, remarks=tuple(_account_remarks(found, implied=implied)))


def _unit(unit: Mapping[str, object], slot: str = "", key: str = "unitId") -> Iterator[Item]:
    """A unit, and its counterpart after it; its price only where no upgrade hides in the stated total."""
    name = tidy(text_of(unit.get(key)))
    if not name:
        return
    count = min(max(number_of(unit.get("count")) or 1, 1), MOST_COPIES)
    upgrades = tuple(_upgrades(unit))
    cost = number_of(unit.get("totalUnitCost"))
    points = None if cost is None or upgrades or cost % count else cost // count
    yield Item("unit", "", count=count, points=points, slot=slot, key=name, upgrades=upgrades)
    yield from _unit(mapping(unit.get("counterpart")), "counterpart", "counterpartId")


def _upgrades(unit: Mapping[str, object]) -> Iterator[Item]:
    for each in _ids(unit.get("upgradesEquipped")):
        yield Item("upgrades", "", key=each)
    for each in _ids(unit.get("loadoutUpgrades")):
        yield Item("upgrades", "", points=0, slot="loadout", key=each)


def _cards(found: Mapping[str, object]) -> Iterator[Item]:
    for key, (section, slot) in _ACCOUNT_CARDS.items():
        for each in _ids(found.get(key)):
            yield Item(section, "", slot=slot, key=each)


def _ids(value: object) -> Iterator[str]:
    return (name for each in values(value) if (name := tidy(text_of(each))))


def _whole(units: list[Mapping[str, object]]) -> int | None:
    """What the stated totals of the units add up to; None where one states none."""
    parts = [*units, *(counterpart for unit in units if (counterpart := mapping(unit.get("counterpart"))))]
    totals = [number_of(each.get("totalUnitCost")) for each in parts]
    return None if None in totals else sum(each for each in totals if each is not None)


def _account_remarks(found: Mapping[str, object], *, implied: bool) -> Iterator[Message]:
    yield say(
        "The list holds codes without names, and codes were given to other cards over the years: check the names."
    )
    yield from battle_force(found)
    if implied:
        yield STANDING_ORDERS_REMARK


FORMAT: Final = Format(
    ID,
    say("Legion HQ's JSON"),
    ("legion",),
    likeness,
    read,
    needs=re.compile('"unitId"|"Legion HQ"'),
)
