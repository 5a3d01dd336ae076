"""Names on walls are measured before they are drawn: no letter is thought narrower than the typeface has it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

import muster.web
from muster.web.wall.fit import WallGrid, fit, lines_grid, results_grid, seats_grid, width

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
    for grid in (seats_grid(people), lines_grid(people), results_grid(max(1, people // 2))):
        assert isinstance(grid, WallGrid)
        assert grid.size >= 1_350  # thousandths of a rem: 22 px on 1080 lines
        assert grid.room(2_400) > 5_000  # a short name is never made smaller
    assert seats_grid(people).columns * seats_grid(people).rows >= min(people, 100)
