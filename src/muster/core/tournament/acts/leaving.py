"""Leaving and coming back, and what a player's leaving brings about once the cut is made."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.bracket.cut import replace as replace_seed
from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message, Numbered, say
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.private import UNSAID, Seal, Typed
from muster.core.scoring.scored import won
from muster.core.scoring.unplayed import bye as bye_worth
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.cut import CutReplaced
from muster.core.tournament.acts.guards import player_of, reason_fits, reason_given, status_words, staying
from muster.core.tournament.acts.people import missed_rounds, missed_words, swiss_is_over
from muster.core.tournament.acts.results import MatchAwarded
from muster.core.tournament.acts.rounds import RoundVoided
from muster.core.tournament.changes import with_player
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, MissedRounds, State, best_of


@dataclass(frozen=True, slots=True)
class DropPlayer(Command):
    """Take a player out of all further pairings."""

    right = "drop"
    player: PlayerId
    reason: Typed = UNSAID

    def decide(self, state: State) -> Decision:
        """Whoever is there (`COM-DROP-1`), with what that means for a cut or a bracket."""
        left = say(
            "Player {player} is not playing any more ({status}) and cannot drop.",
            player=Numbered(self.player),
            status=status_words(state, self.player),
        )
        player = staying(state, self.player, left)
        if isinstance(player, Refusal):
            return player
        refusal = reason_fits(self.reason)
        if refusal:
            return refusal
        before, then = _consequences(state, self.player)
        after = RoundNo(len(state.rounds) - len(before))
        return (*before, PlayerDropped(self.player, after, self.reason.seal), *then)


@dataclass(frozen=True, slots=True)
class PlayerDropped(Fact):
    """A player left and is not paired any more; `after` is the last round published before."""

    kind = "player.dropped"
    title = say("a player leaves")
    right = "drop"
    group = "people"
    parts = ("people",)
    player: PlayerId
    after: RoundNo
    reason: Seal = UNSAID

    def evolve(self, state: State) -> State:
        """Gone, for now."""
        return _left(state, self.player, "dropped", self.after)

    def describe(self, to: Describer) -> Message:
        """Who, and why."""
        player, reason = to.name(self.player), to.words(self.reason)
        if not reason:
            return say("{player} has dropped.", player=player)
        return say("{player} has dropped ({reason}).", player=player, reason=reason)

    def asked_by(self) -> Command:
        """The same player."""
        return DropPlayer(self.player, self.reason)


@dataclass(frozen=True, slots=True)
class RejoinPlayer(Command):
    """Take a dropped player back, with an unpaired loss for each round missed."""

    right = "people"
    player: PlayerId

    def decide(self, state: State) -> Decision:
        """Where the regulations let them (`COM-DROP-2`, `B9`)."""
        player = player_of(state, self.player)
        if isinstance(player, Refusal):
            return player
        rules = state.regulations.attendance
        if player.status == "disqualified":
            says = say("Player {player} was disqualified and cannot rejoin.", player=Numbered(self.player))
            return Refusal("no-rejoin", says, rules.rejoin_source)
        if player.status != "dropped":
            return Refusal("no-rejoin", say("Player {player} has not dropped.", player=Numbered(self.player)))
        if not rules.rejoin:
            says = say("These regulations do not let dropped players rejoin.")
            return Refusal("no-rejoin", says, rules.rejoin_source)
        refusal = swiss_is_over(
            state,
            say("A player can rejoin only while Swiss rounds are still to come."),
            say("A player can rejoin only before the last Swiss round is paired."),
        )
        return refusal or (PlayerRejoined(self.player, missed_rounds(state, self.player)),)


@dataclass(frozen=True, slots=True)
class PlayerRejoined(Fact):
    """A dropped player came back, with an unpaired loss for each round missed."""

    kind = "player.rejoined"
    title = say("a player comes back")
    right = "people"
    group = "people"
    parts = ("people",)
    player: PlayerId
    missed: MissedRounds

    def evolve(self, state: State) -> State:
        """There again."""
        player = state.players[self.player]
        missed = (*player.missed, self.missed) if self.missed.rounds else player.missed
        return with_player(state, changed(player, status="present", left_after=None, missed=missed))

    def describe(self, to: Describer) -> Message:
        """Who, and what was missed."""
        return say(
            "{player} is back: {missed}.", player=to.name(self.player), missed=missed_words(self.missed)
        )

    def asked_by(self) -> Command:
        """What was missed follows."""
        return RejoinPlayer(self.player)


@dataclass(frozen=True, slots=True)
class DisqualifyPlayer(Command):
    """Remove a player for good."""

    right = "disqualify"
    player: PlayerId
    reason: Typed

    def decide(self, state: State) -> Decision:
        """Also one who has dropped. Results against them stay (`C7`)."""
        player = player_of(state, self.player)
        if isinstance(player, Refusal):
            return player
        if player.status == "disqualified":
            says = say("Player {player} is disqualified already.", player=Numbered(self.player))
            return Refusal("not-playing", says)
        missing = reason_given(self.reason, say("Give a reason to disqualify a player: it stays on record."))
        if missing:
            return missing
        before, then = _consequences(state, self.player) if player.status != "dropped" else ((), ())
        rounds = RoundNo(len(state.rounds) - len(before))
        after = player.left_after if player.left_after is not None else rounds
        return (*before, PlayerDisqualified(self.player, after, self.reason.seal), *then)


@dataclass(frozen=True, slots=True)
class PlayerDisqualified(Fact):
    """A player was removed and cannot rejoin; the opponents' results stay."""

    kind = "player.disqualified"
    title = say("a player is disqualified")
    right = "disqualify"
    group = "people"
    parts = ("people", "results")
    player: PlayerId
    after: RoundNo
    reason: Seal = UNSAID

    def evolve(self, state: State) -> State:
        """Gone for good."""
        return _left(state, self.player, "disqualified", self.after)

    def describe(self, to: Describer) -> Message:
        """Who, and why."""
        player, reason = to.name(self.player), to.words(self.reason)
        if not reason:
            return say("{player} is disqualified.", player=player)
        return say("{player} is disqualified ({reason}).", player=player, reason=reason)

    def asked_by(self) -> Command:
        """The same player."""
        return DisqualifyPlayer(self.player, self.reason)


def _left(state: State, player: PlayerId, status: str, after: RoundNo) -> State:
    return with_player(state, changed(state.players[player], status=status, left_after=after))


def _consequences(state: State, player: PlayerId) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """What comes before and what comes after a player's leaving; in Swiss nothing.

    Before the first game of the stage after a cut, a replacement enters (`COM-CUT-2`, `B23`, `B43`); later
    the opponent gets a bye (`COM-ELIM-4`).
    """
    rounds = elimination_rounds(state)
    if state.seeds is not None and player in state.seeds and _may_replace(state):
        voided = (RoundVoided(state.rounds[-1].number, UNSAID, "qualified-left"),) if rounds else ()
        return voided, (_replacement(state, state.seeds, player),)
    match = queries.match_of(state.rounds[-1], player) if rounds else None
    if match is None or match.settled or state.at_tables:  # at a table the others play on
        return (), ()
    walkover = _walkover(state, match, player)
    return (), (MatchAwarded(state.rounds[-1].number, match.pairing.table, walkover),)


def _may_replace(state: State) -> bool:
    rounds = elimination_rounds(state)
    if not rounds:
        return True
    if state.regulations.cut.replacement == "until-published" or len(rounds) > 1:
        return False
    return not state.rounds[-1].begun


def _replacement(state: State, seeds: tuple[PlayerId, ...], leaving: PlayerId) -> CutReplaced:
    line = _in_line(state, seeds)
    entered = line[0] if line else None
    return CutReplaced(leaving, entered, replace_seed(seeds, (leaving,), line))


def _in_line(state: State, seeds: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    """Who would take the place of a seed who leaves, next first: the highest in the standings not in the cut.

    Nobody, where the cut asked for points or losses, which the next player does not have, or took so many of a group.
    """
    if state.created.cut_kind in ("at-least-points", "at-most-losses", "best-of-groups"):
        return ()
    here = {player for player, one in state.players.items() if queries.present(one)}
    if state.going_on is not None:
        here &= {*state.going_on}
    return tuple(player for player in queries.table(state).order if player not in seeds and player in here)


def _walkover(state: State, match: Match, leaving: PlayerId) -> Outcome:
    """The opponent, who has not left or the match would be settled, wins as by a bye."""
    win, loss = bye_worth(state.regulations, best_of(state, "elimination")), SideOutcome("loss", 0)
    return won(1, win, loss) if match.pairing.players[0] == leaving else won(0, win, loss)
