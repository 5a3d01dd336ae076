"""What holds for standings of any field and any variants, exactly."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from muster.core.ids import PlayerId
from muster.core.standings import Worth, explain, standings
from muster.core.standings.check import CheckInput, check
from muster.rules.tiebreakers import FITTING_TIEBREAKERS, TiebreakerId
from muster.rules.variants import Variants
from standings_cases import ALL_VARIANTS, EVERY, Fields, fields, rules_of, table_fields

RULES = rules_of(*EVERY)
OF_PLACES = sorted(FITTING_TIEBREAKERS["placing"])
EVERY_ROUND = {"buchholz", "buchholz-cut-1", "median-buchholz", "sonneborn-berger"}
"""The tiebreakers to which rounds add something in which the player took no part."""


def _keys(records: Fields, known: int) -> dict[PlayerId, bytes]:
    return {player: sha256(str(player).encode()).digest() for player in list(records)[:known]}


@given(fields(), ALL_VARIANTS, st.permutations(EVERY), st.integers(0, 9), st.integers(0, 2))
def test_the_independent_checker_finds_nothing_for_any_field_and_variants(
    case: tuple[Fields, int], variants: Variants, order: list[str], known: int, disqualified: int
) -> None:
    records, rounds = case
    rules = rules_of(*order)  # type: ignore[arg-type]  # a permutation of the ids
    keys, without = _keys(records, known), frozenset(list(records)[:disqualified])
    table = standings(records, rules, variants, rounds_completed=rounds, keys=keys, without=without)
    assert check(table, CheckInput(records, rules, variants, rounds, keys, without)) == []


@given(fields(), ALL_VARIANTS, st.sampled_from([(2, 1), (3, 1), (5, 2)]), st.sampled_from([0, 1]))
def test_the_checker_agrees_under_any_scoring(
    case: tuple[Fields, int], variants: Variants, points: tuple[int, int], no_games: int
) -> None:
    records, rounds = case
    win, draw = points
    worth = Worth(win, draw, Fraction(no_games))
    table = standings(records, RULES, variants, rounds_completed=rounds, worth=worth)
    given_ = CheckInput(records, RULES, variants, rounds, win=win, draw=draw, no_games=Fraction(no_games))
    assert check(table, given_) == []


@given(table_fields(), ALL_VARIANTS, st.permutations(OF_PLACES), st.sampled_from([5, 4]))
def test_the_checker_agrees_at_tables_of_three_and_four(
    case: tuple[Fields, int], variants: Variants, order: list[TiebreakerId], first: int
) -> None:
    records, rounds = case
    rules, worth = rules_of(*order), Worth(first_place=first)
    table = standings(records, rules, variants, rounds_completed=rounds, worth=worth)
    assert check(table, CheckInput(records, rules, variants, rounds, first_place=first)) == []


@given(fields(), ALL_VARIANTS)
def test_the_arithmetic_shown_comes_to_the_value_ranked_by(
    case: tuple[Fields, int], variants: Variants
) -> None:
    records, rounds = case
    table = standings(records, RULES, variants, rounds_completed=rounds)
    for row in table.rows:
        for column, value in zip(table.columns, row.values, strict=True):
            shown = explain(row.player, column.id, records, RULES, variants, rounds_completed=rounds)
            assert shown.division.value == value
            assert shown.division.total == sum(part.value or 0 for part in shown.division.parts)
            assert len(shown.words) == len(shown.division.parts) + 1
            numbers = [part.round_no for part in shown.division.parts]
            every_round = column.id in EVERY_ROUND
            own = [one.round_no for one in records[row.player]]
            assert numbers == (list(range(1, rounds + 1)) if every_round else own)


@given(fields(), ALL_VARIANTS, st.randoms(use_true_random=False))
def test_relabelled_players_in_another_order_rank_the_same(
    case: tuple[Fields, int], variants: Variants, dice: st.DataObject
) -> None:
    records, rounds = case
    keys = _keys(records, len(records))
    labels = list(records)
    dice.shuffle(labels)  # type: ignore[attr-defined]  # a random.Random
    new = {old: PlayerId(100 + label) for old, label in zip(records, labels, strict=True)}
    renamed = {
        new[player]: [
            replace(record, opponents=tuple(new[other] for other in record.opponents)) for record in own
        ]
        for player, own in sorted(records.items(), key=lambda item: new[item[0]])
    }
    new_keys = {new[player]: key for player, key in keys.items()}
    table = standings(records, RULES, variants, rounds_completed=rounds, keys=keys)
    other = standings(renamed, RULES, variants, rounds_completed=rounds, keys=new_keys)
    assert other.rows == tuple(replace(row, player=new[row.player]) for row in table.rows)


@given(fields(), ALL_VARIANTS)
def test_points_margins_and_wins_are_conserved(case: tuple[Fields, int], variants: Variants) -> None:
    records, rounds = case
    table = standings(records, rules_of("margin", "match-wins"), variants, rounds_completed=rounds)
    sides = [record.side for own in records.values() for record in own]
    margin, wins = ([column.id for column in table.columns].index(each) for each in ("margin", "match-wins"))
    assert sum(row.points for row in table.rows) == sum(side.points for side in sides)
    assert sum(row.values[margin] for row in table.rows) == sum(side.margin for side in sides)
    assert sum(row.values[wins] for row in table.rows) == sum(side.verdict == "win" for side in sides)


@given(fields(), ALL_VARIANTS)
def test_ties_are_visible_and_only_equals_are_tied(case: tuple[Fields, int], variants: Variants) -> None:
    records, rounds = case
    rows = standings(records, rules_of("margin"), variants, rounds_completed=rounds).rows
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        equals = [other for other in rows if (other.points, other.values) == (row.points, row.values)]
        assert row.tied_by_key == (len(equals) > 1)
        assert {other.shared_rank for other in equals} == {min(other.rank for other in equals)}
        assert [other.player for other in equals] == sorted(other.player for other in equals)


@given(fields())
def test_rates_and_shares_stay_between_nothing_and_all(case: tuple[Fields, int]) -> None:
    records, rounds = case
    rules = rules_of("game-wins", "opponents-game-wins", "average-share", "extended-average-share")
    table = standings(records, rules, Variants(), rounds_completed=rounds)
    assert all(0 <= value <= 1 for row in table.rows for value in row.values)
