"""Lists of Armada Warlords and of Flagship are read."""

from __future__ import annotations

from muster.core.roster.roster import Item
from muster.exchange.rosters.armada_lists import read_warlords as read
from muster.exchange.rosters.armada_lists import warlords_likeness as likeness
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.reading import Reading, Unread

WARLORDS = """!VASSAL
Two Ships \n
Faction: Rebel Alliance\t
Points: 190/400\t

Commander: Admiral Raddus

Assault Objective: Surprise Attack
Defense Objective: None
Navigation Objective: Superior Positions

[ flagship ] MC75 Ordnance Cruiser (100 points)
–  Admiral Raddus\t ( 26\t points)
-  Darth Vader (com)  ( 1  points)
= 127 total ship cost


GR-75 Medium Transports (18 points)
= 18 total ship cost


1\t”Dutch” Vander ( 16 points)
2\tA-wings ( 22 points)
0\tX-wings ( 22 points)
= 38 total squadron cost
"""

FLAGSHIP = """World test\r
\r
Author: somebody\r
Faction: Rebels\r
Commander: Admiral Raddus\r
\r
Assault Objective: Surprise Attack\r
Defense Objective: None\r
Navigation Objective: None\r
\r
[flagship] MC75 Ordnance Cruiser (100)\r
- Admiral Raddus (26)\r
= 126 points\r
\r
1 Dash Rendar (24)\r
2 A-wing Squadron (11)\r
= 46 points\r
"""


def ok(text: str) -> Reading:
    plain = cleaned(text)
    assert isinstance(plain, str)
    assert likeness(plain) > 80
    found = read(plain)
    assert isinstance(found, Reading)
    return found


def test_warlords() -> None:
    found = ok(WARLORDS)
    roster = found.roster
    assert (roster.name, roster.faction, roster.total, roster.limit) == (
        "Two Ships",
        "Rebel Alliance",
        190,
        400,
    )
    assert found.unread == (Unread(25, "0\tX-wings ( 22 points)"),)
    assert [(each.what, each.stated, each.counted) for each in found.sums] == [
        ("MC75 Ordnance Cruiser", 127, 127),
        ("GR-75 Medium Transports", 18, 18),
        ("squadrons", 38, 38),
        ("total", 190, 183),
    ]
    assert [each.name for each in roster.section("objective")] == ["Surprise Attack", "Superior Positions"]
    raddus, vader = roster.section("ship")[0].upgrades
    assert (raddus.slot, vader.name, vader.version) == ("commander", "Darth Vader", "com")
    assert roster.section("squadron") == (
        Item("squadron", '"Dutch" Vander', points=16),
        Item("squadron", "A-wings", count=2, points=11),
    )


def test_squadrons_without_a_sum_cost_what_the_line_says() -> None:
    found = ok(WARLORDS.replace("= 38 total squadron cost", ""))
    assert [each.points for each in found.roster.section("squadron")] == [16, 11]


def test_flagship_states_prices_of_one() -> None:
    found = ok(FLAGSHIP)
    assert (found.roster.name, found.roster.faction, found.unread) == ("World test", "Rebels", ())
    assert [each.agrees for each in found.sums] == [True, True]
    assert [(each.count, each.points) for each in found.roster.section("squadron")] == [(1, 24), (2, 11)]
    no_sum = ok(FLAGSHIP.replace("= 46 points", ""))
    assert [each.points for each in no_sum.roster.section("squadron")] == [24, 11]


def test_other_lists_are_not_like_it() -> None:
    assert likeness("Faction: Rebel\nCR90 (44)\n= 44 Points") == 0
