"""An event for calendar programs, as RFC 5545 has it, made by the icalendar library."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from muster.people.models import Event

if TYPE_CHECKING:
    import icalendar

LENGTH: Final = timedelta(hours=8)
"""How long a day is taken to last: nobody knows before it is over, and a calendar asks."""


def calendar_of(event: Event, url: str = "") -> bytes:
    """The event as a calendar of one entry.

    Its id never changes, so that a calendar which looks again finds the same entry. Times are instants (UTC);
    calendars show them where their owner is. An event of several days is an entry of whole days.

    Args:
        event: the event.
        url: the address of its page, if it is known for sure.
    """
    import icalendar  # noqa: PLC0415  (a plain installation has none)

    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Muster//Muster//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", icalendar.vText(" ".join(event.name.split())))
    calendar.add_component(_entry(event, url))
    made: bytes = calendar.to_ical()
    return made


def _entry(event: Event, url: str) -> icalendar.Event:
    import icalendar  # noqa: PLC0415  (as above)

    entry = icalendar.Event()
    entry.add("uid", f"{event.code}@muster")
    entry.add("dtstamp", (event.cancelled_at or event.created_at).astimezone(UTC))
    entry.add("sequence", 1 if event.cancelled_at else 0)
    entry.add("status", "CANCELLED" if event.cancelled_at else "CONFIRMED")
    entry.add("summary", " ".join(event.name.split()))
    begins, ends = _span(event)
    entry.add("dtstart", begins)
    entry.add("dtend", ends)
    told = (event.cancelled_because, _opening(event), event.description)
    if text := "\n\n".join(part for part in told if part):
        entry.add("description", _text(text))
    if event.venue is not None:
        place = ", ".join(part for part in (event.venue.name, event.venue.address) if part)
        entry.add("location", _text(place))
    if url:
        entry.add("url", url)
    return entry


def _text(typed: str) -> str:
    """Text with plain ends of lines: browsers send others, which the format does not know."""
    return "\n".join(typed.splitlines())


def _span(event: Event) -> tuple[date, date]:
    """When it begins and ends: of one day, an instant and some hours after it; of more, the days and the one after."""
    if event.last_day is None or event.last_day <= _opens(event).date():
        return event.opens_at.astimezone(UTC), (event.opens_at + LENGTH).astimezone(UTC)
    return _opens(event).date(), event.last_day + timedelta(days=1)


def _opens(event: Event) -> datetime:
    return event.opens_at.astimezone(ZoneInfo(event.time_zone))


def _opening(event: Event) -> str:
    """When an event of several days begins on the first, which an entry of whole days does not say; else empty."""
    if isinstance(_span(event)[0], datetime):
        return ""
    at = _opens(event)
    told = {"day": date_format(at, "l j F"), "time": date_format(at, "H:i"), "zone": event.time_zone}
    return _("It begins on %(day)s at %(time)s (%(zone)s).") % told
