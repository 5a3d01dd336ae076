"""Why a pairing is what it is: computed when asked, from the round as it was paired, and true.

Whether somebody could have met an opponent nearer in points is found out by pairing the round again with
everybody further away ruled out, and comparing the costs; whether the draw put two together or nothing else was
as good, by pairing it again without the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from muster.core.draws import DrawSeed
from muster.core.ids import Naming, PlayerId, numbered
from muster.core.pairing.criteria import Field, Pair, component_names, cost, make_field
from muster.core.pairing.draw import draw_field
from muster.core.pairing.lookahead import Future, best_pairings, matters, stranded
from muster.core.pairing.matching import largest_matching

TRIED: Final = 300
"""Rounds of more players are not paired again to see what else was possible."""

PROVED: Final = 100
"""In rounds of more players it is not worked out who had nobody left to meet: it would take a second and more."""

_ANY_SEED: Final = DrawSeed("0" * 64)


@dataclass(frozen=True, slots=True)
class Instead:
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
class Explanation:
    """One pairing explained.

    Attributes:
        pair: the players, the one with more points first.
        points: their points.
        fall: how many score groups lie between theirs, plus one; 0 in the same group.
        reason: `same-group`; `odd` (an odd number of players stands above the boundary, so one has to cross
            it, and only one does); `crowded` (more have to cross than parity asks for); `ranked` (by standing).
        nearer: for a pair across groups, what it would have cost if the upper player had met somebody with more
            points than the actual opponent.
        apart: what a round without this pair would have cost; None for pairs by standing.
        rematch: for a rematch, why rematches were unavoidable; None too where the round is too large to find out.
        method: how the round was drawn (`SwissPairs.method`); with the round's draw seed it can be repeated.
        says: the same in a few sentences.
    """

    pair: Pair
    points: tuple[int, int]
    fall: int
    reason: Literal["same-group", "odd", "crowded", "ranked"]
    nearer: Instead | None
    apart: Instead | None
    rematch: Unavoidable | None
    method: str
    says: str


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as it was paired, for asking why.

    Attributes:
        pairs: the whole round.
        field: the field it was drawn from (`swiss.field_of`).
        method: how it was drawn (`SwissPairs.method`).
        future: what was planned after it; matters where small fields look ahead.
        unit: what the points of the field are: `tournament points`, `match points`, `match wins`.
    """

    pairs: Sequence[Pair]
    field: Field
    method: str
    future: Future
    unit: str = "points"

    @property
    def worths(self) -> list[int]:
        """The points of the score groups, most first."""
        return sorted(set(self.field.points.values()), reverse=True)


def explain_pair(round_: Paired, pair: Pair, name: Naming = numbered) -> Explanation:
    """Explain one pair of a round.

    Args:
        round_: the round.
        pair: one of its pairs.
        name: how the sentences name players.
    """
    field = round_.field
    upper, lower = sorted(pair, key=lambda player: (-field.points[player], pair.index(player)))
    points = (field.points[upper], field.points[lower])
    fall = round_.worths.index(points[1]) - round_.worths.index(points[0])
    reason = "ranked" if round_.method == "ranked" else _reason(round_, points)
    nearer = None if reason in ("ranked", "same-group") else _nearer(round_, (upper, lower))
    apart = None if reason == "ranked" else without(round_, (upper, lower))
    again = lower in field.met[upper]
    rematch = unavoidable(field) if again and len(field.points) <= PROVED else None
    found = Explanation((upper, lower), points, fall, reason, nearer, apart, rematch, round_.method, "")
    says = _sentences(found, round_, name) + (_again(rematch, name) if again else "")
    return replace(found, says=says)


def counted(number: int, unit: str) -> str:
    """So many of something, in words: `1 match win`, `2 match wins`."""
    return f"{number} {unit.removesuffix('s') if number == 1 else unit}"


def _reason(round_: Paired, points: tuple[int, int]) -> Literal["same-group", "odd", "crowded"]:
    if points[0] == points[1]:
        return "same-group"
    return "odd" if _crossing(round_, points[0]) == 1 else "crowded"


def _crossing(round_: Paired, worth: int) -> int:
    """How many pairs somebody with so many points or more has with somebody who has fewer."""
    points = round_.field.points
    return sum(max(points[a], points[b]) >= worth > min(points[a], points[b]) for a, b in round_.pairs)


def _nearer(round_: Paired, pair: Pair) -> Instead:
    """What it would have cost if the upper player had met somebody above the lower player's score group."""
    upper, lower = pair
    points = round_.field.points
    far = {player for player, worth in points.items() if worth <= points[lower]}
    if not set(points) - far - {upper}:
        return Instead("nobody")
    return _instead(round_, {(upper, player) for player in far})


def without(round_: Paired, pair: Pair) -> Instead:
    """What the best round without this pair would have cost."""
    return _instead(round_, {pair})


def _instead(round_: Paired, barred: set[Pair]) -> Instead:
    """The best round without any of these pairs, against the round as it is."""
    field, future = round_.field, round_.future
    if len(field.points) > TRIED:
        return Instead("untried")
    ahead = matters(field, future)
    least = _least_ahead(round_, barred) if ahead else _least_drawn(field, barred)
    if least is None:
        return Instead("impossible")
    actual = cost(round_.pairs, field, stranded(round_.pairs, field, future) if ahead else 0)
    if least == actual:
        return Instead("drawn")
    names = component_names(len(round_.worths))
    place = next(i for i, (a, b) in enumerate(zip(actual, least, strict=True)) if a != b)
    return Instead("worse", *names[place], actual[place], least[place])


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


_COSTS: Final = {
    "rematches": "rematches: {0} instead of {1}",
    "stranded": "rematches forced in the rounds after this: {0} instead of {1}",
    "clubmates": "pairs of one club: {0} instead of {1}",
    "down": "players paired down from {2} or more: {0} instead of {1}",
    "over": "pairs that jump over the group of {2}: {0} instead of {1}",
    "again": "players paired down again: {0} instead of {1}",
}


_NEARER: Final = {
    "nobody": "Nobody is nearer.",
    "drawn": "Other pairings, with somebody nearer, were as good; the draw decided.",
    "impossible": "Forbidden pairs rule out everybody nearer.",
    "untried": "No pairing is better by the criteria.",
}

_APART: Final = {
    "drawn": "Pairings without these two together were as good; the draw put them together.",
    "impossible": "There is no way to pair everybody without these two together.",
    "untried": "The draw put them together, and no pairing is better by the criteria.",
}


def _sentences(found: Explanation, round_: Paired, name: Naming) -> str:
    upper, lower = map(name, found.pair)
    if found.apart is None:
        return _opened(f"{upper} and {lower} are paired by their places in the standings.")
    apart = apart_text(found.apart, round_)
    if found.nearer is None:
        return _opened(f"{upper} and {lower} both have {counted(found.points[0], round_.unit)}. {apart}")
    more, fewer = (counted(points, round_.unit) for points in found.points)
    says = f"{upper} ({more}) is paired down to {lower} ({fewer}): {_crossers(found, round_)} "
    says += _NEARER.get(found.nearer.verdict) or _worse("An opponent with more points", found.nearer, round_)
    # Where somebody nearer would have been as good, a round without the two was, too: it need not be said twice.
    return _opened(says if found.nearer.verdict in ("drawn", "untried") else f"{says} {apart}")


def _crossers(found: Explanation, round_: Paired) -> str:
    worth = found.points[0]
    above = sum(points >= worth for points in round_.field.points.values())
    or_more = f"{counted(worth, round_.unit)} or more"
    if found.reason == "odd":
        return f"an odd number of players ({above}) has {or_more}, so one meets somebody below."
    down = _crossing(round_, worth)
    return f"of the {above} players on {or_more} not fewer than {down} could meet somebody below."


def apart_text(apart: Instead, round_: Paired) -> str:
    """What a round without a pair would have cost, in a sentence."""
    return _APART.get(apart.verdict) or _worse("Any round without these two together", apart, round_)


def _worse(what: str, instead: Instead, round_: Paired) -> str:
    group = counted(round_.worths[instead.group], round_.unit)
    words = _COSTS[instead.criterion].format(instead.instead, instead.actual, group)
    return f"{what} would have meant more {words}."


def _opened(sentence: str) -> str:
    """A sentence with a capital, except where it opens with a name: names stay as people write them."""
    return "P" + sentence[1:] if sentence.startswith("player ") else sentence


def _again(rematch: Unavoidable | None, name: Naming) -> str:
    if rematch is None:
        return " They have met before; no pairing has fewer rematches."
    groups = "; ".join(", ".join(map(name, circle)) for circle in rematch.circles)
    bridge = ", ".join(map(name, rematch.bridge)) or "nobody"
    return (
        f" They have met before; at least {rematch.least} of this round's pairs had to be rematches. "
        f"Each of these {len(rematch.circles)} groups is odd, so that one of it needs an opponent from outside: "
        f"{groups}. Outside their own group they may meet without a rematch only: {bridge}."
    )
