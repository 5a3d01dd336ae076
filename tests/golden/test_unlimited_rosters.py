"""Real decks of Unlimited, in every format they were found in: what their sections hold."""

from __future__ import annotations

from collections import Counter

import pytest

from muster.core.roster.roster import Roster
from muster.exchange.rosters import melee_text, swudb_json
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import Reading
from support import shared_file

FILES = {
    "melee-han-wichita.txt": ("melee-text", (1, 1, 50, 10), ""),
    "melee-leia-data-vault.txt": ("melee-text", (1, 1, 60, 10), ""),
    "swudb-text-leia-data-vault.txt": ("melee-text", (1, 1, 60, 10), ""),
    "swudb-han-wichita.json": ("swudb-json", (1, 1, 50, 10), "Wichita PQ - 4th"),
    "swudb-sobeksobek-seoul.json": ("swudb-json", (1, 1, 60, 10), "Sobeksobek Seoul PQ Winner"),
    "swubase-api-han-starter.json": ("swudb-json", (1, 1, 50, 0), "Han Solo Starter Deck"),
    "swudb-twin-suns-imperial-menace.json": ("swudb-json", (2, 1, 84, 0), "Imperial Menace"),
}
SECTIONS = ("leader", "base", "deck", "sideboard")


def real(name: str) -> Reading:
    found = read_roster(shared_file("data", "rosters", "unlimited", name).read_bytes(), "unlimited")
    assert isinstance(found, Reading), found
    return found


def names(roster: Roster) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for item in roster.items:
        found[item.name, item.subtitle] += item.count
    return found


@pytest.mark.parametrize("name", FILES)
def test_real_decks_are_read_whole(name: str) -> None:
    found = real(name)
    counts = tuple(sum(item.count for item in found.roster.section(section)) for section in SECTIONS)
    assert (found.format, counts, found.roster.name) == FILES[name]
    assert (found.unread, found.remarks) == ((), ())


@pytest.mark.parametrize("name", FILES)
def test_real_decks_come_back_from_what_is_written(name: str) -> None:
    roster = real(name).roster
    ordered = tuple(item for section in SECTIONS for item in roster.section(section))
    for writer in (melee_text, swudb_json):
        found = writer.read(writer.write(roster))
        assert isinstance(found, Reading)
        assert found.roster.items == ordered


def test_both_spellings_of_a_deck_are_one() -> None:
    one, other = real("melee-leia-data-vault.txt").roster, real("swudb-text-leia-data-vault.txt").roster
    assert Counter(one.items) == Counter(other.items)


def test_a_picklist_holds_the_cards_of_its_deck() -> None:
    found, deck = real("picklist-han-wichita.txt"), real("melee-han-wichita.txt").roster
    assert {item.section for item in found.roster.items} == {"pool"}
    assert names(found.roster) == names(deck)
    assert found.unread == ()
    assert all(item.key for item in found.roster.items)


def test_a_picklists_keys_are_those_of_the_deck_but_for_reprints() -> None:
    """A card of two sets has the key of the first one printed in the list."""
    keys = {item.key for item in real("picklist-han-wichita.txt").roster.items}
    assert len(keys ^ {item.key for item in real("swudb-han-wichita.json").roster.items}) <= 4
