"""The tables to build decks at for everybody, before the first round: by name, and table by table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.rounds.building import BuilderName, BuildingShown, builders_by_name, building_shown
from muster.web.page import Page
from muster.web.public.context import Floor


@dataclass(frozen=True)
class BuildingForAll(Page):
    """Who builds a deck at which table, and opposite whom.

    Attributes:
        floor: the tournament, for whoever looks.
    """

    template: ClassVar[str] = "public/rounds/building.html"
    floor: Floor

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Building tables")

    @cached_property
    def tables(self) -> tuple[BuildingShown, ...]:
        """The tables with who sits there."""
        state = self.floor.state
        return building_shown(state, state.building or (), self.floor.name)

    @property
    def names(self) -> list[BuilderName]:
        """Everybody by name."""
        return builders_by_name(self.tables)
