"""Legion HQ's JSON: a list as the account service keeps it (ids and totals), or as exported for the tabletop mod."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.json_parts import loaded, mapping, number_of, text_of, values
from muster.exchange.rosters.legion_hq_link import STANDING_ORDERS_REMARK, standing_orders
from muster.exchange.rosters.legion_lines import tidy
from muster.exchange.rosters.reading import MOST_COPIES, Reading, StatedSum, Unreadable
from muster.exchange.rosters.tabletop_json import is_shape, roster_of

ID: Final = "legion-hq-json"

_CARDS: Final[Mapping[str, tuple[str, str]]] = {
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
        names = ", ".join(tidy(text_of(each.get("title"))) or "Untitled" for each in lists[:_SHOWN])
        return Unreadable(f"This JSON holds {len(lists)} lists ({names}). Paste one of them alone.")
    return roster_of(lists[0], ID) if is_shape(lists[0]) else _account(lists[0])


_SHOWN: Final = 5
"""Lists that are named."""


def _account(found: Mapping[str, object]) -> Reading | Unreadable:
    units = [mapping(each) for each in values(found.get("units"))]
    items = tuple(item for unit in units for item in _unit(unit))
    cards = tuple(_cards(found))
    if not items:
        return Unreadable("This JSON lists no units. Open the list in Legion HQ and export it again.")
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
    return Reading(ID, roster, sums=sums, remarks=tuple(_remarks(found, implied=implied)))


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
    for key, (section, slot) in _CARDS.items():
        for each in _ids(found.get(key)):
            yield Item(section, "", slot=slot, key=each)


def _ids(value: object) -> Iterator[str]:
    return (name for each in values(value) if (name := tidy(text_of(each))))


def _whole(units: list[Mapping[str, object]]) -> int | None:
    """What the stated totals of the units add up to; None where one states none."""
    parts = [*units, *(counterpart for unit in units if (counterpart := mapping(unit.get("counterpart"))))]
    totals = [number_of(each.get("totalUnitCost")) for each in parts]
    return None if None in totals else sum(each for each in totals if each is not None)


def _remarks(found: Mapping[str, object], *, implied: bool) -> Iterator[str]:
    yield "The list holds codes without names, and codes were given to other cards over the years: check the names."
    force = tidy(text_of(found.get("battleForce")))
    if force:
        yield f"The list is built for the battle force {force}; its own rules are not checked."
    if implied:
        yield STANDING_ORDERS_REMARK
