"""Each public source told by its content and read: names, kinds, prices, flags; a few made-up lines of each form."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from muster.core.roster.catalogue import Card, Price
from muster.exchange.catalogues import sources
from muster.exchange.catalogues.csv_form import write
from muster.exchange.catalogues.entries import slug, tidy, whole
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.rules.rosters import Game

BS = 'xmlns="http://www.battlescribe.net/schema/catalogueSchema"'
ONCE = '<constraints><constraint type="max" scope="roster" value="1.0"/></constraints>'


def gather(*contents: Any) -> Gathered:
    """The cards of documents: JSON values, or texts as they are."""
    found = gathered(_files(contents))
    assert isinstance(found, Gathered), found
    return found


def _files(contents: tuple[Any, ...]) -> list[tuple[str, bytes]]:
    texts = [content if isinstance(content, str) else json.dumps(content) for content in contents]
    return [(f"file {number}", text.encode()) for number, text in enumerate(texts, 1)]


def by_key(*contents: Any) -> dict[str, Card]:
    return {card.key: card for card in gather(*contents).cards}


def refused(*contents: Any) -> list[str]:
    found = gathered(_files(contents))
    assert not isinstance(found, Gathered)
    return [str(each) for each in found]


def costs(points: float) -> str:
    return f'<costs><cost name=" Points" value="{points}"/></costs>'


SHIPS = {
    "ships": {
        "gozanti-class": {
            "size": "small",
            "models": {
                "gozanti-cis": {
                    "name": "Gozanti-class Cruisers {CIS}",
                    "faction": "separatist",
                    "points": 24,
                    "unique": False,
                    "traits": ["flotilla", ""],
                    "nicknames": ["Gozer"],
                    "release": "Wave 3",
                    "expansion": "Carriers Pack",
                },
                "dummy": {"name": "Dummy Officer", "faction": "sandbox", "points": 1, "release": "Dummy"},
                "odd": "no card",
            },
        }
    }
}
SQUADRONS = {
    "squadrons": {
        "vader-defender": {
            "name": "TIE Defender Squadron",
            "ace-name": "Darth Vader",
            "faction": "empire",
            "unique": True,
            "unique-class": ["Darth Vader"],
            "points": 25,
            "nicknames": ["Vader D"],
        },
        "ig-88": {
            "name": "IG-2000",
            "ace-name": "IG-88",
            "faction": "empire",
            "unique": True,
            "unique-class": ["IG-88B", "IG-2000"],
            "points": "19",
        },
        "station": {"name": "Armed Station", "faction": "sandbox", "points": ""},
    }
}
UPGRADES = {
    "upgrades": {
        "redundant-shields": {
            "name": "Redundant Shields",
            "type": "defensive-retro",
            "faction": [""],
            "points": 8,
            "modification": True,
            "unique-class": [""],
        },
        "xi7-turbolasers": {"name": "XI7 Turbolasers", "type": "turbolaser", "faction": [""], "points": 6},
    }
}
OBJECTIVES = {
    "objectives": {
        "fire-lanes": {"name": "Fire Lanes", "type": "defense", "release": "Core", "nicknames": ["FL"]},
        "most-wanted-errata": {"name": "Most Wanted", "type": "assault"},
        "hired-scum": {"name": "Hired Scum", "type": "campaign"},
    },
    "damage-cards": {},
}
NAMES = {"Gozanti Droids (24)": "gozanti-cis", "Corvette [Nexus] (44)": "corvette-nexus", "Odd (1)": 7}


def test_isb() -> None:
    found = by_key(SHIPS, SQUADRONS, UPGRADES, OBJECTIVES, NAMES, {"Odd": ["nickname"]})
    assert set(found) == {
        *("gozanti-cis", "vader-defender", "ig-88", "redundant-shields", "xi7-turbolasers"),
        *("fire-lanes", "most-wanted", "hired-scum"),
    }
    assert found["gozanti-cis"] == Card(
        "gozanti-cis",
        "ship",
        "Gozanti-class Cruisers",
        factions=("separatist",),
        flags=frozenset({"flotilla", "small"}),
        set="Carriers Pack",
        aliases=("Gozanti Droids", "Gozanti Cruisers", "Gozanti-class Cruisers {CIS}", "Gozer"),
        prices=(Price(24),),
    )
    ace = found["vader-defender"]
    assert (ace.name, ace.subtitle, ace.unique, ace.group) == (
        "Darth Vader",
        "TIE Defender Squadron",
        True,
        "",
    )
    assert ace.aliases == ("Darth Vader TIE Defender", "Vader D")
    assert (found["ig-88"].group, found["ig-88"].prices) == ("IG-88B", (Price(19),))
    shields = found["redundant-shields"]
    assert (shields.slot, shields.flags, shields.factions) == (
        "defensive-retro",
        frozenset({"modification"}),
        (),
    )
    assert found["xi7-turbolasers"].aliases == ("X17 Turbolasers",)
    assert (found["fire-lanes"].slot, found["fire-lanes"].prices) == ("defense", ())
    assert (found["hired-scum"].slot, found["hired-scum"].flags) == ("", frozenset({"campaign"}))


def test_rkbodenner() -> None:
    found = by_key(
        {
            "data/objective-card.json": [{"title": "Fire Lanes", "category": "Defense"}],
            "data/ship-card/rebel/gr-75.json": {
                "name": "GR-75 Medium Transports",
                "faction": "Rebel Alliance",
                "points": 18,
                "slots": ["Title"],
                "size": "small",
            },
            "data/ship-card/empire/onager.json": {
                "name": "Onager-class Testbed",
                "faction": "Galactic Empire",
            },
            "data/squadron-card/rebel/nym.json": {
                "name": "Nym",
                "subname": "Havoc",
                "unique": True,
                "points": 21,
            },
            "data/upgrade-card/turbolasers.json": [
                {"name": "Spinal Armament", "slots": ["Turbolasers"], "trait": "Modification", "points": 9}
            ],
            "data/reference-card.json": [{"title": "Commands"}],
            "readme": [],
        }
    )
    assert set(found) == {
        "fire-lanes",
        "gr-75-medium-transports",
        "onager-class-testbed",
        "nym-havoc",
        "spinal-armament-turbolaser",
    }
    ship = found["gr-75-medium-transports"]
    assert (ship.kind, ship.factions, ship.flags) == ("ship", ("rebel",), frozenset({"small", "flotilla"}))
    spinal = found["spinal-armament-turbolaser"]
    assert (spinal.slot, spinal.flags, spinal.prices) == (
        "turbolaser",
        frozenset({"modification"}),
        (Price(9),),
    )
    assert (found["nym-havoc"].subtitle, found["nym-havoc"].unique) == ("Havoc", True)
    assert found["fire-lanes"].slot == "defense"
    assert found["onager-class-testbed"].aliases == ("Onager Testbed",)


def _catalogue(name: str, *entries: str) -> str:
    return f'<?xml version="1.0"?><catalogue name="{name}" {BS}>{"".join(entries)}</catalogue>'


def _model(name: str, points: float, categories: str = "") -> str:
    links = f'<categoryLinks><categoryLink name="{categories}"/></categoryLinks>' if categories else ""
    return f'<selectionEntry name="{name}" type="model">{costs(points)}{links}</selectionEntry>'


def _group(name: str, *entries: str) -> str:
    inside = f"<selectionEntries>{''.join(entries)}</selectionEntries>"
    return f'<selectionEntryGroup name="{name}">{inside}</selectionEntryGroup>'


def _upgrade(name: str, points: float, inside: str = "") -> str:
    return f'<selectionEntry name="{name}" type="upgrade">{inside}{costs(points)}</selectionEntry>'


def _armada(name: str) -> str:
    squadrons = _group(
        "X-Wings",
        _model("X-Wing Squadron", 13, "Squadron"),
        _model("•Luke Skywalker", 20, "Squadron"),
        _model("•Jan Ors (Moldy Crow)", 19, "Squadron"),
    )
    groups = f"<selectionEntryGroups>{squadrons}</selectionEntryGroups>"
    unit = f'<selectionEntry name="X-Wing" type="unit">{groups}</selectionEntry>'
    lone = _group("Lone", _model("•Only", 9, "Squadron"))
    shared = _group("Officer", _upgrade("Defense Liason", 3), _upgrade("•Hondo", 2)) + _group(
        "Title - Corvette", _upgrade("Tantive IV", 3, ONCE)
    )
    entries = (
        f"<selectionEntries>{_model('GR-75 Transports', 18)}{unit}{_upgrade('Loose', 1)}</selectionEntries>"
    )
    return _catalogue(
        name, entries, f"<sharedSelectionEntryGroups>{shared}{lone}</sharedSelectionEntryGroups>"
    )


def test_bsdata_armada() -> None:
    names = ("Rebel Fleet", "Imperial Navy", "Galactic Republic", "Separatist Alliance")
    found = by_key(*map(_armada, names))
    assert found["hondo-officer"].factions == ()
    assert found["hondo-officer"].unique
    assert found["defense-liaison-officer"].prices == (Price(3),)
    assert (found["tantive-iv-title"].slot, found["tantive-iv-title"].unique) == ("title", True)
    luke, jan = found["luke-skywalker-x-wing-squadron"], found["jan-ors-moldy-crow"]
    assert (luke.kind, luke.subtitle, luke.unique, luke.prices) == (
        "squadron",
        "X-Wing Squadron",
        True,
        (Price(20),),
    )
    assert (jan.name, jan.subtitle) == ("Jan Ors", "Moldy Crow")
    ship = found["gr-75-transports-rebel"]
    assert (ship.kind, ship.flags, ship.factions) == ("ship", frozenset({"flotilla"}), ("rebel",))
    assert found["only"].name == "Only"
    assert "loose" not in " ".join(found)
    two = by_key(*map(_armada, names[:2]))
    assert two["hondo-officer"].factions == ("rebel", "empire")


def test_legion_hq_today() -> None:
    history = [
        {"date": "5 June 2023", "description": "Cost reduced from 80 to 75 points."},
        {"date": "27 October 2021", "description": "Cost reduced from 90 to 80 points."},
        {"date": "19 July 2024", "description": "Gained Exemplar."},
    ]
    leia = {
        "id": "ab",
        "cardName": "Leia Organa",
        "title": "Fearless",
        "cardType": "unit",
        "cardSubtype": "trooper",
        "rank": "commander",
        "faction": "rebels",
        "affiliations": ["republic"],
        "isUnique": True,
        "cost": 75,
        "history": history,
    }
    uplink = {
        "id": "cc",
        "cardName": "HQ Uplink",
        "cardType": "upgrade",
        "cardSubtype": "comms",
        "cost": 10,
        "uniqueCount": 2,
        "isUnreleased": "Aug 2026",
        "faction": "",
    }
    squad = {**leia, "id": "xp", "cardName": "Commandos", "isUniqueTitle": True, "battleForce": "Delta"}
    push = {
        "id": "cd",
        "cardName": "Push",
        "cardType": "command",
        "cardSubtype": "2",
        "commander": "Leia Organa",
    }
    card = {"id": "zz", "cardName": "Order", "cardType": "order"}
    found = by_key({each["id"]: each for each in (leia, uplink, squad, push, card)})
    assert set(found) == {"ab", "cc", "cd", "xp"}
    assert found["ab"].factions == ("rebel", "republic")
    assert found["ab"].prices == (
        Price(90, ends=date(2021, 10, 26)),
        Price(80, starts=date(2021, 10, 27), ends=date(2023, 6, 4)),
        Price(75, starts=date(2023, 6, 5)),
    )
    assert (found["cc"].slot, found["cc"].flags) == ("comms", frozenset({"most:2", "unreleased"}))
    assert (found["xp"].group, found["xp"].flags) == ("Commandos Fearless", frozenset({"battle-force"}))
    assert (found["cd"].slot, found["cd"].needs, found["cd"].prices) == ("2", "Leia Organa", ())


@pytest.mark.parametrize(
    "history",
    [
        [{"date": "5 June 2023", "description": "Cost reduced from 90 to 80 points."}],  # ends elsewhere
        [{"date": "31 June 2023", "description": "Cost reduced from 80 to 75 points."}],  # no such day
        [{"date": "5 Juno 2023", "description": "Cost reduced from 80 to 75 points."}],
        [{"date": 5, "description": None}],
        [
            {"date": "5 June 2023", "description": f"Cost reduced from {a} to {b} points."}
            for a, b in ((90, 80), (80, 75))
        ],
        "never",
    ],
)
def test_a_history_with_gaps_tells_no_prices(history: object) -> None:
    card = {
        "id": "ab",
        "cardName": "Leia",
        "cardType": "unit",
        "rank": "commander",
        "cost": 75,
        "history": history,
    }
    assert by_key({"ab": card})["ab"].prices == (Price(75),)


def test_legion_hq_2020() -> None:
    lines = {"id": "Dj", "cardName": "Battle Lines2", "displayName": "Battle Lines", "cardType": "battle"}
    droid = {"id": "ji", "cardName": "C-3PO", "cardType": "unit", "keywords": ["Counterpart"], "cost": -1}
    bikes = {"id": "bf", "cardName": "74-Z Speeder Bikes", "displayName": "Speeder Bikes", "cardType": "unit"}
    table = {each["id"]: {**each, "cardSubtype": "deployment"} for each in (lines, droid, bikes)}
    found = by_key({"allCards": table, "keywordDict": {}})
    assert (found["Dj"].name, found["Dj"].slot) == ("Battle Lines", "deployment")
    assert (found["ji"].kind, found["ji"].prices) == ("counterpart", ())
    assert found["bf"].aliases == ("Speeder Bikes",)


def test_sw_legion_data() -> None:
    def unit(ldf: str, name: str, commands: list[str]) -> dict[str, Any]:
        about = {"ldf": ldf, "name": name, "factions": ["imperial"], "rank": "Special Forces"}
        return {**about, "unique": True, "points": 190, "commandCards": commands}

    found = by_key(
        {
            "units": [unit("vader", "Darth Vader", ["fear", "both"]), unit("bossk", "Bossk", ["both"])],
            "upgrades": [{"ldf": "push", "name": "Force Push", "slot": "Force", "points": 10}],
            "commandCards": [
                {"ldf": "fear", "name": "Fear", "pips": 1},
                {"ldf": "both", "name": "Both", "pips": 2},
                {"ldf": "all", "name": "All"},
            ],
            "sources": [
                {"name": "Core Set", "contents": {"units": {"vader": 1}}},
                {"name": "Again", "contents": 3},
            ],
        }
    )
    vader = found["unit-vader"]
    assert (vader.factions, vader.slot, vader.set, vader.prices) == (
        ("empire",),
        "special",
        "Core Set",
        (Price(190),),
    )
    assert found["upgrade-push"].slot == "force"
    assert [
        (found[f"command-{key}"].needs, found[f"command-{key}"].slot) for key in ("fear", "both", "all")
    ] == [
        ("Darth Vader", "1"),
        ("", "2"),
        ("", ""),
    ]


def _runewars(faction: str) -> str:
    sizes = _group(
        " Unit Size", _upgrade("2x1 Trays", 18), _upgrade("2x3  Trays", 40), _upgrade("2x1 Trays (Hero)", 18)
    )
    unit = (
        '<selectionEntry name="Beserkers" type="unit">'
        f"<selectionEntryGroups>{sizes}</selectionEntryGroups>{costs(0)}</selectionEntry>"
    )
    tray = f'<selectionEntry name="1 Tray" type="unit">{costs(33)}</selectionEntry>'
    inside = f"{ONCE}<selectionEntries>{tray}</selectionEntries>"
    hero = f'<selectionEntry name="Aliana of Sumersong" type="unit">{inside}</selectionEntry>'
    champions = _group(
        f"Champions - {faction}",
        _upgrade("Aliana of Sumersong (Infantry Upgrade)", 12, ONCE),
        _upgrade("Aliana of Sumersong (CavalryUpgrade)", 12),
        _upgrade("Ravos (Seige Upgrade)", 13),
        _upgrade("Obcasium's Gauntlet", 0, ONCE),
        _upgrade("Seasoned Pathfinder", 0),
    )
    inner = f"<selectionEntryGroups>{champions}</selectionEntryGroups>"
    groups = f'<selectionEntryGroup name="Champions">{inner}</selectionEntryGroup>'
    loose = _upgrade("Loose", 2)
    return _catalogue(
        faction,
        f"<sharedSelectionEntries>{unit}{hero}{loose}</sharedSelectionEntries>",
        f"<sharedSelectionEntryGroups>{groups}</sharedSelectionEntryGroups>",
    )


def test_bsdata_runewars() -> None:
    found = by_key(_runewars("Daqan Lords"), _runewars("Latari Elves"))
    unit, hero = found["unit-berserkers"], found["unit-aliana-of-summersong"]
    assert unit.prices == (Price(18, "2x1"), Price(40, "2x3"))
    assert (unit.aliases, unit.unique) == (("Beserkers",), False)
    assert (hero.unique, hero.prices, hero.factions) == (True, (Price(33, "1x1"),), ("daqan", "latari"))
    aliana = found["upgrade-aliana-of-summersong-12"]
    assert (aliana.name, aliana.slot, aliana.unique) == ("Aliana of Summersong", "champion", True)
    assert aliana.flags == {"infantry", "cavalry"}
    assert aliana.factions == ("daqan", "latari")
    assert found["upgrade-ravos-13"].flags == {"siege"}
    assert found["upgrade-obcasium-s-gauntlet"].prices == (Price(5),)
    assert found["upgrade-seasoned-pathfinder"].prices == ()
    assert not any("loose" in key for key in found)


def test_a_game_system_has_cards_of_no_faction() -> None:
    both = by_key(_runewars("Runewars"), _runewars("Daqan Lords"))
    assert both["upgrade-ravos-13"].factions == ()


def test_brianries() -> None:
    unit = {
        "name": "Ardus IxErebus",
        "faction": "Waiqar",
        "unique": True,
        "formations": [{"size": "1x1", "cost": 37}, {"size": "2x1"}],
    }
    upgrade = {
        "name": "File Runner",
        "upgrade_type": "Skill",
        "faction": "Any",
        "is_unique": False,
        "cost": 6,
    }
    found = by_key({"units": [unit]}, {"upgrades": [upgrade]})
    ardus, leader = found["unit-ardus-ix-erebus"], found["upgrade-file-leader"]
    assert (ardus.factions, ardus.unique, ardus.prices) == (("waiqar",), True, (Price(37, "1x1"),))
    assert (leader.slot, leader.factions, leader.aliases) == ("training", (), ("File Runner",))


def _swu(number: str, name: str, code: str = "SOR", **rest: object) -> dict[str, object]:
    return {"Set": code, "Number": number, "Name": name, "Type": "Unit", "VariantType": "Normal", **rest}


def test_swu_db() -> None:
    found = gather(
        [
            _swu("226", "Waylay", "TWI", Type="Event"),
            _swu("222", "Waylay", Type="Event", Aspects=["Cunning"]),
            _swu("017", "Han Solo", Subtitle="Audacious Smuggler", Type="Leader"),
            _swu("482", "Waylay", VariantType="Hyperspace"),
            _swu("001", "Later", "ZZZ", Unique=True),
            _swu("T1", "Odd"),
            _swu("002", "Odd", Type="Emblem"),
            _swu("003", "X-Wing", Type="Token Unit"),
        ]
    ).cards
    assert [card.key for card in found] == ["SOR_003", "SOR_017", "SOR_222", "TWI_226", "ZZZ_001"]
    assert [card.kind for card in found] == ["token", "leader", "event", "event", "unit"]
    assert (found[2].flags, found[2].released, found[2].set) == (
        frozenset({"cunning"}),
        date(2024, 3, 8),
        "SOR",
    )
    assert (found[4].unique, found[4].released) == (True, None)


YAML = """---
set: "ASH"
number: 1
type: "leader"
aspects:
- "heroism"
- "vigilance"
cost: 5
name: "The \\"Armorer\\""
title: "Steel Shapes Us"
---
set: "SOR"
number: 222
type: "event"
name: "Waylay"
art:
---
set: "SOR"
number: 223
type: "event"
name: |
  Folded
---
set: "SOR"
number: 224
type: "event"
name: "Broken
"""


def test_swumeta() -> None:
    found = gather(YAML).cards
    assert [(card.key, card.full_name) for card in found] == [
        ("SOR_222", "Waylay"),
        ("ASH_001", 'The "Armorer", Steel Shapes Us'),
    ]
    assert found[1].flags == {"heroism", "vigilance"}


def test_own_files_and_sources_go_together() -> None:
    own = write("unlimited", (Card("SOR_222", "event", "Waylay", flags=frozenset({"mended"})),))
    found = gather(own, YAML, {"nothing": "known"})
    assert found.sources == ("Muster's own form", "Star Wars: Unlimited, swumeta")
    assert found.passed_over == ("file 3",)
    assert next((card.key, card.flags) for card in found.cards) == ("SOR_222", frozenset({"mended"}))


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        (
            (),
            sources._NOTHING,
        ),
        ((YAML, SQUADRONS), "these are cards of armada and unlimited: name files of one game only"),
        (("[1, 2",), "line 1: file 1: broken JSON: Expecting ',' delimiter"),
        (("[" * 200_000,), "file 1: JSON too deep, or with a number too long"),
        ((f"[{'9' * 5000}]",), "file 1: JSON too deep, or with a number too long"),
        (("<a>",), "line 1: file 1: broken XML"),
        # What such a file says of its encoding is not asked: it is read, and has no cards.
        *(
            ((f'<?xml version="1.0" encoding="{name}"?><a/>',), sources._NOTHING)
            for name in ("x-nonsense", "utf-7", "idna", "rot13", "base64")
        ),
        (
            ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',),
            "file 1: XML with declarations of its own is not read",
        ),
        (
            ("game,key,kind,name\nchess,a,b,c",),
            "line 2: unknown game chess: it is one of armada, legion, runewars, unlimited",
        ),
    ],
)
def test_what_cannot_be_used_is_refused(contents: tuple[Any, ...], says: str) -> None:
    assert refused(*contents) == [str(says)]


def test_files_of_bytes_and_of_other_games_are_refused() -> None:
    def said(*files: tuple[str, bytes], game: Game | None = None) -> list[tuple[int, str]]:
        found = gathered(files, game)
        assert not isinstance(found, Gathered)
        return [(each.line, str(each.says)) for each in found]

    assert said(("x.csv", b"\xff\xfe\x00")) == [(0, "x.csv: not UTF-8 text; save it as CSV in UTF-8")]
    assert said(("x", b"a" * 8_000_001)) == [(0, "x: larger than 8 MB, which no catalogue is")]
    mixed = "these are cards of unlimited: name files of one game only, armada"
    assert said(*_files((YAML,)), game="armada") == [(0, mixed)]


def test_no_game_has_so_many_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_CARDS", 1)
    assert refused(YAML) == ["more than 1 cards, which no game has"]


@pytest.mark.parametrize(
    "value", [None, 3, [], "x", {"ships": {"a": 1}}, {"squadrons": {"a": {"name": 7}}}, [[{}]]]
)
def test_documents_of_strange_shapes_hold_no_cards(value: object) -> None:
    assert "no cards" in refused(value)[0]


def test_texts_and_numbers_of_strangers_are_made_safe() -> None:
    assert tidy(" a\u202e;\n b ") == "a , b"
    assert tidy("x" * 500) == "x" * 200
    assert [whole(each) for each in (5, "5", "5.0", 5.0, "18.00")] == [5, 5, 5, 5, 18]
    assert {whole(each) for each in (-1, "x", 5.5, True, None, 10**9, "1e3")} == {None}
    assert slug("Th'Uk Tar", "", "Officer") == "th-uk-tar-officer"
