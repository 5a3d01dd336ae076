"""A roster held against the regulations: every problem at once, none of them the first only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.copies import check_copies, check_pairs
from muster.core.roster.limits import check_asked, check_limits
from muster.core.roster.naming import check_known, check_sections, check_told_apart
from muster.core.roster.prices import check_points, check_prices, totals
from muster.core.roster.problems import Checked, Problem, Terms, Totals
from muster.core.roster.roster import Roster
from muster.core.roster.sets import check_campaign, check_legal_sets, check_released, check_suspended
from muster.core.roster.sheet import Findings, Sheet, lay_out
from muster.core.roster.sides import check_characters, check_one_faction, check_shared_aspect
from muster.core.roster.uniques import check_one_per_item, check_unique_once
from muster.rules.rosters import CheckId, RosterCheck, RosterRules

_RULES: Final[Mapping[CheckId, Callable[[Sheet, RosterCheck], Findings]]] = {
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
    sheet = lay_out(roster, rules, terms, catalogue)
    worth = totals(sheet)
    findings = tuple(_findings(sheet, worth))
    return Checked(
        problems=tuple(each for each in findings if isinstance(each, Problem)),
        totals=worth,
        found=tuple(each.found for each in sheet.held),
        unmade=tuple(dict.fromkeys(f"{each}." for each in findings if isinstance(each, str))),
        faction=sheet.faction,
    )


def _findings(sheet: Sheet, worth: Totals) -> Findings:
    """In the order of the regulations: points, what is counted, what is more than counting, doubtful names."""
    yield from check_points(sheet, worth)
    yield from check_prices(sheet, worth)
    yield from check_asked(sheet)
    yield from check_limits(sheet)
    yield from check_copies(sheet)
    for rule in sheet.construction.checks:
        yield from _RULES[rule.check](sheet, rule)
    yield from check_known(sheet)
