"""One player's sheet as its templates get it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.utils.functional import Promise

from muster.app.people import player_sheet
from muster.app.people.player_sheet import Consequence, Played
from muster.app.people.read import Line
from muster.app.people.requirements import Lack, Requirements, lacks_of, wanted
from muster.core.ids import PlayerId, TableNo
from muster.core.messages import Message
from muster.core.private import Private
from muster.core.tournament.commands import DisqualifyPlayer
from muster.core.tournament.engine import decide
from muster.core.tournament.facts import PlayerDisqualified
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Player
from muster.exchange.words import Teller
from muster.people.models import Entry, Tournament
from muster.web.desk.context import Desk
from muster.web.desk.forms import TypedForm
from muster.web.desk.people.players import Namesakes


@dataclass(frozen=True)
class Entered:
    """What the journal has about a player, and what leaving or coming back would mean.

    Attributes:
        desk: the tournament.
        player: the player.
    """

    desk: Desk
    player: Player

    @property
    def rounds(self) -> list[tuple[Played, list[tuple[PlayerId, str]]]]:
        """Their rounds, first to last, each with everybody they met in it."""
        found = player_sheet.rounds_of(self.desk.state, self.player.player)
        return [(one, [(other, self.desk.name(other)) for other in one.opponents]) for one in found]

    @cached_property
    def apart(self) -> list[tuple[PlayerId, str]]:
        """Whom they are never paired with."""
        pairs = (pair for pair in self.desk.state.forbidden if self.player.player in pair)
        others = sorted(one if two == self.player.player else two for one, two in pairs)
        return [(other, self.desk.name(other)) for other in others]

    @cached_property
    def on_drop(self) -> Consequence:
        """What dropping them would come to."""
        return player_sheet.on_drop(self.desk.snapshot, self.player.player, self.desk.name)

    @cached_property
    def on_rejoin(self) -> Consequence | None:
        """What their coming back would come to; None unless they have left."""
        if self.player.status != "dropped":
            return None
        return player_sheet.on_rejoin(self.desk.snapshot, self.player.player, self.desk.name)

    @cached_property
    def on_disqualify(self) -> tuple[Message, ...]:
        """What disqualifying them would bring about besides their being gone: who comes in, who goes on."""
        answer = decide(self.desk.state, DisqualifyPlayer(self.player.player, Private("-", salt="")))
        if isinstance(answer, Refusal):
            return ()
        teller = Teller(self.desk.state, self.desk.snapshot.entries, self.desk.name)
        return tuple(teller.describe(fact) for fact in answer if not isinstance(fact, PlayerDisqualified))

    @cached_property
    def open_table(self) -> TableNo | None:
        """The table that needs its result even if they leave."""
        return player_sheet.open_table(self.desk.state, self.player.player)

    @property
    def drop_clause(self) -> str:
        """The clause on leaving and coming back."""
        return self.desk.state.regulations.attendance.rejoin_source

    @property
    def begun(self) -> bool:
        """Whether a round is published."""
        return bool(self.desk.state.rounds)


@dataclass(frozen=True, kw_only=True)
class PlayerSheet(TypedForm):
    """The sheet of a registration: what is noted, their rounds, what can be done with them.

    Attributes:
        desk: who looks, and at which tournament.
        entry: the registration.
        everybody: all who registered.
        was: a stamp of what was noted when the page was made.
        others: who may be meant as the one they are not to be paired with.
        clubs: the clubs that are offered.
        position: their place on the waiting list, if they wait.
    """

    template: ClassVar[str] = "desk/people/player.html"
    desk: Desk
    entry: Entry
    everybody: Sequence[Line]
    was: str
    others: Sequence[Line]
    clubs: Sequence[str]
    position: int | None

    @property
    def base(self) -> str:
        """The address of the list of players."""
        return self.desk.url("desk:people")

    @cached_property
    def line(self) -> Line:
        """Their line of the list."""
        return next(each for each in self.everybody if each.entry == self.entry.pk)

    @property
    def entered(self) -> Entered | None:
        """What the journal has about them; None for somebody it does not know or whose entry was taken back."""
        found = self.desk.state.players.get(PlayerId(self.line.player or 0))
        return Entered(self.desk, found) if found else None

    @property
    def doubles(self) -> list[Line]:
        """Registrations under the same name that could be made one with this one."""
        if self.line.erased or self._has_played(self.line):
            return []
        return [
            other
            for other in Namesakes(self.everybody).of(self.line.name)
            if other.entry != self.line.entry
            and (other.in_play or other.standing == "waiting")
            and not self._has_played(other)
        ]

    @property
    def name_choices(self) -> Sequence[tuple[str, Promise | str]]:
        """How a player can be shown to everybody."""
        return Tournament.NAMES

    @property
    def names_shown(self) -> Promise | str:
        """How the tournament shows players to everybody."""
        return dict(Tournament.NAMES)[self.desk.tournament.names]

    @cached_property
    def wanted(self) -> Requirements:
        """What the regulations want of people who register."""
        return wanted(self.desk.state)

    @property
    def lacks(self) -> tuple[Lack, ...]:
        """What of it is missing here."""
        return lacks_of(self.wanted, self.entry)

    @property
    def shows_identity(self) -> bool:
        """Whether they are to show identification."""
        return bool(self.wanted.identity or self.shows_guardian)

    @property
    def shows_guardian(self) -> bool:
        """Whether they are to come with a guardian."""
        return bool(self.wanted.minors and self.entry.minor)

    def _has_played(self, line: Line) -> bool:
        return player_sheet.has_played(self.desk.state, PlayerId(line.player) if line.player else None)
