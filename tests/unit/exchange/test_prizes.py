"""A list of prizes is read as it is typed."""

from __future__ import annotations

import pytest

from muster.exchange.prizes import Prize, prizes_for, read_prizes


def test_a_plain_list_has_a_line_for_each_place() -> None:
    assert read_prizes("Trophy\nPlaymat\nDice") == (
        Prize(1, 1, "Trophy"),
        Prize(2, 2, "Playmat"),
        Prize(3, 3, "Dice"),
    )


@pytest.mark.parametrize(
    ("line", "first", "last", "what"),
    [
        ("1: Trophy", 1, 1, "Trophy"),
        ("5-8: Dice bag", 5, 8, "Dice bag"),
        ("5–8. Dice bag", 5, 8, "Dice bag"),
        ("8-5: Dice bag", 5, 8, "Dice bag"),
        (" 3rd) Sleeves ", 3, 3, "Sleeves"),
        ("1st - 2nd: Medal", 1, 2, "Medal"),
        ("4: 3 booster packs", 4, 4, "3 booster packs"),
    ],
)
def test_a_line_may_begin_with_its_places(line: str, first: int, last: int, what: str) -> None:
    assert read_prizes(line) == (Prize(first, last, what),)


@pytest.mark.parametrize("line", ["3 booster packs", "40k miniature", "1:1 scale model", "2-player starter"])
def test_a_prize_that_begins_with_a_figure_is_not_a_place(line: str) -> None:
    assert read_prizes(line) == (Prize(1, 1, line),)


def test_blank_lines_mean_nothing_and_the_count_goes_on_after_a_range() -> None:
    text = "Trophy\n\n  \n2-4: Medal\nLast but one"
    assert read_prizes(text) == (Prize(1, 1, "Trophy"), Prize(2, 4, "Medal"), Prize(5, 5, "Last but one"))


def test_who_shares_places_sees_which_of_them_a_prize_is_for() -> None:
    prizes = read_prizes("3: Bronze\n4: Iron\n1-8: Promo\n5-8: Dice")
    assert [*map(str, prizes_for(prizes, 3, 4))] == ["Bronze (place 3)", "Iron (place 4)", "Promo"]
    assert [*map(str, prizes_for(prizes, 4, 6))] == ["Iron (place 4)", "Promo", "Dice (places 5–6)"]
    assert [*map(str, prizes_for(prizes, 3, 3))] == ["Bronze", "Promo"]
    assert prizes_for(prizes, 9, 9) == ()


def test_nothing_comes_of_nothing() -> None:
    assert read_prizes("") == ()
    assert read_prizes(" \n\t\n") == ()
