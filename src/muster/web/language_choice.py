"""Choosing the language of pages, in this browser; and of what is sent to a player who chooses on their own page."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe

from muster.app.links.player_links import entry_of
from muster.app.registration.player_settings import reads
from muster.web.language import offered


@require_safe
def choose_language(request: HttpRequest, code: str) -> HttpResponse:
    """Answer in this language from here on, in this browser; back to the page where the link was followed.

    A player who chooses on their own page is written to in this language, too.
    """
    if code not in offered():
        raise Http404("There is no such language.")
    came_from = urlsplit(request.headers.get("Referer", ""))
    back = (
        came_from.path if came_from.netloc == request.get_host() and came_from.path.startswith("/") else "/"
    )
    response = redirect(back if not back.startswith("//") else "/")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        httponly=True,
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    _write_in(code, back)
    return response


def _write_in(code: str, page: str) -> None:
    """Have the player whose own page this is, if it is anybody's, written to in this language."""
    try:
        found = resolve(page)
    except Resolver404:
        return
    entry = (
        entry_of(found.kwargs["token"]) if found.app_name == "player" and "token" in found.kwargs else None
    )
    if entry is not None:
        reads(entry, code)
