"""The memory of small parts of readers' own: made for a whole group in one go, and sent to each of them alone.

A part belongs to an address that nobody can guess, and is found by what stands for that address. It is true as long as
none of its topics has changed since it began to be made. Where few ask, each is made by itself; where many ask at once,
the application behind makes those of the whole group, and all who wait get theirs of it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from muster.live.gapped import Gap, GappedPage
from muster.live.http import Header
from muster.live.hub import Hub
from muster.live.pages import TOPICS, Response

ORDER: Final = "muster.order"
"""The key of a scope under which the application behind finds an `Order`: no request of a client has it."""

MOST_BYTES: Final = 48_000_000
"""How much memory parts may take; the group asked for longest ago makes room."""

MOST_KNOWN: Final = 100_000
"""Addresses of which it is remembered to which group they belong, at some 150 bytes each."""

MOST_GROUPS: Final = 500
"""Groups, each in each view, of which something is kept."""

OLDEST: Final = 20.0
"""Seconds after which a part is made anew, whether or not anything is known to have changed: time changes some."""

FEW: Final = 3
"""How many of a group may be made one by one at the same time; the next has all of them made."""

TRIES: Final = 6
"""How often a part is looked for before the request is passed on as it came."""

_OVERHEAD: Final = 500
"""Bytes a part takes besides its body, about."""

View = tuple[bytes | str, ...]
"""What parts of one address differ by: scheme, host, language."""

Fetch = Callable[["Order"], Awaitable[Response]]
"""Asks the application behind for the part of one address, as nobody in particular, with this order."""


class WantedPage(NamedTuple):
    """A reader's own page that is wanted.

    Attributes:
        name: the part of its address that nobody can guess.
        choices: the cookies it rests on.
    """

    name: str
    choices: bytes = b""


class Order:
    """What the front wants to keep, beside the answer to a request: filled by the application behind.

    Attributes:
        whole: whether it wants the parts of everybody in the group.
        wanted: the readers whose whole pages it wants, with gaps: that of the request, and others of its group.
        began: the highest stamp when they began to be made.
        group: the name of the group; empty while it is not filled.
        parts: for each reader what stands for their address, the topics of the part, and the part.
        pages: the topics of the page and the page, of each of those wanted that has one.
    """

    __slots__ = ("began", "group", "pages", "parts", "wanted", "whole")

    def __init__(self, *, whole: bool, wanted: tuple[WantedPage, ...] = ()) -> None:
        self.whole, self.wanted, self.began, self.group = whole, wanted, 0, ""
        self.parts: list[tuple[bytes, tuple[str, ...], bytes]] = []
        self.pages: dict[WantedPage, tuple[tuple[str, ...], GappedPage]] = {}

    def fill(self, group: str, parts: Iterable[tuple[bytes, tuple[str, ...], bytes]]) -> None:
        """Give what is wanted."""
        self.parts = list(parts)
        self.group = group

    def give(
        self,
        link: tuple[str, bytes],
        topics: tuple[str, ...],
        words: Iterable[bytes],
        gaps: Iterable[tuple[str, int]],
    ) -> None:
        """Give a page that is wanted: what it rests on, what stands between its gaps, and of each its name and size.

        It is compressed here, in the thread that made it: that takes a while, and lets others work meanwhile.
        """
        self.pages[WantedPage(*link)] = topics, GappedPage(list(words), [Gap(*each) for each in gaps])

    def take(self, other: Order) -> None:
        """Take from an order for several what this one wants, and nothing else."""
        self.began, self.group = other.began, other.group
        self.pages = {link: other.pages[link] for link in self.wanted if link in other.pages}


class OwnPart:
    """What one reader gets; `headers` are the same for the whole group."""

    __slots__ = ("at", "began", "body", "checked", "headers", "topics")

    def __init__(
        self, body: bytes, headers: list[Header], topics: tuple[str, ...], began: int, at: float
    ) -> None:
        self.body, self.headers, self.topics = body, headers, topics
        self.began, self.at, self.checked = began, at, began


@dataclass(slots=True)
class _PartsOfGroup:
    """The parts of a group in one view.

    Attributes:
        parts: by what stands for the address.
        bytes: what they take.
        alone: how many are being made one by one.
        flight: all of them being made.
    """

    parts: dict[bytes, OwnPart] = field(default_factory=dict)
    bytes: int = 0
    alone: int = 0
    flight: asyncio.Task[None] | None = None


def digest_of(name: str) -> bytes:
    """What stands for an address, by the part of it that nobody can guess."""
    return sha256(name.encode("utf-8", "surrogatepass")).digest()


class OwnParts:
    """The parts kept, on one hub and in one event loop.

    Attributes:
        bytes: what they take.
        flights: how often all of a group were made.
    """

    def __init__(
        self, hub: Hub, *, most: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._hub, self._most, self._clock = hub, most, clock
        self._groups: OrderedDict[tuple[View, str], _PartsOfGroup] = OrderedDict()
        self._whose: OrderedDict[bytes, str] = OrderedDict()
        self._flying: dict[View, set[asyncio.Task[None]]] = {}
        self._doors: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._strangers = 0
        self._sweeping: asyncio.TimerHandle | None = None
        self.bytes = self.flights = 0

    def __len__(self) -> int:
        return sum(len(group.parts) for group in self._groups.values())

    def held(self, view: View, digest: bytes) -> OwnPart | None:
        """The part, if it is there and true."""
        group = self._groups.get((view, self.group_of(digest)))
        part = group.parts.get(digest) if group else None
        if group is None or part is None or self._clock() - part.at > OLDEST:
            return None
        if part.checked != self._hub.latest:
            if self._hub.newest(part.topics) > part.began:
                return None
            part.checked = self._hub.latest
        return part

    async def wanted(self, view: View, digest: bytes, who: str, fetch: Fetch) -> OwnPart | Response:
        """The part, made if need be. The plain answer if there is none to be kept.

        What is given is never older than the moment it was asked for.

        Args:
            view: in which view.
            digest: what stands for the address.
            who: the client's address: of those nobody knows yet each client has few looked up at a time.
            fetch: asks for it.
        """
        asked = self._hub.latest
        for _ in range(TRIES):
            if part := self.held(view, digest):
                return part
            group = self._known(view, digest)
            if group is None:
                if found := await self._looked_up(view, digest, who, fetch):
                    return found
            elif group.flight is None and group.alone < FEW:
                return await self._alone(view, digest, fetch, group)
            else:
                flight = group.flight or self._depart(view, digest, fetch, group)
                await asyncio.wait({flight})
                part = group.parts.get(digest)
                if part is not None and part.began >= asked:
                    return part
        return await self._alone(view, digest, fetch, self._known(view, digest))

    async def _looked_up(
        self, view: View, digest: bytes, who: str, fetch: Fetch
    ) -> OwnPart | Response | None:
        """The part of an address that is not known yet; None once it may be known, by what others have asked."""
        self._strangers += 1
        try:
            door = self._doors.get(who)
            if door is None:
                door = self._doors[who] = asyncio.Semaphore(FEW)
            async with door:
                under_way = self._flying.get(view)
                if not under_way and digest not in self._whose:
                    return await self._first(view, digest, fetch)
            if under_way:
                await asyncio.wait(set(under_way))
            return None
        finally:
            self._strangers -= 1

    async def _first(self, view: View, digest: bytes, fetch: Fetch) -> OwnPart | Response:
        """The part of an address that nobody knew; where many wait at the door, the rest of its group as well."""
        found = await self._alone(view, digest, fetch, None)
        group = self._known(view, digest)
        if group is not None and group.flight is None and self._strangers > FEW:
            self._depart(view, digest, fetch, group)
        return found

    async def _alone(
        self, view: View, digest: bytes, fetch: Fetch, group: _PartsOfGroup | None
    ) -> OwnPart | Response:
        """The part made by itself; the plain answer if it may not be kept."""
        began, order = self._hub.latest, Order(whole=False)
        if group is not None:
            group.alone += 1
        try:
            answer = await fetch(order)
        finally:
            if group is not None:
                group.alone -= 1
        made = self._made(order, answer, began)
        if digest not in made:
            self.forget(digest)
            return answer
        self._keep(view, order.group, made)
        return made[digest]

    def _depart(self, view: View, digest: bytes, fetch: Fetch, group: _PartsOfGroup) -> asyncio.Task[None]:
        """Have all parts of the group made, by way of this address of it."""
        self.flights += 1
        flight = group.flight = asyncio.ensure_future(self._all(view, digest, fetch, group))
        under_way = self._flying.setdefault(view, set())
        under_way.add(flight)

        def landed(made: asyncio.Task[None]) -> None:
            group.flight = None
            under_way.discard(made)
            if not under_way and self._flying.get(view) is under_way:
                del self._flying[view]
            if not made.cancelled():
                made.exception()  # whoever waited asks for themselves, and is told

        flight.add_done_callback(landed)
        return flight

    async def _all(self, view: View, digest: bytes, fetch: Fetch, group: _PartsOfGroup) -> None:
        began, order = self._hub.latest, Order(whole=True)
        made = self._made(order, await fetch(order), began)
        if digest not in made:
            self.forget(digest)
            return
        newer = {one: part for one, part in group.parts.items() if one in made and part.began > began}
        self.bytes -= group.bytes
        group.parts, group.bytes = {}, 0
        self._keep(view, order.group, made | newer)

    def _made(self, order: Order, answer: Response, began: int) -> dict[bytes, OwnPart]:
        """What came of an order; nothing unless the answer was a plain one that may be kept for its reader."""
        if answer.status != 200 or answer.body is None or answer.all(b"set-cookie") or not order.group:
            return {}
        at, headers = self._clock(), [one for one in answer.headers if one[0] not in _OWN]
        return {
            digest: OwnPart(body, [*headers, (b"content-length", b"%d" % len(body))], topics, began, at)
            for digest, topics, body in order.parts
        }

    def group_of(self, digest: bytes) -> str:
        """The group of an address as far as it is known; nothing if nobody knows it."""
        return self._whose.get(digest, "")

    def forget(self, digest: bytes) -> None:
        """Remember nothing more of an address."""
        self._whose.pop(digest, None)

    def know(self, digest: bytes, name: str) -> None:
        """Remember to which group an address belongs, so that its reader is counted among those who ask for theirs."""
        self._whose[digest] = name
        self._whose.move_to_end(digest)
        while len(self._whose) > MOST_KNOWN:
            self._whose.popitem(last=False)

    # What is kept --------------------------------------------------------------------------------------------------

    def _known(self, view: View, digest: bytes) -> _PartsOfGroup | None:
        """The group of an address; None if nobody knows it."""
        name = self._whose.get(digest)
        return None if name is None else self._groups.setdefault((view, name), _PartsOfGroup())

    def _keep(self, view: View, name: str, made: dict[bytes, OwnPart]) -> None:
        group = self._groups.setdefault((view, name), _PartsOfGroup())
        self._groups.move_to_end((view, name))
        for digest, part in made.items():
            old = group.parts.get(digest)
            size = len(part.body) - (len(old.body) if old else -_OVERHEAD)
            group.parts[digest] = part
            group.bytes += size
            self.bytes += size
            self.know(digest, name)
        while self._groups and (self.bytes > self._most or len(self._groups) > MOST_GROUPS):
            self.bytes -= self._groups.popitem(last=False)[1].bytes
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(OLDEST, self.sweep)

    def sweep(self) -> None:
        """Throw away what is too old, or not true any more; once a while as long as there is anything."""
        self._sweeping = None
        old = self._clock() - OLDEST
        for at, group in list(self._groups.items()):
            for digest, part in list(group.parts.items()):
                if part.at <= old or self._hub.newest(part.topics) > part.began:
                    del group.parts[digest]
                    group.bytes -= len(part.body) + _OVERHEAD
                    self.bytes -= len(part.body) + _OVERHEAD
            if not (group.parts or group.alone or group.flight):
                del self._groups[at]
        if self._groups:
            self._sweeping = asyncio.get_running_loop().call_later(OLDEST, self.sweep)


_OWN: Final = frozenset({TOPICS, b"content-length", b"etag", b"connection", b"transfer-encoding", b"date"})
"""Headers of an answer that are not those of a part."""
