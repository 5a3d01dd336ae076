from __future__ import annotations

import pytest

from muster.core.bracket.layouts import LAYOUTS, bracket_size, layout, place_text
from muster.core.bracket.progress import first_round, next_round
from muster.core.ids import PlayerId

SIZES = (2, 4, 8, 16, 32, 64)


def printed_games(count: int) -> tuple[int, ...]:
    """The numbers of a column of so many games from the top of the printed sheet to its foot."""
    return tuple(better for better, _ in layout(2 * count).matches)


def all_seeds(size: int) -> list[PlayerId]:
    return [PlayerId(seed) for seed in range(1, size + 1)]


def test_there_is_a_sheet_for_every_size_from_2_to_64() -> None:
    assert tuple(LAYOUTS) == SIZES
    assert all(layout(size).size == size for size in SIZES)


@pytest.mark.parametrize(
    ("size", "printed"),
    [
        (4, "1-4 2-3"),
        (8, "1-8 4-5 2-7 3-6"),
        (16, "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11"),
    ],
)
def test_d31_printed_order(size: int, printed: str) -> None:
    assert " ".join(f"{one}-{two}" for one, two in layout(size).matches) == printed


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_sheet_opens_each_line_of_the_half_as_large_sheet_into_a_match(size: int) -> None:
    lines = [seed for match in layout(size // 2).matches for seed in match]
    assert layout(size).matches == tuple((seed, size + 1 - seed) for seed in lines)


@pytest.mark.parametrize("size", SIZES)
def test_com_elim_1_first_round_is_the_printed_first_column(size: int) -> None:
    games = {game.number: game.players for game in first_round(all_seeds(size))}
    assert [games[number] for number in printed_games(size // 2)] == list(layout(size).matches)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("upset", [False, True])
def test_b5_d31_game_numbers_give_the_printed_bracket(size: int, upset: bool) -> None:
    """On a printed sheet the winners of neighbouring matches meet: so must the winners by game numbers."""
    games = first_round(all_seeds(size))
    printed = [tuple(match) for match in layout(size).matches]
    while len(games) > 1:
        winners = {game.number: (max if upset else min)(game.players) for game in games}
        games = next_round(games, winners)
        on = [(max if upset else min)(match) for match in printed]
        printed = list(zip(on[::2], on[1::2], strict=True))
        by_number = {game.number: game.players for game in games}
        assert [sorted(by_number[number]) for number in printed_games(len(games))] == [
            sorted(match) for match in printed
        ]


@pytest.mark.parametrize("size", SIZES)
def test_seeds_that_beat_everybody_below_meet_as_late_as_possible(size: int) -> None:
    games = first_round(all_seeds(size))
    while games:
        count = 2 * len(games)
        assert all(sum(game.players) == count + 1 for game in games)
        games = (
            next_round(games, {game.number: min(game.players) for game in games}) if len(games) > 1 else ()
        )


@pytest.mark.parametrize(
    ("size", "labels"),
    [
        (2, "2 1"),
        (4, "3–4 2 1"),
        (8, "5–8 3–4 2 1"),
        (16, "9–16 5–8 3–4 2 1"),
        (32, "17–32 9–16 5–8 3–4 2 1"),
        (64, "33–64 17–32 9–16 5–8 3–4 2 1"),
    ],
)
def test_arm_brk_1_places_under_the_columns(size: int, labels: str) -> None:
    assert " ".join(place_text(*places) for places in layout(size).places) == labels


@pytest.mark.parametrize("size", [0, 1, 3, 6, 12, 128])
def test_no_sheet_for_other_sizes(size: int) -> None:
    with pytest.raises(ValueError, match="no bracket sheet"):
        layout(size)


@pytest.mark.parametrize(
    ("players", "byes"),
    [(2, 0), (3, 1), (4, 0), (5, 3), (6, 2), (7, 1), (8, 0), (9, 7), (12, 4), (15, 1), (16, 0), (17, 15)],
)
def test_d30_b22_byes_fill_the_smallest_power_of_two(players: int, byes: int) -> None:
    assert bracket_size(players) - players == byes


def test_bracket_size_of_one_is_a_final_with_a_bye() -> None:
    assert bracket_size(1) == 2
    with pytest.raises(ValueError, match="at least one player"):
        bracket_size(0)
