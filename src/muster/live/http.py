"""HTTP as ASGI speaks it, as far as the front needs it: types, the few headers it looks at, whole answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final, NamedTuple

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]
Answer = tuple[Message, Message]
"""A whole answer: its start, and all of its body."""

SAFE: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
)
"""Sent with everything the front says by itself."""


class RequestHead(NamedTuple):
    """What the front wants to know of a request's headers."""

    host: bytes = b""
    accepts: bytes = b""
    known: bytes = b""
    """The ETags the client has (`If-None-Match`)."""

    last_id: bytes = b""
    """The last stamp it was told on a stream (`Last-Event-ID`)."""

    personal: bool = False
    """It says who is asking: by the cookie of a login, or otherwise."""

    languages: bytes = b""
    """The languages the client's reader knows (`Accept-Language`)."""

    cookies: bytes = b""
    """All cookies, as they were sent."""


_WANTED: Final = {
    b"host": 0,
    b"accept-encoding": 1,
    b"if-none-match": 2,
    b"last-event-id": 3,
    b"accept-language": 4,
}
_PERSONAL: Final = frozenset({b"authorization", b"range"})

SESSION: Final = b"sessionid="
"""What the cookie of somebody who is logged in has in it; other cookies say nothing of who is asking."""


def asked(headers: Iterable[Header]) -> RequestHead:
    """Look at a request's headers once."""
    found, personal, cookies = [b"", b"", b"", b"", b""], False, b""
    for name, value in headers:
        at = _WANTED.get(name)
        if at is not None:
            found[at] = value
        elif name == b"cookie":
            cookies = b"; ".join((cookies, value)) if cookies else value
            personal = personal or SESSION in value
        elif name in _PERSONAL:
            personal = True
    host, accepts, known, last_id, languages = found
    return RequestHead(host, accepts, known, last_id, personal, languages, cookies)


def takes(accepts: bytes, coding: bytes) -> bool:
    """Whether a client that sends this `Accept-Encoding` takes this coding."""
    if coding not in accepts:
        return False
    for one in accepts.split(b","):
        name, _, weight = one.partition(b";")
        if name.strip() == coding:
            return weight.replace(b" ", b"").rstrip(b"0.") not in (b"q=", b"q")
    return False


def is_known(known: bytes, etag: bytes) -> bool:
    """Whether this ETag is among those of an `If-None-Match`; proxies that compress mark them as weak."""
    return known == etag or any(one.strip().removeprefix(b"W/") in (etag, b"*") for one in known.split(b","))


async def answer(
    send: Send, status: int, body: bytes, kind: bytes = b"text/plain; charset=utf-8", *more: Header
) -> None:
    """Send a whole small answer that nobody keeps."""
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *SAFE,
        *more,
    ]
    await say(send, whole(status, headers, body))


def whole(status: int, headers: list[Header], body: bytes) -> Answer:
    """An answer of this status, with these headers."""
    start = {"type": "http.response.start", "status": status, "headers": headers}
    return start, {"type": "http.response.body", "body": body}


async def say(send: Send, answer: Answer) -> None:
    """Send a whole answer."""
    start, body = answer
    await send(start)
    await send(body)
