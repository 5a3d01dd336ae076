"""One player of one tournament at one moment: where they sit, whom they meet, and what their page is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Literal

from muster.app.common.access import PLAYING, Actor
from muster.app.rounds.building import building, own_building
from muster.app.rounds.cards import found_by
from muster.app.rounds.pods import in_groups, in_pods, own_seat, seated_in_pods
from muster.core.ids import PlayerId, TableSeat
from muster.core.messages import NOTHING, Message
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds, still_in
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.state import Bye, Match, Player, Round, State
from muster.journal.store import Snapshot
from muster.people.models import Entry

Moment = Literal[
    "waiting",
    "withdrawn",
    "gone",
    "coming",
    "present",
    "drafting",
    "grouped",
    "no-seat",
    "building",
    "no-table",
    "playing",
    "bye",
    "loss",
    "rests",
    "played",
    "between",
    "plays-on",
    "day-over",
    "before-cut",
    "over",
    "qualified",
    "out",
    "dropped",
    "disqualified",
    "finished",
]
"""What a player's page is about now.

On the waiting list, off it, taken out again by the desk; not yet checked in, checked in, before round 1; in a pod while
people draft, in none of them; at a table to build a deck, at none; a match that is not settled; a bye or a loss this
round, or nobody to meet in it; a match that is settled while others play; between two rounds, with the points for day
two, without them, before the cut, with nothing left to play; in the cut before its first round; out of the cut or the
bracket; left; the end.
"""


@dataclass(frozen=True)
class AtMoment:
    """A player at one moment: what they have to do with the running round, and what their page is about.

    Attributes:
        entry: their registration, with person, tournament and event at hand.
        snapshot: the tournament.
        now: the time.
    """

    entry: Entry
    snapshot: Snapshot
    now: datetime

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        return self.snapshot.state

    @property
    def actor(self) -> Actor:
        """The player as somebody who acts: for themselves alone."""
        return Actor(f"entry:{self.entry.pk}", None, PLAYING)

    @cached_property
    def own(self) -> Player | None:
        """Their entry in the journal; None while waiting for a place, or taken out again."""
        number = self.entry.player
        return None if number is None else self.state.players.get(PlayerId(number))

    @property
    def player(self) -> PlayerId:
        """Their entry number; only for somebody in the journal."""
        if self.own is None:
            raise LookupError("not in the tournament")
        return self.own.player

    @cached_property
    def round(self) -> Round | None:
        """The round published last."""
        return queries.current_round(self.state)

    @property
    def cards_found(self) -> Message:
        """How the cards of that round were found; nothing before the first round."""
        return found_by(self.state, self.round.number) if self.round else NOTHING

    @property
    def cards_told(self) -> Message:
        """The same where a player has to know: nothing where the seed drew them, as it usually does."""
        return self.cards_found if self.round and self.round.number in self.state.recorded else NOTHING

    @cached_property
    def match(self) -> Match | None:
        """Their match in it."""
        return queries.match_of(self.round, self.own.player) if self.round and self.own else None

    @cached_property
    def seat(self) -> TableSeat:
        """Where they sit in that match, in the order of the pairing."""
        return self.match.pairing.seat_of(self.player) if self.match else 0

    @cached_property
    def opponents(self) -> tuple[PlayerId, ...]:
        """Whom they meet in it: one player, or everybody else at a table of three or four."""
        return self.match.pairing.others(self.player) if self.match else ()

    @cached_property
    def opponent(self) -> PlayerId | None:
        """Whom they meet in a match of two; None at a table of more, or without a match."""
        found = self.opponents
        return found[0] if len(found) == 1 and not self.at_table else None

    @property
    def at_table(self) -> bool:
        """Whether their match is at a table of three or four, also where it is down to two."""
        return self.match is not None and self.state.at_tables

    @property
    def bye(self) -> Bye | None:
        """Their bye in it."""
        byes = self.round.byes if self.round else ()
        return next((bye for bye in byes if self.own and bye.player == self.own.player), None)

    @property
    def reported_by_me(self) -> bool:
        """Whether the result on record is the player's own word."""
        return self.match is not None and self.own is not None and self.match.by == self.own.player

    @cached_property
    def moment(self) -> Moment:
        """What their page is about now."""
        if self.entry.status != "entered":
            return "waiting" if self.entry.status == "waiting" else "withdrawn"
        if self.own is None:
            return "gone"
        if self.state.places is not None:
            return "disqualified" if self.own.status == "disqualified" else "finished"
        if self.own.status in ("dropped", "disqualified"):
            return "dropped" if self.own.status == "dropped" else "disqualified"
        return self._of_round()

    def _of_round(self) -> Moment:
        if seated_in_pods(self.state) and not self._day_over():
            if in_groups(self.state):
                return "grouped"
            return "drafting" if own_seat(self.state, self.player) else "no-seat"
        if building(self.state):
            return "building" if own_building(self.state, self.player) else "no-table"
        if self.round is None:
            return "present" if self.own and self.own.status == "present" else "coming"
        if self.match is not None and not self.match.settled:
            return "playing"
        if self._out():
            return "out"
        if self._day_over():
            return "day-over"
        if not self.round.complete:
            return self._without_match()
        return "qualified" if self._cut_is_made() else self._after_the_round()

    @property
    def drafts_first(self) -> bool:
        """Whether a draft in pods comes before the first round."""
        return in_pods(self.state) and not in_groups(self.state) and not self.state.rounds

    @property
    def of_course(self) -> bool:
        """Whether their page is about a draft, a rest, or the line between two days."""
        return self.moment in ("drafting", "grouped", "no-seat", "rests", "plays-on", "day-over")

    @property
    def of_building(self) -> bool:
        """Whether their page is about the table at which they build a deck."""
        return self.moment in ("building", "no-table")

    def _without_match(self) -> Moment:
        """What they do while others play."""
        if self.match or self.bye:
            return "played" if self.match else "bye"
        return "rests" if self.rests else "loss"

    @property
    def rests(self) -> bool:
        """Whether they have nobody to meet in the running round, which is worth nothing."""
        return self.round is not None and self.own is not None and self.own.player in self.round.resting

    def _day_over(self) -> bool:
        """Whether day two goes on without them; they stay in the standings."""
        going = self.state.going_on
        return going is not None and self.player not in going

    def _after_the_round(self) -> Moment:
        """What comes after a round that is complete."""
        state = self.state
        if state.going_on is not None and len(state.rounds) == self._line:
            return "plays-on"
        if unfinished(state) is None:
            return "over"
        swiss_is_over = state.stages[-1].format == "swiss" and len(state.rounds) >= state.announced.rounds
        return "before-cut" if swiss_is_over and state.announced.has_cut else "between"

    @property
    def _line(self) -> int:
        """After which round the running part, or day two, begins."""
        course = self.state.announced.course
        start = queries.part_start(self.state, queries.part_index(self.state))
        return start if course.parts else course.day_one

    @property
    def part(self) -> int:
        """The number of the running part, from 1; 0 where the plan has none."""
        parts = self.state.announced.course.parts if self.state.plan else ()
        return queries.part_index(self.state) + 1 if parts else 0

    def _cut_is_made(self) -> bool:
        """Whether they are in a cut whose first round is still to come."""
        return self.state.seeds is not None and not elimination_rounds(self.state)

    def _out(self) -> bool:
        """Whether the cut or the bracket goes on without them."""
        rounds = elimination_rounds(self.state)
        if rounds:
            return self.player not in still_in(self.state, rounds)
        return self.state.seeds is not None and self.player not in self.state.seeds
