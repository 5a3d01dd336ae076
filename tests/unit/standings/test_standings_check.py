"""The independent checker finds every kind of mistake in a table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from muster.core.ids import PlayerId
from muster.core.standings import Table, standings
from muster.core.standings.check import CheckInput, check
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants
from standings_cases import (
    Fields,
    armada,
    armada_bye,
    field,
    games,
    games_bye,
    games_loss,
    rules_of,
    with_variants,
)

RULES = rules_of("margin", "strength-of-schedule")
RECORDS = field(
    [
        armada(1, 2, 8, margin=150, consolation=3),
        armada(3, 4, 6, consolation=5),
        armada(5, 6, 6, consolation=5),
    ]
)
KEYS = {PlayerId(player): bytes([player]) for player in range(1, 7)}
GIVEN = CheckInput(RECORDS, RULES, Variants(), 1, KEYS)
TABLE = standings(RECORDS, RULES, Variants(), rounds_completed=1, keys=KEYS)


def _swapped(table: Table, first: int, second: int) -> Table:
    """The table with two of its rows exchanged, values and all."""

    def swap(column: tuple[int, ...]) -> tuple[int, ...]:
        values = list(column)
        values[first], values[second] = values[second], values[first]
        return tuple(values)

    return replace(
        table,
        order=tuple(PlayerId(player) for player in swap(tuple(table.order))),
        points=swap(table.points),
        numerators=tuple(swap(column) for column in table.numerators),
    )


def _found(table: Table, given: CheckInput = GIVEN) -> set[tuple[int | None, str]]:
    return {(finding.player, finding.what) for finding in check(table, given)}


def test_a_right_table_has_no_findings() -> None:
    assert check(TABLE, GIVEN) == []


def test_wrong_points_are_found_with_both_numbers() -> None:
    (finding,) = check(replace(TABLE, points=(9, *TABLE.points[1:])), GIVEN)
    assert (finding.player, finding.what, finding.clause) == (1, "points", "TST-RANK")
    assert str(finding.words) == "player 1 has 9, not 8"


def test_a_wrong_value_is_found_under_its_tiebreaker() -> None:
    margins = (151, *TABLE.numerators[0][1:])
    (finding,) = check(replace(TABLE, numerators=(margins, *TABLE.numerators[1:])), GIVEN)
    assert (finding.player, finding.what, finding.clause) == (1, "margin", "TST-TIE")


def test_players_in_the_wrong_order_are_found() -> None:
    assert (2, "order") not in _found(TABLE)
    found = check(_swapped(TABLE, 0, 5), GIVEN)
    assert "player 3 belongs above player 2" in {str(finding.words) for finding in found}


def test_equals_in_the_wrong_order_of_keys_are_found() -> None:
    found = check(_swapped(TABLE, 1, 2), GIVEN)
    assert [(finding.what, finding.clause) for finding in found] == [("order", "TST-LOT")]
    assert str(found[0].words) == "the random key puts player 3 above player 5"


def test_a_shared_rank_that_hides_a_tie_is_found() -> None:
    found = _found(replace(TABLE, shared_ranks=(1, 2, 3, 4, 4, 6)))
    assert found == {(5, "shared-rank"), (3, "tied-by-key"), (5, "tied-by-key")}


def test_a_wrong_rank_is_found() -> None:
    table = replace(TABLE)
    table.__dict__["rows"] = (replace(TABLE.rows[0], rank=2), *TABLE.rows[1:])
    assert _found(table) == {(1, "rank")}


@pytest.mark.parametrize("without", [frozenset({PlayerId(1)}), frozenset({PlayerId(6)})])
def test_a_table_of_other_players_is_found_at_once(without: frozenset[PlayerId]) -> None:
    assert _found(TABLE, replace(GIVEN, without=without)) == {(None, "players")}


def test_missing_keys_and_player_numbers_order_what_is_left() -> None:
    given = replace(GIVEN, keys={PlayerId(5): b"\x05"})
    assert {str(finding.words) for finding in check(TABLE, given)} == {
        "the random key puts player 5 above player 3"
    }


def test_match_wins_are_counted_and_stand_before_points_where_they_rank() -> None:
    records = field([armada(1, 2, 6), armada(3, 4, 10)], [armada(1, 3, 6, consolation=5), armada(4, 2, 8)])
    by_wins = Variants(rank_by="match-wins")
    given = CheckInput(records, rules_of("margin"), by_wins, 2)
    table = standings(records, given.rules, by_wins, rounds_completed=2)
    assert [row.player for row in table.rows] == [1, 3, 4, 2]
    assert [row.points for row in table.rows] == [12, 15, 8, 0]
    assert [row.values[0] for row in table.rows] == [2, 1, 1, 0]
    assert check(table, given) == []
    wins = replace(table, numerators=((3, *table.numerators[0][1:]), *table.numerators[1:]))
    (finding,) = check(wins, given)
    assert (finding.player, finding.what, finding.clause) == (1, "match-wins", "TST-RANK")
    assert str(finding.words) == "player 1 has 3, not 2"
    swapped = {str(finding.words) for finding in check(_swapped(table, 0, 1), given)}
    assert "player 1 belongs above player 3" in swapped


BYES = field(
    [armada(1, 2, 7, consolation=4), armada_bye(3)],
    [armada(2, 4, 10), armada(1, 3, 7, consolation=4)],
    [armada(2, 5, 10), armada_bye(1)],
)
GAMES = field([games(2, 1, 2, 0)], [games(3, 2, 2, 0)], [games_bye(2)])


@pytest.mark.parametrize(
    ("records", "tiebreaker", "reading", "other", "words"),
    [
        (
            BYES,
            "strength-of-schedule",
            {"bye_is_opponent": True},
            {"bye_is_opponent": False},
            "player 1 has 14/3, not 7",
        ),
        (
            GAMES,
            "opponents-match-wins",
            {"bye_in_match_rate": "left-out"},
            {"bye_in_match_rate": "won"},
            "player 1 has 1/2, not 2/3",
        ),
    ],
)
def test_a_value_by_another_reading_is_found(
    records: Fields,
    tiebreaker: TiebreakerId,
    reading: dict[str, object],
    other: dict[str, object],
    words: str,
) -> None:
    own, others = (with_variants(Variants(), each) for each in (reading, other))
    given = CheckInput(records, rules_of(tiebreaker), own, 3)
    table = standings(records, given.rules, own, rounds_completed=3)
    assert check(table, given) == []
    found = [finding for finding in check(table, replace(given, variants=others)) if finding.player == 1]
    assert [(finding.what, str(finding.words)) for finding in found] == [(tiebreaker, words)]


def test_who_has_played_no_game_has_the_floor_of_game_wins() -> None:
    records = field([games_loss(1)])
    given = CheckInput(records, rules_of("game-wins"), Variants(rate_floor=Fraction(1, 3)), 1)
    table = standings(records, given.rules, given.variants, rounds_completed=1)
    assert table.rows[0].values == (Fraction(1, 3),)
    assert check(table, given) == []
    (finding,) = check(replace(table, denominators=(2,)), given)
    assert (finding.what, str(finding.words)) == ("game-wins", "player 1 has 1/2, not 1/3")


# Play-offs -----------------------------------------------------------------------------------------------------------


def test_a_play_off_stands_instead_of_the_keys_of_its_players() -> None:
    played = [[PlayerId(5), PlayerId(3)]]
    table = TABLE.after_play_offs(played)
    assert [table.order.index(PlayerId(player)) for player in (5, 3)] == [1, 2]
    assert check(table, replace(GIVEN, played=played)) == []
    assert _found(table) == {
        (3, "order"), (3, "shared-rank"), (3, "tied-by-key"), (5, "tied-by-key"),
    }  # fmt: skip
    assert _found(TABLE, replace(GIVEN, played=played)) == {
        (3, "tied-by-key"), (5, "order"), (5, "shared-rank"), (5, "tied-by-key"),
    }  # fmt: skip


@pytest.mark.parametrize("played", [(1, 3), (3, 5, 1), (3,), (3, 9)])
def test_a_play_off_of_others_than_equals_counts_for_nothing(played: tuple[int, ...]) -> None:
    own = [tuple(map(PlayerId, played))]
    assert TABLE.after_play_offs(own) == TABLE
    assert check(TABLE, replace(GIVEN, played=own)) == []


def test_who_is_equal_and_did_not_play_keeps_the_place_of_the_key() -> None:
    records = field([armada(1, 2, 6, consolation=5), armada(3, 4, 6, consolation=5)])
    records |= field([armada(5, 6, 6, consolation=5)])
    given = CheckInput(records, RULES, Variants(), 1, KEYS, played=[[PlayerId(5), PlayerId(1)]])
    table = standings(records, RULES, Variants(), rounds_completed=1, keys=KEYS)
    assert table.order[:3] == (1, 3, 5)
    played = table.after_play_offs(given.played)
    assert played.order[:3] == (5, 3, 1)
    assert played.shared_ranks == (1, 1, 1, 4, 4, 4)
    assert check(played, given) == []
    assert played.only([PlayerId(1), PlayerId(5)]).shared_ranks == (1, 2)
    assert played.only([PlayerId(3), PlayerId(5)]).played == ()
    below = played.only([PlayerId(1), PlayerId(5)])
    assert played.only([PlayerId(3)]).above(below).played == ((5, 1),)


def test_each_of_many_groups_has_the_order_that_it_has_alone() -> None:
    records = field([armada(one, one + 1, 6, consolation=5) for one in range(1, 13, 2)])
    played = standings(records, RULES, Variants(), rounds_completed=1, keys=KEYS).after_play_offs(
        [[PlayerId(5), PlayerId(1), PlayerId(3)], [PlayerId(4), PlayerId(2)]]
    )
    groups = [[PlayerId(one) for one in group] for group in ([3, 1, 2], [9, 5, 4], [], [12, 77])]
    apart = played.split(groups)
    assert [one.order for one in apart] == [(1, 3, 2), (5, 9, 4), (), (12,)]
    assert [one.shared_ranks for one in apart] == [(1, 2, 3), (1, 1, 3), (), (1,)]
    assert [one.played for one in apart] == [((1, 3),), (), (), ()]
    assert [played.only(group) for group in groups] == [*apart]
