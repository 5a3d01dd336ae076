"""The screens of an event: which there are, what each is to show, and changing that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from django.db import transaction
from django.db.models import Max

from muster.app.common.access import Actor
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, event_topic
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.people.models import Event, Screen, Tournament

Show = Literal[
    "welcome", "pairings", "clock", "missing", "results", "standings", "bracket", "timers", "notices"
]
"""What a screen can show."""

SHOWS: Final[tuple[Show, ...]] = (
    "welcome",
    "pairings",
    "clock",
    "missing",
    "results",
    "standings",
    "bracket",
    "timers",
    "notices",
)

SECONDS: Final = range(4, 121)
"""How long a page can stay."""

USUAL: Final = 12
"""How long a page stays at most, if nobody says otherwise."""

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
        "timers": say("Timers"),
        "notices": say("Notices"),
    }[show]


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
    """

    number: int
    name: str
    tournament: Tournament
    shows: tuple[Show, ...] = ()
    seconds: int = USUAL
    kept: bool = False
    several: bool = False


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
    """A screen as somebody wants it: `shows` by the words of `Show`, the number of its tournament."""

    number: int
    name: str = ""
    tournament: int = 1
    shows: tuple[str, ...] = ()
    seconds: int = USUAL


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
    if unknown := [one for one in wanted.shows if one not in SHOWS]:
        found.append(Problem("shows", say("There is nothing called {name} to show.", name=unknown[0][:20])))
    if wanted.seconds not in SECONDS:
        least, most = SECONDS[0], SECONDS[-1]
        found.append(Problem("seconds", say("Enter from {least} to {most} seconds.", least=least, most=most)))
    return found


def _plan(row: Screen, tournament: Tournament) -> ScreenPlan:
    kept = tuple(one for one in SHOWS if one in row.shows.split(","))
    return ScreenPlan(row.number, row.name, tournament, kept, row.seconds, kept=True)
