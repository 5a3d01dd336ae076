"""What was done last: who, when, in a few words, and what undo would take back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from muster.app.history.changes_since import names_of_staff
from muster.app.history.descriptions import summed_up
from muster.app.history.undoing import latest_act
from muster.core.ids import Naming
from muster.core.messages import say
from muster.core.tournament.facts import ActRetracted
from muster.exchange.words import NOBODY, Teller
from muster.journal.store import Snapshot


@dataclass(frozen=True, slots=True)
class ActTold:
    """One act as it is told afterwards.

    Attributes:
        says: what was done.
        who: who did it, by name.
        at: when, an instant.
        taken_back: it has been undone since.
        undoable: undo would take back this one.
    """

    says: str
    who: str
    at: datetime
    taken_back: bool = False
    undoable: bool = False


def latest_acts(
    snapshot: Snapshot, name: Naming, count: int = 6, *, words: Mapping[str, str] = NOBODY
) -> tuple[ActTold, ...]:
    """The latest acts, latest first, with these words of reasons."""
    spans = _spans(snapshot, count)
    people = names_of_staff(snapshot.marks[first - 1].who for first, _ in spans)
    undoable = latest_act(snapshot)
    undone = _undone(snapshot, spans)
    return tuple(
        ActTold(
            act_words(snapshot, name, first, last, words),
            people.get(snapshot.marks[first - 1].who, str(say("The program"))),
            snapshot.marks[first - 1].at,
            first in undone,
            undoable is not None and undoable[0] == first,
        )
        for first, last in spans
    )


def act_words(
    snapshot: Snapshot,
    name: Naming,
    first: int,
    last: int,
    words: Mapping[str, str] = NOBODY,
    *,
    most: int = 2,
) -> str:
    """The facts from number `first` to `last` in a few words: the first `most`, then how many more."""
    teller = Teller(snapshot.state, snapshot.entries, name, words)
    rest, anew = summed_up(teller, first, last)
    told = " ".join([*(teller.tell(entry.fact) for entry in rest[:most]), *map(str, anew)])
    more = len(rest) - most
    return told if more < 1 else str(say("{told} And {more} more.", told=told, more=more))


def undo_words(snapshot: Snapshot, name: Naming, who: str = "", words: Mapping[str, str] = NOBODY) -> str:
    """What undo would take back, in a few words; empty if there is nothing to undo.

    With `who`, the token of whoever asks, the words end with the name of the one whose act it was, if another's.
    """
    found = latest_act(snapshot)
    if found is None:
        return ""
    what, by = act_words(snapshot, name, *found, words, most=1), snapshot.marks[found[0] - 1].who
    other = names_of_staff((by,)).get(by, "") if who and by != who else ""
    return str(say("{what} ({who})", what=what, who=other)) if other else what


def _spans(snapshot: Snapshot, count: int) -> list[tuple[int, int]]:
    """The numbers of the first and last fact of the latest acts, latest first."""
    found: list[tuple[int, int]] = []
    last = snapshot.version
    while last and len(found) < count:
        first = snapshot.marks[last - 1].act
        found.append((first, last))
        last = first - 1
    return found


def _undone(snapshot: Snapshot, spans: Sequence[tuple[int, int]]) -> frozenset[int]:
    """The numbers of facts that one of these acts took back."""
    shown = snapshot.entries[spans[-1][0] - 1 :] if spans else ()
    return frozenset(seq for one in shown if isinstance(one.fact, ActRetracted) for seq in one.fact.undone)
