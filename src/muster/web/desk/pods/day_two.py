"""Who would play on after day one, for the desk: before anything is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.standings.read import RankRow, rank_rows
from muster.core.ids import Naming
from muster.core.tournament import queries
from muster.core.tournament.acts.pods import qualified
from muster.core.tournament.commands import BeginDayTwo
from muster.core.tournament.engine import decide
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class DayTwo:
    """Who plays on and who does not.

    Attributes:
        points: the points one needs.
        on: who plays on, best first.
        out: who is here and does not.
        begun: day two has begun; a result corrected since asks for others.
        refusal: why it cannot begin so.
    """

    points: int
    on: tuple[RankRow, ...]
    out: tuple[RankRow, ...]
    begun: bool
    refusal: Refusal | None


def day_two_of(state: State, name: Naming) -> DayTwo | None:
    """What beginning day two would come to; None where there is nothing to begin, or nothing to begin anew."""
    if not queries.day_one_played(state):
        return None
    answer = decide(state, BeginDayTwo())
    refusal = answer if isinstance(answer, Refusal) else None
    if state.going_on is not None and refusal is not None:
        return None
    table, going = queries.table(state), {*qualified(state)}
    rows = [
        row
        for row in rank_rows(state, table, name)
        if row.player in going or queries.present(state.players[row.player])
    ]
    return DayTwo(
        state.course.points,
        tuple(row for row in rows if row.player in going),
        tuple(row for row in rows if row.player not in going),
        state.going_on is not None,
        refusal,
    )
