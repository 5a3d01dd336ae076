"""Runewars lists of reports and posts: what they say for sure, and what is refused rather than guessed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.exchange.rosters.runewars_report import likeness, read


def _read(text: str) -> Reading:
    plain = cleaned(text)
    assert isinstance(plain, str)
    found = read(plain)
    assert isinstance(found, Reading), found
    return found


def test_a_report_counts_trays_and_dashes_upgrades() -> None:
    found = _read(
        "My army\nReanimates, 6 trays [35]\n– Trumpets [2]\n– Maws\nCarrion Lancers, 1 tray [15]\nArdus [33]\n"
    )
    roster = found.roster
    assert roster.name == "My army"
    assert [(each.name, each.form, each.points) for each in roster.items] == [
        ("Reanimates", "", 35),
        ("Carrion Lancers", "1x1", 15),
        ("Ardus", "", 33),
    ]
    assert [(each.name, each.points) for each in roster.items[0].upgrades] == [
        ("Trumpets", 2),
        ("Maws", None),
    ]
    assert tuple(map(str, found.remarks)) == (
        "Line 2: 6 trays do not say how wide Reanimates stands; state its formation.",
    )


@pytest.mark.parametrize(
    ("trays", "form"), [(1, "1x1"), (2, "2x1"), (3, ""), (4, "2x2"), (6, ""), (9, "3x3"), (12, "4x3")]
)
def test_trays_say_the_formation_where_there_is_only_one(trays: int, form: str) -> None:
    assert _read(f"Reanimates, {trays} trays [35]").roster.items[0].form == form


def test_a_post_prices_units_with_their_upgrades() -> None:
    found = _read(
        "• Reanimates 3x2 (File Leader, Trumpets) - 43 points\n• Lancer - 15 points\n• Total - 58 points\n"
    )
    assert [(each.name, each.form, each.points) for each in found.roster.items] == [
        ("Reanimates", "3x2", None),
        ("Lancer", "", 15),
    ]
    assert [each.name for each in found.roster.items[0].upgrades] == ["File Leader", "Trumpets"]
    assert [(each.stated, each.counted) for each in found.sums] == [(43, None), (15, 15), (58, 58)]
    assert found.roster.total == 58


@pytest.mark.parametrize(
    "text",
    [
        "Spearmen (3x3) 59\nShield Wall 5\nKari Wraithstalker 32\n",
        "12x Unit Reanimates: 64 Points\n4x Unit Reanimates: 26 Points\n",
        "2x Reanimate Archers 3x2 with Corruption Rune\n",
        "• Reanimates 3x2 (File Leader - 43 points\n",
        "Carrion Lancers, 1 tray [15]\nand something else\n",
        "– Trumpets [2]\n",
    ],
)
def test_what_is_not_certain_is_refused_and_the_form_offered(text: str) -> None:
    found = read(text)
    assert isinstance(found, Unreadable)
    assert "Enter the army in the form" in str(found.says)


def test_its_likeness() -> None:
    assert likeness("Reanimates, 6 trays [35]") == 85
    assert likeness("Reanimates 3x2 (Trumpets) - 43 points") == 75
    assert likeness("Spearmen (3x3) 59") == 60
    assert likeness("Reanimates [35] 3x2\nTotal Unit Cost: 35") == 0
    assert likeness("hello") == 0


@settings(max_examples=50)
@given(st.text(alphabet="AB1 []()x,-•\n", max_size=200))
def test_no_text_brings_it_down(text: str) -> None:
    assert isinstance(read(text), Reading | Unreadable)


def test_terrain_cards_are_no_upgrades_of_the_last_unit() -> None:
    found = read(
        "Carrion Lancers, 6 trays [68]\n- Combat Ingenuity [6]\n\nTerrain\n- Hill\n- Forest\n- Hill\n2 Ruins\n"
    )
    assert isinstance(found, Reading), found
    assert [(each.section, each.name, each.count, len(each.upgrades)) for each in found.roster.items] == [
        ("unit", "Carrion Lancers", 1, 1),
        ("terrain", "Hill", 1, 0),
        ("terrain", "Forest", 1, 0),
        ("terrain", "Hill", 1, 0),
        ("terrain", "Ruins", 2, 0),
    ]
