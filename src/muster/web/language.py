"""In which language a request is answered, and choosing another."""

from __future__ import annotations

from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_safe


def language_of(accepted: bytes, cookies: bytes) -> str:
    """The code of the language, such as `pl`, for these headers `Accept-Language` and `Cookie`.

    What was chosen on the page goes before what the browser asks for; the site's own language is the last resort.
    """
    if len(settings.LANGUAGES) == 1:
        return str(settings.LANGUAGE_CODE)
    chosen = _chosen(cookies.decode("latin-1")) if settings.LANGUAGE_COOKIE_NAME.encode() in cookies else ""
    return _language_of(accepted.decode("latin-1")[:200], chosen)


def _chosen(cookies: str) -> str:
    try:
        found = SimpleCookie(cookies).get(settings.LANGUAGE_COOKIE_NAME)
    except CookieError:
        return ""
    return found.value[:20] if found else ""


@lru_cache(maxsize=1024)
def _language_of(accepted: str, chosen: str) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    if chosen:
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    return get_language_from_request(request)


@require_safe
def choose_language(request: HttpRequest, code: str) -> HttpResponse:
    """Answer in this language from here on, in this browser; back to the page where the link was followed."""
    if code not in dict(settings.LANGUAGES):
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
    return response
