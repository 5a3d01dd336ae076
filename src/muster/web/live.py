"""How a public page says that it may be kept in memory, and what must change before it is stale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.http import HttpResponse
from django.utils.cache import patch_cache_control

TOPICS: Final = "Muster-Topics"
"""The header by which a page tells the front what it shows, topics separated by spaces; it never leaves the house."""


def own(response: HttpResponse) -> HttpResponse:
    """Mark an answer as one reader's own: neither the front, nor a browser, nor a proxy keeps it."""
    if response.has_header(TOPICS):
        del response.headers[TOPICS]
    response.headers["Cache-Control"] = "private, no-store"
    return response


def shows(response: HttpResponse, topics: Iterable[str]) -> HttpResponse:
    """Mark a page as showing these topics and nothing personal, so that it is kept until one of them changes.

    Browsers and proxies may keep it, too, but must ask each time whether it is still true.
    """
    response.headers[TOPICS] = " ".join(sorted(topics))
    patch_cache_control(response, public=True, no_cache=True)
    return response
