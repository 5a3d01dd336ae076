"""The open calls of a tournament as staff see them: who asks for what, for how long, and letting somebody back in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from muster.app.common.access import Actor
from muster.app.floor import calls
from muster.app.floor.calls import Waiting
from muster.app.history.submitting import submit
from muster.app.people.player_sheet import Consequence, on_rejoin
from muster.core.ids import Naming, PlayerId, TableNo
from muster.core.messages import Message, say
from muster.core.tournament import queries
from muster.core.tournament.commands import RejoinPlayer
from muster.core.tournament.refusals import Refusal
from muster.journal.store import Snapshot
from muster.people.models import Call


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call for the desk.

    Attributes:
        call: who asks for what.
        since: for how long they have been waiting, in words.
        would: for somebody who wants to come back: what that comes to.
    """

    call: Waiting
    since: Message
    would: Consequence | None = None


def open_calls(snapshot: Snapshot, name: Naming, now: datetime) -> list[OpenCall]:
    """The open calls of a tournament, the longest waiting first; of who conceded, as long as nothing is reported."""
    return [
        OpenCall(one, waiting_words(one.at, now), _would(snapshot, one, name))
        for one in calls.waiting(snapshot.tournament)
        if one.kind != "conceded" or _plays_on(snapshot, one)
    ]


def _plays_on(snapshot: Snapshot, call: Waiting) -> bool:
    round_ = queries.current_round(snapshot.state)
    match = (
        round_.matches.get(TableNo(call.table or 0)) if round_ and round_.number == call.round_no else None
    )
    return match is not None and match.status == "open" and call.player in match.pairing.players


def waiting_words(since: datetime, now: datetime) -> Message:
    """For how long somebody has been waiting: `since 3 min`."""
    minutes = max(0, int((now - since).total_seconds()) // 60)
    if not minutes:
        return say("just now")
    return say("since {minutes} min", minutes=minutes)


def _would(snapshot: Snapshot, call: Waiting, name: Naming) -> Consequence | None:
    player = PlayerId(call.player or 0)
    known = call.kind == "rejoin" and player in snapshot.state.players
    return on_rejoin(snapshot, player, name) if known else None


def let_in(tournament: int, call: int, actor: Actor, *, key: str | None = None) -> Refusal | None:
    """Take the player of a call back into the tournament, and close the call.

    Returns:
        None when they are back, else why not: the call stays open.

    Raises:
        DeniedError: they may not take players back.
    """
    actor.must("people")
    row = Call.objects.filter(tournament=tournament, pk=call, kind="rejoin").select_related("entry").first()
    if row is None or row.entry.player is None:
        return Refusal("nothing-recorded", say("This call is dealt with already, or was taken back."))
    if row.closed_at is None:
        answer = submit(tournament, RejoinPlayer(PlayerId(row.entry.player)), actor, key=key)
        if isinstance(answer, Refusal):
            return answer
        calls.close(tournament, call, actor)
    return None
