"""How cards are named so that nobody can confuse them, and what names no card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from muster.core.messages import NOTHING, Message, listing, of_rules, say, say_n, verbatim
from muster.core.roster.catalogue import Card, Catalogue, plain
from muster.core.roster.resolve import nearest
from muster.core.roster.roster import Problem, Terms
from muster.core.roster.sheet import NAMED, Findings, Held, RosterSheet, listed, not_checked, problem
from muster.core.roster.words import faction_words, kind_words
from muster.rules.rosters import RosterCheck, RosterRules

SUGGESTED: Final = 20
"""Unknown names for which likely cards are looked up; a list with more is no list of this game."""

MOST_CHOICES: Final = 12
"""Cards to choose from where a name could be several; whoever means another one writes it."""


def written(card: Card, catalogue: Catalogue) -> str:
    """A card as the regulations want it on a list: `Darth Vader (Squadron)` where another has its name.

    In parentheses stands what none of the others of its name has: its kind, an upgrade's or unit's type, its
    second name, its faction, else its key (`ARM-LIST-2`, `LEG-LIST-3`).
    """
    others = [each for each in catalogue.named(card.name) if _is_other(each, card)]
    others = [each for each in others if plain(each.name) == plain(card.name)]
    if catalogue.game == "unlimited" or not others:
        return card.full_name if catalogue.game == "unlimited" else card.name
    taken = {plain(word) for other in others for word in _marks(other)}
    mark = next((each for each in _marks(card) if plain(each) not in taken), card.key)
    return f"{card.name} ({mark})"


def mark_of(card: Card, catalogue: Catalogue) -> str:
    """What stands in parentheses where others have a card's name, as `written` has it; empty if none is needed."""
    _name, _, mark = written(card, catalogue).removesuffix(")").partition(f"{card.name} (")
    return mark


def confusable(
    card: Card, catalogue: Catalogue, rules: RosterRules, terms: Terms, faction: str
) -> tuple[Card, ...]:
    """The other cards with which one is confused by the regulations: by its name, or by name and points."""
    told = rules.told_apart
    if told is None:
        return ()
    others = [each for each in catalogue.named(card.name) if _is_other(each, card)]
    others = [each for each in others if plain(each.name) == plain(card.name)]
    if told.within_faction and faction:
        others = [each for each in others if not each.factions or faction in each.factions]
    if told.by == "name-and-points":
        others = [each for each in others if _costs(each, terms) & _costs(card, terms)]
    return tuple(others)


def check_told_apart(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """Every card is named so that it cannot be another; those that are not come with the name to write."""
    catalogue = sheet.catalogue
    if catalogue is None:
        yield not_checked(say("Whether every name means one card only"), sheet)
        return
    vague = [each for each in sheet.within(rule.sections) if each.card and _is_vague(each, each.card, sheet)]
    if vague:
        forms = listed(written(each.card, catalogue) for each in vague if each.card)
        names = listed(each.resolved.item.name for each in vague)
        says = say("More than one card is called {names}.", names=names)
        yield problem(rule.weight, rule.check, says, say("Write {names}.", names=forms), rule.clause, vague)


def check_sections(sheet: RosterSheet, rule: RosterCheck) -> Findings:
    """Every card stands in a section for its kind: no leader among the cards of a deck."""
    for (section, kind), items in _misplaced(sheet).items():
        names = listed(card.full_name for _, card in items)
        place = next((of_rules(each.name) for each in sheet.rules.sections if each.id == section), None)
        says = say(
            "{names} may not stand under “{place}”: a card of the kind {kind}.",
            names=names,
            place=place or say("Upgrades"),
            kind=kind_words(kind, sheet.rules.game),
        )
        about = [held for held, _ in items]
        mend = say("Take it out, or put it where it belongs.")
        yield problem(rule.weight, rule.check, says, mend, rule.clause, about)


def check_known(sheet: RosterSheet) -> Findings:
    """Every item names one card: what names several, or none, is told with what it might be."""
    catalogue = sheet.catalogue
    if catalogue is None:
        return
    misplaced = {each.resolved.path for items in _misplaced(sheet).values() for each, _ in items}
    lost = [each for each in sheet.held if each.card is None and each.resolved.path not in misplaced]
    clause = sheet.rules.told_apart.clause if sheet.rules.told_apart else ""
    bare = _bare(sheet, catalogue)
    if unlisted := [each for each in lost if each.section in bare]:
        names = listed(each.name for each in unlisted)
        yield say(
            "Whether these cards are in order: {names}; the catalogue has none of their kind.", names=names
        )
    lost = [each for each in lost if each.section not in bare]
    for place, items in enumerate(_by_name(lost)):
        looked_up = place < SUGGESTED
        several = items[0].resolved.candidates or (
            _including(items[0], sheet, catalogue) if looked_up else ()
        )
        if len(several) > 1:
            yield _several(items, several, catalogue, clause)
        else:
            offered = _offered(items[0], sheet, catalogue) if looked_up else ()
            yield _unknown(items, several or offered, catalogue)


def _bare(sheet: RosterSheet, catalogue: Catalogue) -> frozenset[str]:
    """The sections for whose kinds the catalogue has no card at all, as some have no terrain."""
    return frozenset(each.id for each in sheet.rules.sections if not catalogue.fitting(each.kinds))


def _unknown(items: list[Held], offered: tuple[Card, ...], catalogue: Catalogue) -> Problem:
    says = say("The catalogue has no card called {name}.", name=items[0].name or say("(nothing)"))
    if items[0].resolved.candidates:
        says = say(
            "{name} is in the catalogue of another faction and at another price only.", name=items[0].name
        )
    forms = listing((_with_faction(card, written(card, catalogue)) for card in offered), "or")
    mend = say("Did you mean {cards}?", cards=forms) if offered else NOTHING
    return problem("doubt", "unknown-card", says, mend, about=items)


def _with_faction(card: Card, form: str) -> Message:
    """A card with its factions, so that nobody wonders why it does not fit."""
    if not card.factions:
        return verbatim(form)
    return say("{card} ({factions})", card=form, factions=listing(map(faction_words, card.factions), "or"))


def _several(items: list[Held], cards: tuple[Card, ...], catalogue: Catalogue, clause: str) -> Problem:
    forms = [written(card, catalogue) for card in cards]
    named, more = listing(forms[:NAMED], "plain"), len(forms) - NAMED
    says = say("{name} could be {cards}.", name=items[0].name, cards=named)
    if more > 0:
        says = say_n(
            "{name} could be {cards}, or one of {count} more.",
            "{name} could be {cards}, or one of {count} more.",
            more,
            name=items[0].name,
            cards=named,
        )
    found = problem("doubt", "several-cards", says, say("Choose which of them, or write it."), clause, items)
    return replace(found, choices=cards[:MOST_CHOICES])


def _is_other(each: Card, card: Card) -> bool:
    """Whether it is another card, and not another printing of the same."""
    return each.key != card.key and (each.kind, each.identity, each.slot, each.factions) != (
        card.kind,
        card.identity,
        card.slot,
        card.factions,
    )


def _marks(card: Card) -> Iterator[str]:
    """What a card can be told by, the plainest first."""
    kind, slot = card.kind.title(), card.slot.replace("-", " ").title()
    if card.kind == "ship":
        slot = ""  # a ship's are those of its upgrades
    words = (slot, kind) if card.kind == "upgrade" else (kind, slot)
    yield from filter(None, (*words, card.subtitle, *(faction.title() for faction in card.factions)))


def _costs(card: Card, terms: Terms) -> set[int]:
    return {each.points for each in card.prices if each.holds(terms.on)}


def _is_vague(held: Held, card: Card, sheet: RosterSheet) -> bool:
    """Whether the name as stated fits another card too."""
    item = held.resolved.item
    if (
        sheet.catalogue is None
        or item.version
        or item.subtitle
        or item.form
        or plain(item.name) != plain(card.name)
    ):
        return False
    return bool(confusable(card, sheet.catalogue, sheet.rules, sheet.terms, sheet.faction))


def _misplaced(sheet: RosterSheet) -> dict[tuple[str, str], list[tuple[Held, Card]]]:
    """Items whose name or key is that of cards of another kind only, by their section and that kind."""
    found: dict[tuple[str, str], list[tuple[Held, Card]]] = {}
    for each in sheet.held:
        if each.card is None and not each.resolved.candidates and (card := _elsewhere(each, sheet.catalogue)):
            found.setdefault((each.section, card.kind), []).append((each, card))
    return found


def _elsewhere(held: Held, catalogue: Catalogue | None) -> Card | None:
    """The card it could be, were it elsewhere."""
    if catalogue is None:
        return None
    item = held.resolved.item
    keyed = catalogue.by_key.get(item.key)
    named = catalogue.named(f"{item.name}{item.subtitle}") if item.name else ()
    return next((card for card in (keyed, *named) if card is not None), None)


def _by_name(held: Iterable[Held]) -> Iterable[list[Held]]:
    same: dict[tuple[tuple[str, str], tuple[Card, ...]], list[Held]] = {}
    for each in held:
        same.setdefault((each.identity, each.resolved.candidates), []).append(each)
    return same.values()


def _including(held: Held, sheet: RosterSheet, catalogue: Catalogue) -> tuple[Card, ...]:
    """The cards whose names include every word of an unknown one: `Arduus` is no name, but in several."""
    words = [word for each in held.resolved.item.name.split() if (word := plain(each))]
    kinds = _kinds(held, sheet)
    cards = catalogue.sharing(held.resolved.item.name) if words else ()
    return tuple(
        card
        for card in cards
        if (not kinds or card.kind in kinds) and _has_words(card, words) and _may_be_taken(card, sheet)
    )


def _has_words(card: Card, words: Iterable[str]) -> bool:
    own = {plain(each) for each in card.name.split()}
    return own.issuperset(words)


def _may_be_taken(card: Card, sheet: RosterSheet) -> bool:
    return not (sheet.faction and card.factions) or sheet.faction in card.factions


def _offered(held: Held, sheet: RosterSheet, catalogue: Catalogue) -> tuple[Card, ...]:
    return nearest(catalogue, held.resolved.item.name, _kinds(held, sheet))


def _kinds(held: Held, sheet: RosterSheet) -> frozenset[str]:
    named = next((each.kinds for each in sheet.rules.sections if each.id == held.section), ())
    return frozenset(named or (("upgrade", "counterpart") if held.section == "upgrades" else ()))
