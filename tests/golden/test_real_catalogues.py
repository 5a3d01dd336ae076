"""The public catalogues: they are read whole, and what real lists print is found in them."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.editions import repriced
from muster.core.roster.resolve import resolve
from muster.core.roster.roster import Item, Resolved, Roster, Terms
from muster.exchange.catalogues import csv_form
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.exchange.rosters.armada_sheet import read_sheet
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import Reading
from muster.rules.rosters import Game
from roster_check_cases import rules_of, same_force
from support import shared_file

ON = date(2025, 7, 1)
ERRATA = date(2025, 6, 20)
IDS = {
    "armada": "armada-4.0",
    "legion": "legion-2.0",
    "runewars": "runewars-2.2.2",
    "unlimited": "unlimited-1.3",
}

UNRESOLVED = {
    "Anakin Skywalker (BTL-B)": {"anakin-skywalker-btl-b-y-wing-squadron"},
    "Baktoid Prototype": {"baktoid-hyena-droid-bomber-squadron"},
    "Lambda Shuttle": {"lambda-class-shuttle"},
    "Lancer Pursuit Craft": {"lancer-class-pursuit-craft"},
    "MS-1 Ion Cannons": {"ms1-ion-cannon"},
}
"""What the table of names has no key for; the catalogue does, by other names and the letter s."""

CORRECTED = {
    ("Gozanti Cruisers", "24"): {"gozanti-class-cruisers-separatist"},
    ("Gozanti Cruisers", "27"): {"gozanti-class-cruisers-separatist"},
    ("Mandalorian Gauntlet Fighter", "20"): {"mandalorian-gauntlet-fighter"},
}
"""Where the table of names took a card of another faction or another price for the meant one."""


@cache
def _gathered(*parts: str) -> Gathered:
    """The cards of files and folders of the shared catalogues."""
    files: list[tuple[str, bytes]] = []
    for part in parts:
        path = shared_file("data", "catalogues", *part.split("/"))
        files += [
            (each.name, each.read_bytes()) for each in (sorted(path.iterdir()) if path.is_dir() else [path])
        ]
    found = gathered(files)
    assert isinstance(found, Gathered), found
    return found


@cache
def _armada() -> Catalogue:
    """Armada with the prices before and since the last errata."""
    before, now = _gathered("armada/isb-pre-errata", "armada/isb"), _gathered("armada/isb")
    return Catalogue("armada", "history", repriced(before.cards, now.cards, ERRATA))


@cache
def _unlimited() -> Catalogue:
    parts = ("unlimited/swumeta-cards-2026-08.yaml", "unlimited/mitchellray-swu_cards-2026-01.json")
    return Catalogue("unlimited", "all", _gathered(*parts).cards)


def _resolved(catalogue: Catalogue, roster: Roster, construction: str = "standard") -> tuple[Resolved, ...]:
    return resolve(roster, rules_of(IDS[catalogue.game]), Terms(construction, ON), catalogue)


def _found_in(path: Path, catalogue: Catalogue) -> tuple[Resolved, ...]:
    reading = read_roster(path.read_bytes(), catalogue.game)
    assert isinstance(reading, Reading), reading
    return _resolved(catalogue, reading.roster)


@pytest.mark.parametrize(
    ("name", "points", "section", "key"),
    [
        ("CR90 Corellian Corvette A", 44, "ship", "cr90-corvette-a"),
        ("CR90 Corellian Corvette B", 39, "ship", "cr90-corvette-b"),
        ("CR90A Corvette", 44, "ship", "cr90-corvette-a"),
        ("Assault Frigate Mk.II A", 81, "ship", "assault-frigate-mark-ii-a"),
        ("Assault Frigate Mk.II B", 72, "ship", "assault-frigate-mark-ii-b"),
        ("Starhawk-class Mk.I", 140, "ship", "starhawk-class-battleship-mark-i"),
        ("Starhawk-class Mk.II", 150, "ship", "starhawk-class-battleship-mark-ii"),
        ("MC80 Liberty Star Cruiser", 96, "ship", "mc80l-star-cruiser"),
        ("MC80 Liberty Battle Cruiser", 103, "ship", "mc80l-battle-cruiser"),
        ("Boba Fett Slave 1", 26, "squadron", "boba-fett-slave-i"),
    ],
)
def test_names_of_other_builders_are_found(name: str, points: int, section: str, key: str) -> None:
    roster = Roster("armada", (Item(section, name, points=points),))
    card = _resolved(_armada(), roster)[0].card
    assert card is not None
    assert card.key == key


def test_cards_that_one_source_has_lost_are_in_an_older_one() -> None:
    both = Catalogue("armada", "both", _gathered("armada/isb", "armada/rkbodenner-2020-03.json").cards)
    officers = (Item("upgrades", "Strategic Adviser", points=4), Item("upgrades", "Bail Organa", points=7))
    ship = Item("ship", "MC80 Battle Cruiser", points=103, upgrades=officers)
    found = _resolved(both, Roster("armada", (ship,), faction="Rebel"))[1:]
    assert [(each.card and each.card.slot, each.points) for each in found] == [("officer", 4), ("officer", 7)]


@pytest.mark.parametrize(
    ("parts", "game", "kinds"),
    [
        ("armada/isb", "armada", {"ship": 66, "squadron": 107, "upgrade": 292, "objective": 55}),
        ("armada/isb-pre-errata", "armada", {"ship": 22, "squadron": 44, "upgrade": 66}),
        ("armada/bsdata", "armada", {"ship": 65, "squadron": 106, "upgrade": 291}),
        (
            "armada/rkbodenner-2020-03.json",
            "armada",
            {"ship": 46, "squadron": 76, "upgrade": 228, "objective": 36},
        ),
        (
            "legion/legion-hq-cards-2026-08.json",
            "legion",
            {"unit": 178, "upgrade": 434, "command": 236, "battle": 43, "counterpart": 5},
        ),
        (
            "legion/legion-hq-2.0-data-2020-07.json",
            "legion",
            {"unit": 67, "upgrade": 165, "command": 84, "battle": 37, "counterpart": 3},
        ),
        ("legion/sw-legion-data-2020-03.json", "legion", {"unit": 64, "upgrade": 157, "command": 74}),
        ("runewars/bsdata", "runewars", {"unit": 33, "upgrade": 180}),
        ("runewars/brianries", "runewars", {"unit": 14, "upgrade": 30}),
        (
            "unlimited/erlloyd-2025-03",
            "unlimited",
            {"unit": 625, "event": 221, "leader": 70, "upgrade": 70, "base": 32},
        ),
        (
            "unlimited/mitchellray-swu_cards-2026-01.json",
            "unlimited",
            {"unit": 962, "event": 319, "leader": 108, "upgrade": 107, "base": 57},
        ),
        (
            "unlimited/swumeta-cards-2026-08.yaml",
            "unlimited",
            {"unit": 1444, "event": 433, "leader": 154, "upgrade": 155, "base": 91},
        ),
    ],
)
def test_every_source_is_read_whole_and_written_again(parts: str, game: Game, kinds: dict[str, int]) -> None:
    found = _gathered(parts)
    assert (found.game, Counter(card.kind for card in found.cards)) == (game, kinds)
    assert csv_form.read(csv_form.write(game, found.cards)) == csv_form.CardFile(game, found.cards)
    assert all(card.kind in csv_form.KINDS[game] for card in found.cards)


def test_every_name_the_commonest_builder_prints_is_the_right_card() -> None:
    table = shared_file("data", "catalogues", "armada", "kingston-names.csv")
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8"))))
    unsure = set()
    for row in rows:
        name, points = row["name_in_export"], row["unit_points"]
        section = "upgrades" if row["kind"] == "upgrade" else row["kind"]
        wanted = CORRECTED.get((name, points), UNRESOLVED.get(name, set(row["isb_key"].split("|"))))
        for faction in row["factions"].split():
            item = Item(section, name, points=int(points))
            (found,) = _resolved(_armada(), Roster("armada", (item,), faction=faction))
            if found.card is None:
                assert {card.key for card in found.candidates} == wanted
                unsure.add((name, points))
            else:
                assert found.card.key in wanted, (row, found)
    assert len(rows) == 557
    assert unsure == {("Kyrsta Agate", "20")}  # the commander's first price, which no table of today has


def test_prices_of_the_event_are_those_of_its_day() -> None:
    vader = Roster("armada", (Item("upgrades", "Darth Vader", points=36),), faction="Imperial")
    rules = rules_of("armada-4.0")
    costs = [
        resolve(vader, rules, Terms("standard", day), _armada())[0].points for day in (date(2021, 1, 1), ON)
    ]
    assert costs == [36, 34]
    hq = Catalogue("legion", "now", _gathered("legion/legion-hq-cards-2026-08.json").cards)
    assert [
        hq.by_key["ab"].points(day) for day in (date(2021, 10, 26), date(2021, 10, 27), date(2024, 1, 1))
    ] == [
        90,
        80,
        75,
    ]


def test_one_fleet_in_four_forms_is_one_fleet() -> None:
    def ships(form: str) -> tuple[Resolved, ...]:
        found = _found_in(shared_file("data", "rosters", "armada", f"food-{form}.txt"), _armada())
        assert all(each.card for each in found)
        return tuple(
            each for each in found if each.item.section != "objective"
        )  # only two list the same ones

    kingston = ships("kingston")
    assert len(kingston) == 17
    for form in ("warlords", "afd", "fabs"):
        assert same_force(kingston, ships(form)), form


@pytest.mark.parametrize(
    "names",
    [
        ("swudb-han-wichita.json", "melee-han-wichita.txt", "picklist-han-wichita.txt"),
        ("melee-leia-data-vault.txt", "swudb-text-leia-data-vault.txt"),
    ],
)
def test_one_deck_in_several_forms_is_one_deck(names: tuple[str, ...]) -> None:
    first, *others = [
        _found_in(shared_file("data", "rosters", "unlimited", name), _unlimited()) for name in names
    ]
    assert all(each.card for each in first)
    assert all(same_force(first, other) for other in others)


def test_rows_of_a_sheet_are_the_fleets_that_were_made_of_them() -> None:
    """118 of 130 agree; in the others the text, made by a program, is another fleet than the row."""
    sheet = read_sheet(shared_file("data", "rosters", "armada", "tournament-sheet.csv").read_text("utf-8"))
    lines = (
        shared_file("data", "rosters", "armada", "starforge-converted.jsonl").read_text("utf-8").splitlines()
    )
    assert isinstance(sheet, tuple)
    differing = set()
    for row, line in zip(sheet, map(json.loads, lines), strict=True):
        text = read_roster(line["text"], "armada")
        assert isinstance(text, Reading)
        one, other = _resolved(_armada(), row.roster), _resolved(_armada(), text.roster)
        assert all(each.card for each in one)
        if not same_force(one, other):
            differing.add(int(line["row"]))
    squadrons_for_commanders = {282, 754, 801, 882, 914, 1234, 1535, 1635, 1784}
    ships_for_upgrades_or_lost = {394, 444, 1752}
    assert differing == squadrons_for_commanders | ships_for_upgrades_or_lost


@pytest.mark.parametrize(
    "name",
    [
        "builder-etharyon-196.txt",
        "builder-latari-197.txt",
        "builder-undead-200.txt",
        "report-regional-uthuk-ravos.txt",
    ],
)
def test_real_armies_are_found_whole(name: str) -> None:
    cards = Catalogue("runewars", "2020", _gathered("runewars/bsdata").cards)
    assert all(each.card for each in _found_in(shared_file("data", "rosters", "runewars", name), cards))


@pytest.mark.parametrize(
    "name", ["blog-nova-2019-rebels-796.txt", "lhq-standard-grievous-800.txt", "tta-empire-606.json"]
)
def test_real_lists_are_found_whole_in_the_catalogue_of_their_time(name: str) -> None:
    parts = ("legion/legion-hq-2.0-data-2020-07.json", "legion/sw-legion-data-2020-03.json")
    cards = Catalogue("legion", "2020", _gathered(*parts).cards)
    assert all(each.card for each in _found_in(shared_file("data", "rosters", "legion", name), cards))
