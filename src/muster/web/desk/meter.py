"""What stands at the end of the desk's bar: which round it is, and its clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from muster.app.events.overview import rounds_planned
from muster.app.floor.round_clock import RoundClock
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.state import State

MOST_DOTS: Final = 12
"""Rounds that have a dot each; of more, the number alone is told."""

Dot = Literal["done", "now", "later"]


@dataclass(frozen=True, slots=True)
class Meter:
    """How far the day is.

    Attributes:
        round_no: the round shown last, counted within its stage; 0 before the first.
        rounds: how many there are; 0 where that is not fixed, as in an elimination.
        over: it is played.
        clock: its clock, if it runs or is held.
    """

    round_no: int
    rounds: int
    over: bool
    clock: RoundClock | None

    @property
    def dots(self) -> tuple[Dot, ...]:
        """A dot for each round."""
        done = self.round_no if self.over else self.round_no - 1
        found: list[Dot] = ["done"] * max(0, done)
        found += ["now"] if self.round_no > done >= 0 else []
        found += ["later"] * (self.rounds - len(found))
        return tuple(found) if 0 < self.rounds <= MOST_DOTS else ()


def meter(state: State, clock: RoundClock | None) -> Meter:
    """How far the day is."""
    bracket = queries.in_bracket(state)
    played = elimination_rounds(state) if bracket else queries.swiss_rounds(state)
    rounds = 0 if bracket else max(rounds_planned(state), len(played))
    return Meter(len(played), rounds, bool(played) and state.rounds[-1].complete, clock)
