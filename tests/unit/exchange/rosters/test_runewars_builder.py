"""The text of the Runewars web builder, whole and damaged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.exchange.rosters.runewars_builder import likeness, read

LIST = """The Dead
72/200
Reanimates [35] 3 x 2
Ankaur Maro (I) [20]
Marching Drummer [2]
Total Unit Cost: 57

Carrion Lancers [15] 1x1
Total Unit Cost: 16
"""


def _read(text: str) -> Reading:
    plain = cleaned(text)
    assert isinstance(plain, str)
    found = read(plain)
    assert isinstance(found, Reading), found
    return found


def test_units_stand_in_formations_and_carry_what_follows() -> None:
    found = _read(LIST)
    roster = found.roster
    assert (roster.name, roster.total, roster.limit) == ("The Dead", 72, 200)
    assert [(each.name, each.points, each.form, each.line) for each in roster.items] == [
        ("Reanimates", 35, "3x2", 3),
        ("Carrion Lancers", 15, "1x1", 8),
    ]
    assert [(each.name, each.points, each.version) for each in roster.items[0].upgrades] == [
        ("Ankaur Maro", 20, "I"),
        ("Marching Drummer", 2, ""),
    ]
    assert [(each.what, each.stated, each.counted, each.line) for each in found.sums] == [
        ("Reanimates", 57, 57, 6),
        ("Carrion Lancers", 16, 15, 9),
        ("total", 72, 72, 2),
    ]


def test_a_name_on_a_line_of_its_own_is_joined() -> None:
    roster = _read("Reanimate Archers\n[45] 3x2\nShield Wall [5]\nTotal Unit Cost: 50\n").roster
    assert [(each.name, each.line, roster.name) for each in roster.items] == [("Reanimate Archers", 1, "")]


@pytest.mark.parametrize(
    "below",
    [
        "Terrain\nHill\n2x Forest\nRuins",
        "Terrain: Hill, 2 Forest, Ruins",
        "TERRAIN CARDS (4):\n- Hill [0]\n- Forest x2\n- Ruins\n",
        "Terrain deck\n\n• Hill\n• Forest (2), Ruins",
    ],
)
def test_terrain_cards_below_an_army_are_its_terrain(below: str) -> None:
    found = _read(f"{LIST}\n{below}")
    terrain = found.roster.section("terrain")
    assert [(each.name, each.count, each.slot) for each in terrain] == [
        ("Hill", 1, ""),
        ("Forest", 2, ""),
        ("Ruins", 1, ""),
    ]
    assert [len(each.upgrades) for each in found.roster.section("unit")] == [2, 0]
    assert found.unread == ()
    assert found.sums[-1].counted == 72, "terrain costs nothing"


def test_units_may_follow_the_terrain() -> None:
    found = _read(f"Terrain: Hill\n{LIST}Total: 72/200\n")
    assert [each.section for each in found.roster.items] == ["terrain", "unit", "unit"]
    lost = _read("Carrion Lancers [15] 1x1\nTerrain\nHill\nWind Rune [5]\nTotal Unit Cost: 15\n")
    assert [each.text for each in lost.unread] == ["Wind Rune [5]"], "no terrain carries an upgrade"


def test_a_lost_name_is_refused_with_its_place() -> None:
    found = read(
        "Carrion Lancers [15] 1x1\nTotal Unit Cost: 15\n\n[35] 3x2\nFile Leader [6]\nTotal Unit Cost: 41\n"
    )
    assert isinstance(found, Unreadable)
    assert found.line == 4
    assert "line 4 ([35] 3x2)" in str(found.says)


def test_lines_of_no_meaning_are_told() -> None:
    found = _read(f"hello\n{LIST}Good luck\nbye\n")
    assert [(each.line, each.text) for each in found.unread] == [(1, "hello"), (11, "Good luck"), (12, "bye")]
    assert [(each.line, each.text) for each in _read(f"Fire Rune [7]\n{LIST}").unread] == [
        (1, "Fire Rune [7]")
    ]


@pytest.mark.parametrize("text", ["hello", "Fire Rune [7]", "Total Unit Cost: 5"])
def test_a_text_without_units_is_refused(text: str) -> None:
    found = read(text)
    assert isinstance(found, Unreadable)
    assert "form" in str(found.says)


def test_its_likeness() -> None:
    assert likeness(LIST) == 100
    assert likeness("Reanimates [35] 3x2") == 80
    assert likeness("Total Unit Cost: 5") == 60
    assert likeness("Carrion Lancers, 6 trays [68]") == 0


@settings(max_examples=50)
@given(st.text(alphabet="AB1 []x:/\n", max_size=200))
def test_no_text_brings_it_down(text: str) -> None:
    assert isinstance(read(text), Reading | Unreadable)
