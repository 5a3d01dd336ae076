"""Registering the pool of the player opposite, and one's own, as their template gets them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from muster.app.common.names import naming, public_names
from muster.app.rosters.pooled import pool_read_back
from muster.app.rosters.pools import OwnPools, pool_checked, pool_described, pool_standard
from muster.core.ids import PlayerId
from muster.exchange.rosters.description import RosterDescription
from muster.people.models import PoolVersion
from muster.rules.rosters import RosterRules
from muster.web.player.context import PhonePage
from muster.web.sent_pool import SentPool

DID: Final = {"registered": gettext_lazy("Registered and signed. Give the cards back to their owner.")}
"""What was done, as the page says it after an act; named by `?did=`."""


@dataclass(frozen=True)
class PoolPage(PhonePage):
    """The pool of the player opposite to be registered, and one's own as it was.

    Attributes:
        rules: what the regulations say of rosters.
        pools: whose pool it is, and what is on record.
        sent: what came with the form.
    """

    template: ClassVar[str] = "player/rosters/pool.html"
    rules: RosterRules
    pools: OwnPools
    sent: SentPool

    @cached_property
    def other(self) -> str:
        """Who sits opposite; empty where nobody else is left."""
        watched = self.pools.watched
        return naming(public_names(self.tournament))(watched) if watched is not None else ""

    @property
    def read(self) -> RosterDescription | None:
        """What was read, as pages show it."""
        return self.sent.read(self.rules)

    @property
    def count(self) -> tuple[int, int]:
        """How many leaders and other cards that is."""
        return self.sent.count

    @property
    def text(self) -> str:
        """What the form holds: what was typed, else what is on record."""
        return self.sent.text or (self.pools.theirs.text if self.pools.theirs else "")

    @property
    def seen(self) -> int:
        """The number of the pool on record; 0 for none."""
        return self.pools.theirs.number if self.pools.theirs else 0

    @property
    def open(self) -> bool:
        """Whether it can be registered by players: before the first round."""
        return not self.me.state.rounds and self.me.state.places is None

    @property
    def theirs(self) -> RosterDescription | None:
        """The pool on record of the player opposite."""
        return self._shown(self.pools.theirs)

    @property
    def own(self) -> RosterDescription | None:
        """One's own."""
        return self._shown(self.pools.own)

    @property
    def signed(self) -> str:
        """Who registered one's own; empty where the desk did."""
        own = self.pools.own
        player = own.registrar.player if own and own.registrar else None
        return naming(public_names(self.tournament))(PlayerId(player)) if player else ""

    @property
    def did(self) -> Promise | str:
        """What was just done, in words."""
        request = self.phone.request
        return DID.get(request.GET.get("did", ""), "") if request.method != "POST" else ""

    def _shown(self, version: PoolVersion | None) -> RosterDescription | None:
        if version is None:
            return None
        checked = pool_checked(version, pool_standard(self.tournament, self.me.state))
        return pool_described(pool_read_back(version), self.rules, checked)
