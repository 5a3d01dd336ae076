"""How long the rounds of a course take, while an event is set up and on its plan: minutes, and the end of each day."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from muster.app.events.timetable import GAP, Days, Play, expected
from muster.core.messages import Message, paragraph, say, say_n
from muster.core.pairing.round_robin import FEWEST, rounds_of
from muster.core.scoring.scored import Problem
from muster.core.structure import round_minutes
from muster.core.tournament.acts.structure_problems import match_format
from muster.core.tournament.course import Course, resolved
from muster.core.tournament.course_check import ENOUGH, part_problems
from muster.exchange.course_words import part_line
from muster.rules.schema import Regulations

_GAP: Final = GAP // timedelta(minutes=1)
"""Minutes between two rounds."""


def outlook(
    rules: Regulations, course: Course, rounds: int, minutes: int | None, *, players: int, days: Days | None
) -> tuple[Message, ...]:
    """What a course comes to before there is a tournament: its parts and how long they take; nothing if it is faulty.

    Args:
        rules: the game's regulations.
        course: how the rounds go.
        rounds: how many, where that does not follow from the course.
        minutes: of a round; None where the regulations name none.
        players: how many play at most; 0 where that is not known.
        days: when the event is; None where that is not known.
    """
    if course.parts:
        return _of_parts(rules, course, minutes, players, days)
    if course.robin:
        double = course.paired == "double-round-robin"
        rounds = rounds_of(max(FEWEST, players), double=double) if players else 0
    return (whole_length(days, rounds, minutes),) if rounds and minutes and days else ()


def _of_parts(
    rules: Regulations, course: Course, minutes: int | None, players: int, days: Days | None
) -> tuple[Message, ...]:
    problems: list[Problem] = part_problems(rules, course, None)
    if problems:
        return ()
    # Without a number of players only a round robin of everybody has rounds nobody can know.
    known = players or not course.parts[0].robin
    found = resolved(course, players or ENOUGH) if known else course
    lines = tuple(part_line(part, number) for number, part in enumerate(found.parts, 1))
    return (*lines, by_days(days, found, minutes)) if known and minutes and days else lines


def match_minutes(rules: Regulations, tier: str, match: str) -> int | None:
    """The minutes of a round of Swiss matches as chosen; None where the regulations name none."""
    found = match_format(rules.match_formats, "swiss", tier, match)
    return None if isinstance(found, Message) else round_minutes(rules, "swiss", found.id)


def whole_length(days: Days, rounds: int, minutes: int) -> Message:
    """How long so many rounds take, and when the last of them is over."""
    starts = expected([Play(minutes)] * rounds, days, timezone.now())
    if starts[-1] is None:
        return say_n(
            "{count} round of {minutes} minutes, {gap} minutes between two.",
            "{count} rounds of {minutes} minutes, {gap} minutes between two.",
            rounds,
            minutes=minutes,
            gap=_GAP,
        )
    return say(
        "{rounds} of {minutes} minutes, {gap} minutes between two: the last is over about {end}.",
        rounds=say_n("{count} round", "{count} rounds", rounds),
        minutes=minutes,
        gap=_GAP,
        end=end_words(days, starts[-1], minutes),
    )


def end_words(days: Days, start: datetime, minutes: int) -> str:
    """When a round that begins then is over: an hour without a day is of the day on which the event begins."""
    return _hour((start + timedelta(minutes=minutes)).astimezone(days.zone), days.opening(1).date())


def _hour(at: datetime, on: date) -> str:
    return date_format(at, "H:i" if at.date() == on else _("D H:i"))


def by_days(days: Days, course: Course, minutes: int) -> Message:
    """How long the rounds of each day take, and when the last of it is over."""
    lines = []
    for day in sorted({part.day for part in course.parts}):
        rounds = sum(part.rounds for part in course.parts if part.day == day)
        end = days.opening(day) + timedelta(minutes=rounds * (minutes + _GAP) - _GAP)
        lines.append(
            say_n(
                "Day {day}: {count} round of {minutes} minutes, {gap} minutes between two, over about {end}.",
                "Day {day}: {count} rounds of {minutes} minutes, {gap} minutes between two, over about {end}.",
                rounds,
                day=day,
                minutes=minutes,
                gap=_GAP,
                end=_hour(end, days.opening(day).date()),
            )
        )
    if any(part.paired == "pods" for part in course.parts):
        lines.append(say("Drafting and building decks come on top."))
    return paragraph(*lines)
