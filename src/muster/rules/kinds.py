"""Kinds of event, such as a prerelease, and what the regulations ask of each: tier, structure, match, lists, format.

Each of the regulations has a file of its own beside its own (`data/kinds`), as data of ours that no journal keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from muster.core.messages import Message, say
from muster.rules.basis import MOST, Cited, Key, Part, Words
from muster.rules.beside import files, parsed
from muster.rules.mistakes import Mistakes, Way

About = Literal["tier", "construction", "match", "rosters", "structure", "judge"]
"""What can be planned one way or another: the tier, the way of building, a Swiss match, whether rosters are asked for,
the structure, and whether somebody judges (`yes` or `no`)."""


class KindAsk(Cited):
    """What is asked for in one respect.

    Attributes:
        about: in which.
        any: the ids of what will do; the first is what is proposed.
        weight: `asked` where anything else departs from the text, `usual` where the text leaves it open.
    """

    about: About
    any: Annotated[tuple[Key, ...], Field(min_length=1, max_length=MOST)]
    weight: Literal["asked", "usual"] = "asked"


Asks = Annotated[tuple[KindAsk, ...], Field(max_length=MOST)]


class TierAsks(Part):
    """What is asked of every event of a tier, by the id of the tier."""

    id: Key
    asks: Asks


class EventKind(Cited):
    """A kind of event, and what is asked of it beside what its tier asks."""

    id: Key
    name: Words
    asks: Asks = ()

    @property
    def message(self) -> Message:
        """Its name, to be said in anybody's language."""
        return Message(self.name)


class ChoiceTold(Cited):
    """A choice of which everybody is told something, whatever the kind of event."""

    about: About
    value: Key
    says: Words


class EventKinds(Part):
    """The kinds of event that one set of regulations knows.

    Attributes:
        regulations: their id.
        tiers: what tiers ask.
        kinds: the kinds, the smallest first.
        told: choices of which something is told.
    """

    regulations: Key
    tiers: Annotated[tuple[TierAsks, ...], Field(max_length=MOST)] = ()
    kinds: Annotated[tuple[EventKind, ...], Field(max_length=MOST)] = ()
    told: Annotated[tuple[ChoiceTold, ...], Field(max_length=MOST)] = ()

    def kind(self, kind_id: str) -> EventKind | None:
        """The kind of this id; None if there is none."""
        return next((one for one in self.kinds if one.id == kind_id), None)

    def of_tier(self, tier: str) -> tuple[KindAsk, ...]:
        """What this tier asks."""
        return next((one.asks for one in self.tiers if one.id == tier), ())


def event_kinds(regulations: str) -> EventKinds:
    """The kinds of event under these regulations; none where they are not among those that come along."""
    return _files().get(regulations) or EventKinds(regulations="none")


@cache
def _files() -> Mapping[str, EventKinds]:
    return {each.regulations: each for each in files("kinds", parse).values()}


def parse(text: bytes, source: str) -> EventKinds | Mistakes:
    """Read a file of kinds; `source` is the name by which mistakes call it.

    Returns:
        What it holds, or every mistake in it at once. No content of a file makes this raise.
    """
    return parsed(text, source, EventKinds, _misfits)


def _misfits(found: EventKinds) -> Iterator[tuple[Way, Message]]:
    """Every id stands once, and so does what a kind or a tier asks in one respect."""
    yield from _twice([one.id for one in found.tiers], ("tiers",), "id")
    yield from _twice([one.id for one in found.kinds], ("kinds",), "id")
    every = [("tiers", at, one.asks) for at, one in enumerate(found.tiers)]
    every += [("kinds", at, one.asks) for at, one in enumerate(found.kinds)]
    for name, at, asks in every:
        yield from _twice([ask.about for ask in asks], (name, at, "asks"), "about")


def _twice(ids: Sequence[str], way: Way, key: str) -> Iterator[tuple[Way, Message]]:
    for at, one in enumerate(ids):
        if one in ids[:at]:
            yield (*way, at, key), say("`{id}` is there twice; every id stands once", id=one)
