"""A scored match: what it was worth, and step by step why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from muster.core.ids import Seat
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.problems import Problem, blocked, contradictions

Stage = Literal["swiss", "elimination"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reckoning and the clause it rests on.

    In `says` the two players stand as `{0}` and `{1}`, by seat.
    """

    says: str
    clause: str

    def words(self, names: tuple[str, str]) -> str:
        """The step with the players' names in it; braces in a name stay as they are."""
        first, *rest = self.says.split("{0}")
        parts = [part.replace("{1}", names[1]) for part in (first, *rest)]
        return names[0].join(parts)


Decision = tuple[Seat | None, Step]
"""Who won (None: nobody) and why."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a report came to."""

    outcome: Outcome
    steps: tuple[Step, ...]


def reckoned(
    found: list[Problem],
    decisive: Iterable[str],
    decide: Callable[[], Decision | Problem],
    given: Seat | None,
    award: Callable[[Seat | None, Step], Scored],
) -> Scored | tuple[Problem, ...]:
    """The way every report goes: what is wrong with it, who won, does that fit, what is it worth.

    Args:
        found: what is wrong with the report's fields.
        decisive: the fields without which nobody can say who won.
        decide: says who won and why, or what is missing for that.
        given: the winner the report names.
        award: what the match is worth once the winner is known.
    """
    if blocked(found, decisive):
        return tuple(found)
    decided = decide()
    if isinstance(decided, Problem):
        return (*found, decided)
    winner, step = decided
    wrong = (*found, *contradictions(given, winner, step.clause))
    return wrong or award(winner, step)


def won(winner: Seat, win: SideOutcome, loss: SideOutcome) -> Outcome:
    """The outcome in which `winner` gets `win` and the opponent `loss`."""
    return Outcome((win, loss) if winner == 0 else (loss, win), winner)


def undecided(sides: tuple[SideOutcome, SideOutcome]) -> Outcome:
    """The outcome of a match that nobody won."""
    return Outcome(sides, None)


def player(seat: Seat) -> str:
    """How a step names the player in this seat."""
    return "{" + str(seat) + "}"
