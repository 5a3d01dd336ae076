"""How the rounds before an elimination go: one kind of round for everybody, or parts that follow one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from muster.core.bracket.cut import CutKind
from muster.core.pairing.pods import FEWEST, Deal, pod_sizes
from muster.core.pairing.round_robin import rounds_of

PairedBy = Literal["swiss", "round-robin", "double-round-robin", "pods"]
"""How rounds before a cut are paired: by the standings; everybody with everybody, once or twice; or by the standings
inside closed groups, the pods of a draft."""

PartPairedBy = Literal["swiss", "round-robin", "double-round-robin", "pods", "groups"]
"""How the rounds of a part are paired: as in `PairedBy`, or everybody with everybody inside groups."""

EntryKind = Literal["everybody"] | CutKind
"""Who comes into a part: everybody, or as a cut chooses."""

Carry = Literal["whole", "half", "none"]
"""What the points that somebody brings into a part count there (`F29`): all, half of them rounded up, or nothing."""

ROBINS: Final = ("round-robin", "double-round-robin")

CLOSED: Final = ("pods", "groups")
"""What is played inside closed groups that are drawn first."""

FEWEST_IN_GROUP: Final = 3
"""Players of the smallest group in which everybody meets everybody."""

USUAL_GROUP: Final = 4
"""Players of a group, where nobody says otherwise: four and three alike are done after three rounds."""

MOST_PARTS: Final = 4


@dataclass(frozen=True, slots=True)
class CoursePart:
    """Rounds that are paired in one way for those who come into them.

    Attributes:
        paired: how they are paired.
        rounds: how many there are; of a round robin and of groups as many as they need, as far as that is known.
        entry: who comes in, by the standings of the part before.
        number: the places, points or losses that the entry speaks of; 0 for everybody.
        deal: who comes into which pod or group.
        size: how many are in a group, about.
        day: the day of the event on which it is played.
        carry: what points of the parts before count in it.
    """

    paired: PartPairedBy = "swiss"
    rounds: int = 0
    entry: EntryKind = "everybody"
    number: int = 0
    deal: Deal = "drawn"
    size: int = 0
    day: int = 1
    carry: Annotated[Carry, Field(exclude_if=lambda value: value == "whole")] = "whole"

    @property
    def robin(self) -> bool:
        """Whether all who are in it meet each other."""
        return self.paired in ROBINS

    @property
    def closed(self) -> bool:
        """Whether it is played inside pods or groups."""
        return self.paired in CLOSED

    @property
    def as_needed(self) -> bool:
        """Whether the number of its rounds follows from who plays."""
        return self.robin or self.paired == "groups"


@dataclass(frozen=True, slots=True)
class Course:
    """How the rounds before a cut go.

    Attributes:
        paired: how they are paired, where there are no parts.
        day_one: after so many rounds only some go on, on another day or the same; 0 where everybody plays all of them.
        points: they go on who have at least so many points then.
        parts: the parts that follow one another; none where all is one kind.
    """

    paired: PairedBy = "swiss"
    day_one: int = 0
    points: int = 0
    parts: Annotated[tuple[CoursePart, ...], Field(exclude_if=lambda value: not value)] = ()

    @property
    def robin(self) -> bool:
        """Whether everybody meets everybody, in rounds of one kind."""
        return self.paired in ROBINS and not self.parts


ONE_SWISS: Final = Course()
"""Swiss rounds that everybody plays."""

OfCourse: TypeAlias = Annotated[Course, Field(exclude_if=lambda value: value == ONE_SWISS)]
"""As a fact has it: what was recorded before there were others says nothing of it."""


def parts_of(course: Course, rounds: int) -> tuple[CoursePart, ...]:
    """The parts of a course of so many rounds; what is of one kind is one, whoever plays on after its first day."""
    return course.parts or (CoursePart(course.paired, rounds),)


def group_sizes(players: int, size: int) -> tuple[int, ...]:
    """The sizes of groups of about so many, the largest first: as even as can be, none of fewer than three.

    Raises:
        ValueError: there are too few players for a group.
    """
    if players < FEWEST_IN_GROUP:
        raise ValueError(f"a group is of at least {FEWEST_IN_GROUP} players")
    groups = max(1, min(-(-players // size), players // FEWEST_IN_GROUP))
    least, larger = divmod(players, groups)
    return tuple(least + (at < larger) for at in range(groups))


def usual_sizes(part: CoursePart, players: int) -> tuple[int, ...]:
    """The sizes of the pods (`F16`) or groups of so many players.

    Raises:
        ValueError: there are too few players for one.
    """
    return group_sizes(players, part.size) if part.paired == "groups" else pod_sizes(players)


def fewest_of(part: CoursePart) -> int:
    """Players of the smallest pod or group."""
    return FEWEST_IN_GROUP if part.paired == "groups" else FEWEST


def coming(parts: Sequence[CoursePart], attendance: int) -> Iterator[int | None]:
    """How many play in each part, if so many are there; None where that rests on results."""
    before: int | None = attendance
    sizes: tuple[int, ...] | None = None
    for part in parts:
        if part.entry == "top":
            before = part.number if before is None else min(part.number, before)
        elif part.entry == "best-of-groups":
            before = None if sizes is None else sum(min(part.number, size) for size in sizes)
        elif part.entry != "everybody":
            before = None
        yield before
        enough = before is not None and before >= fewest_of(part)
        sizes = usual_sizes(part, before) if part.closed and enough and before is not None else None


def resolved(course: Course, attendance: int) -> Course:
    """The course with the rounds that its round robins and groups need, if so many are there."""
    parts = tuple(
        replace(part, rounds=rounds_needed(part, players))
        for part, players in zip(course.parts, coming(course.parts, attendance), strict=True)
    )
    return replace(course, parts=parts)


def rounds_needed(part: CoursePart, players: int | None) -> int:
    """How many rounds a part has that so many play in; None where it is not known how many."""
    if part.robin:
        return rounds_of(max(2, players or 2), double=part.paired == "double-round-robin")
    if part.paired == "groups":
        known = players is not None and players >= FEWEST_IN_GROUP
        return group_rounds(
            group_sizes(players, part.size) if known and players is not None else (part.size,)
        )
    return part.rounds


def group_rounds(sizes: Sequence[int]) -> int:
    """How many rounds groups of these sizes need."""
    return rounds_of(max(sizes))


def with_rounds(course: Course, at: int, rounds: int) -> Course:
    """The course with so many rounds in the part of this index."""
    parts = (replace(part, rounds=rounds) if index == at else part for index, part in enumerate(course.parts))
    return replace(course, parts=tuple(parts))
