"""Armada Fleet Builder, the app for phones: a heading of squadrons with their sum, and lines of its own."""

from __future__ import annotations

import pytest

from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.fleet_builder_app import likeness, read
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import Reading

FLEET = """Harbour watch (226/400)
Rebels  - Author: Zoë O'Neill
Commander: General Madine

Assault Objective: Most Wanted
Defense Objective: Fighter Ambush
Navigation Objective: Superior Positions

[ flagship ] MC80 Battle Cruiser (103)
- General Madine (30)
= 133 total points

GR-75 Medium Transports (18 points)
- Toryn Farr (7 points)
= 25 total points

Squadrons (68/134):
2x Y-Wing Squadron (20)
1x Ketsu Onyo (22)
2 x X-Wing Squadron (26)
"""


def _read(text: str) -> Reading:
    plain = cleaned(text)
    assert isinstance(plain, str)
    found = read_roster(plain, "armada")
    assert isinstance(found, Reading), found
    return found


def test_ships_upgrades_and_squadrons_stand_where_they_belong() -> None:
    found = _read(FLEET)
    assert (found.format, found.unread) == ("fleet-builder-app", ())
    roster = found.roster
    assert (roster.name, roster.faction, roster.commander) == ("Harbour watch", "Rebels", "General Madine")
    assert (roster.total, roster.limit, roster.sum) == (226, 400, 226)
    assert [
        (each.name, each.points, [one.name for one in each.upgrades]) for each in roster.section("ship")
    ] == [
        ("MC80 Battle Cruiser", 103, ["General Madine"]),
        ("GR-75 Medium Transports", 18, ["Toryn Farr"]),
    ]
    assert [(each.name, each.count, each.points) for each in roster.section("squadron")] == [
        ("Y-Wing Squadron", 2, 10),
        ("Ketsu Onyo", 1, 22),
        ("X-Wing Squadron", 2, 13),
    ]
    assert [each.slot for each in roster.section("objective")] == ["assault", "defense", "navigation"]
    assert all(each.agrees for each in found.sums)
    assert {each.what for each in found.sums} >= {"squadrons", "total"}


def test_who_made_it_is_remarked_and_is_no_player() -> None:
    assert ["O'Neill" in str(each) for each in _read(FLEET).remarks] == [True]


def test_a_price_of_one_copy_is_told_by_the_sum_of_the_heading() -> None:
    found = _read(FLEET.replace("Squadron (20)", "Squadron (10)").replace("Squadron (26)", "Squadron (13)"))
    assert [each.points for each in found.roster.section("squadron")] == [10, 22, 13]


def test_a_sum_that_does_not_add_up_is_told() -> None:
    found = _read(FLEET.replace("(68/134)", "(60/134)"))
    assert [(each.what, each.stated, each.counted) for each in found.sums if not each.agrees] == [
        ("squadrons", 60, 68)
    ]


@pytest.mark.parametrize(
    "gone", ["Rebels  - Author: Zoë O'Neill\n", "Harbour watch (226/400)\n", "Squadrons (68/134):\n"]
)
def test_it_is_known_by_two_of_its_marks(gone: str) -> None:
    assert likeness(FLEET) == 98
    assert likeness(FLEET.replace(gone, "")) == 98
    assert _read(FLEET.replace(gone, "")).format == "fleet-builder-app"
    assert isinstance(read(FLEET.replace(gone, "")), Reading)
