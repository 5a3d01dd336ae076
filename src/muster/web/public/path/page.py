"""A player's way through the event for everybody, as its template gets it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from muster.app.player.path import Path
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message
from muster.core.tournament import queries
from muster.web.page import Page
from muster.web.path_steps import PathLine, PlacesDrawn, places_drawn, shown_steps
from muster.web.public.context import Floor


@dataclass(frozen=True)
class PlayerPath(Page):
    """Every round of one player: whom they met, how it ended, and where they stood after it.

    Attributes:
        floor: the tournament.
        path: whose way.
    """

    template: ClassVar[str] = "public/path/path.html"
    floor: Floor
    path: Path

    @property
    def heading(self) -> str:
        """Who it is."""
        return self.floor.name(self.path.player)

    @property
    def record(self) -> Message:
        """What they won and lost, in words; nothing before the first round."""
        return self.path.record.words if self.path.steps else NOTHING

    @property
    def steps(self) -> tuple[PathLine, ...]:
        """Their rounds, the latest first."""
        return shown_steps(self.path, self.floor.name, self._address)

    @property
    def drawn(self) -> PlacesDrawn | None:
        """Their places as a line."""
        return places_drawn(self.path.places)

    @cached_property
    def place(self) -> int | None:
        """Their place after the last complete round; None for somebody without one."""
        return self.path.places[-1] if self.path.places else None

    @property
    def why(self) -> str:
        """Where every number of that place is explained; empty without one."""
        after = queries.completed(self.floor.state)
        return self.floor.page("why-rank", after, self.path.player) if self.place is not None else ""

    def _address(self, player: PlayerId) -> str:
        gone = player in queries.disqualified(self.floor.state)
        return "" if gone else self.floor.page("player", player)
