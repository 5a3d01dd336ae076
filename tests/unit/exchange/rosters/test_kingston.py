"""Lists of Kingston's Fleet Builder and of Armada HQ are read, and written so that others read them."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.messages import say
from muster.core.roster.catalogue import Card, Catalogue, Price
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.armada_lists import kingston_likeness as likeness
from muster.exchange.rosters.armada_lists import read_kingston as read
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.kingston import write
from muster.exchange.rosters.reading import Reading, StatedSum, Unread, Unreadable

LIST = """Name: Three: of (3) 🚀
Faction: Imperial
Commander: Darth Vader

Assault: Most Wanted
Defense:
Navigation: Solar Corona

Victory II (85)!
• Darth Vader (34)
• Intensify Firepower! (6)
= 125 Points

Gozanti Cruisers (23)
• Darth Vader (4)
= 27 Points

Squadrons:
• Darth Vader (TIE Defender) (25)!
• 3 x TIE Fighter Squadron (24)
= 49 Points

Total Points: 201
"""


def ok(text: str) -> Reading:
    plain = cleaned(text)
    assert isinstance(plain, str)
    found = read(plain)
    assert isinstance(found, Reading), found
    return found


def refused(text: str) -> Unreadable:
    found = read(text)
    assert isinstance(found, Unreadable)
    return found


def test_a_whole_list() -> None:
    found = ok(LIST)
    roster = found.roster
    assert (roster.name, roster.faction, roster.commander) == ("Three: of (3) 🚀", "Imperial", "Darth Vader")
    assert (roster.total, roster.sum, found.unread, found.remarks) == (201, 201, (), ())
    assert roster.section("objective") == (
        Item("objective", "Most Wanted", slot="assault"),
        Item("objective", "Solar Corona", slot="navigation"),
    )
    assert roster.section("squadron") == (
        Item("squadron", "Darth Vader", points=25, form="TIE Defender"),
        Item("squadron", "TIE Fighter Squadron", count=3, points=8),
    )
    assert [each.outdated for each in roster.every()] == [False, False, True, *[False] * 4, True, False]
    assert roster.section("ship")[0].line == 9
    assert [(each.what, each.stated, each.agrees) for each in found.sums] == [
        ("Victory II", 125, True),
        ("Gozanti Cruisers", 27, True),
        ("squadrons", 49, True),
        ("total", 201, True),
    ]


def test_the_commander_is_the_dearest_of_that_name() -> None:
    big, small = ok(LIST).roster.section("ship")
    assert [each.slot for each in (*big.upgrades, *small.upgrades)] == ["commander", "", ""]
    missing = ok(LIST.replace("Commander: Darth Vader", "Commander: Ozzel"))
    assert tuple(map(str, missing.remarks)) == (
        "The list names Ozzel as commander, but no ship of it carries them.",
    )


def test_no_blank_line_is_needed() -> None:
    dense = "\n".join(line for line in LIST.split("\n") if line)
    assert ok(dense) == replace(ok(LIST), sums=ok(dense).sums)
    assert all(each.agrees for each in ok(dense).sums)


@pytest.mark.parametrize("bullet", ["- ", "– ", "* ", "+", "·\t", "â€¢ "])
def test_other_bullets(bullet: str) -> None:
    assert ok(LIST.replace("• ", bullet)).roster == ok(LIST).roster


def test_armada_hq_writes_other_sums_and_counts() -> None:
    hq = LIST.replace(" Points\n", "\n").replace("3 x ", "3× ")
    assert ok(hq).roster == ok(LIST).roster
    assert likeness(hq) >= 90


def test_a_list_that_lost_its_bullets() -> None:
    found = ok(LIST.replace("• ", ""))
    assert found.roster == ok(LIST).roster
    assert str(found.remarks[0]).startswith("The list has lost its bullets")


def test_a_price_of_one_where_the_sum_says_so() -> None:
    found = ok("Faction: Rebel\nCR90 (44)\n= 44\nSquadrons:\n• 2 x A-wing (22)\n• 3 x YT-2400 (48)\n= 188")
    assert [each.points for each in found.roster.section("squadron")] == [22, 48]
    assert tuple(map(str, found.remarks)) == (
        "The squadrons add up only if a price is that of one copy; so it was read.",
    )
    odd = ok("Squadrons:\n• 3 x X-wing (13)\n= 40 Points")
    assert odd.roster.items[0].points == 13
    assert "13 points cannot be the price of 3 X-wing together" in str(odd.remarks[0])
    assert odd.sums == (StatedSum("squadrons", 40, 39, 3),)


def test_sums_that_do_not_agree_are_told() -> None:
    found = ok(LIST.replace("= 125", "= 124"))
    assert [(each.what, each.stated, each.counted, each.line) for each in found.sums if not each.agrees] == [
        ("Victory II", 124, 125, 12)
    ]


def test_several_objectives_of_a_kind_are_all_kept() -> None:
    text = LIST.replace("Defense:", "Assault: Ion Storm, Rift Assault\nDefense: None")
    text = text.replace(
        "Defense: None", "Campaign: Base Defense - Ion Cannon\nObjectives: Minefields\nDefense: None"
    )
    assert [(each.slot, each.name) for each in ok(text).roster.section("objective")] == [
        ("assault", "Most Wanted"),
        ("assault", "Ion Storm"),
        ("assault", "Rift Assault"),
        ("campaign", "Base Defense - Ion Cannon"),
        ("", "Minefields"),
        ("navigation", "Solar Corona"),
    ]


def test_what_is_not_understood_is_listed() -> None:
    text = """my list
• Lost (3)
= 5 Points
Faction: Rebel
Faction: Empire
(44)
Total Points: many
CR90 Corvette A (44)
•
= Points
= 44 Points
• Late (2)
nothing more
Squadrons:
0 x A-wing (0)
• 1000 x A-wing (2)
X-wing
• 2 x X-wing (26)
= 26 Points"""
    found = ok(text)
    assert [each.line for each in found.unread] == [2, 3, 5, 6, 7, 9, 10, 12, 13, 15, 16, 17]
    assert found.unread[0] == Unread(2, "• Lost (3)")
    assert found.roster.name == "my list"
    assert found.roster.sum == 44 + 26


def test_a_title_beside_a_name_is_not_understood() -> None:
    assert ok("look at this\n" + LIST).unread == (Unread(1, "look at this"),)


def test_missing_prices_leave_the_sums_open() -> None:
    found = ok(
        "Faction: Rebel\nCR90 Corvette A\n• Toryn Farr\n= 51 Points\nSquadrons:\n• A-wing\n= 11 Points\nTotal: 62/400"
    )
    ship, squadron = found.roster.items
    assert (ship.points, ship.upgrades[0].points, squadron.points) == (None, None, None)
    assert [each.counted for each in found.sums] == [None, None, None]
    assert (found.unread, found.roster.limit) == ((), 400)


def test_notes_are_kept_as_remarks() -> None:
    assert tuple(map(str, ok("Author: Ryan\n" + LIST).remarks)) == ("The list also says: Author: Ryan",)


@pytest.mark.parametrize(
    "text", ["", "hello there", "Name: x\nFaction: Rebel", "Squadrons:\n= 0 Points", "• (4)"]
)
def test_what_is_no_fleet(text: str) -> None:
    assert "No ship and no squadron" in str(refused(text).says)


def test_two_fleets_are_one_too_many() -> None:
    assert refused(LIST + LIST) == Unreadable(
        say("Another fleet begins in line {line}: paste one fleet at a time.", line=24), 24
    )


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "Faction: Rebel\n" + "CR90 (4" + " " * 100_000 + ")",
        "• 1 x" + " x" * 50_000,
        "Gamemode: a\n" * 20_000,
        "\n".join(f"Gamemode: {number}" for number in range(20_000)),
        "Ship (4)\n• A (1)\n" * 2_000,
        "Squadrons:\n" + "• 3 x A (4)\n" * 4_000 + "= 4 Points",
        "{" * 100_000 + "-class (1)",
    ],
)
def test_time_grows_with_length_only(text: str) -> None:
    before = process_time()
    likeness(text)
    read(text)
    assert process_time() - before < 5


WORDS = st.text("abcXYZ019 -'.é", min_size=1, max_size=12).map(
    lambda text: f"N {' '.join(text.split())}".strip()
)
NAMES = st.builds(lambda words, sign: words + sign, WORDS, st.sampled_from(["", "!", "-II"]))
POINTS = st.integers(0, 400)
UPGRADES = st.builds(
    Item,
    st.just("upgrades"),
    NAMES,
    points=POINTS,
    version=st.sampled_from(["", "Officer"]),
    outdated=st.booleans(),
)
SHIPS = st.builds(
    Item,
    st.just("ship"),
    NAMES,
    points=POINTS,
    upgrades=st.lists(UPGRADES, max_size=3).map(tuple),
    outdated=st.booleans(),
)
SQUADRONS = st.builds(
    Item,
    st.just("squadron"),
    st.builds(lambda count, name: count + name, st.sampled_from(["", "", "2 x "]), NAMES),
    count=st.integers(1, 12),
    points=POINTS,
    form=st.sampled_from(["", "TIE Defender", "Delta-7"]),
)
OBJECTIVES = st.builds(
    Item, st.just("objective"), NAMES, slot=st.sampled_from(["assault", "defense", "navigation"])
)
TITLES = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=30)


@st.composite
def fleets(draw: st.DrawFn) -> Roster:
    admiral = Item("upgrades", "Admiral", points=30, slot="commander")
    ships = draw(st.lists(SHIPS, max_size=4))
    if led := bool(ships) and draw(st.booleans()):
        ships[0] = replace(ships[0], upgrades=(admiral, *ships[0].upgrades))
    squadrons = draw(st.lists(SQUADRONS, min_size=0 if ships else 1, max_size=4))
    items = (*draw(st.lists(OBJECTIVES, max_size=4)), *ships, *squadrons)
    faction = draw(st.sampled_from(["", "Rebel", "Imperial", "Republic", "Separatist", "Sandbox"]))
    roster = Roster("armada", items, draw(TITLES), faction, "Admiral" if led else "")
    return replace(roster, total=roster.sum)


@settings(max_examples=50)
@given(fleets())
def test_what_is_written_is_read_again(roster: Roster) -> None:
    text = write(roster, None)
    found = read(text)
    assert isinstance(found, Reading), text
    assert found.roster == roster
    assert (found.unread, found.remarks) == ((), ())
    assert all(each.agrees for each in found.sums)
    assert [each.outdated for each in found.roster.every()] == [each.outdated for each in roster.every()]


def test_a_list_is_written_as_the_builder_does() -> None:
    ordered = LIST.replace("Defense:\nNavigation: Solar Corona\n", "Navigation: Solar Corona\nDefense:\n")
    assert write(ok(LIST).roster, None) == ordered


def test_the_catalogue_supplies_what_a_list_does_not_say() -> None:
    cards = (
        Card("a", "ship", "CR90 Corvette A", prices=(Price(44),)),
        Card("b", "upgrade", "Leia Organa", prices=(Price(3),)),
        Card("c", "upgrade", "Leia Organa", prices=(Price(28),)),
        Card("d", "squadron", "A-wing Squadron", prices=(Price(11),)),
        Card("e", "objective", "Solar Corona", slot="navigation"),
    )
    catalogue = Catalogue("armada", "2025", cards)
    leia = Item("upgrades", "Leia Organa", slot="commander")
    ship = Item("ship", "CR90 Corvette A")
    items = (
        Item("objective", "Solar Corona"),
        Item("objective", "Unheard Of"),
        replace(ship, count=2),
        replace(ship, upgrades=(leia,)),
        Item("squadron", "A-wing Squadron", count=2),
    )
    text = write(Roster("armada", items, faction="rebel"), catalogue)
    assert text.split("\n") == [
        "Name:",
        "Faction: Rebel",
        "Commander: Leia Organa",
        "",
        "Navigation: Solar Corona",
        "Objectives: Unheard Of",
        "Assault:",
        "Defense:",
        "",
        "CR90 Corvette A (44)",
        "= 44 Points",
        "",
        "CR90 Corvette A (44)",
        "= 44 Points",
        "",
        "CR90 Corvette A (44)",
        "• Leia Organa",
        "",
        "Squadrons:",
        "• 2 x A-wing Squadron (22)",
        "= 22 Points",
        "",
    ]
    assert isinstance(read(text), Reading)
    without = write(Roster("armada", items[:1] + items[-1:]), None)
    assert "Objectives: Solar Corona\n" in without
    assert "• 2 x A-wing Squadron\n" in without
