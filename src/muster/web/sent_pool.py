"""What came with the form of a sealed pool, at the desk and on a phone."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.rosters.checking import RosterVerdict
from muster.app.rosters.pools import counted, pool_described
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters.description import RosterDescription
from muster.exchange.rosters.reading import Unreadable
from muster.rules.rosters import RosterRules


@dataclass(frozen=True, slots=True)
class SentPool:
    """The text, what was read, and why it is not on record."""

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

    @property
    def count(self) -> tuple[int, int]:
        """How many leaders and other cards that is."""
        return counted(self.verdict) if self.verdict else (0, 0)

    def read(self, rules: RosterRules) -> RosterDescription | None:
        """What was read, as pages show it."""
        found = self.verdict
        return pool_described(found.roster, rules, found.checked) if found else None
