"""Checking rosters: totals and prices, factions, uniques, names, and what cannot be told without a catalogue."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from muster.core.messages import NOTHING
from muster.core.roster.catalogue import Catalogue, Price
from muster.core.roster.check import check
from muster.core.roster.naming import confusable, written
from muster.core.roster.roster import Item, Roster, Terms
from muster.core.roster.sheet import construction_of, day, listed
from muster.rules.rosters import RosterLimit, RosterRules
from muster.rules.seasons import season_of
from roster_check_cases import (
    ARMADA,
    BASE,
    BATTLE,
    DAY,
    DODONNA,
    EMPIRE,
    HAND,
    LEADER,
    LEGION,
    ORDERS,
    REBEL,
    RUNEWARS,
    UNLIMITED,
    army,
    card,
    catalogue,
    checked,
    deck,
    fleet,
    illegal,
    item,
    kinds,
    problems,
    rules_of,
    singles,
    upgrade,
    warband,
)

FLAGSHIP = item("ship", "Frigate", 1, upgrade("General Dodonna", points=20), points=50, line=4)


def changed(rules: RosterRules, **given: object) -> RosterRules:
    """Rules with another construction in place of the usual one."""
    return rules.model_copy(update={"constructions": (rules.constructions[0].model_copy(update=given),)})


def test_a_fleet_in_order_has_no_problem_and_nothing_left_to_check() -> None:
    found = checked(fleet())
    assert (found.problems, found.unmade, found.faction, found.legal) == ((), (), "rebel", True)
    assert (found.totals.stated, found.totals.own, found.totals.event) == (None, None, 70)


def test_three_totals_that_agree_are_no_problem() -> None:
    assert kinds(replace(fleet(flagship=FLAGSHIP), total=70)) == []


def test_three_totals_that_differ_are_told_with_the_lines() -> None:
    ship = item("ship", "Frigate", 1, upgrade("General Dodonna", points=18, line=5), points=50)
    found = problems(replace(fleet(flagship=ship), total=69))["totals"]
    assert found.severity == "doubt"
    assert str(found.says) == (
        "The list says 69 points, its own prices add up to 68, at the prices of this event it is 70; "
        "the last one counts. Other prices here: General Dodonna 18 (here 20)."
    )
    assert (found.items, found.line) == (((0, 0),), 5)


def test_a_total_that_is_added_up_wrongly_is_told() -> None:
    found = problems(replace(fleet(flagship=FLAGSHIP), total=71))["totals"]
    assert str(found.says).endswith("it is 70; the last one counts.")
    assert found.items == ()


def test_prices_that_differ_are_told_where_no_total_is_known() -> None:
    ship = item("ship", "Frigate", 1, DODONNA, upgrade("No Such Card"), points=49)
    found = problems(fleet(flagship=ship))["totals"]
    assert (
        str(found.says) == "Its prices are not those of this event. Other prices here: Frigate 49 (here 50)."
    )


def test_without_a_catalogue_the_lists_own_sum_counts_and_then_what_it_says() -> None:
    cruisers = item("ship", "Cruiser", 4, points=100)
    found = problems(fleet(cruisers, flagship=FLAGSHIP), known=False)["points"]
    assert str(found.says) == "It is worth 470 points by its own prices; 400 are allowed, so 70 too many."
    found = problems(replace(fleet(), total=401), known=False)["points"]
    assert str(found.says) == "It is worth 401 points as it says itself; 400 are allowed, so 1 too many."


def test_priced_squadrons_alone_make_no_sum() -> None:
    roster = replace(fleet(item("squadron", "Fighter Squadron", 9, points=13)), total=485)
    assert checked(roster, known=False).totals.own is None
    assert illegal(roster, known=False) == ["points"]


def test_a_list_without_points_cannot_be_held_against_the_limit() -> None:
    assert "Whether it is within 400 points: the list says nothing of points." in map(
        str, checked(fleet(), known=False).unmade
    )


def test_marked_prices_are_told_where_the_events_prices_are_unknown() -> None:
    old = fleet(item("squadron", "Fighter Squadron", points=11, outdated=True), flagship=FLAGSHIP)
    assert kinds(old, known=False) == ["outdated"]
    assert kinds(old) == ["totals"]


def test_prices_have_dates() -> None:
    dated = replace(
        ARMADA.cards[0], prices=(Price(50, ends=date(2025, 5, 31)), Price(45, starts=date(2025, 6, 1)))
    )
    known = catalogue("armada", (dated, *ARMADA.cards[1:]))
    assert checked(fleet(), known=known, on=date(2025, 5, 31)).totals.event == 70
    assert checked(fleet(), known=known, on=date(2025, 6, 1)).totals.event == 65


def test_an_unknown_price_leaves_the_total_open() -> None:
    unpriced = replace(ARMADA.cards[0], prices=())
    assert checked(fleet(), known=catalogue("armada", (unpriced, *ARMADA.cards[1:]))).totals.event is None
    assert checked(fleet(), known=catalogue("armada", ())).totals.event is None
    assert checked(Roster("armada")).totals.event is None
    free = catalogue("armada", (replace(each, prices=()) for each in ARMADA.cards))
    assert checked(fleet(), known=free).totals.event is None


def test_an_unknown_card_of_a_kind_that_costs_nothing_leaves_the_total_known() -> None:
    assert checked(fleet(objectives=(item("objective", "No Such Card"),))).totals.event == 70
    assert checked(fleet(item("card", "No Such Card"))).totals.event is None


def test_an_event_may_limit_points_where_the_regulations_do_not() -> None:
    assert illegal(replace(deck(*singles(50)), total=60), most=50) == ["points"]


def test_unknown_cards_are_told_with_names_like_theirs_and_not_refused() -> None:
    roster = fleet(item("squadron", "Figter Squadrn", line=9), item("squadron", "Figter Squadrn"))
    found = checked(roster)
    assert [(each.kind, each.severity, each.clause) for each in found.problems] == [
        ("unknown-card", "doubt", "")
    ]
    assert str(found.problems[0].says) == "The catalogue has no card called Figter Squadrn."
    assert str(found.problems[0].mend) == "Did you mean Fighter Squadron (Rebel) or Half Squadron (Rebel)?"
    assert (found.problems[0].items, found.problems[0].line) == (((1,), (2,)), 9)
    assert "Whether every unique card is there once only: some cards are not known." in map(str, found.unmade)


def test_a_card_that_the_catalogue_has_of_another_faction_and_price_only_is_unknown() -> None:
    """A catalogue may lack a card whose name another faction has too."""
    found = checked(fleet(item("squadron", "Darth Vader", points=17)))
    assert [(each.kind, each.severity) for each in found.problems] == [("unknown-card", "doubt")]
    assert (
        str(found.problems[0].says)
        == "Darth Vader is in the catalogue of another faction and at another price only."
    )
    assert str(found.problems[0].mend) == "Did you mean Darth Vader (Squadron) (Empire)?"
    assert illegal(fleet(item("squadron", "Darth Vader", points=21))) == ["one-faction"]


def test_a_card_of_no_faction_is_suggested_by_its_name_alone() -> None:
    found = problems(fleet(item("ship", "Cruiser", 1, upgrade("Beter Guns"))))["unknown-card"]
    assert str(found.mend) == "Did you mean Better Guns or Better Engines?"


def test_a_card_unlike_any_is_told_without_a_suggestion() -> None:
    assert problems(fleet(item("squadron", "Zzyzx")))["unknown-card"].mend == NOTHING
    assert (
        str(problems(fleet(item("squadron", "")))["unknown-card"].says)
        == "The catalogue has no card called (nothing)."
    )


def test_many_unknown_names_are_told_without_suggestions() -> None:
    found = checked(fleet(*(item("squadron", f"Figter Squadrn {number}") for number in range(30)))).problems
    assert sum(each.kind == "unknown-card" for each in found) == 30
    assert sum(bool(each.mend) for each in found) == 20


def test_more_than_five_cards_one_could_mean_are_counted() -> None:
    same = catalogue("armada", (card("upgrade", "Same", slot=f"slot {number}") for number in range(8)))
    found = problems(fleet(item("ship", "Other", 1, upgrade("Same"))), known=same)["several-cards"]
    assert str(found.says).endswith("Same (Slot 4), or one of 3 more.")


def test_cards_of_another_faction_are_not_offered_for_a_part_of_a_name() -> None:
    cards = (card("squadron", "Ace One", factions=REBEL), card("squadron", "Ace Two", factions=EMPIRE))
    assert "several-cards" not in kinds(fleet(item("squadron", "Ace")), known=catalogue("armada", cards))
    assert "several-cards" in kinds(
        replace(fleet(item("squadron", "Ace")), faction=""), known=catalogue("armada", cards)
    )


# Factions


def test_arm_fleet_2_ships_of_another_faction() -> None:
    found = problems(fleet(item("ship", "Destroyer")))["one-faction"]
    assert str(found.says) == "The faction is Rebel, but Destroyer is Empire."
    assert found.clause == "ARM-FLEET-2"


def test_cards_of_two_factions_without_a_stated_one() -> None:
    even = Roster("armada", (item("ship", "Cruiser"), item("ship", "Destroyer")))
    assert str(problems(even)["one-faction"].says) == (
        "There are cards of several factions, none of them most: Cruiser is Rebel and Destroyer is Empire."
    )


def test_a_faction_no_card_alone_gives_follows_from_all_together() -> None:
    cards = (
        card("ship", "A", 1, factions=("rebel", "empire")),
        card("ship", "B", 1, factions=("rebel", "empire")),
    )
    roster = Roster("armada", (item("ship", "A"), item("ship", "B")))
    assert "one-faction" in kinds(roster, known=catalogue("armada", cards))
    both = (cards[0], card("ship", "B", 1, factions=("rebel", "republic")))
    assert "one-faction" not in kinds(roster, known=catalogue("armada", both))


def test_pla_fleet_1_there_are_only_rebels_and_the_empire() -> None:
    found = problems(replace(fleet(), faction="Republic"), "armada-pl")
    assert str(found["faction"].says) == "The faction is Republic; there are only Rebel and Empire."


def test_run_army_1_kari_lets_one_unit_of_latari_infantry_in() -> None:
    archers = item("unit", "Deepwood Archers", 1, upgrade("Latari Banner"))
    kari = item("unit", "Kari Wraithstalker")
    assert illegal(warband(archers)) == ["one-faction"]
    assert illegal(warband(kari, archers)) == []
    assert illegal(warband(kari, archers, archers)) == ["one-faction"]
    assert illegal(warband(kari, replace(archers, count=2))) == ["one-faction"]
    assert illegal(warband(kari, item("unit", "Leonx Riders"))) == ["one-faction"]
    assert illegal(warband(item("unit", "Spearmen", 1, upgrade("Latari Banner"), form="2x1"), kari)) == [
        "one-faction"
    ]


# Uniques and what stands once on a ship


def test_a_unique_character_stands_once_over_squadrons_and_upgrades() -> None:
    ship = item("ship", "Frigate", 1, DODONNA, upgrade("Wedge Antilles"))
    found = problems(fleet(item("squadron", "Wedge Antilles", line=7), flagship=ship))["unique-once"]
    assert (
        str(found.says)
        == "Wedge Antilles and Wedge Antilles, X-wing Squadron may be there once only, but there are 2."
    )
    assert (found.items, found.line) == (((0, 1), (1,)), 7)


def test_run_uniques_stand_once_over_unit_and_upgrade_form() -> None:
    spears = item("unit", "Spearmen", 1, upgrade("Kari Wraithstalker"), form="2x1")
    assert illegal(warband(item("unit", "Kari Wraithstalker"), spears)) == ["unique-once"]


def test_a_unique_upgrade_on_two_copies_of_a_ship_is_there_twice() -> None:
    assert illegal(fleet(item("ship", "Cruiser", 2, upgrade("First Title")))) == ["unique-once"]


def test_a_card_may_be_unique_more_than_once() -> None:
    twice = card("unit", "Pair", 10, factions=REBEL, slot="support", unique=True, flags=frozenset({"most:2"}))
    known = catalogue("legion", (*LEGION.cards, twice))
    assert illegal(army(item("unit", "Pair", 2)), known=known) == []
    found = problems(army(item("unit", "Pair", 3)), known=known)["unique-once"]
    assert str(found.says) == "Pair may be there 2 times only, but there are 3."


@pytest.mark.parametrize(
    ("names", "kind"),
    [(("First Title", "Second Title"), "title"), (("Better Engines", "Better Guns"), "modification")],
)
def test_one_title_and_one_modification_a_ship(names: tuple[str, str], kind: str) -> None:
    one, other = (upgrade(each) for each in names)
    assert kinds(fleet(item("ship", "Cruiser", 1, one), item("ship", "Cruiser", 1, other))) == []
    found = problems(fleet(item("ship", "Cruiser", 1, one, other)))[kind]
    assert (found.items, found.clause) == (((1, 0), (1, 1)), "COM-LIST-1")


def test_two_stated_titles_are_found_without_a_catalogue() -> None:
    ship = item("ship", "Cruiser", 1, upgrade("A", slot="title"), upgrade("B", slot="title"))
    assert illegal(fleet(ship), known=False) == ["title"]


def test_arm_legal_1_campaign_objectives_are_not_legal() -> None:
    found = problems(fleet(item("objective", "Show of Force")))["campaign-cards"]
    assert (str(found.says), found.clause) == ("Campaign cards are not legal: Show of Force.", "ARM-LEGAL-1")


# Sections


def test_a_list_of_everything_in_one_pool_must_tell_deck_from_side() -> None:
    pool = Roster(
        "unlimited", (item("pool", "Han Solo"), item("pool", "Level 1313"), item("pool", "Waylay", 4))
    )
    found = problems(pool)
    assert illegal(pool) == ["missing-deck", "copies"]
    assert str(found["missing-deck"].says) == "The list does not say which of its cards are the deck."


def test_a_card_of_another_kind_is_misplaced_and_not_unknown() -> None:
    found = problems(deck(*singles(50), item("deck", "Whoever", key="SOR_010")))
    assert list(found) == ["right-section"]
    roster = fleet(item("ship", "Cruiser", 1, upgrade("Fighter Squadron")))
    assert str(problems(roster)["right-section"].says) == (
        "Fighter Squadron may not stand under “Upgrades”: a card of the kind squadron."
    )
    assert problems(roster)["right-section"].severity == "doubt"


def test_a_share_links_cards_stand_where_they_belong() -> None:
    assert illegal(fleet(item("card", "Cruiser", 4))) == ["points"]


def test_counterparts_count_points_and_no_rank() -> None:
    full = (item("unit", "commander troop"), item("unit", "corps troop", 6))
    assert illegal(army(item("unit", "Small Friend"), units=full)) == []


# Sets


def test_a_set_the_regulations_do_not_know_is_to_be_looked_at() -> None:
    found = problems(deck(*singles(50), item("deck", "Promo")))["unknown-set"]
    assert (found.severity, str(found.says)) == ("doubt", "The set is not known to the regulations: Promo.")


def test_a_set_may_be_legal_in_some_constructions_only() -> None:
    roster = deck(*singles(50), item("deck", "Twin"))
    found = problems(roster)["legal-sets"]
    assert str(found.says) == "From Twin Suns 2026, which is not legal in Premier: Twin."
    assert illegal(roster, construction="eternal") == []


def test_a_set_that_left_and_one_that_is_not_out_are_told() -> None:
    roster = deck(*singles(50), leaders=(item("leader", "Leia Organa"),))
    assert str(problems(roster)["legal-sets"].says) == (
        "From Spark of Rebellion, which left Premier on 13 March 2026: Leia Organa, Alliance General."
    )
    early = problems(deck(*singles(50)), on=date(2025, 3, 13))["legal-sets"]
    assert str(early.says).startswith("From Jump to Lightspeed, which is legal from 14 March 2025: ")


def test_suspended_cards_are_told_without_a_catalogue_too() -> None:
    found = problems(deck(*singles(50), item("deck", "Force Throw")), known=False)["suspended"]
    assert str(found.says) == "Force Throw is suspended since 22 September 2025."
    assert kinds(deck(*singles(50), item("deck", "Force Throw")), known=False, on=date(2025, 9, 21)) == []


def test_a_suspension_may_end() -> None:
    rules = rules_of("unlimited-1.3")
    ended = tuple(each.model_copy(update={"ends": date(2026, 1, 31)}) for each in rules.suspensions)
    roster = deck(*singles(50), item("deck", "Force Throw"))
    told = check(roster, rules.model_copy(update={"suspensions": ended}), Terms("premier", date(2026, 2, 1)))
    assert told.problems == ()


def test_leg_legal_1_a_card_that_is_not_released() -> None:
    tank = card("unit", "Tank", 10, factions=REBEL, slot="heavy", flags=frozenset({"unreleased"}))
    found = problems(army(item("unit", "Tank")), known=catalogue("legion", (*LEGION.cards, tank)))["released"]
    assert (str(found.says), found.clause) == ("Tank is not released.", "LEG-LEGAL-1")


def test_a_product_whose_release_is_not_known_is_told_once() -> None:
    assert tuple(map(str, checked(army()).unmade)) == (
        "Whether every product was out in time: its release is not known here.",
    )


# Counting


def test_without_a_catalogue_what_names_slots_and_points_allow_is_checked() -> None:
    squadrons = item("squadron", "Whatever", 5, points=27)
    assert illegal(fleet(squadrons), known=False) == ["squadron-points"]
    both = (DODONNA, upgrade("Mon Mothma"))
    stated = replace(fleet(flagship=item("ship", "Frigate", 1, *both)), commander="General Dodonna")
    assert illegal(stated, known=False) == []
    slots = tuple(replace(each, slot="commander") for each in both)
    assert illegal(fleet(flagship=item("ship", "Frigate", 1, *slots)), known=False) == ["commander"]
    assert illegal(army(hand=(*HAND[2:], HAND[2], ORDERS)), known=False) == ["command-hand", "copies"]
    assert illegal(army(battle=BATTLE[1:]), known=False) == ["battle-cards"]
    assert illegal(deck(*singles(49), item("sideboard", "X", 11)), known=False) == [
        "deck",
        "sideboard",
        "copies",
    ]


def test_without_a_catalogue_the_rest_is_listed() -> None:
    found = checked(fleet(item("ship", "Transport", 5, points=18)), known=False)
    assert found.problems == ()
    assert tuple(map(str, found.unmade)) == (
        "Whether it is within 400 points: the list says nothing of points.",
        "How many flotillas there are: that needs a catalogue of cards.",
        "How many commanders there are: that needs a catalogue of cards.",
        "How many assault objectives there are: that needs a catalogue of cards.",
        "How many defense objectives there are: that needs a catalogue of cards.",
        "How many navigation objectives there are: that needs a catalogue of cards.",
        "Whether every card is of one faction: that needs a catalogue of cards.",
        "Whether every unique card is there once only: that needs a catalogue of cards.",
        "Whether any item carries more than 1 title: that needs a catalogue of cards.",
        "Whether any item carries more than 1 modification: that needs a catalogue of cards.",
        "Whether a card is a campaign card: that needs a catalogue of cards.",
        "Whether every name means one card only: that needs a catalogue of cards.",
    )


def test_the_other_games_without_a_catalogue() -> None:
    assert "How many unique units there are: that needs a catalogue of cards." in map(
        str, checked(warband(item("unit", "Spearmen")), known=False).unmade
    )
    assert "Whether every card of a character has its character: that needs a catalogue of cards." in map(
        str, checked(army(), known=False).unmade
    )
    keys = deck(item("deck", "", 2, key="SOR_222"), *singles(50))
    told = [str(each) for each in checked(keys, known=False, construction="twin-suns").unmade]
    assert "Whether the leaders share Heroism or Villainy: that needs a catalogue of cards." in told
    assert "Copies of one card under several numbers: that needs a catalogue of cards." in told
    last = checked(keys, known=False, construction="twin-suns").problems[-1]
    assert str(last.says).startswith("There are 2 copies of SOR")


def test_terrain_without_known_capacity_is_told() -> None:
    roster = warband(terrain=(item("terrain", "Unknown", 4),))
    told = "Whether any two terrain cards have more than 8 capacity together: some cards are not known."
    assert told in map(str, checked(roster).unmade)


def test_squadrons_without_price_leave_only_the_upper_bound_open() -> None:
    open_price = fleet(item("squadron", "A", points=100), item("squadron", "B"))
    found = checked(open_price, known=False)
    assert "How many points of squadrons there are: that needs a catalogue of cards." in map(
        str, found.unmade
    )
    assert illegal(fleet(item("squadron", "A", points=135), item("squadron", "B")), known=False) == [
        "squadron-points"
    ]


def test_different_cards_can_be_limited_and_merely_doubted() -> None:
    limit = RosterLimit(
        id="kinds",
        what="kinds",
        sections=("deck",),
        measure="different",
        most=1,
        weight="doubt",
        clause="SWU-PREM-1",
    )
    rules = changed(rules_of("unlimited-1.3"), limits=(limit,), checks=(), copies=())
    found = check(deck(item("deck", "A", 3), item("deck", "B")), rules, Terms("", DAY))
    assert [(each.kind, each.severity) for each in found.problems] == [("kinds", "doubt")]
    assert (found.legal, found.unmade) == (True, ())


def test_pairs_without_a_figure_are_not_checked() -> None:
    rule = next(
        each for each in rules_of("runewars-2.2.2").constructions[0].checks if each.check == "pair-capacity"
    )
    rules = changed(rules_of("runewars-2.2.2"), checks=(rule.model_copy(update={"most": None}),))
    assert check(warband(item("unit", "One")), rules, Terms("", DAY), RUNEWARS).problems == ()


# Words


def test_a_construction_is_found_by_its_id_and_the_first_is_the_usual_one() -> None:
    rules = rules_of("unlimited-1.3")
    assert construction_of(rules, "").id == "premier"
    assert construction_of(rules, "limited").id == "limited"
    with pytest.raises(LookupError, match="no construction nonsense; there are premier, twin-suns"):
        construction_of(rules, "nonsense")


def test_names_are_listed_up_to_five() -> None:
    assert [str(listed("ab"[:count])) for count in range(3)] == ["", "a", "a and b"]
    assert str(listed("abcc")) == "a, b and c"
    assert str(listed("abcdefg")) == "a, b, c, d, e and 2 more"
    assert str(day(date(2024, 11, 8))) == "8 November 2024"


def test_names_written_so_that_nobody_confuses_them() -> None:
    assert written(UNLIMITED.by_key["SOR_017"], UNLIMITED) == "Han Solo, Audacious Smuggler"
    assert written(ARMADA.cards[0], ARMADA) == "Frigate"
    same = catalogue(
        "armada",
        (
            card("ship", "Gozanti", 23, factions=EMPIRE, slot="officer"),
            card("ship", "Gozanti", 24, factions=("separatist",)),
        ),
    )
    assert [written(each, same) for each in same.cards] == ["Gozanti (Empire)", "Gozanti (Separatist)"]
    twins = catalogue(
        "armada", (card("upgrade", "A", 1, key="k1"), card("upgrade", "A", 2, key="k2", slot="x"))
    )
    assert [written(each, twins) for each in twins.cards] == ["A (k1)", "A (X)"]


def test_run_list_2_cards_of_another_faction_are_not_confused() -> None:
    cards = (card("unit", "Rider", 5, factions=("daqan",)), card("upgrade", "Rider", 5, factions=("waiqar",)))
    known = catalogue("runewars", (*RUNEWARS.cards, *cards))
    assert kinds(warband(item("unit", "Rider")), known=known) == []
    neutral = catalogue("runewars", (*known.cards, card("upgrade", "Rider", 6)))
    assert kinds(warband(item("unit", "Rider")), known=neutral) == ["told-apart"]


def test_pla_list_2_cards_of_one_name_are_confused_at_the_same_price_only() -> None:
    def known(points: int, on: date | None = None) -> Catalogue:
        ace = card("squadron", "Ace", 5, factions=REBEL)
        officer = replace(card("upgrade", "Ace", slot="officer"), prices=(Price(points, starts=on),))
        return catalogue("armada", (*ARMADA.cards, ace, officer))

    roster = fleet(item("squadron", "Ace"))
    found = problems(roster, "armada-pl", known(5))["told-apart"]
    assert str(found.says) == "More than one card is called Ace."
    assert (str(found.mend), found.clause) == ("Write Ace (Squadron).", "PLA-LIST-2")
    assert "told-apart" not in kinds(roster, "armada-pl", known(6))
    assert "told-apart" not in kinds(roster, "armada-pl", known(5, date(2026, 8, 2))), "not its price yet"
    assert "told-apart" in kinds(roster, "armada-4.0", known(6)), "there the name alone counts"


def test_without_a_rule_nothing_is_confusable() -> None:
    own = UNLIMITED.by_key["TWI_196"]
    assert confusable(own, UNLIMITED, rules_of("unlimited-1.3"), Terms("", DAY), "") == ()


def test_a_release_at_the_end_of_time_is_no_trouble() -> None:
    last = card("unit", "Last", 1, factions=REBEL, slot="support", released=date.max)
    known = catalogue("legion", (*LEGION.cards, last))
    assert illegal(army(item("unit", "Last")), known=known, later=10**9, tier="competitive") == ["released"]


def test_leader_and_base_alone() -> None:
    assert illegal(Roster("unlimited", (LEADER, BASE))) == ["missing-deck"]


def test_items_without_a_name_are_called_by_their_key() -> None:
    found = checked(Roster("unlimited", (Item("deck", "", key="XYZ_001", count=4),))).problems
    assert "There are 4 copies of XYZ_001; at most 3 are allowed." in [str(each.says) for each in found]


def test_many_cards_with_too_many_copies_are_told_in_one_sentence() -> None:
    cards = tuple(Item("deck", "", key=f"XYZ_00{at}", count=5) for at in range(4))
    (found,) = (each for each in checked(Roster("unlimited", cards)).problems if each.kind == "copies")
    assert str(found.says) == (
        "Of each card at most 3 are allowed; of 4 cards there are more: "
        "5 × XYZ_000, 5 × XYZ_001, 5 × XYZ_002 and 5 × XYZ_003."
    )
    assert str(found.mend) == "Take out 8 in all."
    assert len(found.items) == 4


def test_cards_of_a_kind_the_catalogue_lacks_are_not_doubted_one_by_one() -> None:
    bare = catalogue("legion", tuple(card for card in LEGION.cards if card.kind != "battle"))
    found = checked(
        army(item("unit", "Nobody", slot="support"), battle=(item("battle", "Dawn", slot="condition"),)),
        known=bare,
    )
    assert "Whether these cards are in order: Dawn; the catalogue has none of their kind." in map(
        str, found.unmade
    )
    assert [str(each.says) for each in found.problems if each.kind == "unknown-card"] == [
        "The catalogue has no card called Nobody."
    ]


def test_names_with_commas_are_listed_by_semicolons() -> None:
    assert (
        str(listed(["Han Solo, Reluctant Hero", "Waylay", "Cunning"]))
        == "Han Solo, Reluctant Hero; Waylay and Cunning"
    )


def test_only_what_could_be_checked_is_whole_and_a_season_is_told_with_its_clauses() -> None:
    assert checked(fleet()).whole
    assert not checked(fleet(), known=False).whole
    season = season_of("legion-2.0", "rules-2.6")
    found = problems(army(), season=season)["season"]
    assert (found.severity, found.clause) == ("note", "LEG-BATTLE-1")
    assert "departs from the printed text: LEG-BATTLE-1" in str(found.says)
    assert "season" not in problems(army())
