"""Pods: how many of what size, who sits where, and who meets whom first."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.pods import across, deal, other_sizes, pod_sizes

SEED = DrawSeed("5d" * 32)

# The chart of a large online service for 12 to 24 players, but for 21.
CHART = {
    12: "6 6", 13: "7 6", 14: "8 6", 15: "8 7", 16: "8 8", 17: "9 8", 18: "10 8", 19: "10 9", 20: "10 10",
    21: "8 7 6", 22: "8 8 6", 23: "8 8 7", 24: "8 8 8", 26: "10 8 8", 27: "10 9 8", 28: "10 10 8", 30: "8 8 8 6",
    33: "9 8 8 8",
}  # fmt: skip


def numbered(count: int) -> list[PlayerId]:
    return [PlayerId(no) for no in range(1, count + 1)]


@pytest.mark.parametrize(("players", "sizes"), CHART.items())
def test_sizes_as_in_the_chart(players: int, sizes: str) -> None:
    assert " ".join(map(str, pod_sizes(players))) == sizes


@pytest.mark.parametrize("players", range(4, 12))
def test_few_sit_in_one_pod(players: int) -> None:
    assert pod_sizes(players) == (players,)


@pytest.mark.parametrize("players", range(12, 61))
def test_no_split_is_better(players: int) -> None:
    def fault(sizes: tuple[int, ...]) -> tuple[int, int, int]:
        return sum(size % 2 for size in sizes), sum((size - 8) ** 2 for size in sizes), len(sizes)

    every = [
        split
        for pods in range(players // 10, players // 6 + 1)
        for split in combinations_with_replacement(range(6, 11), pods)
        if sum(split) == players
    ]
    assert fault(pod_sizes(players)) == min(map(fault, every))


@pytest.mark.parametrize("players", range(4, 61))
def test_other_splits_are_the_best_of_one_pod_fewer_or_more(players: int) -> None:
    def fault(sizes: tuple[int, ...]) -> tuple[int, int]:
        return sum(size % 2 for size in sizes), sum((size - 8) ** 2 for size in sizes)

    usual, others = len(pod_sizes(players)), other_sizes(players)
    wanted = {
        pods: min(every, key=fault)
        for pods in (usual - 1, usual + 1)
        if players > 11
        and (
            every := [
                split
                for split in combinations_with_replacement(range(10, 5, -1), pods)
                if split and sum(split) == players
            ]
        )
    }
    assert {len(sizes): sizes for sizes in others} == wanted


def test_nineteen_are_offered_seven_six_six() -> None:
    assert (pod_sizes(19), other_sizes(19)) == ((10, 9), ((7, 6, 6),))


def test_six_hundred_players_are_split() -> None:
    assert pod_sizes(600) == (8,) * 75


def test_too_few_for_a_pod() -> None:
    with pytest.raises(ValueError, match="at least 4 players"):
        pod_sizes(3)


def test_drawn_pods_depend_on_the_seed_alone() -> None:
    players = numbered(13)
    pods = deal(players, (7, 6), "drawn", SEED)
    assert [len(pod) for pod in pods] == [7, 6]
    assert sorted(player for pod in pods for player in pod) == players
    assert deal(players[::-1], (7, 6), "drawn", SEED) == pods
    assert deal(players, (7, 6), "drawn", DrawSeed("6e" * 32)) != pods


def test_the_best_sit_together_by_rank() -> None:
    pods = deal(numbered(13), (7, 6), "by-rank", SEED)
    assert [sorted(pod) for pod in pods] == [[1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13]]
    assert [list(pod) for pod in pods] != [sorted(pod) for pod in pods]


def test_a_snake_keeps_the_best_apart_and_passes_over_what_is_full() -> None:
    pods = deal(numbered(10), (4, 3, 3), "snake", SEED)
    assert [sorted(pod) for pod in pods] == [[1, 6, 7, 10], [2, 5, 8], [3, 4, 9]]


@pytest.mark.parametrize(("players", "sizes"), [([1, 2, 3, 4, 5], (4,)), ([1, 2, 3, 3], (4,))])
def test_a_deal_that_does_not_add_up(players: list[int], sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="add up to all players"):
        deal([PlayerId(no) for no in players], sizes, "drawn", SEED)


@pytest.mark.parametrize(
    ("size", "resting", "pairs"),
    [
        (8, None, "1-5 2-6 3-7 4-8"),
        (6, None, "1-4 2-5 3-6"),
        (10, None, "1-6 2-7 3-8 4-9 5-10"),
        (7, 3, "1-5 2-6 4-7"),
    ],
)
def test_first_everybody_meets_who_sits_farthest_away(size: int, resting: int | None, pairs: str) -> None:
    found = across(tuple(numbered(size)), PlayerId(resting) if resting else None)
    assert " ".join(f"{a}-{b}" for a, b in found) == pairs


def test_an_odd_pod_needs_somebody_who_rests() -> None:
    with pytest.raises(ValueError, match="somebody has to rest"):
        across(tuple(numbered(7)))
