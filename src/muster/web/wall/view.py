"""A screen on the wall: one page with everything it will show, until something changes."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from muster.app.common.topics import EventPart, Part, event_topic, topic
from muster.app.screens.pictures import picture_file
from muster.app.screens.screens import screen_of
from muster.app.screens.wall import wall_of
from muster.web.language import in_events_language
from muster.web.public.context import EventFloor, event_page
from muster.web.wall.page import WallPage

_EVENT: Final[tuple[EventPart, ...]] = ("screens",)
_PARTS: Final[tuple[Part, ...]] = ("round", "results", "people", "clock", "timers")


@require_safe
@event_page
def screen(floor: EventFloor, number: int = 1) -> HttpResponse:
    """One screen of an event; the staff sees those of a draft, too."""
    found = screen_of(floor.event, number)
    if found is None:
        raise Http404("This event has no such screen.")
    wall = wall_of(floor.event, found)
    code, its = floor.event.code, found.tournament.number
    topics = {event_topic(code, part) for part in _EVENT} | {topic(code, its, part) for part in _PARTS}
    return in_events_language(floor.event, lambda: floor.show(WallPage(floor, wall), topics))


@require_safe
@event_page
def picture(floor: EventFloor, mark: str) -> HttpResponse:
    """A picture of the event, as what it was found to be and as nothing else, whatever it looks like to a browser."""
    found = picture_file(floor.event, mark)
    if found is None:
        raise Http404("This event has no such picture.")
    response = HttpResponse(found.data, content_type=f"image/{found.type}")
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Content-Disposition"] = f'inline; filename="picture.{found.type}"'
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    # Kept only until the screens change: one that is taken down, or whose event is shown no longer, is seen no more.
    code = floor.event.code
    return floor.kept(response, {event_topic(code, "event"), event_topic(code, "screens")})
