"""Undo: taking back the latest act of the running round."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.frozen import changed
from muster.core.messages import Message, paragraph, say
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class Retract(Command):
    """Undo the latest act of the running round."""

    right = "undo"
    after_end = True

    def decide(self, state: State) -> Decision:
        """A published round, an announced plan and what lies before them stay."""
        if state.undo is None:
            says = say("There is nothing to undo here: void the round, or correct a result, with a reason.")
            return Refusal("nothing-to-undo", says)
        return (ActRetracted(tuple(range(state.undo.seq, state.undo.last + 1))),)


@dataclass(frozen=True, slots=True)
class ActRetracted(Fact):
    """The latest act was undone; `undone` are the numbers of its facts."""

    kind = "act.retracted"
    title = say("something is taken back")
    right = "undo"
    group = "undo"
    keeps_proposal = True
    undoes = True
    undone: tuple[int, ...]

    def evolve(self, state: State) -> State:
        """As it was before. What the dice have shown stays shown: a proposal taken back used up its attempt."""
        return changed(state.undo.before, draws=state.draws) if state.undo else state

    def describe(self, to: Describer) -> Message:
        """What."""
        return say("Taken back: {acts}", acts=paragraph(*map(to.earlier, self.undone)))

    def asked_by(self) -> Command:
        """What is undone follows."""
        return Retract()
