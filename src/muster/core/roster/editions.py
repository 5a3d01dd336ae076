"""Catalogues of several sources or times: put together, brought up to date, and told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from typing import Final

from muster.core.messages import NOTHING, Message, say, verbatim
from muster.core.roster.catalogue import Card, Price, plain
from muster.core.roster.sheet import semicolons

Cards = tuple[Card, ...]

_FILLED: Final = ("subtitle", "factions", "slot", "group", "needs", "set", "released", "prices")
"""What a card takes from another source where it has nothing itself."""


@dataclass(frozen=True, slots=True)
class CardDifference:
    """A card that is not the same in two catalogues.

    Attributes:
        key: its key.
        name: its full name, in the newer catalogue where it has it.
        what: `new`, `gone`, or the attribute that differs, such as `prices`.
        before, after: what it says in either, in words; nothing for a card that one of them lacks.
    """

    key: str
    name: str
    what: str
    before: Message = NOTHING
    after: Message = NOTHING


def merged(sources: Iterable[Cards]) -> Cards:
    """The cards of several sources: the first to name a card leads, the others fill in what it lacks.

    A card is known again by its key, else by kind, name, subtitle and a faction in common; then its names become
    aliases. What no earlier source has is added. On a flag that an earlier source uses at all, that source decides:
    an older one may still give it to cards that have lost it.
    """
    made: dict[str, Card] = {}
    for cards in sources:
        named = _by_name(made.values())
        told = frozenset(flag for card in made.values() for flag in card.flags)
        for card in cards:
            known = made.get(card.key) or _known(card, named)
            if known is None:
                made[card.key] = card
            else:
                made[known.key] = _filled(made[known.key], card, told)
    return tuple(made.values())


def repriced(before: Cards, after: Cards, starts: date) -> Cards:
    """A catalogue with the prices of another from a date on; what cost what earlier is kept with its dates.

    Everything but the prices is as in the newer one; cards it lacks stay as they are.
    """
    newer = {card.key: card for card in after}
    known = {card.key for card in before}
    kept = [_repriced(card, newer[card.key], starts) if card.key in newer else card for card in before]
    return (*kept, *(_starting(card, starts) for card in after if card.key not in known))


def differences(before: Cards, after: Cards) -> tuple[CardDifference, ...]:
    """What differs from one catalogue to another: cards gone and changed in the order of the first, then new ones."""
    newer, known = {card.key: card for card in after}, {card.key for card in before}
    found: list[CardDifference] = []
    for card in before:
        if card.key in newer:
            found += _changes(card, newer[card.key])
        else:
            found.append(CardDifference(card.key, card.full_name, "gone"))
    found += [CardDifference(card.key, card.full_name, "new") for card in after if card.key not in known]
    return tuple(found)


def price_words(price: Price) -> Message:
    """A price in words: `3x2: 40 from 2020-01-01 to 2021-05-31`."""
    stated = verbatim(f"{price.form}: {price.points}" if price.form else str(price.points))
    starts, ends = str(price.starts), str(price.ends)
    if price.starts and price.ends:
        return say("{price} from {starts} to {ends}", price=stated, starts=starts, ends=ends)
    if price.starts:
        return say("{price} from {starts}", price=stated, starts=starts)
    return say("{price} to {ends}", price=stated, ends=ends) if price.ends else stated


def _by_name(cards: Iterable[Card]) -> Mapping[tuple[str, str], list[Card]]:
    found: dict[tuple[str, str], list[Card]] = {}
    for card in cards:
        found.setdefault((card.kind, plain(card.name)), []).append(card)
    return found


def _known(card: Card, named: Mapping[tuple[str, str], list[Card]]) -> Card | None:
    """The only card of that kind and name that this one may be."""
    fitting = [each for each in named.get((card.kind, plain(card.name)), ()) if _may_be(each, card)]
    return fitting[0] if len(fitting) == 1 else None


def _may_be(one: Card, other: Card) -> bool:
    subtitles = {plain(one.subtitle), plain(other.subtitle)} - {""}
    factions = not one.factions or not other.factions or set(one.factions) & set(other.factions)
    slots = {plain(one.slot), plain(other.slot)} - {""}
    return len(subtitles) < 2 and bool(factions) and len(slots) < 2


def _filled(card: Card, other: Card, told: frozenset[str]) -> Card:
    fresh = {name: getattr(other, name) for name in _FILLED if not getattr(card, name)}
    flags = card.flags | (other.flags - told)
    full = replace(card, **fresh, unique=card.unique or other.unique, flags=flags)
    names = (*card.aliases, other.name, other.full_name, *other.aliases)
    return replace(full, aliases=aliases_of(full, names))


def aliases_of(card: Card, names: Iterable[str]) -> tuple[str, ...]:
    """The names that are no other spelling of the card's own name, each once."""
    own = {plain(card.name), plain(card.name + card.subtitle), ""}
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(plain(name), name)
    return tuple(name for spelt, name in found.items() if spelt not in own)


def _repriced(before: Card, after: Card, starts: date) -> Card:
    fresh = {price.form: price for price in after.prices}
    prices: list[Price] = []
    for price in before.prices:
        same = fresh.get(price.form)
        if price.ends is None and same is not None and same.points == price.points:
            prices.append(price)
            del fresh[price.form]
        elif price.ends is not None and price.ends < starts:
            prices.append(price)
        elif price.starts is None or price.starts < starts:
            prices.append(replace(price, ends=starts - timedelta(days=1)))
    dated = (replace(price, starts=starts, ends=None) for price in fresh.values())
    names = (before.name, *before.aliases, *after.aliases)
    return replace(after, prices=(*prices, *dated), aliases=aliases_of(after, names))


def _starting(card: Card, starts: date) -> Card:
    return replace(card, prices=tuple(replace(price, starts=price.starts or starts) for price in card.prices))


def _changes(before: Card, after: Card) -> list[CardDifference]:
    pairs = [(each.name, getattr(before, each.name), getattr(after, each.name)) for each in fields(Card)]
    return [
        CardDifference(before.key, after.full_name, name, _words(old), _words(new))
        for name, old, new in pairs
        if old != new
    ]


def _words(value: object) -> Message:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, frozenset):
        value = tuple(sorted(value))
    if isinstance(value, tuple):
        return semicolons(price_words(each) if isinstance(each, Price) else str(each) for each in value)
    return NOTHING if value is None else verbatim(str(value))
