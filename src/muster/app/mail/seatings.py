"""Telling people where they sit before a round: in a pod of a draft, in a group, at a table to build a deck at.

They are told as of rounds, by the same choice of theirs: whoever sits there has to go somewhere now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from muster.app.rounds.building import building, own_building
from muster.app.rounds.pods import in_groups, own_seat, seated_in_pods
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, say
from muster.core.tournament.facts import BuildingPublished, PodsPublished
from muster.core.tournament.state import State
from muster.journal.store import Snapshot

Called = Callable[[PlayerId], Message]
"""How the others are called in a message."""

SHOWN: Final = ("pods", "building")
"""What a message about them begins with, where one about a round begins with its number."""


@dataclass(frozen=True, slots=True)
class ShownSeats:
    """Seats that are shown: which, and the number and time of the fact that published them."""

    what: str
    seq: int
    at: datetime

    @property
    def about(self) -> str:
        """What a message about them is about; the same seats shown again are another thing."""
        return f"{self.what}@{self.seq}"

    def fresh(self, now: datetime, most: timedelta) -> bool:
        """Whether they have not been shown for longer than this."""
        return now - self.at <= most


def shown_seats(snapshot: Snapshot) -> ShownSeats | None:
    """The seats people are to take now; None once a round of them is out, or where there are none."""
    state = snapshot.state
    if seated_in_pods(state):
        what, kind = "pods", PodsPublished.kind
    elif building(state):
        what, kind = "building", BuildingPublished.kind
    else:
        return None
    seq = next(entry.seq for entry in reversed(snapshot.entries) if entry.fact.kind == kind)
    return ShownSeats(what, seq, snapshot.marks[seq - 1].at)


def seated(state: State) -> frozenset[PlayerId]:
    """Everybody who has such a seat."""
    groups = state.pods if seated_in_pods(state) else state.building
    return frozenset(player for group in groups or () for player in group)


def seat_in_words(state: State, player: PlayerId, name: Called) -> tuple[Message, Message] | None:
    """Where a player sits, and with whom; None for who sits nowhere."""
    if seated_in_pods(state):
        return _in_group(state, player, name) if in_groups(state) else _in_pod(state, player, name)
    own = own_building(state, player)
    if own is None:
        return None
    title = say("Deck building: table {table}", table=own.table)
    if not own.others:
        return title, say("Nobody sits opposite")
    return title, say("You sit with {players}", players=listing(map(name, own.others)))


def _in_pod(state: State, player: PlayerId, name: Called) -> tuple[Message, Message] | None:
    own = own_seat(state, player)
    if own is None:
        return None
    title = say("Draft: pod {pod}, seat {seat}", pod=own.pod, seat=own.seat)
    if own.left is None or own.right is None:
        return title, say("Nobody sits beside you")
    return title, say(
        "On your left {left}, on your right {right}", left=name(own.left), right=name(own.right)
    )


def _in_group(state: State, player: PlayerId, name: Called) -> tuple[Message, Message] | None:
    own = own_seat(state, player)
    if own is None or state.pods is None:
        return None
    others = [one for one in state.pods[own.pod - 1] if one != player]
    return say("Group {group}", group=own.pod), say("With {players}", players=listing(map(name, others)))
