"""`decide`: what a command comes to in a state: the facts it brings about, or a refusal. Pure, and total."""

from __future__ import annotations

from muster.core.messages import say
from muster.core.tournament.acts.base import Command, Decision
from muster.core.tournament.acts.setup import CreateTournament
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


def decide(state: State, command: Command) -> Decision:
    """The facts the command brings about, in order, or why it is refused. Nothing is changed by asking."""
    creates = isinstance(command, CreateTournament)
    if state.setup is None and not creates:
        return Refusal("not-created", say("There is no tournament yet; create it first."))
    if state.setup is not None and creates:
        return Refusal("already-created", say("This journal holds a tournament already."))
    if state.places is not None and not command.after_end:
        return Refusal("finished", say("The tournament is finished; reopen it first, with a reason."))
    return command.decide(state)
