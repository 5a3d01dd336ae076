"""The plain choice of how the rounds go, for the forms that set a tournament up and that change its plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from muster.core.messages import Message, say
from muster.core.points import typed_points
from muster.core.tournament.state import ONE_SWISS, Course
from muster.rules.schema import Regulations

CourseId = Literal["swiss", "round-robin", "double-round-robin", "pods", "two-days"]
"""What is chosen: how rounds are paired, or Swiss rounds on two days."""

_WORDS: Final[Mapping[CourseId, Message]] = {
    "swiss": say("Swiss rounds"),
    "round-robin": say("Everybody meets everybody once"),
    "double-round-robin": say("Everybody meets everybody twice"),
    "pods": say("A draft in pods, rounds inside the pods"),
    "two-days": say("Swiss rounds on two days: after day one some play on"),
}


def courses(rules: Regulations) -> list[tuple[CourseId, Message]]:
    """The courses to choose from; one alone where tables of more than two are seated."""
    if rules.scoring.model == "placing":
        return [("swiss", _WORDS["swiss"])]
    return list(_WORDS.items())


def chosen(course: Course) -> CourseId:
    """What a course is in the form."""
    if course.paired == "swiss":
        return "two-days" if course.day_one else "swiss"
    return course.paired


def course_of(choice: str, day_one: int | None, points: int | None) -> Course:
    """The course of a choice; the figures of day one count for two days alone."""
    known: tuple[CourseId, ...] = get_args(CourseId)
    one: CourseId = next((each for each in known if each == choice), "swiss")
    if one == "two-days":
        # Without rounds of day one it would be no two days: the engine then asks for the figure at its field.
        return Course("swiss", day_one or -1, points or 0)
    return ONE_SWISS if one == "swiss" else Course(one)


def number_of(text: object) -> int | None:
    """A whole number that was typed; None if it is none."""
    clean = str(text or "").strip()
    return int(clean) if clean.isascii() and clean.isdecimal() and len(clean) < 9 else None


def points_of(text: object, rules: Regulations) -> int | None:
    """Points that were typed, as these regulations show theirs: `4½`; None if they are none."""
    return typed_points(str(text or ""), rules.standings.points_shown_in)


def cut_of(text: object, kind: str, rules: Regulations) -> int | None:
    """The figure of a cut: points, where it is one by points, else a whole number."""
    return points_of(text, rules) if kind == "at-least-points" else number_of(text)


def as_typed(course: Course) -> dict[str, str]:
    """A course as a form shows it."""
    return {
        "course": chosen(course),
        "day_one": str(max(0, course.day_one) or ""),
        "points": str(course.points or ""),
    }


def own_rounds(course: Course, rounds: int | None) -> int | None:
    """The number of rounds that counts: a round robin has as many as it needs."""
    return None if course.robin else rounds
