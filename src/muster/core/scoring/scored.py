"""What a report comes to: what it was worth and step by step why, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeVar

from muster.core.ids import SEATS, Seat, TableSeat
from muster.core.messages import Message, figure, listing, of_rules, say
from muster.core.outcomes import Outcome, SideOutcome
from muster.rules.basis import ClauseId
from muster.rules.schema import EndId, Regulations

T = TypeVar("T")

MOST: Final = 1_000_000
"""No game comes near this many points, tokens or HP; more is a slip of the keyboard."""

MOST_TEXT: Final = figure(MOST)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a report.

    Attributes:
        field: the report's field, such as `winner` or `scores.destroyed`; `report` for the whole of it.
        message: what is wrong and what to do about it.
        clause: the clause it rests on, if any.
    """

    field: str
    message: Message
    clause: str | None = None


def end_problems(end: EndId, regulations: Regulations, known: Iterable[EndId]) -> list[Problem]:
    """Refuse a way of ending that the regulations do not name or their way of scoring does not know."""
    offered = {each.id: of_rules(each.name) for each in regulations.ends if each.id in known}
    if end in offered:
        return []
    names = listing(offered.values(), "plain")
    return [Problem("end", say("A match cannot end like that here. Choose one of: {ends}.", ends=names))]


def count_problems(field: str, values: Iterable[object], says: Message) -> list[Problem]:
    """Refuse what is not a whole number from 0 to `MOST`; one problem for the field at most."""
    if all(type(value) is int and 0 <= value <= MOST for value in values):
        return []
    return [Problem(field, says)]


def seat_problems(**fields: object) -> list[Problem]:
    """Refuse what is neither a seat nor left out, field by field."""
    return [
        Problem(field, say("Choose one of the two players of this match, or leave it empty."))
        for field, seat in fields.items()
        if seat is not None and (type(seat) is not int or seat not in SEATS)
    ]


def surplus_culprit(by: object, asked: bool) -> list[Problem]:
    """Refuse `by` where the match did not end against one of the players."""
    if asked or by is None:
        return []
    return [Problem("by", say("Nobody conceded, was absent or was given a loss here: leave this empty."))]


def contradictions(given: Seat | None, winner: Seat | None, clause: str) -> list[Problem]:
    """Refuse a winner who is not the one that follows from the rest of the report."""
    if given not in SEATS or given == winner:
        return []
    if winner is None:
        says = say("By the rest of this report nobody wins this match. Correct the winner or the rest.")
    else:
        says = say("By the rest of this report the other player wins. Correct the winner or the rest.")
    return [Problem("winner", says, clause)]


def blocked(problems: Iterable[Problem], decisive: Iterable[str]) -> bool:
    """Whether something is wrong with a field that the decision rests on, so that deciding has no meaning."""
    return any(problem.field in ("end", *decisive) for problem in problems)


Stage = Literal["swiss", "elimination"]


@dataclass(frozen=True, slots=True)
class ScoringStep:
    """One step of the calculation.

    Attributes:
        says: the step, with `{winner}` and `{loser}` for the players it names, or `{players}` at a table.
        clause: the clause it rests on.
        winner: which of them is the winner; None if it names nobody.
        seats: at a table of three or four, who the step is about.
    """

    says: Message
    clause: ClauseId
    winner: Seat | None = None
    seats: tuple[TableSeat, ...] = ()

    def words(self, names: tuple[str, ...]) -> Message:
        """The step with the players' names in it."""
        if self.seats:
            players = listing(names[seat] for seat in self.seats)
            return replace(self.says, args={**self.says.args, "players": players})
        if self.winner is None:
            return self.says
        winner, loser = own_first(self.winner, names)
        return replace(self.says, args={**self.says.args, "winner": winner, "loser": loser})


def own_first(seat: Seat, both: tuple[T, ...]) -> tuple[T, T]:
    """What both players have as one of them sees it: their own first."""
    return (both[0], both[1]) if seat == 0 else (both[1], both[0])


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
    return Outcome(own_first(winner, (win, loss)), winner)


def undecided(sides: tuple[SideOutcome, SideOutcome]) -> Outcome:
    """The outcome of a match that nobody won."""
    return Outcome(sides, None)
