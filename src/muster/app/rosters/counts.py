"""A count of a table's scores as its form shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from muster.app.rosters.tallying import Count, Force
from muster.core.ids import SEATS, Seat, other


@dataclass(frozen=True, slots=True)
class Side:
    """One player's losses, and what the other scored by them.

    Attributes:
        name: whose losses.
        other: who scored.
        mine: they are those of whoever reads it.
        force: what can be ticked.
        scorer: the other's part of the count, with the field of what they scored besides.
        score: what they scored; None where a figure cannot be read.
    """

    seat: Seat
    name: str
    other: str
    mine: bool
    force: Force
    scorer: Force
    score: int | None


def shown_count(count: Count, names: Sequence[str], me: Seat | None = None) -> dict[str, Any]:
    """The count and its two sides: for a player first what the opponent lost, then their own."""
    order = SEATS if me is None else (other(me), me)
    sides = [
        Side(
            seat,
            names[seat],
            names[other(seat)],
            seat == me,
            count.forces[seat],
            count.forces[other(seat)],
            count.score(other(seat)),
        )
        for seat in order
    ]
    return {"count": count, "sides": sides}
