"""What is wrong with a structure that is asked for, its rounds and its cut: every problem at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from muster.core.bracket.cut import CutKind
from muster.core.bracket.double import FEWEST
from muster.core.bracket.tables import SIZES
from muster.core.messages import Message, listing, say
from muster.core.scoring.scored import Problem
from muster.core.tournament.course import ONE_SWISS, Course, parts_of
from muster.core.tournament.course_check import MOST_POINTS, MOST_ROUNDS, part_problems
from muster.core.tournament.state import Elimination, StageFormat, StructureId
from muster.rules.schema import MatchFormat, Regulations


class AskedStructure(Protocol):
    """A structure as it is asked for, with the figures of one's own."""

    @property
    def structure(self) -> StructureId: ...  # noqa: D102  (as in `CreateTournament`, like the others)
    @property
    def rounds(self) -> int | None: ...  # noqa: D102
    @property
    def cut_kind(self) -> CutKind: ...  # noqa: D102
    @property
    def cut(self) -> int | None: ...  # noqa: D102
    @property
    def course(self) -> Course: ...  # noqa: D102
    @property
    def elimination(self) -> Elimination: ...  # noqa: D102


def structure_problems(rules: Regulations, asked: AskedStructure, first_stage: StageFormat) -> list[Problem]:
    """What is wrong with it: rounds and cut are the organiser's in a custom structure, else the regulations'."""
    known = [each.id for each in rules.structures]
    if asked.structure not in known:
        message = say(
            "{structure} is none of {known}.",
            structure=repr(asked.structure),
            known=listing(known, "plain"),
        )
        return [Problem("structure", message)]
    if asked.structure == "custom" and first_stage == "swiss":
        closed = parts_of(asked.course, 0)[-1].closed
        cut = _cut_problems(rules, asked.cut_kind, asked.cut, closed=closed) or elimination_problems(
            rules, asked.elimination, asked.cut_kind, asked.cut
        )
        return [*course_problems(rules, asked.course, asked.rounds), *cut]
    if asked.elimination != "single" and first_stage == "swiss":
        return [Problem("elimination", say("Choose the custom structure for a double elimination."))]
    if asked.course != ONE_SWISS:
        return [Problem("course", say("Choose the custom structure for rounds of another kind."))]
    given = [name for name in ("rounds", "cut") if getattr(asked, name) is not None]
    if asked.cut_kind != "top":
        given.append("cut_kind")
    return [Problem(name, say("Leave this empty, or choose the custom structure.")) for name in given]


def elimination_problems(
    rules: Regulations, elimination: Elimination, kind: CutKind, cut: int | None
) -> list[Problem]:
    """What is wrong with such an elimination after this cut."""
    if elimination == "single":
        return []
    if rules.scoring.model == "placing":
        return [Problem("elimination", say("A cut at tables of three and four has no double elimination."))]
    if kind == "top" and not cut:
        says = say("Enter a cut: without one no elimination follows that could be a double one.")
        return [Problem("cut", says)]
    if kind in ("top", "top-with-ties") and (cut or 0) < FEWEST:
        says = say("Enter a cut to at least {size} for a double elimination.", size=FEWEST + 1)
        return [Problem("cut", says)]
    return []


def course_problems(rules: Regulations, course: Course, rounds: int | None) -> list[Problem]:
    """What is wrong with so many rounds that go like this."""
    if course.parts:
        return part_problems(rules, course, rounds)
    if course.paired != "swiss" and rules.scoring.model == "placing":
        return [Problem("course", say("Tables of three and four are paired in Swiss rounds alone."))]
    if course.robin:
        return (
            []
            if rounds is None
            else [Problem("rounds", say("Leave this empty: a round robin has as many as it needs."))]
        )
    found = _rounds_problems(rounds)
    if course.day_one and not found and not 0 < course.day_one < (rounds or 0):
        found.append(Problem("day_one", say("Day one has at least 1 round, and fewer than all.")))
    if course.day_one and not 0 < course.points <= MOST_POINTS:
        found.append(Problem("points", say("Enter the points that one needs to go on after day one.")))
    return found


def _rounds_problems(rounds: int | None) -> list[Problem]:
    if rounds is not None and 1 <= rounds <= MOST_ROUNDS:
        return []
    return [Problem("rounds", say("Enter the number of Swiss rounds, 1 to {most}.", most=MOST_ROUNDS))]


def _cut_problems(rules: Regulations, kind: CutKind, cut: int | None, *, closed: bool) -> list[Problem]:
    problems, clause = [], rules.cut.clause
    if kind == "best-of-groups" and not closed:
        problems.append(
            Problem(
                "cut_kind", say("The best of every group go on only where the last part has groups or pods.")
            )
        )
    elif kind != "best-of-groups" and kind not in rules.cut.kinds:
        message = say("{kind} is no cut of these regulations.", kind=repr(kind))
        problems.append(Problem("cut_kind", message, clause))
    least = {"top-with-ties": 2, "best-of-groups": 1}.get(kind, 0)
    if (cut is None and kind != "top") or (cut is not None and not least <= cut <= 100_000):
        message = say("Enter how many go on, or the points or losses that the cut asks for.")
        problems.append(Problem("cut", message))
    elif rules.scoring.model == "placing" and cut and cut not in SIZES:
        message = say("Enter a cut that fills tables of four: {sizes}.", sizes=listing(SIZES, "or"))
        problems.append(Problem("cut", message, clause))
    elif (
        rules.scoring.model != "placing" and kind in ("top", "top-with-ties") and _fills_no_bracket(cut or 0)
    ):
        message = say("Enter a cut that fills a bracket: 2, 4, 8, 16 and so on.")
        problems.append(Problem("cut", message, clause))
    return problems


def _fills_no_bracket(cut: int) -> bool:
    return cut == 1 or bool(cut & (cut - 1))


def match_format(
    formats: Sequence[MatchFormat], stage: StageFormat, tier: str, wanted: str
) -> MatchFormat | Message:
    """The match format asked for, or the longest the regulations offer this tier; a sentence if there is none."""
    fitting = [one for one in formats if stage in one.stages and (not one.tiers or tier in one.tiers)]
    chosen = [one for one in fitting if one.id == wanted] if wanted else fitting
    if chosen:
        return max(chosen, key=lambda one: one.best_of)
    return say(
        "{format} is not played here; choose one of {known}.",
        format=repr(wanted),
        known=listing([one.id for one in fitting], "plain"),
    )
