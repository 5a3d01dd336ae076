"""Worked examples of scores counted from what was destroyed, under the published regulations themselves."""

from __future__ import annotations

import pytest

from muster.core.roster.catalogue import Card
from muster.core.roster.roster import Item, Resolved, Totals
from muster.core.roster.tally import Tallied, pieces, tally
from muster.rules.load import load
from muster.rules.scoring import GamesScoring, PlacingScoring

CRUISER = Card("cruiser", "ship", "Cruiser")
FLOTILLA = Card("flotilla", "ship", "Transports", flags=frozenset({"flotilla"}))


Fleet = tuple[tuple[Resolved, ...], Totals]


def counted(regulations: str, fleet: Fleet, gone: dict[tuple[int, ...], int], objective: int = 0) -> Tallied:
    rules = load(regulations)
    assert rules.roster is not None
    assert rules.roster.tally is not None
    assert not isinstance(rules.scoring, GamesScoring | PlacingScoring)
    return tally(pieces(*fleet, rules.roster.tally), gone, rules.scoring.wiped_out, objective)


def ships(*priced: tuple[Card, int]) -> Fleet:
    found = tuple(
        Resolved((at,), Item("ship", card.name, points=points), card, (), points)
        for at, (card, points) in enumerate(priced)
    )
    total = sum(points for _card, points in priced)
    return found, Totals(own=total, event=total)


FLEET_388 = ships((CRUISER, 200), (CRUISER, 188))


def test_d24_a_wiped_out_fleet_of_388_counts_400() -> None:
    made = counted("armada-4.0", FLEET_388, {(0,): 1, (1,): 1})
    assert (made.added, made.score) == (388, 400)


def test_d24_objective_points_come_on_top() -> None:
    assert counted("armada-4.0", FLEET_388, {(0,): 1, (1,): 1}, 30).score == 430


@pytest.mark.parametrize(
    ("regulations", "wiped", "score"), [("armada-4.0", "yes", 400), ("armada-pl", "no", 300)]
)
def test_d24_flotillas_left_alone_save_a_player_in_the_older_edition_only(
    regulations: str, wiped: str, score: int
) -> None:
    fleet = ships((CRUISER, 300), (FLOTILLA, 18))
    made = counted(regulations, fleet, {(0,): 1})
    assert (made.wiped, made.score) == (wiped, score)


@pytest.mark.parametrize(("regulations", "whole"), [("runewars-2.2.2", 200), ("legion-2.0", 800)])
def test_a_whole_army_counts_exactly_so_much(regulations: str, whole: int) -> None:
    unit = Resolved((0,), Item("unit", "Everybody", points=whole - 7), None, (), whole - 7)
    army = ((unit,), Totals(own=whole - 7, event=whole - 7))
    assert counted(regulations, army, {(0,): 1}).score == whole
