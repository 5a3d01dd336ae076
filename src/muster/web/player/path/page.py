"""A player's own way through the event, and the bracket with their own games marked, as the templates get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.urls import reverse

from muster.app.brackets.read import Bracket, bracket_of
from muster.app.common.names import naming, public_names
from muster.app.player.path import Path
from muster.core.ids import Naming, PlayerId
from muster.web.bracket_rounds import ShownRound, shown_rounds
from muster.web.path_steps import PathLine, PlacesDrawn, places_drawn, shown_steps
from muster.web.player.context import PhonePage


@dataclass(frozen=True)
class OwnWay(PhonePage):
    """What both pages share: everybody's names, and that they follow the day."""

    @property
    def live(self) -> Mapping[str, str]:
        """What the page follows while it is open."""
        own = (f"{self.tournament.number}/{part}" for part in ("round", "results"))
        return {"code": self.event.code, "topics": " ".join(("event", "news", *own))}

    @cached_property
    def name(self) -> Naming:
        """How others are called."""
        return naming(public_names(self.tournament))


@dataclass(frozen=True)
class OwnPath(OwnWay):
    """Every round of the player: whom they met, how it ended, and where they stood after it."""

    template: ClassVar[str] = "player/path/path.html"

    @cached_property
    def path(self) -> Path | None:
        """Their way; None for somebody who is not in the tournament."""
        return Path(self.me.state, self.me.player) if self.me.own else None

    @property
    def steps(self) -> tuple[PathLine, ...]:
        """Their rounds, the latest first."""
        return shown_steps(self.path, self.name, self._address) if self.path else ()

    @property
    def drawn(self) -> PlacesDrawn | None:
        """Their places as a line."""
        return places_drawn(self.path.places) if self.path else None

    def _address(self, player: PlayerId) -> str:
        if not self.event.listed:
            return ""
        return reverse("public:player", args=[self.event.code, self.tournament.number, player])


@dataclass(frozen=True)
class OwnBracket(OwnWay):
    """The bracket, with the player's own games marked."""

    template: ClassVar[str] = "player/path/bracket.html"

    @cached_property
    def bracket(self) -> Bracket | None:
        """The bracket; None before the cut."""
        return bracket_of(self.me.state, self.name) if self.me.bracket else None

    @property
    def shown_rounds(self) -> tuple[ShownRound, ...]:
        """Its rounds, first to last; none before the cut."""
        mine = self.me.player if self.me.own else None
        return shown_rounds(self.bracket, self._address, mine) if self.bracket else ()

    def _address(self, round_no: int) -> str:
        if not self.event.listed:
            return ""
        return reverse("public:round", args=[self.event.code, self.tournament.number, round_no])
