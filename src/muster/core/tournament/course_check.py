"""What is wrong with parts that follow one another."""

from __future__ import annotations

from collections.abc import Iterator

from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.core.tournament.course import FEWEST_IN_GROUP, MOST_PARTS, Course, CoursePart, coming
from muster.rules.schema import Regulations

MOST_POINTS = 100_000

MOST_ROUNDS = 40
"""Swiss rounds; with a bracket of any size after them the hash chain still has a link for each round."""

MOST_IN_GROUP = 10

MOST_DAYS = 4

ENOUGH = 64
"""So many players fill pods and groups: by them it is seen whether it can be known how many come into a part."""

_LEAST = {
    "everybody": 0,
    "top": 2,
    "top-with-ties": 2,
    "at-least-points": 1,
    "at-most-losses": 0,
    "best-of-groups": 1,
}
"""The smallest figure of each way to come in."""


def part_problems(rules: Regulations, course: Course, rounds: int | None) -> list[Problem]:
    """Everything that is wrong with the parts of a course, each at its field, `part-1` and so on."""
    parts = course.parts
    if rules.scoring.model == "placing":
        return [Problem("course", say("Tables of three and four are paired in Swiss rounds alone."))]
    if rounds is not None or (course.paired, course.day_one, course.points) != ("swiss", 0, 0):
        return [Problem("rounds", say("Leave this empty: each part has its own rounds."))]
    if len(parts) > MOST_PARTS:
        return [Problem("course", say("There are at most {most} parts.", most=MOST_PARTS))]
    known = list(coming(parts, ENOUGH))
    found = [
        Problem(f"part-{at + 1}", one)
        for at, part in enumerate(parts)
        for one in (*_own(part), *_after(part, parts[at - 1] if at else None, known=known[at] is not None))
    ]
    if not found and sum(part.rounds for part in parts) > MOST_ROUNDS:
        found.append(
            Problem("course", say("All parts together have at most {most} rounds.", most=MOST_ROUNDS))
        )
    return found


def _own(part: CoursePart) -> Iterator[Message]:
    if part.as_needed and part.rounds:
        yield say("Leave the rounds empty: a round robin has as many as it needs.")
    elif not part.as_needed and not 1 <= part.rounds <= MOST_ROUNDS:
        yield say("Enter the number of rounds, 1 to {most}.", most=MOST_ROUNDS)
    least, most = (FEWEST_IN_GROUP, MOST_IN_GROUP) if part.paired == "groups" else (0, 0)
    if not least <= part.size <= most:
        yield say("A group is of {least} to {most} players.", least=FEWEST_IN_GROUP, most=MOST_IN_GROUP)
    if not (_LEAST[part.entry] <= part.number <= (0 if part.entry == "everybody" else MOST_POINTS)):
        yield say("Enter how many come in, or the points or losses that are asked for.")
    if not part.closed and part.deal != "drawn":
        yield say("Only pods and groups are dealt by the standings.")


def _after(part: CoursePart, before: CoursePart | None, *, known: bool) -> Iterator[Message]:
    if before is None:
        if part.entry != "everybody" or part.day != 1:
            yield say("Everybody plays in the first part, on day 1.")
        if part.carry != "whole":
            yield say("Nothing is brought into the first part: leave its points whole.")
        if part.deal != "drawn":
            yield say("Before the first round there are no standings: here pods and groups are drawn.")
        return
    if part.entry == "best-of-groups" and not before.closed:
        yield say("The best of every group go on only after a part with groups or pods.")
    if part.robin and not known:
        yield say("For a round robin it must be known how many come in: choose the best so many.")
    if not before.day <= part.day <= min(before.day + 1, MOST_DAYS):
        yield say("A part is on the day of the part before, or on the next.")
