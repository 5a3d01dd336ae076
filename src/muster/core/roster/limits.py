"""How much of each thing a roster holds: sections asked for, limits by counting, copies, and what stands once only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from muster.core.messages import Argument, Message, listing, of_rules, say, say_n
from muster.core.roster.catalogue import plain
from muster.core.roster.roster import Problem
from muster.core.roster.sheet import (
    Findings,
    Held,
    RosterSheet,
    fewer,
    listed,
    not_checked,
    problem,
    take_out,
)
from muster.core.roster.words import name_words
from muster.rules.rosters import RosterAsked, RosterCheck, RosterCopies, RosterLimit

EACH: Final = 3
"""So many cards are told one by one; more than that in one sentence."""


@dataclass(frozen=True, slots=True)
class _Count:
    """A count of which a part may be uncertain: at least `low`, at most `high` (None: anything)."""

    low: int
    high: int | None
    items: tuple[Held, ...]

    @property
    def certain(self) -> bool:
        return self.low == self.high


def check_asked(sheet: RosterSheet) -> Findings:
    """That the list leaves no section out that it must name."""
    for each in _left_out(sheet):
        if sheet.within(("pool",)):
            says = say("The list does not say which of its cards are {what}.", what=of_rules(each.what))
            name = next((one.name for one in sheet.rules.sections if one.id == each.section), each.section)
            mend = say("Send it with a heading “{name}”.", name=name)
        else:
            says, mend = say("The list leaves out {what}.", what=of_rules(each.what)), _add(each, sheet)
        yield problem(each.weight, f"missing-{each.section}", says, mend, each.clause)


def check_limits(sheet: RosterSheet) -> Findings:
    """Every limit that holds on the date of the event, in the order of the regulations."""
    left_out = {(each.section,) for each in _left_out(sheet)}
    for limit in sheet.construction.limits:
        if limit.sections not in left_out and _holds(limit, sheet):
            yield from _limit(sheet, limit)


def _left_out(sheet: RosterSheet) -> Iterator[RosterAsked]:
    for each in sheet.construction.asked:
        if not sheet.within((each.section,)):
            yield each


def _add(asked: RosterAsked, sheet: RosterSheet) -> Message:
    """What mends the lack of a section, with how many cards it takes."""
    own = (each for each in sheet.construction.limits if each.sections == (asked.section,))
    least = max((each.least for each in own if each.measure == "copies"), default=0)
    if least > 1:
        return say("Add {what}: {least} cards.", what=of_rules(asked.what), least=least)
    return say("Add {what}.", what=of_rules(asked.what))


def _holds(limit: RosterLimit, sheet: RosterSheet) -> bool:
    on = sheet.terms.on
    return (limit.starts is None or limit.starts <= on) and (limit.ends is None or on <= limit.ends)


def _limit(sheet: RosterSheet, limit: RosterLimit) -> Findings:
    count = _count(sheet, limit)
    least, card = _least(sheet, limit)
    most = limit.most
    if most is not None and count.low > most:
        over = count.low - most
        mend = take_out(over) if limit.measure != "points" else fewer(over)
        says = _too_many(_there(limit, count.low), least, most)
        yield problem(limit.weight, limit.id, says, mend, limit.clause, count.items)
    elif count.high is not None and count.high < least:
        mend = say("Add {copies}.", copies=least - count.high)
        says = _too_few(_there(limit, count.high), least, most, card)
        yield problem(limit.weight, limit.id, says, mend, limit.clause, count.items)
    elif not count.certain and (count.low < least or most is not None):
        yield not_checked(say("How many {what} there are", what=of_rules(limit.what)), sheet)


def _there(limit: RosterLimit, count: int) -> dict[str, Argument]:
    """What is counted and how much of it there is, as the sentences on it name them."""
    return {"what": of_rules(limit.what[:1].upper() + limit.what[1:]), "there": count or say("none")}


def _too_many(there: Mapping[str, Argument], least: int, most: int) -> Message:
    if least == most:
        return _exactly(there, most)
    if least:
        return _between(there, least, most)
    return say_n(
        "{what}: {there}; at most {count} is allowed.",
        "{what}: {there}; at most {count} are allowed.",
        most,
        **there,
    )


def _between(there: Mapping[str, Argument], least: int, most: int) -> Message:
    return say("{what}: {there}; {least} to {most} are allowed.", **there, least=least, most=most)


def _exactly(there: Mapping[str, Argument], count: int) -> Message:
    return say_n(
        "{what}: {there}; exactly {count} is needed.",
        "{what}: {there}; exactly {count} are needed.",
        count,
        **there,
    )


def _too_few(there: Mapping[str, Argument], least: int, most: int | None, card: str) -> Message:
    """With the card that changes how many are needed, if one does."""
    if card:
        return say_n(
            "{what}: {there}; at least {count} is needed with {card}.",
            "{what}: {there}; at least {count} are needed with {card}.",
            least,
            **there,
            card=card,
        )
    if most is None:
        return say_n(
            "{what}: {there}; at least {count} is needed.",
            "{what}: {there}; at least {count} are needed.",
            least,
            **there,
        )
    return _exactly(there, least) if least == most else _between(there, least, most)


def _least(sheet: RosterSheet, limit: RosterLimit) -> tuple[int, str]:
    """The least of a limit, and the card that changes it, if one does."""
    if limit.least:
        for each in sheet.exceptions("least"):
            if limit.sections == (each.section,):
                return each.to, each.name
    return limit.least, ""


def _count(sheet: RosterSheet, limit: RosterLimit) -> _Count:
    sure: list[Held] = []
    unsure: list[Held] = []
    for each in sheet.within(limit.sections):
        fits = _fits(each, limit, sheet)
        if fits is not False:
            (sure if fits else unsure).append(each)
    return _Count(_low(sure, limit), _high([*sure, *unsure], limit), tuple(sure))


def _fits(held: Held, limit: RosterLimit, sheet: RosterSheet) -> bool | None:
    """Whether an item is counted; None where that cannot be told."""
    answers = (_kind(held, limit), _slot(held, limit, sheet), _flag(held, limit), _unique(held, limit))
    if False in answers:
        return False
    return None if None in answers else True


def _kind(held: Held, limit: RosterLimit) -> bool:
    return not limit.kinds or held.card is None or held.card.kind in limit.kinds


def _slot(held: Held, limit: RosterLimit, sheet: RosterSheet) -> bool | None:
    if limit.slot is None:
        return True
    if held.card is not None:
        return plain(held.card.slot) == plain(limit.slot)
    if held.resolved.item.slot:
        return plain(held.resolved.item.slot) == plain(limit.slot)
    if limit.slot == "commander" and sheet.roster.commander:
        return plain(held.resolved.item.name) == plain(sheet.roster.commander)
    return None


def _flag(held: Held, limit: RosterLimit) -> bool | None:
    if limit.flag is None:
        return True
    return None if held.card is None else limit.flag in held.card.flags


def _unique(held: Held, limit: RosterLimit) -> bool | None:
    if not limit.unique:
        return True
    return None if held.card is None else held.card.unique


def _low(items: list[Held], limit: RosterLimit) -> int:
    """How much they are together, what is unknown left out."""
    if limit.measure == "different":
        return len({each.identity for each in items})
    if limit.measure == "copies":
        return sum(each.copies for each in items)
    return sum(each.copies * each.price for each in items if each.price is not None)


def _high(items: list[Held], limit: RosterLimit) -> int | None:
    """How much they are together at most; None where a price is unknown."""
    if limit.measure == "points" and any(each.price is None for each in items):
        return None
    return _low(items, limit)


# Copies of one card -----------------------------------------------------------------------------------------------


def check_copies(sheet: RosterSheet) -> Findings:
    """The most copies of a card, told by name and subtitle over all its printings."""
    for rule in sheet.construction.copies:
        yield from _copies(sheet, rule)
    if sheet.construction.copies and any(
        not each.resolved.item.name and each.card is None for each in sheet.held
    ):
        yield not_checked(say("Copies of one card under several numbers"), sheet)


def check_pairs(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """No two cards have more capacity together than allowed; two copies of one are two cards."""
    held = sheet.within(rule.sections)
    known = [(capacity, each) for each in held if (capacity := _capacity(each)) is not None]
    if len(known) < len(held):
        what = say(
            "Whether any two terrain cards have more than {most} capacity together", most=rule.most or 0
        )
        yield not_checked(what, sheet)
    single = [each for each in known for _ in range(min(2, each[1].copies))]
    largest = sorted(single, key=lambda each: -each[0])[:2]
    together = sum(capacity for capacity, _ in largest)
    if len(largest) == 2 and rule.most is not None and together > rule.most:
        (one, first), (other, second) = largest
        says = say(
            "{first} ({one}) and {second} ({two}) have {together} capacity together; {most} are allowed.",
            first=first.name,
            one=one,
            second=second.name,
            two=other,
            together=together,
            most=rule.most,
        )
        pair = (first,) if first is second else (first, second)
        mend = say("Take a smaller one in place of either.")
        yield problem(rule.weight, rule.check, says, mend, rule.clause, pair)


def _copies(sheet: RosterSheet, rule: RosterCopies) -> Findings:
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
    says = say_n(
        "There are {copies} copies of {name}; at most {count} is allowed.",
        "There are {copies} copies of {name}; at most {count} are allowed.",
        most,
        copies=copies,
        name=items[0].name,
    )
    return problem("illegal", "copies", says, take_out(copies - most), rule.clause, items)


def _of_many(cards: list[list[Held]], most: int, rule: RosterCopies) -> Problem:
    """One problem for many cards: a deck for another way of building is not told card by card."""
    says = say_n(
        "Of each card at most {count} is allowed; of {cards} cards there are more: {names}.",
        "Of each card at most {count} are allowed; of {cards} cards there are more: {names}.",
        most,
        cards=len(cards),
        names=listed(f"{_together(items)} × {items[0].name}" for items in cards),
    )
    mend = say("Take out {copies} in all.", copies=sum(_together(items) - most for items in cards))
    return problem("illegal", "copies", says, mend, rule.clause, chain(*cards))


def _together(items: list[Held]) -> int:
    return sum(each.copies for each in items)


def _capacity(held: Held) -> int | None:
    return None if held.card is None else held.card.value("capacity")


# What stands once only --------------------------------------------------------------------------------------------


def check_unique_once(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """A unique card, or another card of the same character, stands once: over ships, upgrades and squadrons."""
    held = sheet.within(rule.sections)
    if any(each.card is None for each in held):
        yield not_checked(say("Whether every unique card is there once only"), sheet)
    same: dict[str, list[Held]] = {}
    for each in held:
        if each.card is not None and each.card.unique:
            same.setdefault(plain(each.card.group or each.card.name), []).append(each)
    for items in same.values():
        copies, most = sum(each.copies for each in items), max(map(_most, items))
        if copies > most:
            says = say_n(
                "{names} may be there once only, but there are {copies}.",
                "{names} may be there {count} times only, but there are {copies}.",
                most,
                names=listed(each.name for each in items),
                copies=copies,
            )
            yield problem(rule.weight, rule.check, says, take_out(copies - most), rule.clause, items)


def check_one_per_item(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """No item carries more upgrades of a kind than allowed, such as two titles on one ship."""
    what, most = listing(map(name_words, rule.names), "or"), rule.most or 0
    unknown = False
    for carrier in sheet.within(rule.sections):
        carried = sheet.carried(carrier)
        unknown = unknown or any(each.card is None and not each.resolved.item.slot for each in carried)
        items = [each for each in carried if _is_of(each, rule)]
        copies = sum(each.resolved.item.count for each in items)
        if copies > most:
            says = say(
                "{carrier} carries {copies} upgrades of the kind {what} ({names}); {most} is allowed.",
                carrier=carrier.name,
                copies=copies,
                what=what,
                names=listed(each.name for each in items),
                most=most,
            )
            kind = " or ".join(rule.names)
            yield problem(rule.weight, kind, says, take_out(copies - most), rule.clause, items)
    if unknown:
        what_of = say("Whether any item carries more than {most} {what}", most=most, what=what)
        yield not_checked(what_of, sheet)


def _most(held: Held) -> int:
    """How often a unique card may be there: once, unless its flag `most:2` says otherwise."""
    return (held.card.value("most") if held.card else None) or 1


def _is_of(held: Held, rule: RosterCheck) -> bool:
    slot = held.card.slot if held.card is not None else held.resolved.item.slot
    flags = held.card.flags if held.card is not None else frozenset[str]()
    return any(plain(slot) == plain(name) or name in flags for name in rule.names)
