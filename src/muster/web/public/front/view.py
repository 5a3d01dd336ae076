"""The front page of the site: what is on here, and where a code leads."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.common.topics import SITE
from muster.app.events.front import games, on_here
from muster.app.links.codes import entry_by_code_anywhere, is_personal
from muster.app.links.player_links import token_of
from muster.web.limits import slow_down, too_often
from muster.web.live import shows
from muster.web.page import show
from muster.web.public.context import visitor
from muster.web.public.front.page import FrontPage
from muster.web.public.reading import visible_event


@require_safe
def front(request: HttpRequest, game: str = "", page: int = 1) -> HttpResponse:
    """What is on here, the same for everybody: of one game, or all."""
    if game and game not in {one.id for one in games().values()}:
        raise Http404("There is no such game.")
    found = FrontPage(on_here(timezone.now()), game, page)
    if found.page.number != page:
        raise Http404("There is no such page.")
    response = show(request, found)
    return response if request.META.get("QUERY_STRING") else shows(response, {SITE})


@csrf_exempt  # nothing is done: a form that others make leads where a link of theirs could lead, too
@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """Where a code leads: an event's to its page, a personal one to its player's.

    A personal code comes in a form's body only: what stands in an address stays in histories and logs.
    """
    typed = request.POST.get("code", request.GET.get("code", "")).strip()
    if not typed:
        return redirect("home")
    code = "".join(letter for letter in typed.upper() if letter.isascii() and letter.isalnum())[:12]
    if visible_event(code, lambda: visitor(request)) is not None:
        return redirect("public:event", code)
    personal = request.method == "POST" and is_personal(typed)
    if wait := too_often(request, "personal" if personal else "code"):
        return slow_down(request, wait)
    entry = entry_by_code_anywhere(typed, timezone.now()) if personal else None
    if entry is not None:
        return redirect("player:page", token_of(entry))
    return show(request, FrontPage(on_here(timezone.now()), typed=typed[:40]), status=404)


@require_safe
def logo(_request: HttpRequest) -> HttpResponse:
    """The site's own picture."""
    if settings.LOGO is None:
        raise Http404("There is no picture.")
    response = HttpResponse(settings.LOGO.content, content_type=settings.LOGO.kind)
    response["Cache-Control"] = "public, max-age=3600"
    return response


urlpatterns: list[URLPattern] = [
    path("", front, name="home"),
    path("events/<int:page>", front, name="front-page"),
    path("events/<slug:game>", front, name="front-game"),
    path("events/<slug:game>/<int:page>", front, name="front-game-page"),
    path("logo", logo, name="logo"),
]
