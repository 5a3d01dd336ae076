"""What a table of penalties suggests: by how often, by how late, and never lighter than before."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.judging.penalties import EarlierPenalty, suggested
from muster.rules.penalties import PenaltyTable
from muster.rules.penalty_files import from_json_value

KINDS = ("reminder", "warning", "game-loss", "match-loss", "disqualification")


def table(*steps: dict[str, Any], **category: Any) -> PenaltyTable:
    """A table with one category `slip` of these steps."""
    slip = {"id": "slip", "name": "Slip", "what": "A slip.", "source": "Made up.", "steps": steps, **category}
    kinds = [{"id": kind, "name": kind.capitalize(), "says": "Noted."} for kind in KINDS]
    found = from_json_value(
        {"id": "own", "name": "Own", "source": "Ours.", "kinds": kinds, "categories": [slip]}
    )
    assert isinstance(found, PenaltyTable), found
    return found


GROWING = table(
    {"kind": "warning"}, {"kind": "game-loss", "offence": 3}, {"kind": "match-loss", "offence": 4}
)


@pytest.mark.parametrize(
    ("before", "kind", "why"),
    [
        (0, "warning", "Warning: offence 1 of this category in the event."),
        (1, "warning", "Warning: offence 2 of this category in the event."),
        (2, "game-loss", "offence 3 of this category in the event, and from offence 3 on."),
        (3, "match-loss", "from offence 4 on."),
        (9, "match-loss", "offence 10 of"),
    ],
)
def test_a_step_holds_from_its_offence_on(before: int, kind: str, why: str) -> None:
    step = suggested(GROWING, "slip", [EarlierPenalty("slip", "warning")] * before)
    assert (step.kind, step.offence) == (kind, before + 1)
    assert why in str(step.message)


def test_only_penalties_of_the_same_category_count_and_reminders_never() -> None:
    history = [
        EarlierPenalty("other", "warning"),
        EarlierPenalty("slip", "reminder"),
        EarlierPenalty("other", "match-loss"),
    ] * 3
    assert suggested(GROWING, "slip", history).offence == 1


def test_minutes_matter_only_where_a_step_names_them() -> None:
    late = table({"kind": "warning"}, {"kind": "match-loss", "minutes": 10})
    assert [suggested(late, "slip", (), minutes=each).kind for each in (0, 9, 10, 60)] == [
        "warning", "warning", "match-loss", "match-loss",
    ]  # fmt: skip
    assert str(suggested(late, "slip", (), minutes=10).message) == "Match-loss: 10 minutes late or more."


def test_what_may_be_given_instead_and_where_it_was_read_come_along() -> None:
    other = {"when": "it is streamed", "kind": "game-loss"}
    step = suggested(
        table({"kind": "warning", "instead": [other]}, extension=5, clause="COM-ROLE-3", reading="C5"),
        "slip",
        (),
    )
    assert [(one.when, one.kind) for one in step.instead] == [("it is streamed", "game-loss")]
    assert (step.extension, step.clause, step.reading, step.source) == (5, "COM-ROLE-3", "C5", "Made up.")


def test_an_unknown_category_or_kind_is_told_with_those_there_are() -> None:
    with pytest.raises(LookupError, match="no offence `nonsense` in this table; known are slip"):
        suggested(GROWING, "nonsense", ())
    with pytest.raises(
        LookupError, match="no penalty `penalty-point` in this table; known are reminder, warning"
    ):
        GROWING.kind("penalty-point")
