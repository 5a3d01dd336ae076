"""Sheets of fleets are read: a reading for each row."""

from __future__ import annotations

import pytest

from muster.core.roster.roster import Item
from muster.exchange.rosters.armada_sheet import likeness, read, read_sheet
from muster.exchange.rosters.reading import Reading, Unread, Unreadable

HEAD = (
    "ROW,FACTION,COMMANDER,ASSAULT OBJECTIVE,FLAGSHIP,UPGRADE,UPGRADE,SHIP #2,UPGRADE,SHIP TOTAL,"
    "SQUADRON #1,SQUADRON #2,SQUADRON TOTAL,LIST TOTAL,NOTE\n"
)
ROW = (
    '2,Empire,Darth Vader,Most Wanted,ISD 2,Chimera,"Darth Vader \n(Officer)","Gozanti\nCruisers",Comms Net,'
    '300,"TIE Bomber \n(Captain Jonus)",2 x TIE Fighter,40,340,\n'
)


def one(text: str) -> Reading:
    found = read(text)
    assert isinstance(found, Reading), found
    return found


def test_a_row() -> None:
    found = one(HEAD + ROW)
    assert likeness(HEAD + ROW) == 99
    roster = found.roster
    assert (roster.faction, roster.commander, roster.total) == ("Empire", "Darth Vader", 340)
    assert roster.items == (
        Item("objective", "Most Wanted", slot="assault"),
        Item(
            "ship",
            "ISD 2",
            upgrades=(
                Item("upgrades", "Darth Vader", slot="commander"),
                Item("upgrades", "Chimera"),
                Item("upgrades", "Darth Vader", version="Officer"),
            ),
        ),
        Item("ship", "Gozanti Cruisers", upgrades=(Item("upgrades", "Comms Net"),)),
        Item("squadron", "Captain Jonus", form="TIE Bomber"),
        Item("squadron", "TIE Fighter", count=2),
    )
    assert (found.unread, found.remarks) == ((), ())
    assert [(each.what, each.stated, each.counted) for each in found.sums] == [
        ("ships", 300, None),
        ("squadrons", 40, None),
        ("total", 340, 340),
    ]


def test_a_sheet_of_many() -> None:
    found = read_sheet(HEAD + ROW + ",,,\n" + ROW)
    assert isinstance(found, tuple)
    assert [each.roster.items[1].line for each in found] == [2, 7]
    assert "holds 2 fleets" in str(read(HEAD + ROW + ROW))


def test_pasted_from_a_spreadsheet() -> None:
    assert one((HEAD + ROW).replace(",", "\t")).roster == one(HEAD + ROW).roster


def test_cells_that_slipped_are_read_by_what_they_say() -> None:
    found = one(HEAD + "3,Empire,,,ISD 2,Raider 1,Corvus,Demolisher,350,TIE Bomber,TIE Fighter,44,,394,\n")
    assert [(each.name, len(each.upgrades)) for each in found.roster.section("ship")] == [
        ("ISD 2", 0),
        ("Raider 1", 2),
    ]
    assert [each.name for each in found.roster.section("squadron")] == ["TIE Bomber", "TIE Fighter"]
    assert tuple(map(str, found.remarks)) == (
        "Cells of this row stand in other columns than their headings say.",
    )
    assert all(each.agrees for each in found.sums)
    late = one(HEAD + "3,Empire,,,ISD 2,350,TIE Bomber,,,,,,44,394,\n")
    assert [each.name for each in late.roster.section("squadron")] == ["TIE Bomber"]
    assert late.remarks


def test_what_is_not_understood_is_listed() -> None:
    found = one(HEAD + "3,Empire,,,,Comms Net,,ISD 2,,300,0 x TIE,TIE,40,350,for Bob,more\n")
    assert [each.text for each in found.unread] == ["Comms Net", "0 x TIE", "for Bob", "more"]
    assert found.unread[0] == Unread(2, "Comms Net")
    assert [each.stated for each in found.sums if not each.agrees] == [350]
    assert one(HEAD + "3,,,,ISD 2,,,,,1,,,2,3,4\n").unread == (Unread(2, "4"),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no sheet of fleets"),
        ("a,b\n1,2\n", "no sheet of fleets"),
        (HEAD, "no fleet below"),
        (HEAD + "3,Empire,,,,,,,,,,,0,0\n", "row of line 2"),
        (HEAD + '"' + "x" * 200_000, "damaged from line 2"),
        (HEAD + ROW * 1_001, "more than 1,000 rows"),
        ("x" * 2_000_001, "too large"),
        (HEAD + "3,Empire,,,ISD 2,,,,,," + "TIE," * 3 + "\n", ""),
    ],
)
def test_what_is_no_sheet(text: str, says: str) -> None:
    found = read_sheet(text)
    if says:
        assert isinstance(found, Unreadable)
        assert says in str(found.says)
        assert read(text) == found
    else:
        assert isinstance(found, tuple)


def test_other_texts_are_not_like_it() -> None:
    assert likeness("FACTION,FLAGSHIP\nRebel,CR90") == 0
