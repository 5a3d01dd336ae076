"""Parts of an event for the sites its organiser names; for all others they are refused, as every page is."""

from __future__ import annotations

from typing import get_args

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from muster.web.public.context import Floor, tournament_page
from muster.web.public.embed.page import Embedded, Part

PARTS: tuple[Part, ...] = get_args(Part)


@require_safe
@tournament_page("standings")
def embedded(floor: Floor, part: str) -> HttpResponse:
    """A part of a tournament by itself: nothing can be done on it, so nobody can be led to do it."""
    known = next((one for one in PARTS if one == part), None)
    if known is None:
        raise Http404("There is no such part.")
    response = floor.shown(Embedded(floor, known), "round", "results", "people")
    origins = floor.event.frames.split()
    if origins:
        # The answer's own policy (django-csp) instead of the site's, and no older header that contradicts it.
        response._csp_replace = {"frame-ancestors": origins}  # type: ignore[attr-defined]  # noqa: SLF001
        response.xframe_options_exempt = True
    return response


urlpatterns: list[URLPattern] = [
    path("<slug:code>/<int:number>/embed/<slug:part>", embedded, name="embed"),
]
