"""An independent check of a Swiss pairing: is everybody paired, and is it really one of the best?

Shares no step with the draw. Costs are counted here again, and the optimum is proved in one of three ways: the
parity bound (nothing can be smaller), an exact search over sets of players for small fields, or, window by
window, a minimum-cost matching whose dual values are verified here, so that not even the matching is trusted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from muster.core.ids import ClubId, PlayerId
from muster.core.messages import Message, say, say_n
from muster.core.pairing.matching import Matching, cheapest_matching

SEARCHED: Final = 8
"""Fields up to this size are searched exhaustively."""

MATCHED: Final = 120
"""Windows of more players are not proved."""

Kind = Literal["missing", "twice", "stranger", "bye-count", "forbidden", "rematch", "not-best"]


@dataclass(frozen=True, slots=True)
class PairingFault:
    """Something wrong with a pairing: what kind, who is concerned, and in words."""

    kind: Kind
    players: tuple[PlayerId, ...]
    message: Message


@dataclass(frozen=True, slots=True)
class PairingVerdict:
    """What the check came to.

    Attributes:
        findings: what is wrong; empty if nothing.
        proof: how the optimum was proved: `parity bound`, `exact search`, `verified matching`, or `unproved`
            where a window is too large for all of them.
    """

    findings: tuple[PairingFault, ...]
    proof: Literal["parity bound", "exact search", "verified matching", "unproved"]


@dataclass(frozen=True, slots=True)
class Case:
    """What a pairing is judged by.

    Attributes:
        points: everybody in the round, with their points.
        met: whom each has met in this stage.
        forbidden: pairs that must not meet.
        clubs: clubs to be kept apart; else empty.
        tired: who was paired down before, where that is avoided; else empty.
    """

    points: Mapping[PlayerId, int]
    met: Mapping[PlayerId, AbstractSet[PlayerId]]
    forbidden: AbstractSet[tuple[PlayerId, PlayerId]] = frozenset()
    clubs: Mapping[PlayerId, ClubId] = field(default_factory=dict)
    tired: AbstractSet[PlayerId] = frozenset()


Pairs = Sequence[tuple[PlayerId, PlayerId]]
Vector = tuple[int, ...]


def check_pairs(case: Case, pairs: Pairs, byes: Sequence[PlayerId] = ()) -> PairingVerdict:
    """Check a round drawn by the usual rule: not one looked ahead in, nor one paired by rank."""
    wrong = _attendance(case, pairs, byes) + _barred(case, pairs)
    if wrong:
        return PairingVerdict(tuple(wrong), "unproved")
    paired = {player: case.points[player] for pair in pairs for player in pair}
    scale = _Scale(case, paired)
    mine = scale.total(pairs)
    if mine == scale.floor():
        return PairingVerdict((), "parity bound")
    if len(paired) <= SEARCHED:
        return PairingVerdict(_worse(mine, _searched(scale)), "exact search")
    return _by_windows(scale, pairs)


def _attendance(case: Case, pairs: Pairs, byes: Sequence[PlayerId]) -> list[PairingFault]:
    """Everybody who is to be paired is, once, and the bye is given if there is one to give."""
    seen = Counter([player for pair in pairs for player in pair] + list(byes))
    found = [
        PairingFault(
            "missing", (player,), say("player {player} is neither paired nor has the bye", player=player)
        )
        for player in sorted(case.points)
        if player not in seen
    ]
    for player, times in sorted(seen.items()):
        if player not in case.points:
            says = say("player {player} does not take part in this round", player=player)
            found.append(PairingFault("stranger", (player,), says))
        elif times > 1:
            says = say_n(
                "player {player} is paired {count} time",
                "player {player} is paired {count} times",
                times,
                player=player,
            )
            found.append(PairingFault("twice", (player,), says))
    return found + _bye_count(byes, len(case.points) % 2)


def _bye_count(byes: Sequence[PlayerId], due: int) -> list[PairingFault]:
    if len(byes) == due:
        return []
    says = say_n(
        "{count} bye, but the number of players asks for {due}",
        "{count} byes, but the number of players asks for {due}",
        len(byes),
        due=due,
    )
    return [PairingFault("bye-count", tuple(byes), says)]


def _barred(case: Case, pairs: Pairs) -> list[PairingFault]:
    return [
        PairingFault(
            "forbidden", pair, say("players {one} and {two} must not meet", one=pair[0], two=pair[1])
        )
        for pair in pairs
        if (min(pair), max(pair)) in case.forbidden
    ]


def _worse(mine: Vector, best: Vector) -> tuple[PairingFault, ...]:
    if mine == best:
        return ()
    if mine[0] > best[0]:
        return (
            PairingFault(
                "rematch",
                (),
                say_n(
                    "{count} rematch, though {best} would do",
                    "{count} rematches, though {best} would do",
                    mine[0],
                    best=best[0],
                ),
            ),
        )
    return (
        PairingFault(
            "not-best",
            (),
            say("the cost is {cost}, though {best} is possible", cost=str(mine), best=str(best)),
        ),
    )


class _Scale:
    """The cost of pairs as vectors: rematches, club-mates, then for each boundary crossings and jumps, then again."""

    def __init__(self, case: Case, points: Mapping[PlayerId, int]) -> None:
        self.case, self.points = case, points
        worths = sorted(set(points.values()), reverse=True)
        self.groups = len(worths)
        place = {worth: k for k, worth in enumerate(worths)}
        self.of = {player: place[worth] for player, worth in points.items()}
        self.sizes = Counter(self.of.values())

    def allowed(self, a: PlayerId, b: PlayerId) -> bool:
        return (min(a, b), max(a, b)) not in self.case.forbidden

    def pair(self, a: PlayerId, b: PlayerId) -> Vector:
        """The vector of one pair."""
        (high, upper), (low, _) = sorted([(self.of[a], a), (self.of[b], b)])
        return (*self.above(a, b), *self.descent(high, low), high < low and upper in self.case.tired)

    def above(self, a: PlayerId, b: PlayerId) -> Vector:
        clubs = self.case.clubs
        return b in self.case.met[a], a in clubs and b in clubs and clubs[a] == clubs[b]

    def descent(self, high: int, low: int) -> Vector:
        steps: list[int] = []
        for k in range(self.groups):
            steps += (high <= k < low, high < k < low)
        return tuple(steps)

    def total(self, pairs: Pairs) -> Vector:
        """The vector of a whole round."""
        counts = Counter[int]()
        for a, b in pairs:
            (high, upper), (low, _) = sorted([(self.of[a], a), (self.of[b], b)])
            rematch, mates = self.above(a, b)
            counts[0] += rematch
            counts[1] += mates
            counts[2 * self.groups + 2] += high < low and upper in self.case.tired
            for k in range(high, low):
                counts[2 + 2 * k] += 1
                counts[3 + 2 * k] += k > high
        return tuple(counts[place] for place in range(2 * self.groups + 3))

    def floor(self) -> Vector:
        """The parity bound: one pair crosses a boundary with an odd number of players above it, no pair any other."""
        steps, above = [], 0
        for k in range(self.groups):
            above += self.sizes[k]
            steps += [above % 2, 0]
        return (0, 0, *steps, 0)


def _searched(scale: _Scale) -> Vector:
    """The best vector by trying all pairings, set of players by set of players."""
    players = sorted(scale.points, key=lambda p: (scale.of[p], p))
    costs = {(a, b): scale.pair(a, b) for a in players for b in players if a != b and scale.allowed(a, b)}

    @cache
    def best(left: frozenset[PlayerId]) -> Vector | None:
        if not left:
            return (0,) * (2 * scale.groups + 3)
        first = min(left)
        tries = [
            tuple(map(sum, zip(rest, costs[first, mate], strict=True)))
            for mate in left - {first}
            if (first, mate) in costs and (rest := best(left - {first, mate})) is not None
        ]
        return min(tries, default=None)

    found = best(frozenset(players))
    assert found is not None  # noqa: S101 - the pairing under test is one
    return found


def _by_windows(scale: _Scale, pairs: Pairs) -> PairingVerdict:
    """Prove each stretch between boundaries nobody crosses; whole-field if anything above the groups is at stake."""
    if any(scale.total(pairs)[:2]):
        return _window(scale, pairs, 0, scale.groups)
    total = scale.total(pairs)
    cuts = [0, *(k + 1 for k in range(scale.groups) if not total[2 + 2 * k])]
    proof: Literal["verified matching", "unproved"] = "verified matching"
    for start, end in pairwise(cuts):
        inside = [pair for pair in pairs if start <= scale.of[pair[0]] < end]
        if _plain(scale, inside, start, end):
            continue
        verdict = _grown(scale, pairs, start, [cut for cut in cuts if cut >= end])
        if verdict.findings:
            return verdict
        if verdict.proof == "unproved":
            proof = "unproved"
    return PairingVerdict((), proof)


def _plain(scale: _Scale, inside: Pairs, start: int, end: int) -> bool:
    crossed = Counter(k for a, b in inside for k in range(*sorted((scale.of[a], scale.of[b]))))
    jumps = any(abs(scale.of[a] - scale.of[b]) > 1 for a, b in inside)
    above, plain = 0, not jumps
    for k in range(start, end):
        above += scale.sizes[k]
        plain &= crossed[k] == above % 2
    return plain and not scale.total(inside)[-1]


def _grown(scale: _Scale, pairs: Pairs, start: int, ends: Sequence[int]) -> PairingVerdict:
    """Widen a window downwards until no pairing that lets players out below beats it, or the field ends."""
    verdict = PairingVerdict((), "unproved")
    for end in ends:
        inside = [pair for pair in pairs if start <= scale.of[pair[0]] < end]
        verdict = _window(scale, inside, start, end)
        if not verdict.findings:
            break
    return verdict


def _window(scale: _Scale, inside: Pairs, start: int, end: int) -> PairingVerdict:
    """Compare with the best pairing of groups start … end-1 in which anybody may also leave below."""
    players = sorted((player for pair in inside for player in pair), key=lambda p: (scale.of[p], p))
    if len(players) > MATCHED:
        return PairingVerdict((), "unproved")
    size = len(players) if end == scale.groups else 2 * len(players)
    base = len(players) + 1
    weights: dict[tuple[int, int], int | None] = {}
    for i in range(size):
        for j in range(i + 1, size):
            weights[i, j] = _weight(scale, players, i, j, (start, end), base)
    found = cheapest_matching(size, lambda i, j: weights[i, j])
    assert found is not None  # noqa: S101 - the pairing under test is one
    best = sum(weights[i, mate] or 0 for i, mate in enumerate(found.mates) if i < mate)
    assert is_proved(found, weights)  # noqa: S101 - a wrong proof is a fault of the program, not of the round
    mine = sum(_number(scale.pair(a, b), start, end, base) for a, b in inside)
    if mine == best:
        return PairingVerdict((), "verified matching")
    # The base is larger than any count, so the digits of the sums are the counts themselves.
    return PairingVerdict(
        _worse(_digits(mine, end - start, base), _digits(best, end - start, base)), "verified matching"
    )


def _weight(
    scale: _Scale, players: Sequence[PlayerId], i: int, j: int, window: tuple[int, int], base: int
) -> int | None:
    if i >= len(players):
        return 0
    if j < len(players):
        a, b = players[i], players[j]
        return _number(scale.pair(a, b), *window, base) if scale.allowed(a, b) else None
    leaving = scale.of[players[i]]
    down = scale.descent(leaving, window[1])
    return _number((0, 0, *down, players[i] in scale.case.tired), *window, base)


def _number(vector: Vector, start: int, end: int, base: int) -> int:
    total = 0
    for digit in (*vector[:2], *vector[2 + 2 * start : 2 + 2 * end], vector[-1]):
        total = total * base + digit
    return total


def _digits(number: int, groups: int, base: int) -> Vector:
    digits = []
    for _ in range(2 * groups + 3):
        number, digit = divmod(number, base)
        digits.append(digit)
    return tuple(reversed(digits))


def is_proved(found: Matching, costs: Mapping[tuple[int, int], int | None]) -> bool:
    """Whether the dual values prove that no perfect matching costs less (weak duality), whatever made them."""
    proof = found.proof
    if any(value < 0 or len(circle) % 2 == 0 for circle, value in proof.circles):
        return False
    shared = Counter[tuple[int, int]]()
    for circle, value in proof.circles:
        for i in circle:
            for j in circle:
                shared[i, j] += value
    for (i, j), price in costs.items():
        if price is not None and proof.ends[i] + proof.ends[j] + shared[i, j] < 2 * (proof.top - price):
            return False
    most = sum(proof.ends) + sum(value * (len(circle) - 1) // 2 for circle, value in proof.circles)
    weight = sum(proof.top - (costs[i, mate] or 0) for i, mate in enumerate(found.mates) if i < mate)
    return 2 * weight == most
