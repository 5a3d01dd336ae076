"""One player of one tournament, as they stand: where they sit, whom they meet, and what they may do now.

Everything a player does is built from their own entry: a form can say which match it was made for, and is refused
if that is not theirs any more, but it can never name another player or another table.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Final, Literal

from django.utils import timezone

from muster.app.common.access import PLAYING, Actor
from muster.app.rounds.building import building, own_building
from muster.app.rounds.cards import found_by
from muster.app.rounds.pods import in_groups, in_pods, own_seat, seated_in_pods
from muster.core.ids import PlayerId, RoundNo, TableSeat
from muster.core.messages import NOTHING, Message
from muster.core.tournament import facts, queries
from muster.core.tournament.commands import RejoinPlayer
from muster.core.tournament.elimination import elimination_rounds, still_in
from muster.core.tournament.engine import decide
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Bye, Match, Pairing, Player, Round, State
from muster.journal import store
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

CHECK_IN_OPENS: Final = timedelta(hours=12)
"""How long before the event begins players may say that they are there."""

GRACE: Final = timedelta(minutes=10)
"""How long a player can take their own drop back without asking anybody."""


@dataclass(frozen=True)
class Playing:
    """A player at one moment.

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

    @property
    def may_report(self) -> bool:
        """Whether they may say anything about the result of their match: it is theirs and not settled for good."""
        match = self.match
        return (
            self._speaks
            and match is not None
            and match.status in ("open", "reported")
            and not (match.report is None and match.outcome is not None)
        )

    @property
    def _speaks(self) -> bool:
        """Whether players have a say about results here, and this one still has."""
        return self.entry.tournament.self_report and self.moment not in ("finished", "disqualified")

    @property
    def seated(self) -> bool:
        """Whether the table is what the page is about: their match runs, or others of the round still do."""
        return self.moment in ("playing", "played") or (self.moment == "dropped" and self.must_finish_first)

    @property
    def may_concede(self) -> bool:
        """Whether they may concede: nobody has said yet how their match ended.

        At a table of three or four the others play on, and nothing is reported by it.
        """
        match = self.match
        if match is None or match.status != "open" or match.outcome is not None:
            return False
        return self.may_report or (self.at_table and self.moment not in ("finished", "disqualified"))

    @property
    def may_agree(self) -> bool:
        """Whether another's word waits for theirs; after a dispute whoever began it may still come round."""
        match = self.match
        if match is None or match.report is None or self.reported_by_me or not self._speaks:
            return False
        if match.status == "disputed":
            return match.denied_by == self.player
        return match.status == "reported" and not self.has_agreed

    @property
    def has_agreed(self) -> bool:
        """Whether they have confirmed the report of their table, which others have yet to."""
        return self.match is not None and self.match.status == "reported" and self.player in self.match.agreed

    @property
    def may_call(self) -> bool:
        """Whether there is a table to call a judge to."""
        running = self.round is not None and not self.round.complete
        return running and self.match is not None and self.state.places is None

    @property
    def bracket(self) -> bool:
        """Whether there is a bracket: the cut is made, or elimination is under way."""
        state = self.state
        return state.seeds is not None or (bool(state.stages) and state.stages[-1].format == "elimination")

    @property
    def check_in_opens(self) -> datetime:
        """From when on they may say that they are there."""
        return self.entry.tournament.event.opens_at - CHECK_IN_OPENS

    @property
    def may_check_in(self) -> bool:
        """Whether they may say now that they are there: on the day, before the first round."""
        return (
            self.moment == "coming"
            and self.entry.tournament.self_check_in
            and self.entry.tournament.event.cancelled_at is None
            and self.now >= self.check_in_opens
        )

    @property
    def must_finish_first(self) -> bool:
        """Whether a match of theirs is still open, so that they have to end or concede it before they leave."""
        return self.match is not None and not self.match.settled and self.state.places is None

    @property
    def may_drop(self) -> bool:
        """Whether they may leave the tournament now by their own hand."""
        if self.moment == "waiting":
            return True
        staying = self.own is not None and queries.present(self.own)
        return (
            staying
            and self.state.places is None
            and self.moment not in ("out", "day-over")
            and not self.must_finish_first
        )

    @cached_property
    def dropped_at(self) -> datetime | None:
        """When they dropped by their own hand, if their latest leaving was that."""
        if self.own is None or self.own.status != "dropped":
            return None
        for entry, mark in zip(reversed(self.snapshot.entries), reversed(self.snapshot.marks), strict=True):
            if isinstance(entry.fact, facts.PlayerDropped) and entry.fact.player == self.own.player:
                return mark.at if mark.who == self.actor.who else None
        return None

    @cached_property
    def may_come_back(self) -> bool:
        """Whether they may take their drop back without asking: soon after it, and before the next round."""
        own = self.own
        return (
            self.dropped_at is not None
            and own is not None
            and own.left_after == len(self.state.rounds)
            and self.now - self.dropped_at <= GRACE
            and self._was_here()
            and self._can_rejoin()
        )

    def _was_here(self) -> bool:
        """Whether they were checked in or played: whoever comes back counts as present."""
        return bool(self.state.stages) or any(
            isinstance(entry.fact, facts.PlayerCheckedIn) and entry.fact.player == self.player
            for entry in self.snapshot.entries
        )

    @property
    def may_ask_to_rejoin(self) -> bool:
        """Whether asking the desk to be let in again could be of any use."""
        return self.moment == "dropped" and self._can_rejoin()

    def _can_rejoin(self) -> bool:
        """Whether the rules let them in again."""
        own = self.own
        return own is not None and not isinstance(decide(self.state, RejoinPlayer(own.player)), Refusal)


def playing(entry: Entry) -> Playing:
    """The player of this entry as they stand now."""
    return Playing(entry, store.load(entry.tournament_id), timezone.now())


def meeting_of(round_no: RoundNo, pairing: Pairing) -> str:
    """A short text for one match of one round: who meets whom where. Forms carry it."""
    return sha256(repr((round_no, pairing.table, pairing.players)).encode()).hexdigest()[:16]
