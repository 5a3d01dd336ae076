"""The desk's pods of a draft, and who plays on after day one, as their templates get them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from muster.app.rounds.pods import PodShown, pods_shown, unusual, without_seat
from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.core.pairing.pods import other_sizes
from muster.core.tournament import queries
from muster.core.tournament.course import CoursePart, fewest_of, parts_of, usual_sizes
from muster.core.tournament.facts import PodsDrawn
from muster.web.desk.context import Desk
from muster.web.desk.pods.day_two import DayTwo, day_two_of
from muster.web.desk.refused import AfterRefusal
from muster.web.desk.round.page import by_names
from muster.web.pod_ring import PodRing, ring


@dataclass(frozen=True)
class PodsPage(AfterRefusal):
    """The pods: before they are drawn, as they were drawn, or as they are published.

    Attributes:
        desk: who asks, and the tournament as it stands.
    """

    template: ClassVar[str] = "desk/pods/pods.html"
    desk: Desk

    @property
    def draft(self) -> PodsDrawn | None:
        """The pods that were drawn and are not shown yet."""
        return self.desk.state.pods_draft

    @property
    def published(self) -> bool:
        """Whether the players see them."""
        return self.desk.state.pods is not None

    @property
    def begun(self) -> bool:
        """Whether rounds are played in them: then nobody comes into a pod any more."""
        return bool(queries.part_rounds(self.desk.state))

    @property
    def day_two(self) -> DayTwo | None:
        """Who would play on now, where a result was corrected since the part began."""
        return day_two_of(self.desk.state, self.desk.name) if self.desk.state.rounds else None

    @property
    def groups(self) -> bool:
        """Whether they are groups in which everybody meets everybody."""
        return self.part.paired == "groups"

    @property
    def part(self) -> CoursePart:
        """The part that is played in them."""
        state = self.desk.state
        return queries.part(state) if state.plan else parts_of(state.course, 0)[0]

    @property
    def dealt(self) -> str:
        """How they are dealt: drawn, by rank or in a snake."""
        return self.part.deal

    @cached_property
    def here(self) -> int:
        """How many are here."""
        return len(queries.active(self.desk.state))

    @property
    def enough(self) -> bool:
        """Whether that is enough for a pod."""
        return self.here >= self.fewest

    @property
    def fewest(self) -> int:
        """Players of the smallest pod."""
        return fewest_of(self.part)

    @cached_property
    def sizes(self) -> str:
        """The sizes as the form shows them: what was typed, what was drawn, or what is usual."""
        if "sizes" in self.typed:
            return self.typed["sizes"]
        if self.draft and sum(map(len, self.draft.pods)) == self.here:
            return " ".join(str(len(pod)) for pod in self.draft.pods)
        return self.usual

    @property
    def usual(self) -> str:
        """The sizes by the rule."""
        return " ".join(map(str, usual_sizes(self.part, self.here))) if self.enough else ""

    @property
    def suggested(self) -> list[str]:
        """Other splits than the one in the form, each for a button of its own."""
        if not self.enough or self.groups:
            return []
        every = (usual_sizes(self.part, self.here), *other_sizes(self.here))
        return [written for sizes in every if (written := " ".join(map(str, sizes))) != self.sizes]

    @property
    def notes(self) -> tuple[Message, ...]:
        """What to know of these sizes."""
        sizes = tuple(map(len, self.draft.pods)) if self.draft else None
        if self.groups:
            return ()
        return unusual(sizes or (usual_sizes(self.part, self.here) if self.enough else ()))

    @cached_property
    def pods(self) -> tuple[tuple[PodShown, PodRing | None], ...]:
        """The pods, each with its drawing where it is small enough."""
        state = self.desk.state
        pods = state.pods or (self.draft.pods if self.draft else ())
        shown = pods_shown(state, pods, self.desk.name)
        return tuple((pod, None if self.groups else ring(pod)) for pod in shown)

    @property
    def choices(self) -> list[tuple[str, PlayerId]]:
        """Everybody seated in a draft, by name."""
        pods = self.draft.pods if self.draft else ()
        return by_names(self.desk, [player for pod in pods for player in pod])

    @property
    def late(self) -> list[tuple[str, PlayerId]]:
        """Who is here and sits in no pod."""
        return by_names(self.desk, without_seat(self.desk.state))
