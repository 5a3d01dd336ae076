"""Who is here: checking in, what the attendance means for the plan, and letting the no-shows go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from muster.app.common.access import Actor
from muster.app.history.submitting import Done, submit_all
from muster.core.ids import PlayerId
from muster.core.private import Private
from muster.core.structure import RoundsAndCut, check_custom, plan_for
from muster.core.tournament import queries
from muster.core.tournament.commands import CheckIn, Command, DropPlayer, Retract
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.words import cut_words, plan_words

FURTHEST: Final = 64
"""How many players more or less the outlook looks ahead."""


@dataclass(frozen=True, slots=True)
class CheckInProgress:
    """How many of those expected are here."""

    here: int
    expected: int


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


def progress(state: State) -> CheckInProgress:
    """How many are here of those who entered and have not left."""
    staying = [player for player in state.players.values() if queries.present(player)]
    return CheckInProgress(sum(player.status == "present" for player in staying), len(staying))


def check_in(
    tournament: int, player: PlayerId, actor: Actor, *, key: str | None = None
) -> tuple[Done | Refusal, bool]:
    """Mark somebody as here.

    Returns:
        What is on record now, and whether they had been marked before: two desks at once do no harm.
    """

    def unless_here(state: State) -> Sequence[Command]:
        known = state.players.get(player)
        return () if known is not None and known.status == "present" else (CheckIn(player),)

    answer = submit_all(tournament, unless_here, actor, key=key)
    return answer, isinstance(answer, Done) and (answer.repeated or not answer.entries)


def can_take_back(state: State, player: PlayerId) -> bool:
    """Whether the latest act is this player's check-in, so that undo takes back just that."""
    step = state.undo
    if step is None or step.seq != step.last or player not in step.before.players:
        return False
    before, now = step.before.players[player], state.players[player]
    return before.status == "entered" and now == replace(before, status="present")


def take_back(
    tournament: int, player: PlayerId, actor: Actor, *, key: str | None = None
) -> Done | Refusal | None:
    """Take a wrong check-in back.

    Returns:
        What is on record now; None if something else has been done since, so that it cannot be taken back.
    """

    def latest(state: State) -> Sequence[Command]:
        return (Retract(),) if can_take_back(state, player) else ()

    answer = submit_all(tournament, latest, actor, key=key)
    return None if isinstance(answer, Done) and not answer.entries else answer


def absent(state: State) -> list[PlayerId]:
    """Those who entered and are not marked as here, by entry number."""
    return sorted(player.player for player in state.players.values() if player.status == "entered")


def drop_absent(
    tournament: int, players: Collection[PlayerId], reason: Private, actor: Actor, *, key: str | None = None
) -> Done | Refusal:
    """Drop those of these players who are still not here, as one act that undo takes back.

    Whoever has been checked in since the list was made stays.
    """

    def still_absent(state: State) -> Sequence[Command]:
        return [DropPlayer(player, reason) for player in absent(state) if player in players]

    return submit_all(tournament, still_absent, actor, key=key)


def before_play(state: State) -> bool:
    """Whether no round has been published, so that whoever leaves was simply not there."""
    return state.setup is not None and not state.rounds and state.places is None


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
        found = check_custom(rules, count, created.rounds or 0, size, tier=tier)
    return (
        found
        if isinstance(found, RoundsAndCut)
        else " ".join(str(problem.message) for problem in found.problems)
    )


def _words(state: State, plan: RoundsAndCut) -> str:
    if not plan.rounds:
        return "elimination only"
    rounds = f"{plan.rounds} {'round' if plan.rounds == 1 else 'rounds'}"
    kind = state.created.cut_kind
    cut = plan.cut if kind == "top" else (state.created.cut or 0)
    return f"{rounds}, {cut_words(kind, cut)}"
