"""The fields of a player's own report: their side first, by *You*, and without what only a judge decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from muster.app.results.report import BY_RULING
from muster.core.ids import Seat
from muster.core.messages import Message, say, say_in, verbatim
from muster.core.scoring.scored import Problem
from muster.exchange.quick_words import ResultTerms
from muster.web.result_fields import FormField, Input, Legend, Option, form_of

USUAL: Final = ("rounds", "decided")
"""How a game ends as a rule, as the scorekeeper's line has it too; a form begins with that."""


@dataclass(frozen=True)
class OwnFields:
    """What a player is asked about their match.

    Attributes:
        terms: under what the result is read.
        names: what both are called, by seat.
        seat: which of them is asked.
    """

    terms: ResultTerms
    names: tuple[str, str]
    seat: Seat

    def of(
        self, data: Mapping[str, str], problems: tuple[Problem, ...] = (), *, end: str = ""
    ) -> tuple[FormField, ...]:
        """The fields, filled in with `data`; with `end`, only what is asked for this way of ending."""
        fields = form_of(self.terms, self._called, self._begun(data), problems, first=self.seat)
        found = tuple(self._asked(fields, end))
        return tuple(self._games(field) if field.kind == "games" else field for field in found)

    @property
    def _called(self) -> tuple[str, str]:
        you = str(say("You"))
        return (you, self.names[1]) if self.seat == 0 else (self.names[0], you)

    def _begun(self, data: Mapping[str, str]) -> Mapping[str, str]:
        """What a form begins with: what is filled in, and how games usually end."""
        ends = {end.id for end in self.terms.regulations.ends}
        usual = next((one for one in USUAL if one in ends), "")
        return data if data.get("end") else {**data, "end": usual}

    def _asked(self, fields: tuple[FormField, ...], end: str) -> Iterator[FormField]:
        for field in fields:
            if not end:
                yield _without_rulings(field)
            elif end in field.ends.split() and field.name not in ("end", "by"):
                yield replace(field, legends=tuple(one for one in field.legends if end in one.ends.split()))

    def _games(self, field: FormField) -> FormField:
        """The games in a player's own words: won, lost or drawn."""
        says = {
            "": verbatim("–"),
            str(self.seat): say_in("a game of yours", "Won"),
            str(1 - self.seat): say_in("a game of yours", "Lost"),
            "-": say_in("a game of yours", "Drawn"),
        }
        legends = tuple(replace(one, text=say("Your games, in order")) for one in field.legends)
        return replace(field, legends=legends, inputs=tuple(_in_words(one, says) for one in field.inputs))


def _in_words(game: Input, says: Mapping[str, Message]) -> Input:
    return replace(game, options=tuple(replace(one, label=says[one.value]) for one in game.options))


def _without_rulings(field: FormField) -> FormField:
    """The field without what a judge decides."""
    legends = tuple(_legends(field))
    ends = _kept(field.ends)
    inputs = field.inputs
    if field.name == "end":
        inputs = tuple(replace(one, options=tuple(_options(one))) for one in field.inputs)
    return replace(field, ends=ends, legends=legends, inputs=inputs)


def _legends(field: FormField) -> Iterator[Legend]:
    for legend in field.legends:
        if kept := _kept(legend.ends):
            yield replace(legend, ends=kept)


def _options(one: Input) -> Iterator[Option]:
    return (option for option in one.options if option.value not in BY_RULING)


def _kept(ends: str) -> str:
    return " ".join(end for end in ends.split() if end not in BY_RULING)
