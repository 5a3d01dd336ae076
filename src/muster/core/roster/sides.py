"""Which cards may stand together: one faction, a character's cards with the character, leaders of one side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from muster.core.roster.catalogue import plain
from muster.core.roster.sheet import Findings, Held, Sheet, listed, problem, why_unknown
from muster.rules.rosters import CardException, RosterCheck


def check_one_faction(sheet: Sheet, rule: RosterCheck) -> Findings:
    """Every card is of the roster's faction, of any faction, or an ally whom a card in it lets in."""
    held = [each for each in sheet.within(rule.sections) if each.card is not None and each.card.factions]
    if sheet.catalogue is None or any(each.card is None for each in sheet.within(rule.sections)):
        yield f"Whether every card is of one faction: {why_unknown(sheet)}"
    faction = sheet.faction or _common(held)
    if rule.names and faction and faction not in rule.names:
        says = f"The faction is {faction}; there are only {' and '.join(rule.names)}."
        yield problem(rule.weight, "faction", says, "", rule.clause)
    if not faction and held:
        says = (
            f"There are cards of several factions, none of them most: {listed(_of(each) for each in held)}."
        )
        yield problem(rule.weight, rule.check, says, "Keep those of one faction.", rule.clause, held)
    allies = _Allies(tuple(sheet.exceptions("ally")))
    strange = [each for each in held if faction and not _belongs(each, faction) and not allies.let_in(each)]
    if strange:
        says = f"The faction is {faction}, but {listed(_of(each) for each in strange)}."
        mend = "Take out what is of another faction."
        yield problem(rule.weight, rule.check, says, mend, rule.clause, strange)


def check_characters(sheet: Sheet, rule: RosterCheck) -> Findings:
    """A character's cards stand only in a roster with the character."""
    cards = sheet.within(rule.sections)
    there = {plain(name) for each in sheet.held if each.section not in rule.sections for name in _names(each)}
    strange = [
        each for each in cards if each.card and each.card.needs and plain(each.card.needs) not in there
    ]
    for each in strange:
        needs = each.card.needs if each.card else ""
        says = f"{each.name} is a card of {needs}, who is not in the roster."
        mend = f"Take another card, or add {needs}."
        yield problem(rule.weight, rule.check, says, mend, rule.clause, (each,))
    if any(each.card is None for each in cards):
        yield f"Whether every card of a character has its character: {why_unknown(sheet)}"


def check_shared_aspect(sheet: Sheet, rule: RosterCheck) -> Findings:
    """All have one of these aspects in common."""
    held = sheet.within(rule.sections)
    if any(each.card is None for each in held):
        yield f"Whether the leaders share {' or '.join(rule.names)}: {why_unknown(sheet)}"
        return
    shared = set(rule.names)
    for each in held:
        shared &= each.card.flags if each.card else set()
    if held and not shared:
        aspects = " or ".join(name.capitalize() for name in rule.names)
        says = f"{listed(each.name for each in held)} do not share {aspects}."
        yield problem(rule.weight, rule.check, says, "Choose leaders of one side.", rule.clause, held)


@dataclass
class _Allies:
    """How many allies are still let in by each exception, and the items that were."""

    exceptions: tuple[CardException, ...]
    used: dict[int, int] = field(default_factory=dict)
    paths: set[tuple[int, ...]] = field(default_factory=set)

    def let_in(self, held: Held) -> bool:
        if held.found.path[:-1] in self.paths:
            return True  # an upgrade of an ally
        for at, each in enumerate(self.exceptions):
            copies = self.used.get(at, 0) + held.copies
            if _is_ally(held, each) and copies <= each.to:
                self.used[at] = copies
                self.paths.add(held.found.path)
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


def _of(held: Held) -> str:
    factions = held.card.factions if held.card else ()
    return f"{held.name} is {' or '.join(factions)}"


def _names(held: Held) -> Iterable[str]:
    if held.card is None:
        return (held.found.item.name,)
    return (held.card.name, held.card.full_name, held.card.group or held.card.name)
