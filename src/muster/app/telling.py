"""What happened, in sentences, for pages."""

from __future__ import annotations

from muster.core.ids import Naming
from muster.exchange.telling import Teller
from muster.journal.store import Snapshot


def told(snapshot: Snapshot, name: Naming, first: int, last: int) -> str:
    """The facts from number `first` to `last`, a sentence each."""
    teller = Teller(snapshot.state, snapshot.entries, name)
    return " ".join(teller.tell(entry.fact) for entry in snapshot.entries[first - 1 : last])
