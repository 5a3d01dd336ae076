"""An event for calendar programs, as RFC 5545 has it, made by the icalendar library."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from muster.people.models import Event

if TYPE_CHECKING:
    import icalendar

LENGTH: Final = timedelta(hours=8)
"""How long a day is taken to last: nobody knows before it is over, and a calendar asks."""


def calendar_of(event: Event, url: str = "") -> bytes:
    """The event as a calendar of one entry.

    Its id never changes, so that a calendar which looks again finds the same entry. Times are instants (UTC);
    calendars show them where their owner is.

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
    entry.add("dtstart", event.opens_at.astimezone(UTC))
    entry.add("dtend", _end(event).astimezone(UTC))
    if text := "\n\n".join(part for part in (event.cancelled_because, event.description) if part):
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


def _end(event: Event) -> datetime:
    """The midnight after the last day of a longer event; of one day, some hours after it begins."""
    zone = ZoneInfo(event.time_zone)
    first = event.opens_at.astimezone(zone).date()
    if event.last_day is None or event.last_day <= first:
        return event.opens_at + LENGTH
    return datetime.combine(event.last_day + timedelta(days=1), time(), zone)
