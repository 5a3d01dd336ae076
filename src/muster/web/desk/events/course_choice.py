"""The plain choice of how the rounds go, for the forms that set a tournament up and that change its plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from muster.core.bracket.cut import CutKind
from muster.core.messages import Message, say
from muster.core.pairing.pods import Deal
from muster.core.points import typed_points
from muster.core.tournament.chains import CHAINS
from muster.core.tournament.course import (
    CLOSED,
    MOST_PARTS,
    ONE_SWISS,
    ROBINS,
    USUAL_GROUP,
    Carry,
    Course,
    CoursePart,
    EntryKind,
    PartPairedBy,
)
from muster.exchange.whole import whole_number
from muster.rules.schema import Regulations

CourseId = Literal["swiss", "round-robin", "double-round-robin", "pods", "two-days", "parts"]
"""What is chosen: how rounds are paired, Swiss rounds on two days, or parts one after another; or the id of one of the
ready-made `CHAINS`."""

_WORDS: Final[Mapping[CourseId, Message]] = {
    "swiss": say("Swiss rounds"),
    "round-robin": say("Everybody meets everybody once"),
    "double-round-robin": say("Everybody meets everybody twice"),
    "pods": say("A draft in pods, rounds inside the pods"),
    "two-days": say("Swiss rounds on two days: after day one some play on"),
    "parts": say("Parts of your own, one after another"),
}

PAIRED: Final[Mapping[PartPairedBy, Message]] = {
    "swiss": say("Swiss rounds"),
    "pods": say("A draft in pods"),
    "groups": say("Groups, everybody meets everybody"),
    "round-robin": say("Everybody meets everybody once"),
    "double-round-robin": say("Everybody meets everybody twice"),
}
"""How the rounds of a part are paired, to choose from."""

ENTRIES: Final[Mapping[EntryKind, Message]] = {
    "everybody": say("everybody"),
    "top": say("the best so many"),
    "top-with-ties": say("the best so many, and everybody equal to the last of them"),
    "at-least-points": say("everybody with at least so many points"),
    "at-most-losses": say("everybody with at most so many losses"),
    "best-of-groups": say("the best so many of every group or pod"),
}
"""Who comes into a part, to choose from."""

DEALS: Final[Mapping[Deal, Message]] = {
    "drawn": say("drawn"),
    "by-rank": say("the best together"),
    "snake": say("the best apart (snake)"),
}
"""Who comes into which pod or group, to choose from."""

CARRIES: Final[Mapping[Carry, Message]] = {
    "whole": say("count on"),
    "half": say("half of them count, rounded up"),
    "none": say("start from zero"),
}
"""What the points won before count in a part, to choose from."""


def choices_of_parts() -> Mapping[str, list[tuple[str, Message]]]:
    """What there is to choose from in a row: how it is paired, who comes in, who into which pod, what points count."""
    return {
        "paired": [*PAIRED.items()],
        "entry": [*ENTRIES.items()],
        "deal": [*DEALS.items()],
        "carry": [*CARRIES.items()],
    }


def courses(rules: Regulations) -> list[tuple[str, Message]]:
    """The courses to choose from, ready-made chains last; one alone where tables of more than two are seated."""
    if rules.scoring.model == "placing":
        return [("swiss", _WORDS["swiss"])]
    return [*_WORDS.items(), *((id_, chain.name) for id_, chain in CHAINS.items())]


def chosen(course: Course) -> CourseId:
    """What a course is in the form."""
    if course.parts:
        return "parts"
    if course.paired == "swiss":
        return "two-days" if course.day_one else "swiss"
    return course.paired


def course_of(
    choice: str, day_one: int | None, points: int | None, parts: Sequence[CoursePart] = ()
) -> Course:
    """The course of a choice; the figures of day one count for two days alone, and parts of one's own for those."""
    if choice in CHAINS:
        return CHAINS[choice].course
    known: tuple[CourseId, ...] = get_args(CourseId)
    one: CourseId = next((each for each in known if each == choice), "swiss")
    if one == "two-days":
        # Without rounds of day one it would be no two days: the engine then asks for the figure at its field.
        return Course("swiss", day_one or -1, points or 0)
    if one == "parts":
        return Course(parts=tuple(parts) or (CoursePart(),))
    return ONE_SWISS if one == "swiss" else Course(one)


def chain_cut(choice: str, kind: CutKind, cut: int | None) -> tuple[CutKind, int | None]:
    """The cut of a choice: as typed; where nothing is, that of a ready-made chain."""
    if choice in CHAINS and cut is None:
        return CHAINS[choice].cut_kind, CHAINS[choice].cut
    return kind, cut


def parts_typed(sent: Mapping[str, Any], rules: Regulations) -> tuple[CoursePart, ...]:
    """The parts in the rows of a form, in their order; a row without a way of pairing is none."""
    found: list[CoursePart] = []
    for row in range(1, MOST_PARTS + 1):
        paired = next((one for one in PAIRED if one == sent.get(f"part_{row}_paired")), None)
        if paired is not None:
            found.append(_part(paired, row, sent, rules, first=not found))
    return tuple(found)


def _part(
    paired: PartPairedBy, row: int, sent: Mapping[str, Any], rules: Regulations, *, first: bool
) -> CoursePart:
    entry: EntryKind = next((one for one in ENTRIES if one == sent.get(f"part_{row}_entry")), "everybody")
    deal: Deal = next((one for one in DEALS if one == sent.get(f"part_{row}_deal")), "drawn")
    carry: Carry = next((one for one in CARRIES if one == sent.get(f"part_{row}_carry")), "whole")
    if first:
        entry, deal, carry = "everybody", "drawn", "whole"
    groups = paired == "groups"
    return CoursePart(
        paired,
        0 if groups or paired in ROBINS else _figure(sent, row, "rounds"),
        entry,
        0 if entry == "everybody" else cut_of(sent.get(f"part_{row}_number"), entry, rules) or 0,
        deal if paired in CLOSED else "drawn",
        (_figure(sent, row, "size") or USUAL_GROUP) if groups else 0,
        1 if first else _figure(sent, row, "day") or 1,
        carry,
    )


def _figure(sent: Mapping[str, Any], row: int, name: str) -> int:
    return whole_number(str(sent.get(f"part_{row}_{name}") or "").strip(), 6) or 0


@dataclass(frozen=True, slots=True)
class PartRow:
    """A row of the form, as it shows a part; empty for one that is not there.

    Attributes:
        number: which, from 1.
        paired: how its rounds are paired; empty for no part.
        rounds: as a field shows them, like the others.
        fault: what is wrong with it.
    """

    number: int
    paired: str = ""
    rounds: str = ""
    entry: str = "everybody"
    entries: str = ""
    deal: str = "drawn"
    size: str = ""
    day: str = "1"
    carry: str = "whole"
    fault: Message | None = None


def part_rows(course: Course, faults: Mapping[str, Message]) -> list[PartRow]:
    """All rows of the form: the parts of a course, and empty ones."""
    rows = []
    for number in range(1, MOST_PARTS + 1):
        fault = faults.get(f"part-{number}")
        if number > len(course.parts):
            rows.append(PartRow(number, fault=fault))
            continue
        part = course.parts[number - 1]
        rounds, size = "" if part.as_needed else str(part.rounds or ""), str(part.size or "")
        rows.append(
            PartRow(
                number,
                part.paired,
                rounds,
                part.entry,
                str(part.number or ""),
                part.deal,
                size,
                str(part.day),
                part.carry,
                fault,
            )
        )
    return rows


def number_typed(text: object) -> int | None:
    """A whole number that was typed; None if it is none."""
    return whole_number(str(text or "").strip(), 8)


def points_of(text: object, rules: Regulations) -> int | None:
    """Points that were typed, as these regulations show theirs: `4½`; None if they are none."""
    return typed_points(str(text or ""), rules.standings.points_shown_in)


def cut_of(text: object, kind: str, rules: Regulations) -> int | None:
    """The figure of a cut: points, where it is one by points, else a whole number."""
    return points_of(text, rules) if kind == "at-least-points" else number_typed(text)


def as_typed(course: Course) -> dict[str, str]:
    """A course as a form shows it."""
    return {
        "course": chosen(course),
        "day_one": str(max(0, course.day_one) or ""),
        "points": str(course.points or ""),
    }


def own_rounds(course: Course, rounds: int | None) -> int | None:
    """The number of rounds that counts: a round robin has as many as it needs, and parts have their own."""
    return None if course.robin or course.parts else rounds
