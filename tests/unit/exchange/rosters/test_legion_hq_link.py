"""Legion HQ's share links, old and new."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.roster.roster import Item
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.legion_hq_link import likeness, read
from muster.exchange.rosters.reading import Reading, Unreadable

OLD = "https://legionhq.thefifthtrooper.com/list/rebels/"
NEW = "https://legionhq2.com/list/"


def _read(text: str) -> Reading:
    plain = cleaned(text)
    assert isinstance(plain, str)
    found = read(plain)
    assert isinstance(found, Reading), found
    return found


def _codes(item: Item) -> tuple[str, int, str, list[str]]:
    return item.section, item.count, item.key, [each.key for each in item.upgrades]


def test_units_upgrades_empty_slots_and_cards() -> None:
    found = _read(f"{OLD}2ahiu000,1abcxnz0,,cr,Of")
    assert [_codes(each) for each in found.roster.items] == [
        ("unit", 2, "ah", ["iu"]),
        ("unit", 1, "ab", ["cx", "nz"]),
        ("card", 1, "cr", []),
        ("card", 1, "Of", []),
        ("command", 1, "", []),
    ]
    assert found.roster.items[-1].name == "Standing Orders"
    assert found.roster.items[-1].slot == "4"
    assert (found.roster.faction, found.roster.limit, found.roster.total) == ("rebels", None, None)
    assert any("Standing Orders" in str(each) for each in found.remarks)
    assert found.unread == ()


def test_standing_orders_is_not_added_where_it_is_stated_or_no_hand_is() -> None:
    assert len(_read(f"{OLD}1ab,cr,aa").roster.items) == 3
    assert len(_read(f"{OLD}1na0000,,,,,,").roster.items) == 1


@pytest.mark.parametrize("joint", ["+", "_"])
def test_a_counterpart_is_joined(joint: str) -> None:
    found = _read(f"{OLD}1kfli0{joint}1lwdg00")
    assert [(*_codes(each), each.slot) for each in found.roster.items] == [
        ("unit", 1, "kf", ["li"], ""),
        ("unit", 1, "lw", ["dg"], "counterpart"),
    ]


def test_empty_slots_of_an_absent_counterpart_say_nothing() -> None:
    found = _read(f"{OLD}1kflidg0kh_0000")
    assert [_codes(each) for each in found.roster.items] == [("unit", 1, "kf", ["li", "dg", "kh"])]
    assert found.unread == ()


def test_a_new_link_has_limit_and_battle_force() -> None:
    found = _read(f"{NEW}republic/1000:5l:1na,aa")
    assert (found.roster.faction, found.roster.limit) == ("republic", 1000)
    assert any("5l" in str(each) for each in found.remarks)
    assert _read(f"{NEW}empire/800:1na").roster.limit == 800
    assert _read(f"{NEW}empire/1na%2C2ah").roster.items[1].key == "ah"


def test_what_stands_around_it_is_told() -> None:
    found = _read(f"my list\n<{NEW}empire/1na>, see?\n")
    assert [(each.line, each.text) for each in found.unread] == [(1, "my list")]
    assert found.roster.items[0].line == 2


def test_codes_that_are_none_are_told() -> None:
    found = _read(f"{OLD}1ab,xyz,1ahi,2ah+!!")
    assert [each.text for each in found.unread] == ["xyz", "1ahi", "!!"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no link", "No share link"),
        (f"{OLD}1ab {OLD}1ac", "2 share links"),
        (f"{OLD},,,", "no unit"),
        (OLD, "no unit"),
        (f"{OLD}cr,ch", "no unit"),
    ],
)
def test_what_is_no_single_list_is_refused(text: str, says: str) -> None:
    found = read(text)
    assert isinstance(found, Unreadable)
    assert says in str(found.says)


def test_only_a_link_alone_is_certain() -> None:
    assert likeness(f"{OLD}1ab") == 100
    assert 0 < likeness(f"hello\n{OLD}1ab") < 100
    assert likeness("hello") == 0
    assert likeness('{"listlink": "' + OLD + '1ab"}') == 0


@settings(max_examples=50)
@given(st.text(alphabet="a1B0+_,:%?#", max_size=80))
def test_no_codes_bring_it_down(codes: str) -> None:
    assert isinstance(read(OLD + codes), Reading | Unreadable)


@pytest.mark.parametrize("text", ["[my list]({})", "<{}>", "My list: {}.", "See {}!", "({})", "“{}”,"])
def test_a_link_with_words_and_signs_around_it_is_that_link(text: str) -> None:
    link = "https://legion-hq.com/list/rebels/800:1ax0,1bc0"
    found, bare = read_roster(text.format(link), "legion"), read_roster(link, "legion")
    assert isinstance(found, Reading)
    assert isinstance(bare, Reading)
    assert (found.roster, found.unread) == (bare.roster, ())
