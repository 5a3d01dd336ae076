"""Names on walls are measured before they are drawn: no letter is thought narrower than the typeface has it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

import muster.web
from muster.web.wall.fit import WallGrid, fit, lines, lines_grid, results_grid, seats_grid, width

FONTS = Path(muster.web.__file__).parent / "static" / "muster" / "fonts"


def drawn() -> dict[str, int]:
    """Every letter of the wall's typeface with its advance width, in thousandths."""
    found: dict[str, int] = {}
    for part in ("latin", "latin-ext", "vietnamese"):
        font = TTFont(FONTS / f"barlow-condensed-{part}-600-normal.woff2")
        widths = font["hmtx"]
        for code, glyph in font.getBestCmap().items():
            found.setdefault(chr(code), 1000 * widths[glyph][0] // font["head"].unitsPerEm)
    return found


def test_no_letter_of_a_name_is_thought_narrower_than_it_is() -> None:
    letters = {one: wide for one, wide in drawn().items() if unicodedata.category(one)[0] == "L"}
    assert len(letters) > 350
    # Two have an accent beside them; a name is not made of those alone, and other letters leave it room.
    beside = {"ľ", "į"}
    narrow = {
        one: (wide, width(one)) for one, wide in letters.items() if width(one) < wide and one not in beside
    }
    assert narrow == {}


def test_a_name_is_made_smaller_only_as_far_as_it_must() -> None:
    name = "Anna Nowak"
    assert fit(name, width(name)) == ""
    assert fit(name, width(name) - 1) == "f95"
    assert fit(name, width(name) * 55 // 100 + 1) == "f55"
    assert fit(name, width(name) // 2) == "f2"


def test_a_name_in_another_script_is_given_more_room() -> None:
    assert width("山田太郎") >= 4000
    assert width("محمد") >= 2000


@pytest.mark.parametrize("people", [1, 2, 8, 9, 20, 24, 25, 48, 100, 101, 200, 201, 600, 1500])
def test_lines_have_a_grid_however_many_there_are(people: int) -> None:
    for both in (seats_grid(people), lines_grid(people), results_grid(max(1, people // 2))):
        for grid in both:
            assert isinstance(grid, WallGrid)
            assert grid.size >= 1_350  # thousandths of a rem: 22 px on 1080 lines
            assert grid.room(2_400) > 5_000  # a short name is never made smaller
    assert all(grid.columns * grid.rows >= min(people, 100) for grid in seats_grid(people))


def test_a_name_is_broken_after_words_and_hyphens_and_within_only_where_it_must() -> None:
    name = "Anna Maria Brzęczyszczykiewicz-Chrząszczewska"
    assert lines(name, width(name)) == 1
    assert lines(name, width("Anna Maria Brzęczyszczykiewicz-")) == 2
    assert lines(name, width("Brzęczyszczykiewicz-")) == 3
    assert lines("山" * 60, 20_000) >= 3
    assert lines("", 1_000) == 1


def test_a_name_that_no_two_lines_hold_takes_three_or_four() -> None:
    assert fit("M" * 60, 10_000) == "f2"
    assert fit("山" * 60, 12_000) == "f2" or fit("山" * 60, 12_000) == "f3"
    assert fit("山" * 60, 7_000) in {"f3", "f4"}
    assert fit("山" * 60, 500) == "f4"


def test_both_ways_a_screen_can_hang_are_measured() -> None:
    grid = seats_grid(24)
    assert grid.name == "c2 r12 duo tc1 tr24"
    assert grid.fits("Ada", 2_900) == ""
    assert grid.fits("M" * 40, 2_900) == "f80"
    assert grid.second("Ada", 2_900)
    assert not grid.second("M" * 100, 2_900)
