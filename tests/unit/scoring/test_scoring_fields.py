"""What is asked agrees with what scoring needs; byes, unpaired losses, and reports of the wrong kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, get_args

import pytest

from muster.core.messages import say
from muster.core.outcomes import SideOutcome
from muster.core.scoring import (
    GamesReport,
    MarginReport,
    Report,
    ReportField,
    Scored,
    ShareReport,
    Stage,
    Tally,
    bye,
    report_fields,
    score,
    unpaired_loss,
)
from muster.core.scoring.scored import ScoringStep
from muster.rules.schema import EndId, Regulations
from muster.rules.variants import Variants
from scoring_cases import (
    ALL,
    ARMADA,
    CARDS,
    DUEL,
    LEGION,
    RUNEWARS,
    SKIRMISH,
    UNLIMITED,
    fields_of,
    game,
    match,
    problems_of,
    tokens,
)

STAGES: tuple[Stage, ...] = ("swiss", "elimination")
ENDS: tuple[EndId, ...] = get_args(EndId)


def asked(regulations: Regulations, end: EndId, stage: Stage = "swiss") -> dict[str, str]:
    """The names of the fields asked for, and when."""
    found = {field.name: field.for_end(end) for field in report_fields(regulations, stage=stage)}
    return {name: each.when for name, each in found.items() if each is not None}


def label(regulations: Regulations, name: str, end: EndId, stage: Stage = "swiss") -> str:
    """The words in which a field is asked for."""
    (field,) = [field for field in report_fields(regulations, stage=stage) if field.name == name]
    each = field.for_end(end)
    assert each is not None
    return str(each.label)


def test_armada_asks_for_the_second_player_only_where_it_decides() -> None:
    scores = {"end": "always", "scores.destroyed": "always", "scores.objective": "always"}
    assert asked(ARMADA, "time") == {**scores, "deciding": "if-equal"}
    assert asked(ARMADA, "mutual-destruction") == {"end": "always", "deciding": "always"}
    assert asked(ARMADA, "defeated") == {**scores, "winner": "always"}
    assert asked(ARMADA, "no-show") == {"end": "always", "by": "always"}
    assert asked(ARMADA, "double-loss") == {"end": "always"}
    assert asked(ARMADA, "intentional-draw") == {}
    assert label(ARMADA, "deciding", "time") == "Who was the second player?"
    assert label(ARMADA, "scores.destroyed", "time") == "Fleet points destroyed"


def test_runewars_asks_for_the_final_flurry_on_equal_scores() -> None:
    for end in ("time", "rounds", "mutual-destruction"):
        assert asked(RUNEWARS, end)["winner"] == "if-equal"
        assert "deciding" not in asked(RUNEWARS, end)
        assert label(RUNEWARS, "winner", end) == "Who won the Final Flurry?"
    assert label(RUNEWARS, "winner", "defeated") == "Who survived?"


def test_an_organisers_margins_ask_for_part_and_roll_where_each_decides() -> None:
    assert asked(SKIRMISH, "mutual-destruction") == {"end": "always", "deciding": "always"}
    assert asked(SKIRMISH, "time")["winner"] == "if-equal"


def test_legion_asks_for_tokens_score_and_blue() -> None:
    assert asked(LEGION, "time") == {
        "end": "always",
        "tokens": "always",
        "scores": "if-equal",
        "deciding": "if-equal",
    }
    assert "scores" not in asked(LEGION, "mutual-destruction")
    assert asked(LEGION, "concession") == {
        "end": "always",
        "by": "always",
        "agreed_to_score": "always",
        "tokens": "if-agreed",
    }
    assert label(LEGION, "deciding", "time") == "Who was the blue player?"
    assert asked(DUEL, "time")["winner"] == "if-equal"


def test_unlimited_asks_for_base_hp_and_initiative_in_elimination_only() -> None:
    swiss = {"end": "always", "games": "always", "unfinished": "always"}
    assert asked(UNLIMITED, "time") == swiss
    assert asked(UNLIMITED, "time", "elimination") == {**swiss, "base_hp": "if-equal", "deciding": "if-equal"}
    assert asked(CARDS, "time", "elimination") == {**swiss, "base_hp": "if-equal", "winner": "if-equal"}
    assert asked(UNLIMITED, "intentional-draw") == {"end": "always"}
    assert asked(UNLIMITED, "intentional-draw", "elimination") == {}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("regulations", ALL, ids=lambda each: str(each.id))
def test_the_ends_offered_are_those_that_scoring_accepts(regulations: Regulations, stage: Stage) -> None:
    (choice,) = [field for field in report_fields(regulations, stage=stage) if field.kind == "choice"]
    names = {end.id: end.name for end in regulations.ends}
    assert {end: str(words) for end, words in choice.choices}.items() <= names.items()
    for end in ENDS:
        made = score(empty(regulations, end), regulations, stage=stage, variants=Variants())
        refused = not isinstance(made, Scored) and "end" in fields_of(made)
        assert refused == (end not in dict(choice.choices)), end


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("regulations", ALL, ids=lambda each: str(each.id))
def test_a_seat_that_is_always_asked_for_cannot_be_left_out(regulations: Regulations, stage: Stage) -> None:
    found = 0
    for field in report_fields(regulations, stage=stage):
        for each in field.asked:
            if field.kind == "seat" and each.when == "always":
                assert field.name in fields_of(
                    problems_of(empty(regulations, each.end), regulations, stage=stage)
                )
                found += 1
    assert found >= 3


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("regulations", ALL, ids=lambda each: str(each.id))
def test_filling_in_what_is_asked_for_gives_a_report_that_counts(
    regulations: Regulations, stage: Stage
) -> None:
    fields = report_fields(regulations, stage=stage)
    (choice,) = [field for field in fields if field.kind == "choice"]
    for end, _ in choice.choices:
        report = empty(regulations, end)
        for field in fields:
            if field.for_end(end) is not None and field.kind != "choice":
                report = filled(report, field)
        made = score(report, regulations, stage=stage, best_of=3, variants=Variants())
        assert isinstance(made, Scored), (end, made)


def empty(regulations: Regulations, end: EndId) -> Report:
    """A report that says nothing but how the match ended."""
    kinds = {"margin": MarginReport, "share": ShareReport, "games": GamesReport}
    report: Report = kinds[regulations.scoring.model](end=end)
    return report


def filled(report: Any, field: ReportField) -> Report:
    """The report with one more field filled in: everything equal, and always the first player."""
    if field.name.startswith("scores."):
        name = field.name.removeprefix("scores.")
        first, second = report.scores
        return replace(report, scores=(replace(first, **{name: 3}), replace(second, **{name: 3})))  # type: ignore[no-any-return]
    seat = 1 if (field.name, report.end) == ("by", "concession") else 0
    games = {"decided": (0, 1, 0), "time": (0, 1)}.get(report.end, (0,))
    values = {"seat": seat, "points": (3, 3), "tokens": (3, 3), "hp": (3, 3), "games": games, "yes-no": True}
    return replace(report, **{field.name: values[field.kind]})  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("report", "regulations", "words"),
    [
        (tokens("time", 3, 1), ARMADA, "the points each player destroyed"),
        (match("decided", "0"), LEGION, "victory tokens"),
        (game("time", 3, 1), UNLIMITED, "the games of the match"),
    ],
)
def test_a_report_of_the_wrong_kind_is_refused(report: Report, regulations: Regulations, words: str) -> None:
    (problem,) = problems_of(report, regulations)
    assert problem.field == "report"
    assert words in str(problem.message)


@pytest.mark.parametrize("best_of", [1, 3])
def test_b39_a_bye_is_a_match_won_without_losing_a_game(best_of: Literal[1, 3]) -> None:
    wins = 2 if best_of == 3 else 1
    assert bye(UNLIMITED, best_of) == SideOutcome("win", 3, games=(wins, 0, 0))
    assert bye(CARDS, best_of) == SideOutcome("win", 4, games=(wins, 0, 0))


def test_leg_bye_1_the_share_of_a_bye_is_an_average() -> None:
    assert bye(LEGION) == SideOutcome("win", 1, averaged=True)
    assert bye(SKIRMISH, best_of=3) == SideOutcome("win", 6, margin=33)


def test_b19_an_unpaired_loss_is_worth_nothing() -> None:
    for regulations in ALL:
        assert unpaired_loss(regulations) == SideOutcome("loss", 0)


def test_braces_in_a_players_name_stay_as_they_are() -> None:
    made = ScoringStep(say("{winner} beats {loser}."), "ARM-END-1", 1)
    assert str(made.words(("{loser}", "{winner}"))) == "{winner} beats {loser}."


def test_reports_can_be_told_apart_by_value() -> None:
    assert game("time", 1, 2) == MarginReport(end="time", scores=(Tally(1), Tally(2)))
    assert hash(game("time", 1, 2)) == hash(MarginReport(end="time", scores=(Tally(1), Tally(2))))
