"""A scored match: what it was worth, and step by step why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from muster.core.ids import Seat
from muster.core.messages import Message
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.problems import Problem, blocked, contradictions
from muster.rules.basis import ClauseId

Stage = Literal["swiss", "elimination"]


@dataclass(frozen=True, slots=True)
class ScoringStep:
    """One step of the calculation.

    Attributes:
        says: the step, except who the players are.
        clause: the clause it rests on.
        players: the seats of those it names, by argument of the message.
    """

    says: Message
    clause: ClauseId
    players: tuple[tuple[str, Seat], ...] = ()

    def words(self, names: tuple[str, str]) -> Message:
        """The step with the players' names in it."""
        return replace(self.says, args={**self.says.args, **{who: names[seat] for who, seat in self.players}})


def step(says: Message, clause: ClauseId, **players: Seat) -> ScoringStep:
    """A step that names these players: `step(say("{winner} wins."), clause, winner=0)`."""
    return ScoringStep(says, clause, tuple(players.items()))


Decision = tuple[Seat | None, ScoringStep]
"""Who won (None: nobody) and why."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a report came to."""

    outcome: Outcome
    steps: tuple[ScoringStep, ...]


def scored(
    problems: list[Problem],
    decisive: Iterable[str],
    decide: Callable[[], Decision | Problem],
    given: Seat | None,
    award: Callable[[Seat | None, ScoringStep], Scored],
) -> Scored | tuple[Problem, ...]:
    """The way every report goes: what is wrong with it, who won, does that fit, what is it worth.

    Args:
        problems: what is wrong with the report's fields.
        decisive: the fields without which nobody can say who won.
        decide: says who won and why, or what is missing for that.
        given: the winner the report names.
        award: what the match is worth once the winner is known.
    """
    if blocked(problems, decisive):
        return tuple(problems)
    decided = decide()
    if isinstance(decided, Problem):
        return (*problems, decided)
    winner, why = decided
    wrong = (*problems, *contradictions(given, winner, why.clause))
    return wrong or award(winner, why)


def won(winner: Seat, win: SideOutcome, loss: SideOutcome) -> Outcome:
    """The outcome in which `winner` gets `win` and the opponent `loss`."""
    return Outcome((win, loss) if winner == 0 else (loss, win), winner)


def undecided(sides: tuple[SideOutcome, SideOutcome]) -> Outcome:
    """The outcome of a match that nobody won."""
    return Outcome(sides, None)
