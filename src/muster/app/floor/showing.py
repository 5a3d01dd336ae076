"""Showing a draft to the players: with its clock or without, as the organiser did last time."""

from __future__ import annotations

from typing import Final

from muster.app.common.access import Actor
from muster.app.floor.clocks import start_usual
from muster.app.floor.round_times import minutes_ahead
from muster.app.history.submitting import Done, submit_all
from muster.core.tournament.commands import Command, PublishRound, StartRound
from muster.core.tournament.facts import RoundPublished, RoundStarted
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal.store import Snapshot

REVIEW: Final = "SWU-REV-1"
"""Where players of the cut look at each other's list before the first game."""


def reviews_lists(state: State) -> bool:
    """Whether players look at each other's list once the next round is shown, before its first game (`SWU-REV-1`)."""
    return (
        bool(state.stages)
        and state.stages[-1].format == "elimination"
        and REVIEW in state.regulations.clauses
    )


def starts_clock(snapshot: Snapshot) -> bool:
    """Whether the round shown last began in the same act; so it is offered before the first, too.

    The journal itself remembers the choice: no setting has to be kept beside it. Where lists are looked at first, the
    clock waits for that, whatever was done before.
    """
    if reviews_lists(snapshot.state):
        return False
    for entry in reversed(snapshot.entries):
        if isinstance(entry.fact, RoundPublished):
            act = snapshot.act(snapshot.marks[entry.seq - 1].act)
            return any(isinstance(one.fact, RoundStarted) for one in act)
    return True


def show_round(
    snapshot: Snapshot, actor: Actor, *, clock: bool, expected_version: int, key: str | None = None
) -> tuple[Done | Refusal, Refusal | None]:
    """Show the proposed round to the players and, if asked, say in the same act that play begins, and start its clock.

    A round without a match, or without a time in the regulations, has no clock to be started.

    Returns:
        What came of showing it, and why the clock was not started, if it was to be.

    Raises:
        DeniedError: the actor's role may not do this.
    """
    proposal = snapshot.state.proposal
    played = proposal is not None and bool(proposal.sheet.pairings)
    begins = clock and played and minutes_ahead(snapshot.state) is not None

    def asked(state: State) -> list[Command]:
        del state  # `expected_version` makes sure that it is the snapshot's
        return [PublishRound(), StartRound()] if begins else [PublishRound()]

    answer = submit_all(snapshot.tournament, asked, actor, expected_version=expected_version, key=key)
    if isinstance(answer, Refusal) or not begins:
        return answer, None
    return answer, start_usual(snapshot.tournament, actor, answer.snapshot.state, key=key)
