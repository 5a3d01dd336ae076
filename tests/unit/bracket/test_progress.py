from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest

from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.progress import champion, first_round, next_round, random_start
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId

SEED = DrawSeed("0" * 64)


def ids(*numbers: int) -> list[PlayerId]:
    return [PlayerId(number) for number in numbers]


def players_of(games: Sequence[Game]) -> list[tuple[int, ...]]:
    return [game.players for game in games]


def won(**by_game: int | None) -> dict[int, PlayerId | None]:
    return {
        int(name.removeprefix("g")): None if winner is None else PlayerId(winner)
        for name, winner in by_game.items()
    }


def test_com_elim_1_best_meets_worst() -> None:
    games = first_round(ids(11, 12, 13, 14))
    assert games == (Game(1, PlayerId(11), PlayerId(14)), Game(2, PlayerId(12), PlayerId(13)))


def test_d13_swu_bracket_of_8() -> None:
    assert players_of(first_round(ids(*range(1, 9)))) == [(1, 8), (2, 7), (3, 6), (4, 5)]


def test_d6_new_seeds_are_paired_by_their_new_places() -> None:
    assert players_of(first_round(ids(1, 3, 4, 5))) == [(1, 5), (3, 4)]


def test_c3_top_seeds_get_the_byes() -> None:
    assert players_of(first_round(ids(*range(1, 7)))) == [(1,), (2,), (3, 6), (4, 5)]


def test_b42_twelve_seeds_are_a_bracket_of_sixteen() -> None:
    games = first_round(ids(*range(1, 13)))
    assert players_of(games) == [(1,), (2,), (3,), (4,), (5, 12), (6, 11), (7, 10), (8, 9)]


def test_one_seed_alone_has_a_bye_in_the_final() -> None:
    games = first_round(ids(7))
    assert games == (Game(1, PlayerId(7), None),)
    assert champion([EliminationRound(games, {})]) == 7


@pytest.mark.parametrize("seeds", [(), (1, 2, 1)])
def test_first_round_refuses_nobody_and_anybody_twice(seeds: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"at least one player|more than once"):
        first_round(ids(*seeds))


def test_d31_seed_8_that_beats_1_meets_the_winner_of_4_and_5() -> None:
    games = first_round(ids(*range(1, 9)))
    games = next_round(games, won(g1=8, g2=2, g3=3, g4=5))
    assert players_of(games) == [(8, 5), (2, 3)]


def test_com_elim_2_by_game_number_whatever_the_order_given() -> None:
    games = first_round(ids(*range(1, 9)))
    winners = won(g1=1, g2=7, g3=3, g4=4)
    assert next_round(games[::-1], winners) == next_round(games, winners)


def test_com_elim_4_drop_in_a_round_is_a_bye_of_the_opponent_that_round() -> None:
    """Player 4 drops during the semi-final: the opponent wins it, and the final is an ordinary game."""
    games = next_round(first_round(ids(1, 2, 3, 4)), won(g1=1, g2=2))
    assert players_of(games) == [(1, 2)]


def test_com_elim_4_drop_between_rounds_is_a_bye_of_the_next_opponent() -> None:
    games = next_round(first_round(ids(*range(1, 9))), won(g1=1, g2=2, g3=3, g4=4), gone=ids(1))
    assert games == (Game(1, PlayerId(4), None), Game(2, PlayerId(2), PlayerId(3)))


def test_b23_both_players_of_a_game_dropped_is_a_bye_of_their_next_opponent() -> None:
    games = next_round(first_round(ids(*range(1, 9))), won(g1=1, g2=2, g3=3, g4=None))
    assert players_of(games) == [(1,), (2, 3)]
    assert players_of(next_round(games, won(g2=3))) == [(1, 3)]


def test_b23_two_such_games_leave_a_game_of_nobody_and_a_bye_after_it() -> None:
    games = next_round(first_round(ids(*range(1, 9))), won(g1=None, g2=2, g3=3, g4=None))
    assert games[0] == Game(1, None, None)
    assert games[0].players == ()
    final = next_round(games, won(g2=2))
    assert players_of(final) == [(2,)]
    assert champion([EliminationRound(final, {})]) == 2


def test_a_player_with_a_bye_who_drops_gives_the_next_opponent_a_bye() -> None:
    games = first_round(ids(1, 2, 3))
    assert players_of(games) == [(1,), (2, 3)]
    assert players_of(next_round(games, won(g1=None, g2=3))) == [(3,)]
    assert players_of(next_round(games, won(g2=3), gone=ids(1))) == [(3,)]


def test_next_round_refuses_an_undecided_game_by_number() -> None:
    with pytest.raises(ValueError, match="not decided yet: #2, #4"):
        next_round(first_round(ids(*range(1, 9))), won(g1=1, g3=3))


def test_next_round_refuses_a_winner_who_did_not_play() -> None:
    with pytest.raises(ValueError, match="player 3 is named as winner of game #1"):
        next_round(first_round(ids(1, 2, 3, 4)), won(g1=3, g2=2))


@pytest.mark.parametrize(
    "games",
    [
        (),
        (Game(1, PlayerId(1), PlayerId(2)),),
        (Game(1, PlayerId(1)), Game(2, PlayerId(2)), Game(3, PlayerId(3))),
        (Game(1, PlayerId(1)), Game(3, PlayerId(2))),
    ],
)
def test_next_round_refuses_the_final_and_broken_rounds(games: tuple[Game, ...]) -> None:
    with pytest.raises(ValueError, match="needs a whole round before the final"):
        next_round(games, {})


def test_champion_only_of_a_decided_final() -> None:
    semi = first_round(ids(1, 2, 3, 4))
    final = next_round(semi, won(g1=1, g2=2))
    played = EliminationRound(semi, won(g1=1, g2=2))
    assert champion([]) is None
    assert champion([played]) is None
    assert champion([played, EliminationRound(final, {})]) is None
    assert champion([played, EliminationRound(final, won(g1=2))]) == 2
    assert champion([played, EliminationRound(final, won(g1=None))]) is None


@pytest.mark.parametrize("count", range(2, 34))
def test_com_elim_3_d30_byes_slots_and_numbers(count: int) -> None:
    games = random_start(ids(*range(1, count + 1)), SEED)
    size = next(power for power in (2, 4, 8, 16, 32, 64) if power >= count)
    assert [game.number for game in games] == list(range(1, size // 2 + 1))
    assert sum(game.second is None for game in games) == size - count
    assert sorted(player for game in games for player in game.players) == list(range(1, count + 1))


def test_com_elim_3_can_be_recomputed_with_nothing_but_sha_256() -> None:
    def digest(purpose: str, item: str) -> str:
        return hashlib.sha256(f"{SEED}|{purpose}|{item}".encode()).hexdigest()

    drawn = sorted("12345", key=lambda player: digest("elimination-players", player))
    names = [*drawn[:3], f"{drawn[3]} v {drawn[4]}"]
    names.sort(key=lambda name: digest("elimination-numbers", name))
    games = random_start(ids(1, 2, 3, 4, 5), SEED)
    assert [" v ".join(map(str, game.players)) for game in games] == names


def test_random_start_of_one_player_is_a_final_with_a_bye() -> None:
    assert random_start(ids(9), SEED) == (Game(1, PlayerId(9), None),)


@pytest.mark.parametrize("players", [(), (4, 4)])
def test_random_start_refuses_nobody_and_anybody_twice(players: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"at least one player|more than once"):
        random_start(ids(*players), SEED)
