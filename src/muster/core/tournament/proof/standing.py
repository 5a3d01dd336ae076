"""Whether the standings are those that the regulations and the parts of the rounds give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from muster.core.ids import PlayerId
from muster.core.messages import Message, say
from muster.core.standings.check import CheckInput
from muster.core.standings.check import check as check_standings
from muster.core.standings.ledger import Worth
from muster.core.standings.values import Table
from muster.core.tournament import queries
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class _Begun:
    """A part that began after a round with half of the points, or with none, and who came into it."""

    after: int
    carry: Literal["half", "none"]
    came: frozenset[PlayerId]


def _begun(state: State, upto: int) -> list[_Begun]:
    parts = state.announced.course.parts
    found = list[_Begun]()
    for at in range(1, min(len(parts), len(state.passed) + 1)):
        after, carry = sum(part.rounds for part in parts[:at]), parts[at].carry
        if after < upto and carry != "whole":
            found.append(_Begun(after, carry, frozenset(state.passed[at - 1])))
    return found


def losses(state: State) -> dict[PlayerId, int]:
    """How often everybody has lost in the rounds that count."""
    done = queries.completed(state)
    anew = max((one.after for one in _begun(state, done) if one.carry == "none"), default=0)
    return {
        player: sum(one.side.verdict == "loss" and one.round_no > anew for one in own)
        for player, own in queries.records(state).items()
    }


def standings_faults(state: State, after: int | None = None) -> list[Message]:
    """Everything in the standings after a round (the last complete one if None) that should not be so."""
    upto = queries.completed(state) if after is None else after
    table, found = queries.table(state, upto), _begun(state, upto)
    if not found:
        return _faults(state, upto, table, found)
    own = table.only(found[-1].came)
    rest = queries.table(state, found[-1].after).only({*state.players} - found[-1].came)
    faults = _faults(state, upto, own, found) + standings_faults(state, found[-1].after)
    if table != own.above(rest):
        faults.append(
            say("those who did not come into the part should stand below the others, as they stood")
        )
    return faults


def _faults(state: State, upto: int, table: Table, found: list[_Begun]) -> list[Message]:
    """What is wrong among those who came into the part."""
    worth = Worth.of(state.regulations.scoring)
    others = {*state.players} - found[-1].came if found else set[PlayerId]()
    given = CheckInput(
        queries.records(state, upto),
        state.regulations.standings,
        state.variants,
        upto,
        queries.tiebreak_keys(state),
        queries.disqualified(state) | others,
        worth.win,
        worth.draw,
        worth.no_games,
        worth.first_place,
        worth.scores,
        tuple((one.after, one.carry) for one in found),
        [one.players for one in state.play_offs if one.after == upto],
    )
    return [
        say(
            "player {player}: {problem} [{clause}]",
            player=str(one.player),
            problem=one.words,
            clause=str(one.clause),
        )
        for one in check_standings(table, given)
    ]
