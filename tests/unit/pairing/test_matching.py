from __future__ import annotations

import random

import pytest

from muster.core.pairing.check import is_proved
from muster.core.pairing.matching import Matching, MatchingProof, cheapest_matching, largest_matching
from pairing_support import dice_of

Costs = dict[tuple[int, int], int | None]


def random_costs(dice: random.Random, size: int) -> Costs:
    density, most = dice.random(), dice.choice((0, 1, 5, 50, 10**40))
    return {
        (i, j): dice.randrange(most + 1) if dice.random() < density else None
        for i in range(size)
        for j in range(i + 1, size)
    }


def test_the_cheapest_matching_carries_a_proof_that_holds() -> None:
    dice = dice_of(1)
    found_some = 0
    for _ in range(400):
        size = dice.choice((2, 4, 6, 8, 12, 16))
        costs = random_costs(dice, size)
        found = cheapest_matching(size, lambda i, j, c=costs: c[i, j])  # type: ignore[misc]
        if found is not None:
            found_some += 1
            assert all(found.mates[found.mates[i]] == i != found.mates[i] for i in range(size))
            assert is_proved(found, costs)
    assert found_some > 100


def test_as_many_pairs_as_networkx_and_as_cheap() -> None:
    networkx = pytest.importorskip("networkx")
    dice = dice_of(2)
    for _ in range(300):
        size = dice.choice((3, 4, 7, 10, 13))
        costs = random_costs(dice, size)
        graph = networkx.Graph()
        graph.add_nodes_from(range(size))
        for (i, j), price in costs.items():
            if price is not None:
                graph.add_edge(i, j, weight=-price)
        theirs = networkx.max_weight_matching(graph, maxcardinality=True)
        ours = largest_matching(size, lambda i, j, c=costs: c[i, j]).mates  # type: ignore[misc]
        assert sum(mate >= 0 for mate in ours) == 2 * len(theirs)
        total = sum(costs[i, mate] or 0 for i, mate in enumerate(ours) if i < mate)
        assert total == sum(costs[min(edge), max(edge)] or 0 for edge in theirs)


def test_no_perfect_matching_is_said_so() -> None:
    assert cheapest_matching(4, lambda i, j: 1 if i == 0 else None) is None
    assert cheapest_matching(3, lambda i, j: 0) is None
    assert cheapest_matching(0, lambda i, j: 0) is not None


def test_a_false_proof_is_not_believed() -> None:
    costs: Costs = {(0, 1): 5, (0, 2): 1, (0, 3): 1, (1, 2): 1, (1, 3): 1, (2, 3): 5}
    good = cheapest_matching(4, lambda i, j: costs[i, j])
    assert good is not None
    assert is_proved(good, costs)
    bad = Matching((1, 0, 3, 2), good.proof)
    assert not is_proved(bad, costs)
    lower = MatchingProof(good.proof.top, tuple(value - 1 for value in good.proof.ends), good.proof.circles)
    assert not is_proved(Matching(good.mates, lower), costs)
    odd = MatchingProof(good.proof.top, good.proof.ends, ((frozenset({0, 1}), 2),))
    assert not is_proved(Matching(good.mates, odd), costs)
