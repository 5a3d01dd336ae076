"""Undo: taking back the latest act of the running round."""

from __future__ import annotations

from muster.core.tournament import commands, facts
from muster.core.tournament.facts import Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


def retract(state: State, _: commands.Retract) -> tuple[Fact, ...] | Refusal:
    """Take back the latest act; a published round, an announced plan and what lies before them stay."""
    if state.undo is None:
        says = "There is nothing to undo here: void the round, or correct a result, with a reason."
        return Refusal("nothing-to-undo", says)
    return (facts.ActRetracted(tuple(range(state.undo.seq, state.undo.last + 1))),)
