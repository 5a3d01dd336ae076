"""The order: points, tiebreakers, the random key; who is left out; and why one stands above another."""

from __future__ import annotations

from fractions import Fraction

import pytest

from muster.core.ids import PlayerId
from muster.core.standings import standings, why_above
from muster.rules.load import load
from muster.rules.variants import Variants
from standings_cases import Fields, armada, armada_bye, field, games, order, rules_of, table_of

RULES = rules_of("margin", "strength-of-schedule")


def _three_equals() -> Fields:
    """1, 2 and 3 beat the equal 4, 5 and 6 by 20."""
    return field([armada(first, first + 3, 6, margin=20, consolation=5) for first in (1, 2, 3)])


def test_com_rank_1_points_come_before_every_tiebreaker() -> None:
    """1 has 16 points and a margin of 280, 3 has 15 and 340."""
    bye = armada_bye(1)
    records = field(
        [armada(1, 2, 8, margin=140), armada(3, 4, 10, margin=340)], [bye, armada(5, 3, 6, consolation=5)]
    )
    assert order(table_of(records, "armada-4.0", rounds=2))[:2] == [1, 3]


@pytest.mark.parametrize(("edition", "clause"), [("armada-4.0", "ARM-TIE-1"), ("armada-pl", "PLA-TIE-1")])
def test_arm_tie_1_margin_comes_before_strength_of_schedule(edition: str, clause: str) -> None:
    records = field([armada(1, 2, 7, margin=61, consolation=1), armada(3, 4, 7, margin=60, consolation=4)])
    table = table_of(records, edition, rounds=1)
    assert order(table) == [1, 3, 4, 2]
    separation = why_above(table, PlayerId(1), PlayerId(3))
    assert (separation.criterion.id, separation.criterion.clause) == ("margin", clause)
    assert (separation.upper, separation.lower) == (Fraction(61), Fraction(60))


def test_arm_tie_1_strength_of_schedule_separates_equal_margins() -> None:
    records = field([armada(1, 2, 7, margin=60, consolation=1), armada(3, 4, 7, margin=60, consolation=4)])
    table = table_of(records, "armada-4.0", rounds=1)
    separation = why_above(table, PlayerId(3), PlayerId(1))
    assert separation.criterion.id == "strength-of-schedule"
    assert (separation.upper, separation.lower) == (Fraction(4), Fraction(1))


def test_b17_equals_stand_in_the_order_of_their_keys_smallest_first() -> None:
    keys = {PlayerId(player): bytes([9 - player]) for player in range(1, 7)}
    table = standings(_three_equals(), RULES, Variants(), rounds_completed=1, keys=keys)
    assert order(table) == [3, 2, 1, 6, 5, 4]
    assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5, 6]
    assert [row.shared_rank for row in table.rows] == [1, 1, 1, 4, 4, 4]
    assert all(row.tied_by_key for row in table.rows)
    separation = why_above(table, PlayerId(3), PlayerId(1))
    assert (separation.criterion.id, separation.upper, separation.lower) == ("random", None, None)


def test_without_keys_the_tie_stays_visible_and_player_numbers_order_it() -> None:
    table = standings(_three_equals(), RULES, Variants(), rounds_completed=1)
    assert order(table) == [1, 2, 3, 4, 5, 6]
    assert [row.shared_rank for row in table.rows] == [1, 1, 1, 4, 4, 4]


def test_who_has_no_key_yet_stands_after_equals_who_have_one() -> None:
    keys = {PlayerId(3): b"\xff"}
    table = standings(_three_equals(), RULES, Variants(), rounds_completed=1, keys=keys)
    assert order(table)[:3] == [3, 1, 2]


def test_a_key_never_comes_before_a_value() -> None:
    records = field([armada(1, 2, 6)])
    table = standings(
        records, RULES, Variants(), rounds_completed=1, keys={PlayerId(1): b"\xff", PlayerId(2): b"\x00"}
    )
    assert order(table) == [1, 2]
    assert not any(row.tied_by_key for row in table.rows)


def test_the_disqualified_are_not_ranked_but_their_results_count() -> None:
    records = field([armada(2, 1, 7, margin=60, consolation=4), armada(3, 4, 6, consolation=5)])
    whole = standings(records, RULES, Variants(), rounds_completed=1)
    without = standings(records, RULES, Variants(), rounds_completed=1, without=frozenset({PlayerId(2)}))
    assert order(without) == [3, 4, 1]
    assert [row.rank for row in without.rows] == [1, 2, 3]
    assert without.row(PlayerId(1)).values == whole.row(PlayerId(1)).values
    with pytest.raises(KeyError):
        without.row(PlayerId(2))


def test_b36_match_points_come_before_match_wins_unless_the_variant_says_otherwise() -> None:
    """1 has two wins and two losses, 2 has one win and three draws: 6 points each or wins first."""
    records = field(
        [games(1, 3, 2, 0), games(2, 5, 2, 0)],
        [games(1, 4, 2, 0), games(2, 6, 1, 1)],
        [games(1, 5, 0, 2), games(2, 3, 1, 1)],
        [games(1, 6, 0, 2), games(2, 4, 1, 1)],
        [games(2, 5, 1, 1)],
    )
    by_points = table_of(records, "unlimited-1.3", rounds=5)
    by_wins = table_of(records, "unlimited-1.3", rounds=5, rank_by="match-wins")
    assert order(by_points).index(2) < order(by_points).index(1)
    assert order(by_wins).index(1) < order(by_wins).index(2)
    assert [column.id for column in by_wins.criteria[:3]] == ["match-wins", "points", "opponents-match-wins"]
    assert len(by_wins.columns) == len(by_points.columns) + 1
    assert why_above(by_wins, PlayerId(1), PlayerId(2)).criterion.reading == "B36"


def test_the_criteria_end_with_the_random_key_and_cite_the_regulations() -> None:
    table = table_of({}, "armada-4.0", rounds=0)
    rules = load("armada-4.0").standings
    assert [column.id for column in table.criteria] == ["points", "margin", "strength-of-schedule", "random"]
    assert [column.clause for column in table.criteria] == [
        rules.clause,
        *(each.clause for each in rules.tiebreakers),
        rules.random_clause,
    ]
    assert (str(table.criteria[0].short), table.rows) == ("TP", ())


def test_match_points_have_their_own_heading() -> None:
    assert str(table_of({}, "unlimited-1.3", rounds=0).criteria[0].short) == "MP"


def test_the_worked_table_of_the_documentation() -> None:
    """Ann, Ben, Cem, Dee and Eve are 1 to 5."""
    ann, ben, cem, dee, eve = 1, 2, 3, 4, 5
    records = field(
        [
            armada(ann, ben, 7, margin=128, consolation=4),
            armada(cem, dee, 8, margin=175, consolation=3),
            armada_bye(eve),
        ],
        [
            armada(ann, cem, 6, margin=20, consolation=5),
            armada(eve, ben, 6, margin=20, consolation=5),
            armada_bye(dee),
        ],
        [
            armada(cem, eve, 6, margin=40, consolation=5),
            armada(ann, dee, 7, margin=90, consolation=4),
            armada_bye(ben),
        ],
    )
    table = table_of(records, "armada-4.0", rounds=3)
    assert [(row.player, row.points, *row.values) for row in table.rows] == [
        (ann, 20, 238, Fraction(17, 3)),
        (cem, 19, 215, 6),
        (eve, 19, 160, 6),
        (ben, 17, 140, Fraction(13, 2)),
        (dee, 15, 140, Fraction(13, 2)),
    ]


def test_values_have_one_entry_per_column() -> None:
    table = table_of(field([armada_bye(1)]), "armada-4.0", rounds=1)
    assert table.rows[0].values == (Fraction(140), Fraction(0))


def test_rules_of_points_and_match_wins_alone_rank_too() -> None:
    table = table_of(field([games(1, 2, 2, 0)]), rules_of("match-wins"), rounds=1)
    assert order(table) == [1, 2]


def test_why_above_refuses_the_wrong_way_round_and_strangers() -> None:
    table = table_of(field([games(1, 2, 2, 0)]), "unlimited-1.3", rounds=1)
    with pytest.raises(ValueError, match="player 2 does not stand above player 1"):
        why_above(table, PlayerId(2), PlayerId(1))
    with pytest.raises(ValueError, match="does not stand above"):
        why_above(table, PlayerId(1), PlayerId(1))
    with pytest.raises(KeyError):
        why_above(table, PlayerId(1), PlayerId(9))
