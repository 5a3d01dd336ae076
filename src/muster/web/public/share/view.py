"""The share picture of an event."""

from __future__ import annotations

import logging

from django.http import HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from muster.web.limits import slow_down, too_often
from muster.web.page import Page, show
from muster.web.public.context import EventFloor, Floor, event_page, tournament_page
from muster.web.public.share.drawing import UndrawnError, picture
from muster.web.public.share.page import ShareCard
from muster.web.public.share.place import PlaceCard, PlacePage, place_of

log = logging.getLogger("muster.share")


@require_safe
@event_page
def share_picture(floor: EventFloor) -> HttpResponse:
    """The event in one picture; the mark of the site where it cannot be drawn."""
    return _drawn(floor, ShareCard(floor.event, floor.tournaments))


@require_safe
@tournament_page("final")
def place_picture(floor: Floor, player: int) -> HttpResponse:
    """A player's final place in one picture."""
    return _drawn(floor, PlaceCard(floor.event, floor.tournaments, place_of(floor, player)))


@require_safe
@tournament_page("final")
def place(floor: Floor, player: int) -> HttpResponse:
    """A player's final place, to be shared."""
    return floor.shown(PlacePage(floor, place_of(floor, player)), "round", "results", "people")


def _drawn(floor: EventFloor, card: Page) -> HttpResponse:
    if wait := too_often(floor.request, "picture"):
        return slow_down(floor.request, wait)
    with timezone.override(floor.event.time_zone):
        page = show(floor.request, card)
    try:
        found = picture(page.content.decode())
    except UndrawnError as error:
        log.warning("share picture: %s", error)
        return redirect(static("muster/player-512.png"))
    response = HttpResponse(found, content_type="image/png")
    response["Cache-Control"] = "public, max-age=300" if floor.event.listed else "private, no-store"
    return response
