"""Each tiebreaker by hand, and each variant where it changes a value."""

from __future__ import annotations

from fractions import Fraction

import pytest

from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.standings import Worth, standings
from muster.core.standings.tiebreakers import TIEBREAKERS
from muster.rules.load import load
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants
from standings_cases import (
    EVERY,
    armada,
    armada_bye,
    conceded,
    field,
    games,
    games_bye,
    games_loss,
    rules_of,
    share_bye,
    shares,
    table_of,
    value,
)

SU = "unlimited-1.3"
THIRD = Fraction(1, 3)


def test_every_tiebreaker_the_regulations_may_name_is_there() -> None:
    assert set(TIEBREAKERS) == set(EVERY)
    used = {each.id for name in REGULATIONS for each in load(name).standings.tiebreakers}
    assert used <= set(TIEBREAKERS)


REGULATIONS = ("armada-4.0", "armada-pl", "runewars-2.2.2", "legion-2.0", SU)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("armada-4.0", ["margin", "strength-of-schedule"]),
        ("armada-pl", ["margin", "strength-of-schedule"]),
        ("runewars-2.2.2", ["margin", "strength-of-schedule"]),
        (
            "legion-2.0",
            [
                "average-share",
                "extended-average-share",
                "strength-of-schedule",
                "extended-strength-of-schedule",
            ],
        ),
        (SU, ["opponents-match-wins", "game-wins", "opponents-game-wins"]),
    ],
)
def test_the_columns_of_each_game_in_the_order_of_its_regulations(name: str, expected: list[str]) -> None:
    assert [column.id for column in table_of({}, name, rounds=0).columns] == expected


def test_arm_tie_1_margin_is_the_sum_of_all_rounds_byes_included() -> None:
    records = field([armada(1, 2, 8, margin=150)], [armada_bye(1)], [armada(3, 1, 6, margin=20)])
    table = table_of(records, "armada-4.0", rounds=3)
    assert [value(table, player, "margin") for player in (1, 2, 3)] == [290, 0, 20]


def test_match_wins_count_byes_but_no_draws() -> None:
    records = field([games(1, 2, 2, 0)], [games(1, 3, 1, 1)], [games_bye(1)], [games_loss(1)])
    assert value(table_of(records, rules_of("match-wins"), rounds=4), 1, "match-wins") == 2


def test_com_sos_1_is_the_mean_of_the_opponents_points_by_round() -> None:
    """2 has 10 points in 2 rounds, 3 has 1 in 1: (5 + 1) / 2."""
    records = field([armada(1, 2, 6, consolation=4)], [armada(2, 4, 6)], [armada(1, 3, 6, consolation=1)])
    assert value(table_of(records, "armada-4.0", rounds=3), 1, "strength-of-schedule") == 3


def test_b14_an_unpaired_loss_is_a_round_the_opponent_took_part_in() -> None:
    loss = (2, SideOutcome("loss", 0), "loss")
    records = field([armada(1, 2, 6, consolation=4)], [loss])
    table = table_of(records, "armada-4.0", rounds=2)
    assert value(table, 1, "strength-of-schedule") == 2
    table = table_of(records, "armada-4.0", rounds=2, schedule_rounds="games")
    assert value(table, 1, "strength-of-schedule") == 4


def test_b15_a_bye_is_an_opponent_only_by_variant_in_every_schedule_and_average() -> None:
    records = field([shares(1, 2, 60), share_bye(3)], [share_bye(1), shares(2, 3, 70)])
    own, other = (
        table_of(records, "legion-2.0", rounds=2, bye_is_opponent=counts) for counts in (False, True)
    )
    for each in ("extended-average-share", "strength-of-schedule", "extended-strength-of-schedule"):
        assert value(other, 1, each) < value(own, 1, each)
    assert value(own, 1, "strength-of-schedule") == Fraction(1, 2)
    assert value(other, 1, "strength-of-schedule") == Fraction(1, 4)
    assert value(other, 1, "average-share") == value(own, 1, "average-share")


def test_b15_the_variant_leaves_rates_alone() -> None:
    records = field([games(1, 2, 2, 0)], [games_bye(1)])
    for counts in (False, True):
        table = table_of(records, SU, rounds=2, bye_is_opponent=counts)
        assert value(table, 1, "opponents-match-wins") == THIRD


def test_extended_strength_of_schedule_is_the_mean_of_the_opponents_own() -> None:
    """2 met 1 (6 a round) and 4 (0 a round), so 2 has 3; 1 met only 2."""
    records = field([armada(1, 2, 6)], [armada(2, 4, 6)])
    rules = rules_of("strength-of-schedule", "extended-strength-of-schedule")
    table = table_of(records, rules, rounds=2)
    assert value(table, 2, "strength-of-schedule") == 3
    assert value(table, 1, "extended-strength-of-schedule") == 3


def test_b31_averaged_rounds_take_the_mean_of_the_shares_really_played() -> None:
    records = field([share_bye(1)], [shares(1, 2, 80)], [shares(1, 3, 60)])
    assert value(table_of(records, "legion-2.0", rounds=3), 1, "average-share") == Fraction(7, 10)


def test_b31_a_share_marked_as_averaged_is_never_counted_as_played() -> None:
    marked = (1, SideOutcome("win", 1, share=Fraction(1), averaged=True), "bye")
    records = field([marked], [shares(1, 2, 60)])
    assert value(table_of(records, "legion-2.0", rounds=2), 1, "average-share") == Fraction(3, 5)


def test_b31_a_game_given_up_counts_with_nothing_among_the_other_games() -> None:
    records = field([conceded(2, 1)], [shares(1, 3, 60)], [share_bye(1)])
    assert value(table_of(records, "legion-2.0", rounds=3), 1, "average-share") == Fraction(3, 10)


def test_b31_while_there_is_no_game_the_average_is_provisional_and_moves() -> None:
    first = field([share_bye(1)])
    assert value(table_of(first, "legion-2.0", rounds=1), 1, "average-share") == Fraction(1, 2)
    later = field([share_bye(1)], [shares(1, 2, 90)])
    assert value(table_of(later, "legion-2.0", rounds=2), 1, "average-share") == Fraction(9, 10)


def test_b32_unpaired_losses_and_missing_rounds_count_nothing() -> None:
    loss = (1, SideOutcome("loss", 0), "loss")
    records = field([shares(1, 2, 80)], [loss], [shares(2, 3, 60)], [shares(2, 3, 60)])
    assert value(table_of(records, "legion-2.0", rounds=4), 1, "average-share") == Fraction(80, 400)


def test_b32_a_bye_and_then_a_drop_counts_half_a_round_only_once() -> None:
    records = field([share_bye(1)], [shares(2, 3, 60)], [shares(2, 3, 60)])
    assert value(table_of(records, "legion-2.0", rounds=3), 1, "average-share") == Fraction(1, 6)


def test_leg_mov_4_the_conceder_has_nothing_for_that_game() -> None:
    records = field([conceded(1, 2)], [shares(2, 3, 60)])
    assert value(table_of(records, "legion-2.0", rounds=2), 2, "average-share") == Fraction(3, 10)


def test_b34_without_an_opponent_the_extended_average_is_nothing() -> None:
    records = field([share_bye(1), shares(2, 3, 60)])
    assert value(table_of(records, "legion-2.0", rounds=1), 1, "extended-average-share") == 0


def test_b34_the_extended_average_is_the_mean_of_the_opponents_averages() -> None:
    records = field([shares(1, 2, 60)], [shares(1, 3, 80)])
    table = table_of(records, "legion-2.0", rounds=2)
    assert value(table, 1, "extended-average-share") == Fraction(40 + 20, 400)


def test_b38_without_an_opponent_the_rates_are_the_floor() -> None:
    records = field([games_bye(1), games_loss(2)])
    table = table_of(records, SU, rounds=1)
    for player in (1, 2):
        assert value(table, player, "opponents-match-wins") == THIRD
        assert value(table, player, "opponents-game-wins") == THIRD
    assert [value(table, player, "game-wins") for player in (1, 2)] == [1, THIRD]


def test_b38_somebody_who_never_took_part_has_the_floor() -> None:
    table = table_of({PlayerId(1): []}, SU, rounds=3, rate_floor=Fraction(33, 100))
    assert table.rows[0].values == (Fraction(33, 100),) * 3


def test_b39_an_assigned_loss_is_a_round_with_nothing_won() -> None:
    records = field([games(2, 1, 2, 0)], [games(2, 3, 2, 0)], [games_loss(2)])
    assert value(table_of(records, SU, rounds=3), 1, "opponents-match-wins") == Fraction(2, 3)


def test_b39_a_bye_is_a_round_won_or_by_variant_left_out() -> None:
    records = field([games(2, 1, 2, 0)], [games(3, 2, 2, 0)], [games_bye(2)])
    won = table_of(records, SU, rounds=3)
    left_out = table_of(records, SU, rounds=3, bye_in_match_rate="left-out")
    assert value(won, 1, "opponents-match-wins") == Fraction(2, 3)
    assert value(left_out, 1, "opponents-match-wins") == Fraction(1, 2)


def test_b40_a_rematch_counts_its_opponent_twice() -> None:
    records = field([games(1, 2, 2, 0)], [games(1, 2, 2, 0)], [games(1, 3, 2, 0)], [games(2, 4, 2, 0)])
    third = [games(2, 5, 2, 0)]
    records = field(
        [games(1, 2, 2, 0)], [games(1, 2, 2, 0)], [games(1, 3, 2, 0)], [games(2, 4, 2, 0)], third, third
    )
    table = table_of(records, SU, rounds=6)
    assert value(table, 1, "opponents-match-wins") == (2 * Fraction(9, 15) + THIRD) / 3


def test_b40_three_drawn_games_are_an_intentional_draw() -> None:
    records = field([games(1, 2, 0, 0, 3)])
    assert value(table_of(records, SU, rounds=1), 1, "game-wins") == THIRD


def test_b38_the_floor_is_a_variant() -> None:
    records = field([games(1, 2, 0, 2)])
    table = table_of(records, SU, rounds=1, rate_floor=Fraction(1, 4))
    assert value(table, 1, "game-wins") == Fraction(1, 4)


@pytest.mark.parametrize(("win", "expected"), [(3, Fraction(1, 2)), (2, Fraction(3, 4))])
def test_points_possible_come_from_the_scoring(win: int, expected: Fraction) -> None:
    side, other = SideOutcome("win", 3, games=(1, 0, 0)), SideOutcome("loss", 0)
    records = field([(1, side, 2, other)], [(1, other, 3, side)])
    rules = rules_of("opponents-match-wins")
    table = standings(records, rules, Variants(), rounds_completed=2, worth=Worth(win=win))
    assert value(table, 2, "opponents-match-wins") == expected


def test_worth_is_read_from_each_model_of_scoring() -> None:
    assert Worth.of(load(SU).scoring) == Worth(win=3, draw=1)
    assert Worth.of(load("legion-2.0").scoring) == Worth(no_games=Fraction(1, 2))
    assert Worth.of(load("armada-4.0").scoring) == Worth()


@pytest.mark.parametrize("each", EVERY)
def test_before_the_first_round_everybody_is_equal(each: TiebreakerId) -> None:
    table = table_of({PlayerId(2): [], PlayerId(1): []}, rules_of(each), rounds=0)
    assert [row.shared_rank for row in table.rows] == [1, 1]
    assert [row.player for row in table.rows] == [1, 2]


def test_an_opponent_without_records_is_refused() -> None:
    lonely = {PlayerId(1): [RoundRecord(RoundNo(1), "match", SideOutcome("win", 3), (PlayerId(9),))]}
    with pytest.raises(KeyError):
        table_of(lonely, SU, rounds=1)
