"""A cut at tables of three and four: who sits where, who goes on, and which places are fixed when (`F14`)."""

from __future__ import annotations

import pytest

from muster.core.bracket.games import EliminationRound
from muster.core.bracket.places import Place
from muster.core.bracket.tables import final, first_round, places
from muster.core.ids import PlayerId


def seeds(count: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(number) for number in range(1, count + 1))


def shared(found: tuple[Place, ...]) -> dict[int, str]:
    return {int(one.player): f"{one.first_place}-{one.last_place}" for one in found}


@pytest.mark.parametrize(
    ("count", "tables"),
    [
        (4, [[1, 2, 3, 4]]),
        (7, [[4, 5, 6, 7], [1], [2], [3]]),
        (10, [[3, 6, 7, 10], [4, 5, 8, 9], [1], [2]]),
        (16, [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]),
    ],
)
def test_the_best_go_straight_to_the_final_and_the_others_sit_by_snake(
    count: int, tables: list[list[int]]
) -> None:
    assert [[*game.players] for game in first_round(seeds(count))] == tables


def test_who_is_out_shares_with_those_who_will_be_as_long_as_a_table_plays() -> None:
    games = first_round(seeds(10))
    one = EliminationRound(games, {1: PlayerId(3)})
    assert shared(places(seeds(10), (one,), {})) == {6: "5-10", 7: "5-10", 10: "5-10"}
    both = EliminationRound(games, {1: PlayerId(3), 2: PlayerId(9)})
    assert shared(places(seeds(10), (both,), {})) == dict.fromkeys((4, 5, 6, 7, 8, 10), "5-10")
    assert [[*game.players] for game in final(seeds(10), both)] == [[1, 2, 3, 9]]


def test_a_table_that_nobody_won_leaves_a_smaller_final() -> None:
    games = first_round(seeds(10))
    both = EliminationRound(games, {1: None, 2: PlayerId(9)})
    assert [[*game.players] for game in final(seeds(10), both)] == [[1, 2, 9]]
    assert set(shared(places(seeds(10), (both,), {})).values()) == {"4-10"}


def test_places_of_the_final_are_its_own_and_equal_ones_go_by_seed() -> None:
    first = EliminationRound(first_round(seeds(7)), {1: PlayerId(6)})
    last = EliminationRound(final(seeds(7), first), {1: PlayerId(1)})
    finals = {PlayerId(6): 1, PlayerId(1): 1, PlayerId(2): 4, PlayerId(3): 3}
    assert shared(places(seeds(7), (first, last), finals)) == {
        1: "1-1", 6: "2-2", 3: "3-3", 2: "4-4", 4: "5-7", 5: "5-7", 7: "5-7",
    }  # fmt: skip
