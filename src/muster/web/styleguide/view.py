"""The style guide, for developers only: with `MUSTER_DEBUG` there is a page, else there is none."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from muster.web.page import show
from muster.web.styleguide import colours
from muster.web.styleguide.page import COLOURS, PARTS, StyleGuide, WallGuide


@require_safe
def styleguide(request: HttpRequest, part: str = "basics") -> HttpResponse:
    """A part of the style guide, in the colours that are asked for."""
    if not settings.DEBUG or part not in PARTS:
        raise Http404
    chosen = request.GET.get("colours", "")
    page = WallGuide if part == "wall" else StyleGuide
    return show(request, page(part, chosen if chosen in COLOURS else ""))


@require_safe
def sheet(_request: HttpRequest, chosen: str) -> HttpResponse:
    """The colours of the style guide as a style sheet."""
    if not settings.DEBUG or chosen not in COLOURS:
        raise Http404
    return HttpResponse(colours.sheet(chosen), content_type="text/css; charset=utf-8")


urlpatterns = [
    path("styleguide", styleguide, name="styleguide"),
    path("styleguide/colours/<str:chosen>.css", sheet, name="styleguide-colours"),
    path("styleguide/<str:part>", styleguide, name="styleguide-part"),
]
