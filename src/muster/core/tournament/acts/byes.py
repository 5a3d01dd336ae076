"""A player without a match: a bye or a loss, as the organiser gives it."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message, Numbered, say
from muster.core.scoring.unplayed import unpaired_loss
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import status_words, staying
from muster.core.tournament.acts.people import missed_words
from muster.core.tournament.changes import with_player, with_round
from muster.core.tournament.drawing import bye_outcome
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Bye, MissedRounds, Round, State


@dataclass(frozen=True, slots=True)
class AwardBye(Command):
    """Give a bye this round to a player who has no match in it, also instead of a loss."""

    right = "rounds"
    player: PlayerId

    def decide(self, state: State) -> Decision:
        """In the running Swiss round (`C10`)."""
        round_ = _round_without_match(state, self.player)
        if isinstance(round_, Refusal):
            return round_
        if _has_bye(round_, self.player):
            says = say(
                "Player {player} has a bye in round {round} already.",
                player=Numbered(self.player),
                round=round_.number,
            )
            return Refusal("already-recorded", says)
        return (ByeAwarded(round_.number, bye_outcome(state, self.player)),)


@dataclass(frozen=True, slots=True)
class ByeAwarded(Fact):
    """A player without a match this round was given a bye by the organiser."""

    kind = "bye.awarded"
    title = say("bye given")
    right = "rounds"
    group = "results"
    round_no: RoundNo
    bye: Bye

    def evolve(self, state: State) -> State:
        """One bye more."""
        round_ = state.rounds[self.round_no - 1]
        return with_round(state, changed(round_, byes=(*round_.byes, self.bye)))

    def describe(self, to: Describer) -> Message:
        """Who, and in which round."""
        return say(
            "{player} has a bye in round {round}.", player=to.name(self.bye.player), round=self.round_no
        )

    def asked_by(self) -> Command:
        """What it is worth follows."""
        return AwardBye(self.bye.player)


@dataclass(frozen=True, slots=True)
class AwardLoss(Command):
    """Give a loss this round to a player who has no match in it, instead of a bye."""

    right = "rounds"
    player: PlayerId

    def decide(self, state: State) -> Decision:
        """In the running Swiss round (`B39`)."""
        round_ = _round_without_match(state, self.player)
        if isinstance(round_, Refusal):
            return round_
        if not _has_bye(round_, self.player):
            says = say(
                "Player {player} has a loss in round {round} already.",
                player=Numbered(self.player),
                round=round_.number,
            )
            return Refusal("already-recorded", says)
        missed = MissedRounds((round_.number,), unpaired_loss(state.regulations))
        return (LossAwarded(self.player, missed),)


@dataclass(frozen=True, slots=True)
class LossAwarded(Fact):
    """A player without a match this round was given a loss; a bye they had in it is gone."""

    kind = "loss.awarded"
    title = say("loss given")
    right = "rounds"
    group = "results"
    player: PlayerId
    missed: MissedRounds

    def evolve(self, state: State) -> State:
        """One loss more, and no bye."""
        player = state.players[self.player]
        for number in self.missed.rounds:
            round_ = state.rounds[number - 1]
            byes = tuple(bye for bye in round_.byes if bye.player != self.player)
            state = with_round(state, changed(round_, byes=byes))
        return with_player(state, changed(player, missed=(*player.missed, self.missed)))

    def describe(self, to: Describer) -> Message:
        """Who, and in which round."""
        return say("{player} has {loss}.", player=to.name(self.player), loss=missed_words(self.missed))

    def asked_by(self) -> Command:
        """What it is worth follows."""
        return AwardLoss(self.player)


def _round_without_match(state: State, player: PlayerId) -> Round | Refusal:
    """The running Swiss round, in which the player must not have a match.

    Whoever is there and has none has a bye, or a loss for coming late.
    """
    left = say(
        "Player {player} is not playing any more ({status}) and cannot be given a bye or a loss.",
        player=player,
        status=status_words(state, player),
    )
    entry = staying(state, player, left)
    if isinstance(entry, Refusal):
        return entry
    round_ = queries.current_round(state)
    if round_ is None or not queries.swiss_rounds(state) or state.stages[-1].format != "swiss":
        says = say("Byes and losses are given in a published Swiss round; there is none.")
        return Refusal("no-round", says)
    if queries.match_of(round_, player):
        says = say(
            "Player {player} has a match in round {round}; report its result instead.",
            player=Numbered(player),
            round=round_.number,
        )
        return Refusal("has-match", says)
    return round_


def _has_bye(round_: Round, player: PlayerId) -> bool:
    return any(bye.player == player for bye in round_.byes)
