"""What stays in memory: lists that only grow, and no more tournaments than there is room for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.tournament.state import State
from muster.journal.snapshot import Beginning, Snapshot, WaitingLines, Warm


def snapshot(tournament: int, version: int) -> Snapshot:
    return Snapshot(tournament, replace(State(), version=version))


def test_a_beginning_stays_what_it_was_when_it_is_prolonged() -> None:
    one = Beginning([1, 2])
    two = one.prolonged([3, 4])
    assert (list(one), list(two)) == ([1, 2], [1, 2, 3, 4])
    assert two._items is one._items  # nothing was copied


def test_two_ways_on_from_one_beginning_do_not_meet() -> None:
    one = Beginning[int]().prolonged([1, 2])
    left, right = one.prolonged([3]), one.prolonged([4, 5])
    assert (list(one), list(left), list(right)) == ([1, 2], [1, 2, 3], [1, 2, 4, 5])
    assert list(left.prolonged([6])) == [1, 2, 3, 6]
    assert list(right) == [1, 2, 4, 5]


@given(st.lists(st.integers(), max_size=8), st.integers(-12, 12), st.slices(12))
def test_a_beginning_is_read_like_a_list(items: list[int], at: int, cut: slice) -> None:
    found = Beginning(list(items))
    found.prolonged([99])
    assert list(found) == items
    assert len(found) == len(items)
    assert found[cut] == items[cut]
    assert list(reversed(found)) == items[::-1]
    if -len(items) <= at < len(items):
        assert found[at] == items[at]
    else:
        with pytest.raises(IndexError):
            found[at]


def test_many_at_once_each_go_their_own_way() -> None:
    one = Beginning(list(range(100)))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda number: list(one.prolonged([number])), range(200)))
    assert found == [[*range(100), number] for number in range(200)]


def test_the_tournament_looked_at_longest_ago_makes_room() -> None:
    warm = Warm(most_facts=100)
    for tournament in (1, 2, 3):
        warm.put(snapshot(tournament, 30))
    warm.get(1)
    warm.put(snapshot(4, 30))
    assert [warm.get(tournament).version for tournament in (1, 2, 3, 4)] == [30, 0, 30, 30]
    warm.put(snapshot(3, 65))
    assert [warm.get(tournament).version for tournament in (1, 3, 4)] == [0, 65, 30]


def test_one_tournament_stays_however_long_it_is() -> None:
    warm = Warm(most_facts=100)
    warm.put(snapshot(1, 30))
    warm.put(snapshot(2, 5000))
    assert [warm.get(tournament).version for tournament in (1, 2)] == [0, 5000]


def test_a_shorter_snapshot_does_not_take_the_place_of_a_longer() -> None:
    warm = Warm()
    late = snapshot(1, 9)
    warm.put(late)
    warm.put(snapshot(1, 8))
    assert warm.get(1) is late


def test_only_the_snapshot_that_is_no_longer_true_is_dropped() -> None:
    warm = Warm(most_facts=20)
    first, second = snapshot(1, 8), snapshot(1, 9)
    warm.put(first)
    warm.put(second)
    warm.drop(first)
    assert warm.get(1) is second
    warm.drop(second)
    assert warm.get(1).version == 0
    warm.put(snapshot(2, 9))
    warm.put(snapshot(3, 9))
    assert warm.get(2).version == 9  # what was dropped takes no room


def test_what_is_forgotten_takes_no_room() -> None:
    warm = Warm(most_facts=20)
    for tournament in (1, 2):
        warm.put(snapshot(tournament, 10))
    warm.forget(1)
    warm.forget(7)
    warm.put(snapshot(3, 10))
    assert [warm.get(tournament).version for tournament in (1, 2, 3)] == [0, 10, 10]
    warm.forget()
    assert [warm.get(tournament).version for tournament in (1, 2, 3)] == [0, 0, 0]


def test_in_a_line_one_comes_after_the_other() -> None:
    lines = WaitingLines()

    def could_come_in(tournament: int) -> bool:
        line = lines._lines.get(tournament)
        return line is None or line.acquire(blocking=False)

    with ThreadPoolExecutor(1) as pool:
        with lines.stand_in(7), lines.stand_in(7):  # who is in may come in again
            assert not pool.submit(could_come_in, 7).result()
            assert pool.submit(could_come_in, 8).result()
        assert pool.submit(could_come_in, 7).result()
    assert not lines._lines  # nobody stands in any of them
