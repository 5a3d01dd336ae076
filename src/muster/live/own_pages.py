"""The memory of readers' own whole pages: each found by its private link alone, and sent to whoever has that link.

A page is kept with gaps for what is good once; they are filled for each answer from the request itself. It is true as
long as none of its topics has changed since it began to be made, and for a short time only: nothing of anybody stays in
memory for longer than that.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_hex
from typing import Final, NamedTuple

from muster.live.gapped import GappedPage
from muster.live.http import Answer, Header, RequestHead, is_known, takes, whole
from muster.live.hub import Hub
from muster.live.own import Order, View, WantedPage
from muster.live.pages import TOPICS, Response

MOST_BYTES: Final = 96_000_000
"""How much memory pages may take; the one made longest ago makes room. That is 2,500 and more of them."""

OLDEST: Final = 20.0
"""Seconds after which a page is made anew, whether or not anything is known to have changed, and what is kept of it is
thrown away: time changes some."""

DECLINED_FOR: Final = 20.0
"""Seconds for which a link whose page is not to be kept is not asked for one."""

MOST_DECLINED: Final = 10_000

_OVERHEAD: Final = 1500
"""Bytes a page takes besides its text, about."""

_DROPPED: Final = frozenset(
    {
        TOPICS,
        b"content-length",
        b"content-encoding",
        b"transfer-encoding",
        b"connection",
        b"etag",
        b"date",
        b"vary",
    }
)
_VARY: Final = (b"vary", b"Accept-Encoding, Accept-Language, Cookie")
_GZIP: Final = (b"content-encoding", b"gzip")
_AGAIN: Final = (b"cache-control", b"x-robots-tag")
"""What a 304 repeats, besides ETag and Vary."""


class Filling(NamedTuple):
    """What one request's answer has in the gaps, and the headers that go with it: none if it brought its proof."""

    gaps: Mapping[str, bytes]
    headers: list[Header]


Fill = Callable[[RequestHead], Filling]
"""What is put into the gaps of the answer to this request: proofs that are its sender's and good for nobody else."""


class Wholes(NamedTuple):
    """What the front has to know of readers' own pages.

    Attributes:
        fill: what is put into the gaps of an answer.
        choices: the cookies that a page rests on, in the form in which they are sent: all others stay outside.
    """

    fill: Fill
    choices: Callable[[bytes], bytes]


Fetch = Callable[[Order], Awaitable[Response]]
"""Asks the application behind for the page of one link, as nobody in particular, with this order. Where others go
first, it notes in the order when that began."""


class OwnPage:
    """A page that one reader gets.

    Attributes:
        view: for which scheme, host, language and choices of a browser it was made.
        topics: what it rests on.
        began: the highest stamp when it began to be made.
        at: when it was made.
        size: the bytes it takes.
    """

    __slots__ = ("_etag", "_headers", "_page", "_same", "at", "began", "checked", "size", "topics", "view")

    def __init__(
        self, view: View, answer: Response, page: GappedPage, topics: tuple[str, ...], began: int, at: float
    ) -> None:
        self.view, self.topics, self.began, self.at, self.checked = view, topics, began, at, began
        # Weak (RFC 9110): the same page to its reader, though proofs differ. By chance, so that it tells nothing.
        self._page, self._etag = page, b'W/"%s"' % token_hex(12).encode()
        own = [one for one in answer.headers if one[0] not in _DROPPED]
        self._headers = [*own, _VARY, (b"etag", self._etag)]
        self._same = [*(one for one in own if one[0] in _AGAIN), _VARY, (b"etag", self._etag)]
        self.size = _OVERHEAD + page.size

    def answer(self, said: RequestHead, filling: Fill, *, head: bool) -> Answer:
        """The answer to a request for it; a reader who has it already is told so."""
        filled = filling(said)
        if said.known and not filled.headers and is_known(said.known, self._etag[2:]):
            return whole(304, self._same, b"")
        if takes(said.accepts, b"gzip"):
            body, coding = self._page.packed(filled.gaps), [_GZIP]
        else:
            body, coding = self._page.plain(filled.gaps), []
        headers = [*self._headers, *coding, (b"content-length", b"%d" % len(body)), *filled.headers]
        return whole(200, headers, b"" if head else body)


_Flight = tuple[Order, "asyncio.Task[OwnPage | Response]"]
"""A page being made, and for what order."""


class OwnPages:
    """The pages kept, on one hub and in one event loop: one for each link, as it was asked for last.

    Attributes:
        bytes: what they take.
        fills: how many were made.
    """

    def __init__(
        self, hub: Hub, *, most: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._hub, self._most, self._clock = hub, most, clock
        self._pages: OrderedDict[bytes, OwnPage] = OrderedDict()
        self._flights: dict[tuple[bytes, View], _Flight] = {}
        self._declined: OrderedDict[bytes, float] = OrderedDict()
        self._sweeping: asyncio.TimerHandle | None = None
        self.bytes = self.fills = 0

    def __len__(self) -> int:
        return len(self._pages)

    def held(self, view: View, digest: bytes) -> OwnPage | None:
        """The page, if it is there, true, and of this view."""
        page = self._pages.get(digest)
        if page is None:
            return None
        if page.checked != self._hub.latest:
            if not self._true(page):
                self._drop(digest)
                return None
            page.checked = self._hub.latest
        if self._clock() - page.at > OLDEST:
            self._drop(digest)
            return None
        return page if page.view == view else None

    def declined(self, digest: bytes) -> bool:
        """Whether this link was asked just now and has no page to be kept."""
        until = self._declined.get(digest)
        return until is not None and self._clock() < until

    async def wanted(
        self, view: View, digest: bytes, link: WantedPage, fetch: Fetch
    ) -> OwnPage | Response | None:
        """The page, made if need be: once, however many want it.

        What is given is never older than the moment it was asked for. Where there is none to be kept, whoever had it
        made gets the plain answer, and all others nothing: it was not made for them.
        """
        asked = self._hub.latest
        while True:
            page = self.held(view, digest)
            if page is not None:
                return page
            flight, mine = self._flights.get((digest, view)), False
            if flight is None:
                flight, mine = self._depart(view, digest, link, fetch), True
            order, making = flight
            found = await asyncio.shield(making)
            if not isinstance(found, OwnPage):
                return found if mine else None
            if order.began >= asked or self._true(found):
                return found

    def _depart(self, view: View, digest: bytes, link: WantedPage, fetch: Fetch) -> _Flight:
        order = Order(whole=False, wanted=(link,))
        order.began = self._hub.latest
        making = asyncio.ensure_future(self._make(view, digest, order, fetch))
        making.add_done_callback(lambda made: made.cancelled() or made.exception())
        flight = self._flights[digest, view] = (order, making)
        return flight

    async def _make(self, view: View, digest: bytes, order: Order, fetch: Fetch) -> OwnPage | Response:
        self.fills += 1
        try:
            answer = await fetch(order)
            found = order.pages.get(order.wanted[0])
            if found is None or answer.status != 200 or answer.all(b"set-cookie"):
                self._decline(digest, answer)
                return answer
            topics, gapped = found
            page = OwnPage(view, answer, gapped, topics, order.began, self._clock())
            if self._true(page):
                self._keep(digest, page)
            return page
        finally:
            del self._flights[digest, view]

    def _true(self, page: OwnPage) -> bool:
        return self._hub.newest(page.topics) <= page.began

    # What is kept --------------------------------------------------------------------------------------------------

    def _keep(self, digest: bytes, page: OwnPage) -> None:
        self._drop(digest)
        self._declined.pop(digest, None)
        if page.size > self._most:
            return
        self._pages[digest] = page
        self.bytes += page.size
        while self.bytes > self._most:
            self._drop(next(iter(self._pages)))
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(OLDEST, self.sweep)

    def sweep(self) -> None:
        """Throw away what is too old, or not true any more; once a while as long as there is anything."""
        self._sweeping = None
        old = self._clock() - OLDEST
        for digest in [one for one, page in self._pages.items() if page.at <= old or not self._true(page)]:
            self._drop(digest)
        if self._pages:
            self._sweeping = asyncio.get_running_loop().call_later(OLDEST / 4, self.sweep)

    def _drop(self, digest: bytes) -> None:
        gone = self._pages.pop(digest, None)
        if gone is not None:
            self.bytes -= gone.size

    def _decline(self, digest: bytes, answer: Response) -> None:
        self._drop(digest)
        if answer.status == 200:
            self._declined[digest] = self._clock() + DECLINED_FOR
            self._declined.move_to_end(digest)
            while len(self._declined) > MOST_DECLINED:
                self._declined.popitem(last=False)
