"""A roster put together or mended on the page, card by card; every act is kept in the player's draft at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.rosters.checking import check_roster, read_back, standard_of, unread_of
from muster.app.rosters.read import current, draft, lock_of, may_rebuild
from muster.app.rosters.storage import save_draft
from muster.app.rosters.terms import construction_of, plan_of, rules_of
from muster.core.roster.editing import NoSuchItemError, added, headed, recounted
from muster.core.roster.naming import mark_of
from muster.core.roster.roster import Item, Path, Roster
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.rosters import muster_json, muster_text
from muster.exchange.rosters.cleaning import folded_text
from muster.exchange.rosters.reading import LONGEST_NAME, MOST_COPIES, MOST_ITEMS
from muster.people.models import Entry
from muster.rules.rosters import RosterRules

LARGEST_PRICE: Final = 100_000


UPGRADES: Final = "upgrades"
"""The section of what hangs on another item."""


class StaleError(Exception):
    """The draft is no longer the one the form was made from."""


class FullError(Exception):
    """A roster holds no more than `MOST_ITEMS` items, and no item more than `MOST_COPIES` copies."""


class LockedError(Exception):
    """Rosters cannot be changed any more; the message says why."""


def is_locked(entry: Entry, state: State, now: datetime) -> bool:
    """Whether nothing can be built here any more."""
    plan = plan_of(entry.tournament)
    locked = lock_of(entry.tournament, state, plan, now) is not None
    return locked and not may_rebuild(entry.tournament, state, plan)


def stamp_of(roster: Roster) -> str:
    """Stands for a roster: another text for every other one."""
    return hashlib.sha256(muster_json.write(roster, None).encode()).hexdigest()[:16]


def add_card(
    entry: Entry, state: State, stamp: str, asked: AddTo, value: str, now: datetime
) -> Refusal | None:
    """Put a card of the catalogue into the draft.

    Raises:
        StaleError, FullError, LockedError: see there.
        LookupError: there is no such card, section or item.
    """
    standard = standard_of(entry.tournament, state, entry=entry.pk)
    rules, catalogue = standard.rules, standard.catalogue
    key, _, form = value.partition("|")
    card = catalogue.by_key.get(key) if catalogue else None
    if catalogue is None or card is None or form not in {"", *(price.form for price in card.prices)}:
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
        version=mark_of(card, catalogue),
    )
    return _kept(entry, state, stamp, now, lambda roster: _put(roster, item, asked.under))


@dataclass(frozen=True, slots=True)
class AddTo:
    """What is to be added, and where: to this section, under that item, a card of this name."""

    section: str = ""
    under: str = ""
    query: str = ""


@dataclass(frozen=True, slots=True)
class NamedItem:
    """An item added by name: as typed; points and slot where they were given."""

    name: str
    points: int | None = None
    slot: str = ""


def add_named(
    entry: Entry, state: State, stamp: str, asked: AddTo, named: NamedItem, now: datetime
) -> Refusal | None:
    """Put an item into the draft by name, with the points the player states.

    Raises:
        StaleError, FullError, LockedError: see there.
        LookupError: there is no such section or item, or the name is empty.
    """
    name = folded_text(named.name)[:LONGEST_NAME]
    section = _section_for(rules_or_error(state), asked.section)
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


def construction_slots(entry: Entry, state: State) -> dict[str, tuple[str, ...]]:
    """By section, the slots the way of building counts: what an item can be told to be."""
    construction = construction_of(entry.tournament, state)
    found: dict[str, dict[str, None]] = {}
    for limit in construction.limits if construction else ():
        for section in limit.sections if limit.slot else ():
            found.setdefault(section, {})[limit.slot or ""] = None
    return {section: tuple(slots) for section, slots in found.items()}


# What is kept ------------------------------------------------------------------------------------------------------


def rules_or_error(state: State) -> RosterRules:
    """What the regulations say of rosters.

    Raises:
        LookupError: nothing.
    """
    rules = rules_of(state)
    if rules is None:
        raise LookupError("these regulations say nothing of rosters")
    return rules


def begun(entry: Entry, rules: RosterRules) -> tuple[Roster, tuple[str, ...]]:
    """Where the player left off, and the lines of a pasted text that are not in it."""
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
    rules = rules_or_error(state)
    Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)  # of two acts at once the later one is told
    roster, _unread = begun(entry, rules)
    if stamp != stamp_of(roster):
        raise StaleError
    mended = act(roster)
    counts = [item.count for item in mended.every()]
    if len(counts) > MOST_ITEMS or max(counts, default=0) > MOST_COPIES:
        raise FullError
    standard = standard_of(entry.tournament, state, plan, entry.pk)
    text = muster_text.write(mended, standard.catalogue)
    verdict = check_roster(entry.tournament, state, mended, standard, text=text)
    answer = save_draft(entry, verdict, Actor(f"entry:{entry.pk}", None), now)
    return answer if isinstance(answer, Refusal) else None


def _put(roster: Roster, item: Item, under: str) -> Roster:
    if item.section != UPGRADES:
        return added(roster, item)
    return added(roster, item, path_of(under))


def _section_for(rules: RosterRules, section: str) -> str:
    if section != UPGRADES and all(each.id != section for each in rules.sections):
        raise LookupError("there is no such section")
    return section


def path_of(text: str) -> Path:
    """A path as pages write it: places joined by dots.

    Raises:
        NoSuchItemError: it is none.
    """
    parts = text.split(".")
    if not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in parts):
        raise NoSuchItemError
    return tuple(int(part) for part in parts)
