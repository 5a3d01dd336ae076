"""What was done last: who, when, in a few words; what others did since a page was made; and taking it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muster.app.common.access import Act, Actor
from muster.app.common.names import names_of_staff
from muster.app.history.submitting import Done, submit_all
from muster.core.ids import Naming
from muster.core.messages import NOTHING, Message, say
from muster.core.tournament.commands import Command, Retract
from muster.core.tournament.facts import ActRetracted, Fact, RoundProposed
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State, Undo
from muster.exchange.words import NOBODY, Teller
from muster.journal.store import Snapshot

MOST: Final = 8
"""How many acts are told; of more, the latest."""


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

    says: Message
    who: Message
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
            told(snapshot, name, first, last, words, most=2),
            people.get(snapshot.marks[first - 1].who, say("The program")),
            snapshot.marks[first - 1].at,
            first in undone,
            undoable is not None and undoable[0] == first,
        )
        for first, last in spans
    )


def told(
    snapshot: Snapshot,
    name: Naming,
    first: int,
    last: int,
    words: Mapping[str, str] = NOBODY,
    *,
    most: int | None = None,
) -> Message:
    """The facts from number `first` to `last`, a sentence each: all, or the first `most` and how many more."""
    return Teller(snapshot.state, snapshot.entries, name, words).told(first, last, most=most)


def undo_words(snapshot: Snapshot, name: Naming, who: str = "", words: Mapping[str, str] = NOBODY) -> Message:
    """What undo would take back, in a few words; empty if there is nothing to undo.

    With `who`, the token of whoever asks, the words end with the name of the one whose act it was, if another's.
    """
    found = latest_act(snapshot)
    if found is None:
        return NOTHING
    what, by = told(snapshot, name, *found, words, most=1), snapshot.marks[found[0] - 1].who
    other = names_of_staff((by,)).get(by, NOTHING) if who and by != who else NOTHING
    return say("{what} ({who})", what=what, who=other) if other else what


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


def latest_act(snapshot: Snapshot) -> tuple[int, int] | None:
    """The numbers of the first and last fact that undo would take back now; None if there are none."""
    steps = _steps(snapshot)
    return (steps[-1].seq, steps[0].last) if steps else None


def undo(
    snapshot: Snapshot, actor: Actor, *, expected_version: int, key: str | None = None
) -> Done | Refusal:
    """Take back the latest act; players entered together, say, leave together.

    Raises:
        DeniedError: the actor may not undo, or may not do what would be taken back.
    """
    for act in needed(snapshot):
        actor.must(act)

    def retracts(state: State) -> list[Command]:
        del state  # `expected_version` makes sure that it is the snapshot's
        return [Retract()] * max(1, len(_steps(snapshot)))

    return submit_all(snapshot.tournament, retracts, actor, expected_version=expected_version, key=key)


def redoable(snapshot: Snapshot) -> tuple[Fact, ...]:
    """The facts that the latest act took back, if it can be done again: nothing has happened since.

    A round that was drawn is not among them: its dice are shown, and drawing again is another draw.
    """
    if not snapshot.entries:
        return ()
    first = snapshot.marks[-1].act
    latest = [entry.fact for entry in snapshot.entries[first - 1 :]]
    if not all(isinstance(fact, ActRetracted) for fact in latest):
        return ()
    undone = sorted(seq for fact in latest if isinstance(fact, ActRetracted) for seq in fact.undone)
    facts = tuple(snapshot.entries[seq - 1].fact for seq in undone)
    return () if any(isinstance(fact, RoundProposed) for fact in facts) else facts


def redo_words(snapshot: Snapshot, name: Naming, words: Mapping[str, str] = NOBODY) -> Message:
    """What redo would do again, in a few words; nothing if there is nothing to redo."""
    if not redoable(snapshot):
        return NOTHING
    latest = [entry.fact for entry in snapshot.entries[snapshot.marks[-1].act - 1 :]]
    undone = [seq for fact in latest if isinstance(fact, ActRetracted) for seq in fact.undone]
    return told(snapshot, name, min(undone), max(undone), words, most=1)


def redo(
    snapshot: Snapshot, actor: Actor, *, expected_version: int, key: str | None = None
) -> Done | Refusal:
    """Do again what was taken back last: the same commands, as one act.

    Raises:
        DeniedError: the actor may not do one of them.
    """
    asked = [command for fact in redoable(snapshot) if (command := fact.asked_by()) is not None]
    if not asked:
        return Refusal("nothing-to-undo", say("There is nothing to redo: something has happened since."))

    def again(state: State) -> list[Command]:
        del state  # `expected_version` makes sure that it is the snapshot's
        return asked

    return submit_all(snapshot.tournament, again, actor, expected_version=expected_version, key=key)


def by_a_player(snapshot: Snapshot) -> bool:
    """Whether what undo would take back is a player's own act, such as a report from their phone."""
    found = latest_act(snapshot)
    return found is not None and snapshot.marks[found[0] - 1].who.startswith("entry:")


def needed(snapshot: Snapshot) -> list[Act]:
    """What one must be allowed to do to take back the latest act."""
    found = latest_act(snapshot)
    first, last = found or (1, 0)
    return ["undo", *(entry.fact.right for entry in snapshot.entries[first - 1 : last])]


def _steps(snapshot: Snapshot) -> list[Undo]:
    """The engine's steps back that make up the latest act, latest first."""
    found: list[Undo] = []
    step = snapshot.state.undo
    while step is not None and (not found or _act(snapshot, step) == _act(snapshot, found[0])):
        found.append(step)
        step = step.before.undo
    return found


def _act(snapshot: Snapshot, step: Undo) -> int:
    return snapshot.marks[step.seq - 1].act
