"""What may stand once only: unique cards in a roster, titles and the like on one ship."""

from __future__ import annotations

from muster.core.roster.catalogue import plain
from muster.core.roster.sheet import Findings, Held, Sheet, listed, problem, why_unknown
from muster.rules.rosters import RosterCheck


def check_unique_once(sheet: Sheet, rule: RosterCheck) -> Findings:
    """A unique card, or another card of the same character, stands once: over ships, upgrades and squadrons."""
    held = sheet.within(rule.sections)
    if any(each.card is None for each in held):
        yield f"Whether every unique card is there once only: {why_unknown(sheet)}"
    same: dict[str, list[Held]] = {}
    for each in held:
        if each.card is not None and each.card.unique:
            same.setdefault(plain(each.card.group or each.card.name), []).append(each)
    for items in same.values():
        copies, most = sum(each.copies for each in items), max(map(_most, items))
        if copies > most:
            often = "once" if most == 1 else f"{most} times"
            says = f"{listed(each.name for each in items)} may be there {often} only, but there are {copies}."
            yield problem(rule.weight, rule.check, says, f"Take out {copies - most}.", rule.clause, items)


def check_one_per_item(sheet: Sheet, rule: RosterCheck) -> Findings:
    """No item carries more upgrades of a kind than allowed, such as two titles on one ship."""
    what, most = " or ".join(rule.names), rule.most or 0
    unknown = False
    for carrier in sheet.within(rule.sections):
        carried = sheet.carried(carrier)
        unknown = unknown or any(each.card is None and not each.found.item.slot for each in carried)
        items = [each for each in carried if _is_of(each, rule)]
        copies = sum(each.found.item.count for each in items)
        if copies > most:
            says = f"{carrier.name} carries {copies} upgrades of the kind {what} ({listed(i.name for i in items)})"
            mend = f"Take out {copies - most}."
            yield problem(rule.weight, what, f"{says}; {most} is allowed.", mend, rule.clause, items)
    if unknown:
        yield f"Whether any item carries more than {most} {what}: {why_unknown(sheet)}"


def _most(held: Held) -> int:
    """How often a unique card may be there: once, unless its flag `most:2` says otherwise."""
    return (held.card.value("most") if held.card else None) or 1


def _is_of(held: Held, rule: RosterCheck) -> bool:
    slot = held.card.slot if held.card is not None else held.found.item.slot
    flags = held.card.flags if held.card is not None else frozenset[str]()
    return any(plain(slot) == plain(name) or name in flags for name in rule.names)
