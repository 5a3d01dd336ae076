"""Rosters mended item by item."""

from __future__ import annotations

import pytest

from muster.core.roster.editing import NoSuchItemError, added, at, headed, recounted, replaced
from muster.core.roster.roster import Item, Roster

TITLE = Item("upgrades", "Avenger", points=5)
SHIP = Item("ship", "Imperial II", points=120, upgrades=(TITLE, Item("upgrades", "Gunnery Team", points=7)))
TIES = Item("squadron", "TIE Fighter", count=2, points=8)
FLEET = Roster("armada", (SHIP, TIES), name="Fist", faction="Imperial", total=148, activations=1, limit=400)


def test_what_stands_where() -> None:
    assert at(FLEET, (0,)) == SHIP
    assert at(FLEET, (0, 0)) == TITLE
    assert at(FLEET, (1,)).count == 2


@pytest.mark.parametrize("path", [(), (2,), (-1,), (0, 2), (1, 0), (0, 0, 0)])
def test_nothing_stands_elsewhere(path: tuple[int, ...]) -> None:
    with pytest.raises(NoSuchItemError):
        at(FLEET, path)


def test_an_item_more_goes_to_the_end_and_the_stated_totals_are_forgotten() -> None:
    more = added(FLEET, Item("squadron", "Howlrunner", points=16))
    assert [item.name for item in more.items] == ["Imperial II", "TIE Fighter", "Howlrunner"]
    assert (more.total, more.activations, more.limit) == (None, None, None)
    assert (more.name, more.faction) == ("Fist", "Imperial")


def test_another_copy_is_counted_with_those_there() -> None:
    more = added(FLEET, Item("squadron", "TIE Fighter", points=8))
    assert [(item.name, item.count) for item in more.items] == [("Imperial II", 1), ("TIE Fighter", 3)]


def test_a_second_ship_stands_beside_the_one_that_carries_upgrades() -> None:
    more = added(FLEET, Item("ship", "Imperial II", points=120))
    assert [item.name for item in more.items] == ["Imperial II", "TIE Fighter", "Imperial II"]
    again = added(more, SHIP)
    assert len(again.items) == 4


def test_an_upgrade_goes_under_its_bearer() -> None:
    more = added(FLEET, Item("upgrades", "Boosted Comms", points=4), (0,))
    assert [one.name for one in more.items[0].upgrades] == ["Avenger", "Gunnery Team", "Boosted Comms"]
    deeper = added(more, Item("upgrades", "Dice"), (0, 0))
    assert at(deeper, (0, 0, 0)).name == "Dice"


def test_nothing_is_put_under_what_is_not_there_or_too_deep() -> None:
    with pytest.raises(NoSuchItemError):
        added(FLEET, TITLE, (7,))
    deep = FLEET
    for depth in range(1, 4):
        deep = added(deep, TITLE, (1,) + (0,) * (depth - 1))
    with pytest.raises(NoSuchItemError):
        added(deep, TITLE, (1, 0, 0, 0))


def test_copies_are_set_and_none_takes_the_item_out() -> None:
    assert recounted(FLEET, (1,), 5).items[1].count == 5
    assert recounted(FLEET, (1,), 0).items == (SHIP,)
    assert recounted(FLEET, (0, 0), 0).items[0].upgrades == (SHIP.upgrades[1],)
    with pytest.raises(NoSuchItemError):
        recounted(FLEET, (3,), 1)


def test_an_item_is_replaced_in_its_place() -> None:
    other = Item("upgrades", "Devastator", points=10)
    assert at(replaced(FLEET, (0, 0), other), (0, 0)) == other
    assert replaced(FLEET, (1,), other).items == (SHIP, other)
    with pytest.raises(NoSuchItemError):
        replaced(FLEET, (2,), other)


def test_a_new_name_and_faction_leave_the_rest() -> None:
    renamed = headed(FLEET, name="Hammer", faction="Rebel")
    assert (renamed.name, renamed.faction, renamed.items) == ("Hammer", "Rebel", FLEET.items)
