"""Whether players can be paired at all: the question every step of a pairing has to ask about those left over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Field
from muster.core.pairing.matching import cheapest_matching, largest_matching

_PATIENCE: Final = 400
"""How many steps a plain search may take before the matching algorithm is asked instead."""


def pairable(players: int, foes: Sequence[int]) -> bool:
    """Whether the players (bits of a mask) can all be paired without foes (a mask for each player)."""
    if _greedily(players, foes):
        return True
    dead: set[int] = set()

    def search(left: int) -> bool | None:
        if not left:
            return True
        if left in dead:
            return False
        if len(dead) > _PATIENCE:
            return None
        first = left & -left
        rest = left ^ first
        choices = rest & ~foes[first.bit_length() - 1]
        while choices:
            mate = 1 << (choices.bit_length() - 1)
            choices ^= mate
            answer = search(rest ^ mate)
            if answer is not False:
                return answer
        dead.add(left)
        return False

    answer = search(players)
    return _matched(players, foes) if answer is None else answer


def _greedily(left: int, foes: Sequence[int]) -> bool:
    while left:
        first = left & -left
        left ^= first
        choices = left & ~foes[first.bit_length() - 1]
        if not choices:
            return False
        left ^= 1 << (choices.bit_length() - 1)
    return True


def _matched(players: int, foes: Sequence[int]) -> bool:
    spots = bits(players)
    found = cheapest_matching(len(spots), lambda i, j: None if foes[spots[i]] >> spots[j] & 1 else 0)
    return found is not None


def bits(mask: int) -> list[int]:
    """The places of the ones in a mask, lowest first."""
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places


def least_fine(players: Sequence[PlayerId], field: Field) -> int | None:
    """The least total of `Field.fine` over all ways to pair the players; None if they cannot be paired."""
    if len(players) > _crowd(field) or pairable_players(players, field):
        return 0
    found = cheapest_matching(len(players), lambda i, j: field.fine(players[i], players[j]))
    if found is None:
        return None
    total = 0
    for i, mate in enumerate(found.mates):
        if i < mate:
            total += field.fine(players[i], players[mate]) or 0
    return total


def pairable_players(players: Sequence[PlayerId], field: Field) -> bool:
    """Whether the players can all be paired without foes."""
    # Those with the most foes first: they are the hardest to place, and the search seldom has to turn back.
    ranked = sorted(players, key=lambda p: (-len(field.foes[p]), p))
    spot = {player: i for i, player in enumerate(ranked)}
    masks = [sum(1 << spot[foe] for foe in spot.keys() & field.foes[player]) for player in ranked]
    return pairable((1 << len(ranked)) - 1, masks)


def _crowd(field: Field) -> int:
    return 2 * most_foes(field) + 1


def most_foes(field: Field) -> int:
    """The largest number of foes anybody has.

    A crowd of at least twice as many plus two can always be paired without foes: everybody then has at least
    half of the others to choose from (Dirac's theorem on Hamiltonian circles).
    """
    return max(map(len, map(field.foes.__getitem__, field.points)), default=0)


def unpairable(field: Field) -> tuple[PlayerId, ...]:
    """Those whom some way of making as many allowed pairs as possible leaves over; nobody if all can be paired."""
    players = sorted(field.points)
    most = _allowed_pairs(players, field)
    if 2 * most == len(players):
        return ()
    return tuple(p for p in players if _allowed_pairs([q for q in players if q != p], field) == most)


def _allowed_pairs(players: Sequence[PlayerId], field: Field) -> int:
    forbidden = field.forbidden
    found = largest_matching(
        len(players), lambda i, j: None if players[j] in forbidden.get(players[i], ()) else 0
    )
    return sum(mate >= 0 for mate in found.mates) // 2
