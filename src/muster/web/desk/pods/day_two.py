"""Who would play on after day one, for the desk: before anything is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.standings.read import RankRow, rank_rows
from muster.core.ids import Naming
from muster.core.messages import NOTHING, Message
from muster.core.tournament import queries
from muster.core.tournament.acts.pods import qualified
from muster.core.tournament.commands import BeginDayTwo
from muster.core.tournament.engine import decide
from muster.core.tournament.next_step import entry_words
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class DayTwo:
    """Who plays on and who does not.

    Attributes:
        who: who plays on by the plan.
        points: the points one needs for day two.
        part: the number of the part that begins; 0 where it is day two.
        on: who plays on, best first.
        out: who is here and does not.
        begun: day two has begun; a result corrected since asks for others.
        refusal: why it cannot begin so.
    """

    who: Message
    points: int
    part: int
    on: tuple[RankRow, ...]
    out: tuple[RankRow, ...]
    begun: bool
    refusal: Refusal | None


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
    points = state.course.points
    who = entry_words(queries.parts(state)[begins]) if begins is not None else NOTHING
    return DayTwo(
        who,
        points,
        0 if begins is None else begins + 1,
        tuple(row for row in rows if row.player in going),
        tuple(row for row in rows if row.player not in going),
        begun,
        refusal,
    )
