"""Unlimited: single games and best of three, every way a match ends, and what is refused."""

from __future__ import annotations

from typing import Literal

import pytest

from muster.core.outcomes import SideOutcome
from muster.core.scoring import GamesReport, Scored, bye, score
from muster.rules.variants import Variants
from scoring_cases import CARDS, UNLIMITED, fields_of, game_record, match, outcome_of, points_of, problems_of


def record(report: GamesReport, **more: object) -> tuple[int | None, tuple[int, int], str]:
    """Winner, points and the first player's games of a best of three."""
    outcome = outcome_of(report, UNLIMITED, best_of=3, **more)  # type: ignore[arg-type]
    first, second = outcome.sides
    assert second.games == (first.games[1], first.games[0], first.games[2])
    return outcome.winner, points_of(outcome), game_record(first)


@pytest.mark.parametrize(
    ("games", "winner", "points", "games_of_first"),
    [
        ("00", 0, (3, 0), "2-0-0"),
        ("101", 1, (0, 3), "1-2-0"),
        ("0-0", 0, (3, 0), "2-0-1"),
        ("0-1-1", 1, (0, 3), "1-2-2"),
        ("---0--10", 0, (3, 0), "2-1-5"),
    ],
)
def test_swu_bo3_1_two_wins_decide_and_drawn_games_are_played_again(
    games: str, winner: int, points: tuple[int, int], games_of_first: str
) -> None:
    assert record(match("decided", games)) == (winner, points, games_of_first)


def test_swu_sgl_1_one_game_decides_a_single_game_match() -> None:
    outcome = outcome_of(match("decided", "-1"), UNLIMITED)
    assert outcome.sides == (SideOutcome("loss", 0, games=(0, 1, 1)), SideOutcome("win", 3, games=(1, 0, 1)))


def test_swu_sgl_1_a_single_game_cut_off_at_time_is_a_draw() -> None:
    outcome = outcome_of(match("time", unfinished=True), UNLIMITED)
    assert (outcome.winner, points_of(outcome), outcome.sides[0].games) == (None, (1, 1), (0, 0, 1))


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (match("time", "1"), (1, (0, 3), "0-1-0")),
        (match("time", "01"), (None, (1, 1), "1-1-0")),
        (match("time", "0-"), (0, (3, 0), "1-0-1")),
        (match("time", "-", unfinished=True), (None, (1, 1), "0-0-2")),
        (match("time"), (None, (1, 1), "0-0-0")),
        (match("time", "011"), (1, (0, 3), "1-2-0")),
    ],
)
def test_swu_bo3_3_swiss_at_time(
    report: GamesReport, expected: tuple[int | None, tuple[int, int], str]
) -> None:
    assert record(report) == expected


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (match("time", "1", unfinished=True), (1, (0, 3), "0-1-1")),
        (match("time", "01", unfinished=True, base_hp=(3, 9)), (1, (0, 3), "1-1-1")),
        (match("time", "01", unfinished=True, base_hp=(9, 3), deciding=1), (0, (3, 0), "1-1-1")),
        (match("time", unfinished=True, base_hp=(4, 4), deciding=0), (0, (3, 0), "0-0-1")),
        (match("time", "01-", base_hp=(4, 8)), (1, (0, 3), "1-1-1")),
        (match("time", "01-", base_hp=(0, 0), deciding=0), (0, (3, 0), "1-1-1")),
        (match("time", "01", deciding=1), (1, (0, 3), "1-1-0")),
        (match("time", deciding=0), (0, (3, 0), "0-0-0")),
    ],
)
def test_swu_bo3_3_elimination_at_time(
    report: GamesReport, expected: tuple[int | None, tuple[int, int], str]
) -> None:
    assert record(report, stage="elimination") == expected


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (match("concession", by=1), (0, (3, 0), "2-0-0")),
        (match("concession", "1", by=1), (0, (3, 0), "2-1-0")),
        (match("concession", "0", by=1), (0, (3, 0), "2-0-0")),
        (match("concession", "01-", by=0), (1, (0, 3), "1-2-1")),
        (match("match-loss", "1", by=1), (0, (3, 0), "2-1-0")),
        (match("match-loss", "11", by=1), (0, (3, 0), "2-1-0")),
        (match("match-loss", "00", by=1), (0, (3, 0), "2-0-0")),
        (match("match-loss", "00", by=0), (1, (0, 3), "1-2-0")),
        (match("no-show", by=0), (1, (0, 3), "0-2-0")),
    ],
)
def test_swu_conc_1_the_opponents_wins_are_filled_up(
    report: GamesReport, expected: tuple[int | None, tuple[int, int], str]
) -> None:
    assert record(report) == expected


def test_swu_conc_1_a_conceded_single_game_is_1_0() -> None:
    assert outcome_of(match("concession", by=0), UNLIMITED).sides[1] == SideOutcome("win", 3, games=(1, 0, 0))


@pytest.mark.parametrize(
    ("choice", "win", "lost_games"),
    [
        ("bye", SideOutcome("win", 4, games=(2, 0, 0)), (0, 2, 0)),
        ("concession", SideOutcome("win", 5, games=(2, 0, 0)), (0, 2, 0)),
        ("bare-win", SideOutcome("win", 5), (0, 0, 0)),
    ],
)
def test_b18_an_absent_player_by_the_organisers_choice(
    choice: Literal["bye", "concession", "bare-win"], win: SideOutcome, lost_games: tuple[int, int, int]
) -> None:
    outcome = outcome_of(match("no-show", by=1), CARDS, best_of=3, no_show=choice)
    assert outcome.sides == (win, SideOutcome("loss", 1, games=lost_games))


def test_b39_an_absent_players_opponent_has_what_a_bye_gives() -> None:
    assert outcome_of(match("no-show", by=1), UNLIMITED, best_of=3).sides[0] == bye(UNLIMITED, 3)
    assert outcome_of(match("no-show", by=1), UNLIMITED).sides[0] == bye(UNLIMITED)


@pytest.mark.parametrize("played", ["0", "1", "-", "01", "0-"])
def test_swu_id_draw_1_there_is_no_agreed_draw_once_a_game_was_played(played: str) -> None:
    found = problems_of(match("intentional-draw", played), UNLIMITED, stage="swiss", best_of=3)
    assert [problem.field for problem in found] == ["games"]


def test_b40_an_intentional_draw_is_recorded_as_drawn_games() -> None:
    assert record(match("intentional-draw")) == (None, (1, 1), "0-0-3")
    single = outcome_of(match("intentional-draw"), UNLIMITED)
    assert single.sides == (SideOutcome("draw", 1, games=(0, 0, 1)),) * 2


def test_b47_a_double_loss_keeps_the_games_played_and_gives_no_points() -> None:
    outcome = outcome_of(match("double-loss", "01-0"), CARDS, best_of=3)
    assert outcome.winner is None
    assert outcome.sides == (SideOutcome("loss", 0, games=(2, 1, 1)), SideOutcome("loss", 0, games=(1, 2, 1)))


def test_other_points_are_read_from_the_regulations() -> None:
    assert points_of(outcome_of(match("decided", "1"), CARDS)) == (1, 5)
    assert points_of(outcome_of(match("time", unfinished=True), CARDS)) == (2, 2)


def test_b6_a_roll_settles_what_base_hp_do_not() -> None:
    report = match("time", "01", unfinished=True, base_hp=(4, 4))
    problems = problems_of(report, CARDS, stage="elimination", best_of=3)
    assert [(each.field, str(each.message)) for each in problems] == [
        ("winner", "Equal in elimination: say who won the roll.")
    ]
    rolled = match("time", "01", unfinished=True, base_hp=(4, 4), winner=1)
    assert outcome_of(rolled, CARDS, stage="elimination", best_of=3).winner == 1
    assert outcome_of(match("time", "01", winner=0), CARDS, stage="elimination", best_of=3).winner == 0


@pytest.mark.parametrize(
    ("report", "field", "clause"),
    [
        (match("decided", "0"), "games", "SWU-BO3-1"),
        (match("decided", "01-"), "games", "SWU-BO3-1"),
        (match("decided", "001"), "games", "SWU-BO3-1"),
        (match("decided", "00-"), "games", "SWU-BO3-1"),
        (match("time", "110"), "games", "SWU-BO3-1"),
        (match("concession", "00", by=1), "games", "SWU-BO3-1"),
        (match("concession", "00", by=0), "games", "SWU-BO3-1"),
        (match("no-show", "0", by=1), "games", None),
        (match("intentional-draw", "-"), "games", None),
        (match("time", "-" * 100), "games", None),
        (GamesReport(end="time", games=(0, 2)), "games", None),  # type: ignore[arg-type]
        (GamesReport(end="time", games=(False,)), "games", None),  # type: ignore[arg-type]
        (match("concession", "0"), "by", "SWU-CONC-1"),
        (match("decided", "00", by=1), "by", None),
        (match("decided", "00", winner=1), "winner", "SWU-BO3-1"),
        (match("intentional-draw", winner=1), "winner", "SWU-ID-DRAW-1"),
        (match("decided", "00", winner=2), "winner", None),
        (match("decided", "00", deciding=-1), "deciding", None),
        (match("decided", "00", unfinished=True), "unfinished", "SWU-BO3-3"),
        (match("concession", "0", by=0, unfinished=True), "unfinished", "SWU-BO3-3"),
        (match("time", "00", unfinished=True), "unfinished", "SWU-BO3-3"),
        (match("time", "01", base_hp=(3, 4)), "base_hp", "SWU-BO3-3"),
        (match("time", "01", unfinished=True, base_hp=(0, 4)), "base_hp", "SWU-BO3-3"),
        (match("time", "01", unfinished=True, base_hp=(-1, 4)), "base_hp", None),
        (match("decided", "00", base_hp=(1, 2_000_000)), "base_hp", None),
        (match("defeated", "00"), "end", None),
        (match("rounds", "00"), "end", None),
    ],
)
def test_an_impossible_report_is_refused_by_field_and_clause(
    report: GamesReport, field: str, clause: str | None
) -> None:
    problems = problems_of(report, UNLIMITED, best_of=3)
    assert [(problem.field, problem.clause) for problem in problems] == [(field, clause)]


@pytest.mark.parametrize(
    ("report", "field"),
    [
        (match("time", "01", unfinished=True), "base_hp"),
        (match("time", "01-"), "base_hp"),
        (match("time", "01", unfinished=True, base_hp=(4, 4)), "deciding"),
        (match("time", "01"), "deciding"),
        (match("time"), "deciding"),
        (match("time", "01", deciding=1, winner=0), "winner"),
        (match("intentional-draw"), "end"),
    ],
)
def test_elimination_knows_no_draw(report: GamesReport, field: str) -> None:
    assert fields_of(problems_of(report, UNLIMITED, stage="elimination", best_of=3)) == [field]


def test_a_game_after_a_single_game_match_was_decided_is_refused() -> None:
    assert fields_of(problems_of(match("decided", "00"), UNLIMITED)) == ["games"]


def test_ninety_nine_games_are_accepted() -> None:
    assert record(match("time", "-" * 99)) == (None, (1, 1), "0-0-99")


def test_all_problems_are_told_at_once() -> None:
    report = match("concession", "001", unfinished=True, base_hp=(-1, 0), deciding=4)
    fields = ["games", "base_hp", "unfinished", "deciding", "by"]
    assert fields_of(problems_of(report, UNLIMITED, best_of=3)) == fields


def test_the_calculation_is_explained_step_by_step() -> None:
    report = match("time", "01", unfinished=True, base_hp=(5, 5), deciding=1)
    made = score(report, UNLIMITED, stage="elimination", best_of=3, variants=Variants())
    assert isinstance(made, Scored)
    assert [(str(step.words(("Ada", "Ben"))), step.clause) for step in made.steps] == [
        ("Drawn games, also one cut off at time, count for neither player: 1.", "SWU-BO3-1"),
        ("Still equal: Ben wins by the initiative.", "SWU-BO3-3"),
        ("Ben gets 3 match points, Ada 0.", "SWU-TIE-1"),
    ]
