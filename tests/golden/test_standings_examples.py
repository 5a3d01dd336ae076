"""Worked examples of the regulations and of their official software, by the numbers they give."""

from __future__ import annotations

from fractions import Fraction

from muster.core.ids import PlayerId
from muster.core.standings import why_above
from muster.core.written import percent
from standings_cases import (
    Entry,
    Fields,
    armada,
    armada_bye,
    conceded,
    field,
    games,
    games_bye,
    order,
    rules_of,
    share_bye,
    shares,
    table_of,
    value,
)

SU = "unlimited-1.3"
LG = "legion-2.0"
A4 = "armada-4.0"
THIRD = Fraction(1, 3)


def test_su_d14_record_3_2_1_is_10_of_18_match_points() -> None:
    """Player 2 went 3-2-1; player 1, who met nobody else, has that rate as OMW."""
    records = field(
        [games(2, 1, 2, 0)],
        [games(2, 3, 2, 0)],
        [games(2, 4, 2, 1)],
        [games(2, 5, 0, 2)],
        [games(2, 6, 1, 2)],
        [games(2, 7, 1, 1, 1)],
    )
    rate = value(table_of(records, SU, rounds=6), 1, "opponents-match-wins")
    assert (rate, str(percent(rate))) == (Fraction(10, 18), "55.56 %")


def test_su_d15_opponents_1_1_0_and_2_0_0_give_omw_75() -> None:
    records = field([games(1, 2, 0, 2), games(3, 4, 2, 0)], [games(1, 3, 0, 2), games(2, 4, 0, 2)])
    assert value(table_of(records, SU, rounds=2), 1, "opponents-match-wins") == Fraction(3, 4)


def test_su_d16_games_8_7_3_are_27_of_54() -> None:
    records = field(
        [games(1, 2, 2, 1)],
        [games(1, 3, 2, 1)],
        [games(1, 4, 2, 0, 1)],
        [games(1, 5, 1, 2)],
        [games(1, 6, 0, 2, 1)],
        [games(1, 7, 1, 1, 1)],
    )
    assert sum(record.side.games[0] for record in records[PlayerId(1)]) == 8
    assert value(table_of(records, SU, rounds=6), 1, "game-wins") == Fraction(27, 54)


def test_su_d17_pgw_80_and_60_give_ogw_70() -> None:
    """Player 2 won 8 of 10 games, player 3 won 6 of 10; player 1 met both."""
    second: list[list[Entry]] = [
        [games(2, 1, 2, 0)],
        [games(2, 4, 2, 0)],
        [games(2, 5, 2, 0)],
        [games(2, 6, 2, 0)],
    ]
    third: list[list[Entry]] = [
        [games(3, 7, 1, 2)],
        [games(3, 1, 2, 0)],
        [games(3, 8, 2, 0)],
        [games(3, 9, 1, 2)],
    ]
    rounds = [[*mine, *theirs] for mine, theirs in zip(second, third, strict=True)]
    records = field(*rounds, [games(2, 10, 0, 2)])
    table = table_of(records, SU, rounds=5)
    assert (value(table, 2, "game-wins"), value(table, 3, "game-wins")) == (Fraction(8, 10), Fraction(6, 10))
    assert value(table, 1, "opponents-game-wins") == Fraction(7, 10)


def _opponents_1_1_and_0_2() -> Fields:
    return field(
        [games(1, 2, 2, 0), games(3, 4, 0, 2)],
        [games(1, 3, 2, 0), games(2, 4, 2, 0)],
    )


def test_melee_d19_opponents_1_1_and_0_2_give_41_66_with_the_floor_of_a_third() -> None:
    omw = value(table_of(_opponents_1_1_and_0_2(), SU, rounds=2), 1, "opponents-match-wins")
    assert omw == Fraction(5, 12)
    assert str(percent(omw)) == "41.67 %"


def test_melee_d19_the_same_with_the_floor_0_33_gives_41_5() -> None:
    table = table_of(_opponents_1_1_and_0_2(), SU, rounds=2, rate_floor=Fraction(33, 100))
    assert value(table, 1, "opponents-match-wins") == Fraction(415, 1000)


def test_melee_d19_record_1_1_1_is_four_ninths() -> None:
    records = field([games(1, 2, 2, 0)], [games(1, 3, 0, 2)], [games(1, 4, 1, 1)])
    assert value(table_of(records, SU, rounds=3), 2, "opponents-match-wins") == Fraction(4, 9)


def test_melee_d19_games_2_1_0_and_1_1_1_and_0_2_0_are_10_of_24() -> None:
    records = field([games(1, 2, 2, 1)], [games(1, 3, 1, 1, 1)], [games(1, 4, 0, 2)])
    assert value(table_of(records, SU, rounds=3), 1, "game-wins") == Fraction(10, 24)


def _six_two_one_with_two_byes() -> Fields:
    won = [[games(1, other, 2, 0)] for other in (2, 3, 4, 5)]
    return field(
        *won, [games(1, 6, 0, 2)], [games(1, 7, 0, 2)], [games(1, 8, 1, 1)], [games_bye(1)], [games_bye(1)]
    )


def test_magic_d19_record_6_2_1_with_two_byes_counts_19_of_27() -> None:
    table = table_of(_six_two_one_with_two_byes(), SU, rounds=9)
    assert str(percent(value(table, 2, "opponents-match-wins"), 1)) == "70.4 %"


def test_magic_d19_the_older_practice_leaves_byes_out_13_of_21() -> None:
    table = table_of(_six_two_one_with_two_byes(), SU, rounds=9, bye_in_match_rate="left-out")
    assert value(table, 2, "opponents-match-wins") == Fraction(13, 21)


def test_magic_d19_record_1_4_is_raised_to_the_floor() -> None:
    lost = [[games(1, other, 0, 2)] for other in (3, 4, 5, 6)]
    assert (
        value(table_of(field([games(1, 2, 2, 0)], *lost), SU, rounds=5), 2, "opponents-match-wins") == THIRD
    )


def _d32(*later: Entry) -> Fields:
    """Player 1 beat X (24 points in 3 rounds) and Y (bye 8, loss 4, then dropped)."""
    return field(
        [armada(1, 2, 7, consolation=4), armada_bye(3)],
        [armada(2, 4, 10), armada(1, 3, 7, consolation=4)],
        [armada(2, 5, 10), *later],
    )


def test_arm_d32_strength_of_schedule_divides_by_rounds_taken_part_in() -> None:
    """X 24 / 3 = 8, Y 12 / 2 = 6."""
    assert value(table_of(_d32(), A4, rounds=3), 1, "strength-of-schedule") == 7


def test_arm_d32_reading_a_games_only_gives_y_12_of_1() -> None:
    table = table_of(_d32(), A4, rounds=3, schedule_rounds="games")
    assert value(table, 1, "strength-of-schedule") == 10


def test_arm_d32_reading_c_all_rounds_gives_y_12_of_3() -> None:
    table = table_of(_d32(), A4, rounds=3, schedule_rounds="scheduled")
    assert value(table, 1, "strength-of-schedule") == 6


def test_arm_d32_a_bye_of_ones_own_leaves_it_at_7() -> None:
    assert value(table_of(_d32(armada_bye(1)), A4, rounds=3), 1, "strength-of-schedule") == 7


def test_arm_d32_a_bye_as_an_opponent_gives_14_of_3() -> None:
    table = table_of(_d32(armada_bye(1)), A4, rounds=3, bye_is_opponent=True)
    assert value(table, 1, "strength-of-schedule") == Fraction(14, 3)


def test_arm_d32_only_byes_give_nothing() -> None:
    records = field([armada_bye(1), armada(2, 3, 6)], [armada_bye(1)])
    assert value(table_of(records, A4, rounds=2), 1, "strength-of-schedule") == 0


def test_leg_d33_bye_with_other_games_60_and_40_averages_50() -> None:
    records = field([shares(1, 2, 60)], [shares(3, 1, 60)], [share_bye(1)])
    assert value(table_of(records, LG, rounds=3), 1, "average-share") == Fraction(1, 2)


def test_leg_d33_bye_and_concession_win_take_the_one_game_of_70() -> None:
    records = field([share_bye(1)], [conceded(1, 2)], [shares(1, 3, 70)])
    assert value(table_of(records, LG, rounds=3), 1, "average-share") == Fraction(7, 10)


def test_leg_d33_only_byes_count_50_each() -> None:
    records = field([share_bye(1), shares(2, 3, 80)], [share_bye(1)], [conceded(1, 2)])
    assert value(table_of(records, LG, rounds=3), 1, "average-share") == Fraction(1, 2)


def test_leg_d33_played_60_and_80_then_dropped_averages_46_67() -> None:
    records = field([shares(1, 2, 60)], [shares(1, 3, 80)], [shares(2, 3, 90)])
    average = value(table_of(records, LG, rounds=3), 1, "average-share")
    assert (average, str(percent(average))) == (Fraction(140, 300), "46.67 %")


def test_leg_d33_a_tie_of_0_0_is_50_for_both() -> None:
    records = field([shares(1, 2, 50)])
    table = table_of(records, LG, rounds=1)
    assert value(table, 1, "average-share") == value(table, 2, "average-share") == Fraction(1, 2)


def test_su_d35_record_0_3_0_is_raised_to_a_third() -> None:
    records = field([games(1, 2, 0, 2)], [games(1, 3, 0, 2)], [games(1, 4, 0, 2)])
    assert value(table_of(records, SU, rounds=3), 2, "opponents-match-wins") == THIRD


def test_su_d35_record_1_2_0_is_a_third_under_either_floor() -> None:
    records = field([games(1, 2, 2, 0)], [games(1, 3, 0, 2)], [games(1, 4, 0, 2)])
    for floor in (THIRD, Fraction(33, 100)):
        table = table_of(records, SU, rounds=3, rate_floor=floor)
        assert value(table, 2, "opponents-match-wins") == THIRD


def test_su_d35_pgw_2_6_0_is_raised_from_a_quarter() -> None:
    records = field([games(1, 2, 1, 2)], [games(1, 3, 1, 2)], [games(1, 4, 0, 2)])
    assert value(table_of(records, SU, rounds=3), 1, "game-wins") == THIRD


def test_arm_d39a_two_wins_of_24_points_stand_above_three_wins_of_19() -> None:
    records = field(
        [armada(1, 3, 10), armada(2, 4, 6)],
        [armada(1, 4, 9), armada(2, 3, 7)],
        [armada(5, 1, 6, consolation=5), armada(2, 6, 6)],
    )
    table = table_of(records, A4, rounds=3)
    assert order(table)[:2] == [1, 2]
    separation = why_above(table, PlayerId(1), PlayerId(2))
    assert separation.criterion.id == "points"
    assert (separation.upper, separation.lower) == (Fraction(24), Fraction(19))


def test_arm_d39a_with_match_wins_first_it_is_the_other_way_round() -> None:
    """The variant `rank_by` counts wins before points: two against three."""
    records = field(
        [armada(1, 3, 10), armada(2, 4, 6)],
        [armada(1, 4, 9), armada(2, 3, 7)],
        [armada(5, 1, 6, consolation=5), armada(2, 6, 6)],
    )
    table = table_of(records, rules_of("margin"), rounds=3, rank_by="match-wins")
    assert order(table)[:2] == [2, 1]
    separation = why_above(table, PlayerId(2), PlayerId(1))
    assert separation.criterion.id == "match-wins"
    assert (separation.upper, separation.lower) == (Fraction(3), Fraction(2))
