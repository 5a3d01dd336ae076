"""The screens of an event: which there are, what each is to show, and changing that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, cast

from django.db import transaction
from django.db.models import Max

from muster.app.common.access import Actor
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, event_topic
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.people.models import Event, Screen, Tournament

Show = Literal[
    "welcome",
    "pairings",
    "clock",
    "missing",
    "results",
    "standings",
    "bracket",
    "podium",
    "timers",
    "notices",
    "pictures",
]
"""What a screen can show."""

Moment = Literal["before", "posted", "running", "complete", "cut", "finished"]
"""Where the day stands, as far as the wall shows it."""

MOMENTS: Final[tuple[Moment, ...]] = ("before", "posted", "running", "complete", "cut", "finished")

SHOWS: Final[tuple[Show, ...]] = (
    "welcome",
    "pairings",
    "clock",
    "missing",
    "results",
    "standings",
    "bracket",
    "podium",
    "timers",
    "notices",
    "pictures",
)

SECONDS: Final = range(4, 121)
"""How long a page can stay."""

USUAL: Final = 12
"""How long a page stays at most, if nobody says otherwise."""

SHARES: Final = 3
"""Over how many screens a large hall's names can be spread."""

LARGE: Final = 300
"""From how many people on that is offered."""

MOST: Final = 20
"""The most screens of one event."""


def words_of(show: Show) -> Message:
    """What a screen shows, in a few words."""
    return {
        "welcome": say("Welcome, with the code"),
        "pairings": say("Pairings by name"),
        "clock": say("Clock"),
        "missing": say("Tables still playing"),
        "results": say("Results"),
        "standings": say("Standings, at the end the places"),
        "bracket": say("Bracket"),
        "podium": say("Podium"),
        "timers": say("Timers"),
        "notices": say("Notices"),
        "pictures": say("Pictures of sponsors"),
    }[show]


def moment_words(moment: Moment) -> Message:
    """When this is, in a few words."""
    return {
        "before": say("Before the first round"),
        "posted": say("A round is posted"),
        "running": say("The clock runs"),
        "complete": say("Between rounds"),
        "cut": say("Between rounds of the elimination"),
        "finished": say("At the end"),
    }[moment]


def usual_words(moment: Moment) -> Message:
    """What fits this moment, in a few words."""
    return {
        "before": say("Welcome, with the code"),
        "posted": say("Pairings by name"),
        "running": say("Clock"),
        "complete": say("Standings"),
        "cut": say("Bracket"),
        "finished": say("Podium, final places"),
    }[moment]


@dataclass(frozen=True, slots=True)
class ScreenPlan:
    """What a screen is to show.

    Attributes:
        number: which screen, from 1.
        name: what the staff calls it.
        tournament: whose pairings, clock and standings.
        shows: what, in turn; nothing for what fits the moment.
        seconds: how long a page stays at most.
        kept: whether somebody has set it up; the first screen is there without.
        several: the event has more tournaments, so that the name of this one matters.
        share: which third of the names it shows where you sit, from 1; 0 for all.
        moments: what it shows at moments that are not as usual.
        held: what the remote has put on it: `hold`, or what it shows; empty for the plan.
        turns: how often the remote has turned to the next page.
    """

    number: int
    name: str
    tournament: Tournament
    shows: tuple[Show, ...] = ()
    seconds: int = USUAL
    kept: bool = False
    several: bool = False
    share: int = 0
    moments: Mapping[Moment, tuple[Show, ...]] = field(default_factory=dict)
    held: str = ""
    turns: int = 0

    def at(self, moment: Moment) -> tuple[Show, ...]:
        """What it is to show at a moment; nothing for what fits it."""
        return self.moments.get(moment, self.shows)


def screens_of(event: Event) -> list[ScreenPlan]:
    """All screens of an event by number; the first is always there."""
    tournaments = {one.pk: one for one in event.tournaments.order_by("number")}
    if not tournaments:
        return []
    main, several = next(iter(tournaments.values())), len(tournaments) > 1
    found = {1: ScreenPlan(1, "", main)}
    for row in event.screens.all():
        found[row.number] = _plan(row, tournaments.get(row.tournament_id or 0, main))
    return [replace(found[number], several=several) for number in sorted(found)]


def screen_of(event: Event, number: int) -> ScreenPlan | None:
    """One screen of an event; None where there is no such screen."""
    return next((one for one in screens_of(event) if one.number == number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenInput:
    """A screen as somebody wants it: `shows` by the words of `Show`, at `moments` too; the number of its tournament."""

    number: int
    name: str = ""
    tournament: int = 1
    shows: tuple[str, ...] = ()
    seconds: int = USUAL
    share: int = 0
    moments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def keep_screen(event: Event, actor: Actor, wanted: ScreenInput) -> ScreenPlan | tuple[Problem, ...]:
    """Set a screen up, or change it.

    Returns:
        What it shows from now on, or every problem with the field it is about.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    tournament = event.tournaments.filter(number=wanted.tournament).first()
    problems = tuple(_problems(wanted, tournament))
    if problems or tournament is None:
        return problems
    with transaction.atomic():
        row, _made = Screen.objects.update_or_create(
            event=event,
            number=wanted.number,
            defaults={
                "name": one_line(wanted.name),
                "tournament": tournament,
                "shows": ",".join(one for one in SHOWS if one in wanted.shows),
                "seconds": wanted.seconds,
                "share": wanted.share,
                "plan": {moment: ",".join(shows) for moment, shows in wanted.moments.items() if shows},
            },
        )
        changed({event_topic(event.code, "screens")})
    return _plan(row, tournament)


def remove_screen(event: Event, actor: Actor, number: int) -> None:
    """Take a screen away; the first goes back to what fits the moment.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    with transaction.atomic():
        if event.screens.filter(number=number).delete()[0]:
            changed({event_topic(event.code, "screens")})


def next_number(event: Event) -> int | None:
    """The number of the next new screen; None if there are as many as there can be."""
    last = event.screens.aggregate(last=Max("number"))["last"] or 1
    used = {1, *event.screens.values_list("number", flat=True)}
    free = next((number for number in range(2, last + 2) if number not in used), None)
    return free if free is not None and free <= MOST else None


def _problems(wanted: ScreenInput, tournament: Tournament | None) -> list[Problem]:
    found = []
    if not 1 <= wanted.number <= MOST:
        found.append(Problem("number", say("An event has at most {most} screens.", most=MOST)))
    if len(one_line(wanted.name)) > 60:
        found.append(Problem("name", say("Give it a name of at most 60 letters.")))
    if tournament is None:
        found.append(Problem("tournament", say("There is no such tournament in this event.")))
    asked = [*wanted.shows, *(one for shows in wanted.moments.values() for one in shows)]
    if not set(wanted.moments) <= set(MOMENTS):
        found.append(Problem("shows", say("There is no such moment of the day.")))
    if wanted.share not in range(SHARES + 1):
        found.append(Problem("share", say("Choose which names it shows.")))
    if unknown := [one for one in asked if one not in SHOWS]:
        found.append(Problem("shows", say("There is nothing called {name} to show.", name=unknown[0][:20])))
    if wanted.seconds not in SECONDS:
        least, most = SECONDS[0], SECONDS[-1]
        found.append(Problem("seconds", say("Enter from {least} to {most} seconds.", least=least, most=most)))
    return found


def _plan(row: Screen, tournament: Tournament) -> ScreenPlan:
    kept = tuple(one for one in SHOWS if one in row.shows.split(","))
    moments = {
        moment: tuple(one for one in row.plan[moment].split(",") if one in SHOWS)
        for moment in MOMENTS
        if row.plan.get(moment)
    }
    return ScreenPlan(
        row.number,
        row.name,
        tournament,
        kept,
        row.seconds,
        kept=True,
        share=row.share,
        moments=cast("Mapping[Moment, tuple[Show, ...]]", moments),
        held=row.held,
        turns=row.turns,
    )
