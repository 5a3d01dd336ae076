"""Decks of Unlimited as SWUDB, Melee and what reads their lists write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters import melee_csv, melee_text, picklist, swudb_json
from muster.exchange.rosters.cards import key_of
from muster.exchange.rosters.reading import LONGEST_NAME, MOST_COPIES, Reading, Unread, Unreadable

CARDS = Catalogue(
    "unlimited",
    "test",
    (
        Card("SOR_017", "leader", "Han Solo", "Audacious Smuggler"),
        Card("JTL_002", "leader", "Grand Admiral Thrawn", "Grand Schemer"),
        Card("TWI_029", "base", "Level 1313"),
        Card("SOR_222", "event", "Waylay"),
        Card("TWI_226", "event", "Waylay"),
        Card("SOR_198", "unit", "Han Solo", "Reluctant Hero"),
    ),
)
DECK = Roster(
    "unlimited",
    (
        Item("leader", "Han Solo", "Audacious Smuggler"),
        Item("base", "Level 1313"),
        Item("deck", "Waylay", count=3),
        Item("deck", "Han Solo", "Reluctant Hero", count=2),
        Item("sideboard", "Moisture Farmer"),
    ),
    name="Food",
)
KEYED = Roster(
    "unlimited",
    (
        Item("leader", "", key="SOR_017"),
        Item("base", "", key="TWI_029"),
        Item("deck", "", count=3, key="SOR_222"),
        Item("deck", "", count=2, key="SOR_198"),
        Item("sideboard", "Moisture Farmer"),
    ),
    name="Food",
)


def of(found: Reading | Unreadable) -> Reading:
    assert isinstance(found, Reading), found
    return found


def swudb(**parts: Any) -> Reading:
    return of(swudb_json.read(json.dumps(parts)))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("SOR_017", "SOR_017"),
        ("LOF_17", "LOF_017"),
        ("lof-0017", "LOF_017"),
        ("TS26 5", "TS26_005"),
        ("SOR_1234", "SOR_1234"),
        ("", ""),
        ("SOR", ""),
        ("Han Solo", ""),
        ("SOR_" + "9" * 5_000, ""),
    ],
)
def test_keys_are_written_as_catalogues_do(text: str, key: str) -> None:
    assert key_of(text) == key


def test_swudb_keys_in_any_order_and_spelling() -> None:
    found = swudb(
        deck=[{"id": "LOF_17", "count": 2}, {"count": "3", "id": "SHD_1"}],
        base={"id": "TWI_029", "count": 1},
        metadata={"name": "Food", "author": "me"},
        secondLeader={"id": "JTL_002"},
        leader={"id": "SOR_017", "count": 1},
    )
    assert [(item.section, item.key, item.count) for item in found.roster.items] == [
        ("leader", "SOR_017", 1),
        ("leader", "JTL_002", 1),
        ("base", "TWI_029", 1),
        ("deck", "LOF_017", 2),
        ("deck", "SHD_001", 3),
    ]
    assert found.roster.name == "Food"
    assert (found.unread, found.remarks) == ((), ())


@pytest.mark.parametrize(
    "second",
    [{"secondleader": {"id": "JTL_002"}}, {"leader2": {"id": "JTL_002"}}, {"leaders": [{"id": "JTL_002"}]}],
)
def test_twin_suns_has_two_leaders(second: dict[str, Any]) -> None:
    found = swudb(leader={"id": "SOR_017"}, bases=["TWI_029"], deck=[], **second)
    assert [item.key for item in found.roster.items] == ["SOR_017", "JTL_002", "TWI_029"]


def test_nothing_of_a_deck_is_dropped_silently() -> None:
    found = swudb(
        leader=None,
        deck=[{"id": "SOR_1", "count": -2}, {"id": "SOR_2", "count": 0}, {"count": 2}, 7, {"id": "Waylay"}],
        maybeboard=[{"id": "SOR_3"}],
        title="Food",
    )
    assert [(item.key, item.name) for item in found.roster.items] == [("Waylay", "")]
    assert found.unread == (
        Unread(0, '{"id": "SOR_1", "count": -2}'),
        Unread(0, '{"count": 2}'),
        Unread(0, "7"),
    )
    assert tuple(map(str, found.remarks)) == (
        "SOR_2 stands there with no copies; it was left out.",
        "“Waylay” is no card number such as SOR_017.",
        "“maybeboard” is not part of a deck and was left out.",
    )
    assert found.roster.name == "Food"


@pytest.mark.parametrize("text", ["[]", "[1]", "{", "nonsense"])
def test_what_is_no_deck_is_refused(text: str) -> None:
    assert isinstance(swudb_json.read(text), Unreadable)


def test_swudb_likeness() -> None:
    assert swudb_json.likeness('{"leader": {"id": "SOR_017"}, "deck": [{"id": "SOR_1"}]}') == 95
    assert swudb_json.likeness('{"units": [], "commandCards": []}') == 0
    assert swudb_json.likeness("deck") == 0


def test_swudb_is_written_with_card_numbers() -> None:
    written = json.loads(swudb_json.write(DECK, CARDS))
    assert written == {
        "metadata": {"name": "Food", "author": ""},
        "leader": {"id": "SOR_017", "count": 1},
        "base": {"id": "TWI_029", "count": 1},
        "deck": [{"id": "SOR_222", "count": 3}, {"id": "SOR_198", "count": 2}],
        "sideboard": [{"name": "Moisture Farmer", "count": 1}],
    }
    assert of(swudb_json.read(swudb_json.write(DECK, CARDS))).roster == KEYED
    assert of(swudb_json.read(swudb_json.write(DECK))).roster == DECK


def test_more_leaders_and_bases_than_builders_know() -> None:
    items = tuple(Item(section, "", key=f"SOR_00{at}") for section in ("leader", "base") for at in (1, 2, 3))
    roster = Roster("unlimited", items)
    written = json.loads(swudb_json.write(roster))
    assert [written["leader"]["id"], written["secondleader"]["id"]] == ["SOR_001", "SOR_002"]
    assert of(swudb_json.read(json.dumps(written))).roster == roster


def test_a_pool_is_written_as_a_deck_its_leaders_told_by_the_catalogue() -> None:
    pool = Roster(
        "unlimited", (Item("pool", "Level 1313"), Item("pool", "Waylay"), Item("pool", "", key="SOR_017"))
    )
    assert melee_text.write(pool, CARDS) == (
        "Leaders\n1 | Han Solo | Audacious Smuggler\n\nBase\n1 | Level 1313\n\nDeck\n1 | Waylay\n"
    )
    assert melee_text.write(pool) == "Deck\n1 | Level 1313\n1 | Waylay\n1 | SOR_017\n"


def test_a_name_of_several_cards_is_written_as_stated() -> None:
    deck = Roster("unlimited", (Item("deck", "Han Solo"),))
    assert json.loads(swudb_json.write(deck, CARDS))["deck"] == [{"name": "Han Solo", "count": 1}]


MELEE = """MainDeck
3 Waylay
2 Han Solo | Reluctant Hero

Leader
1 Han Solo | Audacious Smuggler

Base
1 Level 1313

Sideboard
1 Moisture Farmer
"""
SWUDB_TEXT = """Food
Leaders
1 | Han Solo | Audacious Smuggler

Base
1 | Level 1313

Deck (5):
3 | Waylay
2 | Han Solo | Reluctant Hero

Sideboard
1 | Moisture Farmer
"""


def test_both_spellings_of_melee_are_one_deck() -> None:
    one, other = of(melee_text.read(MELEE)), of(melee_text.read(SWUDB_TEXT))
    assert {*one.roster.items} == {*other.roster.items} == {*DECK.items}
    assert (one.roster.name, other.roster.name) == ("", "Food")
    assert (one.unread, other.unread) == ((), ())
    assert melee_text.likeness(MELEE) == 75
    assert melee_text.likeness(SWUDB_TEXT) == 95


def test_melee_is_written_with_names() -> None:
    keyed = of(melee_text.read(melee_text.write(KEYED, CARDS))).roster
    assert keyed.items == DECK.items
    assert of(melee_text.read(melee_text.write(KEYED))).roster.items == KEYED.items


def test_holocrons_text() -> None:
    found = of(
        melee_text.read(
            "Leader: Han Solo (SOR_017)\nBase: Level 1313 [TWI_29]\n\nMain Deck:\n3x Waylay (SOR_222)\n"
        )
    )
    assert [(item.section, item.name, item.key, item.count, item.line) for item in found.roster.items] == [
        ("leader", "Han Solo", "SOR_017", 1, 1),
        ("base", "Level 1313", "TWI_029", 1, 2),
        ("deck", "Waylay", "SOR_222", 3, 5),
    ]


def test_lines_that_are_no_cards() -> None:
    found = of(
        melee_text.read(
            "Name: Food\n-----\n3 | Waylay\n0 | Bamboozle\nsee you there\n1 | 97th Legion | Keeping"
        )
    )
    assert found.roster.name == "Food"
    assert [item.name for item in found.roster.items] == ["Waylay", "97th Legion"]
    assert found.unread == (Unread(5, "see you there"),)
    assert tuple(map(str, found.remarks)) == ("Line 4 states no copies; it was left out.",)


@pytest.mark.parametrize("text", ["", "Deck", "hello\nworld"])
def test_a_text_without_cards_is_refused(text: str) -> None:
    assert isinstance(melee_text.read(text), Unreadable)


@pytest.mark.parametrize(
    "text",
    [
        "Name: Food\nFaction: Rebel\n1 | x\n2 | y",
        "Game: Unlimited\nLeader\n1 | x",
        "{}",
        "Stormtroopers (44)\n - DLT-19 (20)",
        "Many words\nand none\nof a deck\nLeader\n1 | x\nand more\nand more words",
    ],
)
def test_other_texts_do_not_look_like_melee(text: str) -> None:
    assert melee_text.likeness(text) == 0


PICKLIST = """Picklist: Food
-----
[ ]          Han Solo | Audacious Smuggler
             SOR 017, SOR 283, SOR 267

[ ] [x] [ ]  Waylay
             SOROP 03, P25 43, TWI 226, SOR 222
[ ]          Unprinted
something else

Needed tokens:
[ ] Clone Trooper
"""


def test_a_picklist_is_a_pool() -> None:
    found = of(picklist.read(PICKLIST))
    assert found.roster.name == "Food"
    assert [
        (item.section, item.name, item.subtitle, item.count, item.key) for item in found.roster.items
    ] == [
        ("pool", "Han Solo", "Audacious Smuggler", 1, "SOR_017"),
        ("pool", "Waylay", "", 3, "TWI_226"),
        ("pool", "Unprinted", "", 1, ""),
    ]
    assert found.unread == (Unread(9, "something else"),)
    assert "which of its 5 cards are the sideboard" in str(found.remarks[0])
    assert str(found.remarks[1]) == "The tokens at the end are not part of a deck; they were left out."


def test_where_all_printings_are_promos_the_first_is_taken() -> None:
    (item,) = of(picklist.read("[ ] Waylay\n  P25 43, SOROP 03")).roster.items
    assert item.key == "P25_043"


def test_picklists_are_told_by_their_boxes() -> None:
    assert [picklist.likeness(text) for text in (PICKLIST, "[ ] Waylay", "[ flagship ] MC80", "[{}]")] == [
        90,
        60,
        0,
        0,
    ]
    assert isinstance(picklist.read("Waylay"), Unreadable)


HEADS = "OwnerDisplayName,OwnerUsername,OwnerNameFirstLast,Name,Records\n"


def csv_line(*cells: str) -> str:
    return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells) + "\n"


def record(name: str, count: object = 1, kind: object = 0, subtitle: object = "") -> str:
    return json.dumps({"n": name, "s": subtitle, "q": count, "c": kind}, ensure_ascii=False)


JOINED = " | ".join(
    [
        record("Waylay", 3),
        record("Benthic “Two Tubes”", 2, subtitle="Partisan"),
        record("Level 1313", 1, 7),
        record("Bamboozle", 1, 99),
        record("Han Solo", 1, 6, "Audacious Smuggler"),
    ]
)


@pytest.mark.parametrize("records", [JOINED, "[" + JOINED.replace(" | ", ",") + "]"])
@pytest.mark.parametrize("twice", [False, True])
def test_decklists_of_a_tournament(records: str, twice: bool) -> None:
    text = (
        "\ufeff"
        + HEADS
        + csv_line("Żaneta", "zan", "Żaneta Z", "Food", records)
        + csv_line("", "bob", "", "", "[]")
    )
    content = text.encode()
    content = content.decode("latin-1").encode() if twice else content
    found = melee_csv.read_many(content)
    assert not isinstance(found, Unreadable)
    (name, deck), (second, empty) = found
    assert (name, second, deck.roster.name) == ("Żaneta", "bob", "Food")
    assert [(item.section, item.name, item.subtitle, item.count) for item in deck.roster.items] == [
        ("leader", "Han Solo", "Audacious Smuggler", 1),
        ("base", "Level 1313", "", 1),
        ("deck", "Waylay", "", 3),
        ("deck", 'Benthic "Two Tubes"', "Partisan", 2),
        ("sideboard", "Bamboozle", "", 1),
    ]
    assert (empty.roster.items, empty.remarks) == ((), ())


def test_decks_that_cannot_be_read_say_why() -> None:
    lines = [
        csv_line("a", "", "", "", "[{]"),
        csv_line("b", "", "", "", record("x", 1, 5) + " | " + record("", 1) + " | " + record("y", "2", [])),
        csv_line("c", "", "", "", record("x", MOST_COPIES + 1)),
        csv_line("", "", "", "no deck and nobody", ""),
        csv_line("d" * 500, "", "", "", "7"),
    ]
    found = melee_csv.read_many(HEADS + "".join(lines))
    assert not isinstance(found, Unreadable)
    damaged, unread, many, seven = (reading for _, reading in found)
    assert str(damaged.remarks[0]).startswith("Line 2: This JSON is damaged")
    assert [each.line for each in unread.unread] == [3, 3, 3]
    assert "stands there 1,000 times" in str(many.remarks[0])
    assert [each.text for each in seven.unread] == ["7"]
    assert len(found[3][0]) == LONGEST_NAME


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "no file of decklists"),
        ("Name,Points\nx,1\n", "no file of decklists"),
        (b"\0\1\xff\2", "cannot be read"),
        (b"x" * 5_000_001, "larger than 5 MB"),
        (HEADS + "x,,,,y\n" * 3_001, "3,000 players are the most"),
        (HEADS + "x,,,," + "y" * 200_000, "damaged"),
    ],
)
def test_files_that_are_no_decklists(content: str | bytes, why: str) -> None:
    found = melee_csv.read_many(content)
    assert isinstance(found, Unreadable)
    assert why in str(found.says)
