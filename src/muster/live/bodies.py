"""The bodies of requests: nobody works on a request before all of it is there.

Whoever sends slowly waits in the event loop and costs the bytes that have come. They are held in memory, never in a
file: the largest is small, all together have a bound, and a full disk stops nobody from sending a result.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from muster.live.http import Header, Message, Receive, Scope
from muster.live.shares import Portion, Shares, address_of

SMALL: Final = 65_536
"""Bytes that any address takes."""

BUDGET: Final = 64_000_000
"""Bytes of all bodies that are under way or being worked on."""

COST: Final = 16_384
"""Bytes that a body under way costs besides what has come of it, about."""

GRACE: Final = 20.0
"""Seconds in which nothing need come."""

SLOWEST: Final = 4_000
"""Bytes a second that must come after that, on the whole."""

LONGEST: Final = 300.0
"""Seconds after which even what comes fast enough is too late."""

DRAINED: Final = 100_000_000
"""Bytes that are read only to be thrown away: a browser that is cut off while sending shows no page."""

TOO_SLOW, TOO_LARGE, CROWDED, GONE, NO_BODY = 408, 413, 503, 499, 400


class UntakenError(Exception):
    """A request that is not passed on.

    Attributes:
        status: why, as an HTTP status; `GONE` if it breaks off.
    """

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Pace(NamedTuple):
    """How fast bodies must come."""

    grace: float = GRACE
    slowest: float = SLOWEST
    longest: float = LONGEST

    def left(self, size: int, spent: float) -> float:
        """Seconds until more must have come than these bytes in this time."""
        return min(self.grace + size / self.slowest, self.longest) - spent


class Bodies:
    """Takes bodies, each within the limit of its address, all within one budget that addresses share.

    Args:
        limit: the largest body that a path takes.
        budget: bytes of all together.
        pace: how fast they must come.
        clock: seconds that only grow.
    """

    def __init__(
        self,
        limit: Callable[[str], int],
        *,
        budget: int = BUDGET,
        pace: Pace = Pace(),  # noqa: B008  (it never changes)
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limit, self._pace, self._clock = limit, pace, clock
        self.shares = Shares(budget)

    async def take(self, scope: Scope, receive: Receive) -> tuple[Receive, Portion]:
        """The whole body, ready to be read, and what it takes of the budget until that is released.

        Raises:
            UntakenError: it is too large, comes too slowly, or has no place.
        """
        limit, announced = SMALL, _announced(scope["headers"])
        if announced > limit:
            limit = self._limit(scope["path"])
            if announced > limit:
                raise UntakenError(TOO_LARGE)
        share = self.shares.take(address_of(scope), lambda: None, COST)
        if share is None:
            raise UntakenError(CROWDED)
        try:
            body = await self._read(scope, receive, limit, share)
        except BaseException:
            self.shares.release(share)
            raise
        self.shares.keep(share)
        return _ready(body), share

    async def _read(self, scope: Scope, receive: Receive, limit: int, share: Portion) -> bytes:
        body, began, loop = bytearray(), self._clock(), asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._pace.left(0, 0)) as due:
                share.give_up = lambda: _over(due)
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise UntakenError(GONE)
                    part = message.get("body", b"")
                    if len(body) + len(part) > limit:
                        limit = self._limit(scope["path"])
                        if len(body) + len(part) > limit:
                            raise UntakenError(TOO_LARGE)
                    if not self.shares.grow(share, len(part)):
                        raise UntakenError(CROWDED)
                    body += part
                    if not message.get("more_body", False):
                        return bytes(body)
                    due.reschedule(loop.time() + self._pace.left(len(body), self._clock() - began))
        except TimeoutError:
            raise UntakenError(TOO_SLOW if share.held else CROWDED) from None

    async def drain(self, scope: Scope, receive: Receive) -> None:
        """Read what still comes of a body that was refused, and throw it away, in bounds of time and size."""
        if any(name == b"expect" for name, _ in scope["headers"]):
            return  # it waits to be asked for its body
        size, began, loop = 0, self._clock(), asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pace.left(0, 0)) as due:
                while size <= DRAINED:
                    message = await receive()
                    size += len(message.get("body", b""))
                    if message["type"] != "http.request" or not message.get("more_body", False):
                        return
                    due.reschedule(loop.time() + self._pace.left(size, self._clock() - began))


def has_body(scope: Scope) -> bool:
    """Whether a request says that it has a body."""
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0 ") != b"")
        for name, value in scope["headers"]
    )


async def nothing() -> Message:
    """The body of a request that has none."""
    return {"type": "http.request", "body": b"", "more_body": False}


def _over(due: asyncio.Timeout) -> None:
    """Have this time be over now."""
    with suppress(RuntimeError):  # it is over already
        due.reschedule(0)


def _announced(headers: list[Header]) -> int:
    """Bytes a body has according to its head; 0 if that does not say."""
    said = next((value for name, value in headers if name == b"content-length"), b"")
    return int(said[:15]) if said[:15].isdigit() else 0


def _ready(body: bytes) -> Receive:
    told: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return told.pop() if told else {"type": "http.disconnect"}

    return receive
