"""Real Armada fleets: every line is read, every sum agrees, and each text is told from those of other builders.

Source: `data/rosters/armada` of the shared data, described in its README.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any

import pytest

from muster.core.roster.check import check
from muster.core.roster.roster import Item, Roster, Terms
from muster.exchange.rosters import armada_sheet, kingston
from muster.exchange.rosters.armada_lists import read_kingston
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.fleet import is_ship
from muster.exchange.rosters.formats import FORMATS, read_roster
from muster.exchange.rosters.reading import Reading, StatedSum, Unreadable
from muster.rules.load import load
from support import shared_file

READERS = {each.id: each.read for each in FORMATS if each.games == ("armada",) and each.read}
PREFIXES = {
    "kingston": "kingston",
    "food-kingston": "kingston",
    "starforge": "starforge",
    "warlords": "warlords",
    "food-warlords": "warlords",
    "afd": "fleets-designer",
    "food-afd": "fleets-designer",
    "fabs": "fabs",
    "food-fabs": "fabs",
    "aff": "aff",
}
SLIPPED = (394, 444, 1752)
"""Rows whose cells stand in wrong columns: the sheet's own converter lost what we read."""


def clean(text: str) -> str:
    found = cleaned(text)
    assert isinstance(found, str)
    return found


@cache
def files() -> tuple[tuple[str, str, str], ...]:
    """The single files: name, format, text."""
    folder = shared_file("data", "rosters", "armada")
    return tuple(
        (
            path.name,
            next(what for start, what in _longest_first() if path.name.startswith(start)),
            path.read_text(),
        )
        for path in sorted(folder.glob("*.txt"))
    )


def _longest_first() -> list[tuple[str, str]]:
    return sorted(PREFIXES.items(), key=lambda each: -len(each[0]))


def records(name: str) -> list[dict[str, Any]]:
    path = shared_file("data", "rosters", "armada", name)
    return [json.loads(line) for line in path.read_text().splitlines()]


def sheet() -> tuple[Reading, ...]:
    text = shared_file("data", "rosters", "armada", "tournament-sheet.csv").read_text()
    found = armada_sheet.read_sheet(clean(text))
    assert isinstance(found, tuple)
    return found


def ok(reader: str, text: str) -> Reading:
    found = READERS[reader](clean(text))
    assert isinstance(found, Reading), found
    return found


def wrong(found: Reading) -> list[StatedSum]:
    return [each for each in found.sums if not each.agrees or each.counted is None]


def test_every_line_of_the_kingston_fleets_is_read_and_all_sums_agree() -> None:
    fleets = records("kingston-sample.jsonl")
    assert len(fleets) == 328
    for fleet in fleets:
        found = ok("kingston", fleet["text"])
        roster = found.roster
        told = (found.unread, found.remarks, wrong(found))
        assert told == ((), (), []), fleet["id"]
        sums = {each.what: each.stated for each in found.sums}
        assert len(found.sums) == len(roster.section("ship")) + 2
        assert (roster.total, roster.sum) == (fleet["stated_total"],) * 2
        assert sums["squadrons"] == fleet["stated_squadrons"]
        slots = [each.slot for ship in roster.section("ship") for each in ship.upgrades]
        assert slots.count("commander") == bool(roster.commander)
        assert (len(roster.section("objective")) == 3) == fleet["has_three_objectives"]
        assert sum(each.outdated for each in roster.every()) == fleet["text"].count(")!")


def test_every_line_of_the_single_files_is_read() -> None:
    for name, reader, text in files():
        found = ok(reader, text)
        assert (found.unread, found.remarks) == ((), ()), name
        expected = [] if name != "kingston-all-rebel.txt" else ["Assault Frigate Mk2 A", "squadrons", "total"]
        assert [each.what for each in found.sums if not each.agrees] == expected, name
        written = found.roster.items and kingston.write(found.roster, None)
        again = read_kingston(str(written))
        assert isinstance(again, Reading), name
        assert len(list(again.roster.every())) == sum(1 for _ in singles(found.roster)), name


def singles(roster: Roster) -> Iterator[Item]:
    """Every item, those of each copy of a ship by themselves."""
    for item in roster.items:
        for _ in range(item.count if item.section == "ship" else 1):
            yield item
            yield from item.upgrades


def test_the_test_fleet_with_cards_added_by_hand() -> None:
    """Its maker put four commanders and two squadrons in without mending the sums."""
    found = ok("kingston", next(text for name, _, text in files() if name == "kingston-all-rebel.txt"))
    assert [(each.stated, each.counted) for each in found.sums if not each.agrees] == [
        (154, 154 + 96),
        (597, 597 + 19 + 23),
        (5543, 6429),
    ]
    slots = Counter(each.slot for each in found.roster.section("objective"))
    assert slots == {"assault": 12, "defense": 12, "navigation": 12}


def test_one_fleet_in_four_formats() -> None:
    found = {reader: ok(reader, text).roster for name, reader, text in files() if name.startswith("food-")}
    assert len(found) == 4
    for reader, roster in found.items():
        assert roster.total == 398, reader
        assert [len(ship.upgrades) for ship in roster.section("ship")] == [6, 4, 2], reader
        squadrons = roster.section("squadron")
        assert sum(each.count for each in squadrons) == 7, reader
        assert sum(each.worth or 0 for each in squadrons) == 118, reader
        assert {each.points for each in squadrons} == {22, 16}, reader
    priced = [found[each] for each in ("kingston", "warlords", "fleets-designer")]
    assert {roster.sum for roster in priced} == {398}
    assert len({tuple(ship.worth for ship in roster.section("ship")) for roster in priced}) == 1


def test_the_rows_of_a_sheet_and_their_texts_are_the_same_fleets() -> None:
    texts = records("starforge-converted.jsonl")
    rows = sheet()
    assert len(rows) == len(texts) == 130
    for row, record in zip(rows, texts, strict=True):
        text = ok("starforge", record["text"])
        assert (row.unread, text.unread, text.remarks) == ((), (), ()), record["row"]
        assert all(each.agrees for each in row.sums), record["row"]
        assert (row.roster.commander, len(row.remarks)) != ("", 2)
        if record["row"] in SLIPPED:
            assert row.remarks, record["row"]
            continue
        assert row.remarks == (), record["row"]
        assert shape(row.roster) == shape(text.roster), record["row"]
        assert text.roster.sum == record["sum_of_lines"], record["row"]


def shape(roster: Roster) -> tuple[object, ...]:
    squadrons = roster.section("squadron")
    return (
        roster.faction,
        [len(ship.upgrades) for ship in roster.section("ship")],
        sum(each.count for each in squadrons),
        sorted(bool(each.form) for each in squadrons if each.form),
        len(roster.section("objective")),
    )


def test_rows_that_slipped_are_read_whole() -> None:
    lines = shared_file("data", "rosters", "armada", "tournament-sheet.csv").open(newline="")
    with lines:
        numbers = [int(row[0]) for row in list(csv.reader(lines))[1:]]
    found = {number: each.roster for number, each in zip(numbers, sheet(), strict=True)}
    assert [[len(ship.upgrades) for ship in found[row].section("ship")] for row in SLIPPED] == [
        [7, 6, 1],
        [3, 2, 5, 4, 1, 1],
        [8, 3, 0],
    ]
    assert [len(found[row].section("squadron")) for row in SLIPPED] == [6, 2, 10]
    assert [found[row].total for row in SLIPPED] == [399, 398, 396]


def test_each_text_looks_most_like_its_own_format() -> None:
    texts = [(reader, text) for _, reader, text in files()]
    texts += [("kingston", each["text"]) for each in records("kingston-sample.jsonl")]
    texts += [("starforge", each["text"]) for each in records("starforge-converted.jsonl")]
    texts += [("armada-sheet", shared_file("data", "rosters", "armada", "tournament-sheet.csv").read_text())]
    for reader, text in texts:
        plain = clean(text)
        likeness = {each.id: each.likeness(plain) for each in FORMATS}
        assert likeness[reader] >= 75, text[:80]
        others = [value for each, value in likeness.items() if each != reader]
        assert likeness[reader] > max(others), (text[:80], likeness)


@pytest.mark.parametrize("game", ["legion", "runewars", "unlimited"])
def test_no_list_of_another_game_looks_like_a_fleet(game: str) -> None:
    for path in sorted(shared_file("data", "rosters", game).iterdir()):
        found = cleaned(path.read_bytes()[:150_000]) if path.name != "README.md" else ""
        if isinstance(found, str) and found:
            likeness = {each.id: each.likeness(found) for each in FORMATS if each.id in READERS}
            assert max(likeness.values()) < 20, (path.name, likeness)


def test_ships_are_told_by_their_names() -> None:
    path = shared_file("data", "catalogues", "armada", "kingston-names.csv")
    with path.open(newline="") as lines:
        kingston_names = [(row["kind"], row["name_in_export"]) for row in csv.DictReader(lines)]
    folder = shared_file("data", "catalogues", "armada", "isb")
    names = [
        (kind, name) for kind in ("ship", "squadron", "upgrade") for name in named(folder, f"{kind}s.json")
    ]
    assert len(names) > 400
    for kind, name in (*names, *kingston_names):
        assert is_ship(name) == (kind == "ship"), (kind, name)


def named(folder: Any, name: str) -> set[str]:
    waiting, found = [json.loads((folder / name).read_text())], set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            found |= {each[key] for key in ("name", "ace-name") if isinstance(each.get(key), str)}
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return {each for each in found if each and not each.startswith("Dummy")}


def test_a_fleet_written_in_words_is_never_in_order() -> None:
    """Names of ships with their upgrades in a sentence are no cards: whatever is read of it was not checked."""
    text = "• CR90A (Jaina’s Light): Commander Sato [ARC], Ahsoka Tano\n• CR90A: Leia\n• 3x A-wing\n"
    rules = load("armada-4.0").roster
    assert rules is not None
    assert isinstance(read_roster(text, "armada"), Unreadable)
    found = read_roster(f"My fleet\nFaction: Rebel\n{text}", "armada", "muster-text")
    assert isinstance(found, Reading)
    assert not check(found.roster, rules, Terms("standard", date(2026, 1, 1))).whole
