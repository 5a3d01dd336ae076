"""Tables of penalties: what a judge gives for which offence, the first time and again.

The regulations that Muster knows leave penalties to other documents (`C5`, `C8`), so a table is a file of its own,
and an organiser may have another one for a tournament.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from muster.core.messages import Message, say
from muster.rules.basis import MOST, ClauseId, Key, NonNegativeInt, Part, PositiveInt, Words
from muster.rules.mistakes import Way

PenaltyKindId = Literal[
    "reminder",
    "penalty-point",
    "warning",
    "normal-warning",
    "hard-warning",
    "game-loss",
    "match-loss",
    "disqualification",
]
"""Every kind of penalty there is, the lightest first."""

KINDS: Final[tuple[PenaltyKindId, ...]] = get_args(PenaltyKindId)

Short = Annotated[str, Field(min_length=1, max_length=40)]


class PenaltyKind(Part):
    """A penalty the table knows: `says` tells what it means for the player."""

    id: PenaltyKindId
    name: Words
    says: Words


class Instead(Part):
    """Another penalty than the usual one, and `when` to give it, as it follows `instead, where`."""

    when: Words
    kind: PenaltyKindId


class PenaltyStep(Part):
    """What is given from so often on.

    Attributes:
        kind: the penalty.
        offence: from which offence of this category in the event on, counted from 1.
        minutes: only from so many minutes late on; always if none.
        instead: what a judge may give in its place.
    """

    kind: PenaltyKindId
    offence: PositiveInt = 1
    minutes: PositiveInt | None = None
    instead: Annotated[tuple[Instead, ...], Field(max_length=len(KINDS))] = ()


class PenaltyCategory(Part):
    """A sort of offence.

    Attributes:
        id: by which records name it.
        name: its heading.
        what: what belongs to it, in words.
        reading: which of our readings it rests on; empty for an organiser's own.
        source: where that was read, in words.
        clause: a clause of the regulations that says it, if one does.
        extension: the most minutes of time extension that go with it; 0 for none.
        steps: what is given, at first and later.
    """

    id: Key
    name: Words
    what: Words
    reading: Short | None = None
    source: Words
    clause: ClauseId | None = None
    extension: NonNegativeInt = 0
    steps: Annotated[tuple[PenaltyStep, ...], Field(min_length=1, max_length=len(KINDS))]


class PenaltyTable(Part):
    """All penalties and offences of one table.

    Attributes:
        id: its name; `own` for an organiser's.
        name: its heading.
        source: what the whole rests on, in words.
        regulations: the ids of the regulations that use it unless an organiser says otherwise.
        kinds: the penalties it knows, the lightest first.
        categories: the offences.
    """

    id: Key
    name: Words
    source: Words
    regulations: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()
    kinds: Annotated[tuple[PenaltyKind, ...], Field(min_length=1, max_length=len(KINDS))]
    categories: Annotated[tuple[PenaltyCategory, ...], Field(min_length=1, max_length=MOST)]

    def category(self, category_id: str) -> PenaltyCategory:
        """The offence of this id.

        Raises:
            LookupError: the table has none; the message lists those it has.
        """
        for each in self.categories:
            if each.id == category_id:
                return each
        known = ", ".join(each.id for each in self.categories)
        raise LookupError(f"there is no offence `{category_id[:60]}` in this table; known are {known}")

    def kind(self, kind_id: str) -> PenaltyKind:
        """The penalty of this id.

        Raises:
            LookupError: the table has none; the message lists those it has.
        """
        for each in self.kinds:
            if each.id == kind_id:
                return each
        known = ", ".join(each.id for each in self.kinds)
        raise LookupError(f"there is no penalty `{kind_id[:60]}` in this table; known are {known}")


def weight(kind: PenaltyKindId) -> int:
    """How heavy a penalty is, for comparing; the lightest is 0."""
    return KINDS.index(kind)


def misfits(table: PenaltyTable) -> Iterator[tuple[Way, Message]]:
    """What a well-formed table can still get wrong, each with the way to it."""
    yield from _again("kinds", [each.id for each in table.kinds])
    yield from _again("categories", [each.id for each in table.categories])
    for place, (one, two) in enumerate(zip(table.kinds, table.kinds[1:], strict=False), start=1):
        if weight(one.id) > weight(two.id):
            says = say(
                "`{kind}` is lighter than `{before}`; list the lightest first", kind=two.id, before=one.id
            )
            yield ("kinds", place, "id"), says
    known = {each.id for each in table.kinds}
    for at, category in enumerate(table.categories):
        for way, message in _step_misfits(category.steps, known):
            yield ("categories", at, "steps", *way), message


def _again(name: str, ids: Sequence[str]) -> Iterator[tuple[Way, Message]]:
    for place, each in enumerate(ids):
        if each in ids[:place]:
            yield (name, place, "id"), say("`{id}` is there twice; every id stands once", id=each)


def _step_misfits(steps: Sequence[PenaltyStep], known: set[PenaltyKindId]) -> Iterator[tuple[Way, Message]]:
    if steps[0].offence != 1 or steps[0].minutes is not None:
        says = say("the first step is for the first offence, at any time: set it to 1, no `minutes`")
        yield (0, "offence"), says
    for place, step in enumerate(steps):
        for way, kind in _kinds_in(step):
            if kind not in known:
                yield (place, *way), say("`{kind}` is not among the `kinds` of this table", kind=kind)
        if place and weight(step.kind) <= weight(steps[place - 1].kind):
            yield (
                (place, "kind"),
                say("a later step is heavier than the one before; leave it out or change it"),
            )


def _kinds_in(step: PenaltyStep) -> Iterator[tuple[Way, PenaltyKindId]]:
    yield ("kind",), step.kind
    for place, each in enumerate(step.instead):
        yield ("instead", place, "kind"), each.kind
