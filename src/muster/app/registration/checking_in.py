"""Who is here: checking in, taking that back, and letting the no-shows go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.history.submitting import Done, submit_all
from muster.core.ids import PlayerId
from muster.core.private import Private
from muster.core.tournament import queries
from muster.core.tournament.commands import CheckIn, Command, DropPlayer, Retract
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


def check_in(
    tournament: int, player: PlayerId, actor: Actor, *, key: str | None = None
) -> tuple[Done | Refusal, bool]:
    """Mark somebody as here.

    Returns:
        What is on record now, and whether they had been marked before: two desks at once do no harm.
    """

    def unless_here(state: State) -> Sequence[Command]:
        known = state.players.get(player)
        return () if known is not None and known.status == "present" else (CheckIn(player),)

    answer = submit_all(tournament, unless_here, actor, key=key)
    return answer, isinstance(answer, Done) and (answer.repeated or not answer.entries)


def can_take_back(state: State, player: PlayerId) -> bool:
    """Whether the latest act is this player's check-in, so that undo takes back just that."""
    step = state.undo
    if step is None or step.seq != step.last or player not in step.before.players:
        return False
    before, now = step.before.players[player], state.players[player]
    return before.status == "entered" and now == replace(before, status="present")


def take_back(
    tournament: int, player: PlayerId, actor: Actor, *, key: str | None = None
) -> Done | Refusal | None:
    """Take a wrong check-in back.

    Returns:
        What is on record now; None if something else has been done since, so that it cannot be taken back.
    """

    def latest(state: State) -> Sequence[Command]:
        return (Retract(),) if can_take_back(state, player) else ()

    answer = submit_all(tournament, latest, actor, key=key)
    return None if isinstance(answer, Done) and not answer.entries else answer


def drop_absent(
    tournament: int, players: Collection[PlayerId], reason: Private, actor: Actor, *, key: str | None = None
) -> Done | Refusal:
    """Drop those of these players who are still not here, as one act that undo takes back.

    Whoever has been checked in since the list was made stays.
    """

    def still_absent(state: State) -> Sequence[Command]:
        return [DropPlayer(player, reason) for player in queries.absent(state) if player in players]

    return submit_all(tournament, still_absent, actor, key=key)


def drops_at_start(state: State, opens_at: datetime, reason: Private) -> list[DropPlayer]:
    """Drops for those whom beginning leaves out, who were asked about first; see `absent_at_start`.

    Args:
        state: as it stands.
        opens_at: when the event opens; before it nobody is left out, and beginning is refused while some are missing.
        reason: what is recorded with each drop.
    """
    opened = timezone.now() >= opens_at
    return [DropPlayer(player, reason) for player in queries.absent_at_start(state, opened=opened)]


def before_play(state: State) -> bool:
    """Whether no round has been published, so that whoever leaves was simply not there."""
    return state.setup is not None and not state.rounds and state.places is None
