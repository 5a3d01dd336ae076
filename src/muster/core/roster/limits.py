"""How much of each thing a roster holds: sections asked for, and every limit by counting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.core.roster.catalogue import plain
from muster.core.roster.sheet import Findings, Held, Sheet, are, fewer, problem, why_unknown
from muster.rules.rosters import RosterAsked, RosterLimit


@dataclass(frozen=True, slots=True)
class _Count:
    """A count of which a part may be uncertain: at least `low`, at most `high` (None: anything)."""

    low: int
    high: int | None
    items: tuple[Held, ...]

    @property
    def certain(self) -> bool:
        return self.low == self.high


def check_asked(sheet: Sheet) -> Findings:
    """That the list leaves no section out that it must name."""
    for each in _left_out(sheet):
        name = next((one.name for one in sheet.rules.sections if one.id == each.section), each.section)
        says, mend = f"The list leaves out {each.what}.", f"Add {each.what}{_how_many(each.section, sheet)}."
        if sheet.within(("pool",)):
            says = f"The list does not say which of its cards are {each.what}."
            mend = f"Send it with a heading “{name}”."
        yield problem(each.weight, f"missing-{each.section}", says, mend, each.clause)


def check_limits(sheet: Sheet) -> Findings:
    """Every limit that holds on the date of the event, in the order of the regulations."""
    left_out = {(each.section,) for each in _left_out(sheet)}
    for limit in sheet.construction.limits:
        if limit.sections not in left_out and _holds(limit, sheet):
            yield from _limit(sheet, limit)


def _left_out(sheet: Sheet) -> Iterator[RosterAsked]:
    for each in sheet.construction.asked:
        if not sheet.within((each.section,)):
            yield each


def _how_many(section: str, sheet: Sheet) -> str:
    """How many cards a section takes, as the end of what mends its lack."""
    own = (each for each in sheet.construction.limits if each.sections == (section,))
    least = max((each.least for each in own if each.measure == "copies"), default=0)
    return f": {least} cards" if least > 1 else ""


def _holds(limit: RosterLimit, sheet: Sheet) -> bool:
    on = sheet.terms.on
    return (limit.starts is None or limit.starts <= on) and (limit.ends is None or on <= limit.ends)


def _limit(sheet: Sheet, limit: RosterLimit) -> Findings:
    count = _count(sheet, limit)
    least, why = _least(sheet, limit)
    most = limit.most
    if most is not None and count.low > most:
        over = count.low - most
        says = f"{_there(count.low, limit)}; {_bounds(least, most)}."
        mend = f"Take out {over}." if limit.measure != "points" else fewer(over)
        yield problem(limit.weight, limit.id, says, mend, limit.clause, count.items)
    elif count.high is not None and count.high < least:
        says = f"{_there(count.high, limit)}; {_bounds(least, most)}{why}."
        yield problem(limit.weight, limit.id, says, f"Add {least - count.high}.", limit.clause, count.items)
    elif not count.certain and (count.low < least or most is not None):
        yield f"How many {limit.what} there are: {why_unknown(sheet)}"


def _there(count: int, limit: RosterLimit) -> str:
    """What is counted and how much of it there is, in a form that fits every number."""
    return f"{limit.what[:1].upper()}{limit.what[1:]}: {count or 'none'}"


def _bounds(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {least} {are(least)} needed"
    if least == most:
        return f"exactly {least} {are(least)} needed"
    return f"at most {most} {are(most)} allowed" if not least else f"{least} to {most} are allowed"


def _least(sheet: Sheet, limit: RosterLimit) -> tuple[int, str]:
    """The least of a limit, and which card changes it."""
    if limit.least:
        for each in sheet.exceptions("least"):
            if limit.sections == (each.section,):
                return each.to, f" with {each.name}"
    return limit.least, ""


def _count(sheet: Sheet, limit: RosterLimit) -> _Count:
    sure: list[Held] = []
    unsure: list[Held] = []
    for each in sheet.within(limit.sections):
        fits = _fits(each, limit, sheet)
        if fits is not False:
            (sure if fits else unsure).append(each)
    return _Count(_low(sure, limit), _high([*sure, *unsure], limit), tuple(sure))


def _fits(held: Held, limit: RosterLimit, sheet: Sheet) -> bool | None:
    """Whether an item is counted; None where that cannot be told."""
    answers = (_kind(held, limit), _slot(held, limit, sheet), _flag(held, limit), _unique(held, limit))
    if False in answers:
        return False
    return None if None in answers else True


def _kind(held: Held, limit: RosterLimit) -> bool:
    return not limit.kinds or held.card is None or held.card.kind in limit.kinds


def _slot(held: Held, limit: RosterLimit, sheet: Sheet) -> bool | None:
    if limit.slot is None:
        return True
    if held.card is not None:
        return plain(held.card.slot) == plain(limit.slot)
    if held.found.item.slot:
        return plain(held.found.item.slot) == plain(limit.slot)
    if limit.slot == "commander" and sheet.roster.commander:
        return plain(held.found.item.name) == plain(sheet.roster.commander)
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
