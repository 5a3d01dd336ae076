"""How rounds go, in words: Swiss, everybody with everybody, inside pods, over two days."""

from __future__ import annotations

from muster.core.messages import Message, say, say_in, say_n
from muster.core.tournament.state import Course, PairedBy


def rounds_words(course: Course, rounds: int) -> Message:
    """So many rounds of this course: `5 Swiss rounds`, `3 rounds inside pods`."""
    whole = _whole(course.paired, rounds)
    if not course.day_one:
        return whole
    return say_in(
        "a plan",
        "{rounds} (after round {day_one} those with {points} play on)",
        rounds=whole,
        day_one=course.day_one,
        points=say_n("{count} point or more", "{count} points or more", course.points),
    )


def _whole(paired: PairedBy, rounds: int) -> Message:
    if paired == "round-robin":
        return say_n(
            "{count} round, everybody meets everybody", "{count} rounds, everybody meets everybody", rounds
        )
    if paired == "double-round-robin":
        return say_n(
            "{count} round, everybody meets everybody twice",
            "{count} rounds, everybody meets everybody twice",
            rounds,
        )
    if paired == "pods":
        return say_n("{count} round inside pods", "{count} rounds inside pods", rounds)
    return say_n("{count} Swiss round", "{count} Swiss rounds", rounds)


def robin_words(course: Course) -> Message:
    """A round robin, before it is known how many rounds it has."""
    if course.paired == "double-round-robin":
        return say("everybody meets everybody twice")
    return say("everybody meets everybody")


def kind_words(course: Course) -> Message:
    """What the rounds are, under a figure that counts them."""
    if course.robin:
        return say("rounds, everybody meets everybody")
    return say("rounds inside pods") if course.paired == "pods" else say("Swiss rounds")


def why_course(course: Course, players: int) -> Message | None:
    """Why so many rounds, where they follow from the course; None where they are the organiser's own figure."""
    if not course.robin:
        return None
    if course.paired == "double-round-robin":
        return say_n(
            "In a round robin {count} player meets all others twice; with an odd number one rests in turn.",
            "In a round robin {count} players meet all others twice; with an odd number one rests in turn.",
            players,
        )
    return say_n(
        "In a round robin {count} player meets all others once; with an odd number one rests in turn.",
        "In a round robin {count} players meet all others once; with an odd number one rests in turn.",
        players,
    )
