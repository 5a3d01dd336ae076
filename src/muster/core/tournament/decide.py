"""`decide`: what a command comes to in a state: the facts it brings about, or a refusal. Pure, and total."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from muster.core.tournament import commands
from muster.core.tournament.commands import Command
from muster.core.tournament.decisions import ending, people, results, rounds, setup, undo
from muster.core.tournament.facts import Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State

Decider = Callable[[State, Any], tuple[Fact, ...] | Refusal]


def decide(state: State, command: Command) -> tuple[Fact, ...] | Refusal:
    """The facts the command brings about, in order, or why it is refused. Nothing is changed by asking."""
    creates = isinstance(command, commands.CreateTournament)
    if state.setup is None and not creates:
        return Refusal("not-created", "There is no tournament yet; create it first.")
    if state.setup is not None and creates:
        return Refusal("already-created", "This journal holds a tournament already.")
    if state.places is not None and not isinstance(command, commands.ReopenTournament | commands.Retract):
        return Refusal("finished", "The tournament is finished; reopen it first, with a reason.")
    return _DECIDERS[type(command)](state, command)


_DECIDERS: Final[dict[type[Command], Decider]] = {
    commands.CreateTournament: setup.create,
    commands.EnterPlayer: people.enter,
    commands.AmendPlayer: people.amend,
    commands.CheckIn: people.check_in,
    commands.DropPlayer: people.drop,
    commands.RejoinPlayer: people.rejoin,
    commands.DisqualifyPlayer: people.disqualify,
    commands.ForbidPair: people.forbid,
    commands.AllowPair: people.allow,
    commands.SetTables: setup.set_tables,
    commands.ChangeStructure: setup.change_structure,
    commands.AnnouncePlan: setup.announce,
    commands.StartStage: setup.start_stage,
    commands.ProposeRound: rounds.propose,
    commands.SwapPlayers: rounds.swap,
    commands.PublishRound: rounds.publish,
    commands.StartRound: rounds.start,
    commands.VoidRound: rounds.void,
    commands.ReportResult: results.report,
    commands.ConfirmResult: results.confirm,
    commands.DisputeResult: results.dispute,
    commands.CorrectResult: results.correct,
    commands.AwardBye: people.award_bye,
    commands.AwardLoss: people.award_loss,
    commands.MakeCut: ending.make_cut,
    commands.Retract: undo.retract,
    commands.FinishTournament: ending.finish,
    commands.ReopenTournament: ending.reopen,
}
