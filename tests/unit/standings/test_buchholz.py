"""Buchholz, Sonneborn-Berger and total scores by hand, with both readings of rounds without an opponent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from muster.core.ids import PlayerId
from muster.core.outcomes import SideOutcome, Verdict
from muster.core.standings import Table, Worth, explain, standings
from muster.core.standings.check import CheckInput, check
from muster.core.standings.tiebreakers import value_text
from muster.rules.load import apply_variants, load
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants
from standings_cases import Entry, Fields, field, rules_of, with_variants

CHESS = Worth(win=2, draw=1)
KIN: tuple[TiebreakerId, ...] = ("buchholz", "buchholz-cut-1", "median-buchholz", "sonneborn-berger")


def _side(verdict: Verdict) -> SideOutcome:
    return SideOutcome(verdict, {"win": 2, "draw": 1, "loss": 0}[verdict], games=(verdict == "win", 0, 0))


def won(winner: int, loser: int) -> Entry:
    return winner, _side("win"), loser, _side("loss")


def drawn(one: int, two: int) -> Entry:
    return one, _side("draw"), two, _side("draw")


def bye(player: int) -> Entry:
    return player, _side("win"), "bye"


FIVE = field(
    [won(1, 2), drawn(3, 4), bye(5)],
    [drawn(1, 3), won(5, 2), bye(4)],
    [won(1, 5), won(3, 2)],
)
"""Points 5, 0, 4, 3, 4; player 4 dropped before the last round."""


def _table(records: Fields, *tiebreakers: TiebreakerId, unplayed: str, rounds: int = 3) -> Table:
    variants = with_variants(Variants(), {"unplayed_rounds": unplayed})
    rules = rules_of(*tiebreakers)
    table = standings(records, rules, variants, rounds_completed=rounds, worth=CHESS)
    assert check(table, CheckInput(records, rules, variants, rounds, win=2, draw=1)) == []
    return table


def _values(records: Fields, tiebreaker: TiebreakerId, unplayed: str, rounds: int = 3) -> list[Fraction]:
    table = _table(records, tiebreaker, unplayed=unplayed, rounds=rounds)
    return [table.row(player).values[0] for player in sorted(records)]


@pytest.mark.parametrize(
    ("tiebreaker", "unplayed", "expected"),
    [
        ("buchholz", "left-out", [8, 13, 8, 4, 5]),
        ("buchholz-cut-1", "left-out", [8, 9, 8, 4, 5]),
        ("median-buchholz", "left-out", [4, 4, 3, 0, 0]),
        ("sonneborn-berger", "left-out", [6, 0, 4, 2, 0]),
        ("buchholz", "fide-2023", [8, 13, 9, 10, 9]),
        ("buchholz-cut-1", "fide-2023", [8, 9, 9, 7, 9]),
        ("median-buchholz", "fide-2023", [4, 4, 4, 3, 4]),
        ("sonneborn-berger", "fide-2023", [6, 0, Fraction(9, 2), 5, 4]),
    ],
)
def test_five_players_by_hand(tiebreaker: TiebreakerId, unplayed: str, expected: list[Fraction]) -> None:
    assert _values(FIVE, tiebreaker, unplayed) == expected


def test_by_fide_a_round_missed_by_choice_is_cut_before_a_lower_opponent() -> None:
    """Player 1 won twice and went home: of 0, 2 and the own 4 the 4 is left out, and otherwise what adds nothing."""
    records = field([won(1, 2), won(3, 4)], [won(1, 3), won(4, 2)], [won(3, 4), bye(2)])
    assert _values(records, "buchholz", "fide-2023")[0] == 2 + 4 + 4
    assert _values(records, "buchholz-cut-1", "fide-2023")[0] == 2 + 4
    assert _values(records, "median-buchholz", "fide-2023")[0] == 2
    assert _values(records, "buchholz-cut-1", "left-out")[0] == 2 + 4


def test_by_fide_only_the_rounds_after_the_last_one_played_are_drawn_for_others() -> None:
    """Player 2 missed round 1 by an unpaired loss and came back; player 3 missed rounds 2 and 3 for good."""
    records = field(
        [won(1, 3), (2, _side("loss"), "loss")], [won(1, 2), (3, _side("loss"), "loss")], [won(1, 2)]
    )
    assert _values(records, "buchholz", "fide-2023") == [2 + 0 + 0, 0 + 6 + 6, 6 + 0 + 0]


def test_a_stage_without_a_match_has_nothing_to_cut() -> None:
    for unplayed in ("left-out", "fide-2023"):
        for tiebreaker in KIN:
            assert _values({PlayerId(1): []}, tiebreaker, unplayed, rounds=0) == [0]
    assert _values(field([bye(1)]), "median-buchholz", "fide-2023", rounds=1) == [0]


def test_total_scores_are_game_points() -> None:
    records = field([won(1, 2), bye(3)], [won(3, 2)])
    assert _values(records, "total-score", "left-out", rounds=2) == [2, 0, 4]
    assert _values(records, "opponents-score", "left-out", rounds=2) == [0, 6, 0]


def _words(player: int, tiebreaker: TiebreakerId, unplayed: str) -> tuple[str, ...]:
    variants = with_variants(Variants(), {"unplayed_rounds": unplayed})
    shown = explain(
        PlayerId(player), tiebreaker, FIVE, rules_of(tiebreaker), variants, rounds_completed=3, worth=CHESS
    )
    return (str(shown.text), *map(str, shown.words))


def test_every_round_is_told_also_one_not_taken_part_in() -> None:
    assert _words(4, "buchholz", "left-out") == (
        "4",
        "Round 1: player 3 has 4",
        "Round 2: bye, 0",
        "Round 3: not taken part in, 0",
        "buchholz: 4",
    )
    assert _words(4, "median-buchholz", "fide-2023") == (
        "3",
        "Round 1: player 3 has 4, the highest, left out",
        "Round 2: no opponent, so 3 of the player’s own points",
        "Round 3: no opponent, 3, left out",
        "median-buchholz: 3",
    )
    assert _words(4, "buchholz-cut-1", "left-out") == (
        "4",
        "Round 1: player 3 has 4",
        "Round 2: no opponent, left out",
        "Round 3: not taken part in, 0",
        "buchholz-cut-1: 4",
    )
    assert _words(1, "buchholz-cut-1", "left-out")[1:3] == (
        "Round 1: player 2 has 0, the lowest, left out",
        "Round 2: player 3 has 4",
    )


def test_results_against_opponents_are_told_with_what_they_have() -> None:
    assert _words(3, "sonneborn-berger", "fide-2023") == (
        "4.50",
        "Round 1: drawn against player 4, who has 4: 2",
        "Round 2: drawn against player 1, who has 5: 5/2 (2.5000)",
        "Round 3: won against player 2, who has 0: 0",
        "sonneborn-berger: 9/2 (4.5000)",
    )
    assert _words(5, "sonneborn-berger", "left-out")[3] == ("Round 3: lost against player 1, who has 5: 0")


def test_the_total_scores_are_told_round_by_round() -> None:
    assert _words(5, "opponents-score", "left-out") == (
        "4",
        "Round 1: a bye is left out",
        "Round 2: player 2 has 0",
        "Round 3: player 1 has 4",
        "opponents-score: 4",
    )


def test_halves_are_written_with_decimals_and_whole_numbers_are_not() -> None:
    assert str(value_text("sonneborn-berger", Fraction(9, 2))) == "4.50"
    assert str(value_text("buchholz", Fraction(13))) == "13"


def test_the_sentence_says_what_a_round_without_an_opponent_is() -> None:
    shown = {
        unplayed: str(
            explain(
                PlayerId(1),
                "buchholz",
                FIVE,
                rules_of("buchholz"),
                with_variants(Variants(), {"unplayed_rounds": unplayed}),
                rounds_completed=3,
            ).how
        )
        for unplayed in ("left-out", "fide-2023")
    }
    assert shown["left-out"].endswith("A round without an opponent adds nothing.")
    assert "own points" in shown["fide-2023"]


def test_drawn_rounds_are_refused_in_games_without_draws() -> None:
    chosen = {"unplayed_rounds": "fide-2023"}
    refused = apply_variants(load("armada-4.0"), chosen)
    assert [str(one) for one in refused] == [
        "variants: unplayed_rounds: `fide-2023` needs `games` scoring, for it counts rounds as drawn"
    ]
    assert apply_variants(load("unlimited-1.3"), chosen) == Variants(unplayed_rounds="fide-2023")


def test_a_reading_nobody_chose_is_not_written_down() -> None:
    """What was recorded before there was this reading has the same bytes as ever."""
    assert "unplayed_rounds" not in Variants().model_dump(mode="json")
    chosen = Variants(unplayed_rounds="fide-2023").model_dump(mode="json")
    assert chosen["unplayed_rounds"] == "fide-2023"
