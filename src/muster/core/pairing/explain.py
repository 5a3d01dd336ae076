"""Why a pairing is what it is: computed when asked, from the round as it was paired, and true.

Whether somebody could have met an opponent nearer in points is found out by pairing the round again with
everybody further away ruled out, and comparing the costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from muster.core.draws import DrawSeed
from muster.core.ids import Naming, PlayerId, numbered
from muster.core.pairing.criteria import Field, Pair, component_names, cost, make_field
from muster.core.pairing.draw import draw_field
from muster.core.pairing.lookahead import Future, best_pairings, matters
from muster.core.pairing.matching import largest_matching

TRIED: Final = 300
"""Rounds of more players are not paired again to see what else was possible."""

_ANY_SEED: Final = DrawSeed("0" * 64)


@dataclass(frozen=True, slots=True)
class Nearer:
    """What it would have cost if the upper player had met somebody with more points than the actual opponent.

    Attributes:
        verdict: `nobody` (there is nobody nearer), `drawn` (nothing: another best pairing does it, the draw
            decided), `worse`, `impossible` (forbidden pairs), or `untried` (the round is too large to be
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
        nearer: for a pair across groups, what meeting somebody nearer would have cost.
        rematch: for a rematch, why rematches were unavoidable.
        method: how the round was drawn (`SwissPairs.method`); with the round's draw seed it can be repeated.
        says: the same in a sentence or two.
    """

    pair: Pair
    points: tuple[int, int]
    fall: int
    reason: Literal["same-group", "odd", "crowded", "ranked"]
    nearer: Nearer | None
    rematch: Unavoidable | None
    method: str
    says: str


def explain_pair(
    pairs: Sequence[Pair], pair: Pair, field: Field, method: str, future: Future, name: Naming = numbered
) -> Explanation:
    """Explain one pair of a round.

    Args:
        pairs: the whole round.
        pair: one of its pairs.
        field: the field it was drawn from (`swiss.field_of`).
        method: how it was drawn (`SwissPairs.method`).
        future: what was planned after it; matters where small fields look ahead.
        name: how the sentences name players.
    """
    upper, lower = sorted(pair, key=lambda player: (-field.points[player], pair.index(player)))
    points = (field.points[upper], field.points[lower])
    worths = sorted(set(field.points.values()), reverse=True)
    fall = worths.index(points[1]) - worths.index(points[0])
    reason = "ranked" if method == "ranked" else _reason(pairs, field, points)
    nearer = None if reason in ("ranked", "same-group") else _nearer(pairs, (upper, lower), field, future)
    rematch = unavoidable(field) if lower in field.met[upper] else None
    names = (name(upper), name(lower))
    says = _sentence(names, points, reason, nearer, worths, field) + _again(rematch, name)
    return Explanation((upper, lower), points, fall, reason, nearer, rematch, method, says)


def _reason(
    pairs: Sequence[Pair], field: Field, points: tuple[int, int]
) -> Literal["same-group", "odd", "crowded"]:
    if points[0] == points[1]:
        return "same-group"
    crossing = sum(
        max(field.points[a], field.points[b]) >= points[0] > min(field.points[a], field.points[b])
        for a, b in pairs
    )
    return "odd" if crossing == 1 else "crowded"


def _nearer(pairs: Sequence[Pair], pair: Pair, field: Field, future: Future) -> Nearer:
    if not any(worth > field.points[pair[1]] for player, worth in field.points.items() if player != pair[0]):
        return Nearer("nobody")
    if len(field.points) > TRIED:
        return Nearer("untried")
    looked_ahead = matters(field, future)
    least = _kept_near(pair, field, future) if looked_ahead else _drawn_near(pair, field)
    if least is None:
        return Nearer("impossible")
    actual = cost(pairs, field)
    if looked_ahead:
        actual = best_pairings(
            field, future, lambda other: set(map(frozenset, other)) == set(map(frozenset, pairs))
        )[0][1]
    if least == actual:
        return Nearer("drawn")
    names = component_names(len(set(field.points.values())))
    place = next(i for i, (a, b) in enumerate(zip(actual, least, strict=True)) if a != b)
    return Nearer("worse", *names[place], actual[place], least[place])


def _drawn_near(pair: Pair, field: Field) -> tuple[int, ...] | None:
    """The least cost with the upper player's opponent above the lower player's score group."""
    upper, lower = pair
    barred = {(upper, player) for player, worth in field.points.items() if worth <= field.points[lower]}
    barred |= {(a, b) for a, others in field.forbidden.items() for b in others}
    drawn = draw_field(make_field(field.points, field.met, barred, field.clubs, field.tired), _ANY_SEED)
    return None if drawn is None else cost(drawn.pairs, field)


def _kept_near(pair: Pair, field: Field, future: Future) -> tuple[int, ...] | None:
    upper, lower = pair
    floor = field.points[lower]

    def keep(pairs: Sequence[Pair]) -> bool:
        mates = next(p for p in pairs if upper in p)
        return min(field.points[player] for player in mates if player != upper) > floor

    best = best_pairings(field, future, keep)
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
    "down": "players paired down from {2} points or more: {0} instead of {1}",
    "over": "pairs that jump over the group of {2} points: {0} instead of {1}",
    "again": "players paired down again: {0} instead of {1}",
}


_PLAINLY: Final = {
    "nobody": "Nobody is nearer.",
    "drawn": "Other pairings, with somebody nearer, were as good; the draw decided.",
    "impossible": "Forbidden pairs rule out everybody nearer.",
    "untried": "No pairing is better by the criteria.",
}


def _sentence(
    names: tuple[str, str],
    points: tuple[int, int],
    reason: str,
    nearer: Nearer | None,
    worths: Sequence[int],
    field: Field,
) -> str:
    upper, lower = names
    if reason == "ranked":
        return _opened(f"{upper} and {lower} are paired by their places in the standings.")
    if nearer is None:
        return _opened(f"{upper} and {lower} both have {points[0]} points; the draw put them together.")
    above = sum(worth >= points[0] for worth in field.points.values())
    start = _opened(f"{upper} ({points[0]} points) is paired down to {lower} ({points[1]} points): ")
    if reason == "odd":
        start += f"an odd number of players ({above}) has {points[0]} points or more, so one meets somebody below. "
    else:
        start += f"several of the {above} players on {points[0]} points or more have to meet somebody below. "
    return start + _instead(nearer, worths)


def _instead(nearer: Nearer, worths: Sequence[int]) -> str:
    if nearer.verdict != "worse":
        return _PLAINLY[nearer.verdict]
    words = _COSTS[nearer.criterion].format(nearer.instead, nearer.actual, worths[nearer.group])
    return f"An opponent with more points would have meant more {words}."


def _opened(sentence: str) -> str:
    """A sentence with a capital, except where it opens with a name: names stay as people write them."""
    return "P" + sentence[1:] if sentence.startswith("player ") else sentence


def _again(rematch: Unavoidable | None, name: Naming) -> str:
    if rematch is None:
        return ""
    groups = "; ".join(", ".join(map(name, circle)) for circle in rematch.circles)
    bridge = ", ".join(map(name, rematch.bridge)) or "nobody"
    return (
        f" They have met before; at least {rematch.least} of this round's pairs had to be rematches: "
        f"outside their own group, the players of these {len(rematch.circles)} odd groups ({groups}) have not met "
        f"only {bridge}."
    )
