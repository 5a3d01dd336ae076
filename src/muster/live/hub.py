"""What has changed, as numbers: each topic's last change has a stamp, and whoever follows it is woken.

A stamp is the time of a change in milliseconds, never the same twice and always growing, also across restarts; so
whoever asks "has anything changed since this stamp?" gets a true answer from any process at any time.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

MOST_TOPICS: Final = 20_000
"""How many topics keep a stamp of their own, at some 200 bytes each."""


def milliseconds() -> int:
    """The time in milliseconds since 1970, as browsers count."""
    return time.time_ns() // 1_000_000


class Hub:
    """The stamps of topics, and who follows them. It lives in one event loop: call it from nowhere else.

    A topic that was never bumped, or not for long, takes no memory: it has the stamp of the last one forgotten.
    That is later than the truth, which costs a look in vain and never hides a change.

    Attributes:
        latest: the highest stamp given so far.
    """

    def __init__(self, *, most: int = MOST_TOPICS, clock: Callable[[], int] = milliseconds) -> None:
        self._most, self.clock = most, clock
        self._stamps: OrderedDict[str, int] = OrderedDict()
        self._followers: dict[str, set[Follower]] = {}
        # What happened before this process began is unknown, so everything counts as changed just now.
        self.latest = self._floor = clock()

    def __len__(self) -> int:
        """How many topics take memory."""
        return len(self._stamps.keys() | self._followers.keys())

    def newest(self, topics: Iterable[str]) -> int:
        """The stamp of the last change of any of these topics."""
        stamps, floor = self._stamps, self._floor
        return max((stamps.get(topic, floor) for topic in topics), default=floor)

    def bump(self, topics: Iterable[str]) -> None:
        """Record that these topics have changed just now, and wake their followers."""
        self.latest = stamp = max(self.latest + 1, self.clock())
        woken = set[Follower]()
        for topic in topics:
            self._stamps[topic] = stamp
            self._stamps.move_to_end(topic)
            woken |= self._followers.get(topic, _NOBODY)
        while len(self._stamps) > self._most:
            self._floor = self._stamps.popitem(last=False)[1]
        for one in woken:
            one.wake(stamp, len(woken))

    def bump_all(self) -> None:
        """Record that anything may have changed: something was missed."""
        self.latest = self._floor = max(self.latest + 1, self.clock())
        self._stamps.clear()
        woken = {one for followers in self._followers.values() for one in followers}
        for one in woken:
            one.wake(self.latest, len(woken))

    def follow(self, topics: Iterable[str]) -> Follower:
        """Follow these topics, until `unfollow`."""
        one = Follower(frozenset(topics), self.newest(topics))
        for topic in one.topics:
            self._followers.setdefault(topic, set()).add(one)
        return one

    def unfollow(self, one: Follower) -> None:
        """Follow no longer; nothing of it stays in memory."""
        for topic in one.topics:
            followers = self._followers.get(topic, _NOBODY)
            followers.discard(one)
            if not followers:
                self._followers.pop(topic, None)


_NOBODY: Final[set[Follower]] = set()


class Follower:
    """Somebody who follows topics. However often they change while nobody looks, that is one piece of news.

    Attributes:
        topics: what is followed.
        stamp: the last change of any of them.
        crowd: how many were woken by it together with this one; 0 before the first.
        ended: there is nothing more to wait for: the client is gone, or the server stops.
    """

    __slots__ = ("_waiter", "crowd", "ended", "stamp", "topics")

    def __init__(self, topics: frozenset[str], stamp: int) -> None:
        self.topics, self.stamp, self.crowd, self.ended = topics, stamp, 0, False
        self._waiter: asyncio.Future[None] | None = None

    def wake(self, stamp: int, crowd: int) -> None:
        """Tell them of a change, and how many are told of it."""
        self.stamp, self.crowd = stamp, crowd
        self._stir()

    def end(self) -> None:
        """Tell them that it is over."""
        self.ended = True
        self._stir()

    async def news(self, since: int, seconds: float) -> bool:
        """Wait for a change after this stamp, at most so long; whether there is one."""
        if self.stamp <= since and not self.ended:
            loop = asyncio.get_running_loop()
            self._waiter = loop.create_future()
            timer = loop.call_later(seconds, self._stir)
            try:
                await self._waiter
            finally:
                timer.cancel()
                self._waiter = None
        return self.stamp > since

    def _stir(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
