"""Points that are shown in halves: what readers see, what counts, and what is read of what they type."""

from __future__ import annotations

import json

import pytest

from muster.core.messages import say, say_n
from muster.core.points import HalfPoints, PointsShown, in_decimals, in_file, shown_in, typed_points


@pytest.mark.parametrize(
    ("inside", "text", "decimal"),
    [(0, "0", "0"), (1, "½", "0.5"), (2, "1", "1"), (9, "4½", "4.5"), (20, "10", "10"), (-3, "-1½", "-1.5")],
)
def test_a_number_of_half_points_is_shown_as_points(inside: int, text: str, decimal: str) -> None:
    points = HalfPoints(inside)
    assert (str(points), f"{points}", points.decimal) == (text, text, decimal)
    assert str(say("{points} in all", points=points)) == f"{text} in all"
    assert points == inside
    assert json.dumps(points) == str(inside)


def test_what_is_counted_of_them_remains_such() -> None:
    assert str(sum([HalfPoints(1), HalfPoints(2)])) == "1½"
    assert str(HalfPoints(3) - HalfPoints(2)) == "½"
    assert str(HalfPoints(3) + 2) == "2½"
    assert sorted([HalfPoints(3), HalfPoints(1)]) == [1, 3]


@pytest.mark.parametrize(
    ("inside", "says"), [(1, "½ point"), (2, "1 point"), (3, "1½ points"), (4, "2 points"), (0, "0 points")]
)
def test_sentences_have_the_plural_of_what_is_shown(inside: int, says: str) -> None:
    assert str(say_n("{count} point", "{count} points", HalfPoints(inside))) == says


def test_points_of_other_games_are_whole() -> None:
    assert (str(shown_in("whole", 9)), str(shown_in("halves", 9))) == ("9", "4½")
    assert (in_file(9), in_file(HalfPoints(9))) == (9, "4.5")
    assert [in_decimals(text) for text in ("4½", "½", "12", "9.25")] == ["4.5", "0.5", "12", "9.25"]


@pytest.mark.parametrize(
    ("typed", "halves", "whole"),
    [
        ("4½", 9, None),
        ("4 ½", 9, None),
        ("4.5", 9, None),
        ("4,50", 9, None),
        (" ½ ", 1, None),
        ("1/2", 1, None),
        ("4 1/2", 9, None),
        (".5", 1, None),
        ("4", 8, 4),
        ("4.0", 8, 4),
        ("0", 0, 0),
    ],
)
def test_points_are_read_as_they_are_shown(typed: str, halves: int, whole: int | None) -> None:
    assert typed_points(typed, "halves") == halves
    assert isinstance(typed_points(typed, "halves"), HalfPoints)
    assert typed_points(typed, "whole") == whole


@pytest.mark.parametrize("shown", ["whole", "halves"])
@pytest.mark.parametrize(
    "typed", ["", " ", "x", "-1", "4.25", "11/2", "1e3", "٣", "½½", ".", ".0", "9999999", "½4"]
)
def test_what_is_no_number_of_points_is_not_guessed_at(typed: str, shown: PointsShown) -> None:
    assert typed_points(typed, shown) is None
