"""A state with something changed: what evolving is written with."""

from __future__ import annotations

from typing import Any

from muster.core.frozen import changed
from muster.core.ids import RoundNo, TableNo
from muster.core.tournament.course import with_rounds
from muster.core.tournament.state import Player, Round, State


def with_part_rounds(state: State, rounds: int | None) -> State:
    """The state with so many rounds in its running part, where they follow from who plays; as it is with None."""
    if rounds is None or state.plan is None:
        return state
    course = with_rounds(state.plan.course, len(state.passed), rounds)
    return changed(
        state, plan=changed(state.plan, course=course, rounds=sum(one.rounds for one in course.parts))
    )


def opens_part(state: State, number: RoundNo) -> bool:
    """Whether a round is the first of the running part; of a plan without parts, whether it is round 1."""
    parts = state.plan.course.parts[: len(state.passed)] if state.plan else ()
    return number == sum(part.rounds for part in parts) + 1


def with_player(state: State, player: Player) -> State:
    """The state with this player's entry in the place of the former one."""
    return changed(state, players=state.players.set(player.player, player))


def with_round(state: State, round_: Round) -> State:
    """The state with this round in the place of the former one."""
    at = round_.number - 1
    return changed(state, rounds=(*state.rounds[:at], round_, *state.rounds[at + 1 :]))


def with_match(state: State, round_no: RoundNo, table: TableNo, **changes: Any) -> State:
    """The state with these changes to the match at a table of a round."""
    round_ = state.rounds[round_no - 1]
    match = changed(round_.matches[table], **changes)
    return with_round(state, changed(round_, matches=round_.matches.set(table, match)))
