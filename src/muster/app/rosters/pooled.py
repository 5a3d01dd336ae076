"""The pool a player's deck is checked by, where pools are registered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from muster.core.roster.roster import Roster
from muster.exchange.rosters import muster_json
from muster.exchange.rosters.reading import Unreadable
from muster.people.models import PoolVersion, RosterPlan, Tournament

if TYPE_CHECKING:
    from muster.app.rosters.checking import Standard


def latest_pool(entry: int) -> PoolVersion | None:
    """The registered pool of this registration that counts."""
    return PoolVersion.objects.filter(entry=entry).order_by("-number").first()


def latest_pools(tournament: int) -> Mapping[int, PoolVersion]:
    """The same of everybody, by registration."""
    rows = PoolVersion.objects.filter(entry__tournament=tournament).defer("text").order_by("number")
    return {row.entry_id: row for row in rows}


def pool_read_back(version: PoolVersion) -> Roster:
    """A pool as it was registered; an empty one where what is on record cannot be read."""
    found = muster_json.of_value(version.roster)
    return Roster(game="unlimited") if isinstance(found, Unreadable) else found.roster


def with_pool(standard: Standard, tournament: Tournament, pool: PoolVersion | None) -> Standard:
    """What rosters are checked by, with a player's pool; as before where there is none."""
    if pool is None:
        return standard
    terms = replace(standard.terms, pool=pool_read_back(pool), promo=tournament.kind == "prerelease")
    return replace(standard, terms=terms)


def of_player(standard: Standard, tournament: Tournament, plan: RosterPlan, entry: int | None) -> Standard:
    """The same for the player of this registration; the database is asked only where pools are registered."""
    if plan.pools != "opposite" or entry is None:
        return standard
    return with_pool(standard, tournament, latest_pool(entry))
