"""Lists of Fab's fleet builder are read."""

from __future__ import annotations

from muster.core.roster.roster import Item
from muster.exchange.rosters.armada_lists import fabs_likeness as likeness
from muster.exchange.rosters.armada_lists import read_fabs as read
from muster.exchange.rosters.reading import Reading, Unread, Unreadable

LIST = """[ EMPIRE FLEET (146 points)
1 • Objectives - Most Wanted - Minefields (0)
2 • Victory I-class Star Destroyer - Grand Moff Tarkin - H9 Turbolasers (108)
3 • "Dutch" Vander Y-wing Squadron (15)
4 • Gozanti-class Cruisers (23)
5 • no price
see you"""


def test_a_whole_list() -> None:
    assert likeness(LIST) == 97
    found = read(LIST)
    assert isinstance(found, Reading)
    assert found.roster.faction == "Empire"
    assert found.roster.items == (
        Item("objective", "Most Wanted"),
        Item("objective", "Minefields"),
        Item(
            "ship",
            "Victory I-class Star Destroyer",
            upgrades=(Item("upgrades", "Grand Moff Tarkin"), Item("upgrades", "H9 Turbolasers")),
        ),
        Item("ship", "Gozanti-class Cruisers", points=23),
        Item("squadron", '"Dutch" Vander Y-wing Squadron', points=15),
    )
    assert found.unread == (Unread(6, "5 • no price"), Unread(7, "see you"))
    assert [(each.what, each.stated, each.counted) for each in found.sums] == [
        ("Victory I-class Star Destroyer", 108, None),
        ("total", 146, 146),
    ]


def test_the_headline_may_be_missing() -> None:
    text = LIST.partition("\n")[2]
    assert likeness(text) == 75
    found = read(text)
    assert isinstance(found, Reading)
    assert (found.roster.total, found.roster.faction) == (None, "")


def test_what_is_no_list() -> None:
    assert isinstance(read("REBEL FLEET (398 points)"), Unreadable)
    assert isinstance(read(""), Unreadable)
    assert likeness("1 • a\nb\nc") == 0
