"""Which cards are legal on the day: sets and releases, suspensions, campaign cards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from muster.core.roster.catalogue import Card
from muster.core.roster.sheet import Findings, Held, Sheet, day, listed, problem, why_unknown
from muster.rules.rosters import CardSet, RosterCheck


def check_legal_sets(sheet: Sheet, rule: RosterCheck) -> Findings:
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
        says = f"From {newest.name}, {_why_not(newest, sheet)}: {listed(each.name for each in items)}."
        yield problem(rule.weight, rule.check, says, "Take other cards.", rule.clause, items)
    if unknown:
        says = f"The set is not known to the regulations: {listed(each.name for each in unknown)}."
        yield problem("doubt", "unknown-set", says, "", rule.clause, unknown)
    if any(each.card is None for each in sheet.held):
        yield f"Whether every card is from a legal set: {why_unknown(sheet)}"


def check_released(sheet: Sheet, rule: RosterCheck) -> Findings:
    """Every card was out long enough for the tier of the event, where its release is known."""
    undated = False
    for held, printings in _each_once(sheet):
        dates = [each.released for each in printings]
        known = [each for each in dates if each is not None]
        undated = undated or len(known) < len(dates)
        if "unreleased" in printings[0].flags:
            says = f"{held.name} is not released."
            yield problem(rule.weight, rule.check, says, "Take another card.", rule.clause, (held,))
        if len(known) < len(dates):
            continue
        legal = legal_from(min(known), sheet)
        if legal > sheet.terms.on:
            says = f"{held.name} is legal from {day(legal)}; the event is on {day(sheet.terms.on)}."
            yield problem(rule.weight, rule.check, says, "Take another card.", rule.clause, (held,))
    if undated or any(each.card is None for each in sheet.held):
        yield "Whether every product was out in time: its release is not known here"


def legal_from(released: date, sheet: Sheet) -> date:
    """The first day on which a product is legal at the tier of the event, in its region (`COM-LEGAL-2`)."""
    days = [each.days for each in sheet.rules.windows if sheet.terms.tier in each.tiers]
    wait = max(0, sheet.terms.later) + max(days, default=0)
    return released + timedelta(days=min(wait, (date.max - released).days))


def check_suspended(sheet: Sheet, rule: RosterCheck) -> Findings:
    """No card is suspended on the day."""
    for each in sheet.rules.suspensions:
        fits = not each.constructions or sheet.construction.id in each.constructions
        running = each.starts <= sheet.terms.on and (each.ends is None or sheet.terms.on <= each.ends)
        items = [held for held in sheet.held if held.is_named(each.name, each.subtitle)]
        if fits and running and items:
            says = f"{items[0].name} is suspended since {day(each.starts)}."
            yield problem(rule.weight, rule.check, says, "Take another card.", each.clause, items)


def check_campaign(sheet: Sheet, rule: RosterCheck) -> Findings:
    """No card is one for campaigns."""
    held = sheet.within(rule.sections)
    items = [
        each for each in held if each.card and ("campaign" in each.card.flags or each.card.slot == "campaign")
    ]
    if items:
        says = f"Campaign cards are not legal: {listed(each.name for each in items)}."
        yield problem(rule.weight, rule.check, says, "Take others.", rule.clause, items)
    if any(each.card is None for each in held):
        yield f"Whether a card is a campaign card: {why_unknown(sheet)}"


def _each_once(sheet: Sheet) -> Iterator[tuple[Held, list[Card]]]:
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


def _is_legal(each: CardSet, sheet: Sheet) -> bool:
    return not _why_not(each, sheet)


def _why_not(each: CardSet, sheet: Sheet) -> str:
    """Why a set is not legal on the day; empty if it is."""
    released, on, construction = legal_from(each.released, sheet), sheet.terms.on, sheet.construction
    if each.constructions and construction.id not in each.constructions:
        return f"which is not legal in {construction.name}"
    if released > on:
        return f"which is legal from {day(released)}"
    leaves = not each.leaves_from or construction.id in each.leaves_from
    if each.leaves is not None and leaves and each.leaves <= on:
        return f"which left {construction.name} on {day(each.leaves)}"
    return ""
