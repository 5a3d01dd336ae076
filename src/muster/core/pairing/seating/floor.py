"""Costs that no seating goes below: what tells whether a seating that was searched for is the best there is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from muster.core.ids import PlayerId
from muster.core.pairing.seating.field import FOUR, THREE, TableField, table_sizes

ENDS: Final = 12
"""How many at either end of the list are looked at more closely."""

_Sizes = tuple[int, int]


def blocks(worth: Sequence[int], fours: int, threes: int) -> tuple[int, tuple[int, ...]]:
    """The least spread of all seatings, repeats aside, and the sizes from the top by which it is reached.

    Cutting the sorted list is best: the spread is the sum over neighbouring places of their difference, times the
    tables with somebody on both sides. Between two places that no table straddles every place is straddled at least
    once, and by blocks of the same sizes at most once.

    Args:
        worth: the points of everybody, the most first.
        fours: how many tables of four.
        threes: how many tables of three.
    """
    best: dict[_Sizes, tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
    for a in range(fours + 1):
        for b in range(threes + 1):
            ends = FOUR * a + THREE * b
            found = [
                (total + worth[ends - size] - worth[ends - 1], (*sizes, size))
                for size, before in ((FOUR, (a - 1, b)), (THREE, (a, b - 1)))
                if before in best
                for total, sizes in (best[before],)
            ]
            if found:
                # Of equal ones, tables of three as far down as can be.
                best[a, b] = min(found, key=lambda one: (one[0], [-size for size in one[1]]))
    return best[fours, threes]


def least_cost(field: TableField) -> int:
    """A cost that no seating goes below."""
    ordered = field.by_points()
    fours, threes = table_sizes(len(ordered))
    worth = [field.points[player] for player in ordered]
    cost = _least_spread(field, ordered, (fours, threes)) * field.weights["spread"]
    if "threes" in field.weights and threes:
        cost += sum(worth[-THREE * threes :]) * field.weights["threes"]
    if threes:
        often = sorted(field.at_threes.get(player, 0) for player in ordered)
        cost += sum(often[: THREE * threes]) * field.weights["again"]
    return cost


def _least_spread(field: TableField, ordered: Sequence[PlayerId], sizes: _Sizes) -> int:
    """The least spread of any seating without repeats; with one it costs more in any case, if repeats come first."""
    fours, threes = sizes
    worth = [field.points[player] for player in ordered]
    if field.first != "repeats":
        return blocks(worth, fours, threes)[0]
    straddled = _straddled(field, ordered, threes > 0)
    gaps = [0, *(high - low for high, low in pairwise(worth)), 0]
    best: dict[_Sizes, int] = {(0, 0): 0}
    for a in range(fours + 1):
        for b in range(threes + 1):
            ends, found = FOUR * a + THREE * b, []
            for size, before in ((FOUR, (a - 1, b)), (THREE, (a, b - 1))):
                if before in best:
                    start = ends - size
                    inside = sum(gaps[at] * max(1, straddled[at]) for at in range(start + 1, ends))
                    found.append(best[before] + gaps[start] * straddled[start] + inside)
            if found:
                best[a, b] = min(found)
    return best[sizes]


def _straddled(field: TableField, ordered: Sequence[PlayerId], threes: bool) -> list[int]:
    """For each place in the list how many tables at least have somebody on both sides of it.

    Near the ends of the list it may be that the players on one side cannot be put into whole tables without a repeat.
    """
    count = len(ordered)
    found = [0] * (count + 1)
    for players, upwards in ((ordered[:ENDS], False), (ordered[: -ENDS - 1 : -1], True)):
        for inside, least in enumerate(_broken_tables(field, players, threes), 1):
            if inside < count:
                at = count - inside if upwards else inside
                found[at] = max(found[at], least)
    return found


def _broken_tables(field: TableField, players: Sequence[PlayerId], threes: bool) -> list[int]:
    """For the first one, two, … of the players: the fewest tables, without a repeat, that are not theirs alone."""
    apart = [
        sum(1 << at for at, other in enumerate(players) if field.pair_cost(player, other) != 0)
        for player in players
    ]
    known = {0: 0}

    def fewest(left: int) -> int:
        if left in known:
            return known[left]
        last = left.bit_length() - 1
        mates = [at for at in range(last) if left >> at & 1 and not apart[last] >> at & 1]
        least = len(players)
        for more in range(FOUR):
            whole = more == FOUR - 1 or (more == THREE - 1 and threes)
            for chosen in combinations(mates, more):
                if all(not apart[one] >> two & 1 for one, two in combinations(chosen, 2)):
                    table = sum((1 << at for at in chosen), 1 << last)
                    least = min(least, fewest(left ^ table) + (not whole))
        known[left] = least
        return least

    return [fewest((1 << count) - 1) for count in range(1, len(players) + 1)]
