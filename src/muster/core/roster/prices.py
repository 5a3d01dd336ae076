"""What a roster is worth: the stated total, its own prices, the prices of the event, and the limit."""

from __future__ import annotations

from muster.core.roster.problems import Totals
from muster.core.roster.sheet import Findings, Held, Sheet, fewer, listed, problem
from muster.rules.rosters import RosterPoints


def totals(sheet: Sheet) -> Totals:
    """The three totals; that at the event's prices only where every card and its price is known."""
    return Totals(sheet.roster.total, _own(sheet), _event(sheet))


def check_points(sheet: Sheet, worth: Totals) -> Findings:
    """The limit of points, on the total that counts."""
    rule = _limit(sheet)
    if rule is None:
        return
    if worth.counts is None:
        yield f"Whether it is within {rule.most} points: the list says nothing of points"
    elif worth.counts > rule.most:
        over = worth.counts - rule.most
        says = f"It is worth {worth.counts} points{_by(worth)}; {rule.most} are allowed, so {over} too many."
        yield problem("illegal", "points", says, fewer(over), rule.clause)


def check_prices(sheet: Sheet, worth: Totals) -> Findings:
    """That the totals agree, and the list's prices with those of the event."""
    rule = _limit(sheet)
    if rule is None:
        return
    differing = [each for each in sheet.held if _differs(each)]
    known = {each for each in (worth.stated, worth.own, worth.event) if each is not None}
    if len(known) > 1 or differing:
        says = f"{_sums(worth)}{_lines(differing)}"
        mend = "Export the list again at the prices of this event, or correct the total."
        yield problem("doubt", "totals", says, mend, rule.clause, differing)
    old = [each for each in sheet.held if each.found.item.outdated and each.found.points is None]
    if old:
        names = listed(each.name for each in old)
        says = f"The list itself marks prices as no longer current: {names}."
        yield problem("doubt", "outdated", says, "Export the list again.", rule.clause, old)


def _limit(sheet: Sheet) -> RosterPoints | None:
    rule = sheet.construction.points
    if sheet.terms.most is None:
        return rule
    clause = rule.clause if rule else sheet.construction.clause
    return RosterPoints(most=max(1, sheet.terms.most), clause=clause)


def _own(sheet: Sheet) -> int | None:
    """The sum of its own prices; None where a ship or unit has none, though squadrons may have theirs."""
    carriers = [each.id for each in sheet.rules.sections if each.upgraded]
    bare = any(item.worth is None for name in carriers for item in sheet.roster.section(name))
    return None if bare else sheet.roster.sum


def _event(sheet: Sheet) -> int | None:
    if sheet.catalogue is None or not sheet.held:
        return None
    priced = {card.kind for card in sheet.catalogue.cards if card.prices}
    kinds = {each.id: set(each.kinds) for each in sheet.rules.sections}
    worth = 0
    for each in sheet.held:
        possible = {each.card.kind} if each.card else kinds.get(each.section, priced)
        if not possible & priced:
            continue  # costs nothing by its nature, as objectives do
        if each.found.points is None:
            return None
        worth += each.copies * each.found.points
    return worth if priced else None


def _differs(held: Held) -> bool:
    stated, event = held.found.item.points, held.found.points
    return None not in (stated, event) and stated != event


def _by(worth: Totals) -> str:
    if worth.event is not None:
        return " at the prices of this event"
    return " by its own prices" if worth.own is not None else " as it says itself"


def _sums(worth: Totals) -> str:
    parts = {
        "the list says {} points": worth.stated,
        "its own prices add up to {}": worth.own,
        "at the prices of this event it is {}": worth.event,
    }
    told = ", ".join(words.format(points) for words, points in parts.items() if points is not None)
    return (
        f"{told[:1].upper()}{told[1:]}; the last one counts."
        if told
        else "Its prices are not those of this event."
    )


def _lines(differing: list[Held]) -> str:
    if not differing:
        return ""
    lines = (f"{each.name} {each.found.item.points} (here {each.found.points})" for each in differing)
    return f" Other prices here: {listed(lines)}."
