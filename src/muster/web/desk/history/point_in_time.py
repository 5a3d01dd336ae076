"""Moments of a tournament: which one is meant, and all that was on record then."""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime

from muster.app.history.histories import state_then
from muster.core.tournament.facts import RoundPublished
from muster.journal.snapshot import Beginning, Snapshot


def snapshot_then(snapshot: Snapshot, seq: int) -> Snapshot:
    """All that was on record after this fact, as if nothing had come since."""
    entries, marks = Beginning(snapshot.entries[:seq]), Beginning(snapshot.marks[:seq])
    return Snapshot(snapshot.tournament, state_then(snapshot, seq), entries, marks)


def published_at(snapshot: Snapshot, round_no: int) -> int:
    """The fact that published this round, the last one if it was voided in between; the latest fact if none did."""
    found = (
        entry.seq
        for entry in reversed(snapshot.entries)
        if isinstance(entry.fact, RoundPublished) and entry.fact.round_no == round_no
    )
    return next(found, snapshot.version)


def latest_by(snapshot: Snapshot, when: datetime) -> int:
    """The last fact recorded by an instant; 0 if there was none yet."""
    return bisect_right(snapshot.marks, when, key=lambda mark: mark.at)
