"""A roster laid out for checking: every card with its copies, its section and the terms it is checked under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from muster.core.messages import NOTHING, Listing, Message, listing, say, say_in, say_n, verbatim
from muster.core.roster.catalogue import Card, Catalogue, plain
from muster.core.roster.resolve import faction_of, paths, resolve
from muster.core.roster.roster import Problem, Resolved, Roster, Severity, Terms
from muster.rules.rosters import CardException, Construction, RosterRules

NAMED: Final = 5
"""Cards named in one sentence; of more only the number is told."""

_MONTHS: Final = (
    say_in("month", "January"),
    say_in("month", "February"),
    say_in("month", "March"),
    say_in("month", "April"),
    say_in("month", "May"),
    say_in("month", "June"),
    say_in("month", "July"),
    say_in("month", "August"),
    say_in("month", "September"),
    say_in("month", "October"),
    say_in("month", "November"),
    say_in("month", "December"),
)

Finding = Problem | Message
"""A problem, or one sentence on what could not be checked."""

Findings = Iterator[Finding]


@dataclass(frozen=True, slots=True)
class Held:
    """An item or upgrade of a roster.

    Attributes:
        resolved: the item and its card.
        section: where it stands: the id of a section, or `upgrades`.
        copies: copies in the whole roster: its own count times that of what carries it.
    """

    resolved: Resolved
    section: str
    copies: int

    @property
    def card(self) -> Card | None:
        """Its card, if known."""
        return self.resolved.card

    @property
    def name(self) -> str:
        """As a sentence names it: the card's full name, else as stated."""
        item = self.resolved.item
        return (
            self.card.full_name
            if self.card
            else ", ".join(filter(None, (item.name, item.subtitle))) or item.key
        )

    @property
    def identity(self) -> tuple[str, str]:
        """By what copies are told: name and subtitle of the card, else as stated."""
        item = self.resolved.item
        return self.card.identity if self.card else (plain(item.name or item.key), plain(item.subtitle))

    @property
    def price(self) -> int | None:
        """What one copy costs: at the event if known, else as stated."""
        return self.resolved.item.points if self.resolved.points is None else self.resolved.points

    def is_named(self, name: str, subtitle: str) -> bool:
        """Whether it is the card of this name and subtitle; without a subtitle any card of the name."""
        own, own_subtitle = self.identity
        return own == plain(name) and plain(subtitle) in ("", own_subtitle)


@dataclass(frozen=True)
class RosterSheet:
    """A roster under its terms.

    Attributes:
        construction: the way it is to be built.
        faction: the faction it is taken for; empty if unknown.
        held: everything in it, depth first.
    """

    roster: Roster
    rules: RosterRules
    construction: Construction
    terms: Terms
    catalogue: Catalogue | None
    faction: str
    held: tuple[Held, ...]

    def within(self, sections: Sequence[str]) -> tuple[Held, ...]:
        """What stands in these sections; everything if none is given."""
        return tuple(each for each in self.held if not sections or each.section in sections)

    def carried(self, by: Held) -> tuple[Held, ...]:
        """The upgrades an item carries itself."""
        return self._carried.get(by.resolved.path, ())

    def exceptions(self, changes: str) -> Iterator[CardException]:
        """The cards in the roster whose text changes a rule in this way."""
        for each in self.rules.exceptions:
            fits = not each.constructions or self.construction.id in each.constructions
            if each.changes == changes and fits and self.holds(each.name, each.subtitle):
                yield each

    def holds(self, name: str, subtitle: str = "") -> bool:
        """Whether a card of this name is in the roster, where it may stand."""
        sure = (each for each in self.held if each.card is not None or self.catalogue is None)
        return any(each.is_named(name, subtitle) for each in sure)

    @cached_property
    def _carried(self) -> dict[tuple[int, ...], tuple[Held, ...]]:
        below: dict[tuple[int, ...], list[Held]] = {}
        for each in self.held:
            below.setdefault(each.resolved.path[:-1], []).append(each)
        return {path: tuple(held) for path, held in below.items()}


def construction_of(rules: RosterRules, construction_id: str) -> Construction:
    """A way of building by its id; the usual one, which is the first, for an empty id.

    Raises:
        LookupError: the regulations know no such way.
    """
    for each in rules.constructions:
        if construction_id in ("", each.id):
            return each
    known = ", ".join(each.id for each in rules.constructions)
    raise LookupError(f"there is no construction {construction_id[:60]}; there are {known}")


def lay_out(roster: Roster, rules: RosterRules, terms: Terms, catalogue: Catalogue | None) -> RosterSheet:
    """Lay a roster out for checking; without a catalogue every card is as stated."""
    if catalogue is None:
        found = tuple(Resolved(path, item) for path, item in paths(roster))
    else:
        found = resolve(roster, rules, terms, catalogue)
    construction = construction_of(rules, terms.construction)
    faction = faction_of(roster, rules, catalogue)
    found = tuple(_unlikely(each, faction) for each in found)
    return RosterSheet(roster, rules, construction, terms, catalogue, faction, tuple(_held(found, rules)))


def _unlikely(found: Resolved, faction: str) -> Resolved:
    """As unknown what has only its name of a card: that is of another faction, and never had the stated price.

    A catalogue that lacks a card may have another faction's of the same name: a player is not refused for that.
    """
    card, stated = found.card, found.item.points
    if card is None or not faction or not card.factions or faction in card.factions or stated is None:
        return found
    if stated in (price.points for price in card.prices):
        return found
    return Resolved(found.path, found.item, candidates=(card,))


def _held(found: Iterable[Resolved], rules: RosterRules) -> Iterator[Held]:
    copies: dict[tuple[int, ...], int] = {(): 1}
    for each in found:
        copies[each.path] = copies[each.path[:-1]] * each.item.count
        yield Held(each, _section(each, rules), copies[each.path])


def _section(found: Resolved, rules: RosterRules) -> str:
    """Where it counts: what a list does not tell apart goes where its kind alone belongs, if that is one place."""
    if found.item.section != "pool" or found.card is None:
        return found.item.section
    kind = found.card.kind
    others = [each.id for each in rules.sections if kind in each.kinds and each.id != "pool"]
    return others[0] if len(others) == 1 else found.item.section


def problem(
    severity: Severity,
    kind: str,
    says: Message,
    mend: Message = NOTHING,
    clause: str = "",
    about: Iterable[Held] = (),
) -> Problem:
    """A problem about these items, with the line of the first of them."""
    items = tuple(about)
    line = next((each.resolved.item.line for each in items if each.resolved.item.line), 0)
    return Problem(severity, kind, says, mend, clause, tuple(each.resolved.path for each in items), line)


def listed(names: Iterable[Message | str]) -> Message | Listing:
    """Names as a sentence lists them, each once: `A, B and 3 more`; names that hold commas by semicolons."""
    every: list[Message | str] = list(dict.fromkeys(names))
    more = len(every) - NAMED
    if more > 0:
        every[NAMED:] = [say_n("{count} more", "{count} more", more)]
    *first, last = every or [""]
    if first and any("," in str(name) for name in every[:NAMED]):
        return say_in("list", "{first} and {next}", first=semicolons(first), next=last)
    return listing(every)


def semicolons(names: Iterable[Message | str]) -> Message:
    """Names that may hold commas themselves: `A, the First; B`."""
    first, *others = list(names) or [""]
    whole = first if isinstance(first, Message) else verbatim(first)
    for other in others:
        whole = say_in("list", "{first}; {next}", first=whole, next=other)
    return whole


def fewer(points: int) -> Message:
    """What mends a sum that is too high by so much."""
    return say_n("Take out {count} point or more.", "Take out {count} points or more.", points)


def take_out(copies: int) -> Message:
    """What mends a count that is too high by so much."""
    return say("Take out {copies}.", copies=copies)


def day(on: date) -> Message:
    """A date as a sentence tells it: `8 November 2024`."""
    return say_in("date", "{day} {month} {year}", day=on.day, month=_MONTHS[on.month - 1], year=on.year)


def not_checked(what: Message, sheet: RosterSheet) -> Message:
    """What could not be checked, and why."""
    if sheet.catalogue is None:
        return say("{what}: that needs a catalogue of cards.", what=what)
    return say("{what}: some cards are not known.", what=what)
