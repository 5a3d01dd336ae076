"""Head-to-head by hand: among whom it counts, when it does not, and what is said of it."""

from __future__ import annotations

from muster.core.ids import PlayerId
from muster.core.outcomes import SideOutcome
from muster.core.standings import Table, explain, standings
from muster.core.standings.check import CheckInput, check
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants
from standings_cases import Entry, Fields, field, order, rules_of, with_variants

THREE = SideOutcome("win", 3, 10)
NONE = SideOutcome("loss", 0)


def beat(winner: int, loser: int, margin: int = 10) -> Entry:
    return winner, SideOutcome("win", 3, margin), loser, NONE


def _table(
    records: Fields,
    *tiebreakers: TiebreakerId,
    rounds: int,
    without: frozenset[PlayerId] = frozenset(),
    **variants: object,
) -> Table:
    rules, own = rules_of(*tiebreakers), with_variants(Variants(), variants)
    table = standings(records, rules, own, rounds_completed=rounds, without=without)
    assert check(table, CheckInput(records, rules, own, rounds, without=without)) == []
    return table


def _heads(table: Table) -> dict[int, int]:
    at = [column.id for column in table.columns].index("head-to-head")
    return {int(row.player): int(row.values[at]) for row in table.rows}


TWO_PAIRS = field([beat(2, 1), beat(4, 3)], [beat(1, 3), beat(2, 4)], [beat(1, 4), beat(3, 2)])
"""Points 6, 6, 3, 3: player 2 beat player 1, player 4 beat player 3."""


def test_of_two_with_equal_points_the_winner_of_their_match_stands_first() -> None:
    table = _table(TWO_PAIRS, "head-to-head", rounds=3)
    assert order(table) == [2, 1, 4, 3]
    assert _heads(table) == {2: 3, 1: 0, 4: 3, 3: 0}


def test_equals_are_those_whom_nothing_before_it_has_parted() -> None:
    """Player 1 has more margin than player 2: behind it nobody is equal, and nothing is left to compare."""
    records = field([beat(2, 1), beat(4, 3)], [beat(1, 3, 90), beat(2, 4)], [beat(1, 4, 90), beat(3, 2)])
    table = _table(records, "margin", "head-to-head", rounds=3)
    assert order(table)[:2] == [1, 2]
    assert _heads(table) == {1: 0, 2: 0, 3: 0, 4: 3}
    assert order(_table(records, "head-to-head", "margin", rounds=3))[:2] == [2, 1]


def test_it_counts_only_where_all_equals_have_met() -> None:
    """1 beat 2, and 2 beat 3, all with 3 points; 1 and 3 have not met."""
    records = field([beat(1, 2), beat(3, 4)], [beat(2, 3), beat(5, 1)])
    table = _table(records, "head-to-head", rounds=2)
    assert _heads(table) == {1: 0, 2: 0, 3: 0, 4: 0, 5: 0}
    assert table.row(PlayerId(1)).shared_rank == 1


def test_three_who_have_all_met_are_ordered_by_their_points_among_themselves() -> None:
    records = field(
        [beat(1, 2), beat(3, 7)],
        [beat(1, 3), beat(2, 7)],
        [beat(2, 3), beat(1, 7)],
        [beat(2, 8), beat(3, 9)],
        [beat(3, 8)],
    )
    table = _table(records, "head-to-head", rounds=5)
    assert order(table)[:3] == [1, 2, 3]
    assert [_heads(table)[player] for player in (1, 2, 3)] == [6, 3, 0]


def test_a_disqualified_player_is_no_equal_and_neither_is_one_without_a_round() -> None:
    records = {**field([beat(1, 2), beat(3, 4)], [beat(2, 3), beat(5, 1)]), PlayerId(6): []}
    table = _table(records, "head-to-head", rounds=2, without=frozenset({PlayerId(3), PlayerId(5)}))
    assert _heads(table) == {1: 3, 2: 0, 4: 0, 6: 0}


def test_match_wins_that_come_first_make_the_equals_too() -> None:
    table = _table(TWO_PAIRS, "head-to-head", rounds=3, rank_by="match-wins")
    assert order(table) == [2, 1, 4, 3]


def _words(
    records: Fields, player: int, rounds: int, without: frozenset[PlayerId] = frozenset()
) -> list[str]:
    shown = explain(
        PlayerId(player),
        "head-to-head",
        records,
        rules_of("head-to-head"),
        Variants(),
        rounds_completed=rounds,
        without=without,
    )
    return [str(line) for line in shown.words]


def test_what_counts_and_what_does_not_is_told() -> None:
    assert _words(TWO_PAIRS, 2, 3) == [
        "Round 1: 3 against player 1",
        "Round 2: player 4 is not equal so far, left out",
        "Round 3: player 3 is not equal so far, left out",
        "head-to-head: 3",
    ]
    unmet = field([beat(1, 2), beat(3, 4)], [beat(2, 3), beat(5, 1)], [(2, THREE, "bye")])
    assert _words(unmet, 2, 2)[2] == "Round 3: a bye is left out"
    records = field([beat(1, 2), beat(3, 4)], [beat(2, 3), beat(5, 1)])
    assert _words(records, 1, 2) == [
        "Round 1: player 2 is equal so far, but not all equals have met, left out",
        "Round 2: player 5 is equal so far, but not all equals have met, left out",
        "head-to-head: 0",
    ]
    assert _words(records, 1, 2, frozenset({PlayerId(3), PlayerId(5)}))[-1] == "head-to-head: 3"
