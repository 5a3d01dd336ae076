"""Every act of a tournament for pages: what, who, when, and whether it was taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.tournament import facts
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.state import State
from muster.exchange.words import NOBODY, Teller
from muster.journal.store import Snapshot


class HistoryTeller(Teller):
    """Tells facts as they were: a table's players are those of the pairing that was out at that moment."""

    def __init__(
        self, state: State, entries: Sequence[Entry], name: Naming, words: Mapping[str, str] = NOBODY
    ) -> None:
        super().__init__(state, entries, name, words)
        self.seq = len(entries)
        self._published = [
            (entry.seq, entry.fact) for entry in entries if isinstance(entry.fact, facts.RoundPublished)
        ]

    def at(self, seq: int) -> HistoryTeller:
        """The same teller, telling the fact of this number."""
        self.seq = seq
        return self

    def paired(self, round_no: RoundNo, table: TableNo) -> tuple[PlayerId, ...] | None:
        """Who sat at a table of a round as it was published last before the fact that is told."""
        for seq, fact in reversed(self._published):
            if seq < self.seq and fact.round_no == round_no:
                found = (one.players for one in fact.sheet.pairings if one.table == table)
                return next(found, None)
        return None

    def touched(self, fact: Fact) -> frozenset[PlayerId]:
        """The players a fact is about: named in it, or at the table it speaks of."""
        found = set[PlayerId]()
        for own in fields(fact):
            value = getattr(fact, own.name)
            if own.name in ("player", "left", "entered") and value is not None:
                found.add(value)
            elif own.name in ("players", "seeds"):
                found.update(value)
        if isinstance(fact, facts.ByeAwarded):
            found.add(fact.bye.player)
        if isinstance(fact, facts.ActRetracted):
            found.update(*(self.touched(self.entries[seq - 1].fact) for seq in fact.undone))
        round_no, table = getattr(fact, "round_no", None), getattr(fact, "table", None)
        if round_no is not None and table is not None:
            found.update(self.paired(round_no, table) or ())
        return frozenset(found)


def teller_of(snapshot: Snapshot, name: Naming, words: Mapping[str, str] = NOBODY) -> HistoryTeller:
    """Tells the facts of this tournament, with these words of reasons."""
    return HistoryTeller(snapshot.state, snapshot.entries, name, words)
