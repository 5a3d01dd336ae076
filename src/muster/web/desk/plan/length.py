"""How long the rounds of a plan take: minutes of a round, and when the last is over."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from muster.app.events.timetable import GAP, Days, Play, expected
from muster.app.floor.round_times import minutes_of
from muster.core.bracket.double import double_elimination
from muster.core.messages import NOTHING, Message, paragraph, say, say_n
from muster.core.structure import RoundsAndCut
from muster.core.tournament.course import Course, resolved
from muster.core.tournament.state import State
from muster.exchange.elimination_words import length_words
from muster.people.models import Event
from muster.web.desk.events.elimination_choice import double_players


def length(event: Event, state: State, plan: RoundsAndCut | None) -> Message:
    """How long the rounds before a cut take; nothing without a plan, rounds, or minutes for them."""
    minutes = minutes_of(state, "swiss")
    if plan is None or not plan.rounds or minutes is None:
        return NOTHING
    if state.course.parts:
        return _by_days(event, resolved(state.course, plan.attendance), minutes)
    zone = ZoneInfo(event.time_zone)
    starts = expected(
        [Play(minutes)] * plan.rounds, Days(event.opens_at, zone, event.last_day), timezone.now()
    )
    gap = GAP // timedelta(minutes=1)
    if starts[-1] is None:
        return say_n(
            "{count} round of {minutes} minutes, {gap} minutes between two.",
            "{count} rounds of {minutes} minutes, {gap} minutes between two.",
            plan.rounds,
            minutes=minutes,
            gap=gap,
        )
    end = (starts[-1] + timedelta(minutes=minutes)).astimezone(zone)
    return say(
        "{rounds} of {minutes} minutes, {gap} minutes between two: the last is over about {end}.",
        rounds=say_n("{count} round", "{count} rounds", plan.rounds),
        minutes=minutes,
        gap=gap,
        end=f"{end:%H:%M}",
    )


def _by_days(event: Event, course: Course, minutes: int) -> Message:
    """How long the rounds of each day take, and when the last of it is over."""
    days = Days(event.opens_at, ZoneInfo(event.time_zone), event.last_day)
    gap = GAP // timedelta(minutes=1)
    lines = []
    for day in sorted({part.day for part in course.parts}):
        rounds = sum(part.rounds for part in course.parts if part.day == day)
        end = days.opening(day) + timedelta(minutes=rounds * (minutes + gap) - gap)
        lines.append(
            say_n(
                "Day {day}: {count} round of {minutes} minutes, {gap} minutes between two, over about {end}.",
                "Day {day}: {count} rounds of {minutes} minutes, {gap} minutes between two, over about {end}.",
                rounds,
                day=day,
                minutes=minutes,
                gap=gap,
                end=f"{end:%H:%M}",
            )
        )
    if any(part.paired == "pods" for part in course.parts):
        lines.append(say("Drafting and building decks come on top."))
    return paragraph(*lines)


def double_length(event: Event, state: State, plan: RoundsAndCut | None) -> Message:
    """How long a double elimination is, and when its last round is over; nothing without one of a known size."""
    players = double_players(state)
    if not players or plan is None:
        return NOTHING
    words = length_words(players, state.elimination)
    minutes, final = minutes_of(state, "elimination"), minutes_of(state, "final")
    if minutes is None or final is None:
        return words
    bracket = double_elimination(players, reset=state.elimination == "double")
    finals = 2 if bracket.has_reset else 1
    plays = [Play(minutes_of(state, "swiss"))] * plan.rounds
    plays += [*[Play(minutes)] * (bracket.rounds - finals), *[Play(final)] * finals]
    zone = ZoneInfo(event.time_zone)
    starts = expected(plays, Days(event.opens_at, zone, event.last_day), timezone.now())
    if starts[-1] is None:
        return words
    end = (starts[-1] + timedelta(minutes=final)).astimezone(zone)
    says = say(
        "A round has {minutes} minutes, a final {final}: the last is over about {end}.",
        minutes=minutes,
        final=final,
        end=f"{end:%H:%M}",
    )
    return paragraph(words, says)
