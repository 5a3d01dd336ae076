"""Players: entering, checking in, and what the organiser notes about them."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.frozen import changed
from muster.core.ids import ClubId, PlayerId, TableNo
from muster.core.messages import Message, Numbered, figure, listing, say, say_n
from muster.core.pairing.tables import MOST_TABLES
from muster.core.scoring.unplayed import unpaired_loss
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import player_of, status_words, staying
from muster.core.tournament.changes import with_player
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import MissedRounds, Player, State

MOST_PLAYERS = 100_000
"""Entry and club numbers above this are slips of the keyboard."""


@dataclass(frozen=True, slots=True)
class EnterPlayer(Command):
    """Enter a player, before the start or late."""

    right = "people"
    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None

    def decide(self, state: State) -> Decision:
        """A late one gets an unpaired loss for each round missed, the plan stays (`B47`)."""
        if not 1 <= self.player <= MOST_PLAYERS:
            says = say(
                "Entry numbers run from 1 to {most}; {player} is none.",
                most=figure(MOST_PLAYERS),
                player=self.player,
            )
            return Refusal("unknown-player", says)
        if self.player in state.players:
            says = say("Player {player} has entered already.", player=Numbered(self.player))
            return Refusal("already-entered", says)
        bad = _bad_wishes(state, self, first_round_bye=self.first_round_bye)
        refusal = bad or swiss_is_over(
            state,
            say("A player can enter only while Swiss rounds are still to come."),
            say("A player can enter only before the last Swiss round is paired."),
        )
        if refusal:
            return refusal
        missed = missed_rounds(state, self.player) if state.rounds else None
        return (PlayerEntered(self.player, self.club, self.first_round_bye, self.fixed_table, missed),)


@dataclass(frozen=True, slots=True)
class PlayerEntered(Fact):
    """A player entered; `missed` holds the unpaired losses of somebody who came after the start."""

    kind = "player.entered"
    title = say("a player enters")
    right = "people"
    group = "people"
    parts = ("people",)
    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None
    missed: MissedRounds | None = None

    def evolve(self, state: State) -> State:
        """One player more."""
        player = Player(
            self.player,
            club=self.club,
            first_round_bye=self.first_round_bye,
            fixed_table=self.fixed_table,
            status="present" if self.missed else "entered",
            missed=(self.missed,) if self.missed else (),
        )
        return with_player(state, player)

    def describe(self, to: Describer) -> Message:
        """The entry number, the name, and what was noted."""
        notes = [
            *([say("a first-round bye")] if self.first_round_bye else []),
            *([say("always at table {table}", table=self.fixed_table)] if self.fixed_table else []),
            *([missed_words(self.missed)] if self.missed else []),
        ]
        if not notes:
            return say("Entry #{number}: {player}.", number=self.player, player=to.name(self.player))
        return say(
            "Entry #{number}: {player}, {notes}.",
            number=self.player,
            player=to.name(self.player),
            notes=listing(notes, "plain"),
        )

    def asked_by(self) -> Command:
        """What was missed follows."""
        return EnterPlayer(self.player, self.club, self.first_round_bye, self.fixed_table)


@dataclass(frozen=True, slots=True)
class AmendPlayer(Command):
    """Set a player's club, awarded first-round bye and fixed table to these."""

    right = "people"
    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None

    def decide(self, state: State) -> Decision:
        """As long as they are there; the bye only before round 1."""
        left = say(
            "Player {player} is not playing any more ({status}) and cannot be changed.",
            player=Numbered(self.player),
            status=status_words(state, self.player),
        )
        player = staying(state, self.player, left)
        if isinstance(player, Refusal):
            return player
        changes_bye = self.first_round_bye != player.first_round_bye
        bad = _bad_wishes(state, self, first_round_bye=changes_bye)
        return bad or (PlayerAmended(self.player, self.club, self.first_round_bye, self.fixed_table),)


@dataclass(frozen=True, slots=True)
class PlayerAmended(Fact):
    """A player's club, awarded first-round bye and fixed table are these now."""

    kind = "player.amended"
    title = say("what is kept of a player changes")
    right = "people"
    group = "people"
    parts = ("people",)
    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None

    def evolve(self, state: State) -> State:
        """These are in the place of what was noted."""
        player = changed(
            state.players[self.player],
            club=self.club,
            first_round_bye=self.first_round_bye,
            fixed_table=self.fixed_table,
        )
        return with_player(state, player)

    def describe(self, to: Describer) -> Message:
        """What is noted now."""
        return say(
            "{player}: {bye}, {table}.",
            player=to.name(self.player),
            bye=say("a first-round bye") if self.first_round_bye else say("no first-round bye"),
            table=say("always at table {table}", table=self.fixed_table)
            if self.fixed_table
            else say("any table"),
        )

    def asked_by(self) -> Command:
        """The same notes."""
        return AmendPlayer(self.player, self.club, self.first_round_bye, self.fixed_table)


@dataclass(frozen=True, slots=True)
class CheckIn(Command):
    """Mark a player as present."""

    right = "check-in"
    player: PlayerId

    def decide(self, state: State) -> Decision:
        """Once."""
        left = say(
            "Player {player} is not playing any more ({status}) and cannot check in; let them rejoin instead.",
            player=Numbered(self.player),
            status=status_words(state, self.player),
        )
        player = staying(state, self.player, left)
        if isinstance(player, Refusal):
            return player
        if player.status == "present":
            says = say("Player {player} is checked in already.", player=Numbered(self.player))
            return Refusal("already-entered", says)
        return (PlayerCheckedIn(self.player),)


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn(Fact):
    """A player is present."""

    kind = "player.checked-in"
    title = say("a player checks in")
    right = "check-in"
    group = "people"
    parts = ("people",)
    player: PlayerId

    def evolve(self, state: State) -> State:
        """Present."""
        return with_player(state, changed(state.players[self.player], status="present"))

    def describe(self, to: Describer) -> Message:
        """Who."""
        return say("{player} is here.", player=to.name(self.player))

    def asked_by(self) -> Command:
        """The same player."""
        return CheckIn(self.player)


@dataclass(frozen=True, slots=True)
class ForbidPair(Command):
    """Never pair these two in Swiss rounds."""

    right = "plan"
    players: tuple[PlayerId, PlayerId]

    def decide(self, state: State) -> Decision:
        """Any two, once."""
        pair = _pair(state, self.players)
        if isinstance(pair, Refusal):
            return pair
        if pair in state.forbidden:
            says = say(
                "Players {one} and {two} are never paired already.",
                one=Numbered(pair[0]),
                two=Numbered(pair[1]),
            )
            return Refusal("bad-pair", says)
        return (PairForbidden(pair),)


@dataclass(frozen=True, slots=True)
class PairForbidden(Fact):
    """Two players are not to be paired with each other in Swiss rounds."""

    kind = "pair.forbidden"
    title = say("two players are never paired")
    right = "plan"
    group = "plan"
    players: tuple[PlayerId, PlayerId]

    def evolve(self, state: State) -> State:
        """One pair more that never meets."""
        return changed(state, forbidden=state.forbidden | {self.players})

    def describe(self, to: Describer) -> Message:
        """Who."""
        return say("Never pair: {players}.", players=to.names(self.players))

    def asked_by(self) -> Command:
        """The same two."""
        return ForbidPair(self.players)


@dataclass(frozen=True, slots=True)
class AllowPair(Command):
    """Let these two be paired again."""

    right = "plan"
    players: tuple[PlayerId, PlayerId]

    def decide(self, state: State) -> Decision:
        """Two who never meet."""
        pair = _pair(state, self.players)
        if isinstance(pair, Refusal):
            return pair
        if pair not in state.forbidden:
            says = say(
                "Players {one} and {two} may be paired already.", one=Numbered(pair[0]), two=Numbered(pair[1])
            )
            return Refusal("bad-pair", says)
        return (PairAllowed(pair),)


@dataclass(frozen=True, slots=True)
class PairAllowed(Fact):
    """Two players may be paired with each other again."""

    kind = "pair.allowed"
    title = say("two players may meet again")
    right = "plan"
    group = "plan"
    players: tuple[PlayerId, PlayerId]

    def evolve(self, state: State) -> State:
        """One pair less that never meets."""
        return changed(state, forbidden=state.forbidden - {self.players})

    def describe(self, to: Describer) -> Message:
        """Who."""
        return say("May meet again: {players}.", players=to.names(self.players))

    def asked_by(self) -> Command:
        """The same two."""
        return AllowPair(self.players)


def missed_rounds(state: State, player: PlayerId) -> MissedRounds:
    """The published rounds in which the player has no part yet, as unpaired losses."""
    own = state.players.get(player)
    had = {number for missed in (own.missed if own else ()) for number in missed.rounds}
    rounds = tuple(
        round_.number
        for round_ in state.rounds
        if round_.number not in had and not queries.takes_part(round_, player)
    )
    return MissedRounds(rounds, unpaired_loss(state.regulations))


def missed_words(missed: MissedRounds) -> Message:
    """In which rounds somebody has a loss for not being there."""
    if not missed.rounds:
        return say("no round missed")
    rounds = listing(missed.rounds, "plain")
    return say_n("a loss in round {rounds}", "losses in rounds {rounds}", len(missed.rounds), rounds=rounds)


def swiss_is_over(state: State, no_round: Message, last_paired: Message) -> Refusal | None:
    """A refusal once nobody can come any more: no Swiss round is to come, or the last one is paired."""
    if not state.stages:
        return None
    clause = state.regulations.attendance.late_entry_source
    if state.stages[-1].format != "swiss" or state.seeds is not None:
        return Refusal("stage-running", no_round, clause)
    if len(state.rounds) >= state.announced.rounds:
        return Refusal("stage-running", last_paired, clause)
    if queries.part(state).as_needed and (queries.part(state).robin or state.pods is not None):
        says = say(
            "In a round robin everybody’s opponents are fixed when it begins: nobody can come any more."
        )
        return Refusal("stage-running", says, clause)
    if state.going_on is not None:
        says = (
            say("A further part has begun: nobody can come any more.")
            if state.announced.course.parts
            else say("Day two has begun: nobody can come any more.")
        )
        return Refusal("stage-running", says, clause)
    return None


def _bad_wishes(state: State, wishes: EnterPlayer | AmendPlayer, *, first_round_bye: bool) -> Refusal | None:
    if wishes.fixed_table is not None and not 1 <= wishes.fixed_table <= MOST_TABLES:
        says = say(
            "Tables are numbered from 1 to {most}; {table} is none.",
            most=figure(MOST_TABLES),
            table=wishes.fixed_table,
        )
        return Refusal("bad-tables", says)
    if wishes.club is not None and not 1 <= wishes.club <= MOST_PLAYERS:
        says = say(
            "Clubs are numbered from 1 to {most}; {club} is none.",
            most=figure(MOST_PLAYERS),
            club=wishes.club,
        )
        return Refusal("bad-setup", says)
    if first_round_bye and state.rounds:
        return Refusal("has-match", say("Round 1 is published: a first-round bye can no longer be set."))
    return None


def _pair(state: State, players: tuple[PlayerId, PlayerId]) -> tuple[PlayerId, PlayerId] | Refusal:
    for player in players:
        entry = player_of(state, player)
        if isinstance(entry, Refusal):
            return entry
    if players[0] == players[1]:
        return Refusal("bad-pair", say("Name two different players."))
    return (min(players), max(players))
