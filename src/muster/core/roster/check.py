"""A roster held against the regulations: every problem at once, none of them the first only."""

from __future__ import annotations

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.problems import Checked, Terms
from muster.core.roster.roster import Roster
from muster.rules.rosters import RosterRules


def check(roster: Roster, rules: RosterRules, terms: Terms, catalogue: Catalogue | None = None) -> Checked:
    """Check a roster.

    Args:
        roster: as stated.
        rules: what the regulations say of rosters.
        terms: how it is to be built, and when.
        catalogue: the cards there are; without one the stated names and points are the truth, and what needs
            cards is listed as not checked.
    """
    raise NotImplementedError
