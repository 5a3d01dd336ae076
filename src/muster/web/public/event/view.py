"""An event for everybody: what is happening now, and its entry for calendars."""

from __future__ import annotations

from django.http import HttpResponse

from muster.app.common.extras import how_to_add, is_missing
from muster.app.common.topics import Part, event_topic, topic
from muster.web.public.context import EventFloor, event_page
from muster.web.public.event.calendar import calendar_of
from muster.web.public.event.page import EventNow

EVENT_SHOWS: tuple[Part, ...] = ("round", "results", "people", "clock", "timers")


@event_page
def event(floor: EventFloor) -> HttpResponse:
    """The event: what is happening now, when and where, and the way to everything else."""
    code = floor.event.code
    topics = {topic(code, one.number, part) for one in floor.tournaments for part in EVENT_SHOWS}
    return floor.show(EventNow(floor), topics)


@event_page
def calendar(floor: EventFloor) -> HttpResponse:
    """The event's entry for calendar programs."""
    if is_missing("calendar"):
        return HttpResponse(str(how_to_add("calendar")), status=503, content_type="text/plain; charset=utf-8")
    body = calendar_of(floor.event, floor.absolute(floor.url("event")))
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{floor.event.code}.ics"'
    return floor.kept(response, {event_topic(floor.event.code, "event")})
