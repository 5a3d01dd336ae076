"""Seasons: what a game changed after its regulations were printed, as an organiser may choose it for an event.

Each of the regulations may have a file beside its own (`data/seasons`), as data of ours that no journal keeps. A season
never changes the text: it stands in for some of its clauses where an organiser says so, and pages say that it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import Annotated

from pydantic import Field

from muster.core.messages import Message, say
from muster.rules.basis import MOST, ClauseId, Key, Part, PositiveInt, Words
from muster.rules.beside import files, parsed
from muster.rules.mistakes import Mistakes, Way
from muster.rules.rosters import Construction, RosterLimit, RosterRules


class RosterSeason(Part):
    """What may stand in for clauses on rosters.

    Attributes:
        id: by which a plan names it.
        name: what it is called.
        known: the day on which this was known to be so.
        says: what holds in it, in a sentence.
        replaces: the clauses it stands in for: their limits give way to these.
        limits: what is counted instead.
        points: the most points a roster may be worth; None where they stay as they are.
        points_clause: the clause of the text whose points these stand in for.
    """

    id: Key
    name: Words
    known: date
    says: Words
    replaces: Annotated[tuple[ClauseId, ...], Field(min_length=1, max_length=MOST)]
    limits: Annotated[tuple[RosterLimit, ...], Field(max_length=MOST)] = ()
    points: PositiveInt | None = None
    points_clause: ClauseId | None = None

    @property
    def title(self) -> Message:
        """Its name, for readers of any language."""
        return Message(self.name)

    @property
    def words(self) -> Message:
        """What holds in it, for readers of any language."""
        return Message(self.says)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause of the text that it departs from."""
        return (*self.replaces, *((self.points_clause,) if self.points_clause else ()))

    def over(self, rules: RosterRules) -> RosterRules:
        """These rules with the season's limits in the place of those it replaces."""
        constructions = tuple(self._over(one) for one in rules.constructions)
        return rules.model_copy(update={"constructions": constructions})

    def _over(self, construction: Construction) -> Construction:
        kept = tuple(one for one in construction.limits if one.clause not in self.replaces)
        limits = (*kept, *self.limits) if len(kept) < len(construction.limits) else construction.limits
        points = construction.points
        if points is not None and self.points is not None:
            points = points.model_copy(update={"most": self.points})
        return construction.model_copy(update={"limits": limits, "points": points})


class RosterSeasons(Part):
    """The seasons of one set of regulations, the latest first."""

    regulations: Key
    seasons: Annotated[tuple[RosterSeason, ...], Field(min_length=1, max_length=MOST)]


@cache
def all_seasons() -> Mapping[str, tuple[RosterSeason, ...]]:
    """The seasons that come along, by the id of their regulations.

    Raises:
        ValueError: a file is faulty (never in a release: tests load every one).
    """
    return MappingProxyType({each.regulations: each.seasons for each in files("seasons", parse).values()})


def season_of(regulations: str, season: str) -> RosterSeason | None:
    """The season of this id under these regulations; None where there is no such season."""
    return next((one for one in all_seasons().get(regulations, ()) if one.id == season), None)


def parse(text: bytes, source: str) -> RosterSeasons | Mistakes:
    """Read a file of seasons; `source` is the name by which mistakes call it.

    Returns:
        What it holds, or every mistake in it at once. No content of a file makes this raise.
    """
    return parsed(text, source, RosterSeasons, _misfits)


def _misfits(found: RosterSeasons) -> Iterator[tuple[Way, Message]]:
    """What a well-formed file can still get wrong, each with the way to it."""
    ids = [season.id for season in found.seasons]
    for at, season in enumerate(found.seasons):
        if season.id in ids[:at]:
            yield ("seasons", at, "id"), say("`{id}` is there twice; every id stands once", id=season.id)
        if (season.points is None) != (season.points_clause is None):
            yield ("seasons", at, "points_clause"), say("stands where `points` stands, and only there")
        for place, limit in enumerate(season.limits):
            if limit.clause not in season.replaces:
                yield (
                    ("seasons", at, "limits", place, "clause"),
                    say("is not among what the season `replaces`"),
                )
