"""How rounds go, in words: Swiss, everybody with everybody, inside pods, over two days."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from muster.core.messages import Message, say, say_in, say_n
from muster.core.tournament.course import Course, CoursePart, PartPairedBy
from muster.core.tournament.next_step import entry_words
from muster.core.tournament.queries import part_index, parts
from muster.core.tournament.state import State


def rounds_words(course: Course, rounds: int) -> Message:
    """So many rounds of this course: `5 Swiss rounds`, `3 rounds inside pods`; of parts, one after the other."""
    if course.parts:
        return parts_words(course)
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


def parts_words(course: Course) -> Message:
    """The parts in their order: `4 Swiss rounds; on day 2 those with at least 9 points play on: 3 rounds in pods`."""
    first, *later = course.parts
    words, day = part_rounds_words(first), first.day
    for part in later:
        rounds = part_rounds_words(part)
        values = {"before": words, "who": entry_words(part), "rounds": rounds}
        if part.day > day:
            words = say_in("a plan", "{before}; on day {day} {who}: {rounds}", day=part.day, **values)
        else:
            words = say_in("a plan", "{before}; then {who}: {rounds}", **values)
        day = part.day
    return words


def part_line(part: CoursePart, number: int) -> Message:
    """A part as a line of a list: its day, who comes in, and its rounds."""
    rounds = part_rounds_words(part)
    if number == 1:
        return say("Part 1, day 1: {rounds}.", rounds=rounds)
    return say(
        "Part {number}, day {day}: {who}; {rounds}.",
        number=number,
        day=part.day,
        who=entry_words(part),
        rounds=rounds,
    )


def carry_notes(state: State, after: int) -> tuple[Message, ...]:
    """What points count in the standings after a round, where not all that were won do."""
    return tuple(_carry_words(part, first, number) for number, first, part in _not_whole(state, after))


def carry_in_short(state: State, after: int) -> Message | None:
    """The latest of these for a screen that is read from afar; it is about points as they counted until then."""
    latest = max(_not_whole(state, after), default=None, key=itemgetter(0))
    if latest is None:
        return None
    _number, first, part = latest
    if part.carry == "none":
        return say("Points count from round {round} on", round=first)
    return say("Half of the points before round {round} count", round=first)


def _not_whole(state: State, after: int) -> Iterator[tuple[int, int, CoursePart]]:
    """Each part that was begun before a round ended and in which not all points count: number, first round, part."""
    if not state.plan or not state.plan.course.parts:
        return
    begun = 0
    for number, part in enumerate(parts(state)[: part_index(state) + 1], 1):
        if begun < after and part.carry != "whole":
            yield number, begun + 1, part
        begun += part.rounds


def _carry_words(part: CoursePart, first_round: int, number: int) -> Message:
    """What points count in a part in which not all do, in the standings after its rounds (`F29`)."""
    given = {"part": number, "round": first_round}
    if part.carry == "half":
        return say(
            "From round {round} on, in part {part}, half of the points won before count, rounded up. Who did not come "
            "into it stands below, as they stood.",
            **given,
        )
    return say(
        "From round {round} on, in part {part}, everything starts from zero: points and tiebreakers are those of "
        "its rounds. Who did not come into it stands below, as they stood.",
        **given,
    )


def part_rounds_words(part: CoursePart) -> Message:
    """The rounds of one part, with what points count in it where that is not all."""
    rounds = _rounds_of_part(part)
    if part.carry == "half":
        return say_in("a plan", "{rounds} with half of the points so far", rounds=rounds)
    if part.carry == "none":
        return say_in("a plan", "{rounds} starting from no points", rounds=rounds)
    return rounds


def _rounds_of_part(part: CoursePart) -> Message:
    """Without their number, where that is not known yet."""
    if part.rounds:
        return _whole(part.paired, part.rounds)
    if part.paired == "groups":
        return say("everybody meets everybody in groups of about {size}", size=part.size)
    return robin_words(Course("double-round-robin" if part.paired == "double-round-robin" else "round-robin"))


def _whole(paired: PartPairedBy, rounds: int) -> Message:
    if paired == "groups":
        return say_n("{count} round inside groups", "{count} rounds inside groups", rounds)
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
    if course.parts:
        return say("rounds in parts") if len(course.parts) > 1 else say("rounds inside groups")
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
