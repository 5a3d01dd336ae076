"""What happened, in sentences, for pages."""

from __future__ import annotations

from collections.abc import Mapping

from muster.core.ids import Naming
from muster.exchange.telling import NOBODY, Teller
from muster.journal.store import Snapshot


def told(snapshot: Snapshot, name: Naming, first: int, last: int, words: Mapping[str, str] = NOBODY) -> str:
    """The facts from number `first` to `last`, a sentence each, with these words of reasons."""
    teller = Teller(snapshot.state, snapshot.entries, name, words)
    return " ".join(teller.tell(entry.fact) for entry in snapshot.entries[first - 1 : last])
