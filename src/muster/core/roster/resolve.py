"""Which cards a roster means."""

from __future__ import annotations

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.problems import Found, Terms
from muster.core.roster.roster import Roster
from muster.rules.rosters import RosterRules


def resolve(roster: Roster, rules: RosterRules, terms: Terms, catalogue: Catalogue) -> tuple[Found, ...]:
    """Every item and upgrade with its card, depth first: by kind, faction and name first, then by price.

    An item that names several cards, or none, has no card; `candidates` lists those it could be.
    """
    raise NotImplementedError


def faction_of(roster: Roster, rules: RosterRules, catalogue: Catalogue | None) -> str:
    """The faction as catalogues call it (`rebel`, `empire`): the stated one, else the one most cards agree on."""
    raise NotImplementedError
