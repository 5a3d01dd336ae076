"""An event for calendar programs, as RFC 5545 has it, made by the icalendar library."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from muster.people.models import Event

if TYPE_CHECKING:
    import icalendar

LENGTH: Final = timedelta(hours=8)
"""How long a day is taken to last: nobody knows before it is over, and a calendar asks."""


MOST_DAYS: Final = 14
"""An event of more days has entries for these: a typing mistake fills nobody's calendar."""


def calendar_of(event: Event, url: str = "") -> bytes:
    """The event as a calendar of one entry a day.

    Their ids never change, so that a calendar which looks again finds the same entries. Times are instants (UTC);
    calendars show them where their owner is. Every day is taken to begin at the hour of the first.

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
    for number, day in enumerate(_days(event), 1):
        calendar.add_component(_entry(event, url, number, day))
    made: bytes = calendar.to_ical()
    return made


def _entry(event: Event, url: str, number: int, begins: datetime) -> icalendar.Event:
    import icalendar  # noqa: PLC0415  (as above)

    entry = icalendar.Event()
    entry.add("uid", f"{event.code}@muster" if number == 1 else f"{event.code}-{number}@muster")
    entry.add("dtstamp", (event.cancelled_at or event.created_at).astimezone(UTC))
    entry.add("sequence", 1 if event.cancelled_at else 0)
    entry.add("status", "CANCELLED" if event.cancelled_at else "CONFIRMED")
    entry.add("summary", _summary(event, number))
    entry.add("dtstart", begins.astimezone(UTC))
    entry.add("dtend", (begins + LENGTH).astimezone(UTC))
    told = (event.cancelled_because, event.price, event.description)
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


def _summary(event: Event, number: int) -> str:
    """The event's name, and which day of it where it has several."""
    name = " ".join(event.name.split())
    return (
        _("%(event)s, day %(number)d") % {"event": name, "number": number} if len(_days(event)) > 1 else name
    )


def _days(event: Event) -> list[datetime]:
    """When each of its days begins."""
    first = event.opens_at.astimezone(ZoneInfo(event.time_zone))
    days = (event.last_day - first.date()).days if event.last_day else 0
    return [first + timedelta(days=one) for one in range(min(max(days, 0), MOST_DAYS - 1) + 1)]
