"""One player's pool at the desk, typed from a sheet or looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from muster.app.rosters.checking import RosterVerdict
from muster.app.rosters.pooled import pool_read_back
from muster.app.rosters.pools import counted, pool_checked, pool_described, pool_standard
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters.description import RosterDescription
from muster.exchange.rosters.reading import Unreadable
from muster.people.models import Entry, PoolVersion
from muster.rules.rosters import RosterRules
from muster.web.desk.context import Desk
from muster.web.desk.rosters.one_page import name_of
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class PoolTyped:
    """What came with the form: the text, what was read, and why it is not on record."""

    text: str = ""
    found: RosterVerdict | Unreadable | None = None
    refusal: Refusal | None = None

    @property
    def verdict(self) -> RosterVerdict | None:
        """The pool, if it could be read."""
        return self.found if isinstance(self.found, RosterVerdict) else None

    @property
    def unreadable(self) -> Unreadable | None:
        """Why it could not be read."""
        return self.found if isinstance(self.found, Unreadable) else None


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
    sent: PoolTyped

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
        found = self.sent.verdict
        return pool_described(found.roster, self.rules, found.checked) if found else None

    @property
    def count(self) -> tuple[int, int]:
        """How many leaders and other cards that is."""
        return counted(self.sent.verdict) if self.sent.verdict else (0, 0)

    @property
    def text(self) -> str:
        """What the form holds."""
        return self.sent.text or (self.version.text if self.version else "")

    @property
    def seen(self) -> int:
        """The number of the pool on record; 0 for none."""
        return self.version.number if self.version else 0
