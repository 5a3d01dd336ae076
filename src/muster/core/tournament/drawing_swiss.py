"""Who is to be paired in a Swiss round, and by which rule: it follows from the state and the draw seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.bye import Candidate
from muster.core.pairing.swiss import Entrant, NoPairing, SwissPairs, pair_swiss
from muster.core.standings.values import Table
from muster.core.tournament import queries
from muster.core.tournament.carrying import breaks, brought
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class SwissField:
    """Who is to be paired in a Swiss round, as the standings have them.

    Attributes:
        table: the standings after the last complete round.
        awarded: players with an awarded bye this round.
        pool: everybody else, by entry number.
        byes: how many byes each player has had, awarded ones included (`B47`).
        last: who had one in the last round.
        met: opponents met in this stage.
        down: who has been paired down before.
    """

    table: Table
    awarded: tuple[PlayerId, ...]
    pool: tuple[PlayerId, ...]
    byes: dict[PlayerId, int]
    last: frozenset[PlayerId]
    met: dict[PlayerId, set[PlayerId]]
    down: frozenset[PlayerId]


def swiss_field(state: State) -> SwissField:
    """Who is to be paired in the next Swiss round and what the draw must know of them."""
    rounds = queries.swiss_rounds(state)
    here = queries.active(state)
    awarded = tuple(player for player in here if not rounds and state.players[player].first_round_bye)
    byes: dict[PlayerId, int] = {}
    binding = queries.binding_rounds(state)
    for round_ in binding:
        for bye in round_.byes:
            byes[bye.player] = byes.get(bye.player, 0) + 1
    last = frozenset(bye.player for bye in binding[-1].byes) if binding else frozenset[PlayerId]()
    pool = tuple(player for player in here if player not in awarded)
    table = queries.table(state, len(rounds))
    return SwissField(table, awarded, pool, byes, last, queries.met(binding), _paired_down(state))


def pool_points(state: State, field: SwissField, pool: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """The points by which those of the pool are seated."""
    points = queries.pairing_points(state, field.table, len(state.rounds))
    return {player: points[player] for player in pool}


def candidates(field: SwissField) -> list[Candidate]:
    """Everybody in the pool as somebody who could get the bye."""
    points = dict(zip(field.table.order, field.table.points, strict=True))
    return [
        Candidate(
            player,
            field.table.places[player] + 1,
            points[player],
            field.byes.get(player, 0),
            player in field.last,
        )
        for player in field.pool
    ]


@dataclass(frozen=True, slots=True)
class PairingTerms:
    """Everything the pairs of a Swiss round follow from, besides the seed."""

    playing: tuple[Entrant, ...]
    resting: Entrant | None
    forbidden: frozenset[tuple[PlayerId, PlayerId]]
    clubs_apart: bool
    rounds_after: int
    byes_had: dict[PlayerId, int]
    avoid_second_pair_down: bool
    by_rank: bool


def terms(state: State, field: SwissField, resting: PlayerId | None) -> PairingTerms:
    """The rule the plan and the variants ask for in the next Swiss round; `resting` has the bye."""
    number = len(queries.swiss_rounds(state)) + 1
    variants, everybody = state.variants, entrants(state, field)
    playing = tuple(entrant for entrant in everybody if entrant.player != resting)
    return PairingTerms(
        playing,
        next((entrant for entrant in everybody if entrant.player == resting), None),
        state.forbidden,
        number == 1 and variants.first_round == "clubs-apart",
        queries.ends(state)[queries.part_index(state)] - number,
        _with_bye(field.byes, (*field.awarded, resting) if resting else field.awarded),
        variants.pair_down_again == "avoided",
        _is_power_round(state, number),
    )


def pair_pool(
    state: State, field: SwissField, resting: PlayerId | None, seed: DrawSeed
) -> SwissPairs | NoPairing:
    """Pair the pool without the player who has the bye."""
    rule = terms(state, field, resting)
    return pair_swiss(
        rule.playing,
        seed,
        forbidden=rule.forbidden,
        clubs_apart=rule.clubs_apart,
        rounds_after=rule.rounds_after,
        resting=rule.resting,
        byes_had=rule.byes_had,
        avoid_second_pair_down=rule.avoid_second_pair_down,
        by_rank=rule.by_rank,
    )


def _with_bye(byes: dict[PlayerId, int], resting: tuple[PlayerId, ...]) -> dict[PlayerId, int]:
    return byes | {player: byes.get(player, 0) + 1 for player in resting}


def entrants(state: State, field: SwissField) -> list[Entrant]:
    """The players of the pool as the pairing sees them."""
    points = queries.pairing_points(state, field.table, len(state.rounds))
    places = field.table.places
    return [
        Entrant(
            player,
            points[player],
            places[player] + 1,
            frozenset(field.met.get(player, ())),
            state.players[player].club,
            player in field.down,
        )
        for player in field.pool
    ]


def _is_power_round(state: State, number: int) -> bool:
    """Reading `B42`: the last Swiss round before a cut may pair first with second and so on down."""
    plan = state.announced
    return plan.has_cut and 1 < number == plan.rounds and state.variants.last_round == "power"


def _paired_down(state: State) -> frozenset[PlayerId]:
    """Who met somebody of a lower score group in an earlier round of this stage, by the groups of that time."""
    if state.variants.pair_down_again == "allowed" or state.at_tables:
        return frozenset()
    found: set[PlayerId] = set()
    by_wins = state.variants.rank_by == "match-wins"
    worth: dict[PlayerId, int] = dict.fromkeys(state.players, 0)
    records = queries.records(state, len(state.rounds))
    begins = {one.after + 1: one.carry for one in breaks(state, len(state.rounds))}
    for round_ in queries.swiss_rounds(state):
        carry = begins.get(round_.number, "whole")
        worth = {player: brought(points, carry) for player, points in worth.items()}
        if carry == "none":
            found.clear()
        for match in round_.matches.values():
            one, two = match.pairing.players
            if worth[one] != worth[two]:
                found.add(max(one, two, key=worth.__getitem__))
        for player, own in records.items():
            sides = [record.side for record in own if record.round_no == round_.number]
            worth[player] += sum(side.verdict == "win" if by_wins else side.points for side in sides)
    return frozenset(found)
