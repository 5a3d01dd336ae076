"""Armada and Runewars: every way a game ends, and what is refused."""

from __future__ import annotations

import pytest

from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring import MarginReport, Scored, Tally, score
from muster.rules.variants import Variants
from scoring_cases import (
    ARMADA,
    ARMADA_PL,
    RUNEWARS,
    SKIRMISH,
    fields_of,
    game,
    margins_of,
    outcome_of,
    points_of,
    problems_of,
)

NOTHING = SideOutcome("loss", 0)


def test_b8_the_winner_of_a_destroyed_fleet_is_never_inferred_from_the_score() -> None:
    outcome = outcome_of(game("defeated", 400, 300, objective=(0, 150), winner=0), ARMADA)
    assert outcome == Outcome((SideOutcome("win", 6), SideOutcome("loss", 5)), 0)


def test_arm_score_2_a_fleet_worth_more_than_400_counts_in_full() -> None:
    assert margins_of(outcome_of(game("defeated", 420, 100, winner=0), ARMADA)) == (320, 0)


def test_run_score_1_a_wiped_out_army_counts_exactly_200() -> None:
    assert margins_of(outcome_of(game("defeated", 180, 100, winner=0), RUNEWARS)) == (100, 0)
    assert margins_of(outcome_of(game("defeated", 230, 100, winner=0), RUNEWARS)) == (100, 0)


def test_arm_score_2_only_the_survivor_gets_the_whole_force() -> None:
    assert margins_of(outcome_of(game("defeated", 388, 390, winner=0), ARMADA)) == (10, 0)


def test_arm_end_3_mutual_destruction_goes_to_the_second_player_whatever_the_scores() -> None:
    outcome = outcome_of(game("mutual-destruction", 450, 400, deciding=1), ARMADA)
    assert (outcome.winner, points_of(outcome), margins_of(outcome)) == (1, (5, 6), (0, 0))


def test_pla_end_1_mutual_destruction_goes_to_the_second_player() -> None:
    outcome = outcome_of(game("mutual-destruction", deciding=0), ARMADA_PL)
    assert (outcome.winner, points_of(outcome), margins_of(outcome)) == (0, (6, 5), (0, 0))


def test_b27_run_mutual_destruction_goes_to_the_higher_score_without_a_margin() -> None:
    outcome = outcome_of(game("mutual-destruction", 150, 200, objective=(30, 10)), RUNEWARS)
    assert (outcome.winner, points_of(outcome), margins_of(outcome)) == (0, (6, 5), (0, 0))


def test_b27_run_mutual_destruction_counts_both_armies_as_200() -> None:
    assert fields_of(problems_of(game("mutual-destruction", 150, 200), RUNEWARS)) == ["winner"]


def test_run_flurry_1_the_winner_of_the_final_flurry_is_entered_by_hand() -> None:
    for end in ("time", "rounds", "mutual-destruction"):
        report = MarginReport(end=end, scores=(Tally(90), Tally(80, 10)), winner=1)
        if end == "mutual-destruction":
            report = MarginReport(end=end, scores=(Tally(90, 5), Tally(80, 5)), winner=1)
        outcome = outcome_of(report, RUNEWARS)
        assert (outcome.winner, points_of(outcome), margins_of(outcome)) == (1, (5, 6), (0, 0))


def test_b26_run_a_conceded_army_does_not_count_as_destroyed() -> None:
    outcome = outcome_of(game("concession", 100, 0, by=1), RUNEWARS)
    assert outcome == Outcome((SideOutcome("win", 8, margin=100), NOTHING), 0)


def test_b7_a_conceded_margin_is_capped() -> None:
    assert margins_of(outcome_of(game("concession", 0, 900, by=0), ARMADA)) == (0, 400)


def test_match_loss_counts_like_a_concession() -> None:
    for ahead in (0, 150, 330):
        given = outcome_of(game("match-loss", ahead, 0, by=1), ARMADA)
        assert given == outcome_of(game("concession", ahead, 0, by=1), ARMADA)


def test_b18_an_absent_player_gives_the_opponent_a_bye() -> None:
    assert outcome_of(game("no-show", by=0), ARMADA) == Outcome((NOTHING, SideOutcome("win", 8, 140)), 1)
    assert outcome_of(game("no-show", by=1), RUNEWARS) == Outcome((SideOutcome("win", 8, 70), NOTHING), 0)


def test_b18_an_absent_player_by_the_organisers_choice() -> None:
    report = game("no-show", by=1)
    assert outcome_of(report, SKIRMISH).sides == (SideOutcome("win", 6, 33), NOTHING)
    assert outcome_of(report, SKIRMISH, no_show="concession").sides == (SideOutcome("win", 7, 25), NOTHING)
    assert outcome_of(report, SKIRMISH, no_show="bare-win").sides == (SideOutcome("win", 3, 10), NOTHING)
    assert outcome_of(report, ARMADA, no_show="bare-win").sides == (SideOutcome("win", 6, 0), NOTHING)


def test_b47_a_double_loss_gives_nobody_anything() -> None:
    assert outcome_of(game("double-loss", 300, 0), ARMADA) == Outcome((NOTHING, NOTHING), None)


@pytest.mark.parametrize(
    ("first", "second", "margin", "points"),
    [
        (4, 0, 10, (3, 2)),
        (11, 0, 11, (4, 1)),
        (89, 0, 89, (4, 1)),
        (90, 0, 90, (20, 0)),
        (300, 0, 90, (20, 0)),
    ],
)
def test_other_tables_floors_and_caps_are_read_from_the_regulations(
    first: int, second: int, margin: int, points: tuple[int, int]
) -> None:
    outcome = outcome_of(game("rounds", first, second), SKIRMISH)
    assert (margins_of(outcome), points_of(outcome)) == ((margin, 0), points)


def test_a_winner_who_follows_from_the_scores_may_be_named() -> None:
    assert outcome_of(game("time", 100, 50, winner=0), ARMADA).winner == 0


@pytest.mark.parametrize(
    ("report", "field", "clause"),
    [
        (game("time", 100, 50, winner=1), "winner", "ARM-END-2"),
        (game("time", 100, 100), "deciding", "ARM-END-2"),
        (game("mutual-destruction", 400, 400), "deciding", "ARM-END-3"),
        (game("mutual-destruction", 400, 400, deciding=0, winner=1), "winner", "ARM-END-3"),
        (game("concession", 10, 0), "by", "ARM-END-4"),
        (game("no-show"), "by", "COM-DROP-1"),
        (game("match-loss"), "by", "COM-COND-1"),
        (game("concession", by=0, winner=0), "winner", "ARM-END-4"),
        (game("double-loss", winner=0), "winner", "COM-COND-1"),
        (game("time", 100, 50, by=1), "by", None),
        (game("no-show", 10, 0, by=1), "scores.destroyed", None),
        (game("no-show", objective=(0, 5), by=1), "scores.destroyed", None),
        (game("time", -1, 50), "scores.destroyed", None),
        (game("time", 1_000_001, 50), "scores.destroyed", None),
        (game("time", 1, 50, objective=(-5, 0)), "scores.objective", None),
        (game("decided", 1, 50), "end", None),
        (game("intentional-draw"), "end", None),
        (game("time", 1.5, 50), "scores.destroyed", None),  # type: ignore[arg-type]
        (game("time", first=True, second=50), "scores.destroyed", None),
        (game("time", 1, 50, deciding=2), "deciding", None),
        (game("defeated", 1, 50, winner=7), "winner", None),
        (game("concession", 1, 50, by="0"), "by", None),
    ],
)
def test_an_impossible_report_is_refused_by_field_and_clause(
    report: MarginReport, field: str, clause: str | None
) -> None:
    problems = problems_of(report, ARMADA)
    assert [(problem.field, problem.clause) for problem in problems] == [(field, clause)]


def test_a_million_points_are_accepted() -> None:
    assert margins_of(outcome_of(game("time", 1_000_000, 50), ARMADA)) == (400, 0)


def test_all_problems_are_told_at_once() -> None:
    report = MarginReport(end="defeated", scores=(Tally(-1, -1), Tally()), deciding=2, by=0)  # type: ignore[arg-type]
    fields = ["scores.destroyed", "scores.objective", "deciding", "by", "winner"]
    assert fields_of(problems_of(report, ARMADA)) == fields


def test_a_refusal_says_what_the_end_may_be_and_who_decides() -> None:
    (end,) = problems_of(game("decided"), RUNEWARS)
    assert "Mutual destruction" in str(end.message)
    (deciding,) = problems_of(game("time", 7, 7), ARMADA)
    assert str(deciding.message) == "Both scored 7: say who was the second player."
    (winner,) = problems_of(game("time", 7, 7), RUNEWARS)
    assert str(winner.message) == "Both scored 7: say who won the Final Flurry."


def steps_of(report: MarginReport) -> list[tuple[str, str]]:
    made = score(report, ARMADA, stage="swiss", variants=Variants())
    assert isinstance(made, Scored)
    return [(str(step.words(("Ada", "Ben"))), step.clause) for step in made.steps]


def test_the_calculation_is_explained_step_by_step() -> None:
    assert steps_of(game("defeated", 388, 150, objective=(0, 75), winner=0)) == [
        ("Ben lost every ship that is not a flotilla: that counts 400 instead of 388.", "ARM-SCORE-2"),
        ("Ben lost every ship that is not a flotilla: Ada wins.", "ARM-END-1"),
        ("400 less 225, kept between 0 and 400: a margin of 175 for Ada.", "ARM-MOV-1"),
        ("That is worth 8 points to Ada and 3 to Ben.", "ARM-TP-1"),
    ]


def test_the_calculation_of_equal_scores_and_of_both_gone() -> None:
    assert steps_of(game("time", 5, 5, deciding=1))[0] == (
        "Both scored 5: Ben wins as second player.",
        "ARM-END-2",
    )
    told = steps_of(game("mutual-destruction", 400, 400, deciding=0))
    assert told[1] == ("Both forces were destroyed: a margin of 0 for Ada.", "ARM-END-3")


def test_the_calculation_of_a_concession() -> None:
    assert steps_of(game("concession", 100, 0, by=1)) == [
        ("Ben conceded: Ada wins.", "ARM-END-4"),
        ("Ahead by 100, less than 140: Ada gets 8 points and a margin of 140.", "ARM-END-4"),
    ]
    kept = ("Ada was ahead by 230 and keeps it: 9 points from the table.", "ARM-END-4")
    assert steps_of(game("concession", 230, 0, by=1))[1] == kept
