"""The day at a glance: where it stands, what to do next, the figures that matter now, and what was done last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.app.floor.clocks import clock_of
from muster.app.floor.round_clock import RoundClock
from muster.app.standings.read import rank_rows, standings_after
from muster.core.bracket.layouts import place_text
from muster.core.ids import Naming
from muster.core.structure import RoundsAndCut
from muster.core.tournament import queries
from muster.core.tournament.acts.plan import planned
from muster.core.tournament.state import State
from muster.exchange.words import plan_words
from muster.journal.store import Snapshot


def expected(state: State) -> Sequence[int]:
    """The entry numbers of those who have not left, checked in or not."""
    return [one.player for one in state.players.values() if queries.present(one)]


@dataclass(frozen=True, slots=True)
class Heads:
    """How many players there are: not gone, here to be paired, gone."""

    expected: int
    here: int
    gone: int


def heads(state: State) -> Heads:
    """How many players there are."""
    staying = len(expected(state))
    return Heads(staying, len(queries.active(state)), len(state.players) - staying)


def rounds_planned(state: State) -> int:
    """How many Swiss rounds are fixed, or would be for those who are here; 0 where there are none."""
    if state.plan is not None:
        return state.plan.rounds
    computed = planned(state) if state.setup is not None else None
    return computed.rounds if isinstance(computed, RoundsAndCut) else 0


def running_clock(snapshot: Snapshot) -> RoundClock | None:
    """The clock of the round being played, if it was started."""
    round_ = queries.current_round(snapshot.state)
    if round_ is None or round_.complete:
        return None
    found = clock_of(snapshot.tournament, round_.number, snapshot=snapshot)
    return found if found.shown else None


@dataclass(frozen=True, slots=True)
class Leader:
    """Somebody at the top: the place as it is shown, the name, and the points where they are Swiss standings."""

    place: str
    name: str
    points: int | None = None


def leaders(state: State, name: Naming, count: int = 4) -> tuple[Leader, ...]:
    """The first few: final places once there are any, else the Swiss standings between two rounds."""
    if state.places is not None:
        return tuple(
            Leader(place_text(one.first_place, one.last_place), name(one.player))
            for one in queries.shown_places(state)[:count]
        )
    round_ = queries.current_round(state)
    if round_ is None or not round_.complete or not queries.completed(state):
        return ()
    table = standings_after(state)
    return tuple(
        Leader(row.rank_text, row.name, row.points)
        for row in rank_rows(state, table, name, rows=table.rows[:count])
    )


def plan_in_words(state: State) -> str:
    """What is played: the announced plan; empty before."""
    return str(plan_words(state.plan)) if state.plan else ""
