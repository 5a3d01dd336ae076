"""The memory of pages: what was made once for nobody in particular is sent to everybody until it has changed.

A page says in its header `Muster-Topics` what it shows. It is true as long as none of these topics has changed
since it *began* to be made: a change while it was being made may or may not be in it.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from muster.live.http import Answer, Header, Message, RequestHead, is_known, takes
from muster.live.hub import Hub

TOPICS: Final = b"muster-topics"
"""The header by which a page says what it shows. It never leaves the house."""

MOST_BYTES: Final = 64_000_000
"""How much memory pages may take; the one asked for longest ago makes room."""

LARGEST: Final = 4_000_000
"""Bytes of a body above which it is not kept."""

OLDEST: Final = 60.0
"""Seconds after which a page is made anew, whether or not anything is known to have changed."""

SOON: Final = 40.0
"""Seconds after which a page that is still asked for is made anew beforehand, so that nobody waits for it."""

DECLINED_FOR: Final = 30.0
"""Seconds for which a page that did not ask to be kept is not asked again on behalf of nobody in particular."""

MOST_DECLINED: Final = 1000

_OVERHEAD: Final = 2500
"""Bytes a page takes besides its bodies, about."""

_SMALL: Final = 200
"""Bytes below which compressing gains nothing."""

_HOP: Final = frozenset(
    {TOPICS, b"content-length", b"vary", b"etag", b"connection", b"transfer-encoding", b"date"}
)
_NEWS: Final = (b"cache-control", b"content-location", b"expires")
"""What a 304 repeats, besides ETag and Vary."""

Key = tuple[bytes | str, ...]


@dataclass(slots=True)
class Response:
    """What the house behind answered: status, headers with lower-case names, body (None if it is too large)."""

    status: int = 500
    headers: list[Header] = field(default_factory=list)
    body: bytes | None = b""

    def all(self, name: bytes) -> list[bytes]:
        """The values of all headers of this name."""
        return [value for one, value in self.headers if one == name]


class EncodedPage:
    """A page in one coding, ready to be sent: the messages are made once and sent to everybody."""

    __slots__ = ("body", "etag", "found", "none", "same", "size")

    def __init__(self, headers: list[Header], body: bytes, etag: bytes) -> None:
        vary = (b"vary", b"Accept-Encoding")
        own = [(b"content-length", str(len(body)).encode()), (b"etag", etag), vary]
        kept = [one for one in headers if one[0] in _NEWS]
        self.etag, self.size = etag, len(body)
        self.found: Message = {"type": "http.response.start", "status": 200, "headers": [*headers, *own]}
        self.same: Message = {
            "type": "http.response.start",
            "status": 304,
            "headers": [*kept, (b"etag", etag), vary],
        }
        self.body: Message = {"type": "http.response.body", "body": body}


NOTHING: Final[Message] = {"type": "http.response.body", "body": b""}
"""The body of a 304, and of every answer to HEAD."""


class CachedPage:
    """An answer that may be kept.

    Attributes:
        topics: what it shows; None for what never changes.
        plain: as it is.
        packed: compressed with gzip; None if it came in a coding already or gains nothing.
        size: the bytes it takes.
    """

    __slots__ = ("at", "began", "checked", "packed", "plain", "size", "topics")

    def __init__(self, answer: Response, topics: tuple[str, ...] | None, began: int, at: float) -> None:
        self.topics, self.began, self.at, self.checked = topics, began, at, began
        body = answer.body or b""
        headers = [one for one in answer.headers if one[0] not in _HOP]
        digest = sha256(body).hexdigest()[:32]
        self.plain = EncodedPage(headers, body, b'"%s"' % digest.encode())
        self.packed: EncodedPage | None = None
        if not answer.all(b"content-encoding") and len(body) > _SMALL and not _is_picture(answer):
            # No time in it: the same page is the same bytes.
            small = gzip.compress(body, 6, mtime=0)
            coded = [*headers, (b"content-encoding", b"gzip")]
            self.packed = EncodedPage(coded, small, b'"%s-gz"' % digest.encode())
        self.size = _OVERHEAD + self.plain.size + (self.packed.size if self.packed else 0)

    def answer(self, said: RequestHead, *, head: bool) -> Answer:
        """The answer to a request for it; a reader who has it already is told so."""
        form = self.plain if self.packed is None or not takes(said.accepts, b"gzip") else self.packed
        if said.known and is_known(said.known, form.etag):
            return form.same, NOTHING
        return form.found, NOTHING if head else form.body


def _is_picture(answer: Response) -> bool:
    """Whether it is compressed by its nature: once more would cost time and twice the memory, and gain nothing."""
    return any(
        kind.startswith((b"image/png", b"image/jpeg", b"image/webp")) for kind in answer.all(b"content-type")
    )


def topics_of(answer: Response) -> tuple[str, ...] | None:
    """The topics of an answer that may be kept and sent to anybody; None if it may not.

    It must be a plain 200 that asks for it, sets no cookie, and has nothing in it that is good only once.
    """
    marks = answer.all(TOPICS)
    once = any(b"nonce-" in policy for policy in answer.all(b"content-security-policy"))
    if answer.status != 200 or not marks or once or answer.body is None or answer.all(b"set-cookie"):
        return None
    return tuple(" ".join(mark.decode("latin-1") for mark in marks).split())


def never_changes(answer: Response) -> bool:
    """Whether this is a file whose content belongs to its name."""
    lasting = any(b"immutable" in value for value in answer.all(b"cache-control"))
    return answer.status == 200 and lasting and answer.body is not None and not answer.all(b"set-cookie")


Fetch = Callable[[], Awaitable[Response]]
"""Asks the house behind for an answer made for nobody in particular."""


@dataclass(slots=True)
class _Flight:
    """A page being made, and all who wait for it."""

    began: int
    made: asyncio.Task[CachedPage | Response]


class Memory:
    """The pages kept, on one hub and in one event loop."""

    def __init__(
        self, hub: Hub, *, most: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._hub, self._most, self._clock = hub, most, clock
        self._pages: OrderedDict[Key, CachedPage] = OrderedDict()
        self._flights: dict[Key, _Flight] = {}
        self._declined: OrderedDict[Key, float] = OrderedDict()
        self.bytes = self.fills = 0

    def __len__(self) -> int:
        return len(self._pages)

    def held(self, key: Key) -> CachedPage | None:
        """The page, if it is there and true."""
        page = self._pages.get(key)
        if page is None:
            return None
        if page.topics is not None:
            if page.checked != self._hub.latest:
                if not self._true(page):
                    self._drop(key)
                    return None
                page.checked = self._hub.latest
            if self._clock() - page.at > OLDEST:
                return None
        self._pages.move_to_end(key)
        return page

    def ageing(self, page: CachedPage) -> bool:
        """Whether a page is better made anew soon."""
        return page.topics is not None and self._clock() - page.at > SOON

    def declined(self, key: Key) -> bool:
        """Whether this page has just now not asked to be kept."""
        until = self._declined.get(key)
        return until is not None and self._clock() < until

    async def wanted(self, key: Key, fetch: Fetch) -> CachedPage | Response:
        """The page, made if need be: once, however many want it. The plain answer if it may not be kept.

        What is given is never older than the moment it was asked for.
        """
        asked = self._hub.latest
        while True:
            page = self.held(key)
            if page is not None:
                return page
            flight = self._flights.get(key) or self._depart(key, fetch)
            found = await asyncio.shield(flight.made)
            if flight.began >= asked or not isinstance(found, CachedPage) or self._true(found):
                return found

    def refresh(self, key: Key, fetch: Fetch) -> None:
        """Make a page anew while the one there is still good."""
        if key not in self._flights:
            self._depart(key, fetch)

    def _depart(self, key: Key, fetch: Fetch) -> _Flight:
        began = self._hub.latest
        flight = self._flights[key] = _Flight(began, asyncio.ensure_future(self._make(key, fetch, began)))
        flight.made.add_done_callback(lambda made: made.cancelled() or made.exception())
        return flight

    async def _make(self, key: Key, fetch: Fetch, began: int) -> CachedPage | Response:
        self.fills += 1
        try:
            answer = await fetch()
            fixed = never_changes(answer)
            topics = None if fixed else topics_of(answer)
            if topics is None and not fixed:
                self._decline(key, answer)
                return answer
            at = self._clock()
            # To compress takes a while, and lets others work meanwhile.
            page = await asyncio.to_thread(CachedPage, answer, topics, began, at)
            if self._true(page):
                self._keep(key, page)
            return page
        finally:
            del self._flights[key]

    def _true(self, page: CachedPage) -> bool:
        return page.topics is None or self._hub.newest(page.topics) <= page.began

    def _keep(self, key: Key, page: CachedPage) -> None:
        self._drop(key)
        self._declined.pop(key, None)
        if page.size > min(LARGEST, self._most):
            return
        self._pages[key] = page
        self.bytes += page.size
        while self.bytes > self._most:
            self._drop(next(iter(self._pages)))

    def _drop(self, key: Key) -> None:
        gone = self._pages.pop(key, None)
        if gone is not None:
            self.bytes -= gone.size

    def _decline(self, key: Key, answer: Response) -> None:
        self._drop(key)
        if answer.status == 200:
            self._declined[key] = self._clock() + DECLINED_FOR
            self._declined.move_to_end(key)
            while len(self._declined) > MOST_DECLINED:
                self._declined.popitem(last=False)
