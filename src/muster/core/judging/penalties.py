"""Which penalty a table suggests for an offence, given what the player did before in this event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from muster.core.messages import Message, say, say_n
from muster.rules.penalties import Instead, PenaltyKindId, PenaltyStep, PenaltyTable, weight

UNCOUNTED: Final[PenaltyKindId] = "reminder"
"""A word to a player is no penalty: it does not count towards the next one."""


@dataclass(frozen=True, slots=True)
class EarlierPenalty:
    """A penalty that was given before and not withdrawn."""

    category: str
    kind: str


@dataclass(frozen=True, slots=True)
class SuggestedPenalty:
    """What the table suggests. A judge may give something else.

    Attributes:
        kind: the penalty.
        offence: the how manieth offence of this category it is in the event.
        message: why, in a sentence.
        instead: what may be given in its place, and when.
        extension: the most minutes of time extension that go with it; 0 for none.
        clause: the clause it rests on, if the regulations have one.
        reading: the reading it rests on.
        source: where that was read, in words.
    """

    kind: PenaltyKindId
    offence: int
    message: Message
    instead: tuple[Instead, ...] = ()
    extension: int = 0
    clause: str | None = None
    reading: str | None = None
    source: str = ""


def suggested(
    table: PenaltyTable, category: str, history: Iterable[EarlierPenalty], *, minutes: int = 0
) -> SuggestedPenalty:
    """The penalty the table has for an offence of this category.

    Args:
        table: the tournament's table of penalties.
        category: the id of the offence.
        history: what the player was given before in the event, whatever for.
        minutes: how many minutes late the player is, where that matters.

    Returns:
        The heaviest step that applies to so many offences and minutes.

    Raises:
        LookupError: the table has no such category.
    """
    found = table.category(category)
    offence = 1 + sum(one.category == category and one.kind != UNCOUNTED for one in history)
    fitting = [each for each in found.steps if each.offence <= offence and (each.minutes or 0) <= minutes]
    step = max(fitting, key=lambda each: weight(each.kind))
    message = _why(table.kind(step.kind).name, step, offence)
    return SuggestedPenalty(
        step.kind, offence, message, step.instead, found.extension, found.clause, found.reading, found.source
    )


def _why(name: str, step: PenaltyStep, offence: int) -> Message:
    penalty = Message(
        name
    )  # of a table that comes along, and then in the reader's language; as typed otherwise
    if step.minutes is not None:
        return say_n(
            "{penalty}: {count} minute late or more.",
            "{penalty}: {count} minutes late or more.",
            step.minutes,
            penalty=penalty,
        )
    if step.offence == 1:
        return say(
            "{penalty}: offence {offence} of this category in the event.", penalty=penalty, offence=offence
        )
    return say(
        "{penalty}: offence {offence} of this category in the event, and from offence {first} on.",
        penalty=penalty,
        offence=offence,
        first=step.offence,
    )
