"""The events an account has collected: where its holder plays and has played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from django.urls import reverse

from muster.app.links.player_links import token_of
from muster.people.models import Account, Entry, Event


@dataclass(frozen=True, slots=True)
class Own:
    """One registration of an account's holder, with the token of its private link."""

    entry: Entry
    token: str

    @property
    def event(self) -> Event:
        """Its event."""
        return self.entry.tournament.event

    @property
    def url(self) -> str:
        """The address of their page there."""
        return reverse("player:page", args=[self.token])


def own_events(account: Account, now: datetime) -> tuple[list[Own], list[Own]]:
    """Today's and coming events, soonest first; and those that are over, latest first."""
    entries = Entry.objects.filter(person__account=account).exclude(status="withdrawn")
    found = [
        Own(entry, token_of(entry))
        for entry in entries.select_related("person", "tournament__event__venue").order_by(
            "tournament__event__opens_at", "pk"
        )
    ]
    coming = [one for one in found if not _over(one.event, now)]
    return coming, [one for one in reversed(found) if _over(one.event, now)]


def _over(event: Event, now: datetime) -> bool:
    return _day(event, now) > (event.last_day or _day(event, event.opens_at))


def _day(event: Event, at: datetime) -> date:
    """The day it is there at this moment."""
    return at.astimezone(UTC).astimezone(ZoneInfo(event.time_zone)).date()
