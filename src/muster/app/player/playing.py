"""What one player of one tournament may do now.

Everything a player does is built from their own entry: a form can say which match it was made for, and is refused
if that is not theirs any more, but it can never name another player or another table.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Final

from django.utils import timezone

from muster.app.player.moment import AtMoment
from muster.core.ids import RoundNo
from muster.core.tournament import facts, queries
from muster.core.tournament.commands import RejoinPlayer
from muster.core.tournament.engine import decide
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Pairing
from muster.journal import store
from muster.people.models import Entry

CHECK_IN_OPENS: Final = timedelta(hours=12)
"""How long before the event begins players may say that they are there."""

GRACE: Final = timedelta(minutes=10)
"""How long a player can take their own drop back without asking anybody."""


@dataclass(frozen=True)
class Playing(AtMoment):
    """A player at one moment, with what they may do."""

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
