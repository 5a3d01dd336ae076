"""What a match was worth: the values that scoring makes, facts carry and standings read."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from muster.core.ids import PlayerId, RoundNo, TableSeat

Verdict = Literal["win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class SideOutcome:
    """What one round gave one player.

    Attributes:
        verdict: won, lost or drawn; a bye is won, an unpaired or awarded loss is lost.
        points: tournament points, or match points where the game calls them so.
        margin: margin of victory in force points, where the game has one; 0 for the loser.
        share: margin of victory as this player's share of the victory points (0 to 1), where the game has
            one and it was really played for; otherwise None.
        averaged: the share is the average of the player's other games (it moves with each round).
        games: games won, lost and drawn inside the match.
        place: where they came at a table of three or four, from 1, the best of those shared; None in a match of two.
    """

    verdict: Verdict
    points: int
    margin: int = 0
    share: Fraction | None = None
    averaged: bool = False
    games: tuple[int, int, int] = (0, 0, 0)
    # What was recorded before there were such tables says nothing of it.
    place: Annotated[int | None, Field(exclude_if=lambda value: value is None)] = None


def verdict_between(own: SideOutcome, theirs: SideOutcome) -> Verdict:
    """How a match ended for one of two who were in it: at a table of three or four by their places."""
    if own.place is None or theirs.place is None:
        return own.verdict
    return "draw" if own.place == theirs.place else "win" if own.place < theirs.place else "loss"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a match gave its players, two or more, in the order of their seats.

    `winner` is None for a draw, a double loss, and a first place that is shared.
    """

    sides: tuple[SideOutcome, ...]
    winner: TableSeat | None

    @property
    def pair(self) -> tuple[SideOutcome, SideOutcome]:
        """The sides of a match of two.

        Raises:
            ValueError: it is of more.
        """
        one, two = self.sides
        return one, two


RoundKind = Literal["match", "bye", "loss"]


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round in which a player took part, as standings see it.

    `kind` is `match` (there was an opponent, who may not have come), `bye`, or `loss` (an unpaired or awarded
    loss, without an opponent). `opponents` is everybody else at the table: one in a match of two, two or three at a
    table of three or four. Rounds after a drop are simply absent.
    """

    round_no: RoundNo
    kind: RoundKind
    side: SideOutcome
    opponents: tuple[PlayerId, ...] = ()
