"""Who came where at a table of three or four, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from muster.core.scoring.placing import PlacePoints, Placing, by_hand, placings

USUAL = PlacePoints()


def worth(left: Sequence[int], points: PlacePoints = USUAL, **more: Sequence[int]) -> str:
    found = placings(left, **more)
    played = sum(not one.nothing for one in found)
    return " ".join(str(points.of(one, played)) for one in found)


@pytest.mark.parametrize(
    ("left", "points"),
    [
        ((12, 7, 3, 0), "5 3 2 1"),
        ((12, 12, 3, 0), "3 3 2 1"),
        ((10, 10, 10, 2), "2 2 2 1"),
        ((9, 0, 0, 0), "5 1 1 1"),
        ((9, 4, 0), "5 3 2"),
        ((8, 8, 0), "3 3 2"),
        ((5, 0, 0), "5 2 2"),
        ((0, 3, 12, 7), "1 2 5 3"),
        ((7, 6, 5, 4, 3), "5 3 2 1 1"),
        ((0, 0, 0), "2 2 2"),
    ],
)
def test_all_who_share_places_get_the_points_of_the_lowest(left: tuple[int, ...], points: str) -> None:
    assert worth(left) == points


def test_or_those_of_the_highest() -> None:
    assert worth((12, 12, 3, 0), PlacePoints(tied="higher")) == "5 5 2 1"


def test_points_of_their_own_where_three_play() -> None:
    points = PlacePoints(of_size={3: (5, 3, 1)})
    assert worth((9, 4, 0), points) == "5 3 1"
    assert worth((9, 4, 2, 0), points) == "5 3 2 1"
    assert worth((9, 4, 2, 0), points, absent=[3]) == "5 3 1 0"


def test_who_left_stands_behind_who_is_out_and_the_last_to_leave_best() -> None:
    assert placings((12, 0, 0, 0), conceded=[1, 3]) == (
        Placing(1, 1),
        Placing(4, 4),
        Placing(2, 2),
        Placing(3, 3),
    )


def test_who_never_came_is_last_and_worth_nothing() -> None:
    assert placings((0, 9, 4, 0), conceded=[3], absent=[0]) == (
        Placing(4, 4, nothing=True),
        Placing(1, 1),
        Placing(2, 2),
        Placing(3, 3),
    )
    assert worth((0, 9, 4, 0), conceded=[3], absent=[0]) == "0 5 3 2"
    assert worth((0, 0, 4), absent=[0, 1]) == "0 0 5"


@pytest.mark.parametrize(
    ("left", "conceded", "absent", "says"),
    [
        ((-1, 3, 4), (), (), "no less than 0"),
        ((0, 3, 4), (3,), (), "a seat of this table"),
        ((0, 3, 4), (0,), (0,), "named once"),
        ((2, 3, 4), (0,), (), "has no hit points"),
    ],
)
def test_what_cannot_be(
    left: tuple[int, ...], conceded: tuple[int, ...], absent: tuple[int, ...], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        placings(left, conceded, absent)


def test_places_by_hand() -> None:
    assert by_hand((1, 1, 3, 4)) == (Placing(1, 2), Placing(1, 2), Placing(3, 3), Placing(4, 4))
    assert by_hand((2, 2, 2, 1)) == (Placing(2, 4), Placing(2, 4), Placing(2, 4), Placing(1, 1))
    for wrong in ((1, 1, 2), (2, 3, 4), (0, 1, 2)):
        with pytest.raises(ValueError, match="comes the third"):
            by_hand(wrong)
