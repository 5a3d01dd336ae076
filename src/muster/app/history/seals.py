"""The head of the journal as it is read out, written on paper and compared: the seal, once all is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.app.history.public_verify import checkable
from muster.journal.store import Snapshot

GROUP: Final = 8
"""Characters that stand together: as many as one compares at a glance."""


@dataclass(frozen=True, slots=True)
class JournalFingerprint:
    """What stands on pages and sheets to be compared with the journal.

    Attributes:
        head: the head of the chain, as everybody sees it on the page that checks.
        facts: how many facts it covers.
        final: the tournament is finished.
        address: of the page on which it is checked; empty where it need not be said.
    """

    head: str
    facts: int
    final: bool
    address: str = ""

    @property
    def groups(self) -> str:
        """The head in groups, parted by spaces."""
        return " ".join(self.head[at : at + GROUP] for at in range(0, len(self.head), GROUP))

    @property
    def short(self) -> str:
        """The address as one types it."""
        return self.address.split("://", 1)[-1]


def seal_of(snapshot: Snapshot, address: str = "") -> JournalFingerprint | None:
    """The seal, or the head so far; None as long as there is nothing to check."""
    found = checkable(snapshot)
    return JournalFingerprint(found.head, found.facts, found.sealed, address) if found else None
