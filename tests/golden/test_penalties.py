"""The published figures on penalties (readings C5, C6, C8 and C9) come out of the tables that come along.

Sources: the publisher's Floor Rules of 25 July 2019 as kept at archonarcana.com (Appendix: Warning Guidelines; Event
Disruptions; Gameplay Disruptions), and a quick reference of 2026 to the policy guide of Unlimited.
"""

from __future__ import annotations

import pytest

from muster.core.judging.penalties import EarlierPenalty, SuggestedPenalty, suggested
from muster.rules.penalty_files import tables

MINIATURES, UNLIMITED = tables()["miniatures"], tables()["unlimited"]


def again(category: str, times: int, *, kind: str = "warning", minutes: int = 0) -> SuggestedPenalty:
    """What Unlimited has for an offence after so many of the kind."""
    return suggested(UNLIMITED, category, [EarlierPenalty(category, kind)] * times, minutes=minutes)


@pytest.mark.parametrize(
    ("category", "kind", "extension"),
    [
        ("minor-gameplay-error", "reminder", 0),
        ("intermediate-gameplay-error", "normal-warning", 5),
        ("significant-gameplay-error", "hard-warning", 5),
        ("cheating", "disqualification", 0),
    ],
)
def test_c5_gameplay_errors(category: str, kind: str, extension: int) -> None:
    step = suggested(MINIATURES, category, ())
    assert (step.kind, step.extension) == (kind, extension)


def test_c5_a_spoiled_game_or_match_is_lost() -> None:
    step = suggested(MINIATURES, "significant-gameplay-error", ())
    assert [one.kind for one in step.instead] == ["game-loss", "match-loss"]


@pytest.mark.parametrize(
    ("minutes", "kind"), [(1, "normal-warning"), (9, "normal-warning"), (10, "match-loss")]
)
def test_c6_miniatures_are_late_for_ten_minutes(minutes: int, kind: str) -> None:
    assert suggested(MINIATURES, "tardiness", (), minutes=minutes).kind == kind


@pytest.mark.parametrize(("minutes", "kind"), [(1, "warning"), (4, "warning"), (5, "match-loss")])
def test_c6_cards_are_late_for_five_minutes(minutes: int, kind: str) -> None:
    assert again("tardiness", 0, minutes=minutes).kind == kind


def test_c6_list_errors_are_graded_by_when_they_are_found() -> None:
    kinds = [suggested(MINIATURES, f"list-error-{when}", ()).kind for when in ("early", "late")]
    assert kinds == ["normal-warning", "hard-warning"]


def test_c7_nothing_escalates_in_the_miniatures_games() -> None:
    assert all(step.offence == 1 for each in MINIATURES.categories for step in each.steps)


def test_c8_the_penalties_of_unlimited() -> None:
    assert [kind.id for kind in UNLIMITED.kinds] == [
        "penalty-point", "warning", "game-loss", "match-loss", "disqualification",
    ]  # fmt: skip


def test_c9_the_third_gameplay_warning_and_later_ones_are_game_losses() -> None:
    assert [again("gameplay-error", times).kind for times in range(5)] == [
        "warning", "warning", "game-loss", "game-loss", "game-loss",
    ]  # fmt: skip


def test_c9_minor_unsporting_conduct() -> None:
    found = [again("minor-unsporting-conduct", times).kind for times in range(3)]
    assert found == ["warning", "match-loss", "disqualification"]
    (streamed,) = again("minor-unsporting-conduct", 0).instead
    assert (streamed.when, streamed.kind) == ("the match is streamed", "match-loss")


@pytest.mark.parametrize(
    ("category", "kinds"),
    [
        ("randomisation-error", ["game-loss", "game-loss"]),
        ("insult", ["game-loss", "disqualification"]),
        ("harassment", ["match-loss", "match-loss"]),
        ("improper-result", ["match-loss", "match-loss"]),
        ("bribery-and-collusion", ["disqualification", "disqualification"]),
        ("cheating", ["disqualification", "disqualification"]),
    ],
)
def test_c9_first_and_second_time(category: str, kinds: list[str]) -> None:
    assert [again(category, times, kind="game-loss").kind for times in range(2)] == kinds


def test_withholding_public_knowledge_is_severe_by_section_5_3() -> None:
    assert again("public-knowledge", 0).kind == "match-loss"
    assert again("public-knowledge", 1).kind == "disqualification"
