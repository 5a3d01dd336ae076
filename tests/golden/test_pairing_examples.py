"""Worked examples of the regulations, and what they come to."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from muster.core.draws import DrawSeed
from muster.core.pairing.draw import DrawnPairs, draw_pairs
from muster.core.pairing.swiss import Entrant, SwissPairs, pair_swiss
from pairing_support import made, pair, seed


@pytest.mark.parametrize(("top", "lower"), [(15, 13), (5, 4)])
def test_d5_com_pair_3_two_of_three_have_met_so_one_of_them_is_paired_down(top: int, lower: int) -> None:
    # Armada, Runewars, Legion and the Polish edition: three on 15 (Legion: 5), one on 13 (4); two have met.
    points, met = made({1: top, 2: top, 3: top, 4: lower}, [(1, 2)])
    given = [Entrant(p, points[p], p, met[p]) for p in points]
    seen: Counter[object] = Counter()
    for i in range(400):
        answer = pair_swiss(given, seed("D5", i))
        assert isinstance(answer, SwissPairs)
        seen[answer.pairs] += 1
    assert set(seen) == {(pair(1, 3), pair(2, 4)), (pair(2, 3), pair(1, 4))}
    assert abs(seen[pair(1, 3), pair(2, 4)] - 200) < 40


@pytest.mark.parametrize("number", range(10))
def test_d30a_four_players_four_rounds_meet_all_then_repeat_one_flagged_round(number: int) -> None:
    points, met = made(dict.fromkeys(range(1, 5), 0))
    rematches = []
    for round_no in range(1, 5):
        order = sorted(points, key=lambda p: (-points[p], p))
        given = [Entrant(p, points[p], rank, met[p]) for rank, p in enumerate(order, 1)]
        answer = pair_swiss(given, seed("D30a", number, round_no), rounds_after=4 - round_no)
        assert isinstance(answer, SwissPairs)
        rematches.append(len(answer.rematches))
        for a, b in answer.pairs:
            met[a] |= {b}
            met[b] |= {a}
            points[a] += 8
            points[b] += 3
    assert all(len(them) == 3 for them in met.values())
    assert rematches == [0, 0, 0, 2]


@pytest.mark.parametrize("number", range(10))
def test_d30a_six_players_four_rounds_without_a_rematch(number: int) -> None:
    points, met = made(dict.fromkeys(range(1, 7), 0))
    for round_no in range(1, 5):
        order = sorted(points, key=lambda p: (-points[p], p))
        given = [Entrant(p, points[p], rank, met[p]) for rank, p in enumerate(order, 1)]
        answer = pair_swiss(given, seed("six", number, round_no), rounds_after=4 - round_no)
        assert isinstance(answer, SwissPairs)
        assert answer.rematches == ()
        for a, b in answer.pairs:
            met[a] |= {b}
            met[b] |= {a}
            points[a] += 6 + (a * 7 + number + round_no) % 5
            points[b] += 5 - (a * 7 + number + round_no) % 5


def test_com_pair_3_the_first_round_pairs_everybody_at_random() -> None:
    points, met = made(dict.fromkeys(range(1, 7), 0))
    given = [Entrant(p, 0, p, met[p]) for p in points]
    seen = Counter(
        frozenset(map(frozenset, answer.pairs))
        for i in range(1500)
        if isinstance(answer := pair_swiss(given, seed("first", i)), SwissPairs)
    )
    assert len(seen) == 15
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) / 14 < 1.5


def test_the_two_rounds_by_hand_of_the_documentation() -> None:
    # docs/pairing.md, "Two rounds by hand".
    text = DrawSeed("c272aff36b11e2f9ca72c001f79ab99040ae32b481f05bfd3c7c9f1e8d173225")
    assert sha256(b"round 2").hexdigest() == text
    points, met = made({p: 15 if p < 4 else 13 for p in range(1, 9)}, [(1, 2), (4, 5), (3, 6)])
    eight = draw_pairs(points, met, text)
    assert eight == DrawnPairs((pair(2, 3), pair(1, 8), pair(4, 6), pair(5, 7)), "shuffled")
    four = draw_pairs(*made({1: 15, 2: 15, 3: 13, 4: 13}, [(1, 2)]), text)
    assert four is not None
    assert set(map(frozenset, four.pairs)) == {frozenset((1, 4)), frozenset((2, 3))}
    assert four.method == "counted"
