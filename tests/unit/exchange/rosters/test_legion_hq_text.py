"""Legion HQ's texts: each of their shapes, what blogs make of them, and Muster's own tournament text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.legion_hq_text import likeness, read, write
from muster.exchange.rosters.reading import Reading, Unreadable

STANDARD = """Droids
800/800 (9 activations)
Commanders:
 - General Grievous (175): Strict Orders (5), DT-57 “Annihilator” (12) = 192
Counterparts:
 - C-3PO = 15
Corps:
 - 2× Battle Droids (36): E-60R Trooper (20)/E-5C Trooper (18), HQ Uplink (10) = 132
Special Forces:
 - 2× Commandos (60) = 120

Commands: • Ambush, • Fear, Surprise, Intimidation, •• Push, •••• Standing Orders
Contingencies: ••• Assault
"""

TOURNAMENT = """hero
500/800 (3 activations)
Count Dooku (208)
 - Force Choke (5)
 - Fear (3)/Force Push (10)
C-3PO (15)
B1 Battle Droids (46)
 - HQ Uplink (10)

Commands:
•Fear, Surprise, Intimidation
••Double the Fall
••••Standing Orders

Battle Deck
Objectives:
 - Breakthrough
 - Key Positions
Secondaries:
 - Destroy the Base
Advantages:
 - Garrison
"""


def _read(text: str) -> Reading:
    plain = cleaned(text)
    assert isinstance(plain, str)
    found = read(plain)
    assert isinstance(found, Reading), found
    return found


def _refused(text: str) -> Unreadable:
    plain = cleaned(text)
    assert isinstance(plain, str)
    found = read(plain)
    assert isinstance(found, Unreadable), found
    return found


def _upgrades(item: Item) -> list[tuple[str, int | None]]:
    return [(each.name, each.points) for each in item.upgrades]


def test_a_standard_text_gives_ranks_copies_prices_and_hand() -> None:
    found = _read(STANDARD)
    roster = found.roster
    assert (roster.name, roster.total, roster.limit, roster.activations) == ("Droids", 800, 800, 9)
    assert [(each.slot, each.count, each.name, each.points) for each in roster.section("unit")] == [
        ("commander", 1, "General Grievous", 175),
        ("counterpart", 1, "C-3PO", 15),
        ("corps", 2, "Battle Droids", 36),
        ("special", 2, "Commandos", 60),
    ]
    assert _upgrades(roster.items[0]) == [("Strict Orders", 5), ('DT-57 "Annihilator"', 12)]
    assert [(each.slot, each.name) for each in roster.section("command")] == [
        ("1", "Ambush"),
        ("1", "Fear, Surprise, Intimidation"),
        ("2", "Push"),
        ("4", "Standing Orders"),
    ]
    assert [(each.slot, each.name) for each in roster.section("contingency")] == [("3", "Assault")]
    assert found.unread == ()


def test_a_card_set_aside_costs_nothing() -> None:
    droids = _read(STANDARD).roster.items[2]
    assert [(each.name, each.points, each.slot) for each in droids.upgrades] == [
        ("E-60R Trooper", 20, ""),
        ("E-5C Trooper", 0, "loadout"),
        ("HQ Uplink", 10, ""),
    ]
    assert droids.worth == 132


def test_every_stated_sum_of_a_standard_text_is_held_against_its_parts() -> None:
    found = _read(STANDARD)
    assert [(each.what, each.stated, each.counted) for each in found.sums] == [
        ("General Grievous", 192, 192),
        ("C-3PO", 15, 15),
        ("Battle Droids", 132, 132),
        ("Commandos", 120, 120),
        ("total", 800, 459),
    ]
    assert [each.line for each in found.sums] == [4, 6, 8, 10, 2]


def test_units_of_a_tournament_text_are_freed_of_their_upgrades() -> None:
    found = _read(TOURNAMENT)
    assert [(each.name, each.points, each.worth) for each in found.roster.section("unit")] == [
        ("Count Dooku", 200, 208),
        ("C-3PO", 15, 15),
        ("B1 Battle Droids", 36, 46),
    ]
    assert found.roster.items[0].upgrades[2].slot == "loadout"
    assert [(each.slot, each.name) for each in found.roster.section("battle")] == [
        ("objective", "Breakthrough"),
        ("objective", "Key Positions"),
        ("secondary", "Destroy the Base"),
        ("advantage", "Garrison"),
    ]
    assert [each.slot for each in found.roster.section("command")] == ["1", "2", "4"]
    assert found.sums[0].counted == 269
    assert not found.remarks


def test_the_tournament_text_of_2020_has_other_headings_and_order() -> None:
    text = (
        "x\n800/800\nLuke Skywalker (175)\n - C-3PO (15)\n\nCommand Cards:\n•••Return of the Jedi\n"
        "Battle Deck\nObjectives:\n - Breakthrough\nConditions:\n - Clear Conditions\nDeployments:\n - Disarray\n"
    )
    roster = _read(text).roster
    assert _upgrades(roster.items[0]) == [("C-3PO", 15)]
    assert [(each.slot, each.name) for each in roster.items[1:]] == [
        ("3", "Return of the Jedi"),
        ("objective", "Breakthrough"),
        ("condition", "Clear Conditions"),
        ("deployment", "Disarray"),
    ]


def test_units_stated_without_their_upgrades_are_told_by_the_total() -> None:
    found = _read("x\n54/800\nRebel Troopers (40)\n - Z-6 Trooper (14)\n")
    assert found.roster.items[0].points == 40
    assert found.sums[0].agrees
    assert "without their upgrades" in str(found.remarks[0])


def test_a_unit_that_costs_less_than_its_upgrades_has_no_price() -> None:
    found = _read("x\n5/800\nRebel Troopers (5)\n - Z-6 Trooper (14)\n")
    assert found.roster.items[0].points is None
    assert tuple(map(str, found.remarks)) == (
        "Line 3: Rebel Troopers is stated with 5 points, fewer than its upgrades.",
    )


def test_a_minimal_text_has_names_only() -> None:
    text = (
        "796/800 (4 activations)\nGar Saxon (The Darksaber (Maul), Tenacity)\n - Loadout: (none, Endurance)\n"
        "Super Tactical Droid - Kraken \n2× Pyke Syndicate Foot Soldiers \nCommands: • Ambush, •••• Standing Orders"
    )
    found = _read(text)
    assert [(each.name, each.count, each.points) for each in found.roster.section("unit")] == [
        ("Gar Saxon", 1, None),
        ("Super Tactical Droid - Kraken", 1, None),
        ("Pyke Syndicate Foot Soldiers", 2, None),
    ]
    assert [(each.name, each.slot) for each in found.roster.items[0].upgrades] == [
        ("The Darksaber (Maul)", ""),
        ("Tenacity", ""),
        ("Endurance", "loadout"),
    ]
    assert found.roster.total == 796
    assert found.sums[0].counted is None


def test_a_blog_joins_with_plus_and_states_pips_in_brackets() -> None:
    text = (
        "Corps:\n\n– 2x Rebel Troopers (40) + Z-6 Trooper (22) = 124\n\nTotal: 124/800\n\nCommands:\n\n"
        "– Explosions! (1)\n\n– Standing Orders (4)\n"
    )
    found = _read(text)
    assert (found.roster.items[0].count, found.roster.items[0].worth) == (2, 124)
    assert [(each.slot, each.name) for each in found.roster.section("command")] == [
        ("1", "Explosions!"),
        ("4", "Standing Orders"),
    ]
    assert all(each.agrees for each in found.sums)


def test_a_copied_screen_prices_units_only() -> None:
    roster = _read("Darth Vader 200\nForce Push, Force Reflexes,\nStormtroopers 44\n").roster
    assert [(each.name, each.points, _upgrades(each)) for each in roster.items] == [
        ("Darth Vader", 200, [("Force Push", None), ("Force Reflexes", None)]),
        ("Stormtroopers", 44, []),
    ]
    assert roster.name == ""


def test_a_rank_in_parentheses_is_the_version_and_other_parentheses_belong_to_the_name() -> None:
    roster = _read(
        "x\n300/800\nDarth Vader (Operative) (170)\n - The Darksaber (Gideon) (25)\nScouts (Strike Team) (20)\n"
    ).roster
    assert (roster.items[0].name, roster.items[0].version) == ("Darth Vader", "Operative")
    assert roster.items[0].upgrades[0].name == "The Darksaber (Gideon)"
    assert (roster.items[1].name, roster.items[1].version) == ("Scouts (Strike Team)", "")


def test_lines_around_the_list_are_told() -> None:
    found = _read(f"Here it is:\n{TOURNAMENT}see you there\n")
    assert found.roster.name == "hero"
    assert [(each.line, each.text) for each in found.unread] == [(1, "Here it is:")]
    assert found.roster.items[-1].name == "see you there"  # what stands among battle cards is taken for one


def test_a_line_without_a_price_among_units_is_not_understood() -> None:
    found = _read("x\n46/800\nDroids (46)\n - HQ Uplink (10)\nwhat a list\n")
    assert [(each.line, each.text) for each in found.unread] == [(5, "what a list")]


def test_ranks_without_sums_are_a_standard_text_still() -> None:
    found = _read("Corps:\n - 2x Droids (36): HQ Uplink (10)\n - Droids (36)\n")
    assert [(each.slot, each.count, each.worth) for each in found.roster.items] == [
        ("corps", 2, 92),
        ("corps", 1, 36),
    ]
    assert found.sums == ()


def test_a_title_that_looks_like_a_total_is_still_the_title() -> None:
    assert _read("12/12\n46/800\nDroids (46)\n").roster.name == "12/12"


def test_lines_joined_with_bars_are_taken_apart() -> None:
    assert len(_read(TOURNAMENT.strip().replace("\n", " || ")).roster.items) == len(
        _read(TOURNAMENT).roster.items
    )


@pytest.mark.parametrize(
    "text", ["hello", "800/800", "Commands:\n•Ambush\n", " - A (5)\n - B (6)\n", "Corps:\n- = 44"]
)
def test_a_text_without_a_unit_is_refused_with_a_way_out(text: str) -> None:
    assert "No units were found" in str(_refused(text).says)


@pytest.mark.parametrize("text", [STANDARD, TOURNAMENT])
def test_its_texts_look_like_it(text: str) -> None:
    assert likeness(text) >= 90


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "Faction: Rebel\n\nGR-75 (18)\n= 18 Points",
        "200/200\nReanimates [64] 4x3",
        '{"units": []}',
        "Leader\n1 | Han Solo | Audacious Smuggler",
        "hero (398/400)\n====\nMC80 (103 + 66)\n+ Engine Techs (8)",
    ],
)
def test_texts_of_others_do_not(text: str) -> None:
    assert likeness(text) == 0


def test_muster_writes_the_tournament_text() -> None:
    roster = Roster(
        "legion",
        (
            Item("unit", "Han Solo", count=2, points=100, upgrades=(Item("upgrades", "Tenacity", points=4),)),
            Item("unit", "", key="ah"),
            Item("command", "Push", slot="2"),
            Item("contingency", "Assault", slot="3"),
            Item("battle", "Breakthrough", slot="objective"),
        ),
        name="Scoundrels",
        total=208,
        activations=1,
    )
    catalogue = Catalogue("legion", "test", (Card("ah", "unit", "Rebel Troopers"),))
    assert write(roster, catalogue) == (
        "Scoundrels\n208/800 (1 activation)\nHan Solo (104)\n - Tenacity (4)\nHan Solo (104)\n - Tenacity (4)\n"
        "Rebel Troopers\n\nCommands:\n••Push\n\nContingencies:\n•••Assault\n\nBattle Deck\nObjectives:\n"
        " - Breakthrough\n"
    )
    assert "\nah\n" in write(roster)


_WORDS = st.text(alphabet="abé7!-", min_size=1, max_size=6)
_NAMES = st.lists(_WORDS, min_size=1, max_size=3).map(lambda words: " ".join(f"A'{word}z" for word in words))
_SUBTLE = st.one_of(_NAMES, st.just("Fear, Surprise, Intimidation"), st.just("The Darksaber (Maul)"))
_UPGRADES = st.lists(st.builds(Item, st.just("upgrades"), _SUBTLE, points=st.integers(0, 60)), max_size=4)
_UNITS = st.builds(
    lambda name, points, upgrades: Item("unit", name, points=points, upgrades=tuple(upgrades)),
    _NAMES,
    st.integers(1, 300),
    _UPGRADES,
)
_COMMANDS = st.lists(
    st.builds(
        Item, st.just("command"), _SUBTLE.filter(lambda name: "(" not in name), slot=st.sampled_from("123")
    ),
    max_size=6,
)
_BATTLE = st.lists(st.builds(Item, st.just("battle"), _NAMES, slot=st.just("objective")), max_size=4)


@settings(max_examples=50)
@given(
    st.lists(_UNITS, min_size=1, max_size=6),
    _COMMANDS,
    _BATTLE,
    _NAMES,
    st.none() | st.integers(2, 20),
)
def test_what_muster_writes_it_reads_again(
    units: list[Item], commands: list[Item], deck: list[Item], name: str, activations: int | None
) -> None:
    items = (*units, *commands, *deck)
    total = Roster("legion", items).sum
    roster = Roster("legion", items, name=name, total=total, activations=activations, limit=800)
    found = _read(write(roster))
    assert found.roster == roster
    assert found.unread == ()
    assert all(each.agrees for each in found.sums)


@settings(max_examples=50)
@given(st.text(alphabet='AB1 (),:/=+-•x\n"', max_size=200))
def test_no_text_brings_it_down(text: str) -> None:
    plain = cleaned(text)
    if isinstance(plain, str):
        assert 0 <= likeness(plain) <= 100
        assert isinstance(read(plain), Reading | Unreadable)


UNITS = (
    "Luke Skywalker",
    "Mark 2",
    "IG-100 MagnaGuard (Prototype)",
    "Persuader-Class Tank Droid (Prototype)",
    "B1 Battle Droids",
)
UPGRADES = (
    "Jedi Training, Master Duelist",
    "The Darksaber (Maul)",
    "Tools of the Trade, Jetpack Rockets",
    "Endurance",
    "HQ Uplink",
)
BATTLE = ("Contact, Contact!", "Close the Pocket", "Breakthrough")

armies = st.lists(
    st.tuples(
        st.integers(1, 3),
        st.sampled_from(UNITS),
        st.lists(st.sampled_from(UPGRADES), max_size=4, unique=True),
    ),
    min_size=1,
    max_size=6,
)


def _names(found: object) -> list[tuple[int, str, list[str]]]:
    assert isinstance(found, Reading), found
    assert not found.unread
    units = [item for item in found.roster.items if item.section == "unit"]
    return [(unit.count, unit.name, [each.name for each in unit.upgrades]) for unit in units]


@given(army=armies)
def test_the_minimal_text_is_read_as_it_was_made(army: list[tuple[int, str, list[str]]]) -> None:
    lines = [
        (f"{count}× " if count > 1 else "") + name + (f" ({', '.join(upgrades)})" if upgrades else "")
        for count, name, upgrades in army
    ]
    text = "\n".join(
        ["Army", "800/800 (6 activations)", *lines, "", "Commands: •Roger, Roger!, ••Yes, My Master"]
    )
    found = read(text)
    assert _names(found) == [(count, name, upgrades) for count, name, upgrades in army]
    assert isinstance(found, Reading)
    assert [item.name for item in found.roster.items if item.section == "command"] == [
        "Roger, Roger!",
        "Yes, My Master",
    ]


@given(army=armies, deck=st.permutations(BATTLE))
def test_the_tournament_text_is_read_as_it_was_made(
    army: list[tuple[int, str, list[str]]], deck: list[str]
) -> None:
    lines = [
        line
        for count, name, upgrades in army
        for line in [f"{name} ({50 + 5 * len(upgrades)})", *(f" - {each} (5)" for each in upgrades)] * count
    ]
    text = "\n".join(["Army", "800/800", *lines, "", "Battle Deck", *(f" - {name}" for name in deck)])
    found = read(text)
    assert _names(found) == [(1, name, upgrades) for count, name, upgrades in army for _ in range(count)]
    assert isinstance(found, Reading)
    assert [item.name for item in found.roster.items if item.section == "battle"] == deck


@pytest.mark.parametrize(
    "line", ["Kalani - Kalani (85)", "Kalani - Kalani(Endurance)", "Kalani - Kalani (Endurance)"]
)
def test_a_name_that_is_printed_twice_is_one(line: str) -> None:
    found = _read(f"Army\n85/800 (1 activation)\n{line}\n\nCommands: • Ambush, •••• Standing Orders")
    assert [each.name for each in found.roster.section("unit")] == ["Kalani"]


def test_a_bulleted_battle_card_is_one_whatever_its_commas() -> None:
    found = _read(
        "Army\n100/800\nTroopers (100)\n\nBattle Deck\nObjectives:\n - Hold, Then Run\nConditions: Fog, Dusk"
    )
    assert [each.name for each in found.roster.section("battle")] == ["Hold, Then Run", "Fog", "Dusk"]


def test_brackets_of_a_name_stay_with_a_card_set_aside() -> None:
    found = _read(
        "100/800 (1 activation)\nMaul (Fear, Fire Control)\n - Loadout: (none, The Darksaber (Maul))"
    )
    assert [(each.name, each.slot) for each in found.roster.items[0].upgrades] == [
        ("Fear", ""),
        ("Fire Control", ""),
        ("The Darksaber (Maul)", "loadout"),
    ]
