"""The events of an account, as its calendar: running, coming, past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final, Literal
from zoneinfo import ZoneInfo

from django.db.models import Count, Q

from muster.app.staff.posts import events_with_post, title_in, with_posts
from muster.exchange.folding import folded
from muster.people.models import Account, Event

When = Literal["running", "coming", "past"]

_ORDER: Final[Sequence[When]] = ("running", "coming", "past")


@dataclass(frozen=True, slots=True)
class Dated:
    """An event with how it lies to today.

    Attributes:
        event: the event.
        role: what one is there.
        when: running today, still to come, or past.
        tournaments: how many it has.
        players: how many are entered in all of them.
    """

    event: Event
    role: str
    when: When
    tournaments: int
    players: int


def events_of(account: Account, now: datetime, search: str = "") -> list[Dated]:
    """The events whose staff one is: those of today, then what comes next, then the past, latest first.

    Args:
        account: whose.
        now: the moment.
        search: parts of a name, code or venue; capitals and accents do not matter.
    """
    events = (
        with_posts(events_with_post(account), account)
        .select_related("venue", "organisation")
        .annotate(
            its=Count("tournaments", distinct=True),
            players=Count(
                "tournaments__entries", filter=Q(tournaments__entries__status="entered"), distinct=True
            ),
        )
    )
    wanted = folded(search).split()
    found = [
        Dated(event, title_in(event) or "", when_is(event, now), event.its, event.players)
        for event in events
        if all(word in _searched(event) for word in wanted)
    ]
    return sorted(found, key=_place)


def grouped(events: Sequence[Dated]) -> list[tuple[When, list[Dated]]]:
    """The events by running, coming, past; none of these is empty."""
    return [(when, list(group)) for when, group in groupby(events, key=lambda one: one.when)]


def when_is(event: Event, now: datetime) -> When:
    """Whether an event is today, to come, or past, on its own calendar."""
    zone = ZoneInfo(event.time_zone)
    today, first = now.astimezone(zone).date(), event.opens_at.astimezone(zone).date()
    if today < first:
        return "coming"
    return "past" if today > (event.last_day or first) else "running"


def _searched(event: Event) -> str:
    return folded(f"{event.name} {event.code} {event.venue.name if event.venue else ''}")


def _place(one: Dated) -> tuple[int, float, int]:
    at = one.event.opens_at.timestamp()
    return _ORDER.index(one.when), -at if one.when == "past" else at, one.event.pk
