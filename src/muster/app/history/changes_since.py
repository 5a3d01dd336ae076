"""What others have done since a page was made, for whoever acts on a page that is out of date."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muster.app.common.names import names_of_staff
from muster.app.history.descriptions import told
from muster.core.ids import Naming
from muster.core.messages import NOTHING, Message
from muster.exchange.telling import NOBODY
from muster.journal.store import Snapshot

MOST: Final = 8
"""How many acts are told; of more, the latest."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One act: when, whose (a name, or nothing for the program itself), and what in words."""

    at: datetime
    who: Message
    says: Message


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The latest acts since a version, oldest first, and how many there were before these."""

    acts: tuple[Happened, ...] = ()
    more: int = 0


def meanwhile(snapshot: Snapshot, since: int, name: Naming, words: Mapping[str, str] = NOBODY) -> Meanwhile:
    """What has happened since a page showed version `since`; nothing where the page did not say."""
    if not 0 <= since < snapshot.version:
        return Meanwhile()
    starts = sorted({mark.act for mark in snapshot.marks[since : snapshot.version]})
    latest = starts[-MOST:]
    marks = [snapshot.marks[start - 1] for start in latest]
    names = names_of_staff(mark.who for mark in marks)
    ends = [*(start - 1 for start in latest[1:]), snapshot.version]
    acts = tuple(
        Happened(mark.at, names.get(mark.who, NOTHING), told(snapshot, name, start, end, words))
        for mark, start, end in zip(marks, latest, ends, strict=True)
    )
    return Meanwhile(acts, len(starts) - len(latest))
