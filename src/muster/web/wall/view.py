"""A screen on the wall: one page with everything it will show, until something changes."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from muster.app.common.topics import EventPart, Part, event_topic, topic
from muster.app.screens.screens import screen_of
from muster.app.screens.wall import Wall, wall_of
from muster.web.public.context import EventFloor, event_page
from muster.web.qr import qr_svg
from muster.web.wall.lines import Lists

_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
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
    return floor.render("wall/wall.html", _context(floor, wall), topics)


def _context(floor: EventFloor, wall: Wall) -> dict[str, object]:
    """What the page is made of; nothing of it depends on who asks."""
    address = _address(floor)
    return {
        "wall": wall,
        "lists": Lists(wall),
        "address": address.partition("://")[2],
        "qr": qr_svg(address, fluid=True) if address and "welcome" in wall.parts else "",
    }


def _address(floor: EventFloor) -> str:
    """Where the event's page is found by others; empty where this machine knows itself by a name of its own only."""
    path = floor.url("event")
    return floor.absolute(path) or ("" if _own(floor.request) else floor.request.build_absolute_uri(path))


def _own(request: HttpRequest) -> bool:
    """Whether the page was asked for by a name that means something on this machine only."""
    host = urlsplit(f"//{request.get_host()}").hostname
    return host in _LOCAL
