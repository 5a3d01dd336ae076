"""Lists of Armada Fleets Designer are read, with the old headline and the new."""

from __future__ import annotations

import pytest

from muster.core.roster.roster import Item
from muster.exchange.rosters.armada_lists import designer_likeness as likeness
from muster.exchange.rosters.armada_lists import read_designer as read
from muster.exchange.rosters.reading import Reading, Unread, Unreadable

OLD = """Food (2) (145/400)
=============
MC80 Battle Cruiser (103 + 6)
+ Bail Organa (6)
GR-75 Medium Transports (18)
YT-2400 (2 x 9)
junk in between
Ketsu Onyo (22)
Hyperspace assault
Assault: Ion Storm"""

NEW = """Big (34/143/400)
================

MC80 Battle Cruiser (103 + 6: 109)
· Bail Organa (6)

   2 x A-wing Squadron (2 x 17)

Advanced Gunnery"""


def ok(text: str) -> Reading:
    assert likeness(text) > 90
    found = read(text)
    assert isinstance(found, Reading)
    return found


def test_the_old_headline() -> None:
    found = ok(OLD)
    roster = found.roster
    assert (roster.name, roster.total, roster.limit) == ("Food (2)", 145, 400)
    assert [(each.name, each.points) for each in roster.section("ship")] == [
        ("MC80 Battle Cruiser", 103),
        ("GR-75 Medium Transports", 18),
    ]
    assert roster.section("objective") == (
        Item("objective", "Hyperspace assault"),
        Item("objective", "Ion Storm", slot="assault"),
    )
    assert found.unread == (Unread(7, "junk in between"),)
    assert [(each.what, each.stated, each.counted) for each in found.sums] == [
        ("MC80 Battle Cruiser", 109, 109),
        ("total", 145, 103 + 6 + 18 + 9 + 22),
    ]


def test_the_new_headline() -> None:
    found = ok(NEW)
    assert (found.unread, [each.agrees for each in found.sums]) == ((), [True, True, True])
    assert found.roster.section("squadron") == (Item("squadron", "A-wing Squadron", count=2, points=17),)


def test_a_sum_that_does_not_agree_is_told() -> None:
    found = ok(NEW.replace("· Bail Organa (6)", "· Bail Organa (7)"))
    assert [each.counted for each in found.sums if not each.agrees] == [110, 144]


@pytest.mark.parametrize(
    "line", ["· Lost (3)", "• Empty ()", "(3)", "Thing (3 +)", "Note: this", "x" * 200, "0 x A-wing (11)"]
)
def test_what_is_not_understood_is_listed(line: str) -> None:
    found = read("Food (11/400)\nA-wing (11)\n" + line)
    assert isinstance(found, Reading)
    assert found.unread == (Unread(3, line),)


def test_without_headline() -> None:
    found = read("CR90 Corvette A (44 + 0)")
    assert isinstance(found, Reading)
    assert (found.roster.total, found.roster.sum) == (None, 44)
    assert isinstance(read("Advanced Gunnery"), Unreadable)
    assert isinstance(read(""), Unreadable)
