"""An event for everybody: finding it, what is happening now, and its entry for calendars."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.common.extras import how_to_add, is_missing
from muster.app.common.topics import Part, event_topic, topic
from muster.web.limits import slow_down, too_often
from muster.web.page import show
from muster.web.public.context import EventFloor, event_page, visitor
from muster.web.public.event.calendar import calendar_of
from muster.web.public.event.page import EventNow, FindEvent
from muster.web.public.reading import visible_event

EVENT_SHOWS: tuple[Part, ...] = ("round", "results", "people", "clock", "timers")


def find(request: HttpRequest) -> HttpResponse:
    """Find an event by its short code."""
    typed = request.GET.get("code", "").strip()
    if not typed:
        return show(request, FindEvent())
    code = "".join(letter for letter in typed.upper() if letter.isascii() and letter.isalnum())[:12]
    if visible_event(code, lambda: visitor(request)) is not None:
        return redirect("public:event", code)
    if wait := too_often(request, "code"):
        return slow_down(request, wait)
    return show(request, FindEvent(typed[:40]), status=404)


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
