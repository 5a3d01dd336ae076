"""Games by score whose both scores count: draws, what is added up, margins on both sides; and games drawn as played."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from muster.core.ids import Seat
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring import Problem, Scored, bye, check, report_fields, score
from muster.core.scoring.reports import GamesReport, MarginReport, Tally
from muster.rules.load import load
from muster.rules.schema import EndId, Regulations
from muster.rules.variants import Variants

Stage = Literal["swiss", "elimination"]

BATTLE = load("wargame-40k")
SQUAD = load("x-wing-2")
CHESS = load("chess-club")
CARDS = load("magic-style")


def played(one: int, two: int, end: EndId = "rounds", **more: Seat | None) -> MarginReport:
    return MarginReport(end=end, scores=(Tally(one), Tally(two)), **more)  # type: ignore[arg-type]


def made(
    report: MarginReport | GamesReport,
    rules: Regulations = BATTLE,
    stage: Stage = "swiss",
    variants: Variants | None = None,
) -> Outcome:
    """What a report comes to, which the independent check confirms."""
    readings = variants or rules.variants
    found = score(report, rules, stage=stage, variants=readings)
    assert isinstance(found, Scored), found
    assert check(report, found.outcome, rules, stage=stage, variants=readings) == ()
    for seat in (0, 1):
        for wrong in (
            replace(found.outcome.sides[seat], points=99),
            replace(found.outcome.sides[seat], games=(7, 7, 7)),
            replace(found.outcome.sides[seat], margin=-999),
        ):
            sides = tuple(wrong if at == seat else side for at, side in enumerate(found.outcome.sides))
            assert check(report, Outcome(sides, found.outcome.winner), rules, stage=stage, variants=readings)
    return found.outcome


def numbers(side: SideOutcome) -> tuple[int, int, tuple[int, int, int]]:
    return side.points, side.margin, side.games


def test_a_win_keeps_both_scores_and_their_difference_on_both_sides() -> None:
    one, two = made(played(85, 62)).pair
    assert numbers(one) == (2, 23, (85, 62, 0))
    assert numbers(two) == (0, -23, (62, 85, 0))


def test_equal_scores_are_drawn_in_swiss_rounds_and_named_in_a_bracket() -> None:
    outcome = made(played(40, 40))
    assert outcome.winner is None
    assert [numbers(side) for side in outcome.sides] == [(1, 0, (40, 40, 0))] * 2
    missing = score(played(40, 40), BATTLE, stage="elimination", variants=BATTLE.variants)
    assert isinstance(missing, tuple)
    assert isinstance(missing[0], Problem)
    assert "who goes on" in str(missing[0].message)
    assert made(played(40, 40, winner=1), stage="elimination").winner == 1
    surplus = score(played(40, 40, winner=1), BATTLE, stage="swiss", variants=BATTLE.variants)
    assert isinstance(surplus, tuple)


@pytest.mark.parametrize(
    ("report", "won", "lost"),
    [
        (played(10, 30, "concession", by=1), (2, 0, (75, 30, 0)), (0, 0, (30, 75, 0))),
        (played(90, 30, "concession", by=1), (2, 60, (90, 30, 0)), (0, 0, (30, 90, 0))),
        (played(0, 0, "no-show", by=1), (2, 0, (75, 0, 0)), (0, 0, (0, 75, 0))),
    ],
    ids=["behind", "ahead", "absent"],
)
def test_whoever_was_given_up_to_has_at_least_the_score_of_a_bye(
    report: MarginReport, won: tuple[int, int, object], lost: tuple[int, int, object]
) -> None:
    one, two = made(report).pair
    assert (numbers(one), numbers(two)) == (won, lost)


def test_a_loss_for_both_keeps_nothing() -> None:
    assert [numbers(side) for side in made(played(5, 5, "double-loss")).sides] == [(0, 0, (0, 0, 0))] * 2


def test_a_bye_has_a_score_where_scores_are_kept() -> None:
    assert numbers(bye(BATTLE)) == (2, 0, (75, 0, 0))
    assert numbers(bye(SQUAD)) == (1, 300, (0, 0, 0))


def test_in_a_game_with_an_even_margin_both_count_from_it() -> None:
    one, two = made(played(150, 60), SQUAD).pair
    assert (one.margin, two.margin) == (290, 110)
    assert (one.games, one.points, two.points) == ((0, 0, 0), 1, 0)
    assert [side.margin for side in made(played(50, 50, winner=0), SQUAD).sides] == [200, 200]
    assert made(played(160, 20, "concession", by=1), SQUAD).sides[0].margin == 340
    assert made(played(0, 0, "concession", by=1), SQUAD).sides[0].margin == 300
    bare = Variants(no_show="bare-win")
    assert made(played(0, 0, "no-show", by=1), SQUAD, variants=bare).sides[0].margin == 200
    flat = Variants(no_show="concession")
    assert made(played(0, 0, "no-show", by=1), SQUAD, variants=flat).sides[0].margin == 300


def test_a_score_that_is_no_number_is_refused_in_words_of_the_game() -> None:
    found = score(played(-1, 3), BATTLE, stage="swiss", variants=BATTLE.variants)
    assert isinstance(found, tuple)
    assert "what both scored" in str(found[0].message)


def test_what_is_asked_of_a_game_by_score() -> None:
    fields = {field.name: field for field in report_fields(BATTLE)}
    assert str(fields["scores.destroyed"].asked[0].label) == "Battle points"
    assert "scores.objective" not in fields
    assert "winner" not in fields
    bracket = {field.name: field for field in report_fields(BATTLE, stage="elimination")}
    assert {str(asked.label) for asked in bracket["winner"].asked} == {"Who goes on?"}


def test_a_game_drawn_as_played_is_no_game_cut_off() -> None:
    assert "unfinished" not in {field.name for field in report_fields(CHESS)}
    assert "unfinished" in {field.name for field in report_fields(CARDS)}
    outcome = made(GamesReport(end="time", games=(None,)), CHESS)
    assert [(side.points, str(side.points), side.games) for side in outcome.sides] == [
        (1, "½", (0, 0, 1))
    ] * 2


def test_in_a_bracket_somebody_goes_on_from_a_drawn_game() -> None:
    fields = {field.name: field for field in report_fields(CHESS, stage="elimination")}
    assert {str(asked.label) for asked in fields["winner"].asked} == {"Who goes on?"}
    drawn = GamesReport(end="time", games=(None,))
    missing = score(drawn, CHESS, stage="elimination", variants=CHESS.variants)
    assert isinstance(missing, tuple)
    assert "who goes on" in str(missing[0].message)
    assert made(replace(drawn, winner=0), CHESS, "elimination").winner == 0
