"""Muster's own text and JSON: what people type is understood, what is written says everything."""

from __future__ import annotations

import json
from dataclasses import replace
from types import ModuleType

import pytest

from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters import muster_json, muster_text
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.muster_entries import PLACES, TITLES, USUAL
from muster.exchange.rosters.reading import (
    LARGEST,
    MOST_ITEMS,
    Reading,
    StatedSum,
    Unread,
    Unreadable,
    bounded,
)
from muster.rules.rosters import Game

FLEET = Roster(
    "armada",
    (
        Item(
            "ship",
            "MC80 Battle Cruiser",
            points=103,
            upgrades=(
                Item("upgrades", "General Madine", points=30, slot="commander"),
                Item("upgrades", "Bail Organa"),
            ),
        ),
        Item("squadron", "YT-2400", count=6, points=16),
        Item("squadron", "Darth Vader", version="Squadron", form="TIE Defender", points=21, key="k-1"),
        Item("objective", "Most Wanted", slot="assault"),
    ),
    name="Food: (3) = |",
    faction="Rebel",
    commander="General Madine",
    total=398,
    limit=400,
)
FLEET_TEXT = """Game: Armada
Name: Food: (3) = |
Faction: Rebel
Commander: General Madine
Total: 398
Limit: 400

Ships
1x MC80 Battle Cruiser = 103
  - General Madine {commander} = 30
  - Bail Organa

Squadrons
6x YT-2400 = 16 each
1x Darth Vader (Squadron) [TIE Defender] #k-1 = 21

Objectives
1x Most Wanted {assault}
"""


def of(found: Reading | Unreadable) -> Reading:
    assert isinstance(found, Reading), found
    return found


def typed(text: str, game: Game = "armada") -> Reading:
    return of(muster_text.by_hand(text, game))


def test_a_roster_as_text() -> None:
    assert muster_text.write(FLEET) == FLEET_TEXT
    found = of(muster_text.read(FLEET_TEXT))
    assert found.roster == FLEET
    assert (found.unread, found.sums) == ((), (StatedSum("total", 398, None, 5),))
    assert [item.line for item in found.roster.every()] == [9, 10, 11, 14, 15, 18]


def test_what_people_type() -> None:
    found = typed(
        "Faction - whatever\n"
        "Points: 398/400 pts\n"
        "SHIPS:\n"
        "MC80 Battle Cruiser (103)\n"
        "- General Madine (30)\n"
        "* Bail Organa: 7\n"
        "GR-75 Medium Transports - 18 points\n"
        "\tToryn Farr [7 pts]\n"
        "=====\n"
        "**Squadrons (7)**\n"
        "• 6xYT-2400 = 16\n"
        "• Ketsu Onyo = 22 points\n"
        "Assault: Most Wanted\n"
        "Defence objective: Fighter Ambush\n"
        "= 22 points\n"
    )
    ships = found.roster.section("ship")
    assert [
        (ship.name, ship.points, [(each.name, each.points) for each in ship.upgrades]) for ship in ships
    ] == [
        ("Faction - whatever", None, []),
        ("MC80 Battle Cruiser", 103, [("General Madine", 30), ("Bail Organa", 7)]),
        ("GR-75 Medium Transports", 18, [("Toryn Farr", 7)]),
    ]
    squadrons = found.roster.section("squadron")
    assert [(each.name, each.count, each.points) for each in squadrons] == [
        ("YT-2400", 6, 16),
        ("Ketsu Onyo", 1, 22),
    ]
    assert [(each.name, each.slot) for each in found.roster.section("objective")] == [
        ("Most Wanted", "assault"),
        ("Fighter Ambush", "defense"),
    ]
    assert (found.roster.total, found.roster.limit) == (398, 400)
    assert found.unread == (Unread(15, "= 22 points"),)


def test_an_army_typed_by_ranks() -> None:
    found = typed(
        "Commander: Darth Vader = 170\n"
        "Corps\n"
        "2x Stormtroopers = 44\n"
        "  - DLT-19 = 20\n"
        "      - Scope\n"
        "  - HQ Uplink {comms} = 10\n"
        "Heavies:\n"
        "AT-ST\n"
        "Command hand\n"
        "Implacable {1}\n"
        "Objectives\n"
        "Breakthrough\n"
        "Named commander: Darth Vader\n"
        "Activations: 4\n",
        "legion",
    )
    vader, troopers, walker, card, objective = found.roster.items
    assert (vader.section, vader.slot, vader.points) == ("unit", "commander", 170)
    assert (troopers.slot, troopers.count, walker.slot) == ("corps", 2, "heavy")
    assert [each.name for each in Roster("legion", (troopers,)).every()] == [
        "Stormtroopers",
        "DLT-19",
        "Scope",
        "HQ Uplink",
    ]
    assert (card.section, card.slot, objective.section, objective.slot) == (
        "command",
        "1",
        "battle",
        "objective",
    )
    assert (found.roster.commander, found.roster.activations, found.unread) == ("Darth Vader", 4, ())


def test_a_deck_and_trays_as_typed() -> None:
    deck = typed(
        "Leader: Han Solo | Audacious Smuggler\nBase: Level 1313\nDeck (50):\n3 Waylay\n#SOR_198", "unlimited"
    )
    assert [(item.section, item.name, item.subtitle, item.count, item.key) for item in deck.roster.items] == [
        ("leader", "Han Solo", "Audacious Smuggler", 1, ""),
        ("base", "Level 1313", "", 1, ""),
        ("deck", "Waylay", "", 3, ""),
        ("deck", "", "", 1, "SOR_198"),
    ]
    army = typed("Reanimates [64] 4x3\n  File Leader [6]\nTerrain\nHill", "runewars")
    assert [(item.section, item.name, item.form, item.points) for item in army.roster.items] == [
        ("unit", "Reanimates", "4x3", 64),
        ("terrain", "Hill", "", None),
    ]


def test_a_card_called_after_its_kind_is_no_heading() -> None:
    text = (
        "Darth Vader = 190\nBattle deck 4\nObjective 1\nDeployment 12\nConditions 2\nCondition 1\nCondition 2"
    )
    found = typed(text, "legion")
    assert [(item.section, item.name, item.slot) for item in found.roster.items] == [
        ("unit", "Darth Vader", ""),
        ("battle", "Objective 1", ""),
        ("battle", "Deployment 12", ""),
        ("battle", "Condition 1", "condition"),
        ("battle", "Condition 2", "condition"),
    ]
    assert found.unread == ()


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Objective 1\nDeployment 12\n\nCondition 2", ["Objective 1", "Deployment 12", "Condition 2"]),
        ("Objective 1", ["Objective 1"]),
        ("Objectives 2\nObjective 1\nObjective 2", ["Objective 1", "Objective 2"]),
        ("Objective 1\nKey Positions", ["Key Positions"]),
    ],
)
def test_with_nothing_below_it_a_card_called_after_its_kind_is_that_card(text: str, cards: list[str]) -> None:
    found = typed(f"Darth Vader = 190\n{text}", "legion")
    assert [item.name for item in found.roster.section("battle")] == cards
    assert found.unread == ()


@pytest.mark.parametrize(
    "line",
    ["Total: many", "= 5", "Name:\nName: a\nName: b", "Game: Chess", "Points: 1\nTotal: 2", "(5)", "- {x}"],
)
def test_what_is_not_understood_is_told_of(line: str) -> None:
    found = typed(f"1x Howlrunner\n{line}")
    assert [each.text for each in found.unread] == [line.rsplit("\n", maxsplit=1)[-1]]


def test_a_text_says_its_game_in_its_head() -> None:
    assert of(muster_text.read("\nFaction: x\ngame: Star Wars: Legion\n1x Bossk")).roster.game == "legion"
    assert isinstance(muster_text.read("1x Bossk"), Unreadable)
    assert typed("Game: Runewars\n1x Ardus", "legion").roster.game == "runewars"


@pytest.mark.parametrize(
    ("text", "likeness"),
    [
        (FLEET_TEXT, 100),
        ("x\nGame: armada", 90),
        ("x\nGame: chess", 0),
        ("1x Bossk", 0),
        ('{"Game": "armada"}', 0),
    ],
)
def test_likeness_of_a_text(text: str, likeness: int) -> None:
    assert muster_text.likeness(text) == likeness


@pytest.mark.parametrize(
    "item",
    [
        Item("ship", "Scout Troopers (Strike Team)"),
        Item("ship", "2x Fast = 5 \\ #a @b {c} [d] 4x3"),
        Item("ship", "Fear - 3"),
        Item("ship", "Echo: 3 points"),
        Item("ship", "Squadrons"),
        Item("ship", "a | b", subtitle="c | d"),
        Item("ship", "~"),
        Item("ship", ""),
        Item("ship", "", key="SOR_017"),
        Item("ship", "x", version="103", form="16", slot="a}b", key="two words"),
        Item("", "x"),
        Item("squadrons", "x"),
        Item("two words", "x"),
        Item("==", "x"),
        Item(
            "ship",
            "x",
            upgrades=(Item("upgrades", "- x"), Item("", "7"), Item("other", "Deck", count=2, points=3)),
        ),
        Item("ship", "x", upgrades=(Item("upgrades", "7 up", upgrades=(Item("upgrades", "🚀"),)),)),
    ],
    ids=lambda item: f"{item.section}/{item.name}",
)
@pytest.mark.parametrize("game", ["armada", "unlimited"])
def test_names_that_look_like_something_else_come_back(item: Item, game: Game) -> None:
    roster = Roster(game, (item, item), name="Total: 5", commander="x")
    assert of(muster_text.read(muster_text.write(roster))).roster == roster
    assert of(muster_json.read(muster_json.write(roster))).roster == roster


def test_every_title_opens_its_own_section() -> None:
    for game, titles in TITLES.items():
        assert {PLACES[game][title.lower()] for title in titles.values()} == {
            (section, "") for section in titles
        }
        assert USUAL[game] in titles


def test_levels_end_where_json_ends() -> None:
    text = "Game: Armada\nShips\n" + "\n".join(f"{' ' * level}- a{level}" for level in range(40))
    roster = of(muster_text.read(text)).roster
    assert of(muster_json.read(muster_json.write(roster))).roster == roster
    assert len(tuple(roster.every())) == 40


def test_a_roster_as_json_in_one_order() -> None:
    written = json.loads(muster_json.write(FLEET))
    assert list(written) == [
        "format",
        "version",
        "game",
        "name",
        "faction",
        "commander",
        "total",
        "limit",
        "items",
    ]
    assert written["items"][1:3] == [
        {"section": "squadron", "name": "YT-2400", "count": 6, "points": 16},
        {
            "section": "squadron",
            "name": "Darth Vader",
            "points": 21,
            "form": "TIE Defender",
            "key": "k-1",
            "version": "Squadron",
        },
    ]
    assert muster_json.likeness(muster_json.write(FLEET)) == 100
    assert muster_json.likeness('{"format": "other"}') == 0


@pytest.mark.parametrize("kept_in", [muster_json, muster_text])
@pytest.mark.parametrize("within", [False, True])
def test_as_many_entries_as_a_roster_may_have_come_back(kept_in: ModuleType, within: bool) -> None:
    names = (f"Lieutenant Colonel Yularen the {at:03}" for at in range(MOST_ITEMS))
    entries = [
        Item("upgrades" if within else "deck", name, "Hero of the Old Republic", 3, 12, key=f"SOR_{at:03}")
        for at, name in enumerate(names)
    ]
    items = (Item("deck", "Battle Deck", upgrades=tuple(entries[1:])),) if within else tuple(entries)
    roster = Roster("unlimited", items, "All there is")
    text = cleaned(kept_in.write(roster).encode())
    assert isinstance(text, str), text
    found = bounded(of(kept_in.read(text)))
    assert isinstance(found, Reading)
    assert [replace(each, line=0) for each in found.roster.every()] == list(roster.every())


def test_json_keeps_the_marks_of_old_prices() -> None:
    marked = replace(FLEET, items=(Item("ship", "Victory", points=5, outdated=True),))
    (ship,) = of(muster_json.read(muster_json.write(marked))).roster.items
    assert ship.outdated


def test_values_are_kept_as_they_are_whatever_they_hold_and_however_large() -> None:
    items = tuple(Item("ship", f"  “{at}”\n" + "x" * 500) for at in range(1_000))
    roster = Roster("armada", items)
    value = json.loads(json.dumps(muster_json.value_of(roster)))
    assert len(json.dumps(value)) > LARGEST
    assert of(muster_json.of_value(value)).roster == roster


def test_json_with_wrong_values_is_told_of() -> None:
    value = {
        "format": "muster-roster",
        "version": 1,
        "game": "armada",
        "name": 5,
        "total": True,
        "colour": "red",
        "items": [7, {"section": "ship", "name": "x", "count": "2", "upgrades": {"a": 1}, "size": 3}],
    }
    found = of(muster_json.read(json.dumps(value)))
    assert found.roster == Roster("armada", (Item("ship", "x"),))
    assert [each.text for each in found.unread] == [
        "name: 5",
        "total: true",
        "items: 7",
        'count: "2"',
        'upgrades: {"a": 1}',
    ]
    assert tuple(map(str, found.remarks)) == (
        "Muster does not know what these say and left them out: colour, size.",
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "no roster of Muster"),
        ("{}", "no roster of Muster"),
        ('{"format": "muster-roster"}', "version 1"),
        ('{"format": "muster-roster", "version": 2}', "version 1"),
        ('{"format": "muster-roster", "version": 1, "game": ["chess"]}', "does not say its game"),
        ("{", "damaged"),
    ],
)
def test_other_json_is_refused(text: str, why: str) -> None:
    found = muster_json.read(text)
    assert isinstance(found, Unreadable)
    assert why in str(found.says)
