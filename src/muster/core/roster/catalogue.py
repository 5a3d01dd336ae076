"""The cards there are, as a catalogue lists them: names, prices and flags, with the dates at which they hold."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from muster.rules.rosters import Game

_NO_SIGNS: Final = re.compile(r"[^a-z0-9]+")


def plain(text: str) -> str:
    """A name by which cards are compared: its letters and digits alone, without case and accents."""
    apart = unicodedata.normalize("NFKD", text).casefold()
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
        found = next((each for each in self.flags if each.startswith(f"{flag}:")), None)
        return None if found is None else int(found.partition(":")[2])

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
    def _by_name(self) -> Mapping[str, tuple[Card, ...]]:
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            for name in _names(card):
                known = found.setdefault(name, [])
                if card not in known:
                    known.append(card)
        return {name: tuple(cards) for name, cards in found.items()}

    def named(self, name: str) -> tuple[Card, ...]:
        """Every card of this name, alias, or name with subtitle, however it is spelt; in catalogue order."""
        return self._by_name.get(plain(name), ())


def _names(card: Card) -> Iterable[str]:
    spelt = (card.name, f"{card.name}{card.subtitle}", *card.aliases)
    return dict.fromkeys(name for each in spelt if (name := plain(each)))
