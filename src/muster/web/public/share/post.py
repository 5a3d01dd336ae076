"""The places as a text to post."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app.standings.finishing import PlaceRow
from muster.people.models import Tournament
from muster.web.public.context import EventFloor


def post_of(floor: EventFloor, tournament: Tournament, podium: Sequence[PlaceRow], count: int) -> str:
    """The event, the best by place, and the address where everybody finds it, if the settings say it."""
    best = "\n".join(f"{row.place} {row.name}" for row in podium)
    head = ngettext(
        "%(event)s, %(day)s: final places of %(count)d player",
        "%(event)s, %(day)s: final places of %(count)d players",
        count,
    ) % {"event": floor.event.name, "day": _day(floor), "count": count}
    where = floor.absolute(floor.url("final", tournament.number))
    return "\n".join(part for part in (head, best, where) if part)


def _day(floor: EventFloor) -> str:
    return date_format(localdate(floor.event.opens_at, ZoneInfo(floor.event.time_zone)), _("j F Y"))
