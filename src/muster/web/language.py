"""In which language a request is answered, and choosing another.

What its reader chose goes first, then what their browser asks for. Where that is nothing Muster speaks, a page of an
event is in the event's language, and any other in the site's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header
from django.views.decorators.http import require_safe

from muster.app.links.player_links import entry_of
from muster.app.registration.player_settings import reads
from muster.people.models import Event


def language_of(accepted: bytes, cookies: bytes) -> str:
    """The code of the language, such as `pl`, for these headers `Accept-Language` and `Cookie`; empty for any."""
    if len(settings.LANGUAGES) == 1:
        return str(settings.LANGUAGE_CODE)
    chosen = _chosen(cookies.decode("latin-1")) if settings.LANGUAGE_COOKIE_NAME.encode() in cookies else ""
    return _language_of(accepted.decode("latin-1")[:200], chosen, _offered())


def asked_by(request: HttpRequest) -> str:
    """The language that whoever asks has chosen, or that their browser asks for; empty for any."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")[:20]
    return _language_of(request.headers.get("Accept-Language", "")[:200], chosen, _offered())


def at_event(event: Event, request: HttpRequest, view: Callable[[], HttpResponse]) -> HttpResponse:
    """A page of this event in its reader's language; in the event's, if they ask for none."""
    return view() if asked_by(request) else in_events_language(event, view)


def in_events_language(event: Event, view: Callable[[], HttpResponse]) -> HttpResponse:
    """A page in this event's language, where it has one, whoever looks."""
    code = event.language
    if code not in _offered():
        return view()
    with translation.override(code):
        response = view()
    response.headers["Content-Language"] = code
    return response


def _offered() -> tuple[str, ...]:
    return tuple(code for code, _ in settings.LANGUAGES)


def _chosen(cookies: str) -> str:
    try:
        found = SimpleCookie(cookies).get(settings.LANGUAGE_COOKIE_NAME)
    except CookieError:
        return ""
    return found.value[:20] if found else ""


@lru_cache(maxsize=1024)
def _language_of(accepted: str, chosen: str, offered: tuple[str, ...]) -> str:
    if chosen in offered:
        return chosen
    for code, _ in parse_accept_lang_header(accepted):
        if code == "*":
            break
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


@require_safe
def choose_language(request: HttpRequest, code: str) -> HttpResponse:
    """Answer in this language from here on, in this browser; back to the page where the link was followed.

    A player who chooses on their own page is written to in this language, too.
    """
    if code not in _offered():
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
