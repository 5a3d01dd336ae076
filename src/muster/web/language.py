"""In which language a request is answered; choosing another is `muster.web.language_choice`.

What its reader chose goes first, then what their browser asks for. Where that is nothing Muster speaks, a page of an
event is in the event's language, and any other in the site's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header

if TYPE_CHECKING:
    # The front asks for languages before Django's models are there.
    from muster.people.models import Event


def by_headers() -> Callable[[bytes, bytes], bytes]:
    """How this site tells the language of a request from its headers `Accept-Language` and `Cookie`.

    What it tells is a code, such as `pl`, or nothing where any will do. It is for whoever asks with every request: the
    settings are looked at once, as they are now, and what the same headers said is remembered.
    """
    known, cookie = offered(), settings.LANGUAGE_COOKIE_NAME.encode()
    if len(known) == 1:
        only = settings.LANGUAGE_CODE.encode()
        return lambda _accepted, _cookies: only

    @lru_cache(maxsize=1024)
    def told(accepted: bytes, chosen: bytes) -> bytes:
        return _language_of(accepted.decode("latin-1"), chosen.decode("latin-1"), known).encode()

    def language(accepted: bytes, cookies: bytes) -> bytes:
        return told(accepted[:200], _value(cookie, cookies) if cookie in cookies else b"")

    return language


def asked_by(request: HttpRequest) -> str:
    """The language that whoever asks has chosen, or that their browser asks for; empty for any."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")[:20]
    return _language_of(request.headers.get("Accept-Language", "")[:200], chosen, offered())


def at_event(event: Event, request: HttpRequest, view: Callable[[], HttpResponse]) -> HttpResponse:
    """A page of this event in its reader's language; in the event's, if they ask for none."""
    return view() if asked_by(request) else in_events_language(event, view)


def in_events_language(event: Event, view: Callable[[], HttpResponse]) -> HttpResponse:
    """A page in this event's language, where it has one, whoever looks."""
    code = event.language
    if code not in offered():
        return view()
    with translation.override(code):
        response = view()
    response.headers["Content-Language"] = code
    return response


def second_of(event: Event) -> str:
    """The second language of this event's screens and slips; empty where it has none of those that are offered."""
    code = event.second_language
    return code if code in offered() and code != event.language else ""


def offered() -> tuple[str, ...]:
    """The codes of the languages this site speaks."""
    return tuple(code for code, _ in settings.LANGUAGES)


def _value(name: bytes, cookies: bytes) -> bytes:
    """The beginning of what this cookie says; of several of a name the last, as Django reads them."""
    for cookie in reversed(cookies.split(b";")):
        found, _, value = cookie.partition(b"=")
        if found.strip() == name:
            return value.strip().strip(b'"')[:20]
    return b""


@lru_cache(maxsize=1024)
def _language_of(accepted: str, chosen: str, known: tuple[str, ...]) -> str:
    if chosen in known:
        return chosen
    for code, _ in parse_accept_lang_header(accepted):
        if code == "*":
            break
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""
