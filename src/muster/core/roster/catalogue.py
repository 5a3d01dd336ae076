"""The cards there are, as a catalogue lists them: names, prices and flags, with the dates at which they hold."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from muster.rules.rosters import Game

_NO_SIGNS: Final = re.compile(r"[^a-z0-9]+")

_LONGEST_QUERY: Final = 100
"""Letters of what was typed that are looked at."""

_PART: Final = 3
"""Letters of the parts by which names spelt alike are found."""


def plain(text: str) -> str:
    """A name by which cards are compared: its letters and digits alone, without case and accents."""
    apart = text.lower() if text.isascii() else unicodedata.normalize("NFKD", text).casefold()
    return _NO_SIGNS.sub("", apart)


@dataclass(frozen=True, slots=True)
class Price:
    """What a card costs from one date to another, both inclusive; None where there is no bound.

    Attributes:
        points: its points.
        form: for a Runewars unit the formation it is the price of, such as `3x2`.
    """

    points: int
    form: str = ""
    starts: date | None = None
    ends: date | None = None

    def holds(self, on: date | None) -> bool:
        """Whether it is the price on this date; without a date, whether it is the latest one."""
        if on is None:
            return self.ends is None
        return (self.starts is None or self.starts <= on) and (self.ends is None or on <= self.ends)


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a catalogue.

    Attributes:
        key: unique in its catalogue; `SOR_017` for Unlimited.
        kind: `ship`, `squadron`, `upgrade`, `objective` | `unit`, `upgrade`, `command`, `battle`, `counterpart` |
            `unit`, `upgrade`, `terrain` | `leader`, `base`, `unit`, `event`, `upgrade`, `token`.
        factions: the factions that may take it; empty for any.
        slot: an upgrade's type, a unit's rank, pips of a command card, category of an objective or battle card.
        unique: at most one in a roster; `group` names what is unique (a character), the name if empty.
        flags: words such as `flotilla`, `commander`, `modification`, `campaign`, `heroism`, and figures such as
            `capacity:4`.
        needs: the character whose card it is (Legion command cards).
        set: the set or product it came in; `released`: when that came out, if known.
        aliases: other names by which list builders call it.
        prices: its prices; none where it has no price.
    """

    key: str
    kind: str
    name: str
    subtitle: str = ""
    factions: tuple[str, ...] = ()
    slot: str = ""
    unique: bool = False
    group: str = ""
    flags: frozenset[str] = frozenset()
    needs: str = ""
    set: str = ""
    released: date | None = None
    aliases: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()

    def points(self, on: date | None = None, form: str = "") -> int | None:
        """Its price on a date (the latest without one), in a formation; None where it has none."""
        return next((each.points for each in self.prices if each.form == form and each.holds(on)), None)

    def value(self, flag: str) -> int | None:
        """The figure of a flag such as `capacity:4`; None without it."""
        figures = (each.partition(":")[2] for each in self.flags if each.startswith(f"{flag}:"))
        return next((int(figure) for figure in figures if figure.isdecimal()), None)

    @property
    def identity(self) -> tuple[str, str]:
        """By what copies of a card are told: its name and subtitle."""
        return plain(self.name), plain(self.subtitle)

    @property
    def full_name(self) -> str:
        """Name and subtitle as printed: `Han Solo, Audacious Smuggler`."""
        return f"{self.name}, {self.subtitle}" if self.subtitle else self.name


@dataclass(frozen=True)
class Catalogue:
    """The cards of one game in one edition.

    Attributes:
        edition: what the organiser calls it, such as `2025-06`.
    """

    game: Game
    edition: str
    cards: tuple[Card, ...] = ()

    @cached_property
    def by_key(self) -> Mapping[str, Card]:
        """Cards by key."""
        return {card.key: card for card in self.cards}

    @cached_property
    def with_commas(self) -> frozenset[tuple[str, ...]]:
        """The names and aliases that hold commas, each as its parts between them, as `plain` has them."""
        names = (name for card in self.cards for name in (card.name, *card.aliases) if "," in name)
        return frozenset(tuple(map(plain, name.split(","))) for name in names)

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Card, ...]]:
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            for name in _names(card):
                found.setdefault(name, []).append(card)
        return {name: tuple(cards) for name, cards in found.items()}

    @cached_property
    def _by_part(self) -> Mapping[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for at, card in enumerate(self.cards):
            for part in _parts(plain(card.full_name)):
                found.setdefault(part, []).append(at)
        return {part: tuple(places) for part, places in found.items()}

    @cached_property
    def _spelt(self) -> tuple[_Spelt, ...]:
        """Cards by name, as `find` looks at them; of several printings the first."""
        first: dict[tuple[object, ...], Card] = {}
        for card in self.cards:
            first.setdefault((card.kind, card.identity, card.factions, card.slot), card)
        return tuple(
            _spelt(card) for card in sorted(first.values(), key=lambda card: (card.full_name, card.key))
        )

    def find(
        self, query: str, kinds: Iterable[str] = (), faction: str = "", limit: int = 20
    ) -> tuple[Card, ...]:
        """Cards by what somebody has typed so far, the best first; of several printings the first.

        Names that begin so come first, then those with words that begin so, then aliases, then what holds it
        anywhere; accents and case do not matter.

        Args:
            query: what was typed; nothing is found for nothing.
            kinds: the kinds of cards wanted; all if empty.
            faction: cards this faction may take; all if empty.
            limit: the most cards.
        """
        wanted, allowed = spaced(query[:_LONGEST_QUERY]), frozenset(kinds)
        if not wanted:
            return ()
        first, squeezed = wanted.partition(" ")[0], wanted.replace(" ", "")
        ranked: tuple[list[Card], ...] = ([], [], [], [])
        for each in self._spelt:
            if (first in each.text or squeezed in each.text) and _may(each.card, allowed, faction):
                rank = _rank(wanted, squeezed, each)
                if rank is not None:
                    ranked[rank].append(each.card)
                    if len(ranked[0]) == limit:
                        break
        return tuple(card for cards in ranked for card in cards)[:limit]

    def fitting(self, kinds: Iterable[str] = (), faction: str = "") -> tuple[Card, ...]:
        """Every card of these kinds that this faction may take, by slot and name; of several printings the first."""
        allowed = frozenset(kinds)
        cards = [each.card for each in self._spelt if _may(each.card, allowed, faction)]
        return tuple(sorted(cards, key=lambda card: card.slot))

    def sharing(self, name: str) -> tuple[Card, ...]:
        """The cards whose names have parts of this one, those that share most of it first."""
        shared: Counter[int] = Counter()
        for part in _parts(plain(name)):
            shared.update(self._by_part.get(part, ()))
        return tuple(self.cards[at] for at in sorted(shared, key=lambda at: (-shared[at], at)))

    def named(self, name: str) -> tuple[Card, ...]:
        """Every card of this name, alias, or name with subtitle, however it is spelt; in catalogue order."""
        return self._by_name.get(plain(name), ())


def _names(card: Card) -> Iterable[str]:
    spelt = (card.name, f"{card.name}{card.subtitle}", *card.aliases)
    return dict.fromkeys(name for each in spelt if (name := plain(each)))


def spaced(text: str) -> str:
    """The words of a name without signs, case and accents, with single blanks between them."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    return _NO_SIGNS.sub(" ", "".join(char for char in apart if not unicodedata.combining(char))).strip()


@dataclass(frozen=True, slots=True)
class _Spelt:
    """A card as it is looked for.

    Attributes:
        name: the words of its full name, each after a blank.
        others: those of its aliases.
        squeezed: the full name without blanks.
        text: all of that, to pass most cards over at once.
    """

    card: Card
    name: str
    others: str
    squeezed: str
    text: str


def _spelt(card: Card) -> _Spelt:
    name, others = f" {spaced(card.full_name)}", f" {spaced(' '.join(card.aliases))}"
    squeezed = name.replace(" ", "")
    return _Spelt(card, name, others, squeezed, f"{name}\n{others}\n{squeezed}")


def _may(card: Card, kinds: frozenset[str], faction: str) -> bool:
    """Whether a card is of one of these kinds, and this faction may take it; each empty for any."""
    return (not kinds or card.kind in kinds) and (
        not faction or not card.factions or faction in card.factions
    )


def _rank(wanted: str, squeezed: str, spelt: _Spelt) -> int | None:
    """How well a card fits what was typed, 0 the best; None if it does not."""
    if spelt.name.startswith(f" {wanted}"):
        return 0
    starts = [f" {word}" for word in wanted.split()]
    for rank, words in ((1, spelt.name), (2, spelt.others)):
        if all(start in words for start in starts):
            return rank
    return 3 if squeezed in spelt.squeezed else None


def _parts(name: str) -> frozenset[str]:
    """Every run of three letters; the name itself if it is shorter."""
    return frozenset(name[at : at + _PART] for at in range(max(1, len(name) - _PART + 1)))


# Factions --------------------------------------------------------------------------------------------------------

_GALAXY: Final[Mapping[str, str]] = {
    "rebel": "rebel",
    "rebels": "rebel",
    "rebelalliance": "rebel",
    "rebelfleet": "rebel",
    "alliance": "rebel",
    "empire": "empire",
    "imperial": "empire",
    "imperials": "empire",
    "galacticempire": "empire",
    "imperialnavy": "empire",
    "republic": "republic",
    "galacticrepublic": "republic",
    "gar": "republic",
    "separatist": "separatist",
    "separatists": "separatist",
    "separatistalliance": "separatist",
    "cis": "separatist",
    "mercenary": "mercenary",
    "mercenaries": "mercenary",
    "fringe": "mercenary",
    "shadowcollective": "mercenary",
    "mandalorian": "mandalorian",
    "mandalorians": "mandalorian",
}

_TERRINOTH: Final[Mapping[str, str]] = {
    "daqan": "daqan",
    "daqanlords": "daqan",
    "latari": "latari",
    "latarielves": "latari",
    "uthuk": "uthuk",
    "uthukyllan": "uthuk",
    "waiqar": "waiqar",
    "waiqartheundying": "waiqar",
}

_WORDS: Final[Mapping[Game, Mapping[str, str]]] = {
    "armada": _GALAXY,
    "legion": _GALAXY,
    "runewars": _TERRINOTH,
    "unlimited": {},
}


def faction_word(game: Game, stated: str) -> str:
    """A faction as catalogues call it, however a list does: `Galactic Empire` is `empire`; empty if unknown."""
    return _WORDS[game].get(plain(stated), "")
