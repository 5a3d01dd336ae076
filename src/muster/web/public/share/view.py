"""The share picture of an event."""

from __future__ import annotations

import logging

from django.http import HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from muster.web.limits import slow_down, too_often
from muster.web.page import show
from muster.web.public.context import EventFloor, event_page
from muster.web.public.share.drawing import UndrawnError, picture
from muster.web.public.share.page import ShareCard

log = logging.getLogger("muster.share")


@require_safe
@event_page
def share_picture(floor: EventFloor) -> HttpResponse:
    """The event in one picture; the mark of the site where it cannot be drawn."""
    if wait := too_often(floor.request, "picture"):
        return slow_down(floor.request, wait)
    with timezone.override(floor.event.time_zone):
        page = show(floor.request, ShareCard(floor.event, floor.tournaments))
    try:
        found = picture(page.content.decode())
    except UndrawnError as error:
        log.warning("share picture: %s", error)
        return redirect(static("muster/player-512.png"))
    response = HttpResponse(found, content_type="image/png")
    response["Cache-Control"] = "public, max-age=300" if floor.event.listed else "private, no-store"
    return response
