"""Fields for the tests of pairing, and the plainest possible answers: every pairing there is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import sha256

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Field, Pair, cost

Points = dict[PlayerId, int]
Met = dict[PlayerId, frozenset[PlayerId]]


def dice_of(number: int) -> random.Random:
    """Repeatable dice for making up fields."""
    return random.Random(number)  # noqa: S311 - test data, not a draw anybody bets on


def seed(*parts: object) -> DrawSeed:
    return DrawSeed(sha256(repr(parts).encode()).hexdigest())


def players(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(number) for number in numbers)


def pair(a: int, b: int) -> Pair:
    return PlayerId(a), PlayerId(b)


def made(points: dict[int, int], met: list[tuple[int, int]] | None = None) -> tuple[Points, Met]:
    """A field from plain numbers: points by player, and who has met."""
    friends: dict[int, set[int]] = {player: set() for player in points}
    for a, b in met or []:
        friends[a].add(b)
        friends[b].add(a)
    return (
        {PlayerId(p): worth for p, worth in points.items()},
        {PlayerId(p): frozenset(map(PlayerId, them)) for p, them in friends.items()},
    )


def anything(dice: random.Random, sizes: tuple[int, ...], most_rounds: int = 99) -> tuple[Points, Met]:
    """A field no tournament would make: random points, random (also repeated) rounds behind it."""
    n = dice.choice(sizes)
    ids = [PlayerId(i) for i in range(1, n + 1)]
    levels = dice.randrange(1, n + 1)
    points = {player: dice.randrange(levels) for player in ids}
    met: dict[PlayerId, set[PlayerId]] = {player: set() for player in ids}
    for _ in range(dice.randrange(min(n, most_rounds))):
        mixed = dice.sample(ids, n)
        for a, b in zip(mixed[::2], mixed[1::2], strict=True):
            met[a].add(b)
            met[b].add(a)
    return points, {player: frozenset(them) for player, them in met.items()}


def pairings(ids: tuple[PlayerId, ...]) -> Iterator[tuple[Pair, ...]]:
    """All ways to pair the players."""
    if not ids:
        yield ()
    for i in range(1, len(ids)):
        for rest in pairings(ids[1:i] + ids[i + 1 :]):
            yield ((ids[0], ids[i]), *rest)


def best_of_all(field: Field) -> tuple[tuple[int, ...], list[frozenset[frozenset[PlayerId]]]]:
    """The least cost without forbidden pairs, and all pairings that reach it, by trying every one."""
    costs = {frozenset(map(frozenset, p)): cost(p, field) for p in pairings(tuple(sorted(field.points)))}
    least = min(costs.values())
    return least, [pairing for pairing, price in costs.items() if price == least]


def as_sets(pairs: tuple[Pair, ...]) -> frozenset[frozenset[PlayerId]]:
    return frozenset(map(frozenset, pairs))
