"""How the Swiss rounds went: every player's place after each of them, as a drawing with a table behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from muster.app.standings.read import standings_after
from muster.core.ids import Naming, PlayerId
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.web.bump_chart import BumpChart, BumpLine, bump_chart


@dataclass(frozen=True)
class HowItWent:
    """The drawing, with the names beside it.

    Attributes:
        chart: where everything stands.
        name: how players are named.
        best: whose lines stand out, by final place.
    """

    chart: BumpChart
    name: Naming
    best: Mapping[PlayerId, int]

    @cached_property
    def lines(self) -> list[tuple[BumpLine, str, int | None]]:
        """Each line with its name, the best of the Swiss rounds first, and the place of those who stand out."""
        return [(line, self.name(line.player), self.best.get(line.player)) for line in self.chart.lines]


def how_it_went(state: State, name: Naming, best: Mapping[PlayerId, int]) -> HowItWent | None:
    """The places after every complete Swiss round; None before the second."""
    rounds = range(1, queries.completed(state) + 1)
    chart = bump_chart([standings_after(state, number).order for number in rounds])
    return HowItWent(chart, name, best) if chart else None
