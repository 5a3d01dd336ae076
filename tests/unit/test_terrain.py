"""Terrain on a table: areas are exact, counts are those of the guidelines, and what is missing is said."""

from __future__ import annotations

from fractions import Fraction

import pytest

from muster.core.terrain import LONGEST, MOST_ALIKE, PI, Pieces, capacities_of, check_table
from muster.rules.setups import TerrainRules, TerrainTable, set_ups


def _legion(table: str = "3x6") -> tuple[TerrainRules, TerrainTable]:
    rules = set_ups()["legion-2.0"].terrain
    assert rules is not None
    found = rules.table(table)
    assert found is not None
    return rules, found


def _square(inches: int, kind: str = "", count: int = 1) -> Pieces:
    return Pieces(kind, "rectangle", Fraction(inches), Fraction(inches), count)


FULL = [_square(6, "medium", 3), _square(9, "large", 2), _square(10, "area", 3), _square(6, "scatter", 8)]


@pytest.mark.parametrize(
    ("square_inches", "uncovered", "overfull"),
    [(647, 1, 0), (648, 0, 0), (907, 0, 0), (908, 0, Fraction(4, 5))],
)
def test_a_quarter_to_35_per_cent_of_the_table_is_covered(
    square_inches: int, uncovered: int, overfull: Fraction
) -> None:
    rules, table = _legion()
    strips = [
        Pieces("", "rectangle", Fraction(100), Fraction(1), square_inches // 100),
        Pieces("", "rectangle", Fraction(square_inches % 100), Fraction(1)),
    ]
    found = check_table(rules, table, strips)
    assert found.uncovered == uncovered
    assert found.overfull == overfull
    assert found.covers == Fraction(square_inches, 72 * 36)


def test_round_pieces_cover_what_circles_cover() -> None:
    disk = Pieces("", "ellipse", Fraction(4), Fraction(4), 2)
    oval = Pieces("", "ellipse", Fraction(4), Fraction(1, 2))
    assert disk.area == 8 * PI
    assert oval.area == PI / 2
    assert Fraction("3.14159265358979") < PI < Fraction("3.14159265358980")


def test_a_full_table_is_in_order() -> None:
    rules, table = _legion()
    found = check_table(rules, table, FULL)
    assert found.covers == Fraction(108 + 162 + 300 + 288, 2592)
    assert [(one.kind, one.there) for one in found.counts] == [
        ("medium", 3),
        ("large", 2),
        ("area", 3),
        ("difficult", 0),
        ("scatter", 8),
    ]
    assert found.in_order


def test_what_is_missing_and_what_is_too_many_is_counted() -> None:
    rules, table = _legion()
    found = {one.kind: one for one in check_table(rules, table, [*FULL[1:], _square(1, "large", 2)]).counts}
    assert (found["medium"].missing, found["medium"].beyond) == (3, 0)
    assert (found["large"].missing, found["large"].beyond) == (0, 1)


def test_a_difficult_piece_may_count_as_area_terrain() -> None:
    rules, table = _legion()
    found = {one.kind: one for one in check_table(rules, table, [_square(5, "difficult", 2)]).counts}
    assert found["area"].missing == 0
    assert found["area"].there == 0
    assert found["difficult"].beyond == 0


def test_an_empty_table_of_the_other_size_lacks_its_least() -> None:
    rules, table = _legion("3x3")
    found = check_table(rules, table, [])
    assert not found.in_order
    assert found.uncovered == Fraction(324)
    assert [one.missing for one in found.counts] == [2, 0, 1, 0, 6]


def test_regulations_without_a_share_take_any() -> None:
    rules, table = _legion()
    found = check_table(rules.model_copy(update={"covers": None}), table, [_square(100)])
    assert not found.uncovered
    assert not found.overfull


@pytest.mark.parametrize(
    ("wide", "deep", "count"),
    [(0, 1, 1), (1, 0, 1), (LONGEST + 1, 1, 1), (1, LONGEST + 1, 1), (1, 1, 0), (1, 1, MOST_ALIKE + 1)],
)
def test_pieces_out_of_bounds_are_refused(wide: int, deep: int, count: int) -> None:
    with pytest.raises(ValueError, match="out of bounds"):
        Pieces("", "rectangle", Fraction(wide), Fraction(deep), count)


@pytest.mark.parametrize(
    ("diameter", "capacities"),
    [("2.9", (0,)), ("3", (0, 2)), ("4", (2,)), ("6.5", (4,)), ("9", (6,)), ("9.1", ())],
)
def test_capacity_goes_by_diameter(diameter: str, capacities: tuple[int, ...]) -> None:
    rules = set_ups()["runewars-2.2.2"].terrain
    assert rules is not None
    assert capacities_of(rules, Fraction(diameter)) == capacities
    assert rules.table("3x6") is None
