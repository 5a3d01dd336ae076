"""How long the rounds of a plan take: minutes of a round, and when the last is over."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.utils import timezone

from muster.app.events.timetable import Days, Play, expected
from muster.app.floor.round_times import minutes_of
from muster.core.bracket.double import double_elimination
from muster.core.messages import NOTHING, Message, paragraph, say
from muster.core.structure import RoundsAndCut
from muster.core.tournament.course import resolved
from muster.core.tournament.state import State
from muster.exchange.elimination_words import length_words
from muster.people.models import Event
from muster.web.desk.events.course_length import by_days, end_words, whole_length
from muster.web.desk.events.elimination_choice import double_players


def length(event: Event, state: State, plan: RoundsAndCut | None) -> Message:
    """How long the rounds before a cut take; nothing without a plan, rounds, or minutes for them."""
    minutes = minutes_of(state, "swiss")
    if plan is None or not plan.rounds or minutes is None:
        return NOTHING
    days = _days(event)
    if state.course.parts:
        return by_days(days, resolved(state.course, plan.attendance), minutes)
    return whole_length(days, plan.rounds, minutes)


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
    days = _days(event)
    starts = expected(plays, days, timezone.now())
    if starts[-1] is None:
        return words
    says = say(
        "A round has {minutes} minutes, a final {final}: the last is over about {end}.",
        minutes=minutes,
        final=final,
        end=end_words(days, starts[-1], final),
    )
    return paragraph(words, says)


def _days(event: Event) -> Days:
    return Days(event.opens_at, ZoneInfo(event.time_zone), event.last_day)
