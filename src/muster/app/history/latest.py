"""What was done last: who, when, in a few words; what others did since a page was made; and taking it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from muster.app.common.access import Act, Actor
from muster.app.common.names import names_of_staff
from muster.app.history.submitting import Done, submit_all
from muster.core.ids import Naming, TableNo
from muster.core.messages import NOTHING, Message, say
from muster.core.tournament.commands import Command, Retract
from muster.core.tournament.facts import (
    ActRetracted,
    Fact,
    ResultConfirmed,
    ResultDisputed,
    ResultReported,
    RoundProposed,
)
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State, Undo
from muster.exchange.words import AT_TABLE, NOBODY, BesideTable, Teller
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
        table: the table whose result it was, if it was nothing else; then it says no more than that result.
    """

    says: Message
    who: Message
    at: datetime
    taken_back: bool = False
    table: TableNo | None = None


def latest_acts(
    snapshot: Snapshot, name: Naming, count: int = 6, *, words: Mapping[str, str] = NOBODY
) -> tuple[ActTold, ...]:
    """The latest acts, latest first, with these words of reasons."""
    spans = _spans(snapshot, count)
    people = names_of_staff(snapshot.marks[first - 1].who for first, _ in spans)
    undone = _undone(snapshot, spans)
    return tuple(
        ActTold(
            BesideTable(snapshot.state, snapshot.entries, name).describe(result)
            if (result := _result(snapshot, first, last))
            else told(snapshot, name, first, last, words, most=2),
            people.get(snapshot.marks[first - 1].who, say("by themselves")),
            snapshot.marks[first - 1].at,
            first in undone,
            result.table if result else None,
        )
        for first, last in spans
    )


def _result(
    snapshot: Snapshot, first: int, last: int
) -> ResultReported | ResultConfirmed | ResultDisputed | None:
    """The result that an act was about, if it was about nothing else."""
    fact = snapshot.entries[first - 1].fact
    return fact if first == last and isinstance(fact, AT_TABLE) else None


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


Way = Literal["undo", "redo", "none"]
"""What can be done about somebody's last act: take it back, do again what it took back, or neither."""

LOOKED_BACK: Final = 2000
"""How many facts back somebody's last act is looked for."""


@dataclass(frozen=True, slots=True)
class OwnAct:
    """What somebody did last themselves.

    Attributes:
        says: what it was; of an act partly beyond undo, what undo would take back.
        at: when, an instant.
        way: what can be done about it.
        why: why nothing can, and what can be done instead.
    """

    says: Message
    at: datetime
    way: Way
    why: Message = NOTHING


def own_act(
    snapshot: Snapshot, actor: Actor, name: Naming, words: Mapping[str, str] = NOBODY
) -> OwnAct | None:
    """What somebody did last, and whether they can take it back; None if they have not done anything of late.

    Only an act of their own is ever offered: what others do in the meantime (staff, or players from their phones)
    leaves no button that takes back something else, but the reason why theirs cannot be undone any more.
    """
    span = _own_span(snapshot, actor.who)
    if span is None:
        return None
    first, last = span
    at = snapshot.marks[first - 1].at
    if all(isinstance(entry.fact, ActRetracted) for entry in snapshot.entries[first - 1 : last]):
        return _own_undoing(snapshot, actor, name, words, span)
    found = latest_act(snapshot)
    if found is not None and found[0] >= first and found[1] == snapshot.version == last:
        what = told(snapshot, name, *found, words, most=1)
        if all(actor.may(act) for act in needed(snapshot)):
            return OwnAct(what, at, "undo")
        return OwnAct(what, at, "none", say("Your role does not let you take it back."))
    what = told(snapshot, name, first, last, words, most=1)
    return OwnAct(what, at, "none", _why_not(snapshot, name, words, span))


def _own_span(snapshot: Snapshot, who: str) -> tuple[int, int] | None:
    """The first and last number of somebody's last act."""
    first = max(0, snapshot.version - LOOKED_BACK)
    recent = snapshot.marks[first:]
    for seq in range(snapshot.version, first, -1):
        mark = recent[seq - first - 1]
        if mark.who == who:
            return mark.act, seq
    return None


def _own_undoing(
    snapshot: Snapshot, actor: Actor, name: Naming, words: Mapping[str, str], span: tuple[int, int]
) -> OwnAct:
    """Their last act took something back: it can be done again, as long as nothing has happened since."""
    first, last = span
    at, facts = snapshot.marks[first - 1].at, redoable(snapshot)
    if last == snapshot.version and facts and all(actor.may(fact.right) for fact in facts):
        return OwnAct(redo_words(snapshot, name, words), at, "redo")
    why = NOTHING if last == snapshot.version else _since(snapshot, name, words)
    return OwnAct(told(snapshot, name, first, last, words, most=1), at, "none", why)


def _why_not(snapshot: Snapshot, name: Naming, words: Mapping[str, str], span: tuple[int, int]) -> Message:
    """Why somebody's own last act cannot be taken back: others have acted since, or it is beyond undo."""
    first, last = span
    if last < snapshot.version:
        return _since(snapshot, name, words)
    beyond = [entry.fact for entry in snapshot.entries[first - 1 : last] if entry.fact.boundary]
    return say("It cannot be undone. {instead}", instead=beyond[-1].instead) if beyond else NOTHING


def _since(snapshot: Snapshot, name: Naming, words: Mapping[str, str]) -> Message:
    """Whose act came last and what it was."""
    mark = snapshot.marks[snapshot.version - 1]
    what = told(snapshot, name, mark.act, snapshot.version, words, most=1)
    who = names_of_staff((mark.who,)).get(mark.who, say("by themselves"))
    return say("It cannot be undone: {who} acted after you. {what}", who=who, what=what)


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
