"""A roster as pages show it: in the regulations' order, with what was found beside the line it is about."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.messages import say
from muster.core.roster.catalogue import Card
from muster.core.roster.roster import Checked, Item, Problem, Resolved, Roster, Totals
from muster.core.roster.words import faction_words
from muster.exchange.rosters.description import describe
from muster.rules.load import load
from muster.rules.rosters import RosterRules


def rules(regulations: str) -> RosterRules:
    found = load(regulations).roster
    assert found is not None
    return found


ARMY = Roster(
    "legion",
    (
        Item("command", "Push", slot="2"),
        Item(
            "unit",
            "Rebel Troopers",
            count=2,
            points=40,
            upgrades=(Item("upgrades", "Z-6 Trooper", points=22),),
        ),
        Item("odd", "Something Else"),
        Item("unit", "Tauntaun Riders", points=90, line=7),
    ),
    name="Hoth",
    faction="Rebels",
)


def seen(roster: Roster = ARMY, checked: Checked | None = None, **more: Any) -> Any:
    return describe(roster, rules("legion-2.0"), checked or Checked((), Totals(own=214)), **more)


def test_sections_come_in_the_order_of_the_regulations_and_nothing_is_dropped() -> None:
    view = seen()
    assert [section.id for section in view.sections] == ["unit", "command", "odd"]
    units, command, odd = view.sections
    assert (units.copies, units.points, units.counted) == (3, 214, True)
    assert (command.points, command.rows[0].detail) == (None, "••")
    assert odd.rows[0].name == "Something Else"
    assert (str(view.kind), view.faction, view.cards) == ("army", "Rebels", 5)


def test_a_line_says_its_own_price_and_the_worth_of_all_copies() -> None:
    troopers, riders = seen().sections[0].rows
    assert (troopers.price, troopers.each, troopers.worth) == (40, 62, 124)
    assert troopers.upgrades[0].price == 22
    assert (riders.price, riders.each, riders.worth, riders.line) == (90, None, 90, 7)
    six = Roster("armada", (Item("squadron", "YT-2400", count=6, points=16),))
    row = describe(six, rules("armada-4.0"), Checked((), Totals())).sections[0].rows[0]
    assert (row.price, row.each, row.worth) == (96, None, 96)


def test_the_price_and_name_of_the_event_count() -> None:
    card = Card("r1", "unit", "Rebel Troopers", "Veterans", slot="corps")
    found = (Resolved((1,), ARMY.items[1], card, points=45),)
    row = seen(checked=Checked((), Totals(own=214, event=224), found, faction="rebel")).sections[0].rows[0]
    assert (row.name, row.points, row.worth, row.known) == ("Rebel Troopers, Veterans", 45, 134, True)
    assert row.stated == "", "the short name of the same card need not be repeated"


def test_lines_add_up_to_the_total_that_counts() -> None:
    card = Card("r1", "unit", "Rebel Troopers")
    found = (Resolved((1,), ARMY.items[1], card, points=45),)
    units = seen(checked=Checked((), Totals(stated=214, own=214), found)).sections[0]
    assert (units.points, units.rows[0].points) == (214, 40), "one price of the event alone makes no total"
    units = seen(checked=Checked((), Totals(stated=200), found)).sections[0]
    assert units.points is None, "a sum beside a total that was only stated would contradict it"
    bare = Roster("legion", (Item("unit", "Rebel Troopers"),))
    row = (
        seen(bare, Checked((), Totals(), (Resolved((0,), bare.items[0], card, points=45),)))
        .sections[0]
        .rows[0]
    )
    assert row.points == 45


def test_what_the_player_wrote_is_shown_where_the_card_is_called_otherwise() -> None:
    card = Card("u1", "upgrade", "XI7 Turbolasers")
    fleet = Roster(
        "armada", (Item("ship", "Frigate", points=1, upgrades=(Item("upgrades", "X17", points=6),)),)
    )
    checked = Checked((), Totals(), (Resolved((0, 0), fleet.items[0].upgrades[0], card, points=6),))
    row = describe(fleet, rules("armada-4.0"), checked).sections[0].rows[0]
    assert (row.upgrades[0].name, row.upgrades[0].stated) == ("XI7 Turbolasers", "X17")


def test_problems_stand_beside_their_lines_and_those_about_a_whole_section_above_alone() -> None:
    one = Problem("doubt", "unknown-card", say("No such card."), items=((1, 0),))
    whole = Problem("illegal", "limit", say("Too many units."), items=((1,), (3,)))
    note = Problem("note", "note", say("By the way."))
    view = seen(checked=Checked((note, one, whole), Totals()))
    troopers, riders = view.sections[0].rows
    assert (troopers.problems, riders.problems) == ((), ())
    assert troopers.upgrades[0].problems == (one,)
    assert (troopers.upgrades[0].severity, troopers.severity) == ("doubt", "")
    assert [problem.severity for problem in view.problems] == ["illegal", "doubt", "note"]
    assert (view.illegal, view.doubts, view.notes, view.legal) == ((whole,), (one,), (note,), False)


def test_what_is_about_many_lines_marks_them_and_is_said_above() -> None:
    upgrades = tuple(Item("upgrades", f"Title {n}") for n in range(3))
    fleet = Roster("armada", (Item("ship", "Frigate", upgrades=upgrades),))
    many = Problem("illegal", "one-per-item", say("Three titles."), items=((0, 0), (0, 1), (0, 2)))
    note = Problem("note", "told-apart", say("There are several."), items=((0,),))
    row = describe(fleet, rules("armada-4.0"), Checked((many, note), Totals())).sections[0].rows[0]
    assert [(each.severity, each.problems) for each in row.upgrades] == [("illegal", ())] * 3
    assert (row.severity, row.problems) == ("", ())


def test_leg_list_2_what_is_hidden_is_said_and_nothing_else_tells_of_it() -> None:
    telling = Problem("illegal", "copies", say("Push is there twice."), items=((0,),))
    view = seen(
        checked=Checked((telling,), Totals(own=214), unmade=(say("Whether Push fits."),)),
        hide=frozenset({"command"}),
    )
    assert [section.id for section in view.sections] == ["unit", "odd"]
    assert "Push" not in repr(view)
    assert tuple(map(str, view.hidden)) == (
        f"{rules('legion-2.0').sections[1].name}: 1 card is hidden from opponents.",
    )
    assert (view.problems, view.unmade) == ((), ())


@pytest.mark.parametrize(
    ("totals", "outdated"),
    [
        (Totals(stated=400, own=400, event=398), True),
        (Totals(stated=400, event=398), True),
        (Totals(stated=400, own=398, event=398), False),
        (Totals(stated=400, own=400), False),
        (Totals(event=398), False),
    ],
)
def test_a_list_of_other_prices_says_so(totals: Totals, outdated: bool) -> None:
    assert seen(checked=Checked((), totals)).outdated is outdated


def test_unknown_factions_stay_as_they_are_written() -> None:
    assert tuple(str(faction_words(each)) for each in ("rebel", "Ewoks", "")) == ("Rebel", "Ewoks", "")
