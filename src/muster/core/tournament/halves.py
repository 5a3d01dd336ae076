"""Facts of a game that shows its points in halves, with points that are shown so wherever they come to be read.

A fact records whole numbers, as every game does. Which of them are match points its types say: the points of a round,
those that let somebody play on, and a cut by points. All that is made of them later remains such points
(`muster.core.points`).
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from muster.core.outcomes import SideOutcome
from muster.core.points import HalfPoints
from muster.core.tournament.course import Course, CoursePart

T = TypeVar("T")


def in_halves(value: T) -> T:
    """The same value with points shown in halves."""
    return _of(value)  # type: ignore[no-any-return]


def _of(value: Any) -> Any:
    if isinstance(value, SideOutcome):
        return replace(value, points=HalfPoints(value.points))
    if isinstance(value, Course):
        return replace(value, points=HalfPoints(value.points), parts=_of(value.parts))
    if isinstance(value, CoursePart):
        return replace(value, number=HalfPoints(value.number)) if value.entry == "at-least-points" else value
    if isinstance(value, tuple):
        return tuple(map(_of, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    own = {field.name: getattr(value, field.name) for field in fields(value)}
    found = {name: _of(each) for name, each in own.items()}
    if own.get("cut_kind") == "at-least-points" and own["cut"] is not None:
        found["cut"] = HalfPoints(own["cut"])
    changes = {name: each for name, each in found.items() if each is not own[name]}
    return replace(value, **changes) if changes else value
