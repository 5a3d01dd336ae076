"""Counting what was destroyed: copies, upgrades, unknown prices, and forces destroyed to the last."""

from __future__ import annotations

import pytest

from muster.core.roster.catalogue import Card
from muster.core.roster.roster import Item, Resolved, Totals
from muster.core.roster.tally import Piece, lower_total, tally
from muster.core.roster.tally import pieces as pieces_of
from muster.rules.rosters import Tally
from muster.rules.scoring import WipedOut

RULES = Tally(
    sections=("ship", "squadron"), wiped_sections=("ship",), wiped_except="flotilla", clause="ARM-SCORE-1"
)
AT_LEAST = WipedOut(counts="at-least", points=400, what="every ship", clause="ARM-SCORE-2")
EXACTLY = WipedOut(counts="exactly", points=200, what="every unit", clause="RUN-SCORE-1")

BIG = Card("big", "ship", "Big Ship")
SMALL = Card("small", "ship", "Small Ship", flags=frozenset({"flotilla"}))
FIGHTER = Card("fighter", "squadron", "Fighter")


def found(path: tuple[int, ...], item: Item, card: Card | None = None, points: int | None = None) -> Resolved:
    return Resolved(path, item, card, (), points)


Fleet = tuple[tuple[Resolved, ...], Totals]


def pieces(fleet: Fleet, rules: Tally) -> tuple[Piece, ...]:
    return pieces_of(*fleet, rules)


def fleet(event: int | None = 260) -> Fleet:
    """A ship with two upgrades, a flotilla, three fighters and an objective that costs nothing."""
    title, gun = Item("upgrades", "Title", points=5), Item("upgrades", "Gun", count=2, points=3)
    items = (
        found((0,), Item("ship", "Big Ship", points=90, upgrades=(title, gun)), BIG, 100),
        found((0, 0), title, None, 10),
        found((0, 1), gun, None, 4),
        found((1,), Item("ship", "Small Ship", points=20), SMALL, 22),
        found((2,), Item("squadron", "Fighter", count=3, points=16), FIGHTER, 40),
        found((3,), Item("objective", "Advanced Gunnery"), None, None),
    )
    return items, Totals(own=169, event=event)


def test_pieces_are_worth_what_the_event_asks_for_them_upgrades_and_all() -> None:
    made = pieces(fleet(), RULES)
    assert [(one.path, one.points, one.keeps) for one in made] == [
        ((0,), 118, True),
        ((1,), 22, False),
        ((2,), 40, False),
    ]


def test_without_the_event_s_prices_the_list_s_own_count() -> None:
    assert [one.points for one in pieces(fleet(None), RULES)] == [101, 20, 16]


def test_a_price_nobody_knows_is_said_and_not_guessed() -> None:
    ship = Item("ship", "Home-made Ship", upgrades=(Item("upgrades", "Gun", points=3),))
    made = pieces(((found((0,), ship), found((0, 0), ship.upgrades[0])), Totals()), RULES)
    assert made == (Piece((0,), ship, None, None),)
    counted = tally(made, {(0,): 1}, AT_LEAST)
    assert (counted.added, counted.unpriced, counted.wiped) == (0, made, "yes")


def test_squadrons_are_counted_copy_by_copy_and_never_more_than_there_are() -> None:
    made = pieces(fleet(), RULES)
    assert tally(made, {(2,): 2}, AT_LEAST).score == 80
    assert tally(made, {(2,): 9, (1,): -1, (7,): 1}, AT_LEAST).score == 120
    assert tally(made, {(0,): 0}, AT_LEAST, 15) == tally(made, {}, AT_LEAST, 15)


def test_the_last_ship_counts_for_the_whole_fleet_and_a_flotilla_saves_nobody() -> None:
    made = pieces(fleet(), RULES)
    counted = tally(made, {(0,): 1}, AT_LEAST, 30)
    assert (counted.added, counted.destroyed, counted.score, counted.wiped) == (118, 400, 430, "yes")
    assert tally(made, {(1,): 1, (2,): 3}, AT_LEAST).wiped == "no"


def test_where_every_ship_counts_a_flotilla_keeps_its_player_in_the_game() -> None:
    made = pieces(fleet(), RULES.model_copy(update={"wiped_except": None}))
    assert tally(made, {(0,): 1}, AT_LEAST).wiped == "no"
    assert tally(made, {(0,): 1, (1,): 1}, AT_LEAST).destroyed == 400


def test_an_unknown_ship_that_is_left_may_be_a_flotilla() -> None:
    ship = Item("ship", "Unheard-of Ship", points=30)
    known, totals = fleet(None)
    made = pieces(((*known, found((4,), ship)), totals), RULES)
    counted = tally(made, {(0,): 1}, AT_LEAST)
    assert (counted.wiped, counted.destroyed, [one.item for one in counted.unsure]) == ("open", 101, [ship])
    assert tally(made, {(4,): 1}, AT_LEAST).unsure == ()
    assert tally(made, {(0,): 1, (4,): 1}, AT_LEAST).wiped == "yes"


def test_exactly_means_exactly_and_no_force_is_no_force_destroyed() -> None:
    rules = Tally(sections=("unit",), wiped_sections=("unit",), clause="RUN-SCORE-1")
    unit = found((0,), Item("unit", "Spearmen", points=208))
    made = pieces(((unit,), Totals(own=208)), rules)
    assert tally(made, {(0,): 1}, EXACTLY, 10).score == 210
    assert tally((), {}, EXACTLY).wiped == "no"


@pytest.mark.parametrize(
    ("totals", "who"),
    [((398, 400), 0), ((400, 398), 1), ((400, 400), "random"), ((None, 400), None), ((400, None), None)],
)
def test_the_lower_total_decides(totals: tuple[int | None, int | None], who: object) -> None:
    assert lower_total(*totals) == who
