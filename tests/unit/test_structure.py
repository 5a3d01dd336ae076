"""Plans: holes in the tables, an organiser's own plan, round times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import pytest

from muster.core.custom_structure import check_custom
from muster.core.structure import PlanNote, PlanRefusal, RoundsAndCut, places_to_fill, plan_for, round_minutes
from muster.rules.load import load
from regulations_cases import changed, good, handbook_example

ARMADA = load("armada-4.0")
RUNEWARS = load("runewars-2.2.2")
UNLIMITED = load("unlimited-1.3")


def _plan(found: RoundsAndCut | PlanRefusal) -> RoundsAndCut:
    assert isinstance(found, RoundsAndCut), found
    return found


def _read(notes: Iterable[PlanNote]) -> list[tuple[str, str, str, str | None, str | None]]:
    return [(one.code, one.field, str(one.message), one.clause, one.reading) for one in notes]


def _problems(found: RoundsAndCut | PlanRefusal) -> list[PlanNote]:
    assert isinstance(found, PlanRefusal), found
    return list(found.problems)


def _codes(notes: list[PlanNote] | tuple[PlanNote, ...]) -> list[str]:
    return [note.code for note in notes]


def test_a_plan_names_its_row_and_clause() -> None:
    plan = _plan(plan_for(ARMADA, "basic", 40))
    assert plan.row == ARMADA.structures[0].rows[2]
    assert (plan.structure, plan.attendance, plan.rounds, plan.cut) == ("basic", 40, 6, 0)
    assert (plan.clause, plan.warnings) == ("ARM-STR-1", ())


def test_b11_advanced_below_9_names_the_structures_to_choose_instead() -> None:
    assert _read(_problems(plan_for(RUNEWARS, "advanced", 8))) == [
        (
            "too-few-players",
            "attendance",
            "Advanced needs at least 9 players. Choose Basic or Custom.",
            "RUN-STR-2",
            "B11",
        )
    ]


def test_b11_three_players_have_only_custom() -> None:
    (problem,) = _problems(plan_for(ARMADA, "basic", 3))
    assert str(problem.message) == "Basic needs at least 4 players. Choose Custom."


@pytest.mark.parametrize("structure", ["basic", "advanced"])
@pytest.mark.parametrize("players", [1, 2])
def test_b41_one_and_two_players_are_refused(structure: str, players: int) -> None:
    (problem,) = _problems(plan_for(UNLIMITED, structure, players))
    assert str(problem.message).endswith(
        f"needs at least 3 players. {players} player{'s' * (players > 1)} cannot play in any structure."
    )
    assert (problem.clause, problem.reading) == ("SWU-RNDS-1", "B41")
    assert _codes(_problems(check_custom(UNLIMITED, players, 2, 0))) == ["too-few-players"]


def test_b4_advanced_with_6_warns_and_cuts_to_4() -> None:
    plan = _plan(plan_for(ARMADA, "advanced", 6))
    assert plan.cut == 4
    assert _read(plan.warnings) == [
        (
            "cut-shrunk",
            "cut",
            "6 players cannot fill the table's cut to 8: it becomes 4.",
            "ARM-STR-2",
            "B4",
        ),
    ]


def test_b4a_four_players_cannot_play_four_rounds_without_a_rematch() -> None:
    plan = _plan(plan_for(ARMADA, "basic", 4))
    assert plan.rounds == 4
    assert _read(plan.warnings) == [
        (
            "forced-rematch",
            "rounds",
            (
                "4 players have only 3 opponents each: from round 4 on rematches cannot be avoided. "
                "3 rounds let everybody meet once."
            ),
            "COM-PAIR-2",
            "B4a",
        ),
    ]


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_b4a_five_and_more_players_can_play_four_rounds(players: int) -> None:
    assert _plan(plan_for(ARMADA, "basic", players)).warnings == ()


@pytest.mark.parametrize(("players", "most"), [(2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (7, 7), (8, 7)])
def test_an_odd_field_has_a_round_more_before_rematches_for_everybody_has_a_bye(
    players: int, most: int
) -> None:
    within = _plan(check_custom(ARMADA, players, most, 0))
    above = _plan(check_custom(ARMADA, players, most + 1, 0))
    assert "forced-rematch" not in _codes(within.warnings)
    assert "forced-rematch" in _codes(above.warnings)


def test_swu_rnds_1_a_casual_event_has_no_cut_and_is_told_so() -> None:
    plan = _plan(plan_for(UNLIMITED, "advanced", 20, tier="casual"))
    assert (plan.rounds, plan.cut) == (5, 0)
    assert _read(plan.warnings) == [
        (
            "cut-not-in-tier",
            "cut",
            "Competitive makes a cut to 4 only for other kinds of event: there is none here.",
            "SWU-RNDS-1",
            "B41",
        ),
    ]
    assert _plan(plan_for(UNLIMITED, "advanced", 8, tier="casual")).warnings == ()


def test_b41_a_casual_event_above_the_table_is_suggested_no_cut() -> None:
    plan = _plan(plan_for(UNLIMITED, "advanced", 500, tier="casual"))
    assert (plan.rounds, plan.cut) == (10, 0)
    assert _codes(plan.warnings) == ["beyond-table", "cut-not-in-tier"]
    assert "10 rounds are a suggestion" in str(plan.warnings[0].message)


def test_b41_above_the_table_a_cut_is_suggested_with_the_rounds() -> None:
    (note,) = _plan(plan_for(UNLIMITED, "advanced", 500, tier="competitive")).warnings
    assert "10 rounds and a cut to 8 are a suggestion, to be changed as Custom." in str(note.message)


def test_an_own_table_with_an_end_and_nothing_beyond_refuses_more_players() -> None:
    own = good(changed(handbook_example(), ("{ players = 9, rounds", "{ players = 9, to = 12, rounds")))
    assert _plan(plan_for(own, "basic", 12)).rounds == 4
    (problem,) = _problems(plan_for(own, "basic", 13))
    assert problem.code == "too-many-players"
    assert str(problem.message) == "League night needs at most 12 players. Choose Custom."
    assert problem.reading is None


def test_a_table_without_custom_says_that_nothing_is_left() -> None:
    custom = '[[structures]]\nid = "custom"\nname = "Custom"\nclause = "OUR-STR-1"\n'
    own = good(changed(handbook_example(), (custom, "")))
    (problem,) = _problems(plan_for(own, "basic", 3))
    assert (
        str(problem.message)
        == "League night needs at least 4 players. 3 players cannot play in any structure."
    )
    (problem,) = _problems(check_custom(own, 3, 2, 0))
    assert str(problem.message) == "There is no structure `custom`; choose basic."


def test_unknown_structure_and_tier_are_both_reported() -> None:
    problems = _problems(plan_for(UNLIMITED, "premium", 20, tier="friendly"))
    assert [(each.field, str(each.message)) for each in problems] == [
        ("structure", "There is no structure `premium`; choose basic, advanced or custom."),
        ("tier", "There is no kind of event `friendly`; choose casual or competitive."),
    ]
    assert _codes(_problems(plan_for(UNLIMITED, "basic", 20, tier="friendly"))) == ["unknown-tier"]


def test_custom_has_no_table() -> None:
    assert _read(_problems(plan_for(RUNEWARS, "custom", 20))) == [
        (
            "no-table",
            "structure",
            "Custom has no table: enter the number of rounds and the size of the cut.",
            "RUN-STR-3",
            "B11",
        )
    ]


def test_custom_takes_any_rounds_and_a_listed_cut_without_a_word() -> None:
    plan = _plan(check_custom(ARMADA, 20, 6, 8))
    assert plan == RoundsAndCut("custom", 20, 6, 8, None, "COM-PAIR-1")


def test_b4_a_cut_larger_than_the_field_is_refused() -> None:
    assert _read(_problems(check_custom(ARMADA, 7, 3, 8))) == [
        (
            "cut-too-large",
            "cut",
            "A cut to 8 is larger than the field of 7 players; enter a smaller one.",
            "COM-CUT-1",
            "B4",
        )
    ]
    assert isinstance(check_custom(ARMADA, 8, 3, 8), RoundsAndCut)


@pytest.mark.parametrize("cut", [-2, 1, 3, 6, 12])
def test_b2_a_cut_that_is_no_power_of_two_is_refused(cut: int) -> None:
    (problem,) = _problems(check_custom(ARMADA, 20, 3, cut))
    assert str(problem.message) == (
        f"A cut to {cut} does not fill a bracket: enter a power of two (2, 4, 8, 16, …), or 0 for none."
    )
    assert (problem.clause, problem.reading) == ("COM-CUT-1", "B2")


def test_all_problems_of_a_custom_plan_come_at_once() -> None:
    assert _codes(_problems(check_custom(ARMADA, 1, -1, 6, tier="odd"))) == [
        "unknown-tier",
        "too-few-players",
        "negative",
        "cut-not-a-power-of-two",
        "cut-too-large",
    ]


def test_custom_below_the_tables_warns() -> None:
    plan = _plan(check_custom(ARMADA, 3, 3, 0))
    assert _read(plan.warnings) == [
        (
            "too-few-players",
            "attendance",
            "The tables of Star Wars: Armada start at 4 players. 3 are here.",
            "COM-PAIR-1",
            "B3, B11",
        ),
    ]


def test_custom_cut_of_an_unlisted_size_warns() -> None:
    (note,) = _plan(check_custom(UNLIMITED, 20, 5, 2, tier="competitive")).warnings
    assert (note.code, note.clause) == ("cut-size-unlisted", "SWU-ELIM-1")
    assert str(note.message) == "A cut to 2 is not among those of Star Wars: Unlimited: 4, 8, 16, 32 or 64."


def test_custom_cut_in_a_casual_event_is_kept_with_a_warning() -> None:
    plan = _plan(check_custom(UNLIMITED, 20, 5, 4, tier="casual"))
    assert plan.cut == 4
    assert _codes(plan.warnings) == ["cut-not-in-tier"]
    assert _plan(check_custom(UNLIMITED, 20, 5, 0, tier="casual")).warnings == ()


@pytest.mark.parametrize(("players", "byes"), [(4, 0), (5, 3), (8, 0), (9, 7), (12, 4), (17, 15)])
def test_com_elim_3_no_rounds_and_no_cut_is_elimination_from_the_start(players: int, byes: int) -> None:
    (note,) = _plan(check_custom(ARMADA, players, 0, 0)).warnings
    assert (note.code, note.clause, note.reading) == ("elimination-only", "COM-ELIM-3", "B22")
    assert f"with {byes} byes" in str(note.message)


def test_a_cut_without_rounds_is_refused() -> None:
    assert _codes(_problems(check_custom(ARMADA, 16, 0, 8))) == ["cut-without-rounds"]


def test_places_to_fill_is_the_smallest_power_of_two_not_below() -> None:
    assert [places_to_fill(players) for players in (1, 2, 3, 4, 5, 8, 9)] == [1, 2, 4, 4, 8, 8, 16]


@pytest.mark.parametrize(
    ("regulations_id", "times"),
    [
        ("armada-4.0", (135, 135, 180)),
        ("armada-pl", (135, 135, 180)),
        ("runewars-2.2.2", (90, 90, 140)),
        ("legion-2.0", (150, 150, 210)),
    ],
)
def test_com_time_1_round_minutes(regulations_id: str, times: tuple[int, int, int]) -> None:
    kinds: tuple[Literal["swiss", "elimination", "final"], ...] = ("swiss", "elimination", "final")
    assert tuple(round_minutes(load(regulations_id), kind, "single-game") for kind in kinds) == times


def test_swu_round_minutes_depend_on_the_match_format() -> None:
    assert round_minutes(UNLIMITED, "swiss", "single-game") == 25
    assert round_minutes(UNLIMITED, "swiss", "best-of-three") == 55
    assert round_minutes(UNLIMITED, "elimination", "best-of-three") == 75
    assert round_minutes(UNLIMITED, "final", "best-of-three") == 75
    assert round_minutes(UNLIMITED, "elimination", "single-game") is None
