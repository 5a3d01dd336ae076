"""Lists of Star Forge are read: the grammar of Kingston's builder with other names."""

from __future__ import annotations

from muster.core.roster.roster import Item
from muster.exchange.rosters.armada_lists import kingston_likeness
from muster.exchange.rosters.armada_lists import read_starforge as read
from muster.exchange.rosters.armada_lists import starforge_likeness as likeness
from muster.exchange.rosters.reading import Reading

LIST = """ Name: Droids
Faction: Separatist
Commander: Mar Tuuk (28)
Gamemode: Standard

Assault: Ion Storm, Rift Assault
Campaign: Hired Scum
Skirmish: Ambush

Gozanti-class Cruisers {CIS} (24)
• Mar Tuuk (28)
= 52 Points

Squadrons:
• DFS-311 - Vulture-class Droid Fighter Squadron (17)
• 7 x Vulture-class Droid Fighter Squadron (56)
• Thing - Craft {CIS} [Legacy] (5)
= 78 Points

Total Points: 130"""


def test_a_whole_list() -> None:
    found = read(LIST)
    assert isinstance(found, Reading)
    assert found.unread == ()
    assert tuple(map(str, found.remarks)) == ("The list also says: Gamemode: Standard",)
    assert all(each.agrees for each in found.sums)
    roster = found.roster
    assert (roster.name, roster.commander, roster.total) == ("Droids", "Mar Tuuk", 130)
    assert [(each.slot, each.name) for each in roster.section("objective")] == [
        ("assault", "Ion Storm"),
        ("assault", "Rift Assault"),
        ("campaign", "Hired Scum"),
        ("skirmish", "Ambush"),
    ]
    (ship,) = roster.section("ship")
    assert (ship.name, ship.version, ship.upgrades[0].slot) == ("Gozanti-class Cruisers", "CIS", "commander")
    assert roster.section("squadron") == (
        Item("squadron", "DFS-311", points=17, form="Vulture-class Droid Fighter Squadron"),
        Item("squadron", "Vulture-class Droid Fighter Squadron", count=7, points=8),
        Item("squadron", "Thing", points=5, form="Craft {CIS} [Legacy]"),
    )


def test_an_empty_total_is_none() -> None:
    found = read(LIST.replace("Total Points: 130", "Total Points: "))
    assert isinstance(found, Reading)
    assert (found.roster.total, found.unread) == (None, ())


def test_each_telltale_tells() -> None:
    tail = "\n= 5 Points"
    for line in (
        "Commander: Bail Organa (28)",
        "Gamemode: Standard",
        "Faction: Empire",
        "Gozanti Cruisers {CIS} (24)",
        "• Shara Bey - A-wing Squadron (17)",
        "Imperial II-class Star Destroyer (120)",
    ):
        assert likeness(line + tail) > kingston_likeness(line + tail)
    for line in ("Commander: Bail Organa", "Faction: Imperial", "Imperial II (120)", "• A - B", "Foo"):
        assert likeness(line + tail) == 0
    assert likeness("Faction: Empire") == 0
