"""Tables to build decks at: two opposite each other, an odd three in a ring, and who watches whom."""

from __future__ import annotations

import pytest

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.building import building_tables, watcher

SEED = DrawSeed("7" * 64)


def players(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(map(PlayerId, numbers))


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(2, [2]), (3, [3]), (4, [2, 2]), (5, [2, 3]), (6, [2, 2, 2]), (7, [2, 2, 3]), (24, [2] * 12)],
)
def test_f24_two_sit_opposite_each_other_and_an_odd_last_three_in_a_ring(
    count: int, sizes: list[int]
) -> None:
    everybody = players(*range(1, count + 1))
    tables = building_tables(everybody, SEED)
    assert [*map(len, tables)] == sizes
    assert [player for table in tables for player in table] == draws.order(SEED, "building", everybody)


def test_the_draw_does_not_rest_on_the_order_that_was_given() -> None:
    everybody = players(*range(1, 10))
    assert building_tables(everybody, SEED) == building_tables(everybody[::-1], SEED)


def test_nobody_builds_alone() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        building_tables(players(1), SEED)


def test_who_is_opposite_watches_and_in_a_ring_who_is_on_the_left() -> None:
    pair, ring = players(4, 9), players(1, 2, 3)
    assert [watcher(pair, one, frozenset(pair)) for one in pair] == [9, 4]
    assert [watcher(ring, one, frozenset(ring)) for one in ring] == [2, 3, 1]
    assert watcher(ring, ring[0], frozenset(players(1, 3))) == 3
    assert watcher(pair, pair[0], frozenset(pair[:1])) is None
    with pytest.raises(ValueError, match="not in tuple"):
        watcher(pair, PlayerId(7), frozenset(pair))
