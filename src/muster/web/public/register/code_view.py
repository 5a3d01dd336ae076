"""To one's roster by a personal code: for whoever has neither mail nor the private link at hand."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.cache import never_cache

from muster.app.links.codes import entry_by_code
from muster.app.links.player_links import token_of
from muster.people.models import Event
from muster.web.limits import limited
from muster.web.page import show
from muster.web.public.context import public_page
from muster.web.public.register.page import RosterCodePage


@never_cache
@limited("personal")
@public_page
def by_code(request: HttpRequest, event: Event) -> HttpResponse:
    """To one's roster by the code the desk reads out. Nobody learns here who has registered."""
    typed = request.POST.get("code", "")
    entry = entry_by_code(event, typed) if request.method == "POST" else None
    if entry is not None:
        return HttpResponseRedirect(reverse("player:roster", args=[token_of(entry)]))
    wrong = request.method == "POST"
    return show(request, RosterCodePage(event, typed[:40], wrong), status=422 if wrong else 200)


urlpatterns: list[URLPattern] = [path("<slug:code>/roster", by_code, name="roster-code")]
