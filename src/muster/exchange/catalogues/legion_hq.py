"""Cards of Legion as Legion HQ keeps them, of 2020 and of today; keys are its two-letter ids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from muster.core.roster.catalogue import Card, Price, faction_word
from muster.exchange.catalogues.entries import (
    Entry,
    Source,
    entry,
    finished,
    keyed,
    listed,
    priced,
    tidy,
    whole,
    words,
)

_KINDS: Final = ("unit", "upgrade", "command", "battle", "counterpart")
_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_CHANGE: Final = re.compile(r"Cost \w{1,20} from (\d{1,4}) to (\d{1,4}) point")
_DAY: Final = re.compile(r"(\d{1,2}) (\w{1,12}) (\d{4})")
_KNOWN_AS: Final = {
    "B1 Battle Droids": ("Battle Droids",),
    "B1 Battle Droid": ("Battle Droid",),
    "B2 Super Battle Droids": ("Super Battle Droids",),
    "E-5C B1 Battle Droid": ("E-5C B1 Trooper", "E-5C Trooper"),
    "E-60R B1 Battle Droid": ("E-60R B1 Trooper", "E-60R Trooper"),
    "E-5s B1 Battle Droid": ("E-5s B1 Trooper", "E-5s Trooper"),
    "Z-6 Phase I Trooper": ("Z-6 Clone Trooper",),
    "DC-15 Phase I Trooper": ("DC-15 Clone Trooper",),
}
"""What cards were called in other years."""


def _table(value: object) -> Entry:
    """The cards by id: the whole document, or its `allCards`."""
    found = entry(value)
    return entry(found.get("allCards")) or found


def _knows(value: object) -> bool:
    first = next(keyed(_table(value)), ("", {}))[1]
    return "cardName" in first and first.get("cardType") in _KINDS


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    return finished(card for value in documents for _, found in keyed(_table(value)) for card in _made(found))


def _made(found: Entry) -> Iterator[Card]:
    kind, name = tidy(found.get("cardType")), tidy(found.get("cardName"))
    if kind not in _KINDS:
        return
    if kind == "unit" and "Counterpart" in words(found.get("keywords")):
        kind = "counterpart"
    printed = tidy(found.get("displayName"))
    if printed and name.rstrip("0123456789") == printed:
        name = printed  # `Battle Lines2` is a second printing
    title = tidy(found.get("title"))
    yield Card(
        key=tidy(found.get("id")),
        kind=kind,
        name=name,
        subtitle=title,
        factions=_factions(found),
        slot=tidy(found.get("rank"))
        or ("" if kind in ("unit", "counterpart") else tidy(found.get("cardSubtype"))),
        unique=found.get("isUnique") is True or found.get("isUniqueTitle") is True,
        group=f"{name} {title}" if found.get("isUniqueTitle") is True else "",
        flags=_flags(found),
        needs=tidy(found.get("commander")) if kind == "command" else "",
        aliases=(*words(found.get("ttsName")), *words(printed), *_KNOWN_AS.get(name, ())),
        prices=_prices(found) if kind not in ("command", "battle") else (),
    )


def _factions(found: Entry) -> tuple[str, ...]:
    """The faction of a card, and those that may hire it."""
    stated = (tidy(found.get("faction")), *words(found.get("affiliations")))
    return tuple(dict.fromkeys(filter(None, (faction_word("legion", each) for each in stated))))


def _flags(found: Entry) -> frozenset[str]:
    most = whole(found.get("uniqueCount"))
    stated = {
        "battle-force": bool(found.get("battleForce")),
        "unreleased": bool(found.get("isUnreleased")),
        f"most:{most}": most is not None,
    }
    return frozenset(flag for flag, holds in stated.items() if holds)


def _prices(found: Entry) -> tuple[Price, ...]:
    """Its price, with the earlier ones where the history of the card tells them without a gap."""
    points = whole(found.get("cost"))
    changes = sorted(change for each in listed(found.get("history")) if (change := _change(each)) is not None)
    steps = [(before, after) for _, before, after in changes]
    ends = [after for _, after in steps]
    if points is None or not steps or [*(before for before, _ in steps[1:]), points] != ends:
        return priced(points)
    days = [day for day, _, _ in changes]
    if len(set(days)) < len(days):
        return priced(points)
    prices = [steps[0][0], *ends]
    starts = [None, *days]
    last = [*(day - timedelta(days=1) for day in days), None]
    return tuple(Price(price, "", first, end) for price, first, end in zip(prices, starts, last, strict=True))


def _change(found: Entry) -> tuple[date, int, int] | None:
    """A change of price: its day, the price before, the price after."""
    change = _CHANGE.search(tidy(found.get("description")))
    day = _DAY.fullmatch(tidy(found.get("date")))
    if change is None or day is None or day[2].casefold() not in _MONTHS:
        return None
    try:
        on = date(int(day[3]), _MONTHS.index(day[2].casefold()) + 1, int(day[1]))
    except ValueError:
        return None
    return on, int(change[1]), int(change[2])


SOURCE: Final = Source("legion-hq", "Star Wars: Legion, Legion HQ", "legion", _knows, _cards)
"""The cards of Legion HQ: `cards.json` of today, `data.json` of 2020."""
