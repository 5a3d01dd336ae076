"""Real Legion lists of all builders: each is read with the sums its source states, or refused with a reason.

Figures and names come from the README beside the lists.
"""

from __future__ import annotations

import json

import pytest

from muster.core.roster.roster import Item
from muster.exchange.rosters import (
    legion_hq_link,
    legion_hq_text,
    legion_json,
    runewars_builder,
    runewars_report,
    tabletop_admiral,
)
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.reading import Reading, Unreadable
from support import shared_file

READERS = {
    module.ID: module
    for module in (
        legion_hq_text,
        legion_hq_link,
        legion_json,
        tabletop_admiral,
        runewars_builder,
        runewars_report,
    )
}

FILES = {
    "blog-nova-2019-rebels-796.txt": "legion-hq-text",
    "blog-rpq-2019-vader-bossk.txt": "legion-hq-text",
    "lhq-api-empire-793-broken.json": "legion-hq-json",
    "lhq-api-shadow-collective-796.json": "legion-hq-json",
    "lhq-standard-grievous-800.txt": "legion-hq-text",
    "lhq-tournament-dooku-500.txt": "legion-hq-text",
    "lhq-urls.txt": "legion-hq-link",
    "tta-empire-606.json": "tabletop-admiral",
    "tta-empire-992-truncated.json": "tabletop-admiral",
}


def _text(name: str) -> str:
    text = cleaned(shared_file("data", "rosters", "legion", name).read_bytes())
    assert isinstance(text, str), text
    return text


def _read(name: str) -> Reading:
    found = READERS[FILES[name]].read(_text(name))
    assert isinstance(found, Reading), found
    assert found.format == FILES[name]
    assert found.unread == ()
    assert all(each.agrees for each in found.sums), found.sums
    return found


def _units(reading: Reading) -> list[tuple[int, str, int | None]]:
    return [(each.count, each.name, each.points) for each in reading.roster.section("unit")]


def _hand(reading: Reading) -> list[tuple[str, str]]:
    return [(each.slot, each.name) for each in reading.roster.section("command")]


@pytest.mark.parametrize("name", FILES)
def test_each_list_looks_most_like_what_it_is(name: str) -> None:
    text = _text(name)
    liked = {format_id: module.likeness(text) for format_id, module in READERS.items()}
    own = liked.pop(FILES[name])
    assert own >= 40
    assert own > max(liked.values()), liked


def test_no_list_of_the_directory_is_forgotten() -> None:
    folder = shared_file("data", "rosters", "legion")
    assert {each.name for each in folder.iterdir()} - {"README.md"} == FILES.keys()


def test_the_standard_text() -> None:
    found = _read("lhq-standard-grievous-800.txt")
    assert (found.roster.total, found.roster.limit, found.roster.activations) == (800, 800, 9)
    assert _units(found) == [
        (1, "General Grievous", 175),
        (2, "Battle Droids", 36),
        (4, "Battle Droids", 36),
        (2, "Droidekas", 100),
    ]
    assert [each.slot for each in found.roster.items] == ["commander", "corps", "corps", "support"]
    assert [(each.stated, each.counted) for each in found.sums] == [
        (206, 206),
        (144, 144),
        (240, 240),
        (210, 210),
        (800, 800),
    ]
    assert sum(each.count for each in found.roster.items) == found.roster.activations


def test_the_tournament_text() -> None:
    found = _read("lhq-tournament-dooku-500.txt")
    assert found.roster.name == "hero"
    assert _units(found) == [
        (1, "Count Dooku", 200),
        (1, "Maul", 160),
        (1, "B1 Battle Droids", 36),
        (1, "B1 Battle Droids", 36),
    ]
    assert [(each.what, each.stated, each.counted) for each in found.sums] == [("total", 500, 500)]
    assert _hand(found) == [
        ("1", "Fear, Surprise, Intimidation"),
        ("3", "At Last"),
        ("2", "The Phantom Menace"),
        ("3", "You Disappoint Me"),
        ("2", "Double the Fall"),
        ("1", "Duel of the Fates"),
        ("4", "Standing Orders"),
    ]


def test_the_blog_with_plus_signs() -> None:
    found = _read("blog-nova-2019-rebels-796.txt")
    assert (found.roster.total, found.roster.sum, found.roster.limit) == (796, 796, 800)
    assert len(found.sums) == 8
    assert all(each.counted is not None for each in found.sums)
    assert sorted(slot for slot, _ in _hand(found)) == ["1", "1", "2", "2", "3", "3", "4"]


def test_the_copied_screen() -> None:
    found = _read("blog-rpq-2019-vader-bossk.txt")
    assert len(found.roster.items) == 10
    assert found.roster.total is None
    assert found.roster.sum is None  # upgrades have no prices there
    assert sum(each.points or 0 for each in found.roster.items) == 200 + 115 + 5 * 44 + 3 * 16
    assert found.roster.items[6].name == "Scout Troopers (Strike Team)"
    assert [each.name for each in found.roster.items[6].upgrades] == ["DLT-19x Sniper"]


def _names_2020() -> dict[str, str]:
    path = shared_file("data", "catalogues", "legion", "legion-hq-2.0-data-2020-07.json")
    cards = json.loads(path.read_text(encoding="utf-8"))["allCards"]
    return {key: card["cardName"] for key, card in cards.items()}


def _decoded(item: Item, names: dict[str, str]) -> tuple[int, str, list[str]]:
    return item.count, names.get(item.key, "?"), [names.get(each.key, "?") for each in item.upgrades]


@pytest.fixture
def links() -> list[Reading]:
    found = [legion_hq_link.read(line) for line in _text("lhq-urls.txt").splitlines()]
    assert all(isinstance(each, Reading) for each in found)
    return [each for each in found if isinstance(each, Reading)]


def test_the_share_links_mean_what_they_meant_in_2020(links: list[Reading]) -> None:
    names = _names_2020()
    first = [_decoded(each, names) for each in links[0].roster.section("unit")]
    assert [(count, name) for count, name, _ in first] == [
        (1, "Cassian Andor"),
        (1, "K-2SO"),
        (1, "R2-D2"),
        (2, "Rebel Troopers"),
        (2, "Rebel Troopers"),
        (2, "Wookiee Warriors"),
        (2, "AT-RT"),
    ]
    assert first[3][2] == ["DLT-20A Trooper"]
    assert [names[each.key] for each in links[0].roster.section("card")] == [
        "Crack Shot",
        "Sabotaged Communications",
        "Last Stand",
        "Push",
        "Volunteer Mission",
        "Assault",
    ]
    second = [_decoded(each, names) for each in links[1].roster.section("unit")]
    assert [(count, name) for count, name, _ in second] == [
        (1, "Leia Organa"),
        (2, "Rebel Troopers"),
        (2, "Rebel Troopers"),
        (1, "Rebel Troopers"),
        (2, "Wookiee Warriors"),
        (2, "Tauntaun Riders"),
    ]
    assert second[0][2] == ["Commanding Presence", "?"]
    assert len(links[1].roster.section("card")) == 6 + 4 + 4 + 4
    assert [each.roster.faction for each in links] == ["rebels", "rebels", "republic"]
    assert len(links[2].roster.items) == 1
    assert all(each.unread == () for each in links)


def test_three_links_at_once_are_refused() -> None:
    found = legion_hq_link.read(_text("lhq-urls.txt"))
    assert isinstance(found, Unreadable)
    assert "3 share links" in str(found.says)


def test_the_account_list() -> None:
    found = _read("lhq-api-shadow-collective-796.json")
    assert (found.roster.faction, found.roster.total) == ("fringe", 796)
    assert [(each.stated, each.counted) for each in found.sums] == [(796, 796)]
    assert [(each.count, each.key) for each in found.roster.section("unit")] == [
        (1, "rd"),
        (1, "rc"),
        (2, "rb"),
        (1, "qz"),
        (2, "sq"),
        (1, "sm"),
    ]
    assert len(found.roster.section("command")) == 7
    assert [each.slot for each in found.roster.section("battle")] == (
        ["objective"] * 3 + ["deployment"] * 3 + ["condition"] * 3
    )


def test_the_broken_account_list_is_refused_at_its_place() -> None:
    found = legion_json.read(_text("lhq-api-empire-793-broken.json"))
    assert isinstance(found, Unreadable)
    assert found.line == 41
    assert "line 41" in str(found.says)
    assert "again" in str(found.says)


def test_the_lists_of_tabletop_admiral() -> None:
    whole = _read("tta-empire-606.json")
    assert (whole.roster.name, whole.roster.faction, whole.roster.total) == (
        "Melee Leaning Army",
        "empire",
        606,
    )
    assert len(_units(whole)) == 6
    assert len(_hand(whole)) == 7
    assert _hand(whole)[0] == ("4", "Standing Orders")
    short = _read("tta-empire-992-truncated.json")
    assert (short.roster.total, short.roster.activations, len(_units(short))) == (992, 11, 2)
    assert short.sums[0].counted is None


def test_a_real_list_survives_being_written(links: list[Reading]) -> None:
    whole = _read("tta-empire-606.json").roster
    again = tabletop_admiral.read(tabletop_admiral.write(whole))
    assert isinstance(again, Reading)
    assert again.roster == whole
    hero = _read("lhq-tournament-dooku-500.txt").roster
    text = legion_hq_text.read(legion_hq_text.write(hero))
    assert isinstance(text, Reading)
    assert text.roster.items == hero.items
