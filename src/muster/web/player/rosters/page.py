"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.utils.functional import Promise

from muster.app.rosters.checking import RosterVerdict
from muster.app.rosters.read import RosterLock
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters import formats
from muster.exchange.rosters.description import RosterDescription
from muster.exchange.rosters.reading import Format, Unreadable
from muster.people.models import Event, RosterVersion, Tournament
from muster.rules.rosters import Construction, RosterRules
from muster.web.page import Page
from muster.web.player.page.page import PlayerPage
from muster.web.player.rosters.build_page import BuildForm
from muster.web.player.rosters.opponents import Opponents


@dataclass(frozen=True, slots=True)
class Sent:
    """What came with the form: the text, as which format, and what was found in it."""

    text: str = ""
    format_id: str = ""
    found: RosterVerdict | Unreadable | None = None
    refusal: Refusal | None = None
    draft: bool = False

    @property
    def chosen(self) -> bool:
        """Whether they said as which format it is to be read."""
        return self.format_id in formats.by_id() and not self.draft

    @property
    def verdict(self) -> RosterVerdict | None:
        """The roster, if it could be read."""
        return self.found if isinstance(self.found, RosterVerdict) else None

    @property
    def unreadable(self) -> Unreadable | None:
        """Why it could not be read."""
        return self.found if isinstance(self.found, Unreadable) else None


@dataclass(frozen=True)
class RosterBuildPage(Page):
    """The form; with an act, its outcome and the form as it stands then."""

    template: ClassVar[str] = "player/rosters/roster_build.html"
    form: BuildForm
    said: Promise | str
    sight: None


@dataclass(frozen=True)
class OpponentRosterPage(Page):
    """What the opponent of the running round brings, as far as the player may see it, and why."""

    template: ClassVar[str] = "player/rosters/opponent_roster.html"
    event: Event
    sight: PlayerPage
    found: Opponents | None
    here: bool


@dataclass(frozen=True)
class NoCountPage(Page):
    """Tick what was destroyed; sent, it fills in the form of the report, which is then looked at and sent as ever."""

    template: ClassVar[str] = "player/rosters/no_count.html"
    event: Event
    here: bool


@dataclass(frozen=True)
class RosterPage(Page):
    """A player's roster: pasted or sent as a file, checked at once, kept as a draft, handed in."""

    template: ClassVar[str] = "player/rosters/roster.html"
    here: bool
    event: Event
    tournament: Tournament
    kind: Message
    rules: RosterRules
    construction: Construction | None
    most: int | None
    deadline: datetime | None
    lock: RosterLock | None
    rebuilds: bool
    sent: Sent
    verdict: RosterVerdict | None
    checked: RosterDescription | None
    proof: str
    asks: bool
    latest: RosterVersion | None
    now: RosterVerdict | None
    record: RosterDescription | None
    history: list[RosterVersion]
    seen: int
    formats: list[Format]
    read_as: str
    refusal: Refusal | None
    did: Promise | str


@dataclass(frozen=True)
class RosterNonePage(Page):
    """A player's roster: pasted or sent as a file, checked at once, kept as a draft, handed in."""

    template: ClassVar[str] = "player/rosters/roster_none.html"
    event: Event
    here: bool
