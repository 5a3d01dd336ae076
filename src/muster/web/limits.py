"""Limits on how often something may be tried from one place: codes, links, registrations."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ClassVar, Final

from allauth.core.internal.ratelimit import get_ip
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse

from muster.web.page import Page, show

MINUTE: Final = 60

MOST: Final = {
    "code": 30,
    "link": 20,
    "register": 120,
    "private": 60,
    "act": 30,
    "building": 240,
    "recover": 20,
    "personal": 20,
    "journal": 60,
    "picture": 60,
}
"""How often in a minute. Whole halls share one address, so registering has room; `act` and
`building` (a tap for every copy of a card) are for each player."""

GUESSED: Final = frozenset({"code", "link", "private", "personal", "recover"})
"""What can be guessed at: counted for all processes together, in the database."""


@dataclass(frozen=True)
class SlowDown(Page):
    """Somebody has tried too often.

    Attributes:
        seconds: how long to wait before the next try.
    """

    template: ClassVar[str] = "429.html"
    seconds: int


def too_often(request: HttpRequest, what: str, *, whose: str = "") -> int:
    """Count one try; how many seconds to wait if it was one too many, else 0.

    Tries are counted by the address they come from, with IPv6 by its network, of which everybody has a whole one; or
    by `whose` they are where that is known.
    """
    now = _now()
    key = f"limit:{what}:{whose or get_ip(request)}:{now // MINUTE}"
    fits = _has_place(key, MOST[what]) if what in GUESSED else _count(key) <= MOST[what]
    return 0 if fits else MINUTE - now % MINUTE


def _count(key: str) -> int:
    """How many tries there were in this process, this one among them."""
    cache = caches["quick"]
    cache.add(key, 0, MINUTE)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two lines
        return 0


def _has_place(key: str, most: int) -> bool:
    """Whether there is a place left for a try among all processes, and it is taken.

    Each place is added for itself: of several who add the same one at once one succeeds, while a count would be read
    by all of them before it is written.
    """
    cache = caches["default"]
    for place in range(cache.get(key, 0) + 1, most + 1):
        if cache.add(f"{key}:{place}", 1, MINUTE):
            cache.set(key, place, MINUTE)
            return True
    return False


def _now() -> int:
    return int(time.time())


def slow_down(request: HttpRequest, seconds: int) -> HttpResponse:
    """The page that says when to try again."""
    response = show(request, SlowDown(seconds), status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


def limited(what: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view whose POST can be sent only so often."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            wait = too_often(request, what) if request.method == "POST" else 0
            return slow_down(request, wait) if wait else view(request, *args, **kwargs)

        return page

    return decorate
