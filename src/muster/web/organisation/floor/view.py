"""An organisation for everybody: its page, the same for all; its logo; its colours."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, register_converter
from django.utils import timezone
from django.views.decorators.http import require_safe

from muster.app.common.topics import SITE, organisation_topic
from muster.app.organisations.logo import logo_file
from muster.app.organisations.reading import announced, organisation_at, venues_for_all
from muster.web.live import shows
from muster.web.organisation.floor.page import OrganisationFloor
from muster.web.organisation.look_of import sheet_of
from muster.web.page import show


class ColourConverter:
    """A colour in an address: six digits in small letters."""

    regex = "[0-9a-f]{6}"

    def to_python(self, value: str) -> str:
        """The colour as it is kept."""
        return f"#{value}"

    def to_url(self, value: str) -> str:
        """As it stands in the address."""
        return value


register_converter(ColourConverter, "colour")


@require_safe
def page(request: HttpRequest, slug: str, number: int = 1) -> HttpResponse:
    """What an organisation says of itself, where it plays, and what is on there."""
    organisation = organisation_at(slug)
    if organisation is None:
        raise Http404("There is no such organisation.")
    found = announced(organisation, timezone.now(), number)
    if not 1 <= number <= found.pages:
        raise Http404("There is no such page.")
    response = show(request, OrganisationFloor(organisation, venues_for_all(organisation), found))
    if request.META.get("QUERY_STRING"):
        return response
    return shows(response, {SITE, organisation_topic(organisation.slug)})


@require_safe
def logo(request: HttpRequest, slug: str, mark: str) -> HttpResponse:
    """The logo, as what it was found to be and as nothing else, whatever it looks like to a browser."""
    found = logo_file(slug, mark)
    if found is None:
        raise Http404("This organisation has no such logo.")
    response = HttpResponse(found.data, content_type=f"image/{found.type}")
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Content-Disposition"] = f'inline; filename="logo.{found.type}"'
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    if request.META.get("QUERY_STRING"):
        return response
    # Kept only until the organisation changes: a logo that is taken away is seen no more.
    return shows(response, {organisation_topic(slug)})


@require_safe
def colours(_request: HttpRequest, band: str, accent: str) -> HttpResponse:
    """Two colours as a style sheet; they stand in its address, so it never changes."""
    response = HttpResponse(sheet_of(band, accent), content_type="text/css; charset=utf-8")
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


urlpatterns: list[URLPattern] = [
    path("colours/<colour:band>-<colour:accent>.css", colours, name="colours"),
    path("<slug:slug>", page, name="page"),
    path("<slug:slug>/events/<int:number>", page, name="page-of"),
    path("<slug:slug>/logo/<slug:mark>", logo, name="logo"),
]
