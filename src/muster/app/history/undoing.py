"""Undo: taking back the latest act as it was done, however many facts it had."""

from __future__ import annotations

from muster.app.common.access import Act, Actor
from muster.app.history.submitting import Done, submit_all
from muster.core.tournament.commands import Command, Retract
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State, Undo
from muster.journal.store import Snapshot


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
