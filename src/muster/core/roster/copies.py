"""How many copies of one card there may be, and what any two cards may come to together."""

from __future__ import annotations

from itertools import chain
from typing import Final

from muster.core.roster.problems import Problem
from muster.core.roster.sheet import Findings, Held, Sheet, are, listed, problem, why_unknown
from muster.rules.rosters import RosterCheck, RosterCopies

EACH: Final = 3
"""So many cards are told one by one; more than that in one sentence."""


def check_copies(sheet: Sheet) -> Findings:
    """The most copies of a card, told by name and subtitle over all its printings."""
    for rule in sheet.construction.copies:
        yield from _copies(sheet, rule)
    if sheet.construction.copies and any(
        not each.found.item.name and each.card is None for each in sheet.held
    ):
        yield f"Copies of one card under several numbers: {why_unknown(sheet)}"


def check_pairs(sheet: Sheet, rule: RosterCheck) -> Findings:
    """No two cards have more capacity together than allowed; two copies of one are two cards."""
    held = sheet.within(rule.sections)
    known = [(capacity, each) for each in held if (capacity := _capacity(each)) is not None]
    if len(known) < len(held):
        yield f"Whether any two terrain cards have more than {rule.most} capacity together: {why_unknown(sheet)}"
    single = [each for each in known for _ in range(min(2, each[1].copies))]
    largest = sorted(single, key=lambda each: -each[0])[:2]
    together = sum(capacity for capacity, _ in largest)
    if len(largest) == 2 and rule.most is not None and together > rule.most:
        (one, first), (other, second) = largest
        says = f"{first.name} ({one}) and {second.name} ({other}) have {together} capacity together"
        pair = (first,) if first is second else (first, second)
        mend = "Take a smaller one in place of either."
        yield problem(rule.weight, rule.check, f"{says}; {rule.most} are allowed.", mend, rule.clause, pair)


def _copies(sheet: Sheet, rule: RosterCopies) -> Findings:
    same: dict[tuple[str, str], list[Held]] = {}
    for each in sheet.within(rule.sections):
        same.setdefault(each.identity, []).append(each)
    exceptions = tuple(sheet.exceptions("copies"))
    many: dict[int, list[list[Held]]] = {}
    for items in same.values():
        own = [each.to for each in exceptions if items[0].is_named(each.name, each.subtitle)]
        most = max((rule.most, *own))
        if _together(items) > most:
            many.setdefault(most, []).append(items)
    for most, cards in many.items():
        if len(cards) > EACH:
            yield _of_many(cards, most, rule)
        else:
            yield from (_of_one(items, most, rule) for items in cards)


def _of_one(items: list[Held], most: int, rule: RosterCopies) -> Problem:
    copies = _together(items)
    says = f"There are {copies} copies of {items[0].name}; at most {most} {are(most)} allowed."
    return problem("illegal", "copies", says, f"Take out {copies - most}.", rule.clause, items)


def _of_many(cards: list[list[Held]], most: int, rule: RosterCopies) -> Problem:
    """One problem for many cards: whoever brings a deck for another way of building is not told it card by card."""
    names = listed(f"{_together(items)} × {items[0].name}" for items in cards)
    says = f"Of each card at most {most} {are(most)} allowed; of {len(cards)} cards there are more: {names}."
    spare = sum(_together(items) - most for items in cards)
    return problem("illegal", "copies", says, f"Take out {spare} in all.", rule.clause, chain(*cards))


def _together(items: list[Held]) -> int:
    return sum(each.copies for each in items)


def _capacity(held: Held) -> int | None:
    return None if held.card is None else held.card.value("capacity")
