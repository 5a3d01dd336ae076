"""Asking for a result field by field, in the game's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from muster.cli.opened import UnknownNameError
from muster.cli.reporting import SeatReader, TableSeatReader, UnclearError
from muster.core.messages import NOTHING, Message, listing, paragraph, say
from muster.core.scoring.fields import FieldQuestion, ReportField
from muster.rules.schema import EndId

Ask = Callable[[str], str]

_Readers = Mapping[str, Callable[[str], object]]
"""By kind of field, what reads an answer that names players."""

KEYS: Final[Mapping[str, str]] = {
    "scores.destroyed": "destroyed",
    "scores.objective": "objective",
    "scores": "score",
    "base_hp": "hp",
    "agreed_to_score": "agreed",
}
"""What is typed before `=` for a field of a report, where that is not the field's own name."""

_HINTS: Final[Mapping[str, Message]] = {
    "points": say("two numbers, such as 177-49"),
    "tokens": say("two numbers, such as 3-1"),
    "hp": say("two numbers, such as 12-7"),
    "seat": say("1, 2 or a name"),
    "left": say("a number for each seat, such as 12-7-3-0"),
    "seats": say("seats or names with a comma between, such as 4,2"),
    "places": say("a place for each seat, such as 1,2,2,4"),
    "games": say("winners in order, such as 1,2,1; - for a drawn game"),
    "yes-no": say("yes or no"),
}
_FIGURES: Final = re.compile(r"[0-9]{1,9}-[0-9]{1,9}")
_SHAPES: Final[Mapping[str, re.Pattern[str]]] = {
    "points": _FIGURES,
    "tokens": _FIGURES,
    "hp": _FIGURES,
    "left": re.compile(r"[0-9]{1,9}(-[0-9]{1,9})*"),
    "places": re.compile(r"[1-9](,[1-9])*"),
    "games": re.compile(r"[12=-](,[12=-])*"),
    "yes-no": re.compile("yes|no"),
}


def ask_result(
    fields: tuple[ReportField, ...], ask: Ask, seat: SeatReader, table_seat: TableSeatReader
) -> list[str]:
    """The words of a result, as if they had been typed; an empty answer leaves a field out.

    What cannot be an answer is asked for again.

    Args:
        fields: what the regulations ask for in this stage.
        ask: shows a question and returns the answer.
        seat: reads `1`, `2` or a player's name as a seat of this match.
        table_seat: likewise at a table of three or four.
    """
    readers: _Readers = {
        "seat": lambda answer: [seat(answer)],
        "seats": lambda answer: [table_seat(word) for word in answer.split(",")],
    }
    end = _end([identity for field in fields for identity, _ in field.choices], ask)
    words, figures = [str(end)], dict[str, str]()
    for field in fields:
        asked = field.for_end(end)
        if field.name == "end" or asked is None or not _matters(asked, figures):
            continue
        answer = _answer(field, asked, ask, readers)
        if answer:
            figures[field.name] = answer
            words.append(f"{KEYS.get(field.name, field.name)}={answer}")
    return words


def _end(ends: list[EndId], ask: Ask) -> EndId:
    question = say("How did it end? ({ends})", ends=listing(ends, "plain"))
    answer = ask(str(question)).strip().casefold()
    while not (same := [end for end in ends if end == answer]):
        complaint = say("{answer} is none of these.", answer=repr(answer[:40]))
        answer = ask(str(paragraph(complaint, question))).strip().casefold()
    return same[0]


def _answer(field: ReportField, asked: FieldQuestion, ask: Ask, readers: _Readers) -> str:
    question = say("{field} ({hint})", field=asked.label, hint=_HINTS[field.kind])
    complaint = NOTHING
    while True:
        answer = ask(str(paragraph(complaint, question))).strip()
        if field.kind not in readers:
            answer = answer.casefold().replace(" ", "")
        complaint = _fault(field, answer, readers) if answer else NOTHING
        if not complaint:
            return answer


def _fault(field: ReportField, answer: str, readers: _Readers) -> Message:
    """Why this cannot be the answer; nothing where it can."""
    if field.kind not in readers:
        fits = _SHAPES[field.kind].fullmatch(answer)
        return NOTHING if fits else say("{answer} is no answer to this.", answer=repr(answer[:40]))
    try:
        readers[field.kind](answer)
    except (UnclearError, UnknownNameError) as error:
        return say("{problem}.", problem=error.says)
    return NOTHING


def _matters(asked: FieldQuestion, figures: Mapping[str, str]) -> bool:
    """Whether a conditional field can still matter after what was answered."""
    if asked.when == "if-agreed":
        return figures.get("agreed_to_score") == "yes"
    return asked.when != "if-equal" or _equal(figures)


def _equal(figures: Mapping[str, str]) -> bool:
    """Whether the players are equal by everything that was answered: tallies together, the rest one by one."""
    tallies = _sum(figures.get("scores.destroyed", "0-0"), figures.get("scores.objective", "0-0"))
    games = figures.get("games", "").split(",")
    pairs = [_sum(figures.get(name, "0-0")) for name in ("tokens", "scores", "base_hp")]
    pairs += [tallies, (games.count("1"), games.count("2"))]
    return all(one == two for one, two in pairs)


def _sum(*figures: str) -> tuple[int, int]:
    pairs = [figure.split("-") for figure in figures]
    return sum(int(one) for one, _ in pairs), sum(int(two) for _, two in pairs)
