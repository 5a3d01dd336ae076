"""Setting a tournament up: what it is, its tables, its plan, the start of a stage."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.draws import ChainLink
from muster.core.ids import PlayerId, TableNo
from muster.core.tournament import commands, facts
from muster.core.tournament.acts.base import Chosen
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Plan
from tournament_cases import DAY, Desk, custom, desk, links, rules


def _create(regulations_id: str = "armada-4.0", **given: Any) -> commands.CreateTournament:
    return commands.CreateTournament(regulations=rules(regulations_id), day=DAY, **given)


def _fields(refusal: Refusal) -> list[str]:
    return [problem.field for problem in refusal.problems]


def test_nothing_but_creating_can_be_asked_of_an_empty_journal() -> None:
    Desk().refused(commands.EnterPlayer(PlayerId(1)), "not-created", "create it first")
    Desk().refused(commands.Retract(), "not-created")


def test_a_journal_holds_one_tournament() -> None:
    Desk().create().refused(_create(), "already-created", "holds a tournament already")


def test_a_created_tournament_states_what_was_left_to_the_regulations() -> None:
    (fact,) = Desk().do(_create("unlimited-1.3", tier="competitive"))
    assert isinstance(fact, facts.TournamentCreated)
    assert (fact.tier, fact.swiss_match, fact.elimination_match) == (
        "competitive",
        "best-of-three",
        "best-of-three",
    )
    assert fact.variants == rules("unlimited-1.3").variants


def test_swu_kind_1_a_casual_event_may_play_single_games_and_a_competitive_one_may_not() -> None:
    (fact,) = Desk().do(_create("unlimited-1.3", tier="casual", swiss_match="single-game"))
    assert isinstance(fact, facts.TournamentCreated)
    assert fact.swiss_match == "single-game"
    refusal = Desk().refused(
        _create("unlimited-1.3", tier="competitive", swiss_match="single-game"), "bad-setup", "best-of-three"
    )
    assert _fields(refusal) == ["swiss_match"]


def test_everything_wrong_with_a_set_up_is_said_at_once() -> None:
    refusal = Desk().refused(
        _create(
            tier="royal",
            structure="custom",
            rounds=0,
            cut=-1,
            swiss_match="chess",
            elimination_match="chess",
            tables="9-1",
            variants={"first_round": "by age"},
        ),
        "bad-setup",
        "relaxed, formal, premier",
        "1 to 40",
    )
    assert set(_fields(refusal)) == {
        "tier",
        "tables",
        "rounds",
        "cut",
        "swiss_match",
        "elimination_match",
        "first_round",
    }


def test_own_figures_belong_to_the_custom_structure() -> None:
    refusal = Desk().refused(
        _create(rounds=3, cut=4, cut_kind="at-least-points"), "bad-setup", "custom structure"
    )
    assert _fields(refusal) == ["rounds", "cut", "cut_kind"]


def test_own_figures_have_no_place_in_an_event_of_elimination_only() -> None:
    refusal = Desk().refused(
        _create(first_stage="elimination", structure="custom", rounds=3), "bad-setup", "Leave this empty"
    )
    assert _fields(refusal) == ["rounds"]


def test_a_structure_the_regulations_do_not_have_is_refused() -> None:
    own = rules("armada-4.0")
    own = own.model_copy(update={"structures": tuple(one for one in own.structures if one.id == "basic")})
    refusal = Desk().refused(
        commands.CreateTournament(regulations=own, day=DAY, structure="advanced"),
        "bad-setup",
        "none of basic",
    )
    assert _fields(refusal) == ["structure"]


@pytest.mark.parametrize("kind", ["top-with-ties", "at-least-points", "at-most-losses"])
def test_a_cut_kind_the_regulations_do_not_have_is_refused(kind: str) -> None:
    refusal = Desk().refused(
        _create("unlimited-1.3", **custom(3, 4, cut_kind=kind)), "bad-setup", "no cut of"
    )
    assert _fields(refusal) == ["cut_kind"]
    assert refusal.problems[0].clause == "SWU-ELIM-1"


@pytest.mark.parametrize("kind", ["top-with-ties", "at-least-points", "at-most-losses"])
def test_a_cut_by_points_or_losses_needs_its_figure(kind: str) -> None:
    refusal = Desk().refused(
        _create(structure="custom", rounds=3, cut_kind=kind), "bad-setup", "Enter how many go on"
    )
    assert _fields(refusal) == ["cut"]


@pytest.mark.parametrize("kind", ["top", "top-with-ties"])
@pytest.mark.parametrize("cut", [1, 3, 6, 12])
def test_b42_a_cut_that_fills_no_bracket_is_refused_before_anybody_enters(kind: str, cut: int) -> None:
    refusal = Desk().refused(_create(**custom(3, cut, cut_kind=kind)), "bad-setup")
    assert _fields(refusal) == ["cut"]


def test_tables_are_named_in_ranges_and_every_slip_is_told() -> None:
    at = Desk().create()
    (fact,) = at.do(commands.SetTables("1-4, 9", "3"))
    assert fact == facts.TablesSet(Chosen("1-4, 9"), Chosen("3"))
    refusal = at.refused(commands.SetTables("x,5-2", "0"), "bad-tables", "5-2", "1 to 10000")
    assert _fields(refusal) == ["tables", "tables", "reserved"]
    at.refused(commands.SetTables(""), "bad-tables", "1-20")


def test_tables_are_filled_from_the_top_reserved_ones_left_out_and_fixed_players_stay() -> None:
    at = Desk().create(tables="11-20").enter(1, 2, 3, 4, 5, 6, 7)
    at.enter(8, fixed_table=TableNo(40)).announce().begin()
    at.do(commands.SetTables("1-10", "2"))
    at.pair()
    assert sorted(at.round.matches) == [1, 3, 4, 40]
    assert at.table_of(8) == 40


def test_tables_named_at_the_start_are_used() -> None:
    at = desk(players=4, tables="11-20").pair()
    assert sorted(at.round.matches) == [11, 12]


def test_com_pair_1_the_plan_is_announced_once() -> None:
    at = desk()
    refusal = at.refused(commands.AnnouncePlan(links()[0]), "already-announced", "cannot be changed")
    assert refusal.clause == "ARM-STR-1"


@pytest.mark.parametrize("text", ["", "0", "A" * 64, "g" * 64, "0" * 63])
def test_a_commitment_is_64_hexadecimal_digits(text: str) -> None:
    at = Desk().create().enter(1, 2, 3, 4)
    at.refused(commands.AnnouncePlan(ChainLink(text)), "bad-commitment", "64 hexadecimal digits")


def test_b11_an_attendance_without_a_plan_is_refused_with_the_way_out() -> None:
    refusal = (
        Desk()
        .create()
        .enter(1, 2, 3)
        .refused(commands.AnnouncePlan(links()[0]), "attendance", "Choose Custom")
    )
    assert refusal.clause == "ARM-STR-1"
    assert _fields(refusal) == ["attendance"]


@pytest.mark.parametrize(
    ("kind", "cut"), [("top-with-ties", 4), ("at-least-points", 20), ("at-most-losses", 1)]
)
def test_c3_the_plan_states_the_kind_of_cut(kind: Any, cut: int) -> None:
    at = Desk().create(**custom(3, cut, cut_kind=kind)).enter(*range(1, 9)).announce()
    assert at.state.plan == Plan(8, 3, kind, cut)
    assert at.state.plan.has_cut


def test_a_plan_without_rounds_is_elimination_from_the_start() -> None:
    at = Desk().create(first_stage="elimination").enter(*range(1, 7)).announce()
    assert at.state.plan == Plan(6, 0)
    assert not at.state.plan.has_cut


def test_a_stage_starts_once_the_plan_is_announced_with_those_who_are_there() -> None:
    at = Desk().create().enter(1, 2, 3, 4)
    at.refused(commands.StartStage(), "not-announced", "Fix the rounds first")
    at.announce().drop(2)
    assert at.do(commands.StartStage()) == (
        facts.StageStarted("swiss", (PlayerId(1), PlayerId(3), PlayerId(4))),
    )
    at.refused(commands.StartStage(), "stage-running", "make the cut first")


def test_the_elimination_is_the_last_stage() -> None:
    at = desk(players=8, **custom(1, 2)).rounds(1).cut()
    at.refused(commands.StartStage(), "stage-running", "last stage")
    pure = desk(players=5, first_stage="elimination")
    pure.refused(commands.StartStage(), "stage-running", "last stage")


def test_nobody_can_play_alone() -> None:
    at = Desk().create().enter(1, 2, 3, 4).announce().drop(1, 2, 3)
    at.refused(commands.StartStage(), "attendance", "nobody could play")


def test_swu_rnds_1_with_check_in_only_those_present_count_and_the_others_must_be_dealt_with() -> None:
    at = Desk().create(check_in=True).enter(*range(1, 18))
    for player in range(1, 17):
        at.do(commands.CheckIn(PlayerId(player)))
    at.announce()
    assert at.state.plan == Plan(16, 4)
    at.refused(commands.StartStage(), "attendance", "Not checked in yet: players 17.", "drop them")
    at.drop(17).begin()
    assert len(at.state.stages[0].players) == 16


def test_a_long_list_of_players_not_checked_in_is_cut_short() -> None:
    at = Desk().create(check_in=True).enter(*range(1, 21))
    for player in range(1, 5):
        at.do(commands.CheckIn(PlayerId(player)))
    at.announce().refused(commands.StartStage(), "attendance", "5, 6, 7, 8, 9, 10, 11, 12, 13, 14 …")


def test_after_the_start_a_late_player_need_not_check_in() -> None:
    at = Desk().create(check_in=True).enter(1, 2, 3, 4)
    for player in range(1, 5):
        at.do(commands.CheckIn(PlayerId(player)))
    at.announce().begin().enter(5).pair()
    assert len(at.round.matches) == 2
    assert len(at.round.byes) == 1


def test_b11_three_players_in_basic_go_on_with_a_custom_structure() -> None:
    at = Desk().create("armada-4.0").enter(1, 2, 3)
    at.refused(commands.AnnouncePlan(links()[0]), "attendance", "Choose Custom")
    changed = commands.ChangeStructure("custom", rounds=3, cut=0)
    assert at.do(changed) == (facts.StructureChanged("custom", 3, "top", 0),)
    at.announce().begin()
    assert at.state.announced == Plan(3, 3)
    at.refused(changed, "already-announced", "cannot be changed any more")


def test_a_structure_is_changed_only_into_one_that_can_be() -> None:
    at = Desk().create("armada-4.0")
    at.refused(commands.ChangeStructure("custom"), "bad-setup", "number of Swiss rounds")
    at.refused(commands.ChangeStructure("advanced", rounds=3), "bad-setup", "Leave this empty")
