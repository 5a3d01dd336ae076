"""Names that could be several cards, asked and answered."""

from __future__ import annotations

from datetime import date

import pytest

from muster.core.roster.catalogue import Card, Catalogue, Price
from muster.core.roster.check import check
from muster.core.roster.questions import answered, questions
from muster.core.roster.roster import Checked, Item, Roster, Terms
from muster.rules.load import load
from muster.rules.rosters import RosterRules

LORD = Card("lord", "upgrade", "Darth Vader", factions=("empire",), slot="commander", prices=(Price(36),))
BOARDER = Card(
    "boarder", "upgrade", "Darth Vader", factions=("empire",), slot="boarding-team", prices=(Price(3),)
)
SHIP = Card("isd", "ship", "Imperial II", factions=("empire",), prices=(Price(120),))
CATALOGUE = Catalogue("armada", "test", (SHIP, LORD, BOARDER))
VADER = Item("upgrades", "Darth Vader", line=3)
FLEET = Roster(
    "armada",
    (
        Item("ship", "Imperial II", points=120, upgrades=(VADER,)),
        Item("ship", "Imperial II", upgrades=(VADER,)),
    ),
    faction="Galactic Empire",
    total=400,
)


def rules() -> RosterRules:
    found = load("armada-4.0").roster
    assert found is not None
    return found


def checked(roster: Roster) -> Checked:
    return check(roster, rules(), Terms(rules().constructions[0].id, date(2026, 3, 7)), CATALOGUE)


def test_a_name_of_several_cards_is_one_question_wherever_it_stands() -> None:
    found = questions(FLEET, checked(FLEET))
    assert [(each.id, each.name, each.line, each.paths) for each in found] == [
        ("0.0", "Darth Vader", 3, ((0, 0), (1, 0)))
    ]
    assert {card.key for card in found[0].choices} == {"lord", "boarder"}
    assert not checked(FLEET).whole


def test_an_answer_names_the_card_so_that_it_is_no_other_and_the_verdict_follows() -> None:
    mended, done = answered(FLEET, questions(FLEET, checked(FLEET)), {"0.0": "boarder"}, CATALOGUE)
    assert [(each.id, each.chosen) for each in done] == [("0.0", "boarder")]
    names = [(up.name, up.version, up.key) for item in mended.items for up in item.upgrades]
    assert names == [("Darth Vader", "Boarding Team", "boarder")] * 2
    assert mended.total == 400  # what the list states stays
    after = checked(mended)
    assert questions(mended, after) == ()
    assert [each.card for each in after.resolved if each.path[1:]] == [BOARDER, BOARDER]
    assert not {"several-cards", "told-apart"} & {each.kind for each in after.problems}
    bare = Catalogue("armada", "later", (SHIP, LORD, Card("new-key", *_parts(BOARDER))))
    again = check(mended, rules(), Terms(rules().constructions[0].id, date(2026, 3, 7)), bare)
    assert questions(mended, again) == ()  # by its name, too, where a later catalogue has other keys


def _parts(card: Card) -> tuple[str, str, str, tuple[str, ...], str]:
    return card.kind, card.name, card.subtitle, card.factions, card.slot


@pytest.mark.parametrize("answers", [{}, {"0.0": "isd"}, {"0.0": ""}, {"1": "lord"}, {"9.9": "lord"}])
def test_an_answer_that_is_none_of_the_choices_changes_nothing(answers: dict[str, str]) -> None:
    mended, done = answered(FLEET, questions(FLEET, checked(FLEET)), answers, CATALOGUE)
    assert (mended, done) == (FLEET, ())


def test_in_legion_the_second_line_of_the_name_tells_them_apart() -> None:
    cards = tuple(
        Card(key, "unit", "Luke Skywalker", subtitle) for key, subtitle in (("h", "Hero"), ("k", "Knight"))
    )
    known = Catalogue("legion", "test", cards)
    army = Roster("legion", (Item("unit", "Luke Skywalker"),))
    legion = load("legion-2.0").roster
    assert legion is not None
    terms = Terms(legion.constructions[0].id, date(2026, 3, 7))
    found = questions(army, check(army, legion, terms, known))
    assert [each.id for each in found] == ["0"]
    mended, _done = answered(army, found, {"0": "k"}, known)
    assert (mended.items[0].name, mended.items[0].subtitle) == ("Luke Skywalker", "Knight")


def test_a_word_that_is_in_several_names_is_asked_and_gets_the_whole_name() -> None:
    cards = (
        Card("ix", "upgrade", "Arduus Ix'Erebus", prices=(Price(9),)),
        Card("banner", "upgrade", "Arduus Banner", prices=(Price(3),)),
        Card("rea", "unit", "Reanimates", prices=(Price(20, "2x1"),)),
    )
    known = Catalogue("runewars", "test", cards)
    army = Roster(
        "runewars", (Item("unit", "Reanimates", form="2x1", upgrades=(Item("upgrades", "Arduus"),)),)
    )
    runewars = load("runewars-2.2.2").roster
    assert runewars is not None
    terms = Terms(runewars.constructions[0].id, date(2026, 3, 7))
    found = questions(army, check(army, runewars, terms, known))
    assert [card.key for card in found[0].choices] == ["ix", "banner"]
    mended, _done = answered(army, found, {"0.0": "ix"}, known)
    assert mended.items[0].upgrades[0].name == "Arduus Ix'Erebus"
    after = check(mended, runewars, terms, known)
    assert (questions(mended, after), after.totals.event) == ((), 29)
