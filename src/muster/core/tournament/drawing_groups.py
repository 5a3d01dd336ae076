"""How rounds inside pods and of a round robin are paired: everything follows from the state and the draw seed alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Pair
from muster.core.pairing.pods import Pod
from muster.core.pairing.round_robin import CircleRound, round_robin
from muster.core.tournament import queries
from muster.core.tournament.state import State

ROBIN_PURPOSE = "robin"
"""The purpose under which the places of a round robin are drawn, from the seed of its first round."""


@dataclass(frozen=True, slots=True)
class PodHere:
    """A pod with those of it who are here.

    Attributes:
        number: of the pod, from 1.
        players: who is here, in the order of their seats.
        seed: the draw seed of this pod in this round.
    """

    number: int
    players: tuple[PlayerId, ...]
    seed: DrawSeed


def pods_here(state: State, seed: DrawSeed) -> Iterator[PodHere]:
    """The pods in which somebody is here, each with a seed of its own."""
    here = {*queries.active(state)}
    for number, pod in enumerate(state.pods or (), 1):
        players = tuple(player for player in pod if player in here)
        if players:
            yield PodHere(number, players, pod_seed(seed, number))


def pod_seed(seed: DrawSeed, number: int) -> DrawSeed:
    """The seed by which a pod is paired: SHA-256 of `seed|pod/number`."""
    return DrawSeed(sha256(f"{seed}|pod/{number}".encode()).hexdigest())


def outside(state: State, pods: Iterable[Pod]) -> tuple[PlayerId, ...]:
    """Who is here and sits in none of these pods."""
    seated = {player for pod in pods for player in pod}
    return tuple(player for player in queries.active(state) if player not in seated)


def robin_order(state: State, seed: DrawSeed) -> tuple[PlayerId, ...]:
    """The places of a round robin, drawn once: from the seed of its first round that was published."""
    players = state.stages[-1].players if state.going_on is None else sorted(state.going_on)
    drawn = state.draws.part_seed if state.passed else state.draws.key_seed
    return tuple(draws.order(drawn or seed, ROBIN_PURPOSE, players))


def robin_round(state: State, seed: DrawSeed) -> CircleRound | None:
    """The next round of a round robin of those who are here; None where all are played."""
    order = robin_order(state, seed)
    rounds = round_robin(order, double=queries.part(state).paired == "double-round-robin")
    played = len(queries.part_rounds(state))
    if played >= len(rounds):
        return None
    here = {*queries.active(state)}
    pairs = tuple(pair for pair in rounds[played].pairs if {*pair} <= here)
    return replace(rounds[played], pairs=pairs)


def group_pairs(state: State) -> list[tuple[int, tuple[Pair, ...]]]:
    """Who meets whom in the next round of each group, by its number: the circle, with the seats as places.

    A group that has played all its rounds has no pairs; nor has somebody whose opponent has left.
    """
    played, here, found = len(queries.part_rounds(state)), {*queries.active(state)}, []
    for number, group in enumerate(state.pods or (), 1):
        rounds = round_robin(group)
        pairs = rounds[played].pairs if played < len(rounds) else ()
        found.append((number, tuple(pair for pair in pairs if {*pair} <= here)))
    return found
