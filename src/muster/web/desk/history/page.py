"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from muster.app.people.player_sheet import Played
from muster.app.standings.breakdown import RankBreakdown
from muster.core.ids import PlayerId
from muster.core.tournament.state import Player
from muster.web.page import Page


@dataclass(frozen=True)
class HistoryPlayerPage(Page):
    """One player as they stood after an act: their rounds, every number with its arithmetic, why this rank."""

    template: ClassVar[str] = "desk/history/player.html"
    player: PlayerId
    name: str
    own: Player | None
    left: str
    at: datetime
    seq: int
    before: int | None
    after: int | None
    keep: str
    rounds: list[tuple[Played, str]]
    numbers: range | tuple[()]
    done: int
    standing: RankBreakdown | None
