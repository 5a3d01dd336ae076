"""The hall for the desk: what players ask for, what is announced, what the screens show, which timers run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app import calls
from muster.app.access import Actor
from muster.app.calls import Waiting
from muster.app.player_sheet import Consequence, on_rejoin
from muster.app.running import submit
from muster.app.screens import SHOWS, ScreenPlan, Show, screens_of, words_of
from muster.app.wall import Part, Wall, walls_of
from muster.core.ids import Naming, PlayerId
from muster.core.tournament.commands import RejoinPlayer
from muster.core.tournament.refusals import Refusal
from muster.journal.store import Snapshot
from muster.people.models import Call, Event


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call for the desk.

    Attributes:
        call: who asks for what.
        since: for how long they have been waiting, in words.
        would: for somebody who wants to come back: what that comes to.
    """

    call: Waiting
    since: str
    would: Consequence | None = None


def open_calls(snapshot: Snapshot, name: Naming, now: datetime) -> list[OpenCall]:
    """The open calls of a tournament, the longest waiting first."""
    return [
        OpenCall(one, waiting_words(one.at, now), _would(snapshot, one, name))
        for one in calls.waiting(snapshot.tournament)
    ]


def count_open(tournament: int) -> int:
    """How many calls are open."""
    return Call.objects.filter(tournament=tournament, closed_at=None).count()


def waiting_words(since: datetime, now: datetime) -> str:
    """For how long somebody has been waiting: `since 3 min`."""
    minutes = max(0, int((now - since).total_seconds()) // 60)
    if not minutes:
        return _("just now")
    return ngettext("since %d min", "since %d min", minutes) % minutes


def _would(snapshot: Snapshot, call: Waiting, name: Naming) -> Consequence | None:
    player = PlayerId(call.player or 0)
    known = call.kind == "rejoin" and player in snapshot.state.players
    return on_rejoin(snapshot, player, name) if known else None


def let_in(tournament: int, call: int, actor: Actor, *, key: str | None = None) -> Refusal | None:
    """Take the player of a call back into the tournament, and close the call.

    Returns:
        None when they are back, else why not: the call stays open.

    Raises:
        DeniedError: they may not take players back.
    """
    actor.must("people")
    row = Call.objects.filter(tournament=tournament, pk=call, kind="rejoin").select_related("entry").first()
    if row is None or row.entry.player is None:
        return Refusal("nothing-recorded", _("This call is dealt with already, or was taken back."))
    if row.closed_at is None:
        answer = submit(tournament, RejoinPlayer(PlayerId(row.entry.player)), actor, key=key)
        if isinstance(answer, Refusal):
            return answer
        calls.close(tournament, call, actor)
    return None


@dataclass(frozen=True, slots=True)
class HallScreen:
    """A screen for the desk: how it is set up, and what it shows now in words."""

    plan: ScreenPlan
    now: str

    @property
    def shows(self) -> list[tuple[Show, str, bool]]:
        """What it can show: the word, what it is called, whether it is chosen."""
        return [(one, words_of(one), one in self.plan.shows) for one in SHOWS]


def screens_now(event: Event) -> list[HallScreen]:
    """Every screen of an event with what it shows now."""
    return [HallScreen(wall.screen, shown_now(wall)) for wall in walls_of(event, screens_of(event))]


def shown_now(wall: Wall) -> str:
    """What a screen shows now, in turn, in words."""
    return ", ".join(" + ".join(_part_words(part) for part in scene) for scene in wall.scenes_now)


def _part_words(part: Part) -> str:
    return _("Final places") if part == "places" else words_of(part)


def new_screen(number: int, screens: Sequence[HallScreen]) -> HallScreen:
    """A screen that is not there yet, as the form for it begins."""
    return HallScreen(ScreenPlan(number, "", screens[0].plan.tournament), "")
