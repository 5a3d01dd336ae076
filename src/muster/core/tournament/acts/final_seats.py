"""Where the finalists sit at the final table: the best seed chooses a seat (`F15`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo, TableNo, TableSeat
from muster.core.messages import Message, say
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.changes import with_round
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, State


@dataclass(frozen=True, slots=True)
class ChooseSeat(Command):
    """Seat the best seed of the final table where they chose to sit.

    Attributes:
        seat: the seat, counted from 0 in the order of play.
    """

    right = "rounds"
    seat: TableSeat

    def decide(self, state: State) -> Decision:
        """Before anything is reported at the final; once more, if they change their mind."""
        found = final_table(state)
        if found is None:
            says = say("The best seed chooses a seat at the final table, once the final is shown.")
            return Refusal("no-round", says)
        table, match = found
        if match.status != "open":
            return Refusal("has-results", say("The final has a result: everybody has sat down and played."))
        count = len(match.pairing.players)
        if not 0 <= self.seat < count:
            return Refusal("not-at-table", say("The final table has seats 1 to {count}.", count=count))
        chooser, *others = by_seed(state, match)
        players = (*others[: self.seat], chooser, *others[self.seat :])
        if players == match.pairing.players:
            says = say("They sit there already.")
            return Refusal("already-recorded", says)
        return (SeatChosen(RoundNo(len(state.rounds)), table, chooser, self.seat, players),)


@dataclass(frozen=True, slots=True)
class SeatChosen(Fact):
    """The best seed of the final table chose a seat; the others sit in the other seats in the order of their seeds.

    Attributes:
        round_no: the round of the final.
        table: its table.
        player: who chose.
        seat: the seat, counted from 0.
        players: everybody in the order of their seats.
    """

    kind = "seat.chosen"
    title = say("a seat chosen at the final table")
    right = "rounds"
    group = "cut"
    parts = ("round", "results")
    round_no: RoundNo
    table: TableNo
    player: PlayerId
    seat: TableSeat
    players: tuple[PlayerId, ...]

    def evolve(self, state: State) -> State:
        """They sit so."""
        round_ = state.rounds[self.round_no - 1]
        match = round_.matches[self.table]
        match = changed(match, pairing=replace(match.pairing, players=self.players))
        return with_round(state, changed(round_, matches=round_.matches.set(self.table, match)))

    def describe(self, to: Describer) -> Message:
        """Who, where."""
        return say(
            "{player} chose seat {seat} of the final.", player=to.name(self.player), seat=self.seat + 1
        )

    def asked_by(self) -> Command:
        """The same seat."""
        return ChooseSeat(self.seat)


def final_table(state: State) -> tuple[TableNo, Match] | None:
    """The table of the final, while it is the round that was shown last; None at games of two and before the final."""
    if state.setup is None or not state.at_tables or state.seeds is None or state.places is not None:
        return None
    rounds = elimination_rounds(state)
    if not rounds or len(rounds[-1].games) != 1 or not state.rounds[-1].matches:
        return None
    ((table, match),) = state.rounds[-1].matches.items()
    return table, match


def by_seed(state: State, match: Match) -> list[PlayerId]:
    """Who sits at a table of the cut, the best seed first."""
    seeds = state.seeds or ()
    return sorted(match.pairing.players, key=seeds.index)
