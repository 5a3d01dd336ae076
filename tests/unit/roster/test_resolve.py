"""Which cards a roster means: by key, name, kind, faction, version, and only then by price."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from muster.core.roster.catalogue import Card, Catalogue, Price
from muster.core.roster.resolve import faction_of, nearest, resolve
from muster.core.roster.roster import Item, Resolved, Roster, Terms
from muster.rules.rosters import Game
from roster_check_cases import rules_of, same_force

ON = date(2025, 7, 1)
ID = {
    "armada": "armada-4.0",
    "legion": "legion-2.0",
    "runewars": "runewars-2.2.2",
    "unlimited": "unlimited-1.3",
}
EMPIRE, REBEL = ("empire",), ("rebel",)
VADER = (Price(36, ends=date(2025, 6, 19)), Price(34, starts=date(2025, 6, 20)))
OFFICER = (Price(1, ends=date(2025, 6, 19)), Price(4, starts=date(2025, 6, 20)))

ARMADA = Catalogue(
    "armada",
    "test",
    (
        Card("vader-commander", "upgrade", "Darth Vader", "", EMPIRE, "commander", prices=VADER),
        Card("vader-officer", "upgrade", "Darth Vader", "", EMPIRE, "officer", prices=OFFICER),
        Card(
            "vader-late",
            "upgrade",
            "Darth Vader",
            "",
            EMPIRE,
            "team",
            prices=(Price(4, ends=date(2025, 6, 19)),),
        ),
        Card("vader-advanced", "squadron", "Darth Vader", "TIE Advanced", EMPIRE, prices=(Price(21),)),
        Card("vader-defender", "squadron", "Darth Vader", "TIE Defender", EMPIRE, prices=(Price(25),)),
        Card("gozanti", "ship", "Gozanti Cruisers", "", EMPIRE, prices=(Price(23),)),
        Card("gozanti-cis", "ship", "Gozanti Cruisers", "", ("separatist",), prices=(Price(24),)),
        Card("yt", "squadron", "YT-2400", "", REBEL, prices=(Price(16),), aliases=("Freighter",)),
        Card("freighter", "squadron", "Freighter", "", REBEL),
        Card("techs", "upgrade", "Engine Techs", "", (), "team", prices=(Price(8),)),
    ),
)
LEGION = Catalogue(
    "legion",
    "test",
    (
        Card("at", "unit", "Darth Vader", "", EMPIRE, "commander", unique=True, prices=(Price(190),)),
        Card("ay", "unit", "Stormtroopers", "", EMPIRE, "corps", prices=(Price(44),)),
        Card("sr", "unit", "Stormtroopers", "Heavy Response Unit", EMPIRE, "corps", prices=(Price(44),)),
        Card("aa", "command", "Ambush", slot="1"),
        Card("Oa", "battle", "Breakthrough", slot="objective"),
        Card("fb", "upgrade", "Force Push", slot="force", prices=(Price(10),)),
    ),
)
RUNEWARS = Catalogue(
    "runewars",
    "test",
    (Card("spears", "unit", "Spearmen", factions=("daqan",), prices=(Price(18, "2x1"), Price(40, "3x2"))),),
)
UNLIMITED = Catalogue(
    "unlimited",
    "test",
    (
        Card("SOR_222", "event", "Waylay"),
        Card("TWI_226", "event", "Waylay"),
        Card("SOR_017", "leader", "Han Solo", "Audacious Smuggler"),
        Card("SOR_198", "unit", "Han Solo", "Reluctant Hero"),
        Card("SHD_001", "unit", "Han Solo", "Worth the Risk"),
        Card("TWI_029", "base", "Level 1313"),
    ),
)


def found_in(catalogue: Catalogue, *items: Item, faction: str = "") -> tuple[Resolved, ...]:
    roster = Roster(catalogue.game, items, faction=faction)
    return resolve(roster, rules_of(ID[catalogue.game]), Terms("standard", ON), catalogue)


def key_of(catalogue: Catalogue, item: Item, faction: str = "") -> str:
    """The key of the card an item was found to be; the keys it could be, with `|`."""
    (found,) = found_in(catalogue, item, faction=faction)
    return found.card.key if found.card else "|".join(card.key for card in found.candidates)


@pytest.mark.parametrize(
    ("item", "faction", "key"),
    [
        (Item("upgrades", "Darth Vader", points=36), "", "vader-commander"),
        (Item("upgrades", "Darth Vader", points=1), "", "vader-officer"),
        (
            Item("upgrades", "Darth Vader", points=4),
            "",
            "vader-officer",
        ),  # two cost 4 at some time, one today
        (Item("upgrades", "Darth Vader", points=9), "", "vader-commander|vader-late|vader-officer"),
        (Item("upgrades", "Darth Vader"), "", "vader-commander|vader-late|vader-officer"),
        (Item("upgrades", "Darth Vader", slot="Officer"), "", "vader-officer"),
        (Item("upgrades", "Darth Vader", version="Commander"), "", "vader-commander"),
        (Item("squadron", "Darth Vader", points=25), "", "vader-defender"),
        (Item("squadron", "Darth Vader", form="TIE Advanced"), "", "vader-advanced"),
        (Item("squadron", "Darth Vader", form="TIE Adv."), "", "vader-advanced"),
        (Item("squadron", "Darth Vader (TIE Defender)"), "", "vader-defender"),
        (Item("squadron", "Darth Vader (Defender)"), "", "vader-advanced|vader-defender"),
        (Item("squadron", "Darth Vader TIE Defender"), "", "vader-defender"),
        (Item("ship", "Gozanti Cruisers"), "Imperial", "gozanti"),
        (Item("ship", "Gozanti Cruiser"), "Separatist", "gozanti-cis"),
        (Item("ship", "Gozanti Cruisers"), "", "gozanti|gozanti-cis"),
        (Item("ship", "Gozanti Cruisers", points=23), "Rebel", "gozanti"),  # of another faction, but known
        (Item("squadron", "YT-2400s"), "Rebel", "yt"),
        (Item("squadron", "Freighter"), "", "freighter"),  # its own name, not the other one's alias
        (Item("squadron", "Engine Techs"), "", ""),
        (Item("squadron", "Nobody (at all)"), "", ""),
        (Item("ship", "", key="gozanti-cis"), "Imperial", "gozanti-cis"),
        (
            Item("ship", "Gozanti Cruisers", key="techs"),
            "Imperial",
            "gozanti",
        ),  # a key of another kind of card
        (Item("elsewhere", "Engine Techs"), "", "techs"),
    ],
)
def test_a_name_is_narrowed_until_one_card_is_left(item: Item, faction: str, key: str) -> None:
    assert key_of(ARMADA, item, faction) == key


def test_the_price_is_that_of_the_event() -> None:
    ship = Item("ship", "Gozanti Cruisers", points=23, upgrades=(Item("upgrades", "Darth Vader", points=36),))
    found = found_in(ARMADA, ship, Item("squadron", "YT-2400", count=6), faction="Empire")
    assert [(each.path, each.points) for each in found] == [((0,), 23), ((0, 0), 34), ((1,), 16)]


@pytest.mark.parametrize(
    ("item", "key"),
    [
        (Item("unit", "Darth Vader Dark Lord of the Sith"), "at"),
        (Item("unit", "Stormtroopers Heavy Response Unit"), "sr"),
        (Item("unit", "Stormtroopers"), "ay"),
        (Item("unit", "Stormtroopers", version="Heavy Response Unit"), "sr"),
        (Item("unit", "Darth Maul of the Sith"), ""),
        (Item("upgrades", "Force Push"), "fb"),
    ],
)
def test_a_title_the_catalogue_does_not_know_is_no_obstacle(item: Item, key: str) -> None:
    assert key_of(LEGION, item) == key


def test_a_lone_code_stands_where_its_card_belongs() -> None:
    codes = [Item("card", "", key=key) for key in ("aa", "Oa", "fb", "zz")]
    found = found_in(LEGION, *codes)
    assert [each.item.section for each in found] == ["command", "battle", "card", "card"]
    assert [each.card.key if each.card else "" for each in found] == ["aa", "Oa", "fb", ""]


@pytest.mark.parametrize(
    ("form", "points"), [("3x2", 40), ("2x3", 40), ("1x2", 18), ("4x4", None), ("", None)]
)
def test_a_formation_costs_the_same_however_it_is_laid(form: str, points: int | None) -> None:
    (found,) = found_in(RUNEWARS, Item("unit", "Spearmen", form=form))
    assert (found.card, found.points) == (RUNEWARS.cards[0], points)


@pytest.mark.parametrize(
    ("item", "key"),
    [
        (Item("deck", "Waylay"), "SOR_222"),
        (Item("deck", "", key="twi_226"), "TWI_226"),
        (Item("leader", "", key="SOR_17"), "SOR_017"),
        (Item("leader", "Han Solo"), "SOR_017"),
        (Item("deck", "Han Solo", "Reluctant Hero"), "SOR_198"),
        (Item("deck", "Han Solo", "Reluctent Hero"), "SOR_198"),
        (Item("deck", "Han Solo", "Somebody Else"), ""),
        (Item("deck", "Waylay", "Whatever"), "SOR_222"),
        (Item("deck", "Han Solo"), "SOR_198|SHD_001"),
        (Item("base", "", key="LEVEL_1313"), "TWI_029"),
        (Item("deck", "", key="SEC_001"), ""),
        (Item("deck", ""), ""),
    ],
)
def test_printings_are_one_card_and_titles_tell_cards_apart(item: Item, key: str) -> None:
    assert key_of(UNLIMITED, item) == key


@pytest.mark.parametrize(
    ("stated", "names", "faction"),
    [
        ("Imperial", ("YT-2400",), "empire"),
        ("", ("YT-2400",), "rebel"),
        ("Hutts", ("YT-2400", "Freighter", "Darth Vader"), "rebel"),
        ("", ("YT-2400", "Engine Techs"), "rebel"),
        ("", ("Engine Techs",), ""),
        ("", (), ""),
    ],
)
def test_the_faction_is_the_stated_one_or_that_of_most_cards(
    stated: str, names: tuple[str, ...], faction: str
) -> None:
    items = tuple(Item("elsewhere", name, points=21 if name == "Darth Vader" else None) for name in names)
    roster = Roster("armada", items, faction=stated)
    rules = rules_of("armada-4.0")
    if "Darth Vader" in names:
        roster = replace(
            roster, items=(*items[:-1], Item("ship", "Gozanti Cruisers"), Item("squadron", "YT-2400"))
        )
    assert faction_of(roster, rules, ARMADA) == faction


def test_factions_with_as_many_cards_leave_it_open() -> None:
    roster = Roster("armada", (Item("ship", "Gozanti Cruisers"),))
    assert faction_of(roster, rules_of("armada-4.0"), ARMADA) == ""
    assert faction_of(roster, rules_of("armada-4.0"), None) == ""
    assert faction_of(replace(roster, faction="CIS"), rules_of("armada-4.0"), None) == "separatist"


def test_near_names_are_offered() -> None:
    assert [card.key for card in nearest(ARMADA, "Gozanty Cruser")] == ["gozanti"]
    assert nearest(ARMADA, "Gozanty Cruser", kinds=("squadron",)) == ()
    assert {card.key for card in nearest(ARMADA, "Darth Vadr", ("squadron",))} == {
        "vader-advanced",
        "vader-defender",
    }
    assert nearest(ARMADA, "Death Star") == nearest(ARMADA, "") == nearest(ARMADA, "?") == ()
    assert [card.key for card in nearest(UNLIMITED, "Waylai")] == ["SOR_222"]


def test_a_force_is_the_same_however_it_is_listed() -> None:
    squad = Item("squadron", "YT-2400", count=6)
    techs = Item("upgrades", "Engine Techs")
    ship = Item("ship", "Gozanti Cruisers", points=23, upgrades=(techs,))
    bare = replace(ship, upgrades=())
    one = found_in(ARMADA, ship, bare, squad)
    assert same_force(one, found_in(ARMADA, *[replace(squad, count=1)] * 6, bare, ship))
    assert not same_force(one, found_in(ARMADA, ship, ship, squad))
    assert not same_force(one, found_in(ARMADA, replace(ship, upgrades=(techs, techs)), bare, squad))
    assert same_force(found_in(ARMADA, Item("ship", "Odd one")), found_in(ARMADA, Item("ship", "odd ONE")))
    assert not same_force(found_in(ARMADA, Item("ship", "Odd one")), ())


def test_the_same_card_of_two_printings_makes_the_same_deck() -> None:
    game: Game = "unlimited"
    assert UNLIMITED.game == game
    deck = found_in(UNLIMITED, Item("deck", "Waylay", count=3))
    assert same_force(
        deck, found_in(UNLIMITED, Item("sideboard", "", count=2, key="TWI_226"), Item("deck", "Waylay"))
    )


def test_a_card_set_aside_by_loadout_costs_nothing() -> None:
    cards = (
        Card("rebels", "unit", "Rebel Troopers", prices=(Price(40),)),
        Card("z6", "upgrade", "Z-6 Trooper", prices=(Price(22),)),
        Card("mpl", "upgrade", "MPL-57 Ion Trooper", prices=(Price(34),)),
    )
    aside = Item("upgrades", "MPL-57 Ion Trooper", points=0, slot="loadout")
    unit = Item("unit", "Rebel Troopers", upgrades=(Item("upgrades", "Z-6 Trooper"), aside))
    terms = Terms("standard", ON)
    found = resolve(
        Roster("legion", (unit,)), rules_of("legion-2.0"), terms, Catalogue("legion", "test", cards)
    )
    assert [each.points for each in found] == [40, 22, 0]
    assert found[2].card == cards[2]
