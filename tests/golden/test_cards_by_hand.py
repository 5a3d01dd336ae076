"""Cards found without the draw: what a die stands for (Runewars), and what is known to choose from."""

from __future__ import annotations

import pytest

from muster.core.draws import DrawSeed, key
from muster.core.pairing.round_draws import faces_of, known_cards, rolled_card
from muster.core.pairing.round_draws_check import check_cards
from muster.rules.load import load


def test_every_face_of_the_die_is_one_card_or_rolled_again() -> None:
    cards = ("A", "B", "C", "D")
    assert faces_of(cards) == (("A", 1, 1), ("B", 2, 2), ("C", 3, 3), ("D", 4, 4))
    assert [rolled_card(cards, face) for face in range(8)] == [None, "A", "B", "C", "D", None, None, None]
    assert [rolled_card(("A", "B"), face) for face in (1, 3, 4, 6)] == ["A", "A", "B", "B"]


@pytest.mark.parametrize("count", [7, 12])
def test_of_more_cards_than_faces_a_die_cannot_choose(count: int) -> None:
    assert faces_of([str(number) for number in range(count)]) == ()


def test_the_cards_known_are_those_of_every_season_each_once() -> None:
    draws = load("runewars-2.2.2").round_draws
    assert draws is not None
    known = known_cards(draws)
    for names in (known.deployments, known.objectives):
        assert names
        assert len(set(names)) == len(names)
    assert set(known.deployments) == {card for season in draws.seasons for card in season.deployments}


def test_of_a_card_by_hand_nothing_is_asked_but_that_it_counts_as_used() -> None:
    cards, purpose = ("A", "B", "C"), "round-objective"
    seeds = [DrawSeed(digit * 64) for digit in "123"]
    first = min(cards, key=lambda card: key(seeds[0], purpose, card))
    by_hand = next(card for card in cards if card != first)
    third = next(card for card in cards if card not in (first, by_hand))
    drawn = (first, by_hand, third)
    assert check_cards(cards, drawn, purpose, seeds, by_hand={2}) == ()
    assert check_cards(cards, (first, by_hand, by_hand), purpose, seeds, by_hand={2})
