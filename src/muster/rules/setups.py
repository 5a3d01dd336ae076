"""How a game is set up: the steps before it begins, with their figures, and what terrain a table needs.

Each of the regulations has a file of its own beside its own (`data/setup`), as data of ours that no journal keeps: a
tournament that began before a step was mended shows the mended one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import Field

from muster.core.messages import Message, say
from muster.rules.basis import MOST, ClauseId, Key, NonNegativeInt, Part, PositiveInt, Words
from muster.rules.beside import files, parsed
from muster.rules.mistakes import Mistakes, Way

_PLACE: Final = re.compile(r"\{(\w+)\}")

Who = Literal["both", "first", "second", "lower"]
"""Who does a step: both players, the one of the first or the second part, or the one with the lower total."""


class SetupStep(Part):
    """One step before the game.

    Attributes:
        id: by which a tick names it.
        says: the sentence, with its figures in braces.
        figures: those figures by name.
        clause: the clause it follows.
        who: who does it.
        ticks: whether it is something done once, so that it can be ticked; else it only has to be known.
        first_round: whether it is for the first round alone.
    """

    id: Key
    says: Words
    figures: dict[str, NonNegativeInt] = Field(default_factory=dict)
    clause: ClauseId
    who: Who
    ticks: bool = True
    first_round: bool = False

    @property
    def message(self) -> Message:
        """The sentence with its figures, to be said in anybody's language."""
        return Message(self.says, dict(self.figures))


class Limits(Part):
    """At least and at most so many."""

    least: NonNegativeInt
    most: NonNegativeInt


class PieceKind(Part):
    """A kind of terrain; `also` names another kind that its pieces may count as."""

    id: Key
    name: Words
    also: Key | None = None


class PieceCount(Limits):
    """How many pieces of a kind a table has."""

    kind: Key


class TerrainTable(Part):
    """A size of table in inches, and how many pieces of each kind suit it."""

    id: Key
    name: Words
    wide: PositiveInt
    deep: PositiveInt
    clause: ClauseId
    pieces: Annotated[tuple[PieceCount, ...], Field(min_length=1, max_length=MOST)]


class Capacity(Limits):
    """The capacity of a piece whose diameter in inches lies between the limits, both included."""

    capacity: NonNegativeInt


class TerrainRules(Part):
    """What terrain the regulations ask for.

    Attributes:
        clause: where they say so.
        covers: per cent of the table's area that terrain covers; None where they do not say.
        kinds: the kinds of pieces that are counted.
        tables: the sizes of table with their counts.
        capacities: the capacity of a piece by its diameter.
        keywords: the most keywords on one piece; 0 where the regulations know none.
        notes: what else to heed.
    """

    clause: ClauseId
    covers: Limits | None = None
    kinds: Annotated[tuple[PieceKind, ...], Field(max_length=MOST)] = ()
    tables: Annotated[tuple[TerrainTable, ...], Field(max_length=MOST)] = ()
    capacities: Annotated[tuple[Capacity, ...], Field(max_length=MOST)] = ()
    keywords: NonNegativeInt = 0
    notes: Annotated[tuple[Words, ...], Field(max_length=MOST)] = ()

    def table(self, table_id: str) -> TerrainTable | None:
        """The table of this id; None if there is none."""
        return next((one for one in self.tables if one.id == table_id), None)


class Template(Part):
    """Something the regulations have players cut out of paper, in millimetres, and so many of it on a sheet."""

    id: Key
    name: Words
    says: Words
    wide: PositiveInt
    high: PositiveInt
    copies: PositiveInt
    clause: ClauseId


class Advice(Part):
    """One thing players are told before they play, with the clause that says so."""

    id: Key
    says: Words
    clause: ClauseId

    @property
    def message(self) -> Message:
        """The sentence, to be said in anybody's language."""
        return Message(self.says)


class SetUp(Part):
    """How a game is set up under one set of regulations, and what players see to before.

    Attributes:
        regulations: their id.
        bring: what a player brings and sees to before the first round.
        draft: how a draft goes on, pick by pick; empty where there is none.
        steps: what is done, in order.
        terrain: what terrain a table has, if any.
        templates: what is printed to scale for it.
    """

    regulations: Key
    bring: Annotated[tuple[Advice, ...], Field(max_length=MOST)] = ()
    draft: Annotated[tuple[Advice, ...], Field(max_length=MOST)] = ()
    steps: Annotated[tuple[SetupStep, ...], Field(min_length=1, max_length=MOST)]
    terrain: TerrainRules | None = None
    templates: Annotated[tuple[Template, ...], Field(max_length=MOST)] = ()

    def in_round(self, number: int) -> tuple[SetupStep, ...]:
        """The steps of this round of a tournament."""
        return tuple(step for step in self.steps if number == 1 or not step.first_round)


@cache
def set_ups() -> Mapping[str, SetUp]:
    """How each game is set up, by the id of its regulations.

    Raises:
        ValueError: a file is faulty (never in a release: tests load every one).
    """
    return {each.regulations: each for each in files("setup", parse).values()}


def parse(text: bytes, source: str) -> SetUp | Mistakes:
    """Read a file of steps; `source` is the name by which mistakes call it.

    Returns:
        What it holds, or every mistake in it at once. No content of a file makes this raise.
    """
    return parsed(text, source, SetUp, _misfits)


def _misfits(found: SetUp) -> Iterator[tuple[Way, Message]]:
    """What a well-formed file can still get wrong, each with the way to it."""
    told = [(("bring", at), one.id) for at, one in enumerate(found.bring)]
    told += [(("draft", at), one.id) for at, one in enumerate(found.draft)]
    for ways in ([(("steps", at), step.id) for at, step in enumerate(found.steps)], told):
        ids = [name for _, name in ways]
        for at, (way, name) in enumerate(ways):
            if name in ids[:at]:
                yield (*way, "id"), say("`{id}` is there twice; every id stands once", id=name)
    for at, step in enumerate(found.steps):
        if set(_PLACE.findall(step.says)) != set(step.figures):
            yield ("steps", at, "figures"), say("the figures are not those that the sentence names in braces")
    if found.terrain is not None:
        yield from ((("terrain", *way), says) for way, says in _terrain_misfits(found.terrain))


def _terrain_misfits(terrain: TerrainRules) -> Iterator[tuple[Way, Message]]:
    known = {kind.id for kind in terrain.kinds}
    for at, table in enumerate(terrain.tables):
        for place, count in enumerate(table.pieces):
            if count.kind not in known:
                says = say("`{kind}` is not among the `kinds` of this terrain", kind=count.kind)
                yield ("tables", at, "pieces", place, "kind"), says
            if count.least > count.most:
                yield ("tables", at, "pieces", place, "most"), say("is less than `least`")
    for at, (one, two) in enumerate(pairwise(terrain.capacities), start=1):
        if two.least != one.most:
            yield ("capacities", at, "least"), say("does not begin where the one before ends")
