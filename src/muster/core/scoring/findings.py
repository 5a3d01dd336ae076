"""What an independent look at an outcome finds, and the comparisons that every way of scoring shares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.core.ids import SEATS, Seat, TableSeat
from muster.core.messages import Message, say
from muster.core.outcomes import Outcome, SideOutcome

GIVEN_UP: Final = ("concession", "no-show", "match-loss")
"""Ends by which somebody has given a match up, or has lost it without playing on."""


@dataclass(frozen=True, slots=True)
class OutcomeFinding:
    """One statement of an outcome that does not hold.

    Attributes:
        field: what is wrong, such as `winner` or `sides.1.points`; `report` if it is of the wrong kind.
        message: what it is and what it should be.
        clause: the clause that says so.
    """

    field: str
    message: Message
    clause: str


Findings = Iterator[OutcomeFinding]


def same(field: str, is_now: object, should: object, clause: str) -> Findings:
    """A value that is not what it should be."""
    if is_now != should:
        says = say("It is {value}, and should be {right}.", value=str(is_now), right=str(should))
        yield OutcomeFinding(field, says, clause)


def winner_follows(outcome: Outcome, holds: bool, clause: str) -> Findings:
    """A winner who does not follow from the report."""
    if not holds:
        says = say("{winner} as the winner does not follow from the report.", winner=str(outcome.winner))
        yield OutcomeFinding("winner", says, clause)


def pair_winner(outcome: Outcome) -> Seat | None:
    """The winner of a match of two; nobody where it is somebody who has no seat in it."""
    return next((seat for seat in SEATS if seat == outcome.winner), None)


def side_follows(outcome: Outcome, seat: TableSeat, should: SideOutcome, clause: str) -> Findings:
    """Every number of one side, except the verdict."""
    side, at = outcome.sides[seat], f"sides.{seat}"
    yield from same(f"{at}.points", side.points, should.points, clause)
    yield from same(f"{at}.margin", side.margin, should.margin, clause)
    yield from same(f"{at}.share", side.share, should.share, clause)
    yield from same(f"{at}.averaged", side.averaged, should.averaged, clause)
    yield from same(f"{at}.games", side.games, should.games, clause)
    yield from same(f"{at}.place", side.place, should.place, clause)


def opponent(seat: Seat) -> Seat:
    """Who sits across, in a match of two."""
    return SEATS[1 - seat]
