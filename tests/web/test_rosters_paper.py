"""Rosters on paper: lists, copies for opponents and blank forms; nothing cut, nothing hidden shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import paper_cases
from muster.core.roster.roster import Item, Roster
from muster.core.tournament import commands
from muster.people.models import Entry
from muster.web.paper.choices import offers
from muster.web.paper.kinds import KINDS
from paper_cases import ENDLESS, JAPANESE, LONG, STRANGE, Shop, called, squeezed
from roster_play_cases import army, asked, bring, deck, fleet, playing
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    yield from paper_cases.shop(tmp_path_factory.mktemp("rosters"))


def long_fleet() -> Roster:
    """More than a page of rows, with a name as long as names may be."""
    names = [f"Ship {number} {ENDLESS}"[:120] for number in range(3)]
    upgrades = tuple(Item("upgrades", f"Upgrade {number} of some length", points=1) for number in range(28))
    ships = tuple(Item("ship", name, points=1, upgrades=upgrades) for name in names)
    return replace(fleet(), items=(*ships, Item("squadron", "高橋の戦闘機", count=2, points=3)))


def test_lists_have_every_line_of_everybody_and_room_to_sign(shop: Shop) -> None:
    hall = playing(players=5)
    called(hall, STRANGE)
    for player in (1, 2, 3, 5):
        bring(hall, player, long_fleet() if player == 2 else fleet())
    made = shop.print(hall, "rosters")
    text = made.text()
    assert len(made) == 5
    for words in (LONG, ENDLESS, JAPANESE, "MC80 Battle Cruiser", "Gunnery Team", "390 / 400", "COM-LIST-2"):
        assert squeezed(words) in text, words
    assert squeezed("YT-2400") in text
    assert squeezed("sheet 2 of 2") in text
    assert text.count("Upgrade27ofsomelength") == 3
    assert squeezed("高橋の戦闘機") in text
    for number in range(3):
        assert squeezed(f"Ship {number} {ENDLESS}"[:120]) in text
    assert text.count("Signature") == 5
    assert not made.beyond()


def test_the_copy_for_opponents_lacks_the_hand_and_the_battle_cards(shop: Shop) -> None:
    hall = playing("legion-2.0")
    bring(hall, 1, army())
    text = shop.print(hall, "roster-copies", paper="letter").text()
    assert squeezed("Rebel Troopers") in text
    assert "Ambush" not in text
    assert "Breakthrough" not in text
    assert "LEG-LIST-2" in text
    assert "Signature" not in text


def test_a_cut_of_unlimited_prints_the_second_lists_of_those_in_it(shop: Shop) -> None:
    hall = Hall("unlimited-1.3", {"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(5)
    asked(hall)
    Entry.objects.filter(tournament=hall.tournament, player=1).update(uid="SWU-12345")
    for player in range(1, 6):
        bring(hall, player, deck())
    hall.publish()
    hall.play()
    assert len(shop.print(hall, "rosters")) == 5
    hall.do(commands.MakeCut())
    made = shop.print(hall, "roster-copies")
    assert len(made) == 4
    assert squeezed("Han Solo, Audacious Smuggler") in made.text()
    assert "Bamboozle" in made.text()


@pytest.mark.parametrize(
    ("regulations", "words"),
    [
        ("armada-4.0", ("Ships", "Squadrons", "Navigation", "/ 400")),
        ("legion-2.0", ("Units", "Standing Orders", "Deployment", "/ 800")),
        ("runewars-2.2.2", ("Units", "Terrain", "/ 200")),
        ("unlimited-1.3", ("Player", "UID", "Leader", "Base", "Deck", "Sideboard")),
    ],
)
def test_blank_forms_have_the_fields_of_their_game_on_one_page(
    shop: Shop, regulations: str, words: tuple[str, ...]
) -> None:
    made = shop.print(Hall(regulations), "roster-forms", count=1, paper="letter")
    assert len(made) == 1
    for word in words:
        assert squeezed(word) in made.text(), word
    assert not made.beyond()


def test_a_blank_fleet_has_a_line_for_its_commander(shop: Shop) -> None:
    assert "Commander" in shop.print(Hall("armada-4.0"), "roster-forms", count=1).text()
    assert "Commander" not in shop.print(Hall("legion-2.0"), "roster-forms", count=1).text()


def test_a_limited_deck_may_change_between_games_and_its_list_says_so(shop: Shop) -> None:
    limited = asked(Hall("unlimited-1.3"), construction="limited")
    text = shop.print(limited, "roster-forms", count=1).text()
    assert squeezed("One deck for the whole event") not in text
    assert squeezed("between games it may be rebuilt from the pool") in text
    assert "SWU-LIM-1" in text
    premier = asked(Hall("unlimited-1.3"), construction="premier")
    text = shop.print(premier, "roster-forms", count=1).text()
    assert squeezed("One deck for the whole event") in text
    assert "SWU-DECK-1" in text


def test_what_is_offered_fits_the_tournament() -> None:
    hall = playing("legion-2.0")
    kinds = {offer.kind: offer for offer in offers(hall.tournament, hall.state)}
    assert "handed in" in str(kinds["rosters"].why_not)
    bring(hall, 1, army())
    kinds = {offer.kind: offer for offer in offers(hall.tournament, hall.state)}
    assert not kinds["roster-copies"].why_not
    armada = playing("armada-4.0")
    assert "roster-copies" not in {offer.kind for offer in offers(armada.tournament, armada.state)}
    plain = Hall("armada-4.0")
    offered = {offer.kind for offer in offers(plain.tournament, plain.state)}
    seated = {"pods", "groups", "seat-cards", "building", "building-cards", "pool-forms"}
    assert offered == set(KINDS) - {"rosters", "roster-copies", "templates", "terrain"} - seated
    assert plain.client.get(f"/desk/{plain.event.code}/1/print/rosters/view").status_code == 404
