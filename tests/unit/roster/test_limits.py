"""How much of each thing there may be: from how many to how many, what a card changes, and two terrain cards."""

from __future__ import annotations

import pytest

from roster_check_cases import army, deck, illegal, item, problems, singles, warband


def test_leg_army_1_too_many_of_what_is_needed_too_says_from_how_many_to_how_many() -> None:
    units = (item("unit", "commander troop"), item("unit", "corps troop", 7))
    found = problems(army(units=units))["corps"]
    assert (str(found.says), str(found.mend)) == ("Corps units: 7; 3 to 6 are allowed.", "Take out 1.")
    assert (found.items, found.clause) == (((1,),), "LEG-ARMY-1")


@pytest.mark.parametrize(("base", "least"), [("Data Vault", 60), ("Thermal Oscillator", 45)])
def test_b52_a_base_changes_the_least_cards_of_a_deck_and_is_named(base: str, least: int) -> None:
    bases = (item("base", base),)
    assert illegal(deck(*singles(least), bases=bases)) == []
    found = problems(deck(*singles(least - 1), bases=bases))["deck"]
    assert str(found.says) == (f"Cards in the deck: {least - 1}; at least {least} are needed with {base}.")
    assert (str(found.mend), found.clause) == ("Add 1.", "SWU-PREM-1")


def test_b52_where_the_base_changes_nothing_the_usual_number_is_needed() -> None:
    bases = (item("base", "Data Vault"),)
    assert illegal(deck(*singles(30), bases=bases), construction="limited") == []
    found = problems(deck(*singles(29), bases=bases), construction="limited")["deck"]
    assert str(found.says) == "Cards in the deck: 29; at least 30 are needed."


def test_run_terr_1_two_terrain_cards_with_more_than_8_capacity_together() -> None:
    terrain = tuple(item("terrain", name) for name in ("Flat", "Big", "Flat", "Middle"))
    found = problems(warband(item("unit", "One"), terrain=terrain))["pair-capacity"]
    assert str(found.says) == "Big (6) and Middle (4) have 10 capacity together; 8 are allowed."
    assert str(found.mend) == "Take a smaller one in place of either."
    assert (found.items, found.clause) == (((2,), (4,)), "RUN-TERR-1")


def test_run_terr_1_two_copies_of_a_terrain_card_are_two_cards() -> None:
    two = (item("terrain", "Big", 2), item("terrain", "Flat", 2))
    found = problems(warband(item("unit", "One"), terrain=two))["pair-capacity"]
    assert str(found.says) == "Big (6) and Big (6) have 12 capacity together; 8 are allowed."
    assert found.items == ((1,),)
    one = (item("terrain", "Big"), item("terrain", "Small"), item("terrain", "Flat", 2))
    assert illegal(warband(item("unit", "One"), terrain=one)) == []
