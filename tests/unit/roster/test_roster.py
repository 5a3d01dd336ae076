"""What an item is called, and every item by its path."""

from __future__ import annotations

from muster.core.roster.catalogue import Card
from muster.core.roster.roster import Checked, Item, Resolved, Roster, Totals, by_path


def test_an_item_is_called_by_its_card_else_as_it_was_stated() -> None:
    card = Card("SOR_017", "leader", "Han Solo", subtitle="Audacious Smuggler")
    assert Resolved((0,), Item("leader", "han"), card).name == card.full_name
    assert Resolved((0,), Item("leader", "Han", subtitle="Smuggler")).name == "Han, Smuggler"
    assert Resolved((0,), Item("leader", "Han")).name == "Han"
    assert Resolved((0,), Item("leader", "", key="SOR_017")).name == "SOR_017"


def test_every_item_stands_at_its_path_with_the_card_it_was_found_to_be() -> None:
    gun = Item("upgrades", "Gun", points=3)
    roster = Roster("armada", (Item("ship", "Ship", points=90, upgrades=(gun,)), Item("ship", "Other")))
    found = Resolved((1,), roster.items[1], points=40)
    known = by_path(roster, Checked(resolved=(found,), totals=Totals(), problems=()))
    assert list(known) == [(0,), (0, 0), (1,)]
    assert known[0, 0] == Resolved((0, 0), gun, points=3)
    assert known[1,] is found
