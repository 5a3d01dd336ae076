"""Which cards a roster means."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher
from typing import Final

from muster.core.roster.catalogue import Card, Catalogue, faction_word, plain
from muster.core.roster.roster import Item, Resolved, Roster, Terms
from muster.rules.rosters import Game, RosterRules

ANY_SECTION: Final = "card"
"""The section of an item whose card alone says where it belongs, as in a share link of codes."""

_ALIKE: Final = 0.8
"""How much of two spellings of a subtitle must agree to be taken for one."""

_NEAR: Final = 0.6
"""How much of a name must agree to be offered in its place."""

_OFFERED: Final = 3
"""Names offered in place of an unknown one."""

_LOOKED_AT: Final = 24
"""Cards compared letter by letter with an unknown name: those that share most of its parts."""

_LONGEST: Final = 120
"""Letters of an unknown name that are looked at."""

_IN_PARENTHESES: Final = re.compile(r"([^()]+)\(([^()]+)\)\s*")
"""A name whose version no reader took off: `Anakin Skywalker (BTL-B)`."""

Narrower = Callable[[Card], bool]


@dataclass(frozen=True, slots=True)
class _Where:
    """What is known of an item beside what it says itself.

    Attributes:
        kinds: the kinds of cards its section holds; any if empty.
        faction: of the roster; empty if unknown.
        on: the date of the event.
    """

    kinds: frozenset[str]
    faction: str
    on: date | None
    catalogue: Catalogue


ASIDE: Final = "loadout"
"""The slot of an upgrade that is set aside at first, for the one equipped in its place (Legion)."""


def resolve(roster: Roster, rules: RosterRules, terms: Terms, catalogue: Catalogue) -> tuple[Resolved, ...]:
    """Every item and upgrade with its card, depth first: by kind, faction and name first, then by price.

    An item that names several cards, or none, has no card; `candidates` lists those it could be. Several
    printings of a card are one: its first. An item of the section `card` gets the section its card belongs in.
    """
    kinds = _kinds(rules)
    faction = faction_of(roster, rules, catalogue)
    return tuple(
        _resolved(
            path, item, _Where(kinds.get(item.section, frozenset()), faction, terms.on, catalogue), rules
        )
        for path, item in paths(roster)
    )


def paths(roster: Roster) -> Iterator[tuple[tuple[int, ...], Item]]:
    """Every item and upgrade with its path: places in `Roster.items` and `upgrades`; depth first, as listed."""
    waiting = _inside((), roster.items)
    while waiting:
        path, item = waiting.pop()
        yield path, item
        waiting += _inside(path, item.upgrades)


def faction_of(roster: Roster, rules: RosterRules, catalogue: Catalogue | None) -> str:
    """The faction as catalogues call it (`rebel`, `empire`): the stated one, else the one most cards agree on.

    Empty where the list names none that is known and no faction has more cards than every other.
    """
    stated = faction_word(roster.game, roster.faction)
    if stated or catalogue is None:
        return stated
    kinds = _kinds(rules)
    votes: Counter[str] = Counter()
    for item in roster.every():
        where = _Where(kinds.get(item.section, frozenset()), "", None, catalogue)
        votes.update({faction for card in _named(item, where) for faction in card.factions})
    most = max(votes.values(), default=0)
    leading = [faction for faction, count in votes.items() if count == most]
    return leading[0] if len(leading) == 1 else ""


def nearest(catalogue: Catalogue, name: str, kinds: Iterable[str] = ()) -> tuple[Card, ...]:
    """Up to three cards whose names are spelt most like this one, the likest first; none if none is near.

    Args:
        catalogue: the cards there are.
        name: as stated; its first 120 letters are looked at.
        kinds: the kinds of cards looked for; all if empty.
    """
    wanted, allowed = plain(name)[:_LONGEST], frozenset(kinds)
    sharing = [each for each in catalogue.sharing(wanted) if not allowed or each.kind in allowed]
    found: dict[tuple[str, str], tuple[float, Card]] = {}
    for card in sharing[:_LOOKED_AT]:
        found.setdefault(card.identity, (_likeness(wanted, card), card))
    best = sorted(found.values(), key=lambda each: -each[0])
    return tuple(card for likeness, card in best if likeness >= _NEAR)[:_OFFERED]


def section_of(card: Card, rules: RosterRules) -> str:
    """The first section such a card may stand in by itself; `card` where there is none."""
    return next((each.id for each in rules.sections if card.kind in each.kinds), ANY_SECTION)


def _inside(path: tuple[int, ...], items: tuple[Item, ...]) -> list[tuple[tuple[int, ...], Item]]:
    """What lies at a path, the last first."""
    return [((*path, at), item) for at, item in enumerate(items)][::-1]


def _kinds(rules: RosterRules) -> Mapping[str, frozenset[str]]:
    carried = frozenset({"upgrade", "counterpart"})
    return {"upgrades": carried, **{each.id: frozenset(each.kinds) for each in rules.sections}}


def _resolved(path: tuple[int, ...], item: Item, where: _Where, rules: RosterRules) -> Resolved:
    cards = _candidates(item, where)
    if len(cards) != 1:
        return Resolved(
            path, item, candidates=tuple(sorted(cards, key=lambda each: (each.full_name, each.key)))
        )
    card = cards[0]
    if item.section == ANY_SECTION:
        item = replace(item, section=section_of(card, rules))
    return Resolved(path, item, card, points=price_of(card, item, where.on))


def price_of(card: Card, item: Item, on: date | None) -> int | None:
    """What a card costs on a date in the formation of an item, however it is laid; None where unknown.

    A card set aside by Loadout stands on the list (`LEG-LIST-1`) and costs nothing.
    """
    if item.slot == ASIDE:
        return 0
    wide, _, deep = item.form.partition("x")
    forms = dict.fromkeys((item.form, f"{deep}x{wide}", ""))
    return next((points for form in forms if (points := card.points(on, form)) is not None), None)


def _candidates(item: Item, where: _Where) -> tuple[Card, ...]:
    """The cards an item may mean: narrowed by one thing after the other, as long as something is left."""
    cards = _named(item, where)
    apart = None if cards else _IN_PARENTHESES.fullmatch(item.name)
    if apart is not None:
        item = replace(item, name=apart[1], version=apart[2])
        cards = _named(item, where)
    for narrower in _narrowers(item, where):
        if len(cards) == 1:
            break
        cards = tuple(filter(narrower, cards)) or cards
    return cards


def _named(item: Item, where: _Where) -> tuple[Card, ...]:
    """The cards of an item's key, or of its name in the first spelling of it that any have."""
    keyed = where.catalogue.by_key.get(_key(item.key))
    if keyed is not None and (not where.kinds or keyed.kind in where.kinds):
        return (keyed,)
    for spelling, fits in _spellings(item, where.catalogue.game):
        cards = [card for card in where.catalogue.named(spelling) if fits(card)]
        cards = [card for card in cards if not where.kinds or card.kind in where.kinds]
        if cards:
            return _first_printings(_called(spelling, cards))
    return ()


def _called(spelling: str, cards: list[Card]) -> list[Card]:
    """The cards whose own name this is, if any has it; else those that are merely called so."""
    name = plain(spelling)
    return [card for card in cards if name in (plain(card.name), plain(card.name + card.subtitle))] or cards


def _key(stated: str) -> str:
    """A key as the catalogue has it: `sor_17` is `SOR_017`."""
    code, line, number = stated.partition("_")
    return f"{code.upper()}_{number.zfill(3)}" if line and number.isdigit() else stated


def _spellings(item: Item, game: Game) -> Iterator[tuple[str, Narrower]]:
    """The names to look for, the most exact first, each with what a card of that name must fulfil."""
    name = item.name or item.key  # `Level 1313` looks like a key
    for apart in filter(None, (item.subtitle, item.version, item.form)):
        yield name + apart, _any
    for spelling in (name, f"{name}s", plain(name).removesuffix("s")):
        yield spelling, lambda card: _subtitled(card, item.subtitle)
    words = name.split() if game == "legion" else []
    for end in range(len(words) - 1, 1, -1):
        # A title the catalogue does not know: `Darth Vader Dark Lord of the Sith` of 2020.
        yield "".join(words[:end]), lambda card: card.kind == "unit" and not card.subtitle


def _any(_: Card) -> bool:
    return True


def _subtitled(card: Card, subtitle: str) -> bool:
    """Whether a stated subtitle is the card's: no list prints it without mistakes."""
    stated, own = plain(subtitle), plain(card.subtitle)
    return not stated or not own or SequenceMatcher(None, stated, own, autojunk=False).ratio() >= _ALIKE


def _first_printings(cards: list[Card]) -> tuple[Card, ...]:
    """One card for each that is told apart: printings in several sets are the same one."""
    first: dict[tuple[object, ...], Card] = {}
    for card in cards:
        first.setdefault((card.kind, card.identity, card.factions, card.slot, card.prices), card)
    return tuple(first.values())


def _narrowers(item: Item, where: _Where) -> Iterator[Narrower]:
    """What tells cards of one name apart, in order: slot, faction, version, price, price at the event, no title."""
    if item.slot:
        slot = plain(item.slot)
        yield lambda card: plain(card.slot) == slot
    if where.faction:
        yield lambda card: not card.factions or where.faction in card.factions
    for apart in filter(None, (plain(item.version), plain(item.form))):
        yield lambda card, apart=apart: _is_version(card, apart)  # type: ignore[misc]
    if item.points is not None:
        yield lambda card: any(price.points == item.points for price in card.prices)
        yield lambda card: price_of(card, item, where.on) == item.points
    yield lambda card: not card.subtitle


def _is_version(card: Card, version: str) -> bool:
    """Whether a word in parentheses means this card: its kind, slot, craft, title or faction."""
    words = (card.kind, card.slot, card.subtitle, *card.factions)
    return any(plain(word).startswith(version) for word in words)


def _likeness(wanted: str, card: Card) -> float:
    names = dict.fromkeys((plain(card.name), plain(card.full_name)))
    return max(SequenceMatcher(None, name, wanted, autojunk=False).ratio() for name in names)
