"""The end, and opening a finished tournament again."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.bracket.places import Place
from muster.core.frozen import changed
from muster.core.messages import Message, say
from muster.core.private import UNSAID, Seal, Typed
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import reason_fits, reason_given
from muster.core.tournament.final import final_places
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class FinishTournament(Command):
    """End the tournament with final places; ending before all rounds are played needs a reason."""

    right = "finish"
    reason: Typed = UNSAID

    def decide(self, state: State) -> Decision:
        """Once something has been played."""
        if not state.rounds:
            says = say("Nothing has been played yet: show a round to the players first.")
            return Refusal("results-missing", says)
        left = unfinished(state)
        if left is None:
            refusal = reason_fits(self.reason)
        else:
            missing = say("Give a reason to finish early ({left}): it stays on record.", left=left)
            refusal = reason_given(self.reason, missing)
        return refusal or (TournamentFinished(final_places(state), self.reason.seal),)


@dataclass(frozen=True, slots=True)
class TournamentFinished(Fact):
    """The tournament ended with these final places."""

    kind = "tournament.finished"
    title = say("the final places")
    right = "finish"
    group = "end"
    keeps_proposal = True
    places: tuple[Place, ...]
    reason: Seal = UNSAID

    def evolve(self, state: State) -> State:
        """Over."""
        return changed(state, places=self.places)

    def describe(self, to: Describer) -> Message:
        """And why, if early."""
        reason = to.words(self.reason)
        if not reason:
            return say("The tournament is finished.")
        return say("The tournament is finished ({reason}).", reason=reason)

    def asked_by(self) -> Command:
        """The places follow."""
        return FinishTournament(self.reason)


@dataclass(frozen=True, slots=True)
class ReopenTournament(Command):
    """Open a finished tournament again."""

    right = "finish"
    after_end = True
    reason: Typed

    def decide(self, state: State) -> Decision:
        """With a reason."""
        if state.places is None:
            return Refusal("not-finished", say("The tournament is not finished."))
        missing = reason_given(
            self.reason, say("Give a reason to reopen the tournament: it stays on record.")
        )
        return missing or (TournamentReopened(self.reason.seal),)


@dataclass(frozen=True, slots=True)
class TournamentReopened(Fact):
    """A finished tournament was opened again, with a reason."""

    kind = "tournament.reopened"
    title = say("the tournament is opened again")
    right = "finish"
    group = "end"
    keeps_proposal = True
    reason: Seal

    def evolve(self, state: State) -> State:
        """Not over."""
        return changed(state, places=None)

    def describe(self, to: Describer) -> Message:
        """And why."""
        reason = to.words(self.reason)
        if not reason:
            return say("The tournament is open again.")
        return say("The tournament is open again ({reason}).", reason=reason)

    def asked_by(self) -> Command:
        """With the same reason."""
        return ReopenTournament(self.reason)
