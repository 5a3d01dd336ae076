"""A roster put together or mended on the page, card by card; every act is kept in the player's draft at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import transaction

from muster.app.access import Actor
from muster.app.catalogues import catalogue_for, find
from muster.app.rosters.keeping import current, draft, lock_of, may_rebuild, save_draft
from muster.app.rosters.showing import Shown, faction_words, shown
from muster.app.rosters.terms import construction_of, most_of, plan_of, rules_of
from muster.app.rosters.weighing import checked_of, read_back, unread_of, weigh_roster
from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.editing import NoSuchItemError, Path, added, at, headed, recounted
from muster.core.roster.factions import faction_word
from muster.core.roster.problems import Problem
from muster.core.roster.roster import Item, Roster
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.rosters import muster_json, muster_text
from muster.exchange.rosters.cleaning import folded_text
from muster.exchange.rosters.reading import LONGEST_NAME, MOST_COPIES, MOST_ITEMS
from muster.people.models import Entry
from muster.rules.rosters import RosterRules, RosterSection

UPGRADES: Final = "upgrades"
"""The section of what hangs on another item."""

CHOICES: Final = 12
"""Cards offered at once; whoever does not find theirs types on."""

SHORT: Final = 60
"""A section with no more cards than this to choose from offers them all before anything is typed."""

LARGEST_PRICE: Final = 100_000


class StaleError(Exception):
    """The draft is no longer the one the form was made from."""


class FullError(Exception):
    """A roster holds no more than `MOST_ITEMS` items, and no item more than `MOST_COPIES` copies."""


class LockedError(Exception):
    """Rosters cannot be changed any more; the message says why."""


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
class Form:
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

    shown: Shown
    empty: tuple[tuple[str, str], ...]
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


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page asks for: to add to this section, under that item, a card of this name."""

    section: str = ""
    under: str = ""
    query: str = ""


def form_of(entry: Entry, state: State, asked: Asked) -> Form:
    """The form over the player's draft, else over what they handed in last, else empty.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    rules = _rules(state)
    plan = plan_of(entry.tournament)
    kept = catalogue_for(rules.game, plan.edition)
    roster, unread = _held(entry, rules)
    catalogue = kept[0] if kept else None
    checked = checked_of(entry.tournament, state, roster, plan)
    listed = shown(roster, rules, checked, most=most_of(entry.tournament, state, plan))
    there = {section.id for section in listed.sections}
    faction = faction_word(rules.game, roster.faction) or checked.faction
    maker = _Offering(rules, state, catalogue, roster, faction)
    return Form(
        shown=listed,
        empty=tuple((each.id, each.name) for each in rules.sections if each.id not in there),
        upgraded=frozenset(each.id for each in rules.sections if each.upgraded),
        stamp=stamp_of(roster),
        factions=_factions(catalogue),
        faction=faction,
        adding=maker.adding(asked, construction_slots(entry, state)),
        searchable=catalogue is not None,
        unread=unread,
    )


def is_locked(entry: Entry, state: State, now: datetime) -> bool:
    """Whether nothing can be built here any more."""
    plan = plan_of(entry.tournament)
    locked = lock_of(entry.tournament, state, plan, now) is not None
    return locked and not may_rebuild(entry.tournament, state, plan)


def stamp_of(roster: Roster) -> str:
    """Stands for a roster: another text for every other one."""
    return hashlib.sha256(muster_json.write(roster, None).encode()).hexdigest()[:16]


def add_card(
    entry: Entry, state: State, stamp: str, asked: Asked, value: str, now: datetime
) -> Refusal | None:
    """Put a card of the catalogue into the draft.

    Raises:
        StaleError, FullError, LockedError: see there.
        LookupError: there is no such card, section or item.
    """
    rules = _rules(state)
    kept = catalogue_for(rules.game, plan_of(entry.tournament).edition)
    key, _, form = value.partition("|")
    card = kept[0].by_key.get(key) if kept else None
    if card is None or form not in {"", *(price.form for price in card.prices)}:
        raise LookupError("there is no such card in this form")
    section = _section_for(rules, asked.section)
    item = Item(
        section,
        card.name,
        subtitle=card.subtitle if rules.game in ("unlimited", "legion") else "",
        points=card.points(state.created.day, form),
        slot=card.slot,
        form=form,
        key=card.key,
    )
    return _kept(entry, state, stamp, now, lambda roster: _put(roster, item, asked.under))


@dataclass(frozen=True, slots=True)
class Named:
    """An item added by name: as typed; points and slot where they were given."""

    name: str
    points: int | None = None
    slot: str = ""


def add_named(
    entry: Entry, state: State, stamp: str, asked: Asked, named: Named, now: datetime
) -> Refusal | None:
    """Put an item into the draft by name, with the points the player states.

    Raises:
        StaleError, FullError, LockedError: see there.
        LookupError: there is no such section or item, or the name is empty.
    """
    name = folded_text(named.name)[:LONGEST_NAME]
    section = _section_for(_rules(state), asked.section)
    if not name or not (named.points is None or 0 <= named.points <= LARGEST_PRICE):
        raise LookupError("an item has a name")
    slot = named.slot if named.slot in construction_slots(entry, state).get(section, ()) else ""
    item = Item(section, name, points=named.points, slot=slot)
    return _kept(entry, state, stamp, now, lambda roster: _put(roster, item, asked.under))


def set_count(
    entry: Entry, state: State, stamp: str, path: Path, count: int, now: datetime
) -> Refusal | None:
    """Have so many copies of an item; none takes it out.

    Raises:
        StaleError, FullError, LockedError: see there.
        LookupError: there is no such item.
    """
    if count > MOST_COPIES:
        raise FullError
    return _kept(entry, state, stamp, now, lambda roster: recounted(roster, path, count))


def set_head(
    entry: Entry, state: State, stamp: str, name: str, faction: str, now: datetime
) -> Refusal | None:
    """Name the roster and its faction.

    Raises:
        StaleError, LockedError: see there.
    """
    spelt, kept = folded_text(name[: 2 * LONGEST_NAME])[:LONGEST_NAME], folded_text(faction[:80])[:40]
    return _kept(entry, state, stamp, now, lambda roster: headed(roster, name=spelt, faction=kept))


def path_of(text: str) -> Path:
    """A path as pages write it: places joined by dots.

    Raises:
        NoSuchItemError: it is none.
    """
    parts = text.split(".")
    if not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in parts):
        raise NoSuchItemError
    return tuple(int(part) for part in parts)


def construction_slots(entry: Entry, state: State) -> dict[str, tuple[str, ...]]:
    """By section, the slots the way of building counts: what an item can be told to be."""
    construction = construction_of(entry.tournament, state)
    found: dict[str, dict[str, None]] = {}
    for limit in construction.limits if construction else ():
        for section in limit.sections if limit.slot else ():
            found.setdefault(section, {})[limit.slot or ""] = None
    return {section: tuple(slots) for section, slots in found.items()}


# What is kept ------------------------------------------------------------------------------------------------------


def _rules(state: State) -> RosterRules:
    rules = rules_of(state)
    if rules is None:
        raise LookupError("these regulations say nothing of rosters")
    return rules


def _held(entry: Entry, rules: RosterRules) -> tuple[Roster, tuple[str, ...]]:
    version = draft(entry) or current(entry)
    if version is None:
        return Roster(rules.game), ()
    return read_back(version), tuple(each.text for each in unread_of(version))


@transaction.atomic
def _kept(
    entry: Entry, state: State, stamp: str, now: datetime, act: Callable[[Roster], Roster]
) -> Refusal | None:
    """Carry out an act on the draft as the form showed it, and keep what comes of it."""
    plan = plan_of(entry.tournament)
    lock = lock_of(entry.tournament, state, plan, now)
    if lock is not None and not may_rebuild(entry.tournament, state, plan):
        raise LockedError(lock.says)
    rules = _rules(state)
    Entry.objects.select_for_update().get(pk=entry.pk)  # of two acts at once the later one is told
    roster, _unread = _held(entry, rules)
    if stamp != stamp_of(roster):
        raise StaleError
    mended = act(roster)
    counts = [item.count for item in mended.every()]
    if len(counts) > MOST_ITEMS or max(counts, default=0) > MOST_COPIES:
        raise FullError
    kept = catalogue_for(rules.game, plan.edition)
    text = muster_text.write(mended, kept[0] if kept else None)
    weighed = weigh_roster(entry.tournament, state, mended, text=text)
    answer = save_draft(entry, weighed, Actor(f"entry:{entry.pk}", None), now)
    return answer if isinstance(answer, Refusal) else None


def _put(roster: Roster, item: Item, under: str) -> Roster:
    if item.section != UPGRADES:
        return added(roster, item)
    return added(roster, item, path_of(under))


def _section_for(rules: RosterRules, section: str) -> str:
    if section != UPGRADES and all(each.id != section for each in rules.sections):
        raise LookupError("there is no such section")
    return section


# What is offered ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Offering:
    """What can be added to a roster."""

    rules: RosterRules
    state: State
    catalogue: Catalogue | None
    roster: Roster
    faction: str

    def adding(self, asked: Asked, slots: dict[str, tuple[str, ...]]) -> Adding | None:
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
        try:
            item = at(self.roster, path_of(under))
        except NoSuchItemError:
            return ""
        card = self.catalogue.by_key.get(item.key) if self.catalogue and item.key else None
        return card.full_name if card else item.name or item.key

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
        return tuple(each for card in cards for each in _choices(card, self.state.created.day))[:most]


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


def _factions(catalogue: Catalogue | None) -> tuple[tuple[str, str], ...]:
    words = sorted({faction for card in catalogue.cards for faction in card.factions} if catalogue else ())
    return tuple((word, faction_words(word)) for word in words)
