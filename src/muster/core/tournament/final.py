"""The final places of a tournament as it stands."""

from __future__ import annotations

from dataclasses import replace

from muster.core.bracket import double_play
from muster.core.bracket.games import EliminationRound
from muster.core.bracket.places import Place, places
from muster.core.bracket.tables import places as table_places
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.elimination import double_stand, elimination_rounds, still_in
from muster.core.tournament.state import State


def final_places(state: State) -> tuple[Place, ...]:
    """Everybody's place (`ARM-BRK-1`, `COM-RANK-1`, `B24`), best first; disqualified players have none.

    Where an elimination was ended early, those still in it share the best places; after them come those who
    had won but left, then whoever lost in the open round.
    """
    ranks = _swiss_ranks(state)
    rounds = elimination_rounds(state)
    if state.at_tables and rounds:
        return _after_tables(state, rounds, ranks)
    fixed = double_places(state) if state.double and rounds else None
    fixed = fixed or places(
        rounds, ranks, eliminated=state.variants.eliminated, disqualified=queries.disqualified(state)
    )
    if not rounds:
        return fixed
    waiting = sorted(
        still_in(state, rounds) - {place.player for place in fixed} - queries.disqualified(state)
    )
    here = [player for player in waiting if queries.present(state.players[player])]
    gone = [player for player in waiting if player not in here]
    return (
        *(Place(player, 1, len(here)) for player in here),
        *(Place(player, len(here) + 1, len(waiting)) for player in gone),
        *(replace(place, first_place=max(place.first_place, len(waiting) + 1)) for place in fixed),
    )


def double_places(state: State) -> tuple[Place, ...]:
    """The places that are fixed by now in and after a double elimination; those outside it as in the standings."""
    stand, ranks, out = double_stand(state), _swiss_ranks(state), queries.disqualified(state)
    seeds = stand.seeds if stand else ()
    rest = places((), {one: rank for one, rank in ranks.items() if one not in seeds}, disqualified=out)
    if stand is None:
        return rest
    above = sum(one not in out for one in seeds)
    by_rank = state.variants.eliminated == "by-swiss"
    return (
        *double_play.places(stand, ranks, by_rank=by_rank, disqualified=out),
        *_moved(rest, above),
    )


def _moved(found: tuple[Place, ...], above: int) -> tuple[Place, ...]:
    """The same places behind so many others."""
    return tuple(
        replace(one, first_place=one.first_place + above, last_place=one.last_place + above) for one in found
    )


def _after_tables(
    state: State, rounds: tuple[EliminationRound, ...], ranks: dict[PlayerId, int]
) -> tuple[Place, ...]:
    """The places where the cut is played at tables: by the final, then shared, then as in the standings (`F14`)."""
    seeds, out = state.seeds or (), queries.disqualified(state)
    matches = [*state.rounds[-1].matches.values()]
    finals: dict[PlayerId, int] = {}
    if len(rounds[-1].games) == 1 and not rounds[-1].undecided:
        finals = dict.fromkeys(rounds[-1].games[0].players, 1)
        for match in matches:
            sides = match.outcome.sides if match.outcome is not None else ()
            finals |= {
                player: side.place or 1 for player, side in zip(match.pairing.players, sides, strict=False)
            }
    in_cut = table_places(seeds, rounds, finals, out)
    placed = {place.player for place in in_cut}
    waiting = [player for player in seeds if player not in placed and player not in out]
    rest = places((), {one: rank for one, rank in ranks.items() if one not in seeds}, disqualified=out)
    above = sum(one not in out for one in seeds)
    return (
        *(Place(player, 1, len(waiting)) for player in waiting),
        *in_cut,
        *_moved(rest, above),
    )


def _swiss_ranks(state: State) -> dict[PlayerId, int]:
    if not queries.swiss_rounds(state):
        return {}
    if state.announced.course.parts and state.passed:
        return _by_parts(state)
    return {player: place + 1 for player, place in queries.table(state).places.items()}


def _by_parts(state: State) -> dict[PlayerId, int]:
    """Those of the last part first, then those who did not come into it, and so on: each as they stood at its end."""
    ends, index = queries.ends(state), queries.part_index(state)
    last = queries.completed(state)
    order: list[PlayerId] = []
    for part in range(index, -1, -1):
        came = {*state.passed[part - 1]} if part else {*state.players}
        standing = queries.table(state, last if part == index else min(last, ends[part])).order
        order += (player for player in standing if player in came and player not in order)
    return {player: place for place, player in enumerate(order, 1)}
