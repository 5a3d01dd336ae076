"""The cut for pages: who would go on and why, who comes in for whom, before anything is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.app.common.cache import BoundedCache
from muster.core.bracket.cut import Qualified, qualify
from muster.core.bracket.double_play import DoubleStand
from muster.core.bracket.games import Game
from muster.core.bracket.progress import first_round
from muster.core.bracket.tables import first_round as first_tables
from muster.core.ids import Naming, PlayerId
from muster.core.tournament import doubles, queries
from muster.core.tournament.acts.cut import contenders
from muster.core.tournament.state import State

_qualified: Final = BoundedCache[Qualified](64)


def qualified(state: State) -> Qualified | None:
    """Who would go on if the cut were made from the standings as they are; None where no cut is planned."""
    plan = state.plan
    if plan is None or not plan.has_cut or not queries.swiss_rounds(state):
        return None
    return _qualified.of(state.head, lambda: qualify(contenders(state), plan.cut_kind, plan.cut))


def seeds_of(state: State) -> tuple[PlayerId, ...]:
    """The seeds: of the cut that was made, else of the one that would be made now; none without a cut."""
    if state.seeds is not None:
        return state.seeds
    found = qualified(state)
    return found.seeds if found else ()


def first_games(state: State, seeds: Sequence[PlayerId]) -> tuple[Game, ...]:
    """Who meets whom first, by seeds: in games of two, or at tables of three and four."""
    if not seeds:
        return ()
    if state.double:
        return _first_double(doubles.stand_of(state, (), tuple(seeds)))
    return first_tables(seeds) if state.at_tables else first_round(seeds)


def _first_double(stand: DoubleStand) -> tuple[Game, ...]:
    """Who meets whom in the first round, and alone those who wait for the second."""
    games = [one for one in stand.bracket.matches if one.round_no == 1]
    paired = {stand.comes(side) for one in games for side in one.sides}
    waiting = [player for player in stand.seeds if player not in paired]
    met = [Game.of(one.number, [stand.seeds[side.of - 1] for side in one.sides]) for one in games]
    return (*met, *(Game(0, player) for player in waiting))


def seed_numbers(state: State) -> dict[PlayerId, int]:
    """Everybody's seed number in the cut, or in the one that would be made now."""
    return {player: number for number, player in enumerate(seeds_of(state), 1)}


@dataclass(frozen=True, slots=True)
class Shift:
    """A player's seed before and after somebody left; None outside the cut."""

    name: str
    before: int | None
    after: int | None


def shifts(before: Sequence[PlayerId], after: Sequence[PlayerId], name: Naming) -> tuple[Shift, ...]:
    """Whose seed differs between two cuts, in the order of the second, those who are only in the first last."""
    was, now = ({player: seed for seed, player in enumerate(seeds, 1)} for seeds in (before, after))
    return tuple(
        Shift(name(player), was.get(player), now.get(player))
        for player in dict.fromkeys((*after, *before))
        if was.get(player) != now.get(player)
    )
