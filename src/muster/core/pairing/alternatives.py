"""What it would have cost to pair a round otherwise: found out by pairing it again, and comparing the costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Field, Pair, component_names, cost, make_field
from muster.core.pairing.draw import draw_field
from muster.core.pairing.lookahead import Future, best_pairings, matters, stranded
from muster.core.pairing.matching import largest_matching

TRIED: Final = 300
"""Rounds of more players are not paired again to see what else was possible."""

Unit = Literal["tournament points", "match points", "match wins"]
"""What makes the score groups."""

_ANY_SEED: Final = DrawSeed("0" * 64)


@dataclass(frozen=True, slots=True)
class Alternative:
    """What it would have cost to pair the round otherwise.

    Attributes:
        verdict: `nobody` (there is nobody nearer), `drawn` (nothing: another best pairing does it, the draw
            decided), `worse`, `impossible` (nobody can be paired so), or `untried` (the round is too large to be
            paired again for this).
        criterion: where worse, the first criterion that gets worse, and `group` its score group (0: the first).
        actual: that criterion in the round as it is.
        instead: the least it would have been.
    """

    verdict: Literal["nobody", "drawn", "worse", "impossible", "untried"]
    criterion: str = ""
    group: int = 0
    actual: int = 0
    instead: int = 0


@dataclass(frozen=True, slots=True)
class Unavoidable:
    """Why at least `least` rematches had to be.

    Take the `bridge` players away: those of the `circles` have, outside their own circle, nobody left whom
    they have not met. Each circle is odd, so it leaves one over, who needs one of the bridge; there are fewer
    of these than circles.
    """

    least: int
    bridge: tuple[PlayerId, ...]
    circles: tuple[tuple[PlayerId, ...], ...]


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as it was paired, for asking why.

    Attributes:
        pairs: the whole round.
        field: the field it was drawn from (`swiss.field_of`).
        method: how it was drawn (`SwissPairs.method`).
        future: what was planned after it; matters where small fields look ahead.
        unit: what the points of the field are.
    """

    pairs: Sequence[Pair]
    field: Field
    method: str
    future: Future
    unit: Unit = "tournament points"

    @property
    def worths(self) -> list[int]:
        """The points of the score groups, most first."""
        return sorted(set(self.field.points.values()), reverse=True)


def without(round_: Paired, pair: Pair) -> Alternative:
    """What the best round without this pair would have cost."""
    return instead_of(round_, {pair})


def instead_of(round_: Paired, barred: set[Pair]) -> Alternative:
    """The best round without any of these pairs, against the round as it is."""
    field, future = round_.field, round_.future
    if len(field.points) > TRIED:
        return Alternative("untried")
    ahead = matters(field, future)
    least = _least_ahead(round_, barred) if ahead else _least_drawn(field, barred)
    if least is None:
        return Alternative("impossible")
    actual = cost(round_.pairs, field, stranded(round_.pairs, field, future) if ahead else 0)
    if least == actual:
        return Alternative("drawn")
    names = component_names(len(round_.worths))
    place = next(i for i, (a, b) in enumerate(zip(actual, least, strict=True)) if a != b)
    return Alternative("worse", *names[place], actual[place], least[place])


def _least_drawn(field: Field, barred: Iterable[Pair]) -> tuple[int, ...] | None:
    pairs = {*barred, *((a, b) for a, others in field.forbidden.items() for b in others)}
    drawn = draw_field(make_field(field.points, field.met, pairs, field.clubs, field.tired), _ANY_SEED)
    return None if drawn is None else cost(drawn.pairs, field)


def _least_ahead(round_: Paired, barred: Iterable[Pair]) -> tuple[int, ...] | None:
    apart = {frozenset(pair) for pair in barred}

    def keep(pairs: Sequence[Pair]) -> bool:
        return apart.isdisjoint(map(frozenset, pairs))

    best = best_pairings(round_.field, round_.future, keep)
    return best[0][1] if best else None


def unavoidable(field: Field) -> Unavoidable:
    """Why the field cannot be paired with fewer rematches (the Tutte-Berge formula, by Gallai and Edmonds)."""
    players = sorted(field.points)
    friends = {
        p: {q for q in players if q != p and q not in field.met[p] and q not in field.forbidden.get(p, ())}
        for p in players
    }
    most = _pairs_among(players, friends)
    spare = {p for p in players if _pairs_among([q for q in players if q != p], friends) == most}
    bridge = {q for p in spare for q in friends[p]} - spare
    return Unavoidable(len(players) // 2 - most, tuple(sorted(bridge)), _circles(spare, friends))


def _pairs_among(players: Sequence[PlayerId], friends: Mapping[PlayerId, set[PlayerId]]) -> int:
    found = largest_matching(len(players), lambda i, j: 0 if players[j] in friends[players[i]] else None)
    return sum(mate >= 0 for mate in found.mates) // 2


def _circles(
    players: set[PlayerId], friends: Mapping[PlayerId, set[PlayerId]]
) -> tuple[tuple[PlayerId, ...], ...]:
    circles, left = [], set(players)
    while left:
        circle, edge = set[PlayerId](), {min(left)}
        while edge:
            circle |= edge
            edge = {q for p in edge for q in friends[p] & left} - circle
        left -= circle
        circles.append(tuple(sorted(circle)))
    return tuple(circles)
