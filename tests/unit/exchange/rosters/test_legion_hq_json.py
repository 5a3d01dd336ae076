"""Legion HQ's JSON: lists of an account, and exports for the tabletop mod."""

from __future__ import annotations

import json

import pytest

from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.legion_json import likeness, read
from muster.exchange.rosters.reading import Reading, Unreadable

UNIT: dict[str, object] = {"unitId": "au", "count": 2, "totalUnitCost": 90, "upgradesEquipped": ["cz", None]}
LIST: dict[str, object] = {
    "title": "The Cook's Speciality",
    "faction": "empire",
    "pointTotal": 140,
    "battleForce": "Blizzard Force",
    "units": [
        UNIT,
        {
            "unitId": "lx",
            "count": 1,
            "totalUnitCost": 40,
            "upgradesEquipped": [None],
            "loadoutUpgrades": ["da"],
            "counterpart": {"counterpartId": "lw", "totalUnitCost": 10, "upgradesEquipped": []},
        },
        {"unitId": "sq", "count": 2, "totalUnitCost": 0, "upgradesEquipped": []},
    ],
    "commandCards": ["bv"],
    "primaryCards": ["yu"],
    "advantageCards": ["yv"],
}


def _read(value: object) -> Reading:
    text = cleaned(json.dumps(value))
    assert isinstance(text, str)
    found = read(text)
    assert isinstance(found, Reading), found
    return found


def _refused(text: str) -> Unreadable:
    found = read(text)
    assert isinstance(found, Unreadable), found
    return found


def test_an_account_list_has_ids_and_totals() -> None:
    found = _read(LIST)
    roster = found.roster
    assert (roster.name, roster.faction, roster.total) == ("The Cook's Speciality", "empire", 140)
    assert [(each.section, each.key, each.count, each.points, each.slot) for each in roster.items] == [
        ("unit", "au", 2, None, ""),
        ("unit", "lx", 1, None, ""),
        ("unit", "lw", 1, 10, "counterpart"),
        ("unit", "sq", 2, 0, ""),
        ("command", "bv", 1, None, ""),
        ("battle", "yu", 1, None, "objective"),
        ("battle", "yv", 1, None, "advantage"),
        ("command", "", 1, None, "4"),
    ]
    assert [(each.key, each.slot) for each in roster.items[1].upgrades] == [("da", "loadout")]
    assert [(each.stated, each.counted) for each in found.sums] == [(140, 140)]
    assert any("Blizzard Force" in str(each) for each in found.remarks)


def test_a_list_alone_in_an_array_is_the_same() -> None:
    assert _read([LIST]) == _read(LIST)


def test_several_lists_are_refused_by_name() -> None:
    found = _refused(json.dumps([LIST, {**LIST, "title": ""}]))
    assert str(found.says) == (
        "This JSON holds 2 lists (The Cook's Speciality, Untitled). Paste one of them alone."
    )


def test_an_export_for_the_tabletop_has_names() -> None:
    found = _read(
        {
            "author": "Legion HQ",
            "listname": "x",
            "points": 800,
            "numActivations": 9,
            "armyFaction": "rebel",
            "commandCards": ["Ambush", "Standing Orders"],
            "contingencies": ["Push"],
            "units": [
                {"name": "Luke Skywalker Jedi Knight", "upgrades": ["Force Push"], "loadout": ["Tenacity"]}
            ],
            "battlefieldDeck": {
                "conditions": ["a"],
                "deployment": ["b"],
                "objective": ["c"],
                "scenario": "standard",
            },
            "listlink": "http://legionhq2.com/list/rebels/1ab",
        }
    )
    assert found.format == "legion-hq-json"
    assert [(each.section, each.slot, each.name) for each in found.roster.items] == [
        ("unit", "", "Luke Skywalker Jedi Knight"),
        ("command", "", "Ambush"),
        ("command", "4", "Standing Orders"),
        ("contingency", "", "Push"),
        ("battle", "objective", "c"),
        ("battle", "deployment", "b"),
        ("battle", "condition", "a"),
    ]
    assert [(each.name, each.slot) for each in found.roster.items[0].upgrades] == [
        ("Force Push", ""),
        ("Tenacity", "loadout"),
    ]
    assert found.roster.activations == 9
    assert found.unread == ()


def test_a_missing_quotation_mark_is_located() -> None:
    broken = json.dumps(LIST, indent=1).replace('"bv"', '"bv')
    line = next(at for at, text in enumerate(broken.split("\n"), start=1) if text.strip() == '"bv')
    found = _refused(broken)
    assert found.line == line
    assert f"line {line}" in str(found.says)


def test_deep_nesting_is_refused_without_recursion() -> None:
    assert "nested" in str(_refused("[" * 90_000).says)
    assert "nested" in str(_refused('{"units":' * 20_000).says)


@pytest.mark.parametrize(
    "value", [[], {}, 5, [5], {"units": 5}, {"units": [{"unitId": 5}]}, {"units": [None]}]
)
def test_json_without_units_is_refused(value: object) -> None:
    assert "no units" in str(_refused(json.dumps(value)).says)


def test_odd_values_are_taken_as_absent() -> None:
    odd = {
        "units": [{"unitId": "ab", "count": -3, "totalUnitCost": "x", "upgradesEquipped": {"a": 1}}],
        "pointTotal": True,
    }
    found = _read(odd)
    assert (found.roster.items[0].count, found.roster.items[0].points, found.roster.total) == (1, None, None)


def test_its_likeness() -> None:
    assert likeness(json.dumps(LIST)) == 100
    assert likeness('{"author": "Legion HQ", "units": []}') == 95
    assert likeness('{"author": "Tabletop Admiral"}') == 0
    assert likeness("hello") == 0
