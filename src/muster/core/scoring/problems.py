"""Why a report cannot be scored: typed, naming the field, in words, with the clause; never just the first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from muster.core.ids import SEATS, Seat
from muster.core.messages import Message, listing, say
from muster.rules.schema import EndId, Regulations

MOST: Final = 1_000_000
"""No game comes near this many points, tokens or HP; more is a slip of the keyboard."""

MOST_TEXT: Final = f"{MOST:,}"


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
    offered = {each.id: each.name for each in regulations.ends if each.id in known}
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
