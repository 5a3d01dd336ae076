"""What programs ask every site for: robots.txt, favicon.ico, security.txt."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_safe

PRIVATE: Final = (
    "/account/",
    "/desk/",
    "/enter/",
    "/join/",
    "/judge/",
    "/me",
    "/organisations",
    "/p/",
    "/site/",
)
"""Where nothing is for search engines."""

SECURITY_LASTS: Final = timedelta(days=180)
"""How long security.txt says it is good for; it is made again with every request."""

A_DAY: Final = "public, max-age=86400"


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """What search engines leave alone."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    return _text(lines)


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    """The site's small sign, for what looks for it without reading a page."""
    response = redirect(static("muster/favicon.svg"))
    response.headers["Cache-Control"] = A_DAY
    return response


@require_safe
def security(_request: HttpRequest) -> HttpResponse:
    """Whom to tell of a weakness (RFC 9116); there is none where nobody is named."""
    if not settings.SECURITY_CONTACT:
        raise Http404("Nobody is named to whom weaknesses are told.")
    until = (
        (timezone.now() + SECURITY_LASTS).astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    )
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
    ]
    own = [f"Canonical: {settings.ORIGIN}/.well-known/security.txt"] if settings.ORIGIN else []
    return _text([*lines, *own])


def _text(lines: list[str]) -> HttpResponse:
    response = HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = A_DAY
    return response


urlpatterns: list[URLPattern] = [
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path(".well-known/security.txt", security, name="security"),
]
