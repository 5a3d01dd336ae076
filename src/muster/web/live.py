"""How a public page says that it may be kept in memory, and what must change before it is stale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

TOPICS: Final = "Muster-Topics"
"""The header by which a page tells the front what it shows, topics separated by spaces; it never leaves the house."""

ORDER: Final = "muster.order"
"""The key of a scope under which the front asks for parts of many readers at once: nothing a client can send."""


class WantedParts(Protocol):
    """What the front wants to keep: the part of one reader, or those of the whole group; or whole pages of readers.

    Attributes:
        whole: whether it wants those of everybody.
        wanted: the private links whose whole pages it wants, each with the cookies its page rests on.
    """

    whole: bool
    wanted: Sequence[tuple[str, bytes]]

    def fill(self, group: str, parts: Iterable[tuple[bytes, tuple[str, ...], bytes]]) -> None:
        """Give it: the name of the group; for each reader what stands for their link, the topics, and the part."""

    def give(
        self,
        link: tuple[str, bytes],
        topics: tuple[str, ...],
        words: Iterable[bytes],
        gaps: Iterable[tuple[str, int]],
    ) -> None:
        """Give one of these pages: what it rests on, what stands between its gaps, and of each its name and size."""


def order_of(request: HttpRequest) -> WantedParts | None:
    """What the front wants beside the answer; None for every request that only passed through it, or by."""
    found: WantedParts | None = request.META.get("asgi.scope", {}).get(ORDER)
    return found


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
