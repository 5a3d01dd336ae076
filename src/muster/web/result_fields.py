"""The fields of a result's form: what they are called, their controls, and what is wrong with what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from muster.app.results.report_forms import IN_ORDER, PAIRS, Data
from muster.core.ids import SEATS_AT_TABLE, Seat, TableSeat, other
from muster.core.messages import NOTHING, Message, say, verbatim
from muster.core.scoring import ReportField, report_fields
from muster.core.scoring.scored import Problem
from muster.exchange.quick_words import ResultTerms

Seats = tuple[tuple[TableSeat, str], ...]
"""The seats of a match with their players' names, in the order of the form."""


@dataclass(frozen=True, slots=True)
class Legend:
    """What a field is called for some ways of ending (by id, separated by spaces), and when it is needed."""

    text: Message
    ends: str
    when: str


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a field."""

    value: str
    label: Message
    chosen: bool


@dataclass(frozen=True, slots=True)
class Input:
    """One control: a number (no options), a choice among options, or a box to tick, whose value is empty or not."""

    name: str
    label: Message
    value: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of the form.

    Attributes:
        name: the report's field.
        kind: what is entered, as in `muster.core.scoring.ReportField`.
        legends: what it is called, by way of ending.
        ends: all ways of ending it is asked for, separated by spaces.
        inputs: its controls.
        problems: what is wrong with what was typed.
    """

    name: str
    kind: str
    legends: tuple[Legend, ...]
    ends: str
    inputs: tuple[Input, ...]
    problems: tuple[Problem, ...]

    @property
    def if_equal(self) -> str:
        """The ways of ending for which it is asked only if the players are equal so far, separated by spaces."""
        return " ".join(legend.ends for legend in self.legends if legend.when == "if-equal")

    @property
    def rare(self) -> bool:
        """Whether it says what few games have: somebody who conceded or never came, the loss given, places by hand."""
        return self.kind in ("seats", "places")

    @property
    def control(self) -> Literal["radio", "number", "select", "checkbox"]:
        """Which control the field's inputs are."""
        if self.kind in (*PAIRS, "left", "places"):
            return "number"
        if self.kind == "games" or self.name == IN_ORDER:
            return "select"
        if self.kind == "seats":
            return "checkbox"
        return "checkbox" if self.kind == "yes-no" else "radio"


def form_of(
    terms: ResultTerms,
    names: tuple[str, ...],
    data: Data,
    problems: tuple[Problem, ...] = (),
    *,
    first: Seat = 0,
) -> tuple[FormField, ...]:
    """The form of a match with these players, filled in with `data`; of two it lists the one of seat `first` first."""
    order = (
        (first, other(first))
        if terms.regulations.scoring.model != "placing"
        else SEATS_AT_TABLE[: len(names)]
    )
    seats = tuple((seat, names[seat]) for seat in order)
    return tuple(
        FormField(
            field.name,
            field.kind,
            _legends(field),
            " ".join(asked.end for asked in field.asked),
            _inputs(field, terms, seats, data),
            tuple(problem for problem in problems if problem.field == field.name),
        )
        for field in report_fields(terms.regulations, stage=terms.stage)
    )


def elsewhere(fields: tuple[FormField, ...], problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The problems that none of the form's fields shows."""
    shown = {field.name for field in fields}
    return tuple(problem for problem in problems if problem.field not in shown)


def _legends(field: ReportField) -> tuple[Legend, ...]:
    """One legend for each wording of the question."""
    found: dict[tuple[Message, str], list[str]] = {}
    for asked in field.asked:
        found.setdefault((asked.label, asked.when), []).append(asked.end)
    return tuple(Legend(label, " ".join(ends), when) for (label, when), ends in found.items())


def _inputs(field: ReportField, terms: ResultTerms, seats: Seats, data: Data) -> tuple[Input, ...]:
    name = field.name
    if field.kind in (*PAIRS, "left", "places"):
        return tuple(
            Input(f"{name}.{seat}", verbatim(called), data.get(f"{name}.{seat}", ""))
            for seat, called in seats
        )
    if field.name == IN_ORDER:
        return tuple(_order_input(f"{name}.{seat}", called, len(seats), data) for seat, called in seats)
    if field.kind == "seats":
        return tuple(
            Input(f"{name}.{seat}", verbatim(called), data.get(f"{name}.{seat}", ""))
            for seat, called in seats
        )
    if field.kind == "yes-no":
        return (Input(name, say("Yes"), data.get(name, "")),)
    if field.kind == "games":
        return tuple(_game_input(f"{name}.{at}", at, seats, data) for at in range(_rows(terms, data)))
    choices = tuple(field.choices) or _seats(seats)
    return (Input(name, NOTHING, data.get(name, ""), _options(choices, data.get(name, ""))),)


def _seats(seats: Seats) -> tuple[tuple[str, Message], ...]:
    return tuple((str(seat), verbatim(called)) for seat, called in seats)


def _options(choices: Sequence[tuple[str, Message]], value: str) -> tuple[Option, ...]:
    return tuple(Option(choice, label, choice == value) for choice, label in choices)


def _order_input(name: str, called: str, count: int, data: Data) -> Input:
    """When somebody conceded: not at all, or as the first, the second and so on."""
    value = data.get(name, "")
    places = ((str(at), say("conceded as number {number}", number=at)) for at in range(1, count + 1))
    return Input(name, verbatim(called), value, _options((("", say("did not concede")), *places), value))


def _game_input(name: str, at: int, seats: Seats, data: Data) -> Input:
    value = data.get(name, "")
    choices = (("", say("not played")), *_seats(seats), ("-", say("drawn")))
    return Input(name, say("Game {number}", number=at + 1), value, _options(choices, value))


def _rows(terms: ResultTerms, data: Data) -> int:
    """How many games the form has room for: drawn ones are played again."""
    used = [at for at in range(99) if f"games.{at}" in data]
    return min(max([terms.best_of + 1, *used]) + 1, 99)
