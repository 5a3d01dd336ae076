"""`evolve`: what a fact makes of a state. It never refuses and never computes a rule."""

from __future__ import annotations

from collections.abc import Iterable

from muster.core.frozen import changed
from muster.core.tournament.acts.base import Fact
from muster.core.tournament.codec import chained, encode
from muster.core.tournament.state import State, Undo


def evolve(state: State, fact: Fact, text: str | None = None) -> State:
    """The state after one more fact.

    Args:
        state: the state so far.
        fact: what happened next.
        text: the fact's canonical JSON, if the caller has it already.
    """
    seq = state.version + 1
    after = fact.evolve(state)
    head = chained(state.head, seq, text if text is not None else encode(fact))
    proposal = after.proposal if fact.keeps_proposal else None
    undo = _way_back(state, after, fact, seq)
    return changed(after, version=seq, head=head, proposal=proposal, undo=undo)


def replay(history: Iterable[Fact], start: State | None = None) -> State:
    """The state after all these facts: a plain fold of `evolve`."""
    state = start or State()
    for fact in history:
        state = evolve(state, fact)
    return state


def _way_back(before: State, after: State, fact: Fact, seq: int) -> Undo | None:
    if fact.undoes:
        return after.undo
    if fact.boundary:
        return None
    if fact.follows:
        return before.undo and changed(before.undo, last=seq)
    return Undo(before, seq, seq)
