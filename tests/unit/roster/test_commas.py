"""Names with commas, put together by the catalogue in force."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.commas import rejoined
from muster.core.roster.roster import Item, Roster

NEW = Card("n", "upgrade", "Late, Later, Latest", aliases=("Soon, Sooner",))
KNOWN = Catalogue("legion", "test", (NEW, Card("l", "upgrade", "Late"), Card("x", "upgrade", "Plain")))


def carried(*names: str, line: int = 4) -> Roster:
    return Roster(
        "legion", (Item("unit", "Troopers", upgrades=tuple(Item("upgrades", n, line=line) for n in names)),)
    )


def names(roster: Roster) -> list[str]:
    return [each.name for each in roster.items[0].upgrades]


def test_parts_of_a_name_the_catalogue_has_are_one_card_again() -> None:
    found = rejoined(carried("Plain", "Late", "Later", "LATEST", "Late", "Soon", "Sooner"), KNOWN)
    assert names(found) == ["Plain", "Late, Later, LATEST", "Late", "Soon, Sooner"]


def test_cards_of_a_deck_are_put_together_too() -> None:
    deck = Roster(
        "legion", tuple(Item("battle", name, slot="objective", line=9) for name in ("Soon", "Sooner"))
    )
    assert [each.name for each in rejoined(deck, KNOWN).items] == ["Soon, Sooner"]


@pytest.mark.parametrize("catalogue", [None, Catalogue("legion", "none", (Card("x", "upgrade", "Plain"),))])
def test_without_a_catalogue_that_knows_better_it_stays_as_read(catalogue: Catalogue | None) -> None:
    roster = carried("Soon", "Sooner")
    assert rejoined(roster, catalogue) is roster
    assert rejoined(carried("Late", "Plain"), KNOWN) == carried("Late", "Plain")


@pytest.mark.parametrize(
    "change", [{"line": 5}, {"points": 5}, {"key": "aa"}, {"count": 2}, {"subtitle": "X"}]
)
def test_what_says_more_than_a_name_or_stands_on_another_line_is_a_card_of_its_own(
    change: dict[str, int],
) -> None:
    roster = carried("Soon", "Sooner")
    unit = roster.items[0]
    first, second = unit.upgrades
    apart = replace(unit, upgrades=(first, replace(second, **change)))  # type: ignore[arg-type]
    assert rejoined(replace(roster, items=(apart,)), KNOWN).items == (apart,)
