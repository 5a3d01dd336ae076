"""Which cards are legal on the day, and which of them together."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from muster.core.roster.roster import Item
from roster_check_cases import (
    HAND,
    LEGION,
    ORDERS,
    army,
    catalogue,
    checked,
    deck,
    illegal,
    item,
    problems,
    singles,
)

RELEASED = date(2018, 3, 1)
DATED = catalogue("legion", (replace(each, released=RELEASED) for each in LEGION.cards))

HAN, LEIA, VADER = (item("leader", name) for name in ("Han Solo", "Leia Organa", "Darth Vader"))


def test_leg_legal_1_a_product_is_legal_on_its_release_and_11_days_later_at_competitive_events() -> None:
    assert illegal(army(), known=DATED, on=RELEASED, tier="casual") == []
    assert illegal(army(), known=DATED, on=date(2018, 3, 12), tier="competitive") == []
    early = problems(army(), known=DATED, on=date(2018, 3, 11), tier="competitive")["released"]
    assert (str(early.says), early.clause) == (
        "commander troop is legal from 12 March 2018; the event is on 11 March 2018.",
        "LEG-LEGAL-1",
    )


def test_where_every_release_is_known_nothing_is_left_to_check() -> None:
    assert checked(army(), known=DATED).unmade == ()


def test_leg_hand_1_a_card_of_a_character_who_is_not_in_the_army() -> None:
    hand = (HAND[0], item("command", "Luke's Card"), *HAND[2:], ORDERS)
    found = problems(army(hand=hand))["character-cards"]
    assert str(found.says) == "Luke's Card is a card of Luke Skywalker, who is not in the roster."
    assert str(found.mend) == "Take another card, or add Luke Skywalker."
    assert (found.items, found.clause) == (((3,),), "LEG-HAND-1")
    luke = item("unit", "Luke Skywalker", version="Operative")
    assert illegal(army(luke, hand=hand)) == []


def _side(*leaders: Item) -> list[str]:
    """What forbids a deck for Twin Suns with these leaders."""
    return illegal(deck(*singles(80), leaders=leaders), construction="twin-suns")


def test_swu_twin_1_the_leaders_share_heroism_or_villainy_and_another_aspect_is_not_enough() -> None:
    """Both have Command."""
    assert _side(HAN, LEIA) == []
    assert _side(HAN, VADER) == ["shared-aspect"]
    found = problems(deck(*singles(80), leaders=(HAN, VADER)), construction="twin-suns")["shared-aspect"]
    assert str(found.says) == (
        "Han Solo, Audacious Smuggler and Darth Vader, Dark Lord do not share Heroism or Villainy."
    )
    assert str(found.mend) == "Choose leaders of one side."
    assert (found.items, found.clause) == (((0,), (1,)), "SWU-TWIN-1")


def test_swu_twin_1_too_few_leaders_are_not_of_two_sides() -> None:
    assert _side() == ["leaders"]
    assert _side(VADER) == ["leaders"]
