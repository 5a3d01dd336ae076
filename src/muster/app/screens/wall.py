"""What hangs on the wall: the parts of a screen's page, and which of them is shown when.

The page is made once for everybody and stays true while time passes: it says until when it shows what, and what
comes after that, so that nobody has to ask again for the clock to matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final, Literal

from django.utils import timezone

from muster.app.brackets.read import Bracket, bracket_of
from muster.app.common.names import naming
from muster.app.events.overview import heads
from muster.app.events.public import names_for_all
from muster.app.floor.clocks import clock_of
from muster.app.floor.notices import notices_of
from muster.app.floor.round_clock import RoundClock, duration, in_browsers
from muster.app.floor.timers import ShownTimer, timers_of
from muster.app.rounds.building import building
from muster.app.rounds.cards import found_by
from muster.app.rounds.pods import drafting
from muster.app.rounds.sheets import title_of
from muster.app.screens.pictures import WallPicture, pictures_of
from muster.app.screens.reveal import PODIUM as BEST_THREE
from muster.app.screens.reveal import Revealing, hidden_of, over
from muster.app.screens.screens import SHOWS, Moment, ScreenPlan, Show
from muster.app.standings.finishing import PlaceRow, place_rows, places_now, prizes_of_first
from muster.app.standings.groups import grouped
from muster.core.ids import Naming
from muster.core.messages import NOTHING, Message
from muster.core.tournament import queries
from muster.core.tournament.facts import RoundPublished
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.state import Round, State
from muster.journal import store
from muster.journal.store import Snapshot
from muster.people.models import Event, Notice

Part = Literal[
    "welcome",
    "pairings",
    "clock",
    "missing",
    "results",
    "standings",
    "groups",
    "bracket",
    "reveal",
    "podium",
    "places",
    "timers",
    "notices",
    "pictures",
]
"""A section of the page."""

MOST_DOTS: Final = 12
"""The most rounds that have a dot each beside the heading."""

Scene = tuple[Part, ...]
"""What is on the screen at once."""

POSTED: Final = timedelta(minutes=10)
"""For how long a new round's pairings hang alone where its clock is not started."""

SEATING: Final = timedelta(minutes=5)
"""For how long the pairings of a round hang whose clock was started with them."""

_ALONE: Final = frozenset({"deck-building", "draft", "leaders", "pack-1", "pack-2", "pack-3", "list-review"})
"""Timers that are what everybody looks at while they run."""


@dataclass(frozen=True, slots=True)
class ScreenStep:
    """What is shown in turn, until an instant as browsers count; the last step has no end."""

    scenes: tuple[Scene, ...]
    until: int | None = None

    @property
    def text(self) -> str:
        """As the page says it to its script."""
        return f"{self.until or ''}:{'|'.join(' '.join(scene) for scene in self.scenes)}"


@dataclass(frozen=True)
class Wall:
    """One screen's page.

    Attributes:
        event: whose wall.
        screen: which screen.
        snapshot: the tournament it shows.
        notices: what is announced.
        timers: the timers for everybody.
        clock: the clock of the round that is played; None where there is none to show.
        hidden: how many of the best players are still to come, where the places are shown one by one.
        now: the server's time.
        pictures: the logo and the pictures of sponsors.
    """

    event: Event
    screen: ScreenPlan
    snapshot: Snapshot
    notices: Sequence[Notice]
    timers: Sequence[ShownTimer]
    clock: RoundClock | None
    now: datetime
    hidden: int | None = None
    pictures: Sequence[WallPicture] = ()

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        return self.snapshot.state

    @cached_property
    def name(self) -> Naming:
        """How players are called in public."""
        return naming(names_for_all(self.screen.tournament, self.state))

    @cached_property
    def round(self) -> Round | None:
        """The round published last."""
        return queries.current_round(self.state)

    @property
    def cards_found(self) -> Message:
        """How its cards were found; nothing before the first round."""
        return found_by(self.state, self.round.number) if self.round else NOTHING

    @property
    def title(self) -> Message:
        """What the round is called; nothing before the first."""
        return title_of(self.state, self.round.number) if self.round else NOTHING

    @property
    def dots(self) -> tuple[Literal["over", "now", "next"], ...]:
        """The rounds of the Swiss stage: which are over, which is played; nothing in an elimination or of many."""
        if self.round is None or self.in_elimination or self.state.places is not None:
            return ()
        here, over = self.round.number, self.round.complete
        last = max(here, self.state.announced.rounds)
        if last > MOST_DOTS:
            return ()
        return tuple(
            "next" if number > here else "over" if number < here or over else "now"
            for number in range(1, last + 1)
        )

    @property
    def face(self) -> str:
        """What the clock shows as the page is made: the time left, before the start the whole of it."""
        clock = self.clock
        if clock is None:
            return ""
        return clock.left if clock.shown else duration(timedelta(minutes=clock.usual or 0))

    @cached_property
    def bracket(self) -> Bracket | None:
        """The elimination; None before it is known who plays it."""
        if self.state.setup is None or (self.state.seeds is None and not self.in_elimination):
            return None
        return bracket_of(self.state, self.name)

    @property
    def in_elimination(self) -> bool:
        """Whether the stage that runs is an elimination."""
        return bool(self.state.stages) and self.state.stages[-1].format == "elimination"

    @cached_property
    def heads(self) -> tuple[int, int]:
        """How many players are here, and how many are expected."""
        found = heads(self.state)
        return found.here, found.expected

    @cached_property
    def moment(self) -> Moment:
        """Where the day stands."""
        if self.state.places is not None:
            return "finished"
        if self.round is None:
            return "before"
        if not self.round.complete:
            return "running" if self.clock is not None and self.clock.shown else "posted"
        return "cut" if self.bracket is not None else "complete"

    @cached_property
    def revealing(self) -> Revealing | None:
        """How far the final places are shown; None where they are shown as usual."""
        if self.hidden is None or not over(self.state):
            return None
        places = places_now(self.state)
        return Revealing(places, min(self.hidden, len(places)))

    @property
    def plays_for(self) -> Sequence[Message]:
        """What the winner gets, as long as there is none."""
        return () if self.state.places is not None else prizes_of_first(self.screen.tournament.prizes)

    @property
    def podium(self) -> tuple[PlaceRow, ...]:
        """The best, with what they win."""
        best = tuple(one for one in places_now(self.state) if one.first_place <= BEST_THREE)
        return place_rows(self.state, best, self.screen.tournament.prizes, self.name, None)

    @property
    def logo(self) -> WallPicture | None:
        """The event's logo."""
        return next((one for one in self.pictures if one.kind == "logo"), None)

    @property
    def sponsors(self) -> list[WallPicture]:
        """The pictures of sponsors."""
        return [one for one in self.pictures if one.kind == "sponsor"]

    @property
    def between(self) -> str:
        """For how long a sponsor's picture comes after how many pages, for the script; never while places are shown."""
        calm = self.revealing is None and not self.screen.held
        return f"{self.event.picture_seconds}:{self.event.picture_every}" if calm and self.sponsors else ""

    @cached_property
    def steps(self) -> tuple[ScreenStep, ...]:
        """What is shown, and until when."""
        if self.screen.held in SHOWS and (part := self.part(self.screen.held)):
            return (ScreenStep(self.turns_of(part)),)
        chosen = self._chosen()
        return (ScreenStep(chosen),) if chosen else tuple(_timed(self, _fitting(self)))

    @cached_property
    def parts(self) -> frozenset[Part]:
        """The sections the page needs."""
        return frozenset(part for step in self.steps for scene in step.scenes for part in scene)

    @property
    def scenes_now(self) -> tuple[Scene, ...]:
        """What is shown in turn now."""
        now = in_browsers(self.now) or 0
        return next(step.scenes for step in self.steps if step.until is None or step.until > now)

    @property
    def plan(self) -> str:
        """The steps as the page says them to its script."""
        return ";".join(step.text for step in self.steps)

    @property
    def urgent(self) -> list[Notice]:
        """What goes over everything."""
        return [one for one in self.notices if one.urgent]

    @property
    def calm(self) -> list[Notice]:
        """What is announced beside everything else."""
        return [one for one in self.notices if not one.urgent]

    def _chosen(self) -> tuple[Scene, ...]:
        """What the organiser chose for this screen, as far as there is any of it now."""
        found: list[Scene] = []
        for show in self.screen.at(self.moment):
            part = self.part(show)
            if part is not None:
                found += self.turns_of(part)
        return tuple(found)

    def turns_of(self, part: Part) -> tuple[Scene, ...]:
        """A section as it is shown in turn: the standings of each group or pod before those of everybody."""
        by_groups = part == "standings" and grouped(self.state, queries.completed(self.state))
        return (("groups",), (part,)) if by_groups else ((part,),)

    def part(self, show: Show) -> Part | None:
        """The section for what was chosen; None while there is nothing to show."""
        ranked = self.state.setup is not None and queries.completed(self.state) > 0
        held = self.revealing is not None and self.revealing.hidden > 0
        there = {
            "welcome": True,
            "pairings": self.round is not None or drafting(self.state) or building(self.state),
            "clock": self.clock is not None,
            "missing": self.round is not None and not self.round.complete,
            "results": self.round is not None and self.round.has_results and not held,
            "standings": ranked or self.state.places is not None,
            "bracket": self.bracket is not None and not held,
            "timers": bool(self.timers),
            "notices": bool(self.notices),
            "pictures": bool(self.sponsors),
            "podium": self.state.places is not None,
        }
        if not there[show]:
            return None
        if show in ("standings", "podium") and held:
            return "reveal"
        return "places" if show == "standings" and self.state.places is not None else show


def wall_of(event: Event, screen: ScreenPlan, pictures: Sequence[WallPicture] | None = None) -> Wall:
    """Everything one screen needs, in a handful of queries however many play; its pictures if they are known."""
    number = screen.tournament.pk
    snapshot, timers, notices = store.load(number), timers_of(number), notices_of(event.pk)
    clock, hidden = _clock(snapshot), hidden_of(number) if over(snapshot.state) else None
    pictures = pictures_of(event) if pictures is None else pictures
    return Wall(event, screen, snapshot, notices, timers, clock, timezone.now(), hidden, pictures)


def walls_of(event: Event, screens: Sequence[ScreenPlan]) -> list[Wall]:
    """Several screens; what belongs to one tournament is asked for once."""
    known: dict[int, Wall] = {}
    pictures = pictures_of(event)
    for one in screens:
        if one.tournament.pk not in known:
            known[one.tournament.pk] = wall_of(event, one, pictures)
    return [replace(known[one.tournament.pk], screen=one) for one in screens]


def _clock(snapshot: Snapshot) -> RoundClock | None:
    round_ = queries.current_round(snapshot.state)
    if round_ is None or round_.complete:
        return None
    found = clock_of(snapshot.tournament, round_.number, snapshot=snapshot)
    return None if found.phase == "stopped" or not (found.shown or found.usual) else found


def _fitting(wall: Wall) -> tuple[ScreenStep, ...]:
    """What fits the moment, without the timers."""
    drawn: tuple[Scene, ...] = (("bracket",),) if wall.bracket else ()
    if wall.revealing is not None:
        end: tuple[Scene, ...] = (("podium",), ("places",), *drawn)
        return (ScreenStep((("reveal",),) if wall.revealing.hidden else end),)
    match wall.moment:
        case "before":
            places = drafting(wall.state) or building(wall.state)
            return (ScreenStep((("pairings",),) if places else (("welcome",),)),)
        case "posted":
            until = in_browsers(published_at(wall.snapshot) + POSTED)
            later: tuple[Scene, ...] = (("missing",), ("pairings",), *drawn)
            return ScreenStep((("pairings",), *drawn), until), ScreenStep(later)
        case "running":
            seated, playing = _seated(wall), ScreenStep((("clock",), *drawn))
            if wall.now >= seated:
                return (playing,)
            return ScreenStep((("pairings",), *drawn), in_browsers(seated)), playing
        case "complete":
            # After the last round the places are the organiser's to show, by finishing.
            held = unfinished(wall.state) is None
            standings = queries.completed(wall.state) and not held
            return (ScreenStep(wall.turns_of("standings") if standings else (("pairings",),)),)
        case "cut":
            return (ScreenStep((("bracket",),)),)
        case "finished":
            return (ScreenStep((("podium",), ("places",), *drawn)),)


def _seated(wall: Wall) -> datetime:
    """From when the clock alone is looked at: a clock that was started late says that they sit."""
    posted, clock = published_at(wall.snapshot), wall.clock
    return min(posted, clock.clock.started_at or posted) + SEATING if clock else posted


def _timed(wall: Wall, steps: tuple[ScreenStep, ...]) -> tuple[ScreenStep, ...]:
    """The same with the timers that run: alone, beside the clock, or in turn with the rest."""
    if not wall.timers:
        return steps
    if wall.moment == "running":
        return tuple(ScreenStep(tuple(_beside(scene) for scene in step.scenes), step.until) for step in steps)
    ends = [one.gone_at_ms for one in wall.timers if one.kind in _ALONE]
    if not ends:
        return tuple(ScreenStep((*step.scenes, ("timers",)), step.until) for step in steps)
    if None in ends:
        return (ScreenStep((("timers",),)),)
    alone = max(end for end in ends if end is not None)
    return ScreenStep((("timers",),), alone), *(step for step in steps if (step.until or alone + 1) > alone)


def _beside(scene: Scene) -> Scene:
    return ("clock", "timers") if scene == ("clock",) else scene


def published_at(snapshot: Snapshot) -> datetime:
    """When the round that is played was published."""
    at = next(
        at for at in reversed(range(len(snapshot.entries)))
        if isinstance(snapshot.entries[at].fact, RoundPublished)
    )  # fmt: skip
    return snapshot.marks[at].at
