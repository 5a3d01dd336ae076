"""Tabletop Admiral's JSON and text, Longshanks' way of storing it, and what Muster writes for them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.exchange.rosters.tabletop_admiral import likeness, read, write

LIST: dict[str, object] = {
    "listname": "Melee “Army”",
    "points": 606,
    "author": "Tabletop Admiral",
    "armyFaction": "empire",
    "battleForce": None,
    "commandCards": ["Standing Orders", "Push"],
    "units": [{"name": "Darth Vader Dark Lord of the Sith", "upgrades": ["Force Push", ""], "loadout": []}],
    "battlefieldDeck": {
        "scenario": "standard",
        "conditions": [],
        "deployment": [],
        "objective": ["Breakthrough"],
    },
}

TEXT = """Rebels 800
1000/1000
12 Activations
Han Solo 100 + 13 = 113
--Improvised Orders (5), Tenacity (8)
2x Rebel Troopers 40 x 2 = 80
2x Rebel Veterans (44 + 10) x 2 = 108
--Rebel Officer (10)
Bossk 110
Ambush•, Fear, Surprise, Intimidation •, Push**, Standing Orders ••••
Key Positions, Breakthrough
good luck
"""


def _read(text: str) -> Reading:
    plain = cleaned(text)
    assert isinstance(plain, str)
    assert likeness(plain) >= 50
    found = read(plain)
    assert isinstance(found, Reading), found
    return found


def _refused(text: str) -> Unreadable:
    found = read(text)
    assert isinstance(found, Unreadable), found
    return found


def test_json_names_units_and_cards_without_prices_or_pips() -> None:
    found = _read(json.dumps(LIST))
    roster = found.roster
    assert (roster.name, roster.faction, roster.total, roster.activations) == (
        'Melee "Army"',
        "empire",
        606,
        None,
    )
    assert [(each.section, each.slot, each.name, each.points) for each in roster.items] == [
        ("unit", "", "Darth Vader Dark Lord of the Sith", None),
        ("command", "4", "Standing Orders", None),
        ("command", "", "Push", None),
        ("battle", "objective", "Breakthrough", None),
    ]
    assert [each.name for each in roster.items[0].upgrades] == ["Force Push"]
    assert [(each.stated, each.counted) for each in found.sums] == [(606, None)]


def test_longshanks_joins_the_lines_and_writes_point() -> None:
    lines = json.dumps(LIST, indent=1, ensure_ascii=False).replace('"points"', '"point"').split("\n")
    assert _read(" || ".join(lines)).roster == _read(json.dumps(LIST)).roster


def test_unknown_parts_and_nameless_units_are_told() -> None:
    units = [{"name": "Bossk"}, {"upgrades": ["x"]}]
    found = _read(json.dumps({"armyFaction": "empire", "units": units, "mood": "good"}))
    assert [each.text for each in found.unread] == ["mood", '{"upgrades": ["x"]}']


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"armyFaction": "x", "units": []}', "does not list units by name"),
        ('{"armyFaction": "x", "units": [{"name": ""}]}', "lists no units"),
        ('{"armyFaction": "x", "units": [', "cut off at line 1"),
        ("[" * 50_000, "nested"),
        ("hello", "No units were found"),
        ("--Upgrade (5)", "No units were found"),
    ],
)
def test_what_is_no_list_is_refused(text: str, says: str) -> None:
    assert says in str(_refused(text).says)


def test_a_lua_table_is_never_taken_for_json() -> None:
    table = '{ ["armyFaction"] = "rebel", commandCards = {"Im In Control"} }'
    plain = cleaned(table)
    assert isinstance(plain, Unreadable)
    assert "JSON" in str(plain.says)
    assert likeness(table) == 0


def test_its_text_states_prices_apart() -> None:
    found = _read(TEXT)
    roster = found.roster
    assert (roster.name, roster.total, roster.limit, roster.activations) == ("Rebels 800", 1000, 1000, 12)
    assert [(each.count, each.name, each.points, each.worth) for each in roster.section("unit")] == [
        (1, "Han Solo", 100, 113),
        (2, "Rebel Troopers", 40, 80),
        (2, "Rebel Veterans", 44, 108),
        (1, "Bossk", 110, 110),
    ]
    assert [(each.slot, each.name) for each in roster.section("command")] == [
        ("1", "Ambush"),
        ("1", "Fear, Surprise, Intimidation"),
        ("2", "Push"),
        ("4", "Standing Orders"),
    ]
    assert [each.name for each in roster.section("battle")] == ["Key Positions", "Breakthrough"]
    assert [(each.stated, each.counted) for each in found.sums] == [
        (113, 113),
        (80, 80),
        (108, 108),
        (1000, 411),
    ]
    assert [(each.line, each.text) for each in found.unread] == [(12, "good luck")]
    assert found.remarks


def test_a_title_without_a_total_is_the_first_line() -> None:
    assert _read("My list\nHan Solo 100 + 5 = 105\n--Tenacity (5)\n").roster.name == "My list"


def test_muster_writes_one_entry_a_unit_and_names_codes() -> None:
    roster = Roster(
        "legion",
        (
            Item(
                "unit",
                "",
                count=2,
                key="ah",
                upgrades=(Item("upgrades", "A", slot="loadout"), Item("upgrades", "B")),
            ),
            Item("card", "", key="bk"),
            Item("card", "", key="yv"),
            Item("card", "", key="??"),
        ),
        faction="rebel",
    )
    catalogue = Catalogue(
        "legion",
        "test",
        (
            Card("ah", "unit", "Rebel Troopers", subtitle="Veterans"),
            Card("bk", "command", "Push", slot="2"),
            Card("yv", "battle", "Garrison", slot="advantage"),
        ),
    )
    found = json.loads(write(roster, catalogue))
    unit = {"name": "Rebel Troopers Veterans", "upgrades": ["B"], "loadout": ["A"]}
    assert found["units"] == [unit, unit]
    assert found["commandCards"] == ["Push"]
    assert found["battlefieldDeck"]["advantage"] == ["Garrison"]
    assert found["cards"] == ["??"]
    assert "points" not in found
    assert json.loads(write(roster))["cards"] == ["bk", "yv", "??"]


_NAMES = (
    st.text(alphabet="AbÉ7 '-!,.\"()", min_size=1, max_size=20)
    .map(lambda name: "N" + " ".join(name.split()) + "n")
    .filter(lambda name: "''" not in name)
)
_UPGRADES = st.lists(st.builds(Item, st.just("upgrades"), _NAMES), max_size=3)
_ASIDE = st.lists(
    st.builds(lambda name: Item("upgrades", name, points=0, slot="loadout"), _NAMES), max_size=2
)
_UNITS = st.builds(
    lambda name, ups, aside: Item("unit", name, upgrades=(*ups, *aside)), _NAMES, _UPGRADES, _ASIDE
)


@settings(max_examples=50)
@given(
    st.lists(_UNITS, min_size=1, max_size=5),
    st.lists(st.builds(Item, st.just("command"), _NAMES), max_size=6),
    st.lists(st.builds(Item, st.just("contingency"), _NAMES), max_size=2),
    st.lists(st.builds(Item, st.just("battle"), _NAMES, slot=st.just("objective")), max_size=4),
    st.none() | st.integers(0, 1000),
    st.none() | st.integers(0, 20),
)
def test_what_muster_writes_it_reads_again(
    units: list[Item],
    commands: list[Item],
    contingencies: list[Item],
    deck: list[Item],
    total: int | None,
    activations: int | None,
) -> None:
    items = (*units, *commands, *contingencies, *deck)
    roster = Roster("legion", items, name="Ours", faction="rebel", total=total, activations=activations)
    found = read(write(roster))
    assert isinstance(found, Reading)
    assert found.roster == roster
    assert found.unread == ()


@settings(max_examples=50)
@given(st.text(alphabet="AB1 (),x=+-•*\n/", max_size=200))
def test_no_text_brings_it_down(text: str) -> None:
    plain = cleaned(text)
    if isinstance(plain, str):
        assert 0 <= likeness(plain) <= 100
        assert isinstance(read(plain), Reading | Unreadable)


@pytest.mark.parametrize(
    "line", ["Rebel Troopers 80 = 2x40", "Rebel Troopers 40 = 1+1", "Han Solo 100 = (2 x 50)"]
)
def test_a_sum_that_is_no_number_is_not_understood(line: str) -> None:
    found = _read(f"My list\nHan Solo 100 + 5 = 105\n--Tenacity (5)\n{line}\n")
    assert [unread.text for unread in found.unread] == [line]
