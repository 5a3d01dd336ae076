"""AFF lists are read."""

from __future__ import annotations

from muster.core.roster.roster import Item
from muster.exchange.rosters.armada_lists import aff_likeness as likeness
from muster.exchange.rosters.armada_lists import read_aff as read
from muster.exchange.rosters.reading import Reading, Unread, Unreadable

LIST = """faction:rebel
upgrade:Too Early
ship:GR-75 Medium Transports
upgrade:Leia Organa
ship:
squadron:2 x HWK-290
squadron:Hera Syndulla (Ghost)
objective:Minefields
assault:Ion Storm
faction:empire
done"""


def test_a_whole_list() -> None:
    assert likeness(LIST) == 97
    found = read(LIST)
    assert isinstance(found, Reading)
    assert found.roster.faction == "rebel"
    assert found.roster.items == (
        Item("objective", "Minefields"),
        Item("objective", "Ion Storm", slot="assault"),
        Item("ship", "GR-75 Medium Transports", upgrades=(Item("upgrades", "Leia Organa"),)),
        Item("squadron", "HWK-290", count=2),
        Item("squadron", "Hera Syndulla", form="Ghost"),
    )
    assert found.unread == (
        Unread(2, "upgrade:Too Early"),
        Unread(5, "ship:"),
        Unread(10, "faction:empire"),
        Unread(11, "done"),
    )


def test_what_is_no_list() -> None:
    assert isinstance(read("nothing: here"), Unreadable)
    assert likeness("nothing: here") == likeness("") == 0
