"""The worked examples of the regulations and the boundaries of their tables, by their numbers D7 to D39b.

Sources: Star Wars: Armada 4.0 and its Polish edition, Runewars 2.2.2 and Legion 2.0 ("End of Round",
"Calculating a Player's Score", "Margin of Victory", "Tournament Points"), Star Wars: Unlimited 1.3 (4.2-4.4).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from muster.core.ids import SEATS, Seat
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring import GamesReport, Scored, bye, check, score
from muster.rules.schema import Regulations
from muster.rules.variants import Variants
from scoring_cases import (
    ARMADA,
    ARMADA_PL,
    LEGION,
    RUNEWARS,
    UNLIMITED,
    fields_of,
    game,
    game_record,
    margins_of,
    match,
    outcome_of,
    points_of,
    problems_of,
    shares_of,
    tokens,
)
from support import shared_file

HALF = Fraction(1, 2)


@pytest.mark.parametrize("regulations", [ARMADA, ARMADA_PL], ids=lambda each: str(each.id))
def test_d7_arm_time_177_to_49_is_a_margin_of_128_and_7_to_4(regulations: Regulations) -> None:
    outcome = outcome_of(game("time", 177, 49), regulations)
    assert outcome.winner == 0
    assert (margins_of(outcome), points_of(outcome)) == ((128, 0), (7, 4))


@pytest.mark.parametrize("regulations", [ARMADA, ARMADA_PL], ids=lambda each: str(each.id))
def test_d8_arm_fleet_destroyed_400_to_225_is_a_margin_of_175_and_8_to_3(regulations: Regulations) -> None:
    outcome = outcome_of(game("defeated", 400, 150, objective=(0, 75), winner=0), regulations)
    assert (margins_of(outcome), points_of(outcome)) == ((175, 0), (8, 3))


def test_d9_run_time_107_to_49_is_a_margin_of_58_and_7_to_4() -> None:
    outcome = outcome_of(game("time", 49, 107), RUNEWARS)
    assert outcome.winner == 1
    assert (margins_of(outcome), points_of(outcome)) == ((0, 58), (4, 7))


def test_d10_run_army_destroyed_200_to_140_is_a_margin_of_60_and_7_to_4() -> None:
    outcome = outcome_of(game("defeated", 200, 120, objective=(0, 20), winner=0), RUNEWARS)
    assert (margins_of(outcome), points_of(outcome)) == ((60, 0), (7, 4))


def test_d11_leg_time_3_tokens_to_1_is_a_win_and_three_quarters() -> None:
    outcome = outcome_of(tokens("time", 1, 3), LEGION)
    assert (outcome.winner, points_of(outcome)) == (1, (0, 1))
    assert shares_of(outcome) == (Fraction(1, 4), Fraction(3, 4))


def test_d12_leg_3_tokens_to_2_is_three_fifths_and_two_fifths() -> None:
    outcome = outcome_of(tokens("rounds", 3, 2), LEGION)
    assert shares_of(outcome) == (Fraction(3, 5), Fraction(2, 5))


ARMADA_TABLE = [
    (59, 59, (6, 5)),
    (60, 60, (7, 4)),
    (139, 139, (7, 4)),
    (140, 140, (8, 3)),
    (219, 219, (8, 3)),
    (220, 220, (9, 2)),
    (299, 299, (9, 2)),
    (300, 300, (10, 1)),
    (400, 400, (10, 1)),
    (480, 400, (10, 1)),
]


@pytest.mark.parametrize(("ahead", "margin", "points"), ARMADA_TABLE)
def test_d20_arm_tp_1_margin_by_margin(ahead: int, margin: int, points: tuple[int, int]) -> None:
    outcome = outcome_of(game("rounds", ahead + 20, 20), ARMADA)
    assert (margins_of(outcome), points_of(outcome)) == ((margin, 0), points)


def test_d20_arm_tp_1_margin_0_gives_6_5() -> None:
    outcome = outcome_of(game("rounds", 20, 20, deciding=0), ARMADA)
    assert (margins_of(outcome), points_of(outcome)) == ((0, 0), (6, 5))


def test_d20_arm_mov_1_winner_by_destruction_50_behind_has_margin_0_and_6_5() -> None:
    outcome = outcome_of(game("defeated", 400, 450, winner=0), ARMADA)
    assert (outcome.winner, margins_of(outcome), points_of(outcome)) == (0, (0, 0), (6, 5))


RUNEWARS_TABLE = [
    (29, 29, (6, 5)),
    (30, 30, (7, 4)),
    (69, 69, (7, 4)),
    (70, 70, (8, 3)),
    (109, 109, (8, 3)),
    (110, 110, (9, 2)),
    (149, 149, (9, 2)),
    (150, 150, (10, 1)),
    (200, 200, (10, 1)),
    (240, 200, (10, 1)),
]


@pytest.mark.parametrize(("ahead", "margin", "points"), RUNEWARS_TABLE)
def test_d21_run_tp_1_margin_by_margin(ahead: int, margin: int, points: tuple[int, int]) -> None:
    outcome = outcome_of(game("time", 10, ahead, objective=(0, 10)), RUNEWARS)
    assert (margins_of(outcome), points_of(outcome)) == ((0, margin), points[::-1])


def test_d21_run_tp_1_margin_0_gives_6_5() -> None:
    outcome = outcome_of(game("time", 10, 10, winner=1), RUNEWARS)
    assert (margins_of(outcome), points_of(outcome)) == ((0, 0), (5, 6))


@pytest.mark.parametrize(
    ("regulations", "ahead", "points", "margin"),
    [
        (ARMADA, 139, 8, 140),
        (ARMADA, 140, 8, 140),
        (ARMADA, 230, 9, 230),
        (ARMADA, 350, 10, 350),
        (ARMADA, -90, 8, 140),
        (ARMADA_PL, 299, 9, 299),
        (ARMADA_PL, 300, 10, 300),
        (RUNEWARS, 69, 8, 70),
        (RUNEWARS, 70, 8, 70),
        (RUNEWARS, 120, 9, 120),
        (RUNEWARS, -10, 8, 70),
    ],
)
def test_d22_concession_keeps_a_large_margin_and_else_gives_the_flat_one(
    regulations: Regulations, ahead: int, points: int, margin: int
) -> None:
    outcome = outcome_of(game("concession", 100 + ahead, 100, by=1), regulations)
    assert outcome.winner == 0
    assert (points_of(outcome), margins_of(outcome)) == ((points, 0), (margin, 0))


@pytest.mark.parametrize("end", ["time", "rounds", "mutual-destruction"])
def test_d23_arm_equal_100_to_100_goes_to_the_second_player_6_to_5_without_a_margin(end: str) -> None:
    outcome = outcome_of(game(end, 100, 100, deciding=0), ARMADA)  # type: ignore[arg-type]
    assert (outcome.winner, points_of(outcome), margins_of(outcome)) == (0, (6, 5), (0, 0))


def test_d23_byes_of_all_games() -> None:
    assert bye(ARMADA) == SideOutcome("win", 8, margin=140)
    assert bye(ARMADA_PL) == SideOutcome("win", 8, margin=140)
    assert bye(RUNEWARS) == SideOutcome("win", 8, margin=70)
    assert bye(LEGION) == SideOutcome("win", 1, averaged=True)
    assert bye(UNLIMITED, best_of=3) == SideOutcome("win", 3, games=(2, 0, 0))


def test_d24_arm_wiped_out_fleet_of_388_counts_400_and_objectives_come_on_top() -> None:
    assert margins_of(outcome_of(game("defeated", 388, 230, winner=0), ARMADA)) == (170, 0)
    assert margins_of(outcome_of(game("defeated", 388, 230, objective=(30, 0), winner=0), ARMADA)) == (200, 0)


def test_d33_leg_no_tokens_at_all_is_half_each() -> None:
    assert shares_of(outcome_of(tokens("rounds", deciding=1), LEGION)) == (HALF, HALF)


def test_d33_leg_wiping_out_with_1_token_to_4_is_everything_and_nothing() -> None:
    outcome = outcome_of(tokens("defeated", 1, 4, winner=0), LEGION)
    assert (outcome.winner, shares_of(outcome)) == (0, (Fraction(1), Fraction(0)))


def test_d33_leg_a_concession_win_is_averaged_and_the_conceder_has_nothing() -> None:
    outcome = outcome_of(tokens("concession", 1, 3, by=1), LEGION)
    assert (outcome.winner, points_of(outcome)) == (0, (1, 0))
    assert shares_of(outcome) == (None, Fraction(0))
    assert [side.averaged for side in outcome.sides] == [True, False]


def test_d34_leg_equal_tokens_and_score_300_to_280() -> None:
    outcome = outcome_of(tokens("time", 2, 2, scores=(280, 300), deciding=0), LEGION)
    assert (outcome.winner, shares_of(outcome)) == (1, (HALF, HALF))


def test_d34_leg_equal_tokens_and_equal_score_goes_to_blue() -> None:
    outcome = outcome_of(tokens("time", 2, 2, scores=(300, 300), deciding=1), LEGION)
    assert (outcome.winner, points_of(outcome)) == (1, (0, 1))


def test_d35_swu_elimination_1_1_at_time_with_equal_hp_goes_to_the_initiative() -> None:
    report = match("time", "01", unfinished=True, base_hp=(5, 5), deciding=1)
    outcome = outcome_of(report, UNLIMITED, stage="elimination", best_of=3)
    assert outcome.winner == 1
    assert [game_record(side) for side in outcome.sides] == ["1-1-1", "1-1-1"]


def test_d35_swu_swiss_1_0_with_game_2_unfinished_is_a_win_and_1_0_1() -> None:
    outcome = outcome_of(match("time", "0", unfinished=True), UNLIMITED, best_of=3)
    assert (outcome.winner, points_of(outcome)) == (0, (3, 0))
    assert [game_record(side) for side in outcome.sides] == ["1-0-1", "0-1-1"]


def test_d35_swu_swiss_1_1_1_is_a_draw_with_1_point_each() -> None:
    outcome = outcome_of(match("time", "01", unfinished=True), UNLIMITED, best_of=3)
    assert (outcome.winner, points_of(outcome)) == (None, (1, 1))
    assert [side.verdict for side in outcome.sides] == ["draw", "draw"]
    assert [game_record(side) for side in outcome.sides] == ["1-1-1", "1-1-1"]


def test_d39b_winner_missing_is_refused() -> None:
    assert fields_of(problems_of(game("defeated", 400, 100), ARMADA)) == ["winner"]
    assert fields_of(problems_of(game("time", 100, 100), RUNEWARS)) == ["winner"]
    assert fields_of(problems_of(tokens("defeated", 3, 1), LEGION)) == ["winner"]


def test_d39b_margin_and_tournament_points_that_disagree_are_found() -> None:
    wrong = Outcome((SideOutcome("win", 8, margin=128), SideOutcome("loss", 4)), 0)
    found = check(game("time", 177, 49), wrong, ARMADA, stage="swiss", variants=Variants())
    assert [finding.field for finding in found] == ["sides.0.points"]


def test_d39b_arm_equal_score_won_by_the_first_player_is_refused() -> None:
    assert fields_of(problems_of(game("time", 100, 100, deciding=1, winner=0), ARMADA)) == ["winner"]


def test_d39b_leg_more_tokens_but_a_loss_without_wipe_out_or_concession_is_refused() -> None:
    assert fields_of(problems_of(tokens("time", 3, 1, winner=1), LEGION)) == ["winner"]


def test_d39b_swu_elimination_draw_is_refused() -> None:
    report = match("time", "01", unfinished=True)
    problems = problems_of(report, UNLIMITED, stage="elimination", best_of=3)
    assert fields_of(problems) == ["base_hp"]
    assert problems[0].clause == "SWU-BO3-3"


def test_d39b_swu_intentional_draw_in_the_cut_is_refused() -> None:
    problems = problems_of(match("intentional-draw"), UNLIMITED, stage="elimination", best_of=3)
    assert (fields_of(problems), problems[0].clause) == (["end"], "SWU-ID-DRAW-1")


def report_of(won: Sequence[int], best_of: int, agreed: bool) -> GamesReport:
    """A published result as a report: the order of its games does not matter for what it is worth."""
    if agreed:
        return GamesReport(end="intentional-draw")
    first, second, drawn = won
    zero, one = SEATS
    pairs: list[Seat | None] = [zero, one]
    games = pairs * min(first, second) + [None] * drawn
    games += [zero for _ in range(second, first)] + [one for _ in range(first, second)]
    return GamesReport(end="decided" if max(first, second) * 2 > best_of else "time", games=tuple(games))


def points_in(event: dict[str, Any]) -> tuple[Counter[str], int]:
    """Every player's match points after Swiss, and how many matches could not be scored."""
    best_of, points, refused = event["format"]["best_of"], Counter[str](), 0
    for match_ in (each for no in event["rounds"] if no["stage"] == "swiss" for each in no["matches"]):
        if match_.get("bye"):
            points[match_["players"][0]] += bye(UNLIMITED, best_of).points
        if "games" not in match_:
            continue
        report = report_of(match_["games"], best_of, match_.get("intentional_draw", False))
        made = score(report, UNLIMITED, stage="swiss", best_of=best_of, variants=Variants())
        if isinstance(made, Scored):
            assert made.outcome.sides[0].games == tuple(match_["games"])
            points.update(dict(zip(match_["players"], points_of(made.outcome), strict=True)))
        else:
            refused += 1
            points[match_["players"][match_["games"].index(3)]] += 3
    return points, refused


@pytest.mark.parametrize(("name", "refused", "rows"), [("unlimited", 3, 0), ("magic", 3, 1852)])
def test_swu_matches_of_real_events_have_their_published_games_and_points(
    name: str, refused: int, rows: int
) -> None:
    """Events run on the official software; a few results of 3-0 in a best of three are slips and refused."""
    found = Counter[str]()
    for line in shared_file("data", "events", f"{name}.jsonl").read_text().splitlines():
        event = json.loads(line)
        points, unscored = points_in(event)
        found["refused"] += unscored
        for row in (row for row in event["standings"] if "points" in row):
            assert points[row["player"]] == row["points"], (event["event"], row)
            found["rows"] += 1
    assert (found["refused"], found["rows"]) == (refused, rows)
