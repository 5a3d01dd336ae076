"""Which players somebody has starred: kept by their own browser, in a cookie for each tournament, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from muster.core.ids import PlayerId
from muster.exchange.whole import whole_number
from muster.people.models import Tournament

MOST: Final = 12
"""Stars a browser keeps for a tournament; the oldest makes room."""

DAYS: Final = 30
_LONGEST: Final = 120
_BEGIN: Final = b"stars-"


def cookie_of(tournament: Tournament) -> str:
    """What the cookie is called; scripts look whether it is there."""
    return f"{_BEGIN.decode()}{tournament.event.code}-{tournament.number}"


def starred(request: HttpRequest, tournament: Tournament) -> tuple[PlayerId, ...]:
    """The players starred in this browser, each once, in the order they were; what is no number is left out."""
    return starred_by(request.COOKIES, tournament)


def starred_by(cookies: Mapping[str, str], tournament: Tournament) -> tuple[PlayerId, ...]:
    """The same of a browser with these cookies."""
    sent = cookies.get(cookie_of(tournament), "")[:_LONGEST].split(".")
    numbers = [number for one in sent if (number := whole_number(one)) is not None]
    return tuple(PlayerId(one) for one in dict.fromkeys(numbers))[-MOST:]


def stars_in(cookies: bytes) -> bytes:
    """The stars among these cookies, in the form in which they were sent; nothing of any other."""
    if _BEGIN not in cookies:
        return b""
    return b"; ".join(one for each in cookies.split(b";") if (one := each.strip()).startswith(_BEGIN))


def keep(response: HttpResponse, tournament: Tournament, players: Sequence[PlayerId]) -> HttpResponse:
    """Have the browser keep these stars."""
    if not players:
        response.delete_cookie(cookie_of(tournament), samesite="Lax")
        return response
    response.set_cookie(
        cookie_of(tournament),
        ".".join(str(one) for one in players[-MOST:]),
        max_age=DAYS * 24 * 3600,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    return response
