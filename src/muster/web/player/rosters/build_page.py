"""What can be added to a roster on the page: cards by what is typed, in the places they may stand in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from muster.app.rosters.catalogues import find
from muster.app.rosters.checking import Standard, standard_of
from muster.app.rosters.editing import (
    UPGRADES,
    AddTo,
    begun,
    construction_slots,
    path_of,
    rules_or_error,
    stamp_of,
)
from muster.app.rosters.terms import most_of, plan_of
from muster.core.messages import NOTHING, Message, of_rules
from muster.core.roster.catalogue import Card, Catalogue, faction_word
from muster.core.roster.editing import NoSuchItemError
from muster.core.roster.roster import Path, Problem, by_path
from muster.core.roster.words import faction_words
from muster.core.tournament.state import State
from muster.exchange.rosters.description import RosterDescription, describe
from muster.exchange.rosters.reading import LONGEST_NAME
from muster.people.models import Entry
from muster.rules.rosters import RosterRules, RosterSection

CHOICES: Final = 12
"""Cards offered at once; whoever does not find theirs types on."""

SHORT: Final = 60
"""A section with no more cards than this to choose from offers them all before anything is typed."""


@dataclass(frozen=True, slots=True)
class CardChoice:
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
    heading: Message
    query: str
    choices: tuple[CardChoice, ...]
    slots: tuple[str, ...]
    priced: bool
    stocked: bool


@dataclass(frozen=True, slots=True)
class Offering:
    """What can be added to a roster.

    Attributes:
        standard: what it is checked by.
        faction: whose cards are offered; everybody's if empty.
        names: what each of its items is called, by path.
    """

    standard: Standard
    faction: str
    names: Mapping[Path, str]

    @property
    def rules(self) -> RosterRules:
        """What the regulations say of rosters."""
        return self.standard.rules

    @property
    def catalogue(self) -> Catalogue | None:
        """The cards there are."""
        return self.standard.catalogue

    def adding(self, asked: AddTo, slots: Mapping[str, tuple[str, ...]]) -> Adding | None:
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
            of_rules(section.name) if section else NOTHING,
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

    def _choices(self, section: RosterSection | None, query: str) -> tuple[CardChoice, ...]:
        if self.catalogue is None:
            return ()
        most = 2 * CHOICES
        if query:
            cards = find(self.catalogue, query, kinds=_kinds(section), faction=self.faction, limit=CHOICES)
        else:
            cards = self.catalogue.fitting(_kinds(section), self.faction)
            most = SHORT
            cards = cards if len(cards) <= SHORT else ()
        return tuple(each for card in cards for each in _choices(card, self.standard.terms.on))[:most]


def _kinds(section: RosterSection | None) -> tuple[str, ...]:
    """The kinds of cards that stand in a section; without one, those that hang on another card."""
    return section.kinds if section else ("upgrade", "counterpart")


def _choices(card: Card, on: date) -> Iterable[CardChoice]:
    """A card once, or once for each formation it is sold in."""
    for form in dict.fromkeys(price.form for price in card.prices) or [""]:
        detail = ", ".join(part for part in (form, _slot_words(card), card.set) if part)
        yield CardChoice(card.key, form, card.full_name, detail, card.points(on, form))


def _slot_words(card: Card) -> str:
    """A slot as it is read: pips as dots, several slots without their hyphens."""
    if card.kind == "command" and card.slot in ("1", "2", "3", "4"):
        return "•" * int(card.slot)
    return card.slot.replace("-", " ")


def factions_in(catalogue: Catalogue | None) -> tuple[tuple[str, str], ...]:
    """The factions of a catalogue: word and name, in order; none without a catalogue."""
    words = sorted({faction for card in catalogue.cards for faction in card.factions} if catalogue else ())
    return tuple((word, str(faction_words(word))) for word in words)


@dataclass(frozen=True, slots=True)
class BuildForm:
    """The form: the list as it stands, and what can be done.

    Attributes:
        shown: the list as all pages show it; sections without items are in `empty`.
        empty: id and heading of the sections that hold nothing yet.
        upgraded: the ids of the sections whose items carry upgrades.
        stamp: stands for the list as it is shown; an act carries it back.
        factions: word and name of the factions that can be chosen; none where the game has none.
        faction: the one chosen.
        adding: what is being added; None while nothing is.
        searchable: whether there is a catalogue to find cards in.
        unread: lines of a pasted text that were not understood and are not in the form.
    """

    shown: RosterDescription
    empty: tuple[tuple[str, Message], ...]
    upgraded: frozenset[str]
    stamp: str
    factions: tuple[tuple[str, str], ...]
    faction: str
    adding: Adding | None
    searchable: bool
    unread: tuple[str, ...] = ()

    @property
    def left(self) -> int | None:
        """Points still to spend; negative for too many; None without a limit or a total."""
        counted = self.shown.totals.counts
        return None if self.shown.most is None or counted is None else self.shown.most - counted

    @property
    def wrong(self) -> tuple[Problem, ...]:
        """What still forbids to play it."""
        return self.shown.illegal


def form_of(entry: Entry, state: State, asked: AddTo) -> BuildForm:
    """The form over the player's draft, else over what they handed in last, else empty.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    rules = rules_or_error(state)
    plan = plan_of(entry.tournament)
    standard = standard_of(entry.tournament, state, plan, entry.pk)
    roster, unread = begun(entry, rules)
    checked = standard.check(roster)
    listed = describe(roster, rules, checked, most=most_of(entry.tournament, state, plan))
    there = {section.id for section in listed.sections}
    faction = faction_word(rules.game, roster.faction) or checked.faction
    names = {path: found.name for path, found in by_path(roster, checked).items()}
    offering = Offering(standard, faction, names)
    return BuildForm(
        shown=listed,
        empty=tuple((each.id, of_rules(each.name)) for each in rules.sections if each.id not in there),
        upgraded=frozenset(each.id for each in rules.sections if each.upgraded),
        stamp=stamp_of(roster),
        factions=factions_in(standard.catalogue),
        faction=faction,
        adding=offering.adding(asked, construction_slots(entry, state)),
        searchable=standard.catalogue is not None,
        unread=unread,
    )
