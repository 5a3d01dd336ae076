"""Rules that a sentence states without an example of its own, each under every set of regulations that has it."""

from __future__ import annotations

from datetime import date

import pytest

from muster.core.roster.roster import Resolved, Roster, Totals
from muster.core.roster.tally import pieces, tally
from muster.core.scoring import Tally
from muster.core.scoring.reports import MarginReport, ShareReport
from muster.core.tournament import commands, queries
from muster.exchange.rosters.counting import who_decides
from muster.rules.load import load
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring, PlacingScoring
from roster_check_cases import (
    army,
    card,
    catalogue,
    deck,
    fleet,
    item,
    problems,
    rules_of,
    singles,
    warband,
    without,
)
from scoring_cases import ARMADA, ARMADA_PL, LEGION, RUNEWARS, outcome_of, points_of
from tournament_cases import DAY, IDS, Desk, custom, desk, lower_wins

MINIATURES = ("armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2")
BY_MARGIN = (ARMADA, ARMADA_PL, RUNEWARS)

# Tournaments


@pytest.mark.parametrize("regulations", IDS)
def test_players_are_paired_for_every_round_and_ranked_by_how_they_did(regulations: str) -> None:
    at = desk(regulations, players=8, **custom(3)).rounds(3, lower_wins)
    for round_ in at.state.rounds:
        seated = [player for match in round_.matches.values() for player in match.pairing.players]
        assert sorted(seated) == sorted(at.state.players)
    table = queries.table(at.state)
    assert list(table.points) == sorted(table.points, reverse=True)
    assert table.order[0] == 1  # who wins whatever they play
    assert table.points[0] > table.points[-1]


@pytest.mark.parametrize("regulations", IDS)
def test_every_swiss_round_gives_its_points_and_standings_can_be_had_after_each(regulations: str) -> None:
    at = desk(regulations, players=8, **custom(3))
    for number in (1, 2, 3):
        at.rounds(1, lower_wins)
        records = queries.records(at.state)
        assert {len(own) for own in records.values()} == {number}
        for row in queries.table(at.state, number).rows:
            assert row.points == sum(one.side.points for one in records[row.player])


@pytest.mark.parametrize("regulations", MINIATURES)
def test_a_tournament_has_one_of_three_structures(regulations: str) -> None:
    known = load(regulations)
    assert [one.id for one in known.structures] == ["basic", "advanced", "custom"]
    asked = commands.CreateTournament(regulations=known, day=DAY, structure="league")  # type: ignore[arg-type]
    Desk().refused(asked, "bad-setup", "league")


# Scores


@pytest.mark.parametrize("regulations", BY_MARGIN, ids=lambda one: one.id)
def test_a_score_is_what_was_destroyed_and_the_objectives_and_the_higher_wins(
    regulations: Regulations,
) -> None:
    report = MarginReport(end="rounds", scores=(Tally(60, 45), Tally(90)), deciding=1)
    outcome = outcome_of(report, regulations)
    assert outcome.winner == 0
    margins = {one.margin for one in outcome.sides}
    assert margins == {15, 0}


def test_pla_mov_1_400_to_225_is_175_and_8_to_3() -> None:
    report = MarginReport(end="defeated", scores=(Tally(400), Tally(150, 75)), deciding=0, winner=0)
    outcome = outcome_of(report, ARMADA_PL)
    assert ([side.margin for side in outcome.sides], points_of(outcome)) == ([175, 0], (8, 3))


def test_pla_score_2_a_fleet_destroyed_to_the_last_ship_counts_400() -> None:
    report = MarginReport(end="defeated", scores=(Tally(371), Tally(200)), deciding=0, winner=0)
    assert outcome_of(report, ARMADA_PL).sides[0].margin == 200


def test_run_end_2_who_concedes_has_a_loss_without_points_or_margin() -> None:
    report = MarginReport(end="concession", scores=(Tally(10), Tally(20)), by=0)
    own = outcome_of(report, RUNEWARS).sides[0]
    assert (own.verdict, own.points, own.margin) == ("loss", 0, 0)


def test_leg_end_5_the_opponent_of_who_concedes_wins() -> None:
    outcome = outcome_of(ShareReport(end="concession", tokens=(9, 0), by=0), LEGION)
    assert outcome.winner == 1


@pytest.mark.parametrize(("regulations", "objectives"), [("legion-2.0", 0), ("runewars-2.2.2", 10)])
def test_a_score_counts_every_defeated_unit_with_its_upgrades_and_no_other(
    regulations: str, objectives: int
) -> None:
    """`LEG-SCORE-1`, `RUN-SCORE-1`: the army's total of 152 less the 40 that are left is 112."""
    scoring, counted = load(regulations).scoring, rules_of(regulations).tally
    assert not isinstance(scoring, GamesScoring | PlacingScoring)
    assert counted is not None
    carried = item("upgrades", "Banner", points=12)
    units = item("unit", "Cavalry", 1, carried, points=100), item("unit", "Infantry", points=40)
    places = ((0,), units[0]), ((0, 0), carried), ((1,), units[1])
    every = tuple(Resolved(path, one, None, (), None) for path, one in places)
    found = tally(pieces(every, Totals(own=152), counted), {(0,): 1}, scoring.wiped_out, objectives)
    assert (found.added, found.score) == (112, 112 + objectives)


@pytest.mark.parametrize("tier", ["formal", "premier"])
def test_run_seas_1_formal_and_premier_events_draw_from_the_season(tier: str) -> None:
    season = load("runewars-2.2.2").round_draws
    assert season is not None
    at = Desk()
    day = season.seasons[1].starts
    at.do(commands.CreateTournament(regulations=load("runewars-2.2.2"), day=day, tier=tier, **custom(3)))
    at.enter(*range(1, 9)).announce().begin().rounds(3, lower_wins)
    cards = [round_.cards for round_ in at.state.rounds if round_.cards]
    assert {one.deployment for one in cards} == set(season.seasons[1].deployments)
    assert {one.objective for one in cards} == set(season.seasons[1].objectives)


# Lists


@pytest.mark.parametrize(
    ("regulations", "roster", "section", "clause"),
    [
        ("armada-4.0", fleet(), "objective", "ARM-FLEET-6"),
        ("armada-pl", fleet(), "objective", "PLA-LIST-1"),
        ("legion-2.0", army(), "command", "LEG-LIST-1"),
        ("legion-2.0", army(), "battle", "LEG-LIST-1"),
        ("runewars-2.2.2", warband(), "terrain", "RUN-LIST-1"),
    ],
)
def test_a_list_that_leaves_out_what_it_must_name_is_told(
    regulations: str, roster: Roster, section: str, clause: str
) -> None:
    assert f"missing-{section}" not in problems(roster, regulations)
    assert problems(without(roster, section), regulations)[f"missing-{section}"].clause == clause


@pytest.mark.parametrize(
    ("regulations", "clause"),
    [
        ("armada-4.0", "ARM-SET-1"),
        ("armada-pl", "PLA-SET-1"),
        ("legion-2.0", "LEG-SET-1"),
        ("runewars-2.2.2", "RUN-SET-1"),
    ],
)
def test_the_lower_total_decides_who_begins(regulations: str, clause: str) -> None:
    at = desk(regulations, players=4)
    found = who_decides(at.state, rules_of(regulations), "opponents", (390, 400), ("Ada", "Bo"), 0)
    other = who_decides(at.state, rules_of(regulations), "opponents", (390, 400), ("Ada", "Bo"), 1)
    assert found is not None
    assert other is not None
    assert "You have the lower total: you decide" in str(found.says)
    assert "you decide" not in str(other.says)
    assert found.clause == clause


@pytest.mark.parametrize("regulations", ["legion-2.0", "runewars-2.2.2"])
def test_com_legal_1_components_of_every_product_are_legal(regulations: str) -> None:
    checks = {one.check for way in rules_of(regulations).constructions for one in way.checks}
    assert not checks & {"legal-sets", "suspended"}


def test_leg_army_1_an_army_is_of_one_faction() -> None:
    assert "one-faction" not in problems(army())
    assert problems(army(item("unit", "Imperials", slot="corps")))["one-faction"].clause == "LEG-ARMY-1"


@pytest.mark.parametrize("regulations", ["armada-pl", "runewars-2.2.2", "legion-2.0"])
def test_names_that_could_be_several_cards_are_told_apart_under_this_clause(regulations: str) -> None:
    clauses = {"armada-pl": "PLA-LIST-2", "runewars-2.2.2": "RUN-LIST-2", "legion-2.0": "LEG-LIST-3"}
    found = [
        one.clause
        for way in rules_of(regulations).constructions
        for one in way.checks
        if one.check == "told-apart"
    ]
    assert set(found) == {clauses[regulations]}


def test_swu_twin_1_exactly_one_base() -> None:
    two = problems(deck(bases=(item("base", "A"), item("base", "B"))), construction="twin-suns")
    assert two["bases"].clause == "SWU-TWIN-1"
    assert problems(deck(bases=()), construction="twin-suns")["bases"].clause == "SWU-TWIN-1"
    assert "bases" not in problems(deck(), construction="twin-suns")


@pytest.mark.parametrize("section", ["leader", "base"])
def test_swu_lim_1_exactly_one_leader_and_one_base_none_of_them_beside_the_deck(section: str) -> None:
    whole = deck(*singles(30))
    assert f"{section}s" not in problems(whole, construction="limited")
    assert problems(without(whole, section), construction="limited")[f"{section}s"].clause == "SWU-LIM-1"
    wrong = {"leader": "Leia Organa", "base": "Data Vault"}[section]
    two = problems(deck(*singles(30), item(section, wrong)), construction="limited")
    assert two[f"{section}s"].clause == "SWU-LIM-1"
    beside = deck(*singles(30), item("sideboard", wrong))
    assert problems(beside, construction="limited")["right-section"].clause == "SWU-LIM-1"


def test_swu_lim_1_any_number_of_copies_and_a_sideboard_of_any_size() -> None:
    many = deck(item("deck", "Waylay", 30), *singles(25, "sideboard"))
    assert not {"copies", "sideboard"} & set(problems(many, construction="limited"))
    assert "copies" in problems(many)


def test_swu_legal_1_cards_of_a_prerelease_are_good_there_and_nowhere_else_before_their_set_is_out() -> None:
    eve = date(2025, 3, 13)
    assert "legal-sets" not in problems(deck(*singles(30)), construction="limited", on=eve)
    assert problems(deck(*singles(50)), on=eve)["legal-sets"].clause == "SWU-LEGAL-1"


def test_swu_legal_1_a_reprint_is_legal_while_the_rest_of_its_set_is_not() -> None:
    eve, reprint = date(2026, 3, 12), item("deck", "", key="LAW_226")
    known = catalogue(
        "unlimited",
        (
            card("event", "Waylay", key="SOR_222", set="SOR"),
            card("event", "Waylay", key="LAW_226", set="LAW"),
            card("event", "New Here", key="LAW_001", set="LAW"),
        ),
    )
    held = deck(reprint, item("deck", "", key="LAW_001"), leaders=(), bases=())
    says = str(problems(held, known=known, on=eve)["legal-sets"].says)
    assert "New Here" in says
    assert "Waylay" not in says


def test_swu_legal_1_the_sets_of_premier_are_sor_shd_and_twi() -> None:
    out = [one for one in rules_of("unlimited-1.3").sets if one.released <= date(2025, 3, 1)]
    assert {"SOR", "SHD", "TWI"} == {
        one.code for one in out if one.clause == "SWU-LEGAL-1" and not one.constructions
    }
