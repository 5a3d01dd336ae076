"""Telling pages that they are out of date: event streams, and long polling where streams do not get through.

Nothing but the stamp of the last change is said, and how many hear it where they are many; whoever hears it looks for
themselves. So there is no queue: however slow a client is and however much happens meanwhile, there is at most one
thing to tell it.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import Final
from urllib.parse import parse_qs

from muster.live.http import SAFE, Receive, RequestHead, Scope, Send, answer
from muster.live.hub import Follower, Hub
from muster.live.shares import Shares, address_of

BEAT: Final = 15.0
"""Seconds of silence after which a stream says something, so that nobody on the way takes it for dead."""

PATIENCE: Final = 30.0
"""Seconds a client may take to read what it was sent before its stream is cut."""

HOLD: Final = 20.0
"""Seconds a long poll is held."""

MOST_STREAMS: Final = 5000
MOST_HELD: Final = 5000
"""How many there may be; with more, the address that has the most gives its oldest up."""

MANY: Final = 50
"""With so many who are told at once, each is told how many they are, so that they do not all come back together."""

MOST_TOPICS: Final = 24
RETRY: Final = 5
"""Seconds after which a client that found no place tries again."""

DOUBT: Final = 2000
"""Milliseconds around the moment a page was made or a connection broke in which a change counts as not seen:
another process may have made the page, and learns of changes a moment later."""

ASTRAY: Final = 60_000
"""Milliseconds a stamp may lie in the future before it is taken for one of a clock that was wrong."""

_CODE: Final = re.compile(r"[A-Z0-9]{1,12}")
_TOPIC: Final = re.compile(r"[a-z0-9/]{1,40}")


class Streams:
    """Everything under `/live/`, on one hub.

    Attributes:
        open: how many streams are open.
        held: how many long polls are held.
    """

    def __init__(
        self,
        hub: Hub,
        *,
        most: int = MOST_STREAMS,
        beat: float = BEAT,
        patience: float = PATIENCE,
        hold: float = HOLD,
    ) -> None:
        self._hub, self._places, self._polls = hub, Shares(most), Shares(MOST_HELD)
        self._beat, self._patience, self._hold = beat, patience, hold
        self._followers: set[Follower] = set()
        self._closed = False
        self.open = self.held = 0

    def close(self) -> None:
        """End all streams and long polls, now and from now on: the server stops."""
        self._closed = True
        for one in list(self._followers):
            one.end()

    async def __call__(
        self, path: str, asked: RequestHead, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer a request for `path`, which is what follows `/live/`: `CODE` or `CODE/wait`."""
        code, _, rest = path.partition("/")
        code = code.upper()
        said = parse_qs(scope["query_string"].decode("latin-1"))
        topics = [topic for topic in said.get("on", [""])[0].split(",") if topic]
        if rest not in ("", "wait") or not _CODE.fullmatch(code):
            await answer(send, 404, b"There is nothing here.\n")
        elif scope["method"] != "GET":
            await answer(send, 405, b"Only to be read.\n", b"text/plain", (b"allow", b"GET"))
        elif not 0 < len(topics) <= MOST_TOPICS or not all(map(_TOPIC.fullmatch, topics)):
            await answer(send, 400, b"Say what to follow, such as ?on=1/round,1/results,news\n")
        else:
            followed = [f"{code}/{topic}" for topic in topics]
            since = self._since(followed, said, asked)
            answers = self._wait if rest else self._stream
            await answers(address_of(scope), followed, since, receive, send)

    def _since(self, topics: list[str], said: dict[str, list[str]], asked: RequestHead) -> int:
        """The stamp up to which the client knows these topics.

        It says so by `Last-Event-ID` or `since`, or by `age`: how many milliseconds ago it asked for its page.
        """
        now, newest = self._hub.clock(), self._hub.newest(topics)
        known = _number(asked.last_id.decode("latin-1"))
        if known is not None and newest > now - DOUBT:
            return newest - 1
        if known is None:
            known = _number(said.get("since", [""])[0])
        if known is None:
            age = _number(said.get("age", [""])[0])
            known = newest if age is None else now - age - DOUBT
        return newest - 1 if known > now + ASTRAY else known

    async def _stream(self, who: str, topics: list[str], since: int, receive: Receive, send: Send) -> None:
        one = self._follow(topics)
        place = None if self._closed else self._places.take(who, one.end)
        if place is None:
            self._unfollow(one)
            await _no_place(send)
            return
        self.open += 1
        watch = asyncio.create_task(_until_gone(receive, one))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _STREAM})
            await self._hello(one, send)
            await self._tell(one, since, send)
            if not place.held:
                await self._say(send, b"event: full\ndata: 1\n\n")
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            pass  # it does not read: cut
        finally:
            self.open -= 1
            self._places.release(place)
            watch.cancel()
            self._unfollow(one)

    async def _hello(self, one: Follower, send: Send) -> None:
        said = json.dumps({"now": self._hub.clock(), "stamp": one.stamp})
        await self._say(send, f"retry: 2000\nid: {self._hub.latest}\nevent: hello\ndata: {said}\n\n".encode())

    async def _tell(self, one: Follower, since: int, send: Send) -> None:
        while not one.ended:
            if await one.news(since, self._beat):
                since = one.stamp
                crowd = b"event: crowd\ndata: %d\n\n" % one.crowd if one.crowd >= MANY else b""
                await self._say(send, b"%sid: %d\ndata: %d\n\n" % (crowd, since, since))
            elif not one.ended:
                await self._say(send, b":\n\n")

    async def _say(self, send: Send, words: bytes) -> None:
        async with asyncio.timeout(self._patience):
            await send({"type": "http.response.body", "body": words, "more_body": True})

    async def _wait(self, who: str, topics: list[str], since: int, receive: Receive, send: Send) -> None:
        one, full = self._follow(topics), False
        if one.stamp <= since and not self._closed:
            full = not await self._held(who, one, since, receive)
        self._unfollow(one)
        # `since` may come from a process that heard of the change a moment later than this one.
        said = {"stamp": max(one.stamp, min(since, self._hub.latest)), "moved": one.stamp > since}
        said |= {"now": self._hub.clock(), "held": not full}
        if one.crowd >= MANY:
            said["crowd"] = one.crowd
        await answer(send, 200, json.dumps(said).encode(), b"application/json")

    async def _held(self, who: str, one: Follower, since: int, receive: Receive) -> bool:
        """Wait for news; whether there was a place to wait."""
        place = self._polls.take(who, one.end)
        if place is None:
            return False
        watch = asyncio.create_task(_until_gone(receive, one))
        self.held += 1
        try:
            await one.news(since, self._hold)
            return place.held
        finally:
            self.held -= 1
            self._polls.release(place)
            watch.cancel()

    def _follow(self, topics: list[str]) -> Follower:
        one = self._hub.follow(topics)
        self._followers.add(one)
        return one

    def _unfollow(self, one: Follower) -> None:
        self._followers.discard(one)
        self._hub.unfollow(one)


_STREAM: Final = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    *SAFE,
]


async def _until_gone(receive: Receive, one: Follower) -> None:
    """Wait until the client has closed its connection, and have its stream end."""
    while (await receive())["type"] != "http.disconnect":
        pass
    one.end()


async def _no_place(send: Send) -> None:
    words = b"Too many are listening: ask again and again instead.\n"
    await answer(send, 503, words, b"text/plain", (b"retry-after", str(RETRY).encode()))


def _number(written: str) -> int | None:
    """A whole number of at most 15 digits, else None."""
    return int(written) if written.isascii() and written.isdecimal() and len(written) <= 15 else None
