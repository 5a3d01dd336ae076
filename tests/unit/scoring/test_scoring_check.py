"""The independent check: silent on what scoring makes, and naming what somebody changed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

import pytest

from muster.core.messages import say
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring import OutcomeFinding, Report, Stage, check
from muster.rules.schema import Regulations
from muster.rules.variants import Variants
from scoring_cases import (
    ARMADA,
    CARDS,
    DUEL,
    LEGION,
    RUNEWARS,
    SKIRMISH,
    UNLIMITED,
    game,
    match,
    outcome_of,
    tokens,
)

GOOD: list[tuple[Report, Regulations]] = [
    (game("time", 177, 49), ARMADA),
    (game("rounds", 100, 100, deciding=1), ARMADA),
    (game("defeated", 388, 450, winner=0), ARMADA),
    (game("mutual-destruction", 400, 450, deciding=0), ARMADA),
    (game("concession", 100, 0, by=1), ARMADA),
    (game("concession", 0, 333, by=0), ARMADA),
    (game("match-loss", 0, 333, by=1), ARMADA),
    (game("no-show", by=1), ARMADA),
    (game("double-loss", 5, 0), ARMADA),
    (game("time", 60, 60, winner=1), RUNEWARS),
    (game("mutual-destruction", 100, 200, objective=(5, 0)), RUNEWARS),
    (game("defeated", 150, 40, winner=0), RUNEWARS),
    (game("no-show", by=0), SKIRMISH),
    (tokens("time", 3, 2), LEGION),
    (tokens("rounds", 2, 2, scores=(1, 2)), LEGION),
    (tokens("time", deciding=1), LEGION),
    (tokens("defeated", 0, 4, winner=0), LEGION),
    (tokens("mutual-destruction", 3, 3, scores=(9, 1), deciding=1), LEGION),
    (tokens("concession", 3, 2, by=0), LEGION),
    (tokens("concession", 3, 2, by=0, agreed_to_score=True), LEGION),
    (tokens("no-show", by=1), LEGION),
    (tokens("double-loss"), LEGION),
    (tokens("mutual-destruction", 3, 3, scores=(900, 1)), DUEL),
    (tokens("time", 3, 3, winner=1), DUEL),
    (match("decided", "0-10"), UNLIMITED),
    (match("time", "0", unfinished=True), UNLIMITED),
    (match("time", "01", unfinished=True, base_hp=(3, 8)), UNLIMITED),
    (match("time", "01-", base_hp=(8, 8), deciding=0), UNLIMITED),
    (match("time", "01", deciding=1), UNLIMITED),
    (match("time", "01", winner=1), CARDS),
    (match("concession", "01", by=0), UNLIMITED),
    (match("match-loss", "11", by=1), UNLIMITED),
    (match("no-show", by=0), CARDS),
    (match("double-loss", "01"), CARDS),
]


@pytest.mark.parametrize("no_show", ["bye", "concession", "bare-win"])
@pytest.mark.parametrize(("report", "regulations"), GOOD)
def test_what_scoring_makes_passes(
    report: Report, regulations: Regulations, no_show: Literal["bye", "concession", "bare-win"]
) -> None:
    outcome = outcome_of(report, regulations, stage="elimination", best_of=3, no_show=no_show)
    variants = Variants(no_show=no_show)
    assert check(report, outcome, regulations, stage="elimination", best_of=3, variants=variants) == ()


@pytest.mark.parametrize(("report", "regulations"), GOOD)
def test_the_other_winner_never_passes(report: Report, regulations: Regulations) -> None:
    outcome = outcome_of(report, regulations, stage="elimination", best_of=3)
    for winner in {None, 0, 1} - {outcome.winner}:
        wrong = replace(outcome, winner=winner)  # type: ignore[arg-type]
        assert "winner" in fields(report, wrong, regulations, stage="elimination")


def fields(report: Report, outcome: Outcome, regulations: Regulations, stage: Stage = "swiss") -> list[str]:
    """The fields found wrong in a best of three."""
    found = check(report, outcome, regulations, stage=stage, best_of=3, variants=Variants())
    return [finding.field for finding in found]


@pytest.mark.parametrize(
    ("report", "regulations", "seat", "changes"),
    [
        (game("time", 177, 49), ARMADA, 0, {"points": 8}),
        (game("time", 177, 49), ARMADA, 0, {"margin": 127}),
        (game("time", 177, 49), ARMADA, 1, {"margin": 128}),
        (game("time", 177, 49), ARMADA, 1, {"verdict": "draw"}),
        (game("time", 177, 49), ARMADA, 1, {"share": Fraction(0)}),
        (game("double-loss"), ARMADA, 1, {"points": 1}),
        (game("double-loss"), ARMADA, 1, {"verdict": "draw"}),
        (tokens("time", 3, 2), LEGION, 0, {"share": Fraction(2, 3)}),
        (tokens("time", 3, 2), LEGION, 1, {"share": Fraction(3, 5)}),
        (tokens("no-show", by=0), LEGION, 1, {"averaged": False}),
        (tokens("no-show", by=0), LEGION, 0, {"share": None}),
        (tokens("no-show", by=0), LEGION, 1, {"share": Fraction(1)}),
        (match("decided", "00"), UNLIMITED, 0, {"games": (2, 0, 1)}),
        (match("time", "01"), UNLIMITED, 1, {"points": 0}),
        (match("intentional-draw"), UNLIMITED, 0, {"games": (0, 0, 1)}),
    ],
)
def test_a_changed_number_is_named(
    report: Report, regulations: Regulations, seat: int, changes: dict[str, Any]
) -> None:
    first, second = outcome_of(report, regulations, best_of=3).sides
    winner = outcome_of(report, regulations, best_of=3).winner
    sides = (replace(first, **changes), second) if seat == 0 else (first, replace(second, **changes))
    assert fields(report, Outcome(sides, winner), regulations) == [f"sides.{seat}.{next(iter(changes))}"]


def test_a_draw_in_the_cut_is_found() -> None:
    drawn = SideOutcome("draw", 1, games=(0, 0, 3))
    outcome = Outcome((drawn, drawn), None)
    assert fields(match("intentional-draw"), outcome, UNLIMITED) == []
    assert fields(match("intentional-draw"), outcome, UNLIMITED, "elimination") == ["winner"]


@pytest.mark.parametrize(
    ("report", "regulations"),
    [
        (game("decided", 100, 50), ARMADA),
        (game("time", 100, 50, winner=1), ARMADA),
        (tokens("decided", 3, 1), LEGION),
        (tokens("time", 3, 1, winner=1), LEGION),
        (match("rounds", "00"), UNLIMITED),
        (match("decided", "00", winner=1), UNLIMITED),
    ],
)
def test_a_report_that_makes_nobody_the_winner_is_found(report: Report, regulations: Regulations) -> None:
    outcome = Outcome((SideOutcome("win", 3), SideOutcome("loss", 0)), 0)
    assert "winner" in fields(report, outcome, regulations)


def test_a_finding_says_what_is_and_what_should_be() -> None:
    wrong = Outcome((SideOutcome("win", 8, margin=128), SideOutcome("loss", 4)), 0)
    found = check(game("time", 177, 49), wrong, ARMADA, stage="swiss", variants=Variants())
    assert found == (
        OutcomeFinding(
            "sides.0.points", say("It is {value}, and should be {right}.", value="8", right="7"), "ARM-TP-1"
        ),
    )


def test_a_report_of_another_kind_is_found() -> None:
    outcome = outcome_of(game("time", 177, 49), ARMADA)
    assert fields(game("time", 177, 49), outcome, LEGION) == ["report"]
