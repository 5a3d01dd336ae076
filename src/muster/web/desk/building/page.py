"""The desk's tables to build decks at, as their template gets them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from muster.app.floor.deck_building import building_time
from muster.app.floor.timer_presets import Preset
from muster.app.floor.timers import ShownTimer, timers_of
from muster.app.rosters.pools import pools_asked, pools_by_player
from muster.app.rosters.terms import plan_of
from muster.app.rounds.building import BuildingShown, building_shown, tables_with_room, without_table
from muster.core.ids import PlayerId
from muster.core.pairing.building import FEWEST
from muster.core.tournament import queries
from muster.core.tournament.facts import BuildingDrawn
from muster.people.models import Entry, PoolVersion, RosterPlan
from muster.web.desk.context import Desk
from muster.web.desk.refused import AfterRefusal
from muster.web.desk.round.page import by_names

ROOMS = 4
"""Tables that are offered to whoever came late; the desk needs no more to choose from."""


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A player's pool in the list: where they sit, their registration, and the pool if it is registered."""

    table: int
    name: str
    entry: int
    pool: PoolVersion | None


def _entries(desk: Desk) -> Mapping[PlayerId, int]:
    rows = Entry.objects.filter(tournament=desk.tournament, player__isnull=False)
    return {PlayerId(player): pk for player, pk in rows.values_list("player", "pk") if player is not None}


@dataclass(frozen=True)
class BuildingPage(AfterRefusal):
    """The building tables: before they are drawn, as they were drawn, or as they are published.

    Attributes:
        desk: who asks, and the tournament as it stands.
    """

    template: ClassVar[str] = "desk/building/building.html"
    desk: Desk

    @property
    def draft(self) -> BuildingDrawn | None:
        """The tables that were drawn and are not shown yet."""
        return None if self.begun else self.desk.state.building_draft

    @property
    def published(self) -> bool:
        """Whether the players see them."""
        return self.desk.state.building is not None

    @property
    def begun(self) -> bool:
        """Whether rounds are played: then nobody sits down to build any more."""
        return bool(self.desk.state.rounds)

    @cached_property
    def here(self) -> int:
        """How many are here."""
        return len(queries.active(self.desk.state))

    @property
    def enough(self) -> bool:
        """Whether that is enough for a table."""
        return self.here >= FEWEST

    @property
    def odd(self) -> bool:
        """Whether three sit at the last table."""
        return self.here % 2 == 1

    @cached_property
    def tables(self) -> tuple[BuildingShown, ...]:
        """The tables."""
        state = self.desk.state
        tables = state.building or (self.draft.tables if self.draft else ())
        return building_shown(state, tables, self.desk.name)

    @property
    def choices(self) -> list[tuple[str, PlayerId]]:
        """Everybody seated in a draft, by name."""
        tables = self.draft.tables if self.draft else ()
        return by_names(self.desk, [player for table in tables for player in table])

    @property
    def late(self) -> list[tuple[str, PlayerId]]:
        """Who is here and sits at no table."""
        return by_names(self.desk, without_table(self.desk.state))

    @property
    def rooms(self) -> tuple[tuple[int, str], ...]:
        """Where they can sit: the table, and who is there; the last one is new."""
        *known, new = tables_with_room(self.desk.state)
        called = {table.number: [seat.name for seat in table.seats if not seat.gone] for table in self.tables}
        return (*((number, ", ".join(called[number])) for number in known[:ROOMS]), (new, ""))

    @cached_property
    def plan(self) -> RosterPlan:
        """How rosters and pools are handled."""
        return plan_of(self.desk.tournament)

    @property
    def registers(self) -> bool:
        """Whether the player opposite registers a pool."""
        return pools_asked(self.plan, self.desk.state)

    @cached_property
    def pools(self) -> tuple[PoolLine, ...]:
        """Everybody who sits at a published table, table by table, with whether their pool is registered."""
        if not self.registers or not self.published or not self.desk.actor.may("rosters"):
            return ()
        known, entries = pools_by_player(self.desk.tournament.pk), _entries(self.desk)
        return tuple(
            PoolLine(table.number, seat.name, entries[seat.player], known.get(seat.player))
            for table in self.tables
            for seat in table.seats
            if not seat.gone and seat.player in entries
        )

    @property
    def registered(self) -> int:
        """How many pools are registered."""
        return sum(line.pool is not None for line in self.pools)

    @cached_property
    def timer(self) -> ShownTimer | None:
        """The time to build, while it runs or has just run out."""
        return next((one for one in timers_of(self.desk.tournament.pk) if one.kind == "deck-building"), None)

    @property
    def time(self) -> Preset | None:
        """How long the regulations give."""
        return building_time(self.desk.state)
