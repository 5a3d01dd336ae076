"""One player's pool at the desk, typed from a sheet or looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from muster.app.rosters.pooled import pool_read_back
from muster.app.rosters.pools import pool_checked, pool_described, pool_standard
from muster.exchange.rosters.description import RosterDescription
from muster.people.models import Entry, PoolVersion
from muster.rules.rosters import RosterRules
from muster.web.desk.context import Desk
from muster.web.desk.rosters.one_page import name_of
from muster.web.page import Page
from muster.web.sent_pool import SentPool


@dataclass(frozen=True)
class PoolAtDesk(Page):
    """A player's pool: on record, and as it is typed.

    Attributes:
        desk: who looks, and at which tournament.
        entry: the player's registration.
        rules: what the regulations say of rosters.
        versions: the pool as it was registered, the latest first.
        opposite: who is to register it by the seats; empty where nobody is left.
        sent: what came with the form.
    """

    template: ClassVar[str] = "desk/building/pool.html"
    desk: Desk
    entry: Entry
    rules: RosterRules
    versions: Sequence[PoolVersion]
    opposite: str
    sent: SentPool

    @property
    def name(self) -> str:
        """Whose pool it is."""
        return name_of(self.entry)

    @property
    def version(self) -> PoolVersion | None:
        """The one that counts."""
        return self.versions[0] if self.versions else None

    @property
    def signed(self) -> str:
        """Who signed it; empty where the staff typed it without a name."""
        version = self.version
        return name_of(version.registrar) if version and version.registrar else ""

    @property
    def shown(self) -> RosterDescription | None:
        """That as pages show it."""
        if self.version is None:
            return None
        checked = pool_checked(self.version, pool_standard(self.desk.tournament, self.desk.state))
        return pool_described(pool_read_back(self.version), self.rules, checked)

    @property
    def read(self) -> RosterDescription | None:
        """What was read of what was typed."""
        return self.sent.read(self.rules)

    @property
    def count(self) -> tuple[int, int]:
        """How many leaders and other cards that is."""
        return self.sent.count

    @property
    def text(self) -> str:
        """What the form holds."""
        return self.sent.text or (self.version.text if self.version else "")

    @property
    def seen(self) -> int:
        """The number of the pool on record; 0 for none."""
        return self.version.number if self.version else 0
