"""Worked examples of what players may bring, each limit at, below and above its boundary, under its number.

D numbers are those of the project's digest of the regulations.
"""

from __future__ import annotations

from datetime import date

import pytest

from muster.core.roster.naming import written
from muster.core.roster.roster import Item
from roster_check_cases import (
    ARMADA,
    BASE,
    BATTLE,
    DODONNA,
    HAND,
    LEADER,
    LEGION,
    OBJECTIVES,
    ORDERS,
    RUNEWARS,
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

REGULATIONS = ("armada-4.0", "armada-pl")


def points(number: int) -> tuple[Item, ...]:
    """Squadrons of a point each."""
    return (item("squadron", "Half Squadron", number),)


# D1 to D4: naming


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_d1_darth_vader_alone_is_not_unique_and_with_squadron_it_is(regulations: str) -> None:
    ship = item("ship", "Destroyer", 1, upgrade("Darth Vader", points=36))
    roster = fleet(item("squadron", "Darth Vader"), flagship=ship)
    names = [written(each.card, ARMADA) for each in checked(roster, regulations).resolved if each.card]
    assert "Darth Vader (Squadron)" in names
    assert "Darth Vader (Commander)" in names


def test_d1_arm_list_2_a_bare_name_comes_with_the_one_to_write() -> None:
    found = problems(fleet(item("squadron", "Wedge Antilles")))["told-apart"]
    assert (found.clause, found.severity) == ("ARM-LIST-2", "note")
    assert str(found.mend) == "Write Wedge Antilles (Squadron)."


def test_d1_arm_list_2_a_name_told_apart_is_in_order() -> None:
    assert kinds(fleet(item("squadron", "Wedge Antilles", version="Squadron"))) == []


def test_d1_pla_list_2_a_bare_name_of_another_price_is_in_order() -> None:
    assert kinds(fleet(item("squadron", "Wedge Antilles")), "armada-pl") == []


def test_d1_pla_list_2_name_and_points_alike_are_told_apart() -> None:
    same = catalogue(
        "armada", (*ARMADA.cards, card("upgrade", "Wedge Antilles", 19, factions=("rebel",), slot="crew"))
    )
    found = problems(fleet(item("squadron", "Wedge Antilles")), "armada-pl", same)["told-apart"]
    assert (found.clause, str(found.mend)) == ("PLA-LIST-2", "Write Wedge Antilles (Squadron).")


def test_d1_a_name_of_two_cards_in_one_place_asks_which() -> None:
    roster = fleet(flagship=item("ship", "Destroyer", 1, upgrade("Darth Vader")))
    found = problems(roster)["several-cards"]
    assert (found.severity, found.clause) == ("doubt", "ARM-LIST-2")
    assert str(found.says) == "Darth Vader could be Darth Vader (Commander), Darth Vader (Officer)."


def test_d2_arduus_is_not_unique() -> None:
    found = problems(warband(item("unit", "Spearmen", 1, upgrade("Arduus"), form="2x1")))
    assert "several-cards" not in found  # one card has the word itself, the other only as a part
    both = catalogue(
        "runewars", (card("upgrade", "Arduus Ix'Erebus", 9), card("upgrade", "Arduus Banner", 3))
    )
    found = problems(warband(item("unit", "Spearmen", 1, upgrade("Arduus"))), known=both)
    assert str(found["several-cards"].says) == "Arduus could be Arduus Ix'Erebus, Arduus Banner."
    assert found["several-cards"].clause == "RUN-LIST-2"


def test_d2_arduus_ix_erebus_is() -> None:
    assert kinds(warband(item("unit", "Spearmen", 1, upgrade("Arduus Ix'Erebus"), form="2x1"))) == []


def test_d3_mpl_57_trooper_is_not_unique() -> None:
    found = problems(army(item("unit", "support troop", 1, upgrade("MPL-57 Trooper"))))["several-cards"]
    assert found.clause == "LEG-LIST-3"
    assert "MPL-57 Ion Trooper" in str(found.says)
    assert "MPL-57 Barrage Trooper" in str(found.says)


def test_d3_mpl_57_ion_trooper_is() -> None:
    assert kinds(army(item("unit", "support troop", 1, upgrade("MPL-57 Ion Trooper")))) == []


def test_d4_luke_skywalker_needs_operative() -> None:
    found = problems(army(item("unit", "Luke Skywalker", slot="operative")))["told-apart"]
    assert str(found.mend) == "Write Luke Skywalker (Operative)."
    assert kinds(army(item("unit", "Luke Skywalker", version="Operative"))) == []


def test_d4_scout_troopers_need_strike_team() -> None:
    team = next(each for each in LEGION.cards if each.subtitle == "Strike Team")
    assert written(team, LEGION) == "Scout Troopers (Strike Team)"
    assert kinds(army(item("unit", "Scout Troopers", version="Strike Team"))) == []
    assert "told-apart" in kinds(army(item("unit", "Scout Troopers", points=20)))


# D25: Armada


@pytest.mark.parametrize("regulations", REGULATIONS)
@pytest.mark.parametrize(("more", "found"), [(109, []), (110, []), (111, ["points"])])
def test_d25_fleet_400_is_allowed_and_401_not(regulations: str, more: int, found: list[str]) -> None:
    ships = (item("ship", "Cruiser", 2), item("ship", "Frigate", 1, upgrade("Better Engines")))
    parts = (item("squadron", "Half Squadron", more - 35), *ships[1:])
    roster = fleet(ships[0], *parts)
    assert checked(roster, regulations).totals.counts == 290 + more
    assert illegal(roster, regulations) == found


def test_d25_the_problem_of_points_tells_figures_and_clause() -> None:
    found = problems(fleet(item("ship", "Cruiser", 4)))["points"]
    assert (
        str(found.says)
        == "It is worth 470 points at the prices of this event; 400 are allowed, so 70 too many."
    )
    assert (str(found.mend), found.clause) == ("Take out 70 points or more.", "ARM-FLEET-1")


@pytest.mark.parametrize("regulations", REGULATIONS)
@pytest.mark.parametrize(("worth", "found"), [(133, []), (134, []), (135, ["squadron-points"])])
def test_d25_squadrons_134_are_allowed_and_135_not(regulations: str, worth: int, found: list[str]) -> None:
    assert illegal(fleet(*points(worth)), regulations) == found


@pytest.mark.parametrize(("count", "found"), [(1, []), (2, []), (3, ["flotillas"])])
def test_d25_flotillas_2_are_allowed_and_3_not(count: int, found: list[str]) -> None:
    assert illegal(fleet(item("ship", "Transport", count))) == found


def test_d25_armada_pl_has_no_limit_of_flotillas() -> None:
    assert illegal(fleet(item("ship", "Transport", 5)), "armada-pl") == []


@pytest.mark.parametrize("regulations", REGULATIONS)
@pytest.mark.parametrize(
    ("commanders", "found"),
    [((), ["commander"]), ((DODONNA,), []), ((DODONNA, upgrade("Mon Mothma")), ["commander"])],
)
def test_d25_commanders_0_or_2_are_not_allowed(
    regulations: str, commanders: tuple[Item, ...], found: list[str]
) -> None:
    assert illegal(fleet(flagship=item("ship", "Frigate", 1, *commanders)), regulations) == found


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_d25_objectives_2_or_4_are_not_allowed(regulations: str) -> None:
    assert illegal(fleet(objectives=OBJECTIVES), regulations) == []
    assert illegal(fleet(objectives=OBJECTIVES[:2]), regulations) == ["navigation-objective"]
    four = (*OBJECTIVES, item("objective", "Opening Salvo"))
    assert illegal(fleet(objectives=four), regulations) == ["assault-objective"]


def test_d25_objectives_left_out_altogether_are_asked_for() -> None:
    found = problems(fleet(objectives=()))["missing-objective"]
    assert (found.severity, found.clause) == ("doubt", "ARM-FLEET-6")
    assert problems(fleet(objectives=()), "armada-pl")["missing-objective"].severity == "illegal"


# D25: Runewars


def spearmen(worth: int) -> tuple[Item, ...]:
    """Units of so many points."""
    return item("unit", "Spearmen", 3, form="3x2"), item("unit", "One", worth - 150)


@pytest.mark.parametrize(("worth", "found"), [(199, []), (200, []), (201, ["points"])])
def test_d25_army_200_is_allowed_and_201_not(worth: int, found: list[str]) -> None:
    roster = warband(*spearmen(worth))
    assert checked(roster).totals.event == worth
    assert illegal(roster) == found


@pytest.mark.parametrize(("count", "found"), [(1, []), (2, []), (3, ["unique-units"])])
def test_d25_unique_units_2_are_allowed_and_3_not(count: int, found: list[str]) -> None:
    names = ("Lord Hawthorne", "Maegan", "Kari Wraithstalker")[:count]
    assert illegal(warband(*(item("unit", name) for name in names))) == found


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("Middle", "Middle", "Small", "Small"), []),
        (("Big", "Small", "Flat", "Flat"), []),
        (("Big", "Middle", "Flat", "Flat"), ["pair-capacity"]),
        (("Big", "Big", "Flat", "Flat"), ["pair-capacity"]),
        (("Middle", "Small", "Flat"), ["terrain-cards"]),
        (("Middle", "Middle", "Small", "Small", "Flat"), ["terrain-cards"]),
        (("Small", "Small", "Small", "Flat"), ["copies"]),
    ],
)
def test_d25_terrain_capacities_and_copies(names: tuple[str, ...], found: list[str]) -> None:
    roster = warband(item("unit", "One"), terrain=tuple(item("terrain", name) for name in names))
    assert illegal(roster) == found


def test_d25_terrain_of_6_and_4_names_the_10() -> None:
    terrain = tuple(item("terrain", name) for name in ("Big", "Middle", "Flat", "Flat"))
    found = problems(warband(terrain=terrain))["pair-capacity"]
    assert str(found.says) == "Big (6) and Middle (4) have 10 capacity together; 8 are allowed."
    assert found.clause == "RUN-TERR-1"


def test_d25_terrain_left_out_is_asked_for() -> None:
    assert illegal(warband(item("unit", "One"), terrain=())) == ["missing-terrain"]


# D25: Legion


def infantry(worth: int) -> tuple[Item, ...]:
    """A commander and corps units of so many points, at most 6 with their gear."""
    gear = worth - 710
    return (
        item("unit", "commander troop"),
        item("unit", "Hundred", 5),
        item("unit", "support troop"),
        *(item("unit", "Luke Skywalker", 1, upgrade("Point", count=gear), version="Operative", points=200),),
    )


@pytest.mark.parametrize(("worth", "found"), [(799, []), (800, []), (801, ["points"])])
def test_d25_army_800_is_allowed_and_801_not(worth: int, found: list[str]) -> None:
    roster = army(units=infantry(worth - 10))
    assert checked(roster).totals.event == worth
    assert illegal(roster) == found


def test_leg_army_1_an_event_may_set_another_limit() -> None:
    roster = army(units=infantry(790))
    assert illegal(roster, most=799) == ["points"]
    assert illegal(roster, most=1000) == []


@pytest.mark.parametrize(
    ("rank", "least", "most", "kind"),
    [
        ("commander", 1, 2, "commanders"),
        ("operative", 0, 2, "operatives"),
        ("corps", 3, 6, "corps"),
        ("special", 0, 3, "special-forces"),
        ("support", 0, 3, "supports"),
        ("heavy", 0, 2, "heavies"),
    ],
)
def test_d25_legion_ranks(rank: str, least: int, most: int, kind: str) -> None:
    base = {"commander": 1, "corps": 3}
    for count in (least - 1, least, most, most + 1):
        ranks = {**base, rank: count}
        units = tuple(item("unit", f"{each} troop", number) for each, number in ranks.items() if number > 0)
        assert illegal(army(units=units)) == ([] if least <= max(count, 0) <= most else [kind]), count


def test_d25_hand_2_2_2_and_standing_orders() -> None:
    assert illegal(army()) == []
    assert illegal(army(hand=HAND)) == ["command-hand", "standing-orders"]
    assert illegal(army(hand=(*HAND[1:], ORDERS))) == ["command-hand", "one-pip"]
    three = (*HAND[1:], item("command", "Order 2c"), ORDERS)
    assert illegal(army(hand=three)) == ["one-pip", "two-pip"]
    eight = (*HAND, item("command", "Order 3c"), ORDERS)
    assert illegal(army(hand=eight)) == ["command-hand", "three-pip"]


def test_d25_hand_without_duplicates() -> None:
    twice = (item("command", "Order 1a", 2), *HAND[2:], ORDERS)
    found = problems(army(hand=twice))["copies"]
    assert (str(found.says), found.clause) == (
        "There are 2 copies of Order 1a; at most 1 is allowed.",
        "LEG-HAND-1",
    )


def test_leg_hand_1_a_characters_card_needs_the_character() -> None:
    hand = (HAND[0], item("command", "Luke's Card"), *HAND[2:], ORDERS)
    found = problems(army(hand=hand))["character-cards"]
    assert str(found.says) == "Luke's Card is a card of Luke Skywalker, who is not in the roster."
    assert illegal(army(item("unit", "Luke Skywalker", version="Operative"), hand=hand)) == []


def test_d25_battle_cards_4_4_4_are_allowed_and_5_4_3_not() -> None:
    assert illegal(army(battle=BATTLE)) == []
    other = (*BATTLE[:-1], item("battle", "objective 5"))
    assert illegal(army(battle=other)) == ["objectives", "conditions"]
    assert illegal(army(battle=BATTLE[:-1])) == ["battle-cards", "conditions"]
    thirteen = (*BATTLE, item("battle", "objective 5"))
    assert illegal(army(battle=thirteen)) == ["battle-cards", "objectives"]
    twice = (*BATTLE[:-1], BATTLE[-2])
    assert illegal(army(battle=twice)) == ["copies"]


def test_leg_list_1_hand_and_battle_deck_left_out_are_asked_for() -> None:
    found = problems(army(hand=(), battle=()))
    assert list(found) == ["missing-battle", "missing-command"]
    assert str(found["missing-command"].says) == "The list leaves out the command hand."
    assert str(found["missing-command"].mend) == "Add the command hand: 7 cards."


# D36: Unlimited


@pytest.mark.parametrize(("count", "found"), [(49, ["deck"]), (50, []), (51, [])])
def test_d36_deck_50_is_allowed_and_49_not(count: int, found: list[str]) -> None:
    assert illegal(deck(*singles(count))) == found


@pytest.mark.parametrize(("count", "found"), [(9, []), (10, []), (11, ["sideboard"])])
def test_d36_side_10_is_allowed_and_11_not(count: int, found: list[str]) -> None:
    assert illegal(deck(*singles(50), *singles(count, "sideboard", 50))) == found


@pytest.mark.parametrize(("side", "found"), [(0, []), (1, []), (2, ["copies"])])
def test_d36_copies_count_over_deck_and_side(side: int, found: list[str]) -> None:
    both = (
        (item("deck", "Waylay", 2), item("sideboard", "Waylay", side))
        if side
        else (item("deck", "Waylay", 2),)
    )
    assert illegal(deck(*singles(50), *both)) == found


def test_d36_another_printing_is_a_copy_and_another_subtitle_is_not() -> None:
    printings = (item("deck", "", 2, key="SOR_222"), item("deck", "", 2, key="LAW_226"))
    assert illegal(deck(*singles(50), *printings)) == ["copies"]
    before = date(2026, 1, 1)
    names = [item("deck", "Plo Koon", 3, subtitle=each) for each in ("Koh-to-yah!", "Wise")]
    assert illegal(deck(*singles(50), *names), on=before) == []


@pytest.mark.parametrize(("count", "found"), [(29, ["deck"]), (30, []), (31, [])])
def test_d36_limited_30_is_allowed_and_29_not(count: int, found: list[str]) -> None:
    roster = deck(item("deck", "Unit 0", count), *singles(40, "sideboard"))
    assert illegal(roster, construction="limited") == found


TWO = (item("leader", "Han Solo"), item("leader", "Leia Organa"))


@pytest.mark.parametrize(
    ("on", "count", "found"),
    [
        (date(2025, 3, 13), 49, ["deck"]),
        (date(2025, 3, 13), 50, []),
        (date(2025, 3, 14), 50, ["deck"]),
        (date(2025, 3, 14), 79, ["deck"]),
        (date(2025, 3, 14), 80, []),
    ],
)
def test_d36_twin_suns_needs_80_from_14_march_2025(on: date, count: int, found: list[str]) -> None:
    rules = rules_of("unlimited-1.3")
    unrestricted = catalogue("unlimited", (*(card("unit", f"Unit {n}", set="SOR") for n in range(90)),))
    leaders = tuple(
        card("leader", name, set="SOR", flags=frozenset({"heroism"})) for name in ("Han Solo", "Leia Organa")
    )
    known = catalogue("unlimited", (*unrestricted.cards, *leaders, card("base", "Level 1313", set="SOR")))
    roster = deck(*singles(count), leaders=TWO)
    assert rules.constructions[1].id == "twin-suns"
    assert illegal(roster, known=known, on=on, construction="twin-suns") == found


def test_swu_twin_1_leaders_share_a_side_copies_are_single_and_there_is_no_side() -> None:
    full = singles(80)
    assert illegal(deck(*full, leaders=TWO), construction="twin-suns") == []
    assert illegal(deck(*full, leaders=TWO[:1]), construction="twin-suns") == ["leaders"]
    other = (item("leader", "Han Solo"), item("leader", "Darth Vader"))
    assert illegal(deck(*full, leaders=other), construction="twin-suns") == ["shared-aspect"]
    twice = (*full, item("deck", "Waylay", 2))
    assert illegal(deck(*twice, leaders=TWO), construction="twin-suns") == ["copies"]
    side = (*full, item("sideboard", "Waylay"))
    assert illegal(deck(*side, leaders=TWO), construction="twin-suns") == ["sideboard"]


@pytest.mark.parametrize(("on", "found"), [(date(2024, 11, 7), []), (date(2024, 11, 8), ["suspended"])])
def test_d36_boba_fett_is_suspended_from_8_november_2024(on: date, found: list[str]) -> None:
    known = catalogue(
        "unlimited",
        (
            card("leader", "Boba Fett", subtitle="Collecting the Bounty", set="SOR"),
            card("base", "Level 1313", set="SOR"),
            *(card("unit", f"Unit {n}", set="SOR") for n in range(50)),
        ),
    )
    fett = (item("leader", "Boba Fett", subtitle="Collecting the Bounty"),)
    assert illegal(deck(*singles(50), leaders=fett), known=known, on=on) == found


@pytest.mark.parametrize(("leaders", "found"), [(0, ["leaders"]), (1, []), (2, ["leaders"])])
def test_swu_prem_1_exactly_one_leader(leaders: int, found: list[str]) -> None:
    assert illegal(deck(*singles(50), leaders=(*[LEADER] * leaders,))) == found


@pytest.mark.parametrize(("bases", "found"), [(0, ["bases"]), (1, []), (2, ["bases"])])
def test_swu_prem_1_exactly_one_base(bases: int, found: list[str]) -> None:
    assert illegal(deck(*singles(50), bases=(*[BASE] * bases,))) == found


def test_swu_prem_1_no_leader_and_no_base_in_the_sideboard() -> None:
    side = (item("sideboard", "Leia Organa", subtitle="Alliance General"), item("sideboard", "Data Vault"))
    found = checked(deck(*singles(50), *side)).problems
    assert [each.kind for each in found] == ["right-section"] * 2
    assert (
        str(found[0].says)
        == "Leia Organa, Alliance General may not stand under “Sideboard”: a card of the kind leader."
    )


@pytest.mark.parametrize(
    ("base", "count", "found"),
    [
        ("Data Vault", 59, ["deck"]),
        ("Data Vault", 60, []),
        ("Thermal Oscillator", 44, ["deck"]),
        ("Thermal Oscillator", 45, []),
    ],
)
def test_bases_that_change_the_least_cards(base: str, count: int, found: list[str]) -> None:
    assert illegal(deck(*singles(count), bases=(item("base", base),))) == found


@pytest.mark.parametrize(("count", "found"), [(15, []), (16, ["copies"])])
def test_swarming_vulture_droid_up_to_15(count: int, found: list[str]) -> None:
    roster = deck(*singles(50), item("deck", "Swarming Vulture Droid", count))
    assert illegal(roster, on=date(2025, 12, 1)) == found


@pytest.mark.parametrize(
    ("on", "found"), [(date(2025, 3, 13), ["legal-sets"]), (date(2025, 3, 14), []), (date(2026, 8, 1), [])]
)
def test_swu_legal_1_a_set_is_legal_on_its_release_day(on: date, found: list[str]) -> None:
    known = catalogue(
        "unlimited",
        (
            card("leader", "Han Solo", subtitle="Audacious Smuggler", set="JTL"),
            card("base", "Level 1313", set="JTL"),
            *(card("unit", f"Unit {n}", set="JTL") for n in range(50)),
        ),
    )
    kinds_found = illegal(deck(*singles(50)), known=known, on=on)
    assert sorted(set(kinds_found)) == found


@pytest.mark.parametrize(
    ("on", "construction", "found"),
    [
        (date(2026, 3, 12), "premier", []),
        (date(2026, 3, 13), "premier", ["legal-sets"]),
        (date(2026, 3, 13), "eternal", []),
    ],
)
def test_b49_three_sets_leave_premier_on_13_march_2026(on: date, construction: str, found: list[str]) -> None:
    leader = (item("leader", "Leia Organa"),)
    assert illegal(deck(*singles(50), leaders=leader), on=on, construction=construction) == found


def test_swu_legal_1_a_reprint_makes_the_older_card_legal() -> None:
    assert "legal-sets" not in [
        each.kind
        for each in checked(deck(*singles(50), item("deck", "", key="SOR_222"))).problems
        if "Waylay" in str(each.says)
    ]


# D37: release windows

RELEASED = date(2018, 3, 1)


@pytest.mark.parametrize(
    ("regulations", "tier", "on", "found"),
    [
        ("armada-pl", "relaxed", date(2018, 2, 28), ["released"]),
        ("armada-pl", "relaxed", date(2018, 3, 1), []),
        ("armada-pl", "formal", date(2018, 3, 1), []),
        ("armada-pl", "premier", date(2018, 3, 11), ["released"]),
        ("armada-pl", "premier", date(2018, 3, 12), []),
        ("armada-4.0", "premier", date(2018, 2, 1), []),
    ],
)
def test_d37_armada_products(regulations: str, tier: str, on: date, found: list[str]) -> None:
    known = catalogue(
        "armada", [card(each.kind, each.name, 1, slot=each.slot, released=RELEASED) for each in ARMADA.cards]
    )
    assert sorted(set(illegal(fleet(), regulations, known, on, tier=tier))) == found


@pytest.mark.parametrize(
    ("tier", "on", "later", "found"),
    [
        ("casual", date(2018, 3, 1), 0, []),
        ("competitive", date(2018, 3, 11), 0, ["released"]),
        ("competitive", date(2018, 3, 12), 0, []),
        ("competitive", date(2018, 3, 12), 7, ["released"]),
        ("competitive", date(2018, 3, 19), 7, []),
    ],
)
def test_d37_legion_products(tier: str, on: date, later: int, found: list[str]) -> None:
    tank = card("unit", "Tank", 10, factions=("rebel",), slot="heavy", released=RELEASED)
    known = catalogue("legion", (*LEGION.cards, tank))
    assert illegal(army(item("unit", "Tank")), "", known, on, tier=tier, later=later) == found
    if found:
        says = str(
            problems(army(item("unit", "Tank")), "", known, on, tier=tier, later=later)["released"].says
        )
        assert says.startswith("Tank is legal from ")


@pytest.mark.parametrize(
    ("tier", "on", "found"),
    [
        ("relaxed", date(2018, 3, 1), []),
        ("premier", date(2018, 3, 11), ["released"]),
        ("premier", date(2018, 3, 12), []),
    ],
)
def test_d37_runewars_products(tier: str, on: date, found: list[str]) -> None:
    golem = card("unit", "Golem", 30, factions=("daqan",), released=RELEASED)
    known = catalogue("runewars", (*RUNEWARS.cards, golem))
    assert illegal(warband(item("unit", "Golem")), "", known, on, tier=tier) == found
