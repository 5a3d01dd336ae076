"""The middleware through which every request for a page comes and goes."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Final

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from muster.live.bodies import TOO_LARGE, TOO_SLOW
from muster.live.front import REFUSED
from muster.site import metrics
from muster.site.errors import not_allowed, too_large, too_slow
from muster.site.logs import request_number

logger = logging.getLogger("muster.requests")

HEADERS: Final = {
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Sent with every page, besides what Django sends."""

OF_ACCOUNTS: Final = (
    "/account/",
    "/desk/",
    "/enter/",
    "/join/",
    "/judge/",
    "/me",
    "/organisations",
    "/site/",
)
"""Where pages for those who are logged in, or log in, lie: no browser or proxy keeps one."""

_LEFT: Final = "has_left"
"""What a request is marked with by which somebody logs out: what their browser still has of pages goes, too. What
they typed and could not send stays, for it is theirs."""

_MANAGED: Final = re.compile(r"/o/[^/]+/manage(/|$)")
"""Pages for the members of an organisation; those beside them are for everybody."""

MOST_DRAINED: Final = 100_000_000
"""Bytes that are read only to be thrown away; whoever sends more is cut off."""

CHUNK: Final = 65_536


def door(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse what is too large, add headers, and log one line that names nobody."""

    def passed(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        request_number.set(secrets.token_hex(4))
        response = _refused(request) or get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            response = not_allowed(request, response.headers["Allow"])
        if _is_of_an_account(request, response) and "no-store" not in response.get("Cache-Control", ""):
            response.headers["Cache-Control"] = "private, no-store"
        if request.path_info.startswith("/p/"):  # a private link; what may be kept there says so
            response.headers.setdefault("Cache-Control", "private, no-store")
        if getattr(request, _LEFT, False):
            response.headers["Clear-Site-Data"] = '"cache"'
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        seconds, pattern = perf_counter() - began, route(request)
        metrics.seen(request.method, pattern, response.status_code, seconds)
        if logger.isEnabledFor(logging.INFO):
            spent = seconds * 1000
            about = {
                "method": request.method,
                "route": pattern,
                "status": response.status_code,
                "ms": round(spent),
            }
            logger.info(
                "%s /%s %d %.0f ms", request.method, pattern, response.status_code, spent, extra=about
            )
        return response

    return passed


@receiver(user_logged_out)
def _leaves(request: HttpRequest | None, **_: object) -> None:
    if request is not None:
        setattr(request, _LEFT, True)


def route(request: HttpRequest) -> str:
    """The pattern of the address, such as `desk/<slug:code>/`: never the address itself, which can be a secret."""
    found = request.resolver_match
    return found.route if found else "?"


def _is_of_an_account(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether an answer is for somebody who is logged in: by its address, or as it asked who looks.

    What says that it is the same for everybody, such as a picture, is not.
    """
    asked = getattr(request, "_cached_user", None)  # where Django keeps who was asked for
    named = asked is not None and asked.is_authenticated and "public" not in response.get("Cache-Control", "")
    path = request.path_info
    return named or path.startswith(OF_ACCOUNTS) or _MANAGED.match(path) is not None


def _refused(request: HttpRequest) -> HttpResponse | None:
    """Why a request goes no further: the front took it without its body, or that is too large."""
    status = request.META.get("asgi.scope", {}).get(REFUSED)
    if status == TOO_SLOW:
        return too_slow(request)
    if status == TOO_LARGE:
        return too_large(request)
    return _turned_away(request) if _size(request) > _most() else None


def _turned_away(request: HttpRequest) -> HttpResponse:
    """413, once what comes is read and thrown away: a browser that is cut off while sending shows no page."""
    left = MOST_DRAINED
    while left > 0 and (read := request.read(CHUNK)):
        left -= len(read)
    return too_large(request)


def _size(request: HttpRequest) -> int:
    """The size of the body as announced, in bytes; Django reads no more than that."""
    said = request.META.get("CONTENT_LENGTH") or "0"
    return int(said) if said.isascii() and said.isdecimal() else 0


def _most() -> int:
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
