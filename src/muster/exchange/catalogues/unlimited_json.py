"""Cards of Unlimited in the JSON of swu-db.com, as erlloyd and mitchellray collected it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Final

from muster.core.roster.catalogue import Card
from muster.exchange.catalogues.entries import Entry, Source, finished, listed, tidy, words

SETS: Final[Mapping[str, date]] = {
    "SOR": date(2024, 3, 8),
    "SHD": date(2024, 7, 12),
    "TWI": date(2024, 11, 8),
    "JTL": date(2025, 3, 14),
    "LOF": date(2025, 7, 11),
    "SEC": date(2025, 11, 7),
    "IBH": date(2025, 11, 7),
    "LAW": date(2026, 3, 13),
    "TS26": date(2026, 5, 4),
    "ASH": date(2026, 7, 11),
}
"""When sets came out, in that order: the first printing of a card is the one it is known by."""

_KINDS: Final = ("leader", "base", "unit", "event", "upgrade", "token")


def unlimited_card(code: str, number: str, kind: str, names: tuple[str, str], rest: Entry) -> Iterator[Card]:
    """A card of a set; none where set, number or kind is unusable. `rest` holds its aspects and uniqueness."""
    kind = kind.casefold().rpartition(" ")[2] if "token" not in kind.casefold() else "token"
    if kind not in _KINDS or not number.isdecimal() or not code.isalnum():
        return
    yield Card(
        key=f"{code.upper()}_{int(number):03}",
        kind=kind,
        name=names[0],
        subtitle=names[1],
        unique=rest.get("unique") is True or kind == "leader",
        flags=frozenset(word.casefold() for word in words(rest.get("aspects"))),
        set=code.upper(),
        released=SETS.get(code.upper()),
    )


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards by the dates of their sets, then by number: the first of several printings comes first."""
    places = {code: place for place, code in enumerate(SETS)}
    return finished(sorted(cards, key=lambda card: (places.get(card.set, len(places)), card.set, card.key)))


def _knows(value: object) -> bool:
    first = next(listed(value), {})
    return {"Set", "Number", "Name", "Type"} <= first.keys()


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    return in_order(card for value in documents for found in listed(value) for card in _made(found))


def _made(found: Entry) -> Iterator[Card]:
    if tidy(found.get("VariantType")) not in ("", "Normal"):
        return
    names = tidy(found.get("Name")), tidy(found.get("Subtitle"))
    rest = {"aspects": found.get("Aspects"), "unique": found.get("Unique")}
    code, number = tidy(found.get("Set")), tidy(found.get("Number"), 4)
    yield from unlimited_card(code, number, tidy(found.get("Type")), names, rest)


SOURCE: Final = Source("swu-db", "Star Wars: Unlimited, swu-db JSON", "unlimited", _knows, _cards)
"""One file a set, or one for all."""
