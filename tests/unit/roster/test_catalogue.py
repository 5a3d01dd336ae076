"""Cards by name, by what was typed so far, and what they cost when."""

from __future__ import annotations

from datetime import date

import pytest

from muster.core.roster.catalogue import Card, Catalogue, Price, faction_word, plain

SOLO = Card("a", "leader", "Han Solo", "Audacious Smuggler", aliases=("Captain Solo",))
HERO = Card("b", "unit", "Han Solo", "Reluctant Hero")
AGAIN = Card("c", "unit", "Han Solo", "Reluctant Hero")
IMWE = Card("d", "unit", "Chirrut Îmwe", "One With the Force", factions=("rebel",))
FALCON = Card("e", "unit", "Millennium Falcon", factions=("rebel", "republic"))
CARDS = Catalogue("unlimited", "test", (SOLO, HERO, AGAIN, IMWE, FALCON))


def test_names_are_compared_without_signs_case_and_accents() -> None:
    assert plain("Chirrut Îmwe") == plain("CHIRRUT  IMWE") == "chirrutimwe"
    assert CARDS.named("han-solo") == (SOLO, HERO, AGAIN)
    assert CARDS.named("Han Solo | Reluctant Hero") == (HERO, AGAIN)
    assert CARDS.named("captain solo") == (SOLO,)
    assert CARDS.named("") == CARDS.named("Lando") == ()
    assert CARDS.by_key["b"] is HERO
    assert (SOLO.full_name, FALCON.full_name) == ("Han Solo, Audacious Smuggler", "Millennium Falcon")


def test_a_price_holds_from_one_date_to_another() -> None:
    old, new = Price(36, ends=date(2025, 6, 19)), Price(34, starts=date(2025, 6, 20))
    card = Card("v", "upgrade", "Darth Vader", prices=(old, new))
    assert card.points(date(2025, 6, 19)) == 36
    assert card.points(date(2025, 6, 20)) == card.points() == 34
    assert card.points(date(2025, 6, 20), "3x2") is None
    assert Card("x", "ship", "X", prices=(old,)).points() is None


def test_a_figure_is_read_from_a_flag() -> None:
    flags = frozenset({"flotilla", "capacity:4", "odd:four"})
    card = Card("t", "terrain", "Ruins", flags=flags)
    assert [card.value(name) for name in ("capacity", "odd", "flotilla")] == [4, None, None]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("han", [SOLO, HERO]),
        ("solo he", [HERO]),
        ("capt", [SOLO]),
        ("imwe", [IMWE]),
        ("IMW", [IMWE]),
        ("llennium fal", [FALCON]),
        ("mill fal", [FALCON]),
        ("", []),
        ("?!", []),
        ("zzz", []),
    ],
)
def test_cards_are_found_by_what_was_typed_so_far(query: str, found: list[Card]) -> None:
    assert list(CARDS.find(query)) == found


def test_what_begins_so_comes_first_and_wishes_narrow() -> None:
    cards = Catalogue(
        "armada", "test", tuple(Card(name, "ship", name) for name in ("Big Raider", "Raider", "Straider"))
    )
    assert [card.name for card in cards.find("raider")] == ["Raider", "Big Raider", "Straider"]
    assert len(cards.find("raider", limit=1)) == 1
    assert CARDS.find("han", kinds=("leader",)) == (SOLO,)
    assert CARDS.find("mi", faction="empire") == ()
    assert CARDS.find("mi", faction="republic") == (FALCON,)


def test_what_fits_a_section_is_listed_without_being_asked_for() -> None:
    cards = Catalogue(
        "legion",
        "test",
        (
            Card("a", "command", "Push", slot="2"),
            Card("b", "command", "Ambush", slot="1"),
            Card("c", "command", "Assault", slot="1", factions=("empire",)),
            Card("d", "unit", "Vader"),
        ),
    )
    assert [card.key for card in cards.fitting(("command",), "rebel")] == ["b", "a"]
    assert [card.key for card in cards.fitting(("command",))] == ["b", "c", "a"]
    assert cards.fitting(("battle",)) == ()


def test_factions_have_one_word_each() -> None:
    assert faction_word("armada", "Galactic Empire") == faction_word("legion", "imperial") == "empire"
    assert faction_word("legion", "rebels") == "rebel"
    assert faction_word("runewars", "Uthuk Y'llan") == "uthuk"
    assert faction_word("unlimited", "rebel") == faction_word("armada", "Hutts") == ""
