"""Who would play on after day one, for the desk: before anything is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.brackets.play_offs import Tie, ties
from muster.app.standings.read import RankRow, rank_rows
from muster.core.ids import Naming
from muster.core.messages import Message, say, say_n
from muster.core.tournament import queries
from muster.core.tournament.acts.parts import qualified
from muster.core.tournament.carrying import brought
from muster.core.tournament.commands import BeginDayTwo
from muster.core.tournament.course import Carry
from muster.core.tournament.engine import decide
from muster.core.tournament.next_step import entry_words
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class DayTwo:
    """Who plays on and who does not.

    Attributes:
        says: who plays on by the plan.
        carry: what their points count from then on.
        part: the number of the part that begins; 0 where it is day two.
        on: who plays on, best first.
        out: who is here and does not.
        begun: day two has begun; a result corrected since asks for others.
        refusal: why it cannot begin so.
        ties: who is equal at the line, before it has begun: the random key decides, or a play-off.
    """

    says: Message
    carry: Carry
    part: int
    on: tuple[RankRow, ...]
    out: tuple[RankRow, ...]
    begun: bool
    refusal: Refusal | None
    ties: tuple[Tie, ...]

    @property
    def brought(self) -> tuple[tuple[RankRow, int], ...]:
        """Who plays on, each with the points they begin with."""
        return tuple((row, brought(row.points, self.carry)) for row in self.on)


def day_two_of(state: State, name: Naming) -> DayTwo | None:
    """What beginning day two would come to; None where there is nothing to begin, or nothing to begin anew."""
    begins = queries.part_to_begin(state)
    if begins is None and not queries.day_one_played(state):
        return None
    answer = decide(state, BeginDayTwo())
    refusal = answer if isinstance(answer, Refusal) else None
    begun = state.going_on is not None if begins is None else begins == queries.part_index(state)
    if begun and refusal is not None:
        return None
    came = state.passed[begins - 2] if begins is not None and begins > 1 else state.players
    table, going = queries.table(state), {*qualified(state)}
    rows = [
        row
        for row in rank_rows(state, table, name)
        if row.player in going or (queries.present(state.players[row.player]) and row.player in came)
    ]
    return DayTwo(
        _by_the_plan(state, begins),
        "whole" if begins is None else queries.parts(state)[begins].carry,
        0 if begins is None else begins + 1,
        tuple(row for row in rows if row.player in going),
        tuple(row for row in rows if row.player not in going),
        begun,
        refusal,
        ties(state, name),
    )


def _by_the_plan(state: State, begins: int | None) -> Message:
    if begins is not None:
        return say("By the plan: {who}.", who=entry_words(queries.parts(state)[begins]))
    return say_n(
        "Who has at least {count} point after day one plays on.",
        "Who has at least {count} points after day one plays on.",
        state.course.points,
    )
