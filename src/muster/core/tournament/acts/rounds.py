"""A round's life: published, started, or voided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from immutables import Map

from muster.core.frozen import changed
from muster.core.ids import RoundNo
from muster.core.messages import Message, say
from muster.core.private import Seal, Typed
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import reason_given
from muster.core.tournament.changes import opens_part, with_round
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, Sheet, State


@dataclass(frozen=True, slots=True)
class PublishRound(Command):
    """Make the proposed round official."""

    right = "rounds"

    def decide(self, state: State) -> Decision:
        """As it is on the table."""
        if state.proposal is None:
            says = say("There is no draft to show; pair a round first.")
            return Refusal("no-proposal", says)
        return (RoundPublished(state.proposal.round_no, state.proposal.sheet),)


@dataclass(frozen=True, slots=True)
class RoundPublished(Fact):
    """The pairings of a round became official."""

    kind = "round.published"
    title = say("published pairings")
    right = "rounds"
    group = "rounds"
    boundary = True
    instead = say("Players have seen it: change single pairings, void the round, or correct a result.")
    round_no: RoundNo
    sheet: Sheet

    def evolve(self, state: State) -> State:
        """One round more; the seed of the first gives the random tiebreak keys."""
        matches = Map({pairing.table: Match(pairing) for pairing in self.sheet.pairings})
        sheet = self.sheet
        round_ = Round(
            self.round_no, len(state.stages) - 1, matches, sheet.byes, sheet.cards, resting=sheet.resting
        )
        draws = state.draws
        if draws.key_seed is None and state.proposal is not None:
            draws = changed(draws, key_seed=state.proposal.seed)
        if state.passed and draws.part_seed is None and state.proposal is not None:
            draws = changed(draws, part_seed=state.proposal.seed)
        return changed(state, rounds=(*state.rounds, round_), draws=draws)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """Which."""
        return say("Round {round} is published.", round=self.round_no)

    def asked_by(self) -> Command:
        """The sheet follows."""
        return PublishRound()


@dataclass(frozen=True, slots=True)
class StartRound(Command):
    """Say that play has begun."""

    right = "clock"

    def decide(self, state: State) -> Decision:
        """Once, before it is over."""
        round_ = queries.current_round(state)
        if round_ is None:
            return Refusal("no-round", say("No round is published yet."))
        if round_.started or round_.complete:
            says = say("Round {round} has started already.", round=round_.number)
            return Refusal("no-round", says)
        return (RoundStarted(round_.number),)


@dataclass(frozen=True, slots=True)
class RoundStarted(Fact):
    """Play began: from here a corrected result no longer changes these pairings."""

    kind = "round.started"
    title = say("begin of play")
    right = "clock"
    group = "rounds"
    parts = ("clock",)
    round_no: RoundNo

    def evolve(self, state: State) -> State:
        """Begun."""
        return with_round(state, changed(state.rounds[self.round_no - 1], started=True))

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """Which."""
        return say("Round {round} has begun.", round=self.round_no)

    def asked_by(self) -> Command:
        """The running round."""
        return StartRound()


Cause = Literal["asked", "qualified-left"]
"""Why a round was voided: somebody asked for it, or a qualified player left before the first game of the bracket."""


@dataclass(frozen=True, slots=True)
class VoidRound(Command):
    """Void the round just published, before any result."""

    right = "rounds"
    reason: Typed
    cause: Cause = "asked"

    def decide(self, state: State) -> Decision:
        """Nobody may rely on it yet."""
        round_ = queries.current_round(state)
        if round_ is None:
            return Refusal("no-round", say("No round is published, so there is none to void."))
        if round_.has_results:
            says = say("Round {round} has results; undo them first, or correct them.", round=round_.number)
            return Refusal("has-results", says)
        if any(bye.game and not queries.present(state.players[bye.player]) for bye in round_.byes):
            says = say(
                "Somebody with a bye has dropped from round {round} of the bracket: undo that first, or play on.",
                round=round_.number,
            )
            return Refusal("has-results", says, state.regulations.elimination.drop_clause)
        missing = reason_given(self.reason, say("Give a reason to void a round: it stays on record."))
        refusal = missing if self.cause == "asked" else None
        return refusal or (RoundVoided(round_.number, self.reason.seal, self.cause),)


_QUALIFIED_LEFT: Final = "a qualified player left before the first game"
"""What version 1 says in the place of the cause."""


def _with_cause(old: dict[str, Any]) -> dict[str, Any]:
    """Version 1 knew reasons only, also where nobody gave one."""
    if old["reason"] == _QUALIFIED_LEFT:
        return {**old, "reason": "", "cause": "qualified-left"}
    return {**old, "cause": "asked"}


@dataclass(frozen=True, slots=True)
class RoundVoided(Fact):
    """A published round without results was voided, with a reason or by another's leaving."""

    kind = "round.voided"
    version = 2
    older = {1: _with_cause}  # noqa: RUF012  (declared, never changed)
    title = say("voided pairings")
    right = "rounds"
    group = "rounds"
    boundary = True
    instead = say("Players have seen it: pair the round again.")
    round_no: RoundNo
    reason: Seal
    cause: Cause = "asked"

    def evolve(self, state: State) -> State:
        """As if it had not been. Nobody has been ranked by the keys of a first round: the next draws others."""
        draws = state.draws if self.round_no > 1 else changed(state.draws, key_seed=None)
        if opens_part(state, self.round_no):
            draws = changed(draws, part_seed=None)
        return changed(state, rounds=state.rounds[: self.round_no - 1], draws=draws)

    def describe(self, to: Describer) -> Message:
        """Which, and why."""
        reason = self.why(to)
        if not reason:
            return say("Round {round} is voided.", round=self.round_no)
        return say("Round {round} is voided ({reason}).", round=self.round_no, reason=reason)

    def why(self, to: Describer) -> Message:
        """The reason or the cause."""
        if self.cause == "qualified-left":
            return say("a qualified player left before the first game")
        return to.words(self.reason)

    def asked_by(self) -> Command:
        """With the same reason."""
        return VoidRound(self.reason, self.cause)
