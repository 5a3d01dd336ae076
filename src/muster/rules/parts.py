"""The well-formed parts of a regulations file, each on its own, so that one mistake never hides another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from muster.rules.basis import MOST, Part
from muster.rules.mistakes import Way
from muster.rules.rosters import RosterRules
from muster.rules.schema import (
    Award,
    Correction,
    Cut,
    Elimination,
    End,
    Leaders,
    MatchFormat,
    Regulations,
    RoundDraws,
    RoundTime,
    SeatRole,
    Standings,
    Structure,
    Tier,
)
from muster.rules.scoring import Scoring

P = TypeVar("P", bound=Part)


@dataclass(frozen=True, slots=True)
class At(Generic[P]):
    """A part and where it stands."""

    way: Way
    part: P


@dataclass(frozen=True, slots=True)
class Parts:
    """Those parts of a file that are well-formed, and the contents of the file they were found in."""

    data: Mapping[str, object]
    found: tuple[At[Part], ...]

    def of(self, kind: type[P]) -> Iterator[At[P]]:
        """The parts of one kind, in the order of the file."""
        for at in self.found:
            if isinstance(at.part, kind):
                yield At(at.way, at.part)

    def one(self, kind: type[P]) -> P | None:
        """The only part of its kind, if it is well-formed."""
        return next((at.part for at in self.of(kind)), None)

    def ids(self, name: str) -> frozenset[object]:
        """The ids of the tables in the list `name`, also of those that are otherwise malformed."""
        items = self.data.get(name)
        tables = items if isinstance(items, tuple | list) else ()
        ids = [item.get("id") for item in tables if isinstance(item, Mapping)]
        return frozenset(each for each in ids if isinstance(each, str))


_LISTS: Final[Mapping[str, Any]] = {
    "tiers": Tier,
    "structures": Structure,
    "round_times": RoundTime,
    "match_formats": MatchFormat,
    "ends": End,
}
_TABLES: Final[Mapping[str, Any]] = {
    "cut": Cut,
    "leaders": Leaders,
    "seat_roles": SeatRole,
    "scoring": Scoring,
    "bye": Award,
    "unpaired_loss": Award,
    "standings": Standings,
    "correction": Correction,
    "elimination": Elimination,
    "round_draws": RoundDraws,
    "roster": RosterRules,
}


_adapter: Final = cache(TypeAdapter[Any])
"""Made when it is first needed: to make all takes time that most commands need not take."""


def _candidates(data: Mapping[str, object]) -> Iterator[tuple[Way, TypeAdapter[Any], object]]:
    for name, kind in _LISTS.items():
        items = data.get(name)
        for place, item in enumerate(items[:MOST] if isinstance(items, tuple) else ()):
            yield (name, place), _adapter(kind), item
    for name, kind in _TABLES.items():
        yield (name,), _adapter(kind), data.get(name)


def parts_in(data: Mapping[str, object]) -> Parts:
    """The well-formed parts of a file's contents, with lists already turned into tuples."""
    found = []
    for way, adapter, value in _candidates(data):
        try:
            found.append(At(way, adapter.validate_python(value)))
        except ValidationError:  # reported elsewhere, with every detail
            continue
    return Parts(data, tuple(found))


def parts_of(regulations: Regulations, data: Mapping[str, object]) -> Parts:
    """All parts of regulations whose shape is right, made from `data`."""
    found: list[At[Part]] = []
    for name, value in regulations:
        if isinstance(value, tuple):
            found += [At((name, place), item) for place, item in enumerate(value)]
        elif isinstance(value, Part):
            found.append(At((name,), value))
    return Parts(data, tuple(found))
