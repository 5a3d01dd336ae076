"""What can be added to a roster on the page: cards by what is typed, in the places they may stand in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from muster.app.catalogues import find
from muster.app.rosters.showing import faction_words
from muster.app.rosters.weighing import Scale
from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.editing import NoSuchItemError, Path
from muster.exchange.rosters.reading import LONGEST_NAME
from muster.rules.rosters import RosterRules, RosterSection

UPGRADES: Final = "upgrades"
"""The section of what hangs on another item."""

CHOICES: Final = 12
"""Cards offered at once; whoever does not find theirs types on."""

SHORT: Final = 60
"""A section with no more cards than this to choose from offers them all before anything is typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that can be added.

    Attributes:
        key: the card's key; form: the formation of a Runewars unit.
        name: its full name.
        detail: what tells it apart: slot, formation, set.
        points: its price at the event.
    """

    key: str
    form: str
    name: str
    detail: str
    points: int | None

    @property
    def value(self) -> str:
        """What the form sends for it."""
        return f"{self.key}|{self.form}"


@dataclass(frozen=True, slots=True)
class Adding:
    """What is being added.

    Attributes:
        section: the section it goes to, or `upgrades`.
        under: the path of the item it hangs on, joined by dots as forms send it; empty for none.
        bearer: that item's name.
        heading: what the section is called.
        query: what is looked for.
        choices: the cards that fit.
        slots: the slots it can be told to have, where it is added by name.
        priced: whether such items have points.
        stocked: whether the catalogue has such cards at all; where it has none, names are typed.
    """

    section: str
    under: str
    bearer: str
    heading: str
    query: str
    choices: tuple[Choice, ...]
    slots: tuple[str, ...]
    priced: bool
    stocked: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page asks for: to add to this section, under that item, a card of this name."""

    section: str = ""
    under: str = ""
    query: str = ""


@dataclass(frozen=True, slots=True)
class Offering:
    """What can be added to a roster.

    Attributes:
        scale: what it is checked by.
        faction: whose cards are offered; everybody's if empty.
        names: what each of its items is called, by path.
    """

    scale: Scale
    faction: str
    names: Mapping[Path, str]

    @property
    def rules(self) -> RosterRules:
        """What the regulations say of rosters."""
        return self.scale.rules

    @property
    def catalogue(self) -> Catalogue | None:
        """The cards there are."""
        return self.scale.catalogue

    def adding(self, asked: Asked, slots: Mapping[str, tuple[str, ...]]) -> Adding | None:
        """What the page asks to add, with the cards that fit; None where nothing can be added."""
        section = next((each for each in self.rules.sections if each.id == asked.section), None)
        bearer = self._bearer(asked.under) if asked.section == UPGRADES else ""
        if section is None and not bearer:
            return None
        query = " ".join(asked.query.split())[:LONGEST_NAME]
        return Adding(
            asked.section,
            asked.under if bearer else "",
            bearer,
            section.name if section else "",
            query,
            self._choices(section, query),
            slots.get(asked.section, ()),
            self._priced(section),
            bool(self.catalogue and self.catalogue.fitting(_kinds(section))),
        )

    def _bearer(self, under: str) -> str:
        """What the item is called that an upgrade hangs on; empty without one."""
        try:
            return self.names.get(path_of(under), "")
        except NoSuchItemError:
            return ""

    def _priced(self, section: RosterSection | None) -> bool:
        """Whether things of this section have points: upgrades and whatever carries them, or squadrons."""
        if self.rules.game == "unlimited":
            return False
        return section is None or section.upgraded or "squadron" in section.kinds

    def _choices(self, section: RosterSection | None, query: str) -> tuple[Choice, ...]:
        if self.catalogue is None:
            return ()
        most = 2 * CHOICES
        if query:
            cards = find(self.catalogue, query, kinds=_kinds(section), faction=self.faction, limit=CHOICES)
        else:
            cards = self.catalogue.fitting(_kinds(section), self.faction)
            most = SHORT
            cards = cards if len(cards) <= SHORT else ()
        return tuple(each for card in cards for each in _choices(card, self.scale.terms.on))[:most]


def _kinds(section: RosterSection | None) -> tuple[str, ...]:
    """The kinds of cards that stand in a section; without one, those that hang on another card."""
    return section.kinds if section else ("upgrade", "counterpart")


def _choices(card: Card, on: date) -> Iterable[Choice]:
    """A card once, or once for each formation it is sold in."""
    for form in dict.fromkeys(price.form for price in card.prices) or [""]:
        detail = ", ".join(part for part in (form, _slot_words(card), card.set) if part)
        yield Choice(card.key, form, card.full_name, detail, card.points(on, form))


def _slot_words(card: Card) -> str:
    """A slot as it is read: pips as dots, several slots without their hyphens."""
    if card.kind == "command" and card.slot in ("1", "2", "3", "4"):
        return "•" * int(card.slot)
    return card.slot.replace("-", " ")


def factions_in(catalogue: Catalogue | None) -> tuple[tuple[str, str], ...]:
    """The factions of a catalogue: word and name, in order; none without a catalogue."""
    words = sorted({faction for card in catalogue.cards for faction in card.factions} if catalogue else ())
    return tuple((word, faction_words(word)) for word in words)


def path_of(text: str) -> Path:
    """A path as pages write it: places joined by dots.

    Raises:
        NoSuchItemError: it is none.
    """
    parts = text.split(".")
    if not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in parts):
        raise NoSuchItemError
    return tuple(int(part) for part in parts)
