"""Where a player sits in the pods of a draft, and where they pass their packs, as their page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.app.floor.timers import ShownTimer
from muster.app.player.setting_up import drafts
from muster.app.rounds.pods import OwnSeat
from muster.core.ids import Naming
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class PodPlace:
    """A player's place in a pod.

    Attributes:
        pod: which pod.
        seat: which seat, clockwise.
        seats: how many there are.
        left: who sits on the left; empty where nobody else is left.
        right: who sits on the right.
        clause: where the regulations say how leaders and packs are passed; empty where they say nothing.
        step: what is timed now, if anything: `leaders`, `pack-1`, `pack-2`, `pack-3`.
    """

    pod: int | str
    seat: int | str
    seats: int
    left: str
    right: str
    clause: str
    step: str = ""


def pod_place(state: State, seat: OwnSeat, name: Naming, timers: Sequence[ShownTimer]) -> PodPlace:
    """The place with the names of the neighbours."""
    left = "" if seat.left is None else name(seat.left)
    right = "" if seat.right is None else name(seat.right)
    told = drafts(state)
    step = next((one.kind for one in timers if one.pick and one.kind != "draft"), "")
    return PodPlace(seat.pod, seat.seat, seat.seats, left, right, told[0].clause if told else "", step)
