"""A roster held against the regulations: what it is worth, and every problem at once, never the first only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from muster.core.messages import NOTHING, Message, listing, paragraph, say
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.figures import departures
from muster.core.roster.legality import (
    check_campaign,
    check_characters,
    check_legal_sets,
    check_one_faction,
    check_released,
    check_shared_aspect,
    check_suspended,
)
from muster.core.roster.limits import (
    check_asked,
    check_copies,
    check_limits,
    check_one_per_item,
    check_pairs,
    check_unique_once,
)
from muster.core.roster.naming import check_known, check_sections, check_told_apart
from muster.core.roster.pool import check_from_pool
from muster.core.roster.roster import Checked, Problem, Roster, Terms, Totals
from muster.core.roster.sheet import Findings, Held, RosterSheet, fewer, lay_out, listed, problem
from muster.rules.figures import with_figures
from muster.rules.rosters import CheckId, RosterCheck, RosterPoints, RosterRules

_RULES: Final[Mapping[CheckId, Callable[[RosterSheet, RosterCheck], Findings]]] = {
    "one-faction": check_one_faction,
    "unique-once": check_unique_once,
    "one-per-item": check_one_per_item,
    "pair-capacity": check_pairs,
    "character-cards": check_characters,
    "shared-aspect": check_shared_aspect,
    "legal-sets": check_legal_sets,
    "suspended": check_suspended,
    "released": check_released,
    "told-apart": check_told_apart,
    "campaign-cards": check_campaign,
    "right-section": check_sections,
}


def check(roster: Roster, rules: RosterRules, terms: Terms, catalogue: Catalogue | None = None) -> Checked:
    """Check a roster.

    Args:
        roster: as stated.
        rules: what the regulations say of rosters.
        terms: how it is to be built, and when.
        catalogue: the cards there are; without one the stated names and points are the truth, and what needs
            cards is listed as not checked.

    Raises:
        LookupError: the regulations know no such way of building.
    """
    sheet = lay_out(roster, with_figures(rules, terms.construction, terms.figures), terms, catalogue)
    worth = totals(sheet)
    findings = (*check_season(sheet), *check_figures(rules, terms), *_findings(sheet, worth))
    return Checked(
        problems=tuple(each for each in findings if isinstance(each, Problem)),
        totals=worth,
        resolved=tuple(each.resolved for each in sheet.held),
        unmade=tuple(dict.fromkeys(each for each in findings if isinstance(each, Message))),
        faction=sheet.faction,
    )


def _findings(sheet: RosterSheet, worth: Totals) -> Findings:
    """In the order of the regulations: points, what is counted, what is more than counting, doubtful names."""
    yield from check_points(sheet, worth)
    yield from check_prices(sheet, worth)
    yield from check_asked(sheet)
    yield from check_limits(sheet)
    yield from check_copies(sheet)
    for rule in sheet.construction.checks:
        yield from _RULES[rule.check](sheet, rule)
    yield from check_from_pool(sheet)
    yield from check_known(sheet)


def check_season(sheet: RosterSheet) -> Findings:
    """That another than the printed text was asked, where a season is chosen."""
    season = sheet.terms.season
    if season is not None:
        says = say(
            "Checked by the season “{season}”, which departs from the printed text: {clauses}.",
            season=season.title,
            clauses=listing(season.clauses),
        )
        yield problem("note", "season", says, clause=season.clauses[0])


def check_figures(rules: RosterRules, terms: Terms) -> Findings:
    """That other figures than the text's were asked, where the event has its own."""
    own = tuple(departures(rules, terms))
    if own:
        says = say(
            "Checked by figures of this event, which depart from the printed text: {figures}.",
            figures=listing([each.with_clause for each in own], "plain"),
        )
        yield problem("note", "own-figures", says, clause=own[0].clause)


# Points -------------------------------------------------------------------------------------------------------------


def totals(sheet: RosterSheet) -> Totals:
    """The three totals; that at the event's prices only where every card and its price is known."""
    return Totals(sheet.roster.total, _own(sheet), _event(sheet))


def check_points(sheet: RosterSheet, worth: Totals) -> Findings:
    """The limit of points, on the total that counts."""
    rule = _limit(sheet)
    if rule is None:
        return
    if worth.counts is None:
        yield say("Whether it is within {most} points: the list says nothing of points.", most=rule.most)
    elif worth.counts > rule.most:
        over = worth.counts - rule.most
        says = replace(_by(worth), args={"points": worth.counts, "most": rule.most, "over": over})
        yield problem("illegal", "points", says, fewer(over), rule.clause)


def check_prices(sheet: RosterSheet, worth: Totals) -> Findings:
    """That the totals agree, and the list's prices with those of the event."""
    rule = _limit(sheet)
    if rule is None:
        return
    differing = [each for each in sheet.held if _differs(each)]
    known = {each for each in (worth.stated, worth.own, worth.event) if each is not None}
    if len(known) > 1 or differing:
        says = paragraph(_sums(worth), _lines(differing))
        mend = say("Export the list again at the prices of this event, or correct the total.")
        yield problem("doubt", "totals", says, mend, rule.clause, differing)
    old = [each for each in sheet.held if each.resolved.item.outdated and each.resolved.points is None]
    if old:
        names = listed(each.name for each in old)
        says = say("The list itself marks prices as no longer current: {names}.", names=names)
        yield problem("doubt", "outdated", says, say("Export the list again."), rule.clause, old)


def _limit(sheet: RosterSheet) -> RosterPoints | None:
    rule = sheet.construction.points
    if sheet.terms.most is None:
        return rule
    clause = rule.clause if rule else sheet.construction.clause
    return RosterPoints(most=max(1, sheet.terms.most), clause=clause)


def _own(sheet: RosterSheet) -> int | None:
    """The sum of its own prices; None where a ship or unit has none, though squadrons may have theirs."""
    carriers = [each.id for each in sheet.rules.sections if each.upgraded]
    bare = any(item.worth is None for name in carriers for item in sheet.roster.section(name))
    return None if bare else sheet.roster.sum


def _event(sheet: RosterSheet) -> int | None:
    if sheet.catalogue is None or not sheet.held:
        return None
    priced = {card.kind for card in sheet.catalogue.cards if card.prices}
    kinds = {each.id: set(each.kinds) for each in sheet.rules.sections}
    worth = 0
    for each in sheet.held:
        possible = {each.card.kind} if each.card else kinds.get(each.section, priced)
        if not possible & priced:
            continue  # costs nothing by its nature, as objectives do
        if each.resolved.points is None:
            return None
        worth += each.copies * each.resolved.points
    return worth if priced else None


def _differs(held: Held) -> bool:
    stated, event = held.resolved.item.points, held.resolved.points
    return None not in (stated, event) and stated != event


def _by(worth: Totals) -> Message:
    if worth.event is not None:
        return say(
            "It is worth {points} points at the prices of this event; {most} are allowed, so {over} too many."
        )
    if worth.own is not None:
        return say("It is worth {points} points by its own prices; {most} are allowed, so {over} too many.")
    return say("It is worth {points} points as it says itself; {most} are allowed, so {over} too many.")


_SUMS: Final[Mapping[tuple[bool, bool, bool], Message]] = {
    (False, False, False): say("Its prices are not those of this event."),
    (True, False, False): say("The list says {stated} points; the last one counts."),
    (False, True, False): say("Its own prices add up to {own}; the last one counts."),
    (False, False, True): say("At the prices of this event it is {event}; the last one counts."),
    (True, True, False): say(
        "The list says {stated} points, its own prices add up to {own}; the last one counts."
    ),
    (True, False, True): say(
        "The list says {stated} points, at the prices of this event it is {event}; the last one counts."
    ),
    (False, True, True): say(
        "Its own prices add up to {own}, at the prices of this event it is {event}; the last one counts."
    ),
    (True, True, True): say(
        "The list says {stated} points, its own prices add up to {own}, at the prices of this event it is {event}; "
        "the last one counts."
    ),
}
"""What a roster comes to, by which of the three totals are known: the stated one, its own, the event's."""


def _sums(worth: Totals) -> Message:
    figures = {"stated": worth.stated, "own": worth.own, "event": worth.event}
    known = (worth.stated is not None, worth.own is not None, worth.event is not None)
    return replace(
        _SUMS[known], args={name: points for name, points in figures.items() if points is not None}
    )


def _lines(differing: list[Held]) -> Message:
    if not differing:
        return NOTHING
    lines = [
        say(
            "{name} {stated} (here {event})",
            name=each.name,
            stated=each.resolved.item.points or 0,
            event=each.resolved.points or 0,
        )
        for each in differing
    ]
    return say("Other prices here: {lines}.", lines=listed(lines))
