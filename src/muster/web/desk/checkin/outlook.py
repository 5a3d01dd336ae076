"""What the attendance means for the plan."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from muster.core.custom_structure import check_custom
from muster.core.messages import say, say_in, say_n
from muster.core.structure import RoundsAndCut, plan_for
from muster.core.tournament.acts.plan import custom_rounds
from muster.core.tournament.course import ONE_SWISS
from muster.core.tournament.state import State
from muster.exchange.course_words import rounds_words
from muster.exchange.words import cut_words, plan_words

FURTHEST: Final = 64
"""How many players more or less the outlook looks ahead."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the attendance means for the plan.

    Attributes:
        count: how many would be paired now.
        plan: rounds and cut for them, in words; empty if there is no such plan.
        clause: the clause of the structure.
        refusal: why there is no plan for so few or so many.
        fewer: the attendance from which on downwards it would be another plan, and that plan; None if none.
        more: likewise upwards.
        announced: the plan that was announced and stands whoever comes; empty before.
    """

    count: int
    plan: str
    clause: str
    refusal: str = ""
    fewer: tuple[int, str] | None = None
    more: tuple[int, str] | None = None
    announced: str = ""


def outlook(state: State, count: int) -> Outlook:
    """What `count` players mean for the plan, and from which number on it would be another one."""
    announced = str(plan_words(state.plan)) if state.plan else ""
    found = _plan(state, count)
    if isinstance(found, str):
        more = _next(state, count, range(count + 1, count + 1 + FURTHEST))
        return Outlook(count, "", "", found, more=more, announced=announced)
    return Outlook(
        count,
        _words(state, found),
        found.clause,
        fewer=_next(state, count, range(count - 1, max(1, count - FURTHEST), -1)),
        more=_next(state, count, range(count + 1, count + 1 + FURTHEST)),
        announced=announced,
    )


def _next(state: State, count: int, counts: range) -> tuple[int, str] | None:
    """The first of these attendances with another plan than `count`, and that plan."""
    words = partial(_worded, state)
    now = words(count)
    return next(((each, words(each)) for each in counts if words(each) not in ("", now)), None)


def _worded(state: State, count: int) -> str:
    found = _plan(state, count)
    return "" if isinstance(found, str) else _words(state, found)


def _plan(state: State, count: int) -> RoundsAndCut | str:
    """The plan for this many players by the structure chosen, or why there is none."""
    created = state.created
    rules, tier = created.regulations, created.tier
    if created.first_stage == "elimination":
        found = check_custom(rules, count, 0, 0, tier=tier)
    elif created.structure != "custom":
        found = plan_for(rules, created.structure, count, tier=tier)
    else:
        size = (created.cut or 0) if created.cut_kind in ("top", "top-with-ties") else 0
        found = check_custom(rules, count, custom_rounds(state, count), size, tier=tier)
    return (
        found
        if isinstance(found, RoundsAndCut)
        else " ".join(str(problem.message) for problem in found.problems)
    )


def _words(state: State, plan: RoundsAndCut) -> str:
    if not plan.rounds:
        return str(say("elimination only"))
    kind = state.created.cut_kind
    cut = cut_words(kind, plan.cut if kind == "top" else (state.created.cut or 0))
    course = state.created.course
    rounds = (
        say_n("{count} round", "{count} rounds", plan.rounds)
        if course == ONE_SWISS
        else rounds_words(course, plan.rounds)
    )
    return str(say_in("a plan", "{rounds}, {cut}", rounds=rounds, cut=cut))
