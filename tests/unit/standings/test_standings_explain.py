"""The arithmetic shown to players: every part, the sum, the divisor, the floor, and the words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from muster.core.ids import PlayerId
from muster.core.standings import Arithmetic, CriterionId, Records, Worth, explain
from muster.core.standings.tiebreakers import value_text
from muster.rules.load import load
from standings_cases import (
    armada,
    armada_bye,
    field,
    games,
    games_bye,
    games_loss,
    share_bye,
    shares,
    with_variants,
)


def _lines(shown: Arithmetic) -> tuple[str, ...]:
    return tuple(map(str, shown.words))


def _explain(
    records: Records, regulations: str, player: int, tiebreaker: CriterionId, rounds: int, **variants: object
) -> Arithmetic:
    rules = load(regulations)
    return explain(
        PlayerId(player),
        tiebreaker,
        records,
        rules.standings,
        with_variants(rules.variants, variants),
        rounds_completed=rounds,
        worth=Worth.of(rules.scoring),
    )


D32 = field(
    [armada(1, 2, 7, consolation=4), armada_bye(3)],
    [armada(2, 4, 10), armada(1, 3, 7, consolation=4)],
    [armada(2, 5, 10), armada_bye(1)],
)


def test_strength_of_schedule_shows_each_opponents_points_and_rounds_and_the_bye_left_out() -> None:
    shown = _explain(D32, "armada-4.0", 1, "strength-of-schedule", 3)
    assert _lines(shown) == (
        "Round 1: player 2 has 24 / 3 = 8",
        "Round 2: player 3 has 12 / 2 = 6",
        "Round 3: a bye is left out",
        f"{shown.column.name}: 14 / 2 = 7",
    )
    rules = load("armada-4.0").standings
    assert shown.column.clause == next(
        each.clause for each in rules.tiebreakers if each.id == shown.column.id
    )
    assert [part.opponents for part in shown.division.parts] == [(2,), (3,), ()]
    source = shown.division.parts[0].source
    assert source is not None
    assert source.total == 24
    assert (source.divisor, len(source.parts)) == (3, 3)


def test_a_bye_that_counts_as_an_opponent_is_shown_with_nothing() -> None:
    shown = _explain(D32, "armada-4.0", 1, "strength-of-schedule", 3, bye_is_opponent=True)
    assert _lines(shown)[2:] == ("Round 3: bye, 0", f"{shown.column.name}: 14 / 3 = 14/3 (4.6667)")


def test_a_margin_is_shown_round_by_round() -> None:
    shown = _explain(field([armada(1, 2, 8, margin=150)], [armada_bye(1)]), "armada-4.0", 1, "margin", 2)
    assert _lines(shown) == (
        "Round 1: 150 against player 2",
        "Round 2: bye, 140",
        f"{shown.column.name}: 290",
    )


def test_a_rate_raised_to_the_floor_says_so() -> None:
    records = field([games(1, 2, 2, 0)], [games_loss(1)])
    shown = _explain(records, "unlimited-1.3", 1, "opponents-match-wins", 2)
    assert _lines(shown) == (
        "Round 1: player 2 has 0 / 3, raised to the floor 1/3 (0.3333)",
        "Round 2: no opponent, left out",
        f"{shown.column.name}: 1/3 (0.3333)",
    )


def test_game_points_are_shown_over_those_possible() -> None:
    records = field([games(1, 2, 1, 2)], [games_loss(1)], [games(1, 3, 0, 2)])
    shown = _explain(records, "unlimited-1.3", 1, "game-wins", 3)
    assert _lines(shown) == (
        "Round 1: 3 against player 2",
        "Round 2: loss without an opponent, 0",
        "Round 3: 0 against player 3",
        f"{shown.column.name}: 3 / 15, raised to the floor 1/3 (0.3333)",
    )
    assert (shown.division.floored, shown.division.value) == (True, Fraction(1, 3))


def test_without_an_opponent_the_words_say_why_there_is_only_the_floor() -> None:
    shown = _explain(field([games_bye(1)]), "unlimited-1.3", 1, "opponents-match-wins", 1)
    assert _lines(shown)[-1] == (f"{shown.column.name}: 1/3 (0.3333), for there is nothing to divide by")
    assert not shown.division.floored


def test_an_averaged_round_is_shown_as_the_average_of_the_others() -> None:
    shown = _explain(field([shares(1, 2, 60)], [share_bye(1)]), "legion-2.0", 1, "average-share", 2)
    assert _lines(shown)[1] == "Round 2: the average of the other games, 3/5 (0.6000)"
    assert _lines(shown)[2].endswith("6/5 (1.2000) / 2 = 3/5 (0.6000)")


def test_an_average_of_no_other_game_says_what_counts_instead() -> None:
    shown = _explain(field([share_bye(1)]), "legion-2.0", 1, "average-share", 1)
    assert _lines(shown) == (
        "Round 1: no other game to average yet, so 1/2 (0.5000)",
        f"{shown.column.name}: 1/2 (0.5000)",
    )


def test_a_bye_left_out_of_the_opponents_rate_is_seen_in_the_source() -> None:
    records = field([games(2, 1, 2, 0)], [games(3, 2, 2, 0)], [games_bye(2)])
    shown = _explain(records, "unlimited-1.3", 1, "opponents-match-wins", 3, bye_in_match_rate="left-out")
    source = shown.division.parts[0].source
    assert source is not None
    assert [part.value for part in source.parts] == [3, 0, None]
    assert _lines(shown)[0] == "Round 1: player 2 has 3 / 6 = 1/2 (0.5000)"


def test_a_tiebreaker_the_regulations_do_not_have_is_refused() -> None:
    with pytest.raises(KeyError):
        _explain(D32, "armada-4.0", 1, "game-wins", 3)


def test_points_are_shown_with_how_each_round_went() -> None:
    records = field(
        [games(1, 2, 2, 0)], [games(3, 1, 2, 0)], [games(1, 4, 1, 1)], [games_bye(1)], [games_loss(1)]
    )
    shown = _explain(records, "unlimited-1.3", 1, "points", 5)
    assert _lines(shown) == (
        "Round 1: won against player 2, 3",
        "Round 2: lost against player 3, 0",
        "Round 3: drawn against player 4, 1",
        "Round 4: bye, 3",
        "Round 5: loss without an opponent, 0",
        "match points: 7",
    )
    assert (str(shown.text), str(shown.how)) == ("7", "The sum over all rounds.")


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("active", "the rounds they took part in"),
        ("games", "the rounds in which they had an opponent"),
        ("scheduled", "the rounds completed so far"),
    ],
)
def test_how_strength_of_schedule_is_computed_follows_the_reading(variant: str, words: str) -> None:
    shown = _explain(D32, "armada-4.0", 1, "strength-of-schedule", 3, schedule_rounds=variant)
    assert str(shown.how) == f"For each opponent their points by {words}; then the mean of these."


def test_a_rate_is_written_in_per_cent_and_says_so() -> None:
    shown = _explain(field([games_bye(1)]), "unlimited-1.3", 1, "opponents-match-wins", 1)
    assert str(shown.text) == "33.33 %"
    assert str(shown.how).endswith(", at least 1/3; then the mean of these. 1 is 100 %.")


def test_values_are_written_as_their_tiebreaker_says() -> None:
    assert str(value_text("points", 34)) == "34"
    assert str(value_text("margin", Fraction(215))) == "215"
    assert str(value_text("strength-of-schedule", Fraction(17, 3))) == "5.67"
    assert str(value_text("average-share", Fraction(2, 3))) == "66.67 %"
