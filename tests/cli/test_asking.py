"""Results asked for field by field: what is asked fits every game, and what is answered can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest

from muster.cli.asking import ask_result
from muster.cli.reporting import UnclearError, build, read_typed
from muster.core.ids import SEATS_AT_TABLE, Seat, TableSeat
from muster.core.messages import say
from muster.core.scoring.fields import report_fields
from muster.core.scoring.reports import PlacingReport
from muster.core.scoring.score import score
from muster.core.scoring.scored import Scored
from tournament_cases import IDS, rules

STAGES: tuple[Literal["swiss", "elimination"], ...] = ("swiss", "elimination")


def seat(text: str) -> Seat:
    """Seats by number only."""
    if text not in ("1", "2"):
        raise UnclearError(say("{text} is not one of the two", text=repr(text)))
    return 0 if text == "1" else 1


def table_seat(text: str) -> TableSeat:
    """Seats of a table of four, by number or as `last`."""
    if text not in ("1", "2", "3", "4", "last"):
        raise UnclearError(say("{text} is not one of the four", text=repr(text)))
    return SEATS_AT_TABLE[3 if text == "last" else int(text) - 1]


def cases() -> Iterator[tuple[str, Literal["swiss", "elimination"], str]]:
    for name in IDS:
        for stage in STAGES:
            ends = next(
                field for field in report_fields(rules(name), stage=stage) if field.name == "end"
            ).choices
            for end, _ in ends:
                yield name, stage, end


def answer(question: str, end: str) -> str:
    """What somebody would answer: seat 1 leads, a best of three went its length where it was decided."""
    if "end?" in question:
        return end
    if "two numbers" in question:
        return " 9 - 4 "
    if "winners in order" in question:
        return "1,2,1" if end == "decided" else "1"
    return "yes" if "yes or no" in question else "1"


@pytest.mark.parametrize(("name", "stage", "end"), list(cases()))
def test_every_way_of_ending_can_be_answered(
    name: str, stage: Literal["swiss", "elimination"], end: str
) -> None:
    regulations, questions = rules(name), list[str]()

    def ask(question: str) -> str:
        questions.append(question)
        return answer(question, end)

    words = ask_result(report_fields(regulations, stage=stage), ask, seat, table_seat)
    report = build(read_typed(words), regulations, seat, table_seat)
    best_of: Literal[1, 3] = 3 if regulations.scoring.model == "games" else 1
    variants = regulations.variants
    found = score(report, regulations, stage=stage, best_of=best_of, variants=variants)
    assert isinstance(found, Scored), (words, found)
    assert len(questions) == len(set(questions))


def test_what_is_equal_is_asked_on_and_what_is_not_is_not() -> None:
    def asked(name: str, *answers: str) -> list[str]:
        left, questions = list(answers), list[str]()

        def ask(question: str) -> str:
            questions.append(question)
            return left.pop(0)

        ask_result(report_fields(rules(name)), ask, seat, table_seat)
        assert not left
        return questions

    assert "second player" not in " ".join(asked("armada-4.0", "time", "100-90", ""))
    assert "second player" in asked("armada-4.0", "time", "100-90", "0-10", "2")[-1]
    assert "units" not in " ".join(asked("legion-2.0", "rounds", "3-1"))
    assert "blue" in asked("legion-2.0", "rounds", "3-3", "5-5", "1")[-1]


def test_what_cannot_be_an_answer_is_asked_again() -> None:
    answers = ["", "foo", "TIME", "100", "1-1-1", "100-100", "no", "", "3", "2"]
    questions: list[str] = []

    def ask(question: str) -> str:
        questions.append(question)
        return answers[len(questions) - 1]

    words = ask_result(report_fields(rules("armada-4.0")), ask, seat, table_seat)
    assert words == ["time", "destroyed=100-100", "deciding=2"]
    assert questions[2].startswith("'foo' is none of these.")
    assert questions[4].startswith("'100' is no answer to this.")
    assert questions[9].startswith("'3' is not one of the two.")


def test_a_table_of_four_is_asked_for_what_everybody_has_and_who_conceded_or_never_came() -> None:
    answers = ["decided", "12-x", "12-7-0-0", "5", "last", "3", "", ""]
    questions: list[str] = []

    def ask(question: str) -> str:
        questions.append(question)
        return answers[len(questions) - 1]

    regulations = rules("twin-suns-1.3")
    words = ask_result(report_fields(regulations), ask, seat, table_seat)
    assert questions[2].startswith("'12-x' is no answer to this.")
    assert questions[4].startswith("'5' is not one of the four.")
    report = build(read_typed(words), regulations, seat, table_seat)
    assert report == PlacingReport(end="decided", left=(12, 7, 0, 0), conceded=(3,), absent=(2,))
