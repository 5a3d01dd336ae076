"""Round robins: everybody meets everybody, and the printed tables come out."""

from __future__ import annotations

from collections import Counter

import pytest

from muster.core.ids import PlayerId
from muster.core.pairing.round_robin import round_robin, rounds_of


def numbered(count: int) -> list[PlayerId]:
    return [PlayerId(no) for no in range(1, count + 1)]


def shown(count: int) -> list[str]:
    return [" ".join(f"{a}-{b}" for a, b in one.pairs) for one in round_robin(numbered(count))]


def test_the_table_of_six() -> None:
    assert shown(6) == ["1-6 2-5 3-4", "2-6 3-1 4-5", "3-6 4-2 5-1", "4-6 5-3 1-2", "5-6 1-4 2-3"]


def test_of_five_everybody_rests_once_in_turn() -> None:
    assert shown(5) == ["2-5 3-4", "3-1 4-5", "4-2 5-1", "5-3 1-2", "1-4 2-3"]
    assert [one.resting for one in round_robin(numbered(5))] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("count", range(2, 41))
@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody(count: int, double: bool) -> None:
    players = numbered(count)
    rounds = round_robin(players, double=double)
    assert len(rounds) == rounds_of(count, double=double)
    for one in rounds:
        seen = [player for pair in one.pairs for player in pair]
        assert sorted([*seen, *([one.resting] if one.resting else [])]) == players
    met = Counter(frozenset(pair) for one in rounds for pair in one.pairs)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1 + double}


def test_the_second_time_seats_are_exchanged() -> None:
    rounds = round_robin(numbered(7), double=True)
    assert [[(b, a) for a, b in one.pairs] for one in rounds[:7]] == [list(one.pairs) for one in rounds[7:]]


@pytest.mark.parametrize("players", [[], [1], [1, 2, 1]])
def test_too_few_or_named_twice(players: list[int]) -> None:
    with pytest.raises(ValueError, match="at least two players, each of them once"):
        round_robin([PlayerId(no) for no in players])
