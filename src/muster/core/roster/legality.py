"""Which cards are legal: on the day, by sets, releases and suspensions; and together, by factions and characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from muster.core.messages import NOTHING, Argument, Message, listing, of_rules, say
from muster.core.roster.catalogue import Card, plain
from muster.core.roster.sheet import Findings, Held, RosterSheet, day, listed, not_checked, problem
from muster.core.roster.words import faction_words, name_words
from muster.rules.rosters import CardException, CardSet, RosterCheck

_TAKE_ANOTHER: Final = say("Take another card.")


def check_legal_sets(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """Every card was printed in a set that is legal on the day; a reprint makes the older cards legal too."""
    sets = {each.code: each for each in sheet.rules.sets}
    unknown: list[Held] = []
    illegal: dict[CardSet, list[Held]] = {}
    for held, printings in _each_once(sheet):
        printed = [each.set for each in printings]
        known = [sets[code] for code in printed if code in sets]
        if not known:
            unknown.append(held)
        elif not any(_is_legal(each, sheet) for each in known):
            illegal.setdefault(max(known, key=lambda each: each.released), []).append(held)
    for newest, items in illegal.items():
        says = _why_not(newest, sheet, listed(each.name for each in items))
        yield problem(rule.weight, rule.check, says, say("Take other cards."), rule.clause, items)
    if unknown:
        names = listed(each.name for each in unknown)
        says = say("The set is not known to the regulations: {names}.", names=names)
        yield problem("doubt", "unknown-set", says, clause=rule.clause, about=unknown)
    if any(each.card is None for each in sheet.held):
        yield not_checked(say("Whether every card is from a legal set"), sheet)


def check_released(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """Every card was out long enough for the tier of the event, where its release is known."""
    undated = False
    for held, printings in _each_once(sheet):
        dates = [each.released for each in printings]
        known = [each for each in dates if each is not None]
        undated = undated or len(known) < len(dates)
        if "unreleased" in printings[0].flags:
            says = say("{name} is not released.", name=held.name)
            yield problem(rule.weight, rule.check, says, _TAKE_ANOTHER, rule.clause, (held,))
        if len(known) < len(dates):
            continue
        legal = legal_from(min(known), sheet)
        if legal > sheet.terms.on:
            says = say(
                "{name} is legal from {day}; the event is on {event}.",
                name=held.name,
                day=day(legal),
                event=day(sheet.terms.on),
            )
            yield problem(rule.weight, rule.check, says, _TAKE_ANOTHER, rule.clause, (held,))
    if undated or any(each.card is None for each in sheet.held):
        yield say("Whether every product was out in time: its release is not known here.")


def legal_from(released: date, sheet: RosterSheet) -> date:
    """The first day on which a product is legal at the tier of the event, in its region (`COM-LEGAL-2`)."""
    days = [each.days for each in sheet.rules.windows if sheet.terms.tier in each.tiers]
    wait = max(0, sheet.terms.later) + max(days, default=0)
    return released + timedelta(days=min(wait, (date.max - released).days))


def check_suspended(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """No card is suspended on the day."""
    for each in sheet.rules.suspensions:
        fits = not each.constructions or sheet.construction.id in each.constructions
        running = each.starts <= sheet.terms.on and (each.ends is None or sheet.terms.on <= each.ends)
        items = [held for held in sheet.held if held.is_named(each.name, each.subtitle)]
        if fits and running and items:
            says = say("{name} is suspended since {day}.", name=items[0].name, day=day(each.starts))
            yield problem(rule.weight, rule.check, says, _TAKE_ANOTHER, each.clause, items)


def check_campaign(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """No card is one for campaigns."""
    held = sheet.within(rule.sections)
    items = [
        each for each in held if each.card and ("campaign" in each.card.flags or each.card.slot == "campaign")
    ]
    if items:
        says = say("Campaign cards are not legal: {names}.", names=listed(each.name for each in items))
        yield problem(rule.weight, rule.check, says, say("Take others."), rule.clause, items)
    if any(each.card is None for each in held):
        yield not_checked(say("Whether a card is a campaign card"), sheet)


def _each_once(sheet: RosterSheet) -> Iterator[tuple[Held, list[Card]]]:
    """Every known card once, where it first stands, with its printings: itself and those it is a copy of."""
    seen: set[str] = set()
    for each in sheet.held:
        own = each.card
        if own is not None and own.key not in seen:
            seen.add(own.key)
            named = sheet.catalogue.named(own.name) if sheet.catalogue else ()
            yield each, [own, *(card for card in named if card is not own and _is_copy(card, own))]


def _is_copy(card: Card, own: Card) -> bool:
    return card.kind == own.kind and card.identity == own.identity


def _is_legal(each: CardSet, sheet: RosterSheet) -> bool:
    return not _why_not(each, sheet, "")


def _why_not(each: CardSet, sheet: RosterSheet, names: Argument) -> Message:
    """Why these cards of a set are not legal on the day; nothing if they are."""
    released, on, construction = legal_from(each.released, sheet), sheet.terms.on, sheet.construction
    if each.constructions and construction.id not in each.constructions:
        return say(
            "From {set}, which is not legal in {construction}: {names}.",
            set=each.name,
            construction=of_rules(construction.name),
            names=names,
        )
    if released > on:
        return say(
            "From {set}, which is legal from {day}: {names}.", set=each.name, day=day(released), names=names
        )
    leaves = not each.leaves_from or construction.id in each.leaves_from
    if each.leaves is not None and leaves and each.leaves <= on:
        return say(
            "From {set}, which left {construction} on {day}: {names}.",
            set=each.name,
            construction=of_rules(construction.name),
            day=day(each.leaves),
            names=names,
        )
    return NOTHING


# Together ---------------------------------------------------------------------------------------------------------


def check_one_faction(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """Every card is of the roster's faction, of any faction, or an ally whom a card in it lets in."""
    held = [each for each in sheet.within(rule.sections) if each.card is not None and each.card.factions]
    if sheet.catalogue is None or any(each.card is None for each in sheet.within(rule.sections)):
        yield not_checked(say("Whether every card is of one faction"), sheet)
    faction = sheet.faction or _common(held)
    if rule.names and faction and faction not in rule.names:
        names = listing(map(faction_words, rule.names))
        says = say(
            "The faction is {faction}; there are only {names}.", faction=faction_words(faction), names=names
        )
        yield problem(rule.weight, "faction", says, clause=rule.clause)
    if not faction and held:
        cards = listed(_of(each) for each in held)
        says = say("There are cards of several factions, none of them most: {cards}.", cards=cards)
        yield problem(rule.weight, rule.check, says, say("Keep those of one faction."), rule.clause, held)
    allies = _Allies(tuple(sheet.exceptions("ally")))
    strange = [each for each in held if faction and not _belongs(each, faction) and not allies.let_in(each)]
    if strange:
        cards = listed(_of(each) for each in strange)
        says = say("The faction is {faction}, but {cards}.", faction=faction_words(faction), cards=cards)
        mend = say("Take out what is of another faction.")
        yield problem(rule.weight, rule.check, says, mend, rule.clause, strange)


def check_characters(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """A character's cards stand only in a roster with the character."""
    cards = sheet.within(rule.sections)
    there = {plain(name) for each in sheet.held if each.section not in rule.sections for name in _names(each)}
    strange = [
        each for each in cards if each.card and each.card.needs and plain(each.card.needs) not in there
    ]
    for each in strange:
        needs = each.card.needs if each.card else ""
        says = say("{name} is a card of {needs}, who is not in the roster.", name=each.name, needs=needs)
        mend = say("Take another card, or add {needs}.", needs=needs)
        yield problem(rule.weight, rule.check, says, mend, rule.clause, (each,))
    if any(each.card is None for each in cards):
        yield not_checked(say("Whether every card of a character has its character"), sheet)


def check_shared_aspect(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """All have one of these aspects in common."""
    held = sheet.within(rule.sections)
    if any(each.card is None for each in held):
        yield not_checked(
            say("Whether the leaders share {aspects}", aspects=listing(map(name_words, rule.names), "or")),
            sheet,
        )
        return
    shared = set(rule.names)
    for each in held:
        shared &= each.card.flags if each.card else set()
    if held and not shared:
        aspects = listing(map(name_words, rule.names), "or")
        says = say(
            "{names} do not share {aspects}.", names=listed(each.name for each in held), aspects=aspects
        )
        yield problem(rule.weight, rule.check, says, say("Choose leaders of one side."), rule.clause, held)


@dataclass
class _Allies:
    """How many allies are still let in by each exception, and the items that were."""

    exceptions: tuple[CardException, ...]
    used: dict[int, int] = field(default_factory=dict)
    paths: set[tuple[int, ...]] = field(default_factory=set)

    def let_in(self, held: Held) -> bool:
        if held.resolved.path[:-1] in self.paths:
            return True  # an upgrade of an ally
        for at, each in enumerate(self.exceptions):
            copies = self.used.get(at, 0) + held.copies
            if _is_ally(held, each) and copies <= each.to:
                self.used[at] = copies
                self.paths.add(held.resolved.path)
                return True
        return False


def _is_ally(held: Held, exception: CardException) -> bool:
    card = held.card
    if card is None or held.section != exception.section or exception.faction not in card.factions:
        return False
    return exception.slot is None or exception.slot in (plain(card.slot), *card.flags)


def _belongs(held: Held, faction: str) -> bool:
    return held.card is not None and faction in held.card.factions


def _common(held: Iterable[Held]) -> str:
    """The only faction all have in common; empty if there is none, or several."""
    factions = [set(each.card.factions) for each in held if each.card]
    shared = set.intersection(*factions) if factions else set()
    return min(shared) if len(shared) == 1 else ""


def _of(held: Held) -> Message:
    factions = listing(map(faction_words, held.card.factions if held.card else ()), "or")
    return say("{name} is {factions}", name=held.name, factions=factions)


def _names(held: Held) -> Iterable[str]:
    if held.card is None:
        return (held.resolved.item.name,)
    return (held.card.name, held.card.full_name, held.card.group or held.card.name)
