"""Ready-made courses that an organiser picks by name, and changes at will."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from muster.core.bracket.cut import CutKind
from muster.core.messages import Message, say
from muster.core.tournament.course import Course, CoursePart


@dataclass(frozen=True, slots=True)
class Chain:
    """A course with a name.

    Attributes:
        name: what it is called.
        parts: its parts.
        cut_kind: how the cut after them chooses.
        cut: the places or points it speaks of.
    """

    name: Message
    parts: tuple[CoursePart, ...]
    cut_kind: CutKind = "top"
    cut: int = 8

    @property
    def course(self) -> Course:
        """How its rounds go."""
        return Course(parts=self.parts)


CHAINS: Final[Mapping[str, Chain]] = {
    "two-days-by-points": Chain(
        say("Two days with a cut by points, then the top 8"),
        (CoursePart("swiss", 6), CoursePart("swiss", 3, "at-least-points", 12, day=2)),
    ),
    "draft-on-day-two": Chain(
        say("Swiss rounds, then a draft on day two, then the top 8"),
        (CoursePart("swiss", 4), CoursePart("pods", 3, "at-least-points", 9, "by-rank", day=2)),
    ),
    "draft-then-top": Chain(
        say("A draft, then a second draft of the best 16, then the top 8"),
        (CoursePart("pods", 3), CoursePart("pods", 3, "top", 16, "by-rank")),
    ),
    "groups": Chain(
        say("Groups of about four, then the best two of each"),
        (CoursePart("groups", size=4),),
        "best-of-groups",
        2,
    ),
    "swiss-then-groups": Chain(
        say("Swiss rounds, then groups of the best 16, then the best two of each"),
        (CoursePart("swiss", 3), CoursePart("groups", entry="top", number=16, deal="snake", size=4)),
        "best-of-groups",
        2,
    ),
}
"""By their ids, in the order in which they are offered."""
