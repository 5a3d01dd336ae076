from __future__ import annotations

from collections.abc import Mapping

from muster.core.bracket.games import EliminationRound
from muster.core.bracket.places import Eliminated, places
from muster.core.bracket.progress import first_round, next_round
from muster.core.ids import PlayerId


def stage(
    seeds: int, *winners: Mapping[int, int | None], gone: tuple[int, ...] = ()
) -> list[EliminationRound]:
    """Rounds of a seeded bracket of 1, 2, 3, … with these winners; the last dictionary may be incomplete."""
    games = first_round([PlayerId(seed) for seed in range(1, seeds + 1)])
    rounds = []
    for row in winners:
        played = EliminationRound(games, {k: None if w is None else PlayerId(w) for k, w in row.items()})
        rounds.append(played)
        if len(rounds) < len(winners):
            games = next_round(games, played.winners, [PlayerId(player) for player in gone])
    return rounds


def shown(
    rounds: list[EliminationRound],
    swiss: int = 0,
    eliminated: Eliminated = "shared",
    disqualified: tuple[int, ...] = (),
) -> dict[int, tuple[int, int]]:
    rank = {PlayerId(player): player for player in range(1, swiss + 1)}
    out = [PlayerId(player) for player in disqualified]
    found = places(rounds, rank, eliminated=eliminated, disqualified=out)
    assert [place.first_place for place in found] == sorted(place.first_place for place in found)
    return {place.player: (place.first_place, place.last_place) for place in found}


TOP_8: tuple[dict[int, int | None], ...] = ({1: 1, 2: 7, 3: 3, 4: 4}, {1: 4, 2: 3}, {1: 3})


def test_b24_arm_brk_1_places_of_a_top_8() -> None:
    found = shown(stage(8, *TOP_8))
    assert found == {3: (1, 1), 4: (2, 2), 1: (3, 4), 7: (3, 4), **dict.fromkeys((2, 5, 6, 8), (5, 8))}


def test_b24_players_outside_the_cut_keep_their_swiss_places() -> None:
    found = shown(stage(8, *TOP_8), swiss=12)
    assert {player: found[player] for player in range(9, 13)} == {
        9: (9, 9),
        10: (10, 10),
        11: (11, 11),
        12: (12, 12),
    }


def test_b24_by_swiss_orders_those_out_in_the_same_round() -> None:
    found = shown(stage(8, *TOP_8), swiss=8, eliminated="by-swiss")
    assert sorted(found, key=lambda player: found[player]) == [3, 4, 1, 7, 2, 5, 6, 8]
    assert [found[player] for player in (3, 4, 1, 7, 2, 5, 6, 8)] == [(place, place) for place in range(1, 9)]


def test_b24_by_swiss_without_swiss_standings_stays_shared() -> None:
    assert shown(stage(8, *TOP_8), eliminated="by-swiss") == shown(stage(8, *TOP_8))


def test_equal_swiss_ranks_share_a_place() -> None:
    rank = {PlayerId(1): 1, PlayerId(2): 2, PlayerId(3): 3, PlayerId(4): 3, PlayerId(5): 5}
    found = places(stage(2, {1: 1}), rank)
    assert [(place.player, place.first_place, place.last_place) for place in found[2:]] == [
        (3, 3, 4),
        (4, 3, 4),
        (5, 5, 5),
    ]


def test_without_elimination_places_are_the_swiss_standings() -> None:
    assert shown([], swiss=3) == {1: (1, 1), 2: (2, 2), 3: (3, 3)}
    assert shown([]) == {}


def test_a_qualified_player_who_left_before_the_bracket_comes_first_behind_it() -> None:
    games = first_round([PlayerId(seed) for seed in (1, 3, 4, 5)])
    rank = {PlayerId(player): player for player in range(1, 8)}
    found = places([EliminationRound(games, {})], rank)
    assert [(place.player, place.first_place) for place in found] == [(2, 5), (6, 6), (7, 7)]


def test_places_fixed_so_far_while_a_round_is_played() -> None:
    found = shown(stage(8, {1: 8, 2: 2}), swiss=10)
    assert found == {1: (5, 8), 7: (5, 8), 9: (9, 9), 10: (10, 10)}


def test_by_swiss_waits_for_the_end_of_the_round() -> None:
    assert shown(stage(8, {1: 8, 2: 2}), swiss=8, eliminated="by-swiss") == {1: (5, 8), 7: (5, 8)}
    over = shown(stage(8, {1: 8, 2: 2, 3: 3, 4: 4}), swiss=8, eliminated="by-swiss")
    assert over == {1: (5, 5), 5: (6, 6), 6: (7, 7), 7: (8, 8)}


def test_an_open_final_leaves_two_places() -> None:
    assert shown(stage(4, {1: 1, 2: 2}, {})) == {3: (3, 4), 4: (3, 4)}


def test_byes_make_the_first_round_smaller() -> None:
    found = shown(stage(6, {3: 3, 4: 5}, {1: 5, 2: 2}, {1: 2}))
    assert found == {2: (1, 1), 5: (2, 2), 1: (3, 4), 3: (3, 4), 4: (5, 6), 6: (5, 6)}


def test_drop_during_a_round_has_the_place_of_that_round() -> None:
    """The opponent goes on with a bye for the round, which is entered as a win."""
    assert shown(stage(4, {1: 4, 2: 2}, {1: 2}))[1] == (3, 4)


def test_drop_between_rounds_has_the_place_of_the_round_reached() -> None:
    found = shown(stage(8, {1: 1, 2: 2, 3: 3, 4: 4}, {2: 2}, {1: 2}, gone=(1,)))
    assert found[1] == (3, 4)
    assert found[4] == (2, 2)


def test_b23_both_finalists_left_share_the_first_two_places() -> None:
    assert shown(stage(4, {1: 1, 2: 2}, {1: None})) == {1: (1, 2), 2: (1, 2), 3: (3, 4), 4: (3, 4)}


def test_b23_both_players_of_a_semi_final_left_nobody_is_second_alone() -> None:
    assert shown(stage(4, {1: None, 2: 2}, {})) == {2: (1, 1), 1: (2, 4), 3: (2, 4), 4: (2, 4)}


def test_everybody_left() -> None:
    assert shown(stage(4, {1: None, 2: None}, {})) == dict.fromkeys((1, 2, 3, 4), (1, 4))


def test_disqualified_players_have_no_place_and_others_move_up() -> None:
    full = stage(8, *TOP_8)
    found = shown(full, swiss=10, disqualified=(4, 9))
    assert found == {
        3: (1, 1),
        1: (2, 3),
        7: (2, 3),
        **dict.fromkeys((2, 5, 6, 8), (4, 7)),
        10: (8, 8),
    }


def test_a_disqualified_champion_leaves_the_first_place_to_the_finalist() -> None:
    assert shown(stage(4, {1: 1, 2: 2}, {1: 1}), disqualified=(1,)) == {2: (1, 1), 3: (2, 3), 4: (2, 3)}


def test_an_open_game_of_a_disqualified_player_sends_nobody_else_out() -> None:
    found = shown(stage(4, {2: 2}), disqualified=(4,))
    assert found == {3: (3, 3)}


def test_b24_by_column_a_top_8_has_the_printed_places() -> None:
    assert shown(stage(8, *TOP_8), eliminated="by-column") == shown(stage(8, *TOP_8))


def test_arm_brk_1_a_quarter_final_that_nobody_won_changes_no_other_column() -> None:
    rounds = stage(8, {1: None, 2: 2, 3: 3, 4: 4}, {1: 4, 2: 2}, {1: 2})
    found = shown(rounds, swiss=9, eliminated="by-column")
    assert found == {2: (1, 1), 4: (2, 2), 3: (3, 4), **dict.fromkeys((1, 5, 6, 7, 8), (5, 8)), 9: (9, 9)}


def test_arm_brk_1_a_final_that_nobody_won_has_two_seconds_and_no_first() -> None:
    found = shown(stage(4, {1: 1, 2: 2}, {1: None}), eliminated="by-column")
    assert found == {1: (2, 2), 2: (2, 2), 3: (3, 4), 4: (3, 4)}


def test_arm_brk_1_nobody_has_a_place_behind_the_last_player() -> None:
    rounds = stage(6, {3: 3, 4: 5}, {1: 5, 2: 2}, {1: 2})
    assert shown(rounds, eliminated="by-column") == shown(rounds)
    both = shown(stage(5, {4: None}), swiss=6, eliminated="by-column")
    assert both == {4: (5, 5), 5: (5, 5), 6: (6, 6)}, "the two share the only place of their column"


def test_c7_by_column_those_behind_the_disqualified_move_up() -> None:
    out = shown(stage(8, *TOP_8), eliminated="by-column", disqualified=(7,))
    assert out == {3: (1, 1), 4: (2, 2), 1: (3, 3), **dict.fromkeys((2, 5, 6, 8), (4, 7))}
    one = shown(stage(8, *TOP_8), eliminated="by-column", disqualified=(8,))
    assert one == {3: (1, 1), 4: (2, 2), 1: (3, 4), 7: (3, 4), **dict.fromkeys((2, 5, 6), (5, 7))}
