"""A player as the judge's template gets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.people import player_sheet
from muster.app.people.player_sheet import Played, rounds_of
from muster.core.ids import TableNo
from muster.core.messages import NOTHING, Message, listing, say
from muster.core.tournament import queries
from muster.people.models import ComponentReport, Proxy
from muster.web.judge.seats import Seated
from muster.web.judge.table.page import PlayersAtPlace, present


@dataclass(frozen=True, slots=True)
class InRound:
    """What a player did in a round: their match, bye or loss, if any, and whom they met."""

    number: int
    played: Played | None
    opponents: Message


@dataclass(frozen=True, kw_only=True)
class PlayerOnFloor(PlayersAtPlace):
    """Everything about a player of the tournament, in a round or not.

    Attributes:
        reports: what was noted about their components.
        proxies: the proxies made for them.
    """

    template: ClassVar[str] = "judge/player/player.html"
    reports: Sequence[ComponentReport]
    proxies: Sequence[Proxy]

    @property
    def status(self) -> str:
        """How they stand in the tournament, in words."""
        state, player = self.place.desk.state, self._who.player
        status = state.players[player].status
        if status == "dropped":
            return _("has dropped")
        if status == "disqualified":
            return _("is disqualified")
        return _("in the tournament") if player in queries.active(state) else _("not checked in")

    @property
    def gone(self) -> bool:
        """Whether they have left."""
        return not present(self.place, self._who)

    @property
    def open_table(self) -> TableNo | None:
        """The table that needs its result even if they leave."""
        return player_sheet.open_table(self.place.desk.state, self._who.player)

    @property
    def here(self) -> InRound:
        """What they do in the round published last, or before the first."""
        return self._every[0]

    @property
    def rounds(self) -> Sequence[InRound]:
        """Every round, the latest first, and the time before the first; none before a round is published."""
        return self._every if self.place.desk.state.rounds else ()

    @property
    def _who(self) -> Seated:
        return self.place.players[0]

    @cached_property
    def _every(self) -> list[InRound]:
        desk = self.place.desk
        played = {int(one.round_no): one for one in rounds_of(desk.state, self._who.player)}
        return [
            InRound(
                number,
                one := played.get(number),
                say("{players}", players=listing(map(desk.name, one.opponents), "plain")) if one else NOTHING,
            )
            for number in range(len(desk.state.rounds), -1, -1)
        ]
