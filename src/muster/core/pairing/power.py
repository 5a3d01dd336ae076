"""The last Swiss round by standing: first against second and so on down (variant `last_round`, reading B42)."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.ids import PlayerId
from muster.core.pairing.criteria import Field, Pair
from muster.core.pairing.reach import least_fine, most_foes


def pair_by_rank(ranked: Sequence[PlayerId], field: Field) -> list[Pair] | None:
    """Pair with as few rematches as possible, then give the highest-ranked the best choice, and so on down.

    The highest-ranked player still to be paired gets the next in the standings whom they have not met, as far
    as the rest can then still be paired with as few rematches; if all that is left to them is a rematch, it is
    the one with the nearest. No dice.

    Args:
        ranked: the players, first in the standings first.
        field: what stands between them.

    Returns:
        The pairs from the top, the higher-ranked first; None if forbidden pairs leave no way to pair everybody.
    """
    crowd = 2 * most_foes(field) + 1
    budget = 0 if len(ranked) > crowd else least_fine(ranked, field)
    if budget is None:
        return None
    left = list(ranked)
    pairs: list[Pair] = []
    while left:
        first = left.pop(0)
        place, price = _nearest(first, left, field, budget, crowd)
        pairs.append((first, left.pop(place)))
        budget -= price
    return pairs


def _nearest(
    first: PlayerId, others: Sequence[PlayerId], field: Field, budget: int, crowd: int
) -> tuple[int, int]:
    """The place of the opponent in the list of others, and what the pair costs."""
    prices = [
        (fine, place) for place, other in enumerate(others) if (fine := field.fine(first, other)) is not None
    ]

    def affordable(price: int, place: int) -> bool:
        rest = [*others[:place], *others[place + 1 :]]
        least = 0 if len(rest) > crowd else least_fine(rest, field)
        return least is not None and price + least <= budget

    return next((place, price) for price, place in sorted(prices) if affordable(price, place))
