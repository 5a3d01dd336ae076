"""Legion: every way a game ends, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring import Scored, ShareReport, score
from muster.rules.variants import Variants
from scoring_cases import DUEL, LEGION, fields_of, outcome_of, points_of, problems_of, shares_of, tokens

HALF = Fraction(1, 2)
AVERAGED = SideOutcome("win", 1, averaged=True)
NOTHING = SideOutcome("loss", 0, share=Fraction(0))


def test_b33_both_wiped_out_share_the_tokens_and_more_tokens_win() -> None:
    outcome = outcome_of(tokens("mutual-destruction", 1, 3, deciding=0), LEGION)
    assert (outcome.winner, shares_of(outcome)) == (1, (Fraction(1, 4), Fraction(3, 4)))


def test_b33_both_wiped_out_with_equal_tokens_goes_to_blue_and_skips_the_score() -> None:
    outcome = outcome_of(tokens("mutual-destruction", 2, 2, scores=(800, 10), deciding=1), LEGION)
    assert (outcome.winner, shares_of(outcome)) == (1, (HALF, HALF))


def test_leg_mov_4_a_conceded_game_that_both_agreed_to_score_shares_the_tokens() -> None:
    outcome = outcome_of(tokens("concession", 1, 3, by=1, agreed_to_score=True), LEGION)
    assert (outcome.winner, points_of(outcome)) == (0, (1, 0))
    assert shares_of(outcome) == (Fraction(1, 4), Fraction(3, 4))


def test_leg_mov_4_a_conceded_game_scored_with_equal_tokens_is_half_each() -> None:
    outcome = outcome_of(tokens("concession", by=0, agreed_to_score=True), LEGION)
    assert (outcome.winner, shares_of(outcome)) == (1, (HALF, HALF))


@pytest.mark.parametrize("end", ["concession", "no-show", "match-loss"])
def test_leg_mov_5_who_gives_up_has_nothing_and_the_opponent_the_average(end: str) -> None:
    assert outcome_of(tokens(end, by=0), LEGION) == Outcome((NOTHING, AVERAGED), 1)  # type: ignore[arg-type]


def test_leg_mov_5_an_absent_player_counts_so_whatever_the_organiser_chose_for_other_games() -> None:
    assert outcome_of(tokens("no-show", by=0), LEGION, no_show="bare-win").sides[1] == AVERAGED


def test_b47_a_double_loss_gives_nobody_anything() -> None:
    assert outcome_of(tokens("double-loss", 3, 1), LEGION) == Outcome((NOTHING, NOTHING), None)


def test_other_points_orders_and_ties_are_read_from_the_regulations() -> None:
    outcome = outcome_of(tokens("time", 1, 1, scores=(5, 9)), DUEL)
    assert (outcome.winner, points_of(outcome), shares_of(outcome)) == (1, (2, 5), (Fraction(1, 3),) * 2)
    assert outcome_of(tokens("time", 1, 2, scores=(9, 9)), DUEL).winner == 1


def test_a_force_destroyed_to_the_last_counts_at_least_so_much_where_scores_decide() -> None:
    below = tokens("mutual-destruction", scores=(700, 790), deciding=0)
    assert outcome_of(below, DUEL).winner == 0
    above = tokens("mutual-destruction", scores=(700, 810), deciding=0)
    assert outcome_of(above, DUEL).winner == 1


def test_without_a_deciding_part_a_roll_settles_what_is_equal() -> None:
    (problem,) = problems_of(tokens("time", 1, 1, scores=(5, 5)), DUEL)
    assert (problem.field, str(problem.message)) == ("winner", "Everything is equal: say who won the roll.")
    assert outcome_of(tokens("time", 1, 1, scores=(5, 5), winner=1), DUEL).winner == 1


@pytest.mark.parametrize(
    ("report", "field", "clause"),
    [
        (tokens("time", 1, 1), "deciding", "LEG-END-4"),
        (tokens("mutual-destruction", 1, 1), "deciding", "LEG-END-2"),
        (tokens("rounds", 3, 1, winner=1), "winner", "LEG-END-3"),
        (tokens("time", 1, 1, scores=(9, 8), winner=1), "winner", "LEG-END-4"),
        (tokens("concession", 3, 1, by=0, winner=0), "winner", "LEG-END-5"),
        (tokens("concession", 3, 1), "by", "LEG-END-5"),
        (tokens("double-loss", winner=1), "winner", "LEG-MOV-5"),
        (tokens("time", 3, 1, by=1), "by", None),
        (tokens("time", 3, 1, agreed_to_score=True), "agreed_to_score", "LEG-MOV-4"),
        (tokens("match-loss", by=1, agreed_to_score=True), "agreed_to_score", "LEG-MOV-4"),
        (tokens("no-show", 1, 0, by=1), "tokens", None),
        (tokens("no-show", scores=(0, 1), by=1), "tokens", None),
        (tokens("time", -1, 0), "tokens", None),
        (tokens("time", 2_000_000, 0), "tokens", None),
        (tokens("time", 1, 0, scores=(0, -1)), "scores", None),
        (tokens("decided", 1, 0), "end", None),
        (tokens("time", 1, 0, winner=3), "winner", None),
    ],
)
def test_an_impossible_report_is_refused_by_field_and_clause(
    report: ShareReport, field: str, clause: str | None
) -> None:
    problems = problems_of(report, LEGION)
    assert [(problem.field, problem.clause) for problem in problems] == [(field, clause)]


def test_all_problems_are_told_at_once() -> None:
    report = tokens("defeated", -1, 0, scores=(-1, 0), by=0, agreed_to_score=True)
    fields = ["tokens", "scores", "by", "agreed_to_score", "winner"]
    assert fields_of(problems_of(report, LEGION)) == fields


def steps_of(report: ShareReport) -> list[tuple[str, str]]:
    made = score(report, LEGION, stage="swiss", variants=Variants())
    assert isinstance(made, Scored)
    return [(str(step.words(("Ada", "Ben"))), step.clause) for step in made.steps]


def test_the_calculation_is_explained_step_by_step() -> None:
    assert steps_of(tokens("time", 3, 2)) == [
        ("Ada wins with more victory tokens, 3 to 2.", "LEG-END-4"),
        ("Ada has 3 and Ben 2 of 5 victory tokens.", "LEG-MOV-1"),
    ]
    assert steps_of(tokens("no-show", by=0)) == [
        ("Ada did not come: Ben wins.", "LEG-MOV-5"),
        ("Ben gets the average share of the other games, Ada none.", "LEG-MOV-5"),
    ]
    assert steps_of(tokens("rounds", 1, 1, scores=(7, 9))) == [
        ("Ben wins with more points defeated, 9 to 7.", "LEG-END-3"),
        ("Equal victory tokens: 1/2 each.", "LEG-MOV-1"),
    ]
    assert steps_of(tokens("defeated", winner=1))[1] == (
        "Ben defeated every unit and has the whole share.",
        "LEG-MOV-3",
    )
    agreed = tokens("concession", 1, 2, by=0, agreed_to_score=True)
    assert steps_of(agreed)[1] == ("Ben has 2 and Ada 1 of 3 victory tokens.", "LEG-MOV-4")
    assert steps_of(tokens("time", deciding=1))[0] == (
        "Everything is equal: Ben wins as blue player.",
        "LEG-END-4",
    )
